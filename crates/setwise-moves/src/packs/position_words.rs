//! Many positions loaded at once.

use super::MAX_LANES;
use crate::frame::Frame;
use core::marker::PhantomData;
use setwise_core::{Pack, Sliced, Vector};

/// The words of as many positions as a register has bytes, in pairs, as [`Sliced::from_pairs`]
/// expects them: each of the arrays holds one pair of every position. There are at least two lanes.
///
/// The positions come in eight parts of `V::LANES`, two registers each, even positions first:
///
/// ```text
/// position        0 1 2 3 | 4 5 6 7 | ...
/// place           0 2 1 3 | 4 6 5 7 | ...
/// in register     0 1 0 1 | 2 3 2 3 | ...
/// ```
#[repr(align(64))]
pub(crate) struct PositionWords<V>([[[u64; 2]; MAX_LANES]; 3], PhantomData<V>);

impl<V: Vector> PositionWords<V> {
    /// Loads the first items of a slice, as many as a batch holds. Missing ones are empty boards.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn load<T>(
        token: V::Token,
        items: &[T],
        pairs: impl Fn(&T) -> [[u64; 2]; 3],
    ) -> Frame<Sliced<V>> {
        let mut words = Self::new();
        match items.get(..8 * V::LANES) {
            Some(items) => words.copy(items, pairs),
            None => words.copy_few(items, pairs),
        }
        words.frame(token)
    }

    pub(crate) fn new() -> Self {
        Self([[[0; 2]; MAX_LANES]; 3], PhantomData)
    }

    /// Copies a batch of items, given the words of an item in pairs. The last item stands in for
    /// missing ones, so that there is no branch.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn copy<T>(&mut self, items: &[T], pairs: impl Fn(&T) -> [[u64; 2]; 3]) {
        // A loop, because closures that several functions share are not inlined.
        for part in 0..8 {
            self.copy_part(part, items, &pairs);
        }
    }

    /// Copies the items of a partial batch, over empty boards.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn copy_few<T>(&mut self, items: &[T], pairs: impl Fn(&T) -> [[u64; 2]; 3]) {
        for (i, item) in items.iter().take(8 * V::LANES).enumerate() {
            self.set(i / V::LANES, i % V::LANES, pairs(item));
        }
    }

    /// Copies as many items of a batch as a register has lanes.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn copy_part<T>(
        &mut self,
        part: usize,
        items: &[T],
        pairs: impl Fn(&T) -> [[u64; 2]; 3],
    ) {
        let Some(last) = items.last() else {
            return;
        };
        for lane in 0..V::LANES {
            let item = items.get(V::LANES * part + lane);
            self.set(part, lane, pairs(item.unwrap_or(last)));
        }
    }

    /// Replaces the words of an item of a part.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn set(&mut self, part: usize, lane: usize, pairs: [[u64; 2]; 3]) {
        let place = (2 * part + lane % 2) * (V::LANES / 2) + lane / 2;
        for k in 0..3 {
            self.0[k][place] = pairs[k];
        }
    }

    /// The batch that was copied. The words are those of [`Position::pairs`].
    ///
    /// [`Position::pairs`]: crate::position::Position::pairs
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn frame(&self, token: V::Token) -> Frame<Sliced<V>> {
        let mut frame = Frame::splat(Sliced::splat(token, 0));
        let [state, _] = self.sliced(token, 2);
        let [white_rights, black_rights, passed, black, ..] = state.0;
        let [a, b] = self.sliced(token, 0);
        let [c, d] = self.sliced(token, 1);
        let (a, b) = (view(a, black), view(b, black));
        let (c, d) = (view(c, black), view(d, black));
        for rank in 0..8 {
            let (a, b, c, d) = (a.0[rank], b.0[rank], c.0[rank], d.0[rank]);
            let occupied = a | (b | c);
            frame.them.0[rank] = (d ^ black) & occupied;
            frame.us.0[rank] = occupied ^ frame.them.0[rank];
            frame.pawns.0[rank] = a & !(b | c);
            frame.knights.0[rank] = a & b;
            frame.diagonal.0[rank] = b & !a;
            frame.orthogonal.0[rank] = c & !a;
            frame.kings.0[rank] = a & c;
        }
        frame.castling.0[0] = white_rights & !black | black_rights & black;
        frame.castling.0[7] = black_rights & !black | white_rights & black;
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

/// Boards as the side to move sees them, where `black` has ones if Black is to move.
#[cfg_attr(not(unoptimized), inline(always))]
fn view<V: Vector>(boards: Sliced<V>, black: V) -> Sliced<V> {
    let mut seen = boards;
    for rank in 0..4 {
        let (low, high) = (boards.0[rank], boards.0[7 - rank]);
        if const { V::LANES == 8 } {
            // AVX-512 selects in one instruction.
            seen.0[rank] = low & !black | high & black;
            seen.0[7 - rank] = high & !black | low & black;
        } else {
            let changed = (low ^ high) & black;
            seen.0[rank] = low ^ changed;
            seen.0[7 - rank] = high ^ changed;
        }
    }
    seen
}
