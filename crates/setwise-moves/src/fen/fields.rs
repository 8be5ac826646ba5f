//! FEN field by field, with the place of an error.

use super::error::{FenError, FenField, FenReason};
use super::letters::{castling_rook, color_of};
use crate::position::{Color, InvalidPosition, Position, Role, Setup};
use FenReason::*;
use setwise_core::{RANK_1, Square};

/// Reads a FEN of six fields, or of four.
#[cold]
#[inline(never)]
pub(super) fn position_or_error(fen: &str) -> Result<Position, FenError> {
    let mut fields = Fields::new(fen);
    let placement = fields.next(FenField::Placement)?;
    let mut setup = Setup::empty();
    placement.pieces(&mut setup)?;
    setup.turn = fields.next(FenField::Turn)?.turn()?;
    let castling = fields.next(FenField::Castling)?;
    setup.castling = castling.rooks(&setup)?;
    let en_passant = fields.next(FenField::EnPassant)?;
    setup.en_passant = match en_passant.text {
        "-" => None,
        name => Some(name.parse().map_err(|_| en_passant.error(0, NotASquare))?),
    };
    if !fields.is_at_end() {
        setup.halfmoves = fields.next(FenField::Halfmoves)?.number(0)?;
        setup.fullmove = fields.next(FenField::Fullmove)?.number(1)?;
        if !fields.is_at_end() {
            return Err(FenField::Fullmove.error(fields.at, TrailingText));
        }
    }
    Position::new(setup).map_err(|why| {
        let field = match why {
            InvalidPosition::NoCastlingRook(_) | InvalidPosition::TwoCastlingRooks(_) => castling,
            InvalidPosition::EnPassant(_) => en_passant,
            _ => placement,
        };
        field.error(0, Invalid(why))
    })
}

/// Reads the pieces, and the side to move if the text goes on.
pub(super) fn placement_and_turn(fen: &str) -> Result<Setup, FenError> {
    let mut fields = Fields::new(fen);
    let mut setup = Setup::empty();
    fields.next(FenField::Placement)?.pieces(&mut setup)?;
    if !fields.is_at_end() {
        setup.turn = fields.next(FenField::Turn)?.turn()?;
    }
    Ok(setup)
}

impl FenField {
    const fn error(self, at: usize, reason: FenReason) -> FenError {
        FenError {
            field: self,
            at,
            reason,
        }
    }
}

/// A FEN that is read up to some byte.
pub(super) struct Fields<'a> {
    text: &'a str,
    at: usize,
}

/// One field and its first byte.
#[derive(Clone, Copy)]
pub(super) struct Field<'a> {
    name: FenField,
    text: &'a str,
    at: usize,
}

impl<'a> Fields<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The text that has been read.
    pub(super) fn front(&self) -> &'a str {
        &self.text[..self.at]
    }

    /// The text that has not been read.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_ascii_start().len();
    }

    fn is_at_end(&mut self) -> bool {
        self.skip_spaces();
        self.at == self.text.len()
    }

    /// Reads the next field as a number, if it begins with digits before a space, a `;` or the end.
    pub(super) fn counter(&mut self, name: FenField) -> Result<Option<u16>, FenError> {
        self.skip_spaces();
        let rest = self.rest();
        let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let ends =
            behind.is_empty() || behind.starts_with(|c: char| c == ';' || c.is_ascii_whitespace());
        let (text, at) = (&rest[..rest.len() - behind.len()], self.at);
        if text.is_empty() || !ends {
            return Ok(None);
        }
        self.at += text.len();
        Field { name, text, at }.number(0).map(Some)
    }

    pub(super) fn next(&mut self, name: FenField) -> Result<Field<'a>, FenError> {
        self.skip_spaces();
        let at = self.at;
        let rest = &self.text[at..];
        let end = rest.find(|c: char| c.is_ascii_whitespace());
        let text = &rest[..end.unwrap_or(rest.len())];
        if text.is_empty() {
            return Err(name.error(at, Missing));
        }
        self.at += text.len();
        Ok(Field { name, text, at })
    }
}

impl Field<'_> {
    const fn error(&self, offset: usize, reason: FenReason) -> FenError {
        self.name.error(self.at + offset, reason)
    }

    fn number(&self, least: u16) -> Result<u16, FenError> {
        let plain = self.text.bytes().all(|b| b.is_ascii_digit())
            && (self.text == "0" || !self.text.starts_with('0'));
        match self.text.parse() {
            Ok(number) if plain && number >= least => Ok(number),
            _ if self
                .text
                .starts_with(|c: char| c == ';' || c.is_alphabetic()) =>
            {
                Err(self.error(0, NoClock))
            }
            _ => Err(self.error(0, NotANumber(least))),
        }
    }

    fn turn(&self) -> Result<Color, FenError> {
        match self.text {
            "w" => Ok(Color::White),
            "b" => Ok(Color::Black),
            _ => Err(self.error(0, NotATurn)),
        }
    }

    fn pieces(&self, setup: &mut Setup) -> Result<(), FenError> {
        let ranks = self.text.split('/').count();
        if ranks != 8 {
            return Err(self.error(0, RankCount(ranks)));
        }
        let mut offset = 0;
        for (rank, text) in (1..=8).rev().zip(self.text.split('/')) {
            let mut files = 0;
            let mut after_number = false;
            for (i, letter) in text.char_indices() {
                let number = match letter {
                    '1'..='8' => letter as u8 - b'0',
                    _ => 0,
                };
                if number > 0 && after_number {
                    return Err(self.error(offset + i, TwoNumbers));
                }
                after_number = number > 0;
                if number == 0 {
                    let role = Role::from_letter(letter)
                        .ok_or(self.error(offset + i, NotAPiece(letter)))?;
                    if let Some(square) = Square::at(files as i32, rank as i32 - 1) {
                        *setup.pieces_mut(color_of(letter), role) |= square.bit();
                    }
                }
                files += number.max(1);
                if files > 8 {
                    return Err(self.error(offset + i, RankLength(rank, files)));
                }
            }
            if files < 8 {
                return Err(self.error(offset, RankLength(rank, files)));
            }
            offset += text.len() + 1;
        }
        Ok(())
    }

    /// Reads the castling rights as a set of rooks.
    fn rooks(&self, setup: &Setup) -> Result<u64, FenError> {
        let mut rights = 0;
        if self.text == "-" {
            return Ok(rights);
        }
        for (i, letter) in self.text.char_indices() {
            let color = color_of(letter);
            let on_home = |role| setup.pieces(color, role) & color.view(RANK_1);
            let rook = castling_rook(letter, on_home(Role::Rook), on_home(Role::King));
            let rook = rook.map_err(|reason| self.error(i, reason))?;
            if rights & rook.bit() != 0 {
                return Err(self.error(i, CastlingTwice(letter)));
            }
            rights |= rook.bit();
        }
        Ok(rights)
    }
}
