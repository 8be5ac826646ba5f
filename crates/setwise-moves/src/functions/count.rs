//! The numbers of legal moves of the positions in a slice (docs/notes/count-legal-moves.md).

use crate::packs::count_moves::{Overlapped, count_moves};
use crate::packs::per_position::Many;
use crate::packs::{MAX_LANES, Register, position_words::PositionWords, ranks::FrameRanks};
use crate::{frame::Frame, position::Position};
use setwise_core::{Counts, Function, Pack, Sliced, Vector, sliced::RankCounts};

pub(crate) struct CountAll;

impl Function for CountAll {
    type First<'a> = Many<'a>;
    type Second<'a> = &'a mut [u32];
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, many: Many<'_>, counts: &mut [u32]) {
        let positions = many.positions;
        let size = 8 * Register::<P>::LANES;
        let mut words = PositionWords::<Register<P>>::new();
        let mut batches = positions.chunks(size).peekable();
        if let Some(positions) = batches.peek() {
            words.copy(positions, Position::pairs);
        }
        for counts in counts.chunks_mut(size) {
            let Some(counted) = batches.next() else {
                return;
            };
            let later = match many.prefetch {
                true => batches.clone().nth(1),
                false => None,
            };
            let frame = words.frame(token);
            // The last batch is copied again while it is counted, so that no part needs a branch.
            let mut copy = CopyPositions {
                positions: batches.peek().unwrap_or(&counted),
                later: later.unwrap_or(counted),
                token,
                words: &mut words,
            };
            count_frame(&frame, &mut copy, counts);
        }
    }
}

/// Counts the legal moves of the positions of a frame, while other work is done.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn count_frame<V: Vector>(
    frame: &Frame<Sliced<V>>,
    overlapped: &mut impl Overlapped,
    counts: &mut [u32],
) {
    let moves = if kings_near_home(frame) {
        count_moves(FrameRanks::<_, 1>(frame), overlapped)
    } else {
        count_moves(FrameRanks::<_, 7>(frame), overlapped)
    };
    let (high, low) = moves.split();
    let (mut sixteens, mut ones) = ([0; MAX_LANES], [0; MAX_LANES]);
    RankCounts(high).store(&mut sixteens);
    RankCounts(low).store(&mut ones);
    for ((count, high), low) in counts.iter_mut().zip(&sixteens).zip(&ones) {
        *count = 16 * u32::from(*high) + u32::from(*low);
    }
}

/// Whether all kings to move stand on the first two ranks, in which case counting is much shorter.
#[cfg_attr(not(unoptimized), inline(always))]
fn kings_near_home<V: Vector>(frame: &Frame<Sliced<V>>) -> bool {
    let [_, _, c, d, e, f, g, h] = frame.king().0;
    (c.or3(d, e).or3(f, g) | h).nonzero_mask() == 0
}

/// Copies the next batch while the current one is counted.
struct CopyPositions<'a, V: Vector> {
    token: V::Token,
    positions: &'a [Position],
    /// The batch to prefetch. If there is none, the one that is counted.
    later: &'a [Position],
    words: &'a mut PositionWords<V>,
}

impl<V: Vector> Overlapped for CopyPositions<'_, V> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn part(&mut self, number: usize) {
        let (words, positions) = (&mut self.words, self.positions);
        words.copy_part(number, positions, Position::pairs);
        let Some(last) = self.later.last() else {
            return;
        };
        for lane in 0..V::LANES {
            let later = self.later.get(V::LANES * number + lane);
            V::prefetch(self.token, later.unwrap_or(last));
        }
    }
}
