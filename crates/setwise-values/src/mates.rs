use setwise_moves::{Move, MoveList, Position, count_legal_moves};

/// The moves of a position that mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mates {
    /// The number of legal moves that mate. Each piece of a promotion counts.
    pub count: u16,
    /// Whether the played move mates; `None` if there is no legal one.
    pub played: Option<bool>,
}

/// The number of positions whose children are made together, and then counted. So many children
/// stay in the second-level cache.
const PART: usize = 512;

/// Finds the moves that mate. Only moves that give check are played, and the legal moves of all
/// positions after them are counted together.
pub(crate) fn find_mates(positions: &[Position], moves: &[Option<Move>], all: &mut [Mates]) {
    let (mut children, mut parents, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    let mut list = MoveList::new();
    let moves = moves.iter().copied().chain(core::iter::repeat(None));
    let mut records = positions.iter().zip(moves);
    for mates in all.chunks_mut(PART) {
        children.clear();
        parents.clear();
        // The part comes first in the zip, so that its end consumes no record.
        for (i, (mates, (position, played))) in mates.iter_mut().zip(records.by_ref()).enumerate() {
            *mates = Mates {
                count: 0,
                played: played.and_then(|played| position.is_legal(played).then_some(false)),
            };
            for &found in &*position.list_checking_moves(&mut list) {
                children.push(position.play_unchecked(found));
                parents.push((i, played == Some(found)));
            }
        }
        counts.clear();
        counts.resize(children.len(), 0);
        // The lengths are equal.
        let _ = count_legal_moves(&children, &mut counts);
        for ((i, is_played), count) in parents.iter().zip(&counts) {
            if let (0, Some(mates)) = (count, mates.get_mut(*i)) {
                mates.count += 1;
                mates.played = mates.played.map(|before| before || *is_played);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A batch of several parts has the mates of each position alone.
    #[test]
    fn parts_of_a_batch() {
        let fens = [
            "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1",
            "8/8/5B1q/5B2/2B2k2/1R6/8/4K2R w K - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ];
        let positions = fens.map(|fen| Position::from_fen(fen).expect(fen));
        let names = ["d1d8", "f6h8", "e2e4"];
        let played: Vec<_> = (0..3)
            .map(|i| positions[i].parse_move(names[i]).ok())
            .collect();
        let expected = [(1, Some(true)), (2, Some(false)), (0, Some(false))];
        for size in [1, PART - 1, PART, PART + 1, 2 * PART + 7] {
            let batch: Vec<_> = (0..size).map(|i| positions[i % 3]).collect();
            let moves: Vec<_> = (0..size).map(|i| played[i % 3]).collect();
            let mut all = vec![Mates::default(); size];
            find_mates(&batch, &moves, &mut all);
            for (i, found) in all.iter().enumerate() {
                let (count, played) = expected[i % 3];
                assert_eq!(*found, Mates { count, played }, "{i} of {size}");
            }
        }
    }
}
