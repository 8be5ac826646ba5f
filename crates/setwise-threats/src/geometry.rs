//! Codes of pieces, and where pieces reach on the empty board.

use setwise_core::{const_array, const_for};

/// Roles, and the bit of Black's pieces: a piece is the sum of both, and 0 is no piece.
pub(crate) const PAWN: u8 = 1;
pub(crate) const KNIGHT: u8 = 2;
pub(crate) const BISHOP: u8 = 3;
pub(crate) const ROOK: u8 = 4;
pub(crate) const QUEEN: u8 = 5;
pub(crate) const KING: u8 = 6;
pub(crate) const BLACK: u8 = 8;

/// East, north-east, north, north-west, and their opposites: the opposite of direction d is d ^ 4.
/// The first four lead to greater squares. Even ones lead along ranks and files.
#[rustfmt::skip]
pub(crate) const DIRECTIONS: [(i32, i32); 8] = [
    (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1),
];

/// The knight's jumps as files and ranks, in ascending order of the target's square.
#[rustfmt::skip]
pub const JUMPS: [(i32, i32); 8] = [
    (-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2),
];

/// The king's steps as files and ranks, in ascending order of the target's square.
#[rustfmt::skip]
pub const STEPS: [(i32, i32); 8] = [
    (-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1),
];

/// Stands for no square, as do all numbers from 64 to 127.
pub(crate) const NONE: u8 = 127;

/// The square some files and ranks away, if that is on the board.
pub const fn step(square: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = ((square & 7) as i32 + files, (square >> 3) as i32 + ranks);
    if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        Some((8 * rank + file) as usize)
    } else {
        None
    }
}

/// Which of eight jumps or steps stay on the board from a square, as bits.
pub const fn on_board(ways: &[(i32, i32); 8], square: usize) -> u8 {
    let mut found = 0;
    const_for!(way, 8, {
        if step(square, ways[way]).is_some() {
            found |= 1 << way;
        }
    });
    found
}

/// The mirror that brings the king to the files a to d; it is xored to squares.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn to_queenside(king: u8) -> u8 {
    if king & 4 != 0 { 7 } else { 0 }
}

/// A table whose rows do not cross cache lines.
#[repr(align(64))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aligned<T>(pub(crate) T);

/// By square and direction: the squares of the ray, without its start.
pub(crate) static RAYS: Aligned<[[u64; 8]; 64]> = Aligned(RAY_TABLE);

const RAY_TABLE: [[u64; 8]; 64] = const_array!(square, 64, {
    const_array!(d, 8, {
        let (mut ray, mut at) = (0, square);
        while let Some(next) = step(at, DIRECTIONS[d]) {
            ray |= 1 << next;
            at = next;
        }
        ray
    })
});

/// By square: the targets of the eight jumps as bytes, [`NONE`] for those beyond the board.
pub(crate) static JUMPS_FROM: Aligned<[u64; 64]> = Aligned(const_array!(square, 64, {
    u64::from_le_bytes(const_array!(
        j,
        8,
        match step(square, JUMPS[j]) {
            Some(to) => to as u8,
            None => NONE,
        }
    ))
}));

/// By square: the adjacent square in each direction; 255 for jumps and beyond the board.
pub(crate) static ADJACENT: Aligned<[[u8; 16]; 64]> = Aligned({
    let mut adjacent = [[255; 16]; 64];
    const_for!(square, 64, {
        const_for!(d, 8, {
            if let Some(to) = step(square, DIRECTIONS[d]) {
                adjacent[square][d] = to as u8;
            }
        });
    });
    adjacent
});

/// The squares that a piece attacks on the empty board.
pub const fn attacks(piece: u8, from: usize) -> u64 {
    let (role, black) = (piece & 7, piece & BLACK != 0);
    let mut all = 0;
    const_for!(d, 8, {
        let straight = d.is_multiple_of(2);
        all |= match role {
            KNIGHT => bit(step(from, JUMPS[d])),
            KING => bit(step(from, DIRECTIONS[d])),
            PAWN if !straight && (d < 4) != black => bit(step(from, DIRECTIONS[d])),
            BISHOP if !straight => RAY_TABLE[from][d],
            ROOK if straight => RAY_TABLE[from][d],
            QUEEN => RAY_TABLE[from][d],
            _ => 0,
        };
    });
    all
}

const fn bit(square: Option<usize>) -> u64 {
    match square {
        Some(square) => 1 << square,
        None => 0,
    }
}

/// The number of attacks of a piece on the empty board from all lower squares, and at 64 from all
/// squares. Pawns have none on the first and the last rank.
pub const fn offsets(piece: u8) -> [u16; 65] {
    let mut table = [0; 65];
    const_for!(from, 64, {
        table[from + 1] = table[from] + attacks_where_it_stands(piece, from).count_ones() as u16;
    });
    table
}

/// [`attacks`], none for a pawn on the first or the last rank.
pub(crate) const fn attacks_where_it_stands(piece: u8, from: usize) -> u64 {
    if piece & 7 == PAWN && (from < 8 || from >= 56) {
        0
    } else {
        attacks(piece, from)
    }
}

pub(crate) const fn is_piece(code: u8) -> bool {
    code < 16 && code & 7 != 0 && code & 7 != 7
}

/// Whether the attack of one piece implies the attack back, so that both are one feature.
pub const fn is_mutual(attacker: u8, victim: u8) -> bool {
    attacker & 7 == victim & 7 && (attacker & 7 != PAWN || attacker != victim)
}
