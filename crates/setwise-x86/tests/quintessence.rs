//! The piece-wise system in lanes against the walk from square to square: every line, every rook,
//! every bishop, queens, sets.
#![cfg(target_arch = "x86_64")]

use setwise_conformance::{Rng, lines::subsets};
use setwise_core::piecewise::{PieceKind, System, hyperbola::BESIDE};
use setwise_core::{Diagram, Direction, Line, Sliders, Square, Squares, oracle};
use setwise_x86::QuintessenceInLanes;

/// Returns the system; `None` on a CPU without AVX2, where nothing is tested, unless
/// `REQUIRE_KERNELS` has the level.
fn lanes() -> Option<QuintessenceInLanes> {
    let lanes = QuintessenceInLanes::new();
    if lanes.is_none() {
        let required = std::env::var("REQUIRE_KERNELS").unwrap_or_default();
        let is_required = required.split(',').any(|name| name == "avx2");
        assert!(!is_required, "this CPU does not have AVX2");
        eprintln!("ignored: this CPU does not have AVX2");
    }
    lanes
}

fn random(seed: u64) -> u64 {
    Rng::new(seed).next_u64()
}

fn walk(directions: &[Direction], square: Square, occupied: u64) -> u64 {
    let of = |&direction| oracle::attacks(square.bit(), occupied, direction);
    directions.iter().map(of).fold(0, |all, one| all | one)
}

/// Every subset of the squares that are attacked on the empty board. The other squares are empty,
/// full, or noise.
fn every_subset(directions: &[Direction], attacks: impl Fn(Square, u64) -> u64) -> u64 {
    let mut cases = 0;
    for square in Square::all() {
        let reach = walk(directions, square, 0);
        for blockers in subsets(reach) {
            let expected = walk(directions, square, blockers);
            for noise in [0, !reach, random(cases) & !reach] {
                let found = attacks(square, blockers | noise);
                if found != expected {
                    assert_eq!(Diagram(found), Diagram(expected), "{square} {blockers:#x}");
                }
            }
            cases += 1;
        }
    }
    cases
}

#[test]
fn every_line() {
    let Some(lanes) = lanes() else { return };
    let mut cases = 0;
    for line in Line::ALL {
        let directions = line.directions();
        cases += every_subset(&directions, |square, occupied| {
            lanes.queen(square, occupied) & walk(&directions, square, 0)
        });
        every_subset(&directions, |square, occupied| {
            let piece = match line.directions()[0].is_diagonal() {
                true => lanes.bishop(square, occupied),
                false => lanes.rook(square, occupied),
            };
            piece & walk(&directions, square, 0)
        });
    }
    // Rank and file: 64 squares with 2^7 subsets each. A diagonal of n squares: n 2^(n - 1).
    let diagonal = 8 * 128 + 2 * (1..8).map(|n| n << (n - 1)).sum::<u64>();
    assert_eq!(cases, 2 * 64 * 128 + 2 * diagonal);
}

fn sliders(orthogonal: u64, diagonal: u64) -> Sliders {
    Sliders {
        orthogonal,
        diagonal,
    }
}

#[test]
fn every_rook() {
    let Some(lanes) = lanes() else { return };
    let rook = |square, occupied| lanes.rook(square, occupied);
    assert_eq!(every_subset(&Direction::ORTHOGONAL, rook), 1_048_576);
    let set = |square: Square, occupied| lanes.sliders(sliders(square.bit(), 0), occupied);
    assert_eq!(every_subset(&Direction::ORTHOGONAL, set), 1_048_576);
}

#[test]
fn every_bishop() {
    let Some(lanes) = lanes() else { return };
    let bishop = |square, occupied| lanes.bishop(square, occupied);
    assert_eq!(every_subset(&Direction::DIAGONAL, bishop), 71_168);
    let set = |square: Square, occupied| lanes.sliders(sliders(0, square.bit()), occupied);
    assert_eq!(every_subset(&Direction::DIAGONAL, set), 71_168);
}

/// The queen is the union: every subset of the rook's squares, each with some subset of the
/// bishop's.
#[test]
fn queens() {
    let Some(lanes) = lanes() else { return };
    let mut cases = 0;
    for square in Square::all() {
        let [rook, bishop] =
            [Direction::ORTHOGONAL, Direction::DIAGONAL].map(|all| walk(&all, square, 0));
        let bishops: Vec<u64> = subsets(bishop).collect();
        for (pieces, &more) in subsets(rook).zip(bishops.iter().cycle()) {
            let occupied = pieces | more | random(cases) & !(rook | bishop);
            let union = lanes.rook(square, occupied) | lanes.bishop(square, occupied);
            assert_eq!(lanes.queen(square, occupied), union);
            assert_eq!(lanes.attacks(PieceKind::Queen, square, occupied), union);
            cases += 1;
        }
    }
    assert_eq!(cases, 1_048_576);
}

/// Sets from none to all squares, against the single pieces.
#[test]
fn sets() {
    let Some(lanes) = lanes() else { return };
    let thin =
        |seed: u64, times: u64| (1..=times).fold(random(seed), |w, i| w & random(seed ^ i << 40));
    let edges = [0, !0, 1, 1 << 63];
    let edges = edges.into_iter().flat_map(|a| {
        let pairs = edges.into_iter().flat_map(move |b| edges.map(|c| (b, c)));
        pairs.map(move |(b, c)| (a, b, c))
    });
    let mixed = (0..20_000).map(|i| {
        let (orthogonal, diagonal) = (thin(3 * i, i % 6), thin(3 * i + 1, i / 6 % 6));
        (orthogonal, diagonal, thin(3 * i + 2, i % 4))
    });
    for (orthogonal, diagonal, occupied) in edges.chain(mixed) {
        let rooks = Squares(orthogonal).map(|at| lanes.attacks(PieceKind::Rook, at, occupied));
        let bishops = Squares(diagonal).map(|at| lanes.attacks(PieceKind::Bishop, at, occupied));
        let expected = rooks.chain(bishops).fold(0, |all, one| all | one);
        let found = lanes.sliders(sliders(orthogonal, diagonal), occupied);
        assert_eq!(found, expected);
    }
}

#[test]
fn every_entry() {
    for square in Square::all() {
        for (lane, line) in [Line::File, Line::Diagonal, Line::Antidiagonal]
            .into_iter()
            .enumerate()
        {
            let expected = walk(&line.directions(), square, 0);
            assert_eq!(BESIDE[square.index()][lane], expected);
        }
        assert_eq!(BESIDE[square.index()][3], 0);
    }
}
