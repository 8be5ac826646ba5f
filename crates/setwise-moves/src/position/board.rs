//! Positions without keys.

use super::state::State;
use super::{Color, Role};
use core::fmt;
use setwise_core::Square;

/// A [`Position`](super::Position) without its hash key: 40 bytes, four bitboards and a word of
/// state. For the first positions of games and for positions that are stored: they have no use for
/// a key, which costs more to make than all other fields. `Position::from` makes it.
///
/// ```
/// use setwise_moves::{Board, Position, Role};
/// let start = *Position::startpos().board();
/// assert_eq!(start.by_role(Role::King), 1 << 4 | 1 << 60);
/// assert_eq!(Position::from(start), Position::startpos());
/// assert_eq!(size_of::<Board>(), 40);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub struct Board {
    /// The bits of the codes of pieces.
    pub(crate) planes: [u64; 4],
    pub(crate) state: State,
}

impl Board {
    /// The first five words that [`Position::words`](super::Position::words) returns.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn words(&self) -> [u64; 5] {
        let [a, b, c, d] = self.planes;
        [a, b, c, d, self.state.word()]
    }

    /// The board of words that [`words`](Self::words) has returned. For other words the answers of
    /// all functions mean nothing.
    #[must_use]
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn from_words_unchecked([a, b, c, d, state]: [u64; 5]) -> Self {
        Self {
            planes: [a, b, c, d],
            state: State::of_word(state),
        }
    }

    /// The side to move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn turn(&self) -> Color {
        self.state.turn()
    }

    /// All pieces.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn occupied(&self) -> u64 {
        let [a, b, c, _] = self.planes;
        a | b | c
    }

    /// The pieces of a color.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn by_color(&self, color: Color) -> u64 {
        // All ones for White.
        let white = (color.index() as u64).wrapping_sub(1);
        self.occupied() & (self.planes[3] ^ white)
    }

    /// The pieces of a role, of both colors.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn by_role(&self, role: Role) -> u64 {
        let [a, b, c, _] = self.planes;
        role.in_planes([a, b, c])
    }

    /// The rooks of both colors that have castling rights.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn castling(&self) -> u64 {
        self.state.castling()
    }

    /// The square that a pawn has just passed with a double push, even if no pawn can capture it.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn en_passant(&self) -> Option<Square> {
        match self.state.passed() {
            0 => None,
            square => Some(Square::wrapping(square)),
        }
    }

    /// The number of half-moves since the last capture or pawn move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn halfmoves(&self) -> u16 {
        self.state.halfmoves()
    }

    /// The number of the move: 1 at the beginning, one more after each move of Black.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn fullmove(&self) -> u16 {
        self.state.fullmove()
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        super::Position::from(*self).fmt(f)
    }
}
