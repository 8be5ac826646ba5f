//! Many positions loaded at once.

use super::count_moves::Overlapped;
use crate::frame::Frame;
use crate::position::Position;
use core::marker::PhantomData;
use setwise_core::{Pack, Sliced, Vector};

/// The words of as many positions as a register has bytes, in pairs, as [`Sliced::from_pairs`] expects them: each of the
/// four arrays holds one pair of every position.
///
/// The positions come in eight parts of `V::LANES`. A part fills two registers, the even positions first. With four lanes:
///
/// ```text
/// position        0 1 2 3 | 4 5 6 7 | ...
/// place           0 2 1 3 | 4 6 5 7 | ...
/// in register     0 1 0 1 | 2 3 2 3 | ...
/// ```
#[repr(align(64))]
pub(crate) struct PositionWords<V>([[[u64; 2]; 64]; 4], PhantomData<V>);

impl<V: Vector> PositionWords<V> {
    pub(crate) fn new() -> Self {
        Self([[[0; 2]; 64]; 4], PhantomData)
    }

    /// Copies a batch.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn copy(&mut self, positions: &[Position]) {
        let mut copy = CopyPositions {
            positions,
            words: self,
        };
        // A loop, because closures that several functions share are not inlined.
        for number in 0..8 {
            copy.part(number);
        }
    }

    /// The batch that was copied.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn frame(&self, token: V::Token) -> Frame<Sliced<V>> {
        let mut frame = Frame::splat(Sliced::splat(token, 0));
        [frame.us, frame.them] = self.sliced(token, 0);
        [frame.pawns, frame.knights] = self.sliced(token, 1);
        [frame.diagonal, frame.orthogonal] = self.sliced(token, 2);
        let [kings, state] = self.sliced(token, 3);
        frame.kings = kings;
        // The first bytes of the state: see `Position::pairs`.
        let [castling, their_castling, passed, ..] = state.0;
        frame.castling.0[0] = castling;
        frame.castling.0[7] = their_castling;
        // The lowest three bits of the number of a square are its file.
        let files = V::splat(token, 0x8040_2010_0804_0201);
        frame.en_passant.0[5] = files.shuffle_bytes(passed) & !passed.empty_bytes();
        frame
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn sliced(&self, token: V::Token, pair: usize) -> [Sliced<V>; 2] {
        let words = self.0[pair].as_flattened();
        let mut pairs = [V::splat(token, 0); 16];
        for (pair, words) in pairs.iter_mut().zip(words.chunks_exact(V::LANES)) {
            *pair = V::load(token, words);
        }
        Sliced::from_pairs(pairs)
    }
}

/// Copies the next batch while the current one is counted.
pub(crate) struct CopyPositions<'a, V> {
    pub(crate) positions: &'a [Position],
    pub(crate) words: &'a mut PositionWords<V>,
}

impl<V: Vector> Overlapped for CopyPositions<'_, V> {
    /// Copies as many positions as a register has lanes. The last position stands in for missing ones, so that there is no
    /// branch.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn part(&mut self, number: usize) {
        let Some(last) = self.positions.last() else {
            return;
        };
        for lane in 0..V::LANES {
            let position = self.positions.get(V::LANES * number + lane);
            let pairs = position.unwrap_or(last).pairs();
            let place = (2 * number + lane % 2) * (V::LANES / 2) + lane / 2;
            for k in 0..4 {
                self.words.0[k][place] = pairs[k];
            }
        }
    }
}
