//! The instruction sets that peers are compiled for.
//!
//! They are those of the library. A value of one of these types is a token: it proves that the host has the instructions. Only
//! detection makes one.

pub use setwise_core::Scalar as Baseline;
#[cfg(target_arch = "x86_64")]
pub use setwise_x86::{Avx2, Avx512V4, Bmi2};

use setwise_core::{Pack, Task};

/// An instruction set that a loop can be compiled for.
pub trait Isa: Copy + 'static {
    /// Runs a loop in a function of its own that is compiled for this instruction set.
    fn run(self, work: impl FnOnce() -> u64) -> u64;
}

impl<I: setwise_core::Isa> Isa for I {
    #[inline(never)]
    fn run(self, work: impl FnOnce() -> u64) -> u64 {
        struct Work<W>(Option<W>);
        impl<W: FnOnce() -> u64> Task for Work<W> {
            type Output = u64;

            #[inline(always)]
            fn run<P: Pack>(&mut self, _: P::Token) -> u64 {
                self.0.take().map_or(0, |work| work())
            }
        }
        self.run_on::<I::Register, _>(&mut Work(Some(work)))
    }
}

/// Stores that go to memory without reading the cache line first. [`complete`](Self::complete) follows on the same thread
/// before the lines are read.
#[cfg(target_arch = "x86_64")]
pub(crate) trait Streaming: Isa {
    /// Writes the exclusive or of three lines to a line; with an ordinary store if the line is not aligned to 64 bytes.
    fn stream(self, to: &mut [u64; 8], from: [&[u64; 8]; 3]);

    /// Makes the streamed boards visible in order, as other code expects it of a function that returns.
    #[inline(always)]
    fn complete(self) {
        // SAFETY: every x86-64 CPU has SSE.
        unsafe { core::arch::x86_64::_mm_sfence() }
    }
}

/// Implements [`Streaming`] with the loads and stores of some boards at once.
#[cfg(target_arch = "x86_64")]
macro_rules! streaming {
    ($isa:ty, $boards:literal, $load:ident, $stream:ident) => {
        impl Streaming for $isa {
            #[inline(always)]
            fn stream(self, to: &mut [u64; 8], [a, b, c]: [&[u64; 8]; 3]) {
                use core::arch::x86_64::{$load, $stream};
                let line: [u64; 8] = core::array::from_fn(|i| a[i] ^ b[i] ^ c[i]);
                if to.as_ptr().align_offset(64) != 0 {
                    *to = line;
                    return;
                }
                for at in (0..8).step_by($boards) {
                    // SAFETY: `self` proves that the host has the instructions. `at` is a multiple of the boards of a vector
                    // below 8, so the vectors lie within both lines, and the one that is written is as aligned as it is long.
                    unsafe {
                        $stream(
                            to.as_mut_ptr().add(at).cast(),
                            $load(line.as_ptr().add(at).cast()),
                        )
                    }
                }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
streaming!(Avx2, 4, _mm256_loadu_si256, _mm256_stream_si256);
#[cfg(target_arch = "x86_64")]
streaming!(Avx512V4, 8, _mm512_loadu_si512, _mm512_stream_si512);
