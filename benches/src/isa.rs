//! The instruction sets that peers are compiled for.
//!
//! They are those of the library, and one more: the level x86-64-v4 has less than the AVX-512 of the library asks for. A
//! value of one of these types is a token: it proves that the host has the instructions. Only detection makes one.

pub use setwise_core::Scalar as Baseline;
#[cfg(target_arch = "x86_64")]
pub use setwise_x86::{Avx2, Bmi2};

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

/// The level x86-64-v4.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct Level4(());

#[cfg(target_arch = "x86_64")]
impl Level4 {
    /// Returns the token if the host has the features.
    pub fn new() -> Option<Self> {
        macro_rules! has {
            ($($feature:tt)+) => { true $(&& is_x86_feature_detected!($feature))+ };
        }
        let vectors = has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl" "avx2" "fma");
        (vectors && has!("bmi1" "bmi2" "lzcnt" "movbe" "popcnt")).then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Isa for Level4 {
    fn run(self, work: impl FnOnce() -> u64) -> u64 {
        #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx2,fma")]
        #[target_feature(enable = "bmi1,bmi2,lzcnt,movbe,popcnt")]
        fn compiled(work: impl FnOnce() -> u64) -> u64 {
            work()
        }
        // SAFETY: `self` proves that the host has every feature of `compiled`.
        unsafe { compiled(work) }
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

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn exclusive_or([a, b, c]: [&[u64; 8]; 3]) -> [u64; 8] {
    core::array::from_fn(|i| a[i] ^ b[i] ^ c[i])
}

#[cfg(target_arch = "x86_64")]
impl Streaming for Avx2 {
    #[inline(always)]
    fn stream(self, to: &mut [u64; 8], from: [&[u64; 8]; 3]) {
        use core::arch::x86_64::{_mm256_loadu_si256, _mm256_stream_si256};
        let line = exclusive_or(from);
        if to.as_ptr().align_offset(64) == 0 {
            // SAFETY: `self` proves that the host has AVX2; both halves of both lines lie in bounds, and
            // those that are written are aligned to 32 bytes.
            unsafe {
                let (to, line) = (to.as_mut_ptr(), line.as_ptr());
                _mm256_stream_si256(to.cast(), _mm256_loadu_si256(line.cast()));
                _mm256_stream_si256(to.add(4).cast(), _mm256_loadu_si256(line.add(4).cast()));
            }
        } else {
            *to = line;
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl Streaming for Level4 {
    #[inline(always)]
    fn stream(self, to: &mut [u64; 8], from: [&[u64; 8]; 3]) {
        use core::arch::x86_64::{_mm512_loadu_si512, _mm512_stream_si512};
        let line = exclusive_or(from);
        if to.as_ptr().align_offset(64) == 0 {
            // SAFETY: `self` proves that the host has AVX-512; both lines are 64 bytes long, and the one that is
            // written is aligned to 64 bytes.
            unsafe {
                _mm512_stream_si512(
                    to.as_mut_ptr().cast(),
                    _mm512_loadu_si512(line.as_ptr().cast()),
                )
            }
        } else {
            *to = line;
        }
    }
}
