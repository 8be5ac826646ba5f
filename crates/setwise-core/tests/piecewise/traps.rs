//! Mistakes that are close to the right forms, with the number of cases that each gets wrong. The
//! tests of this suite would find every one of them.

use super::{ray, subsets, walk};
use setwise_core::piecewise::PieceKind;
use setwise_core::piecewise::blockers::TABLES;
use setwise_core::piecewise::hyperbola::LINES;
use setwise_core::piecewise::rays::{RAYS, whole_line};
use setwise_core::{Direction, FILE_A, FILE_H, Line, RANK_1, RANK_8, Square, oracle};

/// Returns the number of the 11,156 rays that a form gets wrong.
fn wrong_rays(form: impl Fn(Direction, Square, u64) -> u64) -> u32 {
    let mut wrong = 0;
    for direction in Direction::ALL {
        for square in Square::all() {
            for pieces in subsets(ray(square, direction)) {
                let expected = oracle::attacks(square.bit(), pieces, direction);
                wrong += (form(direction, square, pieces) != expected) as u32;
            }
        }
    }
    wrong
}

fn beyond(direction: Direction, square: usize) -> u64 {
    RAYS[direction.index()][square & 63]
}

/// Generalized branchless, with the guard inserted after the lowest bit was isolated.
#[test]
fn guard_after_isolation() {
    let form = |direction: Direction, square: Square, occupied: u64| {
        let (keep, guard) = if direction.is_positive() {
            (0, 1 << 63)
        } else {
            (!0, 1)
        };
        let empty_board = ray(square, direction);
        let pieces = empty_board & occupied;
        let first = (pieces & (pieces.wrapping_neg() | keep) | guard).leading_zeros() ^ 63;
        empty_board ^ beyond(direction, first as usize)
    };
    assert_eq!(wrong_rays(form), 5112);
}

/// The count 64 of the empty set must become h8 on positive rays, a1 on negative rays.
#[test]
fn counts_of_the_empty_set() {
    let form = |trailing: fn(u32) -> u32, leading: fn(u32) -> u32| {
        wrong_rays(move |direction, square, occupied| {
            let empty_board = ray(square, direction);
            let pieces = empty_board & occupied;
            let first = if direction.is_positive() {
                trailing(pieces.trailing_zeros())
            } else {
                leading(pieces.leading_zeros())
            };
            empty_board ^ beyond(direction, first as usize)
        })
    };
    fn trailing(zeros: u32) -> u32 {
        zeros - (zeros >> 6)
    }
    fn leading(zeros: u32) -> u32 {
        63 - trailing(zeros)
    }
    assert_eq!(form(trailing, leading), 0);
    // 64 & 63 is a1, from which three positive rays start; 64 ^ 63 is 127, at best h8 with three
    // negative ones.
    assert_eq!(form(|zeros| zeros & 63, leading), 3 * 64);
    assert_eq!(form(trailing, |zeros| zeros ^ 63), 3 * 64);
}

/// Leading zeros count through a table in reverse.
#[test]
fn leading_zeros_in_square_order() {
    let form = |direction: Direction, square: Square, occupied: u64| {
        let empty_board = ray(square, direction);
        let pieces = empty_board & occupied;
        let zeros = if direction.is_positive() {
            pieces.trailing_zeros()
        } else {
            pieces.leading_zeros()
        };
        if pieces == 0 {
            empty_board
        } else {
            empty_board ^ beyond(direction, zeros as usize)
        }
    };
    assert_eq!(wrong_rays(form), 5322);
}

/// The interior of the board is the bishop's mask but not the rook's or the queen's.
#[test]
fn interior_as_mask() {
    let interior = !(FILE_A | FILE_H | RANK_1 | RANK_8);
    let wrong = |kind: PieceKind| {
        Square::all()
            .filter(|square| {
                let mask = TABLES.blockers[kind.index()][square.index()];
                TABLES.attacks[kind.index()][square.index()] & interior != mask
            })
            .count()
    };
    assert_eq!(wrong(PieceKind::Bishop), 0);
    // Every square of the outer ring.
    assert_eq!(wrong(PieceKind::Rook), 28);
    assert_eq!(wrong(PieceKind::Queen), 28);
}

/// Diagonal rays made by shifting the whole diagonal by the number of *ranks* below.
#[test]
fn diagonals_pushed_by_rank() {
    for direction in Direction::DIAGONAL {
        let wrong = Square::all()
            .filter(|&square| {
                let steps = match direction.rank_delta() {
                    1 => square.rank(),
                    _ => 7 - square.rank(),
                };
                let pushed = (0..steps).fold(whole_line(square, direction.line()), |set, _| {
                    oracle::step(set, direction)
                });
                pushed & !square.bit() != ray(square, direction)
            })
            .count();
        assert_eq!(wrong, 15, "{direction}");
    }
}

/// A byte swap does not reverse a rank.
#[test]
fn byte_swap_on_a_rank() {
    let wrong = Square::all()
        .filter(|&square| {
            let mask = LINES[Line::Rank as usize][square.index()];
            let pieces = mask & walk(PieceKind::King, square, 0);
            let up = pieces.wrapping_sub(square.bit());
            let down = pieces.swap_bytes().wrapping_sub(square.bit().swap_bytes());
            (up ^ down.swap_bytes()) & mask != pieces
        })
        .count();
    assert_eq!(wrong, 64);
}
