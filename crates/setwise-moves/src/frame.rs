//! Positions in packs.

use crate::Position;
use setwise_core::Pack;

/// The boards of a position, or of as many as a pack holds, as the side to move sees them: it moves up the
/// board. This is what the branch-less algorithms read.
///
/// ```
/// use setwise_moves::{Frame, Position};
/// let frame = Frame::<u64>::from(&Position::startpos());
/// assert_eq!(frame.own & frame.kings, 1 << 4);
/// assert_eq!(frame.castling, 1 | 1 << 7 | 1 << 56 | 1 << 63);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<P> {
    /// The men of the side to move.
    pub own: P,
    /// The men of the other side.
    pub their: P,
    /// Pawns of both sides.
    pub pawns: P,
    /// Knights of both sides.
    pub knights: P,
    /// Bishops and queens of both sides.
    pub diagonal: P,
    /// Rooks and queens of both sides.
    pub orthogonal: P,
    /// Both kings.
    pub kings: P,
    /// The square that a pawn has just passed over.
    pub en_passant: P,
    /// The rooks of both sides that may castle.
    pub castling: P,
}

impl From<&Position> for Frame<u64> {
    #[inline(always)]
    fn from(position: &Position) -> Self {
        Self {
            own: position.own,
            their: position.their,
            pawns: position.pawns,
            knights: position.knights,
            diagonal: position.diagonal,
            orthogonal: position.orthogonal,
            kings: position.kings,
            en_passant: position.en_passant_frame(),
            castling: position.castling_frame(),
        }
    }
}

impl<P: Pack> Frame<P> {
    /// All men.
    #[inline(always)]
    pub fn occupied(&self) -> P {
        self.own | self.their
    }

    /// The king of the side to move.
    #[inline(always)]
    pub fn king(&self) -> P {
        self.own & self.kings
    }
}
