//! One piece at a time.

use super::{jumps, noises, random, subsets, walk};
use setwise_core::piecewise::{PieceKind, System, systems};
use setwise_core::{Diagram, Square};

fn check(system: &dyn System, kind: PieceKind, square: Square, occupied: u64, expected: u64) {
    let found = system.attacks(kind, square, occupied);
    if found != expected {
        assert_eq!(
            Diagram(found),
            Diagram(expected),
            "{}: {kind} {square} among {:?}",
            system.about().name,
            Diagram(occupied)
        );
    }
}

/// Every square and every subset of the attacks on the empty board. The other squares are empty,
/// full, or noise.
fn every_subset(kind: PieceKind) -> u64 {
    let mut cases = 0;
    for square in Square::all() {
        let reach = walk(kind, square, 0);
        for blockers in subsets(reach) {
            let expected = walk(kind, square, blockers);
            for noise in noises(!reach, cases) {
                for &system in systems() {
                    check(system, kind, square, blockers | noise, expected);
                }
            }
            cases += 1;
        }
    }
    cases
}

#[test]
fn every_rook() {
    assert_eq!(every_subset(PieceKind::Rook), 1_048_576);
}

#[test]
fn every_bishop() {
    assert_eq!(every_subset(PieceKind::Bishop), 71_168);
}

/// The queen is the union: every subset of the rook's squares, each with some subset of the
/// bishop's.
#[test]
fn queens() {
    let mut cases = 0;
    for square in Square::all() {
        let (rook, bishop) = (
            walk(PieceKind::Rook, square, 0),
            walk(PieceKind::Bishop, square, 0),
        );
        let bishops: Vec<(u64, u64)> = subsets(bishop)
            .map(|pieces| (pieces, walk(PieceKind::Bishop, square, pieces)))
            .collect();
        for (pieces, &(more, diagonal)) in subsets(rook).zip(bishops.iter().cycle()) {
            let expected = walk(PieceKind::Rook, square, pieces) | diagonal;
            let occupied = pieces | more | random(cases) & !(rook | bishop);
            for &system in systems() {
                check(system, PieceKind::Queen, square, occupied, expected);
            }
            cases += 1;
        }
    }
    assert_eq!(cases, 1_048_576);
}

#[test]
fn knights_and_kings_see_no_men() {
    for square in Square::all() {
        for occupied in [0, !0, random(square.index() as u64)] {
            for &system in systems() {
                check(system, PieceKind::Knight, square, occupied, jumps(square));
                let king = walk(PieceKind::King, square, 0);
                check(system, PieceKind::King, square, occupied, king);
            }
        }
    }
}

/// The methods by name are the method by kind.
#[test]
fn names_and_kinds() {
    for square in Square::all() {
        let occupied = random(square.index() as u64);
        for &system in systems() {
            assert_eq!(
                [
                    system.rook(square, occupied),
                    system.bishop(square, occupied),
                    system.queen(square, occupied)
                ],
                [PieceKind::Rook, PieceKind::Bishop, PieceKind::Queen]
                    .map(|kind| system.attacks(kind, square, occupied))
            );
        }
    }
}

#[test]
fn kinds_have_the_usual_numbers() {
    for (i, kind) in PieceKind::ALL.into_iter().enumerate() {
        assert_eq!(
            (kind.index(), PieceKind::from_index(i + 1)),
            (i + 1, Some(kind))
        );
    }
    assert_eq!(PieceKind::from_index(0), None);
    assert_eq!(PieceKind::from_index(6), None);
    assert_eq!(Square::from_index(64), None);
}

/// Each description has name, author, year, reference and instructions.
#[test]
fn rows_are_complete() {
    for system in systems() {
        let about = system.about();
        for text in [about.name, about.author, about.year, about.reference] {
            assert!(!text.is_empty(), "{about:?}");
        }
        assert!(
            !about.wants.is_empty() && about.table_bytes > 0,
            "{about:?}"
        );
    }
    let bytes: Vec<usize> = systems().iter().map(|s| s.about().table_bytes).collect();
    assert_eq!(
        bytes,
        [
            4096, 4096, 4096, 4096, 4160, 4096, 5120, 9216, 38_912, 38_912, 4096, 2048, 2048, 4096,
            4096
        ]
    );
}
