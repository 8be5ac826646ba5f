//! Standard algebraic notation.

use core::fmt;
use setwise_moves::{Move, Position, Role, Square, Squares};

/// Finds the legal move of a text in standard algebraic notation.
///
/// Accepted variations: marks of check, mate and quality at the end, `e.p.`, `0-0` for `O-O`, `e8Q`
/// for `e8=Q`, more disambiguation than needed, a missing `x`, and `-` between source and target.
///
/// # Errors
/// The text has not the form of a move, or not exactly one legal move fits.
///
/// ```
/// use setwise_formats::{SanProblem, parse_san};
/// use setwise_moves::Position;
/// let start = Position::startpos();
/// assert_eq!(parse_san(&start, "Nf3")?, start.parse_move("g1f3")?);
/// let error = parse_san(&start, "Nf4").unwrap_err();
/// assert_eq!(error.problem, SanProblem::Illegal);
/// assert_eq!(error.to_string(), "\"Nf4\" is no legal move");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_san(position: &Position, text: &str) -> Result<Move, SanError> {
    parse(position, text.as_bytes()).map_err(|problem| SanError::new(text.as_bytes(), problem))
}

/// A text is not exactly one legal move in algebraic notation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SanError {
    /// The first 16 bytes of the text.
    pub text: String,
    /// The problem.
    pub problem: SanProblem,
}

impl SanError {
    pub(crate) fn new(text: &[u8], problem: SanProblem) -> Self {
        let shown = text.get(..16).unwrap_or(text);
        Self {
            text: String::from_utf8_lossy(shown).into_owned(),
            problem,
        }
    }
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.text, self.problem)
    }
}

impl core::error::Error for SanError {}

/// Why a text is no move in algebraic notation: a part of [`SanError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SanProblem {
    /// The text has not the form of a move.
    Unreadable,
    /// No legal move fits.
    Illegal,
    /// Several legal moves fit.
    Ambiguous,
}

impl fmt::Display for SanProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Unreadable => "is not a move",
            Self::Illegal => "is no legal move",
            Self::Ambiguous => "fits several legal moves",
        })
    }
}

/// What a text says about a move.
struct Pattern {
    role: Role,
    file: Option<usize>,
    rank: Option<usize>,
    target: Square,
    promoted: Option<Role>,
}

pub(crate) fn parse(position: &Position, text: &[u8]) -> Result<Move, SanProblem> {
    let castle = |to_king_side| {
        let mut moves = position.legal_moves().into_iter();
        let legal =
            moves.find(|legal| legal.is_castling() && is_to_king_side(*legal) == to_king_side);
        legal.ok_or(SanProblem::Illegal)
    };
    match without_suffix(text) {
        b"O-O" | b"0-0" => castle(true),
        b"O-O-O" | b"0-0-0" => castle(false),
        text => find(
            position,
            &Pattern::read(text).ok_or(SanProblem::Unreadable)?,
        ),
    }
}

/// Whether a castling move goes to the king's side.
fn is_to_king_side(castling: Move) -> bool {
    castling.target() > castling.source()
}

/// Removes marks of check, mate, quality and en passant.
fn without_suffix(mut text: &[u8]) -> &[u8] {
    while let [rest @ .., b'+' | b'#' | b'!' | b'?'] = text {
        text = rest;
    }
    text.strip_suffix(b"e.p.").unwrap_or(text)
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
        let target = Square::at(file_of(*file)? as i32, rank_of(*rank)? as i32)?;
        let rest = match rest {
            [rest @ .., b'x' | b':' | b'-'] => rest,
            _ => rest,
        };
        let (role, source) = match rest {
            [letter @ (b'N' | b'B' | b'R' | b'Q' | b'K'), source @ ..] => {
                (Role::from_letter(char::from(*letter))?, source)
            }
            _ => (Role::Pawn, rest),
        };
        let (file, rank) = match source {
            [] => (None, None),
            [one] => match file_of(*one) {
                None => (None, Some(rank_of(*one)?)),
                file => (file, None),
            },
            [file, rank] => (Some(file_of(*file)?), Some(rank_of(*rank)?)),
            _ => return None,
        };
        // A pawn whose file is not named stays on its file.
        let file = match role {
            Role::Pawn => file.or(Some(target.file())),
            _ => file,
        };
        Some(Self {
            role,
            file,
            rank,
            target,
            promoted,
        })
    }
}

