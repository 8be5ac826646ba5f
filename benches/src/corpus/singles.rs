//! Boards with one rook and one bishop to look up.

use super::Position;
use crate::loops::sliders;
use setwise::Squares;
use setwise_conformance::Rng;

pub(super) const SOURCE: &str = "boards of random bits, each the intersection of two random words, for single pieces on random squares: no positions, so sides and phases mean nothing";

const COUNT: usize = 16_384;
const SEED: u64 = 15;

pub(super) fn random_boards() -> Vec<Position> {
    let mut rng = Rng::new(SEED);
    let boards = (0..COUNT).map(|_| {
        let occupied = rng.next_u64() & rng.next_u64();
        let [rook, bishop] = [0; 2].map(|_| 1 << (rng.next_u64() >> 58));
        // Both pieces are among the occupied squares.
        single(rook, bishop, occupied | rook | bishop)
    });
    boards.collect()
}

/// Returns the pairs of sliders of all positions. If no position has both kinds, returns one board
/// with both pieces on a1.
pub(super) fn of(positions: &[Position]) -> Vec<Position> {
    let mut singles = Vec::new();
    for position in positions {
        let sets = [position.both.orthogonal, position.both.diagonal];
        if sets.contains(&0) {
            continue;
        }
        let pairs = sets.map(u64::count_ones).into_iter().max().unwrap_or(0);
        let [rooks, bishops] = sets.map(|set| Squares(set).collect::<Vec<_>>());
        for i in 0..pairs as usize {
            let (rook, bishop) = (rooks[i % rooks.len()], bishops[i % bishops.len()]);
            singles.push(single(rook.bit(), bishop.bit(), position.occupied));
        }
    }
    if singles.is_empty() {
        singles.push(single(1, 1, 1));
    }
    singles
}

fn single(rook: u64, bishop: u64, occupied: u64) -> Position {
    Position {
        occupied,
        side: sliders(rook, bishop),
        both: sliders(rook, bishop),
        phase: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Corpus;
    use setwise::Sliders;

    #[test]
    fn every_piece_of_a_position_with_both_kinds_is_there() {
        let position = Position {
            occupied: 0xff,
            both: Sliders {
                orthogonal: 0b1001,
                diagonal: 0b0111,
            },
            ..Position::default()
        };
        let found: Vec<_> = of(&[position, Position::default()])
            .iter()
            .map(|p| (p.both.orthogonal, p.both.diagonal, p.occupied))
            .collect();
        assert_eq!(found, [(1, 1, 0xff), (8, 2, 0xff), (1, 4, 0xff)]);
        assert_eq!(of(&[Position::default()]).len(), 1);
    }

    #[test]
    fn corpora_of_single_pieces_are_large_enough() {
        for corpus in [Corpus::games(), Corpus::random_boards()] {
            let singles = corpus.single_pieces();
            assert!(singles.positions.len() >= 8_192, "{}", corpus.name);
            for position in singles.positions {
                let Sliders {
                    orthogonal,
                    diagonal,
                } = position.both;
                assert!(orthogonal.is_power_of_two() && diagonal.is_power_of_two());
            }
        }
    }
}
