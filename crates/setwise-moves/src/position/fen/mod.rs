//! Forsyth-Edwards notation, with the castling rights of X-FEN and Shredder-FEN.

mod error;
mod write;

pub use error::{FenError, FenField, FenProblem};
pub use write::{Fen, FenStyle};

use super::{Color, InvalidPosition, Position, Role, Setup};
use FenProblem::*;
use setwise_core::{FILE_A, RANK_1, Square};

impl Position {
    /// The initial position of orthodox chess.
    pub const fn startpos() -> Self {
        Self {
            us: 0xffff,
            them: 0xffff << 48,
            pawns: 0xff00 | 0xff << 48,
            knights: 0x42 | 0x42 << 56,
            diagonal: 0x2c | 0x2c << 56,
            orthogonal: 0x89 | 0x89 << 56,
            kings: 0x10 | 0x10 << 56,
            castling: [0x81, 0x81],
            en_passant: 0,
            turn: Color::White,
            halfmoves: 0,
            fullmove: 1,
        }
    }

    /// Reads a FEN of six fields, or of four without the two clocks (0 and 1 then), separated by spaces.
    ///
    /// Castling rights may be written in any mixture and order of
    /// * `KQkq`: the outermost rook on that side of the king (X-FEN; in orthodox chess the only one),
    /// * files `A`-`H`, `a`-`h`: the rook of that file (Shredder-FEN).
    ///
    /// The en passant square stays as it is written, even if no pawn can capture there.
    ///
    /// # Errors
    /// The text is not a FEN, or the position breaks a rule of [`Setup`].
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    /// let position = Position::from_fen(fen).unwrap();
    /// assert_eq!(position.legal_moves().len(), 48);
    /// assert_eq!(position.to_fen(), fen);
    /// ```
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let mut fields = Fields { text: fen, at: 0 };
        let placement = fields.next(FenField::Placement)?;
        let mut setup = Setup::empty();
        read_placement(placement, &mut setup)?;
        setup.turn = read_turn(fields.next(FenField::Turn)?)?;
        let castling_field = fields.next(FenField::Castling)?;
        setup.castling = read_castling(castling_field, &setup)?;
        let en_passant_field = fields.next(FenField::EnPassant)?;
        setup.en_passant = match en_passant_field.text {
            "-" => None,
            name => Some(
                name.parse()
                    .map_err(|_| en_passant_field.error(0, NotASquare))?,
            ),
        };
        if !fields.is_at_end() {
            setup.halfmoves = fields.next(FenField::Halfmoves)?.number(0)?;
            setup.fullmove = fields.next(FenField::Fullmove)?.number(1)?;
            if !fields.is_at_end() {
                return Err(FenField::Fullmove.error(fields.at, TrailingText));
            }
        }
        Self::new(setup).map_err(|why| {
            let field = match why {
                InvalidPosition::NoCastlingRook(_) | InvalidPosition::TwoCastlingRooks(_) => {
                    castling_field
                }
                InvalidPosition::EnPassant(_) => en_passant_field,
                _ => placement,
            };
            field.error(0, Invalid(why))
        })
    }
}

impl Setup {
    /// Reads the pieces and the side to move of a FEN, which need not be a valid position. White moves if the text ends
    /// after the pieces; further fields are not read.
    ///
    /// # Errors
    /// The text is not the beginning of a FEN.
    ///
    /// ```
    /// use setwise_moves::{Color, Role, Setup};
    /// let rook = Setup::from_placement("8/8/8/3r4/8/8/8/8 b").unwrap();
    /// assert_eq!(rook.turn, Color::Black);
    /// assert_eq!(rook.pieces(Color::Black, Role::Rook), 1 << 35);
    /// ```
    pub fn from_placement(fen: &str) -> Result<Self, FenError> {
        let mut fields = Fields { text: fen, at: 0 };
        let mut setup = Self::empty();
        read_placement(fields.next(FenField::Placement)?, &mut setup)?;
        if !fields.is_at_end() {
            setup.turn = read_turn(fields.next(FenField::Turn)?)?;
        }
        Ok(setup)
    }
}

impl core::str::FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

impl Default for Position {
    /// The initial position.
    fn default() -> Self {
        Self::startpos()
    }
}

impl FenField {
    const fn error(self, at: usize, problem: FenProblem) -> FenError {
        FenError {
            field: self,
            at,
            problem,
        }
    }
}

