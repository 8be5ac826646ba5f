//! The boards of positions as the side to move sees them, in packs.

use crate::position::{Color, Position, state::State};
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
        let black = position.board.state.black_mask();
        let view = |board: u64| board ^ (board ^ board.swap_bytes()) & black;
        let [a, b, c, d] = position.board.planes.map(view);
        let occupied = a | b | c;
        let them = d ^ occupied & black;
        Self {
            us: occupied ^ them,
            them,
            pawns: a & !(b | c),
            knights: a & b,
            diagonal: b & !a,
            orthogonal: c & !a,
            kings: a & c,
            en_passant: view(1 << position.board.state.passed() & !1),
            castling: view(position.castling()),
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
    /// A position with these boards where White is to move, without clocks and key.
    #[cfg(feature = "perft")]
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn as_white(&self) -> Position {
        let passed = (self.en_passant.trailing_zeros() & 63) as usize;
        let state = State::new(Color::White, 0, 0)
            .with_castling(self.castling)
            .with_passed(passed, false);
        Position::with_key(self.planes(), state, 0)
    }

    /// The bits of the codes of the pieces, as if the side to move were White.
    #[cfg_attr(not(unoptimized), inline(always))]
    const fn planes(&self) -> [u64; 4] {
        [
            self.pawns | self.knights | self.kings,
            self.knights | self.diagonal,
            self.orthogonal | self.kings,
            self.them,
        ]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn our_sliders(&self) -> Sliders {
        Sliders {
            orthogonal: self.orthogonal & self.us,
            diagonal: self.diagonal & self.us,
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn their_sliders(&self) -> Sliders {
        Sliders {
            orthogonal: self.orthogonal & self.them,
            diagonal: self.diagonal & self.them,
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn king_as_slider(&self) -> Sliders {
        Sliders {
            orthogonal: self.king(),
            diagonal: self.king(),
        }
    }
}

impl Position {
    /// This position with other boards, which are not checked.
    pub(crate) fn with_frame(&self, frame: &Frame<u64>) -> Self {
        let (turn, [a, b, c, them]) = (self.turn(), frame.planes());
        let black = match turn {
            Color::White => them,
            Color::Black => frame.us,
        };
        let state = State::new(turn, self.halfmoves(), self.fullmove());
        let state = state.with_castling(turn.view(frame.castling));
        let position = Self::of_planes([a, b, c, black].map(|plane| turn.view(plane)), state);
        // An empty board has 64 trailing zeros, which square 0 stands for.
        let passed = turn.view(frame.en_passant).trailing_zeros() & 63;
        position.with_passed(passed as usize)
    }
}
