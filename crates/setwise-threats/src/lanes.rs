//! The pairs of pieces that a step can change, in fixed places.
//!
//! A pair is a *partner* and an *other*: the partner is the piece that moves or is captured, the
//! other is one of the neighbors of its square. Each pair has a lane; which lanes count depends on
//! the kind of the step and on the way from its first square to its second.

use crate::geometry::{DIRECTIONS, JUMPS, step};

/// The partner leaves the first square. Others: the nearest in eight directions, then by jumps.
pub(crate) const FROM: usize = 0;
/// The partner is captured on the second square.
pub(crate) const CAPTURED: usize = 16;
/// The nearest pieces of the second square in opposite directions, which see each other no longer.
pub(crate) const COVERED: usize = 32;
/// The partner is placed on the second square.
pub(crate) const PLACED: usize = 40;
/// The nearest pieces of the first square in opposite directions, which see each other now.
pub(crate) const DISCOVERED: usize = 56;
/// The lanes of pairs that exist before the step. The other pairs exist after it.
pub(crate) const REMOVED: u64 = (1 << PLACED) - 1;
/// The lanes of pairs of two neighbors.
pub(crate) const PAIRS: u64 = 0xf << COVERED | 0xf << DISCOVERED;

/// Kinds of steps: a piece moves to an empty square, captures, is removed, placed, or replaced.
pub(crate) const MOVES: u8 = 0;
pub(crate) const CAPTURES: u8 = 1;
pub(crate) const REMOVES: u8 = 2;
pub(crate) const PLACES: u8 = 3;
pub(crate) const REPLACES: u8 = 4;
/// The number of ways from square to square: eight directions, eight jumps, and [`NO_WAY`].
pub(crate) const WAYS: u8 = 17;
/// Neither a line nor a jump leads from the first square to the second.
pub(crate) const NO_WAY: u8 = 16;
/// The number of rows of a table by kind and way: a power of two, with rows for nothing at the end.
pub(crate) const ROWS: usize = 128;

/// By first and second square: the direction, or 8 plus the jump back, or `NO_WAY`.
pub static WAY: [[u8; 64]; 64] = {
    let mut ways = [[NO_WAY; 64]; 64];
    let mut square = 0;
    while square < 64 {
        let mut d = 0;
        while d < 8 {
            let mut at = square;
            while let Some(next) = step(at, DIRECTIONS[d]) {
                ways[square][next] = d as u8;
                at = next;
            }
            if let Some(other) = step(square, JUMPS[d]) {
                ways[other][square] = 8 + d as u8;
            }
            d += 1;
        }
        square += 1;
    }
    ways
};

/// By kind and way: the lanes that count.
pub(crate) static LANES: [u64; ROWS] = TABLE;

const TABLE: [u64; ROWS] = {
    let mut lanes = [0; ROWS];
    let mut row = 0;
    while row < ROWS {
        let (kind, way) = ((row / WAYS as usize) as u8, row % WAYS as usize);
        let mut some: u64 = match kind {
            MOVES => 0xffff << FROM | 0xf << COVERED | 0xffff << PLACED | 0xf << DISCOVERED,
            CAPTURES => 0xffff << FROM | 0xffff << CAPTURED | 0xffff << PLACED | 0xf << DISCOVERED,
            REMOVES => 0xffff << FROM | 0xf << DISCOVERED,
            PLACES => 0xf << COVERED | 0xffff << PLACED,
            REPLACES => 0xffff << FROM | 0xffff << PLACED,
            _ => 0,
        };
        if kind == MOVES || kind == CAPTURES {
            if way < 8 {
                // Pairs on the line of the move see each other before and after it. The piece
                // behind the moving one does not see the captured one.
                some &= !(1 << (COVERED + way % 4) | 1 << (DISCOVERED + way % 4));
                some &= !(1 << (CAPTURED + (way ^ 4)));
            } else if way < 16 {
                // The jump back leads to the square that the knight has left.
                some &= !(1 << (CAPTURED + way) | 1 << (PLACED + way));
            }
        }
        lanes[row] = some;
        row += 1;
    }
    lanes
};

/// [`LANES`] for two half boards: pairs of the first square and of the captured piece; pairs across
/// the two squares, then those of the placed piece.
pub(crate) static IN_HALF_BOARDS: [u64; ROWS] = {
    let (mut rows, mut row) = ([0; ROWS], 0);
    while row < ROWS {
        let lanes = TABLE[row];
        let pairs = lanes >> COVERED & 0xf | (lanes >> DISCOVERED & 0xf) << 4;
        rows[row] = lanes & 0xffff_ffff | pairs << 32 | (lanes >> PLACED & 0xffff) << 48;
        row += 1;
    }
    rows
};

/// The number of removed ones of [`IN_HALF_BOARDS`], which come first: all of the first half board,
/// and the first four of the second.
pub(crate) const REMOVED_IN_HALF_BOARDS: u32 = 36;

/// How the other of a pair lies, seen from the partner, times 16: a row in tables of rules.
pub(crate) const STRAIGHT: u8 = 0;
pub(crate) const ABOVE: u8 = 16;
pub(crate) const BELOW: u8 = 32;
pub(crate) const JUMP: u8 = 48;

/// How the other of a lane of 16 (eight directions, eight jumps) lies.
pub(crate) const fn lies(lane: usize) -> u8 {
    match lane {
        1 | 3 => ABOVE,
        5 | 7 => BELOW,
        0..8 => STRAIGHT,
        _ => JUMP,
    }
}