/// The rest of a FEN.
struct Fields<'a> {
    text: &'a str,
    at: usize,
}

/// One field and its first byte.
#[derive(Clone, Copy)]
struct Field<'a> {
    name: FenField,
    text: &'a str,
    at: usize,
}

impl<'a> Fields<'a> {
    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_ascii_start().len();
    }

    fn is_at_end(&mut self) -> bool {
        self.skip_spaces();
        self.at == self.text.len()
    }

    fn next(&mut self, name: FenField) -> Result<Field<'a>, FenError> {
        self.skip_spaces();
        let at = self.at;
        let rest = &self.text[at..];
        let end = rest
            .find(|c: char| c.is_ascii_whitespace())
            .unwrap_or(rest.len());
        if end == 0 {
            return Err(name.error(at, Missing));
        }
        self.at += end;
        Ok(Field {
            name,
            text: &rest[..end],
            at,
        })
    }
}

impl Field<'_> {
    const fn error(&self, offset: usize, problem: FenProblem) -> FenError {
        self.name.error(self.at + offset, problem)
    }

    fn number(&self, least: u16) -> Result<u16, FenError> {
        let plain = self.text.bytes().all(|b| b.is_ascii_digit())
            && (self.text == "0" || !self.text.starts_with('0'));
        match self.text.parse() {
            Ok(number) if plain && number >= least => Ok(number),
            _ => Err(self.error(0, NotANumber(least))),
        }
    }
}

/// The side to move.
fn read_turn(field: Field<'_>) -> Result<Color, FenError> {
    match field.text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(field.error(0, NotATurn)),
    }
}

/// Reads the pieces.
fn read_placement(field: Field<'_>, setup: &mut Setup) -> Result<(), FenError> {
    let ranks = field.text.split('/').count();
    if ranks != 8 {
        return Err(field.error(0, RankCount(ranks)));
    }
    let mut offset = 0;
    for (rank, text) in (1..=8).rev().zip(field.text.split('/')) {
        let mut files = 0;
        let mut after_number = false;
        for (i, letter) in text.char_indices() {
            let number = match letter {
                '1'..='8' => letter as u8 - b'0',
                _ => 0,
            };
            if number > 0 && after_number {
                return Err(field.error(offset + i, TwoNumbers));
            }
            after_number = number > 0;
            if number == 0 {
                let role =
                    Role::from_letter(letter).ok_or(field.error(offset + i, NotAPiece(letter)))?;
                if let Some(square) = Square::at(files as i32, rank as i32 - 1) {
                    *setup.pieces_mut(color_of(letter), role) |= square.bit();
                }
            }
            files += number.max(1);
            if files > 8 {
                return Err(field.error(offset + i, RankLength(rank, files)));
            }
        }
        if files < 8 {
            return Err(field.error(offset, RankLength(rank, files)));
        }
        offset += text.len() + 1;
    }
    Ok(())
}

/// The color of a letter: upper case is White.
fn color_of(letter: char) -> Color {
    Color::ALL[letter.is_ascii_lowercase() as usize]
}

/// Reads the castling rights as a set of rooks.
fn read_castling(field: Field<'_>, setup: &Setup) -> Result<u64, FenError> {
    let mut rights = 0;
    if field.text == "-" {
        return Ok(rights);
    }
    for (i, letter) in field.text.char_indices() {
        let color = color_of(letter);
        let home = color.view(RANK_1);
        let rooks = setup.pieces(color, Role::Rook) & home;
        let king = setup.pieces(color, Role::King) & home;
        let west = rooks & king.wrapping_sub(1);
        let rook = match letter.to_ascii_lowercase() {
            'k' | 'q' | 'a'..='h' if king == 0 => {
                return Err(field.error(i, NoCastlingKing(letter)));
            }
            'k' => Square::highest(rooks & !west),
            'q' => Square::lowest(west),
            file @ 'a'..='h' => Square::lowest(rooks & FILE_A << (file as u8 - b'a')),
            _ => return Err(field.error(i, NotACastlingRight(letter))),
        };
        let rook = rook.ok_or(field.error(i, NoCastlingRook(letter)))?.bit();
        if rights & rook != 0 {
            return Err(field.error(i, CastlingTwice(letter)));
        }
        rights |= rook;
    }
    Ok(rights)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_initial_position_is_that_of_its_fen() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(Position::from_fen(START).unwrap(), Position::startpos());
        assert_eq!(Position::default(), START.parse().unwrap());
    }
}
