//! Positions as FEN.

use super::cells::BitPlanes;
use crate::position::{Color, Position, Role};
use crate::text::{Buffer, fixed_text};
use alloc::string::String;
use core::fmt;
use setwise_core::{RANK_1, Square, const_array};

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

fixed_text! {
    /// A FEN in a buffer of fixed size, from [`Position::fen`]. It dereferences to `str`.
    Fen[128]
}

impl Fen {
    /// The number of bytes of the longest FEN: 71 of pieces and slashes, five spaces, and fields of
    /// 1, 4, 2, 5 and 5 bytes.
    pub const MAX_LEN: usize = 71 + 5 + 1 + 4 + 2 + 5 + 5;
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
        let mut fen = Fen(Buffer::EMPTY);
        self.write(style, &mut fen.0);
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
        let mut fen = Fen(Buffer::EMPTY);
        self.write(style, &mut fen.0);
        fen.as_str().into()
    }

    /// Writes the FEN into an empty buffer.
    fn write(&self, style: FenStyle, fen: &mut Buffer<128>) {
        push_placement(fen, self);
        fen.push(match self.turn() {
            Color::White => b'w',
            Color::Black => b'b',
        });
        fen.push(b' ');
        push_castling(fen, self, style);
        fen.push(b' ');
        let passed = match style {
            FenStyle::X => self.capturable_en_passant(),
            _ => self.en_passant(),
        };
        match passed {
            Some(square) => fen.push_square(square),
            None => fen.push(b'-'),
        }
        for number in [self.halfmoves(), self.fullmove()] {
            fen.push(b' ');
            push_number(fen, number);
        }
    }
}

/// Writes the pieces and a space. Each square has one byte, which is kept if it is not 0: a letter,
/// or a digit at the beginning of a gap.
#[cfg_attr(not(unoptimized), inline(always))]
fn push_placement(fen: &mut Buffer<128>, position: &Position) {
    let letters = letters(position);
    let occupied = position.occupied().to_le_bytes();
    for rank in (0..8).rev() {
        let row = letters[rank] | GAPS[usize::from(occupied[rank])];
        for character in row.to_le_bytes() {
            fen.push_if(character != 0, character);
        }
        fen.push(if rank > 0 { b'/' } else { b' ' });
    }
}

/// By the occupied files of a rank: the digit of each gap on its first file, 0 on other files.
static GAPS: [u64; 256] = const_array!(occupied, 256, {
    let (mut gaps, mut file) = (0, 0);
    while file < 8 {
        let gap = (occupied >> file | 0x100 >> file).trailing_zeros();
        if gap > 0 {
            gaps |= (b'0' as u64 + gap as u64) << (8 * file);
        }
        file += gap + 1;
    }
    gaps
});

/// Returns the ranks, with a letter for each square, 0 for an empty one.
///
/// Board `b` has the squares whose letter has bit `b` in ASCII.
#[cfg_attr(not(unoptimized), inline(always))]
fn letters(position: &Position) -> [u64; 8] {
    let [a, b, c, black] = position.board.planes;
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

/// Writes the castling rights, the king's side first.
#[cfg_attr(not(unoptimized), inline(always))]
fn push_castling(fen: &mut Buffer<128>, position: &Position, style: FenStyle) {
    fen.push_if(position.castling() == 0, b'-');
    for (color, case) in [(Color::White, 0), (Color::Black, b'a' - b'A')] {
        let home = color.view(RANK_1);
        let mut rights = position.castling() & home;
        while let Some(rook) = Square::highest(rights) {
            rights ^= rook.bit();
            let is_east = rook > position.king(color);
            let beyond = if is_east {
                !1 << rook.index()
            } else {
                rook.bit() - 1
            };
            let rooks = position.pieces(color, Role::Rook) & home;
            let letter = if style == FenStyle::Shredder || rooks & beyond != 0 {
                b'A' + rook.file() as u8
            } else if is_east {
                b'K'
            } else {
                b'Q'
            };
            fen.push(letter + case);
        }
    }
}

/// Writes a number without leading zeros.
#[cfg_attr(not(unoptimized), inline(always))]
fn push_number(fen: &mut Buffer<128>, number: u16) {
    let digit = |unit| b'0' + (number / unit % 10) as u8;
    if number >= 100 {
        fen.push_if(number >= 10_000, digit(10_000));
        fen.push_if(number >= 1000, digit(1000));
        fen.push(digit(100));
    }
    fen.push_if(number >= 10, digit(10));
    fen.push(digit(1));
}

/// Writes `Position(…)` with the FEN.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

/// `{}` writes the FEN; `{:#}` draws the board above it.
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
