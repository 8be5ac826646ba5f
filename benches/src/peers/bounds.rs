//! The speed of the memory alone.

use crate::calls::Calls;
#[cfg(target_arch = "x86_64")]
use crate::isa::Streaming;
use setwise::{Batch, Direction, LengthMismatch, Rays, Sliders};

/// Reads what a kernel reads, writes what it writes, and computes next to nothing: each result is the exclusive or of
/// the inputs.
#[derive(Clone, Copy)]
pub struct Bound;

impl Calls for Bound {
    #[inline(always)]
    fn attacks(self, sliders: Sliders, occupied: u64) -> u64 {
        sliders.orthogonal ^ sliders.diagonal ^ occupied
    }

    #[inline(always)]
    fn ray_attacks(self, sliders: Sliders, occupied: u64) -> Rays {
        Rays([self.attacks(sliders, occupied); 8])
    }

    #[inline(always)]
    fn occluded_fill(self, _: Direction, generators: u64, propagators: u64) -> u64 {
        generators ^ propagators
    }
}

/// [`Bound`] with non-temporal stores, which do not bring the output into the cache first.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Streamed<I>(pub(crate) I);

#[cfg(target_arch = "x86_64")]
impl<I: Streaming> Calls for Streamed<I> {
    #[inline(always)]
    fn batch_attacks(self, batch: Batch<'_>, out: &mut [u64]) -> Result<(), LengthMismatch> {
        self.stream(batch, [out]);
        Ok(())
    }

    #[inline(always)]
    fn batch_ray_attacks(
        self,
        batch: Batch<'_>,
        out: [&mut [u64]; 8],
    ) -> Result<(), LengthMismatch> {
        self.stream(batch, out);
        Ok(())
    }
}

#[cfg(target_arch = "x86_64")]
impl<I: Streaming> Streamed<I> {
    /// Writes the exclusive or of the three columns to each output, cache line by cache line.
    #[inline(always)]
    fn stream<const N: usize>(self, batch: Batch<'_>, mut out: [&mut [u64]; N]) {
        let columns = [batch.orthogonal(), batch.diagonal(), batch.occupied()];
        let [a, b, c] = columns.map(|column| column.as_chunks::<8>().0);
        for (i, ((a, b), c)) in a.iter().zip(b).zip(c).enumerate() {
            for slice in &mut out {
                if let Some(to) = slice.as_chunks_mut::<8>().0.get_mut(i) {
                    self.0.stream(to, [a, b, c]);
                }
            }
        }
        self.0.complete();
        for (i, (sliders, occupied)) in batch.positions().enumerate().skip(batch.len() / 8 * 8) {
            out.iter_mut()
                .for_each(|slice| slice[i] = Bound.attacks(sliders, occupied));
        }
    }
}
