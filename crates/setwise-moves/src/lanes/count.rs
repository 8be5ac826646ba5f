//! The legal moves of many positions.

use super::tally::Tally;
use crate::{Frame, Position};
use setwise_core::entry::Entry;
use setwise_core::sliced::RankCounts;
use setwise_core::{Boards, Counts, Isa, Lanes, Pack};

/// The number of legal moves of each position, as many as there are of both.
pub(crate) struct CountAll;

type Register<P> = <<P as Boards>::Proof as Isa>::Register;

impl Entry for CountAll {
    type First<'a> = &'a [Position];
    type Second<'a> = &'a mut [u32];
    type Output = ();

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, positions: &[Position], counts: &mut [u32]) {
        let width = 8 * Register::<P>::COUNT;
        for (positions, counts) in positions.chunks(width).zip(counts.chunks_mut(width)) {
            count::<Register<P>>(proof, positions, counts);
        }
    }
}

#[inline(always)]
fn count<L: Lanes>(proof: L::Proof, positions: &[Position], counts: &mut [u32]) {
    let frame = Frame::load(proof, positions);
    let (high, low) = Tally::<L>::new::<_, 7>(&frame).split();
    let (mut sixteens, mut ones) = ([0; 64], [0; 64]);
    RankCounts(high).store(&mut sixteens);
    RankCounts(low).store(&mut ones);
    for ((count, high), low) in counts.iter_mut().zip(sixteens).zip(ones) {
        *count = 16 * u32::from(high) + u32::from(low);
    }
}
