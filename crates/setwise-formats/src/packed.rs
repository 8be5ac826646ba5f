//! Boards of 24 bytes: the occupied squares, and four bits for the piece on each of them.

use crate::Reason;
use setwise_moves::{Color, Position, Role, Square, Squares};

/// Divides a record into the occupied squares, the pieces and the rest.
pub(crate) const fn parts(bytes: &[u8; 32]) -> (u64, &[u8; 16], [u8; 8]) {
    #[rustfmt::skip]
    let [o0, o1, o2, o3, o4, o5, o6, o7, codes @ .., r0, r1, r2, r3, r4, r5, r6, r7] = bytes;
    let occupied = u64::from_le_bytes([*o0, *o1, *o2, *o3, *o4, *o5, *o6, *o7]);
    (occupied, codes, [*r0, *r1, *r2, *r3, *r4, *r5, *r6, *r7])
}

/// The number of pieces for which there is room.
const ROOM: u32 = 32;

/// Calls `place` with the square, the color and the low three bits of the code of each piece, in ascending order of squares.
///
/// # Errors
/// There are more than 32 pieces, or `place` fails.
#[inline(always)]
pub(crate) fn unpack(
    occupied: u64,
    codes: &[u8; 16],
    mut place: impl FnMut(u64, Color, u8) -> Result<(), Reason>,
) -> Result<(), Reason> {
    check_count(occupied).map_err(Reason::PieceCount)?;
    let mut left = occupied;
    for pair in codes {
        for code in [pair & 15, pair >> 4] {
            if left == 0 {
                return Ok(());
            }
            let square = left & left.wrapping_neg();
            place(square, Color::ALL[usize::from(code >> 3)], code & 7)?;
            left ^= square;
        }
    }
    Ok(())
}

/// Checks that there is room for the pieces. The error is their number.
pub(crate) const fn check_count(occupied: u64) -> Result<(), u32> {
    let count = occupied.count_ones();
    if count <= ROOM { Ok(()) } else { Err(count) }
}

/// Returns the role of a code 0 (pawn) to 5 (king).
#[inline(always)]
pub(crate) fn role(code: u8) -> Result<Role, Reason> {
    Role::ALL
        .get(usize::from(code))
        .copied()
        .ok_or(Reason::PieceCode(code))
}

/// Packs the pieces of a position, each with the code that `code` gives its square. The color is added here. Pieces behind the
/// 32nd are left out.
pub(crate) fn pack(position: &Position, code: impl Fn(Square, Role) -> u8) -> [u8; 16] {
    let mut codes = [0; 16];
    let pieces = Squares(position.occupied()).filter_map(|square| {
        let (color, role) = position.piece_on(square)?;
        Some(code(square, role) | (color.index() as u8) << 3)
    });
    for (i, code) in pieces.take(ROOM as usize).enumerate() {
        codes[i / 2] |= code << (4 * (i & 1));
    }
    codes
}
