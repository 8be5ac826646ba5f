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
        Self::gathered(proof, positions, |position| Frame::from(position))
    }

    /// The frames of the first of some things, as many as a pack holds.
    #[inline(always)]
    pub(crate) fn gathered<T>(
        proof: P::Proof,
        of: &[T],
        frame: impl Fn(&T) -> Frame<u64> + Copy,
    ) -> Self {
        let of = of.get(..P::COUNT).unwrap_or(of);
        Self {
            own: pack(proof, of, |one| frame(one).own),
            their: pack(proof, of, |one| frame(one).their),
            pawns: pack(proof, of, |one| frame(one).pawns),
            knights: pack(proof, of, |one| frame(one).knights),
            diagonal: pack(proof, of, |one| frame(one).diagonal),
            orthogonal: pack(proof, of, |one| frame(one).orthogonal),
            kings: pack(proof, of, |one| frame(one).kings),
            en_passant: pack(proof, of, |one| frame(one).en_passant),
            castling: pack(proof, of, |one| frame(one).castling),
        }
    }

    /// Writes the boards back to the front of a slice, as far as it goes. Whose turn it is and the clocks stay
    /// as they are in the slice, so these are to be the positions that were loaded, or others with the same side to move.
    /// That the boards make a position is not checked.
    ///
    /// ```
    /// use setwise_core::{Scalar, Sliced};
    /// use setwise_moves::{Frame, Position};
    /// let mut positions = [Position::startpos(); 2];
    /// let mut frame = Frame::<Sliced<u64>>::load(Scalar, &positions);
    /// frame.castling = frame.castling & !frame.own; // the side to move castles no more
    /// frame.store(&mut positions);
    /// assert_eq!(positions[1].to_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w kq - 0 1");
    /// ```
    #[inline(always)]
    pub fn store(&self, positions: &mut [Position]) {
        let mut boards = [[0; 64]; 9];
        self.own.store(&mut boards[0]);
        self.their.store(&mut boards[1]);
        self.pawns.store(&mut boards[2]);
        self.knights.store(&mut boards[3]);
        self.diagonal.store(&mut boards[4]);
        self.orthogonal.store(&mut boards[5]);
        self.kings.store(&mut boards[6]);
        self.en_passant.store(&mut boards[7]);
        self.castling.store(&mut boards[8]);
        for (i, position) in positions.iter_mut().take(P::COUNT.min(64)).enumerate() {
            let [
                own,
                their,
                pawns,
                knights,
                diagonal,
                orthogonal,
                kings,
                en_passant,
                castling,
            ] = boards.each_ref().map(|boards| boards[i]);
            *position = Position {
                own,
                their,
                pawns,
                knights,
                diagonal,
                orthogonal,
                kings,
                castling: [castling as u8, (castling >> 56) as u8],
                // Square 0 stands for none, and so does the number of zeros of an empty board.
                en_passant: (en_passant.trailing_zeros() & 63) as u8,
                ..*position
            };
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

/// One board of each. No pack holds more than 64.
#[inline(always)]
fn pack<P: Pack, T>(proof: P::Proof, of: &[T], board: impl Fn(&T) -> u64) -> P {
    let mut boards = [0; 64];
    for (to, one) in boards.iter_mut().zip(of) {
        *to = board(one);
    }
    P::load(proof, &boards[..of.len().min(64)])
}
