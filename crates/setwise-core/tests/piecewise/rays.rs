//! One ray and one line at a time.

use super::{noises, ray, subsets};
use setwise_core::piecewise::blockers::attacks;
use setwise_core::piecewise::classical::*;
use setwise_core::piecewise::hyperbola::{
    BitReversal, HyperbolaQuintessence, quintessence, reversed,
};
use setwise_core::piecewise::obstruction::{
    FlippedDifference, ObstructionDifference, difference, flipped,
};
use setwise_core::piecewise::{ByLine, ByRay, PieceKind, one_run, strongchess, systems};
use setwise_core::{Diagram, Direction, Line, Square, oracle};

const BY_RAY: [&dyn ByRay; 6] = [
    &Conditional,
    &Branchless,
    &GeneralizedConditional,
    &GeneralizedBranchless,
    &ZeroCount,
    &ZeroCountFolded,
];

const BY_LINE: [&dyn ByLine; 10] = [
    &Conditional,
    &Branchless,
    &GeneralizedConditional,
    &GeneralizedBranchless,
    &ZeroCount,
    &ZeroCountFolded,
    &HyperbolaQuintessence,
    &BitReversal,
    &ObstructionDifference,
    &FlippedDifference,
];

/// Every direction, square and subset of the ray for every system: 3 x 11,156. The squares off the
/// ray, the origin among them, are empty, full, or noise.
#[test]
fn every_ray() {
    let mut cases = 0;
    for direction in Direction::ALL {
        for square in Square::all() {
            let ray = ray(square, direction);
            for blockers in subsets(ray) {
                let expected = oracle::attacks(square.bit(), blockers, direction);
                for noise in noises(!ray, cases) {
                    let occupied = blockers | noise;
                    for system in BY_RAY {
                        let found = system.ray(square, occupied, direction);
                        assert_eq!(
                            Diagram(found),
                            Diagram(expected),
                            "{} {square} {direction} {:?}",
                            system.about().name,
                            Diagram(occupied)
                        );
                    }
                    for system in systems() {
                        let found = if direction.is_diagonal() {
                            system.bishop(square, occupied)
                        } else {
                            system.rook(square, occupied)
                        };
                        assert_eq!(
                            Diagram(found & ray),
                            Diagram(expected),
                            "{} {square} {direction} {:?}",
                            system.about().name,
                            Diagram(occupied)
                        );
                    }
                }
                cases += 1;
            }
        }
    }
    assert_eq!(cases, 11_156);
}

/// Every line, square and subset of the line with the three kinds of noise. The halves have no
/// square in common, so union, symmetric difference and sum are the same.
#[test]
fn every_line() {
    let mut cases = 0;
    for line in Line::ALL {
        let [positive, negative] = line.directions();
        for square in Square::all() {
            let (upper, lower) = (ray(square, positive), ray(square, negative));
            for blockers in subsets(upper | lower) {
                let halves = [
                    oracle::attacks(square.bit(), blockers, positive),
                    oracle::attacks(square.bit(), blockers, negative),
                ];
                let expected = halves[0] | halves[1];
                for noise in noises(!(upper | lower), cases) {
                    let occupied = blockers | noise;
                    for system in BY_LINE {
                        let found = system.line(square, occupied, line);
                        assert_eq!(
                            Diagram(found),
                            Diagram(expected),
                            "{} {square} {line:?} {:?}",
                            system.about().name,
                            Diagram(occupied)
                        );
                    }
                    for system in BY_RAY {
                        let a = system.ray(square, occupied, positive);
                        let b = system.ray(square, occupied, negative);
                        assert_eq!((a, b), (halves[0], halves[1]));
                        assert_eq!(a & b, 0);
                        assert_eq!([a | b, a ^ b, a + b], [expected; 3]);
                    }
                }
                cases += 1;
            }
        }
    }
    // Rank and file: 64 squares with 2^7 subsets each. Diagonal and antidiagonal: as many squares
    // share a line of n squares as it has, 8 + 2 (7 + ... + 1), with 2^(n - 1) subsets each.
    let diagonal = 8 * 128 + 2 * (1..8).map(|n| n << (n - 1)).sum::<u64>();
    assert_eq!(cases, 2 * (64 * 128 + diagonal));
}

/// The nearest square for either sign; `None` for the empty set.
#[test]
fn nearest_on_every_ray() {
    for direction in Direction::ALL {
        for square in Square::all() {
            for set in subsets(ray(square, direction)) {
                let walked = oracle::attacks(square.bit(), set, direction) & set;
                assert_eq!(nearest(set, direction).map_or(0, Square::bit), walked);
            }
        }
    }
}

/// Tables and functions work in constants.
#[test]
fn constants() {
    const D4: Square = Square::wrapping(27);
    const PIECES: u64 = 1 << 43 | 1 << 45 | 1 << 25;
    const RAYS: [u64; 6] = [
        conditional(D4, PIECES, Direction::North),
        branchless(D4, PIECES, Direction::North),
        generalized_conditional(D4, PIECES, Direction::North),
        generalized_branchless(D4, PIECES, Direction::North),
        zero_count(D4, PIECES, Direction::North),
        zero_count_folded(D4, PIECES, Direction::North),
    ];
    assert_eq!(RAYS, [1 << 35 | 1 << 43; 6]);
    const ROOKS: [u64; 4] = [
        one_run::rook(D4, PIECES),
        one_run::ROOK_STOPS.piece(D4, PIECES),
        strongchess::rook(D4, PIECES),
        attacks(PieceKind::Rook, D4, PIECES),
    ];
    assert_eq!(ROOKS, [0x0808_f608_0808; 4]);
    const FILES: [u64; 4] = [
        quintessence(D4, PIECES, Line::File),
        reversed(D4, PIECES, Line::File),
        difference(D4, PIECES, Line::File),
        flipped(D4, PIECES, Line::File),
    ];
    assert_eq!(FILES, [0x0808_0008_0808; 4]);
}
