//! From the bits of codes to pieces, and back.

use super::record::Bits;
use crate::position::{Color, Position, Role, Setup};
use core::fmt;

/// A code that stands for no piece, without the bit of the color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceCode(pub u8);

impl fmt::Display for PieceCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not the code of a piece", self.0)
    }
}

impl core::error::Error for PieceCode {}

/// Returns the pieces of each role, of both colors: pawns, knights, bishops, rooks, queens, kings.
/// Their codes are 0 to 5. The last bit, the color, is not read.
///
/// # Errors
/// A piece has the code 6 or 7.
#[inline]
pub const fn roles(occupied: u64, [one, two, four, _]: Bits) -> Result<[u64; 6], PieceCode> {
    let wrong = occupied & two & four;
    if wrong != 0 {
        return Err(PieceCode(if wrong & !one != 0 { 6 } else { 7 }));
    }
    let (low, high) = (occupied & !four, occupied & four);
    Ok([
        low & !two & !one,
        low & !two & one,
        low & two & !one,
        low & two & one,
        high & !one,
        high & one,
    ])
}

/// Returns the pieces of a position, with White to move and without castling rights.
///
/// # Errors
/// A piece has the code 6 or 7.
#[inline]
pub fn setup(occupied: u64, bits: Bits) -> Result<Setup, PieceCode> {
    let roles = roles(occupied, bits)?;
    let black = bits[3];
    let mut setup = Setup::empty();
    for (role, set) in Role::ALL.into_iter().zip(roles) {
        *setup.pieces_mut(Color::White, role) = set & !black;
        *setup.pieces_mut(Color::Black, role) = set & black;
    }
    Ok(setup)
}

/// Separates the rooks of marlinformat that may castle. Returns these rooks, and the bits with
/// their code, 6, replaced by that of other rooks, 3.
///
/// ```
/// // A rook of White that may castle, and one that may not.
/// let (unmoved, bits) = setwise_moves::packed::unmoved_rooks(0b11, [0b10, 0b11, 0b01, 0]);
/// assert_eq!((unmoved, bits), (0b01, [0b11, 0b11, 0, 0]));
/// ```
#[inline]
pub const fn unmoved_rooks(occupied: u64, [one, two, four, black]: Bits) -> (u64, Bits) {
    let unmoved = occupied & four & two & !one;
    (unmoved, [one | unmoved, two, four & !unmoved, black])
}

/// Returns the bits of the codes 0 (pawn) to 5 (king) in a position.
#[inline]
pub fn bits_of(position: &Position) -> Bits {
    let [a, b, c, ..] = position.words();
    bits_of_planes([a, b, c], position.by_color(Color::Black))
}

/// The same for the planes of a [`Block`](crate::Block), where these pieces have the highest bit.
#[inline]
pub const fn bits_of_planes([a, b, c]: [u64; 3], other: u64) -> Bits {
    let (bishops, rooks) = (b & !(a | c), c & !(a | b));
    let (knights, kings, queens) = (a & b, a & c, b & c);
    [
        knights | rooks | kings,
        bishops | rooks,
        queens | kings,
        other,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bits_of_empty_squares_do_not_matter() {
        let fen = "rnbqkbnr/ppp1pppp/8/8/8/8/PPPPPPPP/RNBQK2R w - - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let (occupied, planes) = (position.occupied(), bits_of(&position));
        let expected = Ok(Setup::from(position));
        assert_eq!(setup(occupied, planes), expected);
        let filled = planes.map(|plane| plane | !occupied);
        assert_eq!(setup(occupied, filled), expected);
        // The codes 6 and 7.
        for one in [0, 1] {
            let code = PieceCode(6 + one as u8);
            assert_eq!(setup(occupied, [one, 1, 1, 0]), Err(code));
        }
    }
}
