//! Every piece-wise system against the square walker, exhaustively: all rays, all rooks, all
//! bishops, all tables.

mod blockers;
mod pieces;
mod rays;
mod sets;
mod tables;
mod traps;

use setwise_conformance::{Rng, lines::subsets};
use setwise_core::piecewise::PieceKind;
use setwise_core::{Direction, Square, oracle};

/// Returns the squares that a piece attacks, by a walk.
fn walk(kind: PieceKind, square: Square, occupied: u64) -> u64 {
    let directions: &[Direction] = match kind {
        PieceKind::Rook => &Direction::ORTHOGONAL,
        PieceKind::Bishop => &Direction::DIAGONAL,
        PieceKind::Queen | PieceKind::King => &Direction::ALL,
        PieceKind::Knight => return jumps(square),
    };
    let occupied = if kind == PieceKind::King {
        !0
    } else {
        occupied
    };
    directions
        .iter()
        .map(|&direction| oracle::attacks(square.bit(), occupied, direction))
        .fold(0, |all, attacks| all | attacks)
}

/// Returns the knight's squares by their definition: two squares in one direction and one across.
fn jumps(square: Square) -> u64 {
    Square::all()
        .filter(|to| {
            let files = to.file().abs_diff(square.file());
            let ranks = to.rank().abs_diff(square.rank());
            files * ranks == 2
        })
        .fold(0, |all, to| all | to.bit())
}

/// The ray on the empty board.
fn ray(square: Square, direction: Direction) -> u64 {
    oracle::attacks(square.bit(), 0, direction)
}

/// Three contents of the other squares: nothing, everything, and noise.
fn noises(beside: u64, seed: u64) -> [u64; 3] {
    [0, beside, beside & random(seed)]
}

fn random(seed: u64) -> u64 {
    Rng::new(seed).next_u64()
}

#[test]
fn subsets_are_complete() {
    assert_eq!(subsets(0).collect::<Vec<_>>(), [0]);
    assert_eq!(subsets(0b101).collect::<Vec<_>>(), [0, 1, 4, 5]);
    assert_eq!(
        subsets(ray(Square::wrapping(0), Direction::North)).count(),
        128
    );
}
