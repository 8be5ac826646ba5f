//! The numbers of legal moves of the positions in a slice (docs/notes/count-legal-moves.md).

use super::count_moves::{Overlapped, count_moves};
use super::ranks::FrameRanks;
use crate::kernel::Register;
use crate::{Frame, MoveKernel, Position};
use core::marker::PhantomData;
use setwise_core::Function;
use setwise_core::sliced::RankCounts;
use setwise_core::{Counts, LengthMismatch, Pack, Sliced, Vector};

/// Counts the legal moves of each position: `counts[i]` is for `positions[i]`.
///
/// # Errors
/// The slices differ in length; nothing is written.
///
/// ```
/// use setwise_moves::{Position, count_legal_moves};
/// let positions = [Position::startpos(); 3];
/// let mut counts = [0; 3];
/// count_legal_moves(&positions, &mut counts)?;
/// assert_eq!(counts, [20; 3]);
/// let error = count_legal_moves(&positions, &mut counts[..2]).unwrap_err();
/// assert_eq!((error.what, error.found, error.expected), ("counts", 2, 3));
/// # Ok::<(), setwise_moves::LengthMismatch>(())
/// ```
pub fn count_legal_moves(positions: &[Position], counts: &mut [u32]) -> Result<(), LengthMismatch> {
    MoveKernel::best().count_legal_moves(positions, counts)
}

impl MoveKernel {
    /// Counts the legal moves of each position with the functions of this kernel ([`count_legal_moves`]).
    ///
    /// # Errors
    /// The slices differ in length; nothing is written.
    pub fn count_legal_moves(
        &self,
        positions: &[Position],
        counts: &mut [u32],
    ) -> Result<(), LengthMismatch> {
        LengthMismatch::check("counts", counts.len(), positions.len())?;
        self.each(
            positions,
            counts,
            |from| from.count_legal_moves,
            |batch, positions, counts| {
                let uncounted = Uncounted {
                    positions,
                    prefetch: batch.prefetch,
                };
                (batch.counts)(uncounted, counts);
            },
            |position| (self.count)(&Frame::from(position), ()),
        );
        Ok(())
    }
}

/// Counts the legal moves of each position.
pub(crate) struct CountAll;

/// The positions to count.
#[derive(Clone, Copy)]
pub(crate) struct Uncounted<'a> {
    pub(crate) positions: &'a [Position],
    /// Whether the CPU gains by explicit prefetches of later batches.
    pub(crate) prefetch: bool,
}

impl Function for CountAll {
    type First<'a> = Uncounted<'a>;
    type Second<'a> = &'a mut [u32];
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, uncounted: Uncounted<'_>, counts: &mut [u32]) {
        let Uncounted {
            positions,
            prefetch,
        } = uncounted;
        let size = 8 * Register::<P>::LANES;
        let mut words = PositionWords::<Register<P>>::new();
        let mut batches = positions.chunks(size).peekable();
        if let Some(positions) = batches.peek() {
            words.copy(positions);
        }
        for counts in counts.chunks_mut(size) {
            let Some(counted) = batches.next() else {
                return;
            };
            if prefetch {
                for later in batches.clone().nth(1).unwrap_or_default() {
                    Register::<P>::prefetch(token, later);
                }
            }
            let frame = words.frame(token);
            // There is always a batch to copy, so that no part has a branch. After the last batch it is copied again.
            let mut copy = CopyPositions {
                positions: batches.peek().unwrap_or(&counted),
                words: &mut words,
            };
            let moves = if kings_near_home(&frame) {
                count_moves(FrameRanks::<_, 1>(&frame), &mut copy)
            } else {
                count_moves(FrameRanks::<_, 7>(&frame), &mut copy)
            };
            let (high, low) = moves.split();
            let (mut sixteens, mut ones) = ([0; 64], [0; 64]);
            RankCounts(high).store(&mut sixteens);
            RankCounts(low).store(&mut ones);
            for ((count, high), low) in counts.iter_mut().zip(&sixteens).zip(&ones) {
                *count = 16 * u32::from(*high) + u32::from(*low);
            }
        }
    }
}

/// Whether all kings to move stand on the first two ranks. Counting is much shorter then.
#[cfg_attr(not(unoptimized), inline(always))]
fn kings_near_home<V: Vector>(frame: &Frame<Sliced<V>>) -> bool {
    let [_, _, c, d, e, f, g, h] = frame.king().0;
    (c.or3(d, e).or3(f, g) | h).nonzero_mask() == 0
}

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
pub(super) struct PositionWords<V>([[[u64; 2]; 64]; 4], PhantomData<V>);

impl<V: Vector> PositionWords<V> {
    pub(super) fn new() -> Self {
        Self([[[0; 2]; 64]; 4], PhantomData)
    }

    /// Copies a batch.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn copy(&mut self, positions: &[Position]) {
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
    pub(super) fn frame(&self, token: V::Token) -> Frame<Sliced<V>> {
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
struct CopyPositions<'a, V> {
    positions: &'a [Position],
    words: &'a mut PositionWords<V>,
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
