//! Attacked kings and numbers of legal moves of the positions of a block.

use super::{checks::FindChecks, count::count_frame};
use crate::packs::per_position::PerPosition;
use crate::packs::{MAX_LANES, Register, block::Block};
use setwise_core::{Function, Pack, Vector};

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
            count_frame(&frame, &mut (), counts);
        }
    }
}
