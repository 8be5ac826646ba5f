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
    /// The first positions of a slice, as many as a pack holds; missing ones are empty boards.
    ///
    /// ```
    /// use setwise_core::{Boards, Scalar, Sliced};
    /// use setwise_moves::{Frame, Legality, Position};
    /// let check = Position::from_fen("7k/8/8/8/8/8/8/r3K3 w - - 0 1").unwrap();
    /// let positions = [Position::startpos(), check];
    /// // Eight positions at once, rank by rank.
    /// let frame = Frame::<Sliced<u64>>::load(Scalar, &positions);
    /// let mut checkers = [0; 2];
    /// Legality::new(&frame).checkers.store(&mut checkers);
    /// assert_eq!(checkers, [0, 1]);
    /// ```
    #[inline(always)]
    pub fn load(proof: P::Proof, positions: &[Position]) -> Self {
        let positions = positions.get(..P::COUNT).unwrap_or(positions);
        Self {
            own: pack(proof, positions, |position| position.own),
            their: pack(proof, positions, |position| position.their),
            pawns: pack(proof, positions, |position| position.pawns),
            knights: pack(proof, positions, |position| position.knights),
            diagonal: pack(proof, positions, |position| position.diagonal),
            orthogonal: pack(proof, positions, |position| position.orthogonal),
            kings: pack(proof, positions, |position| position.kings),
            en_passant: pack(proof, positions, Position::en_passant_frame),
            castling: pack(proof, positions, Position::castling_frame),
        }
    }

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

/// One board of each position. No pack holds more than 64.
#[inline(always)]
fn pack<P: Pack>(proof: P::Proof, positions: &[Position], board: impl Fn(&Position) -> u64) -> P {
    let mut boards = [0; 64];
    for (to, position) in boards.iter_mut().zip(positions) {
        *to = board(position);
    }
    P::load(proof, &boards[..positions.len().min(64)])
}
