//! The speed of the memory alone.

use crate::calls::{Calls, Outcome};
use setwise::{Batch, Direction, Rays, Sliders};

/// Reads the inputs and writes the results of a kernel, and computes next to nothing: each result
/// is the exclusive or of the inputs.
#[derive(Clone, Copy)]
pub(crate) struct Bound;

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
    fn occluded_fill(self, generators: u64, propagators: u64, _: Direction) -> u64 {
        generators ^ propagators
    }
}

/// [`Bound`] with non-temporal stores, which do not bring the output into the cache first.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Streamed;

#[cfg(target_arch = "x86_64")]
impl Calls for Streamed {
    const HAS_FILLS: bool = false;

    #[inline(always)]
    fn batch_attacks(self, batch: Batch<'_>, out: &mut [u64]) -> Outcome {
        stream(batch, [out]);
        Ok(())
    }

    #[inline(always)]
    fn batch_ray_attacks(self, batch: Batch<'_>, out: [&mut [u64]; 8]) -> Outcome {
        stream(batch, out);
        Ok(())
    }
}

/// Writes the exclusive or of the three columns to each output, cache line by cache line, which the
/// CPU collects before it writes to memory.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn stream<const N: usize>(batch: Batch<'_>, mut out: [&mut [u64]; N]) {
    use core::arch::x86_64::{_mm_sfence, _mm_stream_si64};
    // No index is out of bounds below, so that no panic comes before the fence.
    for slice in &out {
        assert_eq!(slice.len(), batch.len());
    }
    for start in (0..batch.len()).step_by(8) {
        let line = start..batch.len().min(start + 8);
        for slice in &mut out {
            for i in line.clone() {
                let board = batch.orthogonal[i] ^ batch.diagonal[i] ^ batch.occupied[i];
                // SAFETY: every x86-64 CPU has SSE2, and the reference is valid. The fence below
                // follows on the same thread before the borrow of the output ends, as nothing here
                // panics.
                unsafe { _mm_stream_si64((&raw mut slice[i]).cast(), board as i64) }
            }
        }
    }
    // SAFETY: every x86-64 CPU has SSE.
    unsafe { _mm_sfence() }
}
