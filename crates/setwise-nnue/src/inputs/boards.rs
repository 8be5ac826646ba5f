//! Plain boards, and what must hold of them.

use crate::error::PositionError;
use core::{array, hint::select_unpredictable};
use setwise_moves::{Color, Position, Role, Setup};

/// The first and the last rank.
pub(crate) const BACK_RANKS: u64 = 0xff00_0000_0000_00ff;

/// The perspective of a position that comes first in the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Perspectives {
    /// White's features first, then Black's.
    #[default]
    WhiteBlack,
    /// The features of the side to move first, then those of the other side.
    MoverOther,
}

/// A position as eight bitboards and the side to move: a board per color and a board per role. Bit
/// 0 is a1, bit 7 is h1, bit 63 is h8.
///
/// ```
/// use setwise_moves::{Color, Position, Role};
/// use setwise_nnue::Boards;
/// let boards = Boards::from(&Position::startpos());
/// assert_eq!(boards.colors[Color::White.index()], 0xffff);
/// assert_eq!(boards.roles[Role::King.index()], 1 << 4 | 1 << 60);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Boards {
    /// The pieces of White, the pieces of Black.
    pub colors: [u64; 2],
    /// Pawns, knights, bishops, rooks, queens, kings, each of both colors.
    pub roles: [u64; 6],
    /// The side to move.
    pub turn: Color,
}

impl Boards {
    /// Returns the boards of a position as the first perspective sees them: as they are, or with
    /// the ranks reversed and the colors exchanged where the first perspective is Black's.
    #[cfg_attr(not(unoptimized), inline(always))]
    #[must_use]
    pub fn seen_by_first(&self, perspectives: Perspectives) -> Self {
        if perspectives == Perspectives::WhiteBlack {
            return *self;
        }
        // The side to move is hard to predict, so there is no branch on it.
        let flips = self.turn == Color::Black;
        let flipped = self.flipped();
        let [white, black] = self.colors;
        let select = |flipped, board| select_unpredictable(flips, flipped, board);
        Self {
            colors: [
                select(flipped.colors[0], white),
                select(flipped.colors[1], black),
            ],
            roles: array::from_fn(|role| select(flipped.roles[role], self.roles[role])),
            turn: Color::White,
        }
    }

    /// Returns the boards with the ranks reversed and the colors exchanged: the position as Black
    /// sees it.
    #[cfg_attr(not(unoptimized), inline(always))]
    #[must_use]
    pub fn flipped(&self) -> Self {
        let [white, black] = self.colors;
        Self {
            colors: [black.swap_bytes(), white.swap_bytes()],
            roles: self.roles.map(u64::swap_bytes),
            turn: self.turn.other(),
        }
    }

    /// The occupied squares.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }

    /// The pieces of a color and role.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn pieces(&self, color: Color, role: Role) -> u64 {
        self.colors[color.index()] & self.roles[role.index()]
    }

    /// The square of the king of a color: 0 (a1) to 63 (h8), the lowest if there are several, 0 if
    /// there is none.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn king(&self, color: Color) -> u8 {
        (self.pieces(color, Role::King).trailing_zeros() & 63) as u8
    }

    /// Checks that each piece has one color and one role.
    ///
    /// # Errors
    /// [`PositionError::Overlap`].
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn check_pieces(&self) -> Result<(), PositionError> {
        let [white, black] = self.colors;
        let mut twice = white & black;
        let mut all = 0;
        for role in self.roles {
            twice |= all & role;
            all |= role;
        }
        match twice | (all ^ (white | black)) {
            0 => Ok(()),
            _ => Err(PositionError::Overlap),
        }
    }

    /// Checks that each color has exactly one king.
    ///
    /// # Errors
    /// [`PositionError::Kings`].
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn check_kings(&self) -> Result<(), PositionError> {
        for color in Color::ALL {
            if !self.pieces(color, Role::King).is_power_of_two() {
                return Err(PositionError::Kings(color));
            }
        }
        Ok(())
    }

    /// Checks that no pawn is on the first or the last rank.
    ///
    /// # Errors
    /// [`PositionError::PawnOnBackRank`].
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn check_pawns(&self) -> Result<(), PositionError> {
        match self.roles[0] & BACK_RANKS {
            0 => Ok(()),
            _ => Err(PositionError::PawnOnBackRank),
        }
    }
}

impl From<&Position> for Boards {
    #[inline]
    fn from(position: &Position) -> Self {
        Self {
            colors: Color::ALL.map(|color| position.by_color(color)),
            roles: Role::ALL.map(|role| position.by_role(role)),
            turn: position.turn(),
        }
    }
}

/// A position as twelve bitboards and the side to move: a board per color and role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TwelveBoards {
    /// Of White, then of Black: pawns, knights, bishops, rooks, queens, kings.
    pub pieces: [[u64; 6]; 2],
    /// The side to move.
    pub turn: Color,
}

impl From<&TwelveBoards> for Boards {
    /// Joins the boards. Where two boards of a color overlap, [`check_pieces`](Self::check_pieces)
    /// fails for the result as well.
    #[inline]
    fn from(twelve: &TwelveBoards) -> Self {
        let [white, black] = &twelve.pieces;
        let union = |roles: [u64; 6]| roles.iter().fold(0, |all, role| all | role);
        Self {
            colors: twelve.pieces.map(union),
            roles: array::from_fn(|role| white[role] | black[role]),
            turn: twelve.turn,
        }
    }
}

impl From<&Setup> for Boards {
    /// Joins the boards of a position that may break the rules.
    #[inline]
    fn from(setup: &Setup) -> Self {
        Self::from(&TwelveBoards {
            pieces: Color::ALL.map(|color| Role::ALL.map(|role| setup.pieces(color, role))),
            turn: setup.turn,
        })
    }
}
