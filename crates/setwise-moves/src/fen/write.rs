//! Positions as FEN.

use super::cells::BitPlanes;
use crate::position::{Color, Position, Role};
use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::ops::Deref;

/// A style of castling rights and en passant square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FenStyle {
    /// `KQkq` for outermost rooks, else the rook's file; the en passant square after every double
    /// push. For orthodox chess this is the FEN standard.
    #[default]
    Standard,
    /// [`Standard`](Self::Standard), except that the en passant square is left out unless a pawn
    /// attacks it.
    X,
    /// The file of every castling rook.
    Shredder,
}

/// The text of a FEN in a buffer of fixed size: the result of [`Position::fen`]. It dereferences to
/// `str`.
#[derive(Clone, Copy)]
pub struct Fen {
    text: [u8; SIZE],
    length: usize,
}

/// More than the longest FEN. A power of two, so that a mask keeps an index in the buffer.
const SIZE: usize = 128;

impl Fen {
    /// The number of bytes of the longest FEN: 71 of pieces and slashes, five spaces, and fields of
    /// 1, 4, 2, 5 and 5 bytes.
    pub const MAX_LEN: usize = 71 + 5 + 1 + 4 + 2 + 5 + 5;

    const EMPTY: Self = Self {
        text: [0; SIZE],
        length: 0,
    };

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        // All bytes are ASCII.
        str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// Returns the bytes of the text, all of them ASCII.
    pub fn as_bytes(&self) -> &[u8] {
        self.text.get(..self.length).unwrap_or_default()
    }

    /// Writes a position into an empty buffer.
    fn write(&mut self, position: &Position, style: FenStyle) {
        self.push_placement(position);
        self.push(b' ');
        self.push(match position.turn() {
            Color::White => b'w',
            Color::Black => b'b',
        });
        self.push(b' ');
        self.push_castling(position, style);
        self.push(b' ');
        let passed = match style {
            FenStyle::X => position.capturable_en_passant(),
            _ => position.en_passant(),
        };
        match passed {
            Some(square) => {
                self.push(b'a' + square.file() as u8);
                self.push(b'1' + square.rank() as u8);
            }
            None => self.push(b'-'),
        }
        self.push(b' ');
        self.push_number(position.halfmoves());
        self.push(b' ');
        self.push_number(position.fullmove());
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn push(&mut self, byte: u8) {
        self.text[self.length % SIZE] = byte;
        self.length += 1;
    }

    /// Writes a byte, and keeps it if a condition holds. There is no branch.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn push_if(&mut self, condition: bool, byte: u8) {
        self.text[self.length % SIZE] = byte;
        self.length += usize::from(condition);
    }

    /// Writes the pieces. Each square has one byte, which is kept if it is not 0: a letter, or a
    /// digit at the beginning of a gap.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn push_placement(&mut self, position: &Position) {
        let letters = letters(position);
        let occupied = position.occupied().to_le_bytes();
        let mut at = 0;
        for rank in (0..8).rev() {
            let row = letters[rank] | GAPS[usize::from(occupied[rank])];
            for byte in row.to_le_bytes() {
                self.text[at % SIZE] = byte;
                at += usize::from(byte != 0);
            }
            self.text[at % SIZE] = b'/';
            at += 1;
        }
        // No slash follows rank 1.
        self.length = at - 1;
    }

    /// Writes the castling rights, the king's side first.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn push_castling(&mut self, position: &Position, style: FenStyle) {
        if position.castling() == 0 {
            return self.push(b'-');
        }
        for color in Color::ALL {
            let files = |board: u64| color.view(board) as u8;
            let rights = files(position.castling());
            let rooks = files(position.pieces(color, Role::Rook));
            let king = files(position.pieces(color, Role::King));
            let west = king.wrapping_sub(1);
            let case = match color {
                Color::White => 0,
                Color::Black => b'a' - b'A',
            };
            let (east_rook, west_rook) = (rights & !west, rights & west);
            let beyond_east = rooks & !(east_rook | east_rook.wrapping_sub(1));
            let beyond_west = rooks & west_rook.wrapping_sub(1);
            for (rook, beyond, name) in [
                (east_rook, beyond_east, b'K'),
                (west_rook, beyond_west, b'Q'),
            ] {
                let is_file = style == FenStyle::Shredder || beyond != 0;
                let file = b'A' + rook.trailing_zeros() as u8;
                self.push_if(rook != 0, case + if is_file { file } else { name });
            }
        }
    }

    /// Writes a number without leading zeros.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn push_number(&mut self, number: u16) {
        let digit = |unit| b'0' + (number / unit % 10) as u8;
        if number >= 100 {
            self.push_if(number >= 10_000, digit(10_000));
            self.push_if(number >= 1000, digit(1000));
            self.push(digit(100));
        }
        self.push_if(number >= 10, digit(10));
        self.push(digit(1));
    }
}

