//! Frames of many positions, loaded and stored.

use super::{MAX_LANES, Register, position_words::PositionWords};
use crate::{frame::Frame, position::Position};
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
        let mut boards = Frame::<BoardArray>::splat([0; MAX_LANES]);
        for (i, position) in positions.iter().take(P::BOARDS.min(MAX_LANES)).enumerate() {
            boards.set(i, &Frame::from(position));
        }
        let pack = |boards: &BoardArray| P::load(token, &boards[..P::BOARDS.min(MAX_LANES)]);
        Self {
            us: pack(&boards.us),
            them: pack(&boards.them),
            pawns: pack(&boards.pawns),
            knights: pack(&boards.knights),
            diagonal: pack(&boards.diagonal),
            orthogonal: pack(&boards.orthogonal),
            kings: pack(&boards.kings),
            en_passant: pack(&boards.en_passant),
            castling: pack(&boards.castling),
        }
    }

    /// Writes the boards back to the front of a slice, or those that fit. Side to move and clocks
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
        let mut boards = Frame::<BoardArray>::splat([0; MAX_LANES]);
        self.us.store(&mut boards.us);
        self.them.store(&mut boards.them);
        self.pawns.store(&mut boards.pawns);
        self.knights.store(&mut boards.knights);
        self.diagonal.store(&mut boards.diagonal);
        self.orthogonal.store(&mut boards.orthogonal);
        self.kings.store(&mut boards.kings);
        self.en_passant.store(&mut boards.en_passant);
        self.castling.store(&mut boards.castling);
        let positions = positions.iter_mut().take(P::BOARDS.min(MAX_LANES));
        for (i, position) in positions.enumerate() {
            *position = position.with_frame(&boards.get(i));
        }
    }
}

/// The boards of as many positions as the largest pack holds.
type BoardArray = [u64; MAX_LANES];

impl Frame<BoardArray> {
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

    #[cfg_attr(not(unoptimized), inline(always))]
    fn set(&mut self, i: usize, frame: &Frame<u64>) {
        self.us[i] = frame.us;
        self.them[i] = frame.them;
        self.pawns[i] = frame.pawns;
        self.knights[i] = frame.knights;
        self.diagonal[i] = frame.diagonal;
        self.orthogonal[i] = frame.orthogonal;
        self.kings[i] = frame.kings;
        self.en_passant[i] = frame.en_passant;
        self.castling[i] = frame.castling;
    }
}
