//! The legal moves of many positions.

use super::tally::{Meanwhile, Tally};
use crate::kernel::Register;
use crate::{Frame, Position};
use core::marker::PhantomData;
use setwise_core::entry::Entry;
use setwise_core::sliced::RankCounts;
use setwise_core::{Boards, Counts, Lanes, Pack, Sliced};

/// The number of legal moves of each position, as many as there are of both.
pub(crate) struct CountAll;

/// What to count.
#[derive(Clone, Copy)]
pub(crate) struct Uncounted<'a> {
    pub(crate) positions: &'a [Position],
    /// Is the CPU to be told what will be read? Not every one reads that far ahead by itself.
    pub(crate) prefetch: bool,
}

impl Entry for CountAll {
    type First<'a> = Uncounted<'a>;
    type Second<'a> = &'a mut [u32];
    type Output = ();

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, uncounted: Uncounted<'_>, counts: &mut [u32]) {
        let Uncounted {
            positions,
            prefetch,
        } = uncounted;
        let size = 8 * Register::<P>::COUNT;
        let mut words = Words::<Register<P>>::new();
        let mut batches = positions.chunks(size).peekable();
        if let Some(positions) = batches.peek() {
            let words = &mut words;
            let mut copying = Copying { positions, words };
            (0..8).for_each(|number| copying.part(number));
        }
        for counts in counts.chunks_mut(size) {
            let Some(counted) = batches.next() else {
                return;
            };
            if prefetch {
                for later in batches.clone().nth(1).unwrap_or_default() {
                    Register::<P>::prefetch(proof, later);
                }
            }
            let frame = words.frame(proof);
            // After the last batch it is copied again, which costs less than to ask in each part.
            let copying = Copying {
                positions: batches.peek().unwrap_or(&counted),
                words: &mut words,
            };
            let tally = if at_home(&frame) {
                Tally::new::<_, _, 1>(&frame, copying)
            } else {
                Tally::new::<_, _, 7>(&frame, copying)
            };
            let (high, low) = tally.split();
            let (mut sixteens, mut ones) = ([0; 64], [0; 64]);
            RankCounts(high).store(&mut sixteens);
            RankCounts(low).store(&mut ones);
            for ((count, high), low) in counts.iter_mut().zip(&sixteens).zip(&ones) {
                *count = 16 * u32::from(*high) + u32::from(*low);
            }
        }
    }
}

/// Are all kings to move on the first two ranks? Then there is much less to count.
#[inline(always)]
fn at_home<L: Lanes>(frame: &Frame<Sliced<L>>) -> bool {
    let [_, _, c, d, e, f, g, h] = frame.king().0;
    (c.or3(d, e).or3(f, g) | h).occupied_bytes() == 0
}

/// The words of as many positions as a register has bytes, two by two, as [`Sliced::from_pairs`] wants them.
#[repr(align(64))]
struct Words<L>([[[u64; 2]; 64]; 4], PhantomData<L>);

impl<L: Lanes> Words<L> {
    fn new() -> Self {
        Self([[[0; 2]; 64]; 4], PhantomData)
    }

    #[inline(always)]
    fn frame(&self, proof: L::Proof) -> Frame<Sliced<L>> {
        let [own, their] = self.sliced(proof, 0);
        let [pawns, knights] = self.sliced(proof, 1);
        let [diagonal, orthogonal] = self.sliced(proof, 2);
        let [kings, state] = self.sliced(proof, 3);
        let [castling, their_castling, passed, ..] = state.0;
        let none = Sliced::splat(proof, 0);
        let mut frame = Frame {
            own,
            their,
            pawns,
            knights,
            diagonal,
            orthogonal,
            kings,
            en_passant: none,
            castling: none,
        };
        // By the file of the square, the lowest three bits of its number.
        let files = L::splat(proof, 0x8040_2010_0804_0201);
        frame.en_passant.0[5] = files.pick_bytes(passed) & !passed.empty_bytes();
        frame.castling.0[0] = castling;
        frame.castling.0[7] = their_castling;
        frame
    }

    #[inline(always)]
    fn sliced(&self, proof: L::Proof, number: usize) -> [Sliced<L>; 2] {
        let words = self.0[number].as_flattened();
        let mut pairs = [L::splat(proof, 0); 16];
        for (pair, words) in pairs.iter_mut().zip(words.chunks_exact(L::COUNT)) {
            *pair = L::load(proof, words);
        }
        Sliced::from_pairs(pairs)
    }
}

/// The words of the next batch are copied while a batch is counted.
struct Copying<'a, L> {
    positions: &'a [Position],
    words: &'a mut Words<L>,
}

impl<L: Lanes> Meanwhile for Copying<'_, L> {
    /// As many positions as a register has lanes. Where there are no more, the last one stands in, so that nothing
    /// branches: branches between the ranks cost 7 %.
    #[inline(always)]
    fn part(&mut self, number: usize) {
        let Some(last) = self.positions.last() else {
            return;
        };
        for lane in 0..L::COUNT {
            let position = self.positions.get(L::COUNT * number + lane);
            let pairs = position.unwrap_or(last).pairs();
            let at = (2 * number + lane % 2) * (L::COUNT / 2) + lane / 2;
            for k in 0..4 {
                self.words.0[k][at] = pairs[k];
            }
        }
    }
}
