//! Attacked kings and numbers of legal moves of the positions of a block.

use super::{checks::FindChecks, count::kings_near_home};
use crate::packs::count_moves::count_moves;
use crate::packs::per_position::PerPosition;
use crate::packs::{MAX_LANES, Register, block::Block, ranks::FrameRanks};
use setwise_core::{Counts, Function, Pack, Vector, sliced::RankCounts};

/// Returns a bit for each position whose side to move is in check.
pub(crate) struct FindBlockChecks;

impl Function for FindBlockChecks {
    type First<'a> = &'a Block;
    type Second<'a> = ();
    type Output = u64;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, block: &Block, (): ()) -> u64 {
        let size = 8 * Register::<P>::LANES;
        let (mut lanes, mut checks) = ([0; MAX_LANES], 0);
        for from in (0..64).step_by(size) {
            let frame = block.frame::<Register<P>>(token, from);
            FindChecks::<true>::fill(&frame, &mut lanes);
            for (i, lane) in lanes.iter().enumerate().take(size) {
                checks |= u64::from(*lane != 0) << (from + i);
            }
        }
        checks
    }
}

/// Counts the legal moves of each position. A function of its own: as a part of
/// [`CountAll`](super::count::CountAll) it costs that 7 % with AVX2.
pub(crate) struct CountBlock;

impl Function for CountBlock {
    type First<'a> = &'a Block;
    type Second<'a> = &'a mut [u32; 64];
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, block: &Block, counts: &mut [u32; 64]) {
        let size = 8 * Register::<P>::LANES;
        for (number, counts) in counts.chunks_mut(size).enumerate() {
            let frame = block.frame::<Register<P>>(token, size * number);
            let moves = if kings_near_home(&frame) {
                count_moves(FrameRanks::<_, 1>(&frame), &mut ())
            } else {
                count_moves(FrameRanks::<_, 7>(&frame), &mut ())
            };
            let (high, low) = moves.split();
            let (mut sixteens, mut ones) = ([0; MAX_LANES], [0; MAX_LANES]);
            RankCounts(high).store(&mut sixteens);
            RankCounts(low).store(&mut ones);
            for ((count, high), low) in counts.iter_mut().zip(&sixteens).zip(&ones) {
                *count = 16 * u32::from(*high) + u32::from(*low);
            }
        }
    }
}
