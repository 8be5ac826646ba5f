//! Boards of 24 bytes: the occupied squares, and four bits for the piece on each of them.

use crate::vocabulary::damage::Reason;
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

/// The squares of each bit of the codes, lowest bit first. The bits of empty squares do not matter.
pub(crate) type Bits = [u64; 4];

/// Appends the bits of records, up to the first that has more than 32 pieces.
pub(crate) fn unpack_all(records: &[[u8; 32]], all: &mut Vec<Bits>) {
    #[cfg(feature = "simd")]
    if crate::codecs::packed::vectors::unpack_all(records, all) {
        return;
    }
    all.extend(records.iter().map_while(|record| {
        let (occupied, codes, _) = parts(record);
        Some(bits(&unpack(occupied, codes).ok()?))
    }));
}

/// Returns the squares of each bit of the codes.
#[inline]
pub(crate) fn bits(sets: &Sets) -> Bits {
    let mut bits = [0; 4];
    for (code, set) in sets.iter().enumerate() {
        for (bit, plane) in bits.iter_mut().enumerate() {
            if code >> bit & 1 != 0 {
                *plane |= set;
            }
        }
    }
    bits
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

/// Returns the pieces of a position by the bits of their codes. Returns `None` if a code is 6 or 7.
#[inline]
pub(crate) fn setup_of_bits(occupied: u64, [one, two, four, other]: Bits) -> Option<Setup> {
    if occupied & two & four != 0 {
        return None;
    }
    let (low, high) = (occupied & !four, occupied & four);
    let roles = [
        low & !two & !one,
        low & !two & one,
        low & two & !one,
        low & two & one,
        high & !one,
        high & one,
    ];
    let mut setup = Setup::empty();
    for (role, set) in Role::ALL.into_iter().zip(roles) {
        *setup.pieces_mut(Color::White, role) = set & !other;
        *setup.pieces_mut(Color::Black, role) = set & other;
    }
    Some(setup)
}

/// Checks that there is room for the pieces. The error is their number.
pub(crate) const fn check_count(occupied: u64) -> Result<(), u32> {
    let count = occupied.count_ones();
    if count <= ROOM { Ok(()) } else { Err(count) }
}

/// Returns the bits of the codes 0 (pawn) to 5 (king) in a position.
pub(crate) fn bits_of(position: &Position) -> Bits {
    let [_, knights, bishops, rooks, queens, kings] = Role::ALL.map(|role| position.by_role(role));
    let black = position.by_color(Color::Black);
    [
        knights | rooks | kings,
        bishops | rooks,
        queens | kings,
        black,
    ]
}

/// Packs the occupied squares, little-endian, and the codes: the reverse of [`unpack_all`]. The error is the number of pieces if there is no
/// room.
pub(crate) fn pack(occupied: u64, bits: Bits) -> Result<[u8; 24], u32> {
    check_count(occupied)?;
    #[cfg(feature = "simd")]
    let codes = crate::codecs::packed::vectors::pack(occupied, bits);
    #[cfg(not(feature = "simd"))]
    let codes = None;
    let codes = codes.unwrap_or_else(|| pack_each(occupied, bits));
    let mut bytes = [0; 24];
    let (board, rest) = bytes.split_at_mut(8);
    board.copy_from_slice(&occupied.to_le_bytes());
    rest.copy_from_slice(&codes);
    Ok(bytes)
}

/// Packs the codes of one piece after the other.
pub(crate) fn pack_each(occupied: u64, bits: Bits) -> [u8; 16] {
    let mut codes = [0; 16];
    for (i, square) in Squares(occupied).take(ROOM as usize).enumerate() {
        let bit = |plane: u64| (plane >> square.index() & 1) as u8;
        let [one, two, four, eight] = bits.map(bit);
        codes[i / 2] |= (one | two << 1 | four << 2 | eight << 3) << (4 * (i & 1));
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_codes_of_the_initial_position() {
        let occupied = 0xffff_0000_0000_ffff;
        let codes = [
            0x13, 0x42, 0x25, 0x31, 0, 0, 0, 0, // White
            0x88, 0x88, 0x88, 0x88, 0x9b, 0xca, 0xad, 0xb9, // Black
        ];
        let planes = bits_of(&Position::startpos());
        assert_eq!(pack_each(occupied, planes), codes);
        assert_eq!(pack(occupied, planes).unwrap()[8..], codes);
        let sets = unpack(occupied, &codes).unwrap();
        assert_eq!((sets[0], sets[OTHER]), (0xff00, 0x00ff_0000_0000_0000));
        assert_eq!((sets[5], sets[OTHER + 5]), (1 << 4, 1 << 60));
        assert_eq!(bits(&sets), planes);
    }

    #[test]
    fn the_bits_of_empty_squares_do_not_matter() {
        let fen = "rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQK2R w - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let (occupied, planes) = (position.occupied(), bits_of(&position));
        let expected = Some(Setup::from(position));
        assert_eq!(setup_of_bits(occupied, planes), expected);
        let filled = planes.map(|plane| plane | !occupied);
        assert_eq!(setup_of_bits(occupied, filled), expected);
        // The codes 6 and 7.
        for one in [0, 1] {
            assert_eq!(setup_of_bits(occupied, [one, 1, 1, 0]), None);
        }
    }

    #[test]
    fn there_is_room_for_32_pieces() {
        assert_eq!(check_count(0xffff_0000_0000_ffff), Ok(()));
        assert_eq!(check_count(0xffff_0001_0000_ffff), Err(33));
    }
}
