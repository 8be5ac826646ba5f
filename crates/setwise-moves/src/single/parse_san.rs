//! Moves from standard algebraic notation.

use super::parse_move::square_named;
use crate::position::{Color, Move, MoveKind, Position, Role};
use alloc::string::String;
use core::fmt;
use setwise_core::{FILE_A, RANK_1, Square, Squares};

/// A text is not exactly one legal move in algebraic notation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SanError {
    /// The first 16 bytes of the text.
    pub text: String,
    /// The reason.
    pub reason: SanReason,
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.text, self.reason)
    }
}

impl core::error::Error for SanError {}

/// Why a text is no move in algebraic notation: a part of [`SanError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SanReason {
    /// The text has not the form of a move.
    Unreadable,
    /// No legal move fits.
    Illegal,
    /// Several legal moves fit.
    Ambiguous,
}

impl fmt::Display for SanReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Unreadable => "is not a move",
            Self::Illegal => "is no legal move",
            Self::Ambiguous => "fits several legal moves",
        })
    }
}

impl Position {
    /// Finds the legal move of a text in standard algebraic notation.
    ///
    /// Accepted variations: `e.p.` and marks of check, mate and quality at the end, `0-0` for
    /// `O-O`, `e8Q` for `e8=Q`, more disambiguation than needed, a missing `x`, `-` before the
    /// target.
    ///
    /// # Errors
    /// The text has not the form of a move, or not exactly one legal move fits.
    ///
    /// ```
    /// use setwise_moves::{Position, SanReason};
    /// let start = Position::startpos();
    /// assert_eq!(start.parse_san("Nf3")?, start.parse_move("g1f3")?);
    /// let error = start.parse_san("Nf4").unwrap_err();
    /// assert_eq!(error.reason, SanReason::Illegal);
    /// assert_eq!(error.to_string(), "\"Nf4\" is no legal move");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        self.parse_san_ascii(text.as_bytes())
    }

    /// Finds the legal move of a text in standard algebraic notation, as
    /// [`parse_san`](Self::parse_san) does. The bytes may be any, such as those of a file.
    ///
    /// # Errors
    /// Those of [`parse_san`](Self::parse_san).
    ///
    /// ```
    /// use setwise_moves::{Position, SanReason};
    /// let start = Position::startpos();
    /// assert_eq!(start.parse_san_ascii(b"Nf3"), start.parse_san("Nf3"));
    /// let error = start.parse_san_ascii(b"Nf\xff").unwrap_err();
    /// assert_eq!(error.reason, SanReason::Unreadable);
    /// ```
    pub fn parse_san_ascii(&self, text: &[u8]) -> Result<Move, SanError> {
        let found = match without_suffix(text) {
            b"O-O" | b"0-0" => self.castling_san(6),
            b"O-O-O" | b"0-0-0" => self.castling_san(2),
            text => match Pattern::read(text) {
                Some(pattern) => self.fitting(&pattern),
                None => Err(SanReason::Unreadable),
            },
        };
        found.map_err(|reason| reason.with(text))
    }

    fn castling_san(&self, file: usize) -> Result<Move, SanReason> {
        let king = self.king(self.turn());
        let target = Square::wrapping(king.index() & 56 | file);
        let found = self.castling_to(king, target);
        found.ok_or(SanReason::Illegal)
    }

    /// Finds the only legal move of a pattern.
    fn fitting(&self, pattern: &Pattern) -> Result<Move, SanReason> {
        let (role, target, promoted) = (pattern.role, pattern.target, pattern.promoted);
        let mut sources = self.reaching(role, target);
        if role == Role::Pawn {
            sources |= self.pushing(target);
        } else if promoted.is_some() {
            return Err(SanReason::Illegal);
        }
        let mut fitting = Squares(sources & pattern.sources).filter_map(|source| {
            let found = match role {
                Role::Pawn => self.move_between(source, target, promoted)?,
                _ => Move::coded(source.index(), target.index(), MoveKind::of(role) as u16),
            };
            self.is_legal(found).then_some(found)
        });
        let found = fitting.next().ok_or(SanReason::Illegal)?;
        match fitting.next() {
            None => Ok(found),
            Some(_) => Err(SanReason::Ambiguous),
        }
    }

    /// The pawns of the side to move one and two squares behind a square.
    fn pushing(&self, target: Square) -> u64 {
        let bit = target.bit();
        let behind = match self.turn() {
            Color::White => bit >> 8 | bit >> 16,
            Color::Black => bit << 8 | bit << 16,
        };
        behind & self.pieces(self.turn(), Role::Pawn)
    }
}

impl SanReason {
    #[cold]
    fn with(self, text: &[u8]) -> SanError {
        let shown = text.get(..16).unwrap_or(text);
        SanError {
            text: String::from_utf8_lossy(shown).into_owned(),
            reason: self,
        }
    }
}

/// The parts of the text of a move.
struct Pattern {
    role: Role,
    /// The squares of the files and ranks that the text names.
    sources: u64,
    target: Square,
    promoted: Option<Role>,
}

/// Removes marks of check, mate, quality and en passant.
fn without_suffix(text: &[u8]) -> &[u8] {
    let bare = without_marks(text);
    match bare.strip_suffix(b"e.p.") {
        Some(rest) => without_marks(rest.trim_ascii_end()),
        None => bare,
    }
}

fn without_marks(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., b'+' | b'#' | b'!' | b'?'] = text {
        text = rest;
    }
    text
}

impl Pattern {
    /// Reads the parts from the end of the text, where the target is.
    fn read(text: &[u8]) -> Option<Self> {
        let (text, promoted) = match text {
            [rest @ .., b'=', letter] => (rest, Some(promotion(*letter)?)),
            [rest @ .., letter] if !letter.is_ascii_digit() => (rest, Some(promotion(*letter)?)),
            _ => (text, None),
        };
        let [rest @ .., file, rank] = text else {
            return None;
        };
        let target = square_named(*file, *rank)?;
        let rest = match rest {
            [rest @ .., b'x' | b':' | b'-'] if !rest.is_empty() => rest,
            _ => rest,
        };
        let (role, source) = match rest {
            [letter @ (b'N' | b'B' | b'R' | b'Q' | b'K'), source @ ..] => {
                (Role::from_letter(char::from(*letter))?, source)
            }
            _ => (Role::Pawn, rest),
        };
        // A pawn whose file is not named stays on its file.
        let unnamed = match role {
            Role::Pawn => FILE_A << target.file(),
            _ => !0,
        };
        let sources = match source {
            [] => unnamed,
            [one] => match file_of(*one) {
                None => rank_of(*one)? & unnamed,
                Some(file) => file,
            },
            [file, rank] => file_of(*file)? & rank_of(*rank)?,
            _ => return None,
        };
        Some(Self {
            role,
            sources,
            target,
            promoted,
        })
    }
}

fn file_of(letter: u8) -> Option<u64> {
    matches!(letter, b'a'..=b'h').then(|| FILE_A << (letter - b'a'))
}

fn rank_of(digit: u8) -> Option<u64> {
    matches!(digit, b'1'..=b'8').then(|| RANK_1 << (8 * (digit - b'1')))
}

fn promotion(letter: u8) -> Option<Role> {
    let role = Role::from_letter(char::from(letter))?;
    Role::PROMOTIONS.contains(&role).then_some(role)
}
