//! Boards of 24 bytes: the occupied squares, and four bits for the piece on each of them.

use crate::Reason;
use setwise_moves::{Color, Position, Role, Setup, Squares};

/// Divides a record into the occupied squares, the pieces and the rest.
pub(crate) const fn parts(bytes: &[u8; 32]) -> (u64, &[u8; 16], [u8; 8]) {
    #[rustfmt::skip]
    let [o0, o1, o2, o3, o4, o5, o6, o7, codes @ .., r0, r1, r2, r3, r4, r5, r6, r7] = bytes;
    let occupied = u64::from_le_bytes([*o0, *o1, *o2, *o3, *o4, *o5, *o6, *o7]);
    (occupied, codes, [*r0, *r1, *r2, *r3, *r4, *r5, *r6, *r7])
}

/// The number of pieces for which there is room.
const ROOM: u32 = 32;

/// The squares of each code; from [`OTHER`] on those of the opponent, or of Black.
pub(crate) type Sets = [u64; 16];

/// Added to the codes of the opponent's pieces, or of Black's.
pub(crate) const OTHER: usize = 8;

/// Returns the squares of each code.
///
/// # Errors
/// There are more than 32 pieces.
#[inline]
pub(crate) fn unpack(occupied: u64, codes: &[u8; 16]) -> Result<Sets, Reason> {
    check_count(occupied).map_err(Reason::PieceCount)?;
    // Sets by code, and not pieces one by one: docs/notes/data-files.md.
    let mut sets = [0; 16];
    let mut left = occupied;
    for pair in codes {
        if left == 0 {
            break;
        }
        for code in [pair & 15, pair >> 4] {
            // The lowest square, or none behind the last piece.
            sets[usize::from(code)] |= left & left.wrapping_neg();
            left &= left.wrapping_sub(1);
        }
    }
    Ok(sets)
}

/// Appends the sets of records, up to the first that has more than 32 pieces.
pub(crate) fn unpack_all(records: &[[u8; 32]], all: &mut Vec<Sets>) {
    #[cfg(feature = "simd")]
    if crate::unpack::unpack_all(records, all) {
        return;
    }
    all.extend(records.iter().map_while(|record| {
        let (occupied, codes, _) = parts(record);
        unpack(occupied, codes).ok()
    }));
}

/// Returns the pieces of a position, whose codes are 0 (pawn) to 5 (king).
///
/// # Errors
/// A piece has another code.
#[inline]
pub(crate) fn setup(sets: &Sets) -> Result<Setup, Reason> {
    let mut setup = Setup::empty();
    for (color, sets) in Color::ALL.into_iter().zip(sets.chunks(OTHER)) {
        for (role, set) in Role::ALL.into_iter().zip(sets) {
            *setup.pieces_mut(color, role) = *set;
        }
    }
    let mut others = [6, 7].into_iter();
    match others.find(|&code| sets[code] | sets[code + OTHER] != 0) {
        Some(code) => Err(Reason::PieceCode(code as u8)),
        None => Ok(setup),
    }
}

/// Checks that there is room for the pieces. The error is their number.
pub(crate) const fn check_count(occupied: u64) -> Result<(), u32> {
    let count = occupied.count_ones();
    if count <= ROOM { Ok(()) } else { Err(count) }
}

/// Returns the squares of each code 0 (pawn) to 5 (king) in a position.
pub(crate) fn sets(position: &Position) -> Sets {
    let mut sets = [0; 16];
    for (color, sets) in Color::ALL.into_iter().zip(sets.chunks_mut(OTHER)) {
        for (role, set) in Role::ALL.into_iter().zip(sets) {
            *set = position.pieces(color, role);
        }
    }
    sets
}

/// Packs the occupied squares, little-endian, and the codes: the reverse of [`unpack`]. The error is the number of pieces if there is no room.
pub(crate) fn pack(sets: &Sets) -> Result<[u8; 24], u32> {
    let (mut occupied, mut planes) = (0, [0; 4]);
    for (code, set) in sets.iter().enumerate() {
        occupied |= set;
        for (bit, plane) in planes.iter_mut().enumerate() {
            if code >> bit & 1 != 0 {
                *plane |= set;
            }
        }
    }
    check_count(occupied)?;
    let mut bytes = [0; 24];
    let (board, codes) = bytes.split_at_mut(8);
    board.copy_from_slice(&occupied.to_le_bytes());
    for (i, square) in Squares(occupied).take(ROOM as usize).enumerate() {
        let bit = |plane: u64| (plane >> square.index() & 1) as u8;
        let [one, two, four, eight] = planes.map(bit);
        codes[i / 2] |= (one | two << 1 | four << 2 | eight << 3) << (4 * (i & 1));
    }
    Ok(bytes)
}
