use setwise_moves::{Move, MoveList, Position, count_legal_moves};

/// The moves of a position that mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mates {
    /// The number of legal moves that mate; a promotion is up to four.
    pub count: u16,
    /// Whether the played move mates; `None` if there is no legal one.
    pub played: Option<bool>,
}

/// The number of positions whose moves are played before their children are counted: these stay in
/// the second-level cache.
const PART: usize = 512;

/// Finds the moves that mate. Only moves that give check are played, and all positions after them
/// are counted at once.
pub(crate) fn find_mates(positions: &[Position], moves: &[Option<Move>], all: &mut [Mates]) {
    let (mut children, mut parents, mut counts) = (Vec::new(), Vec::new(), Vec::new());
    let mut list = MoveList::new();
    let moves = moves.iter().copied().chain(core::iter::repeat(None));
    let mut records = positions.iter().zip(moves);
    for mates in all.chunks_mut(PART) {
        children.clear();
        parents.clear();
        // The part first: its end takes no record.
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