/// By the occupied files of a rank: the digit of each gap on its first file, 0 on other files.
static GAPS: [u64; 256] = {
    let mut gaps = [0; 256];
    let mut occupied: u32 = 0;
    while occupied < 256 {
        let mut file = 0;
        while file < 8 {
            let gap = (occupied >> file | 0x100 >> file).trailing_zeros();
            if gap > 0 {
                gaps[occupied as usize] |= (b'0' as u64 + gap as u64) << (8 * file);
            }
            file += gap + 1;
        }
        occupied += 1;
    }
    gaps
};

/// Returns the ranks, with a letter for each square, 0 for an
/// empty one.
///
/// Board `b` has the squares whose letter has bit `b` in ASCII.
#[cfg_attr(not(unoptimized), inline(always))]
fn letters(position: &Position) -> [u64; 8] {
    let [a, b, c, black] = position.planes;
    let (king, knight) = (a & c, a & b);
    BitPlanes([
        b & c | king,
        (a | b ^ c) & (b | c),
        knight,
        knight | king,
        a & !(b | c) | c & !a,
        black,
        a | b | c,
        0,
    ])
    .ranks()
}

impl Position {
    /// Writes the FEN into a buffer of fixed size, without allocation.
    ///
    /// ```
    /// use setwise_moves::{FenStyle, Position};
    /// // Two rooks on the queen's side. The inner one may castle.
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/RR2K2R w HB - 0 1").unwrap();
    /// assert_eq!(*position.fen(FenStyle::X), *"4k3/8/8/8/8/8/8/RR2K2R w KB - 0 1");
    /// assert_eq!(*position.fen(FenStyle::Shredder), *"4k3/8/8/8/8/8/8/RR2K2R w HB - 0 1");
    /// ```
    pub fn fen(&self, style: FenStyle) -> Fen {
        let mut fen = Fen::EMPTY;
        fen.write(self, style);
        fen
    }

    /// Writes the FEN in the [standard](FenStyle::Standard) style.
    pub fn to_fen(&self) -> String {
        self.string(FenStyle::Standard)
    }

    /// Writes the FEN in the [Shredder](FenStyle::Shredder) style.
    pub fn to_shredder_fen(&self) -> String {
        self.string(FenStyle::Shredder)
    }

    fn string(&self, style: FenStyle) -> String {
        // Not a value that `fen` returns, which would be copied once more.
        let mut fen = Fen::EMPTY;
        fen.write(self, style);
        fen.as_str().to_owned()
    }
}

impl Deref for Fen {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Fen {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl From<Fen> for String {
    fn from(fen: Fen) -> Self {
        fen.as_str().to_owned()
    }
}

impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fen({self})")
    }
}

/// `{}` writes the FEN; `{:#}` draws the board above it.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fen = self.fen(FenStyle::Standard);
        if !f.alternate() {
            return f.pad(&fen);
        }
        let placement = fen.split(' ').next().unwrap_or_default();
        for (number, row) in (1..=8).rev().zip(placement.split('/')) {
            write!(f, "{number}")?;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(empty) => (0..empty).try_for_each(|_| f.write_str(" ."))?,
                    None => write!(f, " {letter}")?,
                }
            }
            f.write_str("\n")?;
        }
        write!(f, "  a b c d e f g h\n{fen}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_fen_has_the_greatest_length() {
        let fen = "r1b1kb1r/p1p1p1p1/1p1p1p1p/p1p1p1p1/1p1pPp1p/1P1P1P1P/1P1P1P1P/R1B1KB1R b KQkq e3 65535 65535";
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(*position.fen(FenStyle::Standard), *fen);
        assert_eq!(fen.len(), Fen::MAX_LEN);
    }

    #[test]
    fn texts_have_a_width() {
        let fen = Position::startpos().fen(FenStyle::X);
        assert_eq!(
            alloc::format!("{fen:.8}|{fen:>60}"),
            alloc::format!("rnbqkbnr|{:>60}", &*fen)
        );
    }
}
