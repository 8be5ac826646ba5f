//! The parts of a position before they are checked, and the rules that they may break.

use super::{Color, Position, Role};
use core::fmt;
use setwise_core::Square;

/// The parts of a position before they are checked. [`Position::new`] checks them.
///
/// A position is valid if all these rules hold:
/// * Each side has exactly one king, and any number of other pieces.
/// * No pawn stands on the first or last rank.
/// * No square holds two pieces.
/// * The side that is *not* to move is not in check. The other one may be, by any number of pieces.
/// * A rook with a castling right stands on the first rank of its color together with its king. On
///   each side of the king at most one rook has a right.
/// * An en passant square lies on the sixth rank as the side to move sees it. It is empty, as is
///   the square beyond it, and the enemy pawn that has passed it stands in front of it.
///
/// ```
/// use setwise_moves::{Color, Position, Role, Setup};
/// let mut setup = Setup::from(Position::startpos());
/// *setup.pieces_mut(Color::White, Role::Queen) = 0;
/// assert_eq!(Position::new(setup).unwrap().legal_moves().len(), 21);
/// *setup.pieces_mut(Color::White, Role::King) = 0;
/// let error = Position::new(setup).unwrap_err();
/// assert_eq!(error.to_string(), "White has 0 kings, but needs exactly one");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Setup {
    /// By [`Color`] and [`Role`].
    pub(crate) pieces: [[u64; 6]; 2],
    /// The side to move.
    pub turn: Color,
    /// The rooks with castling rights.
    pub castling: u64,
    /// The square that a pawn has just passed with a double push.
    pub en_passant: Option<Square>,
    /// The number of half-moves since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the move, from 1.
    pub fullmove: u16,
}

impl Setup {
    /// An empty board, White to move.
    pub const fn empty() -> Self {
        Self {
            pieces: [[0; 6]; 2],
            turn: Color::White,
            castling: 0,
            en_passant: None,
            halfmoves: 0,
            fullmove: 1,
        }
    }

    /// The pieces of a color and role.
    #[inline]
    pub const fn pieces(&self, color: Color, role: Role) -> u64 {
        self.pieces[color.index()][role.index()]
    }

    /// The pieces of a color and role, to be changed.
    #[inline]
    pub const fn pieces_mut(&mut self, color: Color, role: Role) -> &mut u64 {
        &mut self.pieces[color.index()][role.index()]
    }

    pub(crate) const fn by_role(&self, role: Role) -> u64 {
        self.pieces(Color::White, role) | self.pieces(Color::Black, role)
    }

    pub(crate) fn by_color(&self, color: Color) -> u64 {
        let [pawns, knights, bishops, rooks, queens, kings] = self.pieces[color.index()];
        pawns | knights | bishops | rooks | queens | kings
    }
}

/// The rule of [`Setup`] that is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InvalidPosition {
    /// This color has this number of kings instead of one.
    Kings(Color, u32),
    /// A pawn stands on the first or last rank.
    PawnOnEdge(Square),
    /// Two pieces stand on one square.
    TwoPieces(Square),
    /// This color is in check, and the other one is to move.
    OpponentInCheck(Color),
    /// A square with a castling right has no rook that stands on the first rank of its color
    /// together with its king.
    NoCastlingRook(Square),
    /// Two rooks of this color on the same side of the king have castling rights.
    TwoCastlingRooks(Color),
    /// No pawn of the other side can just have passed this square.
    EnPassant(Square),
    /// The number of the move is 0.
    Fullmove,
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kings(side, n) => write!(f, "{side} has {n} kings, but needs exactly one"),
            Self::PawnOnEdge(at) => {
                write!(f, "a pawn cannot stand on {at}, the edge of the board")
            }
            Self::TwoPieces(square) => write!(f, "two pieces stand on {square}"),
            Self::OpponentInCheck(color) => {
                write!(f, "{color} is in check, but the other side is to move")
            }
            Self::NoCastlingRook(square) => write!(
                f,
                "{square} has a castling right, but no rook on the first rank of its king"
            ),
            Self::TwoCastlingRooks(color) => write!(
                f,
                "two rooks of {color} on the same side of the king have castling rights"
            ),
            Self::EnPassant(square) => write!(
                f,
                "no pawn can just have passed over the en passant square {square}"
            ),
            Self::Fullmove => f.write_str("the number of the move is 0, but the first move is 1"),
        }
    }
}

impl core::error::Error for InvalidPosition {}

impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        Self {
            pieces: Color::ALL.map(|color| Role::ALL.map(|role| position.pieces(color, role))),
            turn: position.turn(),
            castling: position.castling(),
            en_passant: position.en_passant(),
            halfmoves: position.halfmoves(),
            fullmove: position.fullmove(),
        }
    }
}
