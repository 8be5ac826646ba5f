//! The boards of positions as the side to move sees them, in packs.

use crate::position::Position;
use setwise_core::{Pack, Sliders};

/// The boards of one position, or of as many as a pack holds, as the side to move sees them: it
/// moves north. Every algorithm of this crate reads this form.
///
/// ```
/// use setwise_moves::{Frame, Position};
/// let frame = Frame::<u64>::from(&Position::startpos());
/// assert_eq!(frame.us & frame.kings, 1 << 4);
/// assert_eq!(frame.castling, 1 | 1 << 7 | 1 << 56 | 1 << 63);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Frame<P> {
    /// The pieces of the side to move.
    pub us: P,
    /// The pieces of the other side.
    pub them: P,
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
    /// The square that a pawn has just passed with a double push.
    pub en_passant: P,
    /// The rooks of both sides that may castle.
    pub castling: P,
}

impl From<&Position> for Frame<u64> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn from(position: &Position) -> Self {
        Self {
            us: position.us,
            them: position.them,
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

impl<P: Copy> Frame<P> {
    /// A frame whose boards are all the same.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn splat(boards: P) -> Self {
        Self {
            us: boards,
            them: boards,
            pawns: boards,
            knights: boards,
            diagonal: boards,
            orthogonal: boards,
            kings: boards,
            en_passant: boards,
            castling: boards,
        }
    }
}

impl<P: Pack> Frame<P> {
    /// All pieces.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn occupied(&self) -> P {
        self.us | self.them
    }

    /// The king of the side to move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn king(&self) -> P {
        self.us & self.kings
    }
}

impl Frame<u64> {
    /// The boards and the state in the order of [`Position::pairs`], without side to move and
    /// clocks.
    #[cfg(feature = "perft")]
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn pairs(&self) -> [[u64; 2]; 4] {
        let passed = self.en_passant.trailing_zeros() & 63;
        let state = self.castling & 0xff | self.castling >> 56 << 8 | u64::from(passed) << 16;
        [
            [self.us, self.them],
            [self.pawns, self.knights],
            [self.diagonal, self.orthogonal],
            [self.kings, state],
        ]
    }

    /// The sliders of the side to move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn our_sliders(&self) -> Sliders {
        Sliders {
            orthogonal: self.orthogonal & self.us,
            diagonal: self.diagonal & self.us,
        }
    }

    /// The sliders of the other side.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn their_sliders(&self) -> Sliders {
        Sliders {
            orthogonal: self.orthogonal & self.them,
            diagonal: self.diagonal & self.them,
        }
    }

    /// Our king, as a slider in all directions.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn king_as_slider(&self) -> Sliders {
        Sliders {
            orthogonal: self.king(),
            diagonal: self.king(),
        }
    }
}

impl Position {
    /// This position with other boards. Side to move and clocks stay; the boards are not checked.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn with_boards(&self, frame: &Frame<u64>) -> Self {
        Self {
            us: frame.us,
            them: frame.them,
            pawns: frame.pawns,
            knights: frame.knights,
            diagonal: frame.diagonal,
            orthogonal: frame.orthogonal,
            kings: frame.kings,
            castling: [frame.castling as u8, (frame.castling >> 56) as u8],
            // Square 0 stands for none. An empty board has 64 trailing zeros.
            en_passant: (frame.en_passant.trailing_zeros() & 63) as u8,
            ..*self
        }
    }
}