fn file_of(letter: u8) -> Option<usize> {
    matches!(letter, b'a'..=b'h').then(|| usize::from(letter - b'a'))
}

fn rank_of(digit: u8) -> Option<usize> {
    matches!(digit, b'1'..=b'8').then(|| usize::from(digit - b'1'))
}

fn promotion(letter: u8) -> Option<Role> {
    let role = Role::from_letter(char::from(letter))?;
    Role::PROMOTIONS.contains(&role).then_some(role)
}

/// Finds the only legal move of a pattern.
fn find(position: &Position, pattern: &Pattern) -> Result<Move, SanProblem> {
    let moves = position.legal_moves().to(pattern.target.bit());
    let mut fitting = moves.into_iter().filter(|&legal| {
        !legal.is_castling()
            && legal.promotion() == pattern.promoted
            && legal.role() == pattern.role
            && pattern
                .file
                .is_none_or(|file| legal.source().file() == file)
            && pattern
                .rank
                .is_none_or(|rank| legal.source().rank() == rank)
    });
    let legal = fitting.next().ok_or(SanProblem::Illegal)?;
    match fitting.next() {
        None => Ok(legal),
        Some(_) => Err(SanProblem::Ambiguous),
    }
}

/// A legal move that formats in standard algebraic notation: with the disambiguation that it needs,
/// and with `+` or `#`.
///
/// ```
/// use setwise_formats::San;
/// use setwise_moves::Position;
/// let position = Position::from_fen("4k3/8/8/8/8/8/4K3/R6R w - - 0 1")?;
/// let check = position.parse_move("a1a8")?;
/// assert_eq!(San(&position, check).to_string(), "Ra8+");
/// assert_eq!(San(&position, position.parse_move("a1d1")?).to_string(), "Rad1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct San<'a>(pub &'a Position, pub Move);

/// Writes `--` if no piece can make the move.
impl fmt::Display for San<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(position, played) = *self;
        if !position.is_pseudo_legal(played) {
            return f.write_str("--");
        }
        let (source, role, target) = (played.source(), played.role(), played.target());
        let is_capture = position.captured(played).is_some();
        if played.is_castling() {
            f.write_str(match is_to_king_side(played) {
                true => "O-O",
                false => "O-O-O",
            })?;
        } else if role == Role::Pawn {
            if is_capture {
                write!(f, "{}x", file_letter(source))?;
            }
            write!(f, "{target}")?;
            if let Some(role) = played.promotion() {
                write!(f, "={}", role.letter().to_ascii_uppercase())?;
            }
        } else {
            write!(f, "{}", role.letter().to_ascii_uppercase())?;
            self.write_source(f, source, role)?;
            let capture = if is_capture { "x" } else { "" };
            write!(f, "{capture}{target}")?;
        }
        let after = position.play_unchecked(played);
        match (after.is_check(), after.legal_moves().is_empty()) {
            (true, true) => f.write_str("#"),
            (true, false) => f.write_str("+"),
            (false, _) => Ok(()),
        }
    }
}

impl San<'_> {
    /// Writes the file, the rank or both of the source where other pieces of the role reach the
    /// target too.
    fn write_source(&self, f: &mut fmt::Formatter<'_>, source: Square, role: Role) -> fmt::Result {
        let Self(position, played) = *self;
        let moves = position.legal_moves().to(played.target().bit());
        let mut others = 0;
        for found in moves.into_iter().filter(|found| !found.is_castling()) {
            if found.role() == role && found.source() != source {
                others |= found.source().bit();
            }
        }
        let mut others = Squares(others);
        if others.len() == 0 {
            return Ok(());
        }
        if { others }.all(|other| other.file() != source.file()) {
            write!(f, "{}", file_letter(source))
        } else if others.all(|other| other.rank() != source.rank()) {
            write!(f, "{}", source.rank() + 1)
        } else {
            write!(f, "{source}")
        }
    }
}

fn file_letter(square: Square) -> char {
    char::from(b'a' + square.file() as u8)
}
