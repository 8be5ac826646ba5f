//! Frames of many positions, loaded and stored.

use super::Register;
use super::position_words::PositionWords;
use crate::frame::Frame;
use crate::position::Position;
use core::any::Any;
use setwise_core::{Pack, Sliced, Vector};

impl<P: Pack> Frame<P> {
    /// Loads the first positions of a slice, as many as a pack holds. Missing positions are empty
    /// boards.
    ///
    /// ```
    /// use setwise_moves::{Frame, Legality, Pack, Position, Scalar, Sliced};
    /// let check = Position::from_fen("7k/8/8/8/8/8/8/r3K3 w - - 0 1").unwrap();
    /// let positions = [Position::startpos(), check];
    /// // Eight positions at once, rank by rank.
    /// let frame = Frame::<Sliced<u64>>::load(Scalar, &positions);
    /// let mut checkers = [0; 2];
    /// Legality::new(&frame).checkers.store(&mut checkers);
    /// assert_eq!(checkers, [0, 1]);
    /// ```
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn load(token: P::Token, positions: &[Position]) -> Self {
        let mut loaded = Self::splat(P::splat(token, 0));
        let any: &mut dyn Any = &mut loaded;
        match any.downcast_mut::<Frame<Sliced<Register<P>>>>() {
            // The words of a register with a single lane are not transposed in pairs.
            Some(sliced) if const { Register::<P>::LANES > 1 } => {
                *sliced = PositionWords::<Register<P>>::load(token, positions, Position::pairs);
                loaded
            }
            _ => Self::gather(token, positions),
        }
    }

    /// Loads positions board by board.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn gather(token: P::Token, positions: &[Position]) -> Self {
        Self {
            us: pack(token, positions, |position| position.us),
            them: pack(token, positions, |position| position.them),
            pawns: pack(token, positions, |position| position.pawns),
            knights: pack(token, positions, |position| position.knights),
            diagonal: pack(token, positions, |position| position.diagonal),
            orthogonal: pack(token, positions, |position| position.orthogonal),
            kings: pack(token, positions, |position| position.kings),
            en_passant: pack(token, positions, Position::en_passant_frame),
            castling: pack(token, positions, Position::castling_frame),
        }
    }

    /// Writes the boards back to the front of a slice, as far as it goes. Side to move and clocks
    /// stay as they are in the slice, so it must hold the positions that were loaded, or others
    /// with the same side to move. The boards are not checked.
    ///
    /// ```
    /// use setwise_moves::{Frame, Position, Scalar, Sliced};
    /// let mut positions = [Position::startpos(); 2];
    /// let mut frame = Frame::<Sliced<u64>>::load(Scalar, &positions);
    /// frame.castling = frame.castling & !frame.us; // The side to move loses its castling rights.
    /// frame.store(&mut positions);
    /// assert_eq!(positions[1].to_fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w kq - 0 1");
    /// ```
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn store(&self, positions: &mut [Position]) {
        let mut boards = Frame::<BoardArray>::splat([0; 64]);
        self.us.store(&mut boards.us);
        self.them.store(&mut boards.them);
        self.pawns.store(&mut boards.pawns);
        self.knights.store(&mut boards.knights);
        self.diagonal.store(&mut boards.diagonal);
        self.orthogonal.store(&mut boards.orthogonal);
        self.kings.store(&mut boards.kings);
        self.en_passant.store(&mut boards.en_passant);
        self.castling.store(&mut boards.castling);
        for (i, position) in positions.iter_mut().take(P::BOARDS.min(64)).enumerate() {
            *position = position.with_boards(&boards.get(i));
        }
    }
}

/// The boards of as many positions as the largest pack holds.
type BoardArray = [u64; 64];

impl Frame<BoardArray> {
    /// The boards of one position.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn get(&self, i: usize) -> Frame<u64> {
        Frame {
            us: self.us[i],
            them: self.them[i],
            pawns: self.pawns[i],
            knights: self.knights[i],
            diagonal: self.diagonal[i],
            orthogonal: self.orthogonal[i],
            kings: self.kings[i],
            en_passant: self.en_passant[i],
            castling: self.castling[i],
        }
    }
}

/// Packs one board of each position.
#[cfg_attr(not(unoptimized), inline(always))]
fn pack<P: Pack>(token: P::Token, positions: &[Position], board: impl Fn(&Position) -> u64) -> P {
    let mut boards: BoardArray = [0; 64];
    for (to, position) in boards.iter_mut().zip(positions).take(P::BOARDS) {
        *to = board(position);
    }
    P::load(token, &boards[..P::BOARDS.min(64)])
}
