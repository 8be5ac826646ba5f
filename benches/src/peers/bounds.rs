//! How fast the memory alone would be.

#[cfg(target_arch = "x86_64")]
use crate::isa::Streaming;
use crate::loops::Solver;
#[cfg(target_arch = "x86_64")]
use setwise_core::Batch;
use setwise_core::{Direction, Rays, Sliders};

/// Reads what a kernel reads, writes what it writes, and computes next to nothing: each result is the exclusive or of
/// the inputs.
#[derive(Clone, Copy, Debug)]
pub struct Bound;

impl Solver for Bound {
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
#[derive(Clone, Copy, Debug)]
pub(crate) struct Streamed<I>(pub(crate) I);

#[cfg(target_arch = "x86_64")]
impl<I: Streaming> Solver for Streamed<I> {
    #[inline(always)]
    fn attacks(self, sliders: Sliders, occupied: u64) -> u64 {
        Bound.attacks(sliders, occupied)
    }

    #[inline(always)]
    fn ray_attacks(self, sliders: Sliders, occupied: u64) -> Rays {
        Bound.ray_attacks(sliders, occupied)
    }

    #[inline(always)]
    fn occluded_fill(self, direction: Direction, generators: u64, propagators: u64) -> u64 {
        Bound.occluded_fill(direction, generators, propagators)
    }

    #[inline(always)]
    fn batch_attacks(self, batch: Batch<'_>, out: &mut [u64]) {
        self.stream(batch, [out]);
    }

    #[inline(always)]
    fn batch_ray_attacks(self, batch: Batch<'_>, out: [&mut [u64]; 8]) {
        self.stream(batch, out);
    }
}

#[cfg(target_arch = "x86_64")]
impl<I: Streaming> Streamed<I> {
    /// Writes the exclusive or of the three columns to each output, cache line by cache line.
    #[inline(always)]
    fn stream<const N: usize>(self, batch: Batch<'_>, mut out: [&mut [u64]; N]) {
        let (a, b, c) = (batch.orthogonal(), batch.diagonal(), batch.occupied());
        let lines = a
            .as_chunks::<8>()
            .0
            .iter()
            .zip(b.as_chunks::<8>().0)
            .zip(c.as_chunks::<8>().0);
        for (i, ((a, b), c)) in lines.enumerate() {
            for slice in &mut out {
                if let Some(to) = slice.as_chunks_mut::<8>().0.get_mut(i) {
                    self.0.stream(to, [a, b, c]);
                }
            }
        }
        self.0.complete();
        for i in batch.len() / 8 * 8..batch.len() {
            for slice in &mut out {
                slice[i] = a[i] ^ b[i] ^ c[i];
            }
        }
    }
}
