//! Blockers and beyond: every subset of every mask.

use super::{ray, subsets, walk};
use setwise_core::piecewise::PieceKind::{self, *};
use setwise_core::piecewise::blockers::{TABLES, attacks, attacks_pruned};
use setwise_core::{Diagram, Direction, Square};

/// The example of the documents: a queen on d4 attacks 27 squares, and pieces on 19 of them may
/// hide others.
#[test]
fn queen_on_d4() {
    let d4 = "d4".parse::<Square>().unwrap().index();
    assert_eq!(TABLES.attacks[Queen.index()][d4].count_ones(), 27);
    assert_eq!(TABLES.blockers[Queen.index()][d4].count_ones(), 19);
    assert_eq!(
        format!("{:#}", Diagram(TABLES.blockers[Queen.index()][d4])),
        "\
8 . . . . . . . .
7 . . . 1 . . 1 .
6 . 1 . 1 . 1 . .
5 . . 1 1 1 . . .
4 . 1 1 . 1 1 1 .
3 . . 1 1 1 . . .
2 . 1 . 1 . 1 . .
1 . . . . . . . .
  a b c d e f g h
"
    );
}

#[test]
fn every_entry() {
    assert_eq!(size_of_val(&TABLES), 38_912);
    assert_eq!((TABLES.attacks[0], TABLES.blockers[0]), ([0; 64], [0; 64]));
    for square in Square::all() {
        for kind in PieceKind::ALL {
            let (attacks, mask) = (
                TABLES.attacks[kind.index()][square.index()],
                TABLES.blockers[kind.index()][square.index()],
            );
            assert_eq!(attacks, walk(kind, square, 0));
            // The mask by its definition: the squares whose pieces change the attacks.
            let changing = Square::all()
                .filter(|piece| walk(kind, square, piece.bit()) != attacks)
                .fold(0, |all, piece| all | piece.bit());
            assert_eq!(Diagram(mask), Diagram(changing), "{kind} {square}");
        }
        for blocker in Square::all() {
            let behind = Direction::ALL
                .into_iter()
                .find(|&direction| ray(square, direction) & blocker.bit() != 0)
                .map_or(0, |direction| ray(blocker, direction));
            assert_eq!(TABLES.behind[square.index()][blocker.index()], behind);
        }
    }
}

/// Every subset of the mask of every slider; the queen's are all pairs of a rook's and a bishop's.
#[test]
fn every_subset_of_every_mask() {
    let mut cases = [0u64; 3];
    for square in Square::all() {
        let masked = |kind: PieceKind| -> Vec<(u64, u64)> {
            subsets(TABLES.blockers[kind.index()][square.index()])
                .map(|pieces| (pieces, walk(kind, square, pieces)))
                .collect()
        };
        let (rooks, bishops) = (masked(Rook), masked(Bishop));
        for (kind, list) in [(Rook, &rooks), (Bishop, &bishops)] {
            for &(pieces, expected) in list {
                assert_eq!(attacks(kind, square, pieces), expected);
                assert_eq!(attacks_pruned(kind, square, pieces), expected);
            }
        }
        for &(pieces, orthogonal) in &rooks {
            for &(more, diagonal) in &bishops {
                let found = attacks(Queen, square, pieces | more);
                let pruned = attacks_pruned(Queen, square, pieces | more);
                if found != orthogonal | diagonal || pruned != found {
                    panic!("{square} {:?}", Diagram(pieces | more));
                }
            }
        }
        cases[0] += rooks.len() as u64;
        cases[1] += bishops.len() as u64;
        cases[2] += (rooks.len() * bishops.len()) as u64;
    }
    // Without the last squares a rook has 12 squares in its mask in a corner (4), 11 on an edge
    // (24), else 10 (36).
    assert_eq!(cases[0], (4 << 12) + (24 << 11) + (36 << 10));
    // A bishop has 5 on the outer two rings but 6 in a corner, then 7, and 9 on the inner four
    // squares.
    assert_eq!(cases[1], (4 << 6) + (44 << 5) + (12 << 7) + (4 << 9));
    let inner = (20 << 15) + (12 << 17) + (4 << 19);
    assert_eq!(cases[2], (4 << 18) + (24 << 16) + inner);
}
