//! The instruction sets that peers are compiled for.
//!
//! A value of one of these types is the proof that the host has the instructions: it comes from detection only.

use crate::loops::{Io, Pass, Solver};

/// An instruction set that a loop can be compiled for.
pub trait Isa: Copy + 'static {
    /// Runs a loop that is compiled for this instruction set.
    fn run<P: Pass, S: Solver>(self, pass: P, solver: S, io: &mut Io<'_>) -> u64;
}

/// What every CPU of the target has.
#[derive(Clone, Copy, Debug)]
pub struct Baseline;

impl Isa for Baseline {
    /// A function of its own, as for the other instruction sets.
    #[inline(never)]
    fn run<P: Pass, S: Solver>(self, pass: P, solver: S, io: &mut Io<'_>) -> u64 {
        pass.run(solver, io)
    }
}

/// Defines an instruction set by its features: detection and a function that is compiled for them.
#[cfg(target_arch = "x86_64")]
macro_rules! isa {
    ($(#[$doc:meta])* $name:ident: $($feature:tt),*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name(());

        impl $name {
            /// The proof, if the host has the features.
            pub fn new() -> Option<Self> {
                ($(is_x86_feature_detected!($feature))&&*).then_some(Self(()))
            }
        }

        impl Isa for $name {
            fn run<P: Pass, S: Solver>(self, pass: P, solver: S, io: &mut Io<'_>) -> u64 {
                $(#[target_feature(enable = $feature)])*
                fn compiled<P: Pass, S: Solver>(pass: P, solver: S, io: &mut Io<'_>) -> u64 {
                    pass.run(solver, io)
                }
                // SAFETY: `self` is the proof that the host has every feature of `compiled`.
                unsafe { compiled(pass, solver, io) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
isa! {
    /// Bit manipulation in general-purpose registers: ANDN, TZCNT and the like; no vector instruction beyond SSE2.
    Bmi: "bmi1", "bmi2", "lzcnt", "popcnt"
}
#[cfg(target_arch = "x86_64")]
isa! {
    /// The level x86-64-v3.
    Avx2: "avx2", "bmi1", "bmi2", "fma", "lzcnt", "movbe", "popcnt"
}
#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// The bits of a board at the squares of a mask, moved down next to one another.
    #[inline(always)]
    pub fn pext(self, board: u64, mask: u64) -> u64 {
        // SAFETY: `self` is the proof that the host has BMI2.
        unsafe { core::arch::x86_64::_pext_u64(board, mask) }
    }
}

#[cfg(target_arch = "x86_64")]
isa! {
    /// The level x86-64-v4.
    Avx512: "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx2", "bmi1", "bmi2", "fma", "lzcnt", "movbe",
        "popcnt"
}

/// Stores that go to memory without reading the cache line first. Whoever streams completes, on the same thread, before
/// anybody reads the lines.
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
            // SAFETY: `self` is the proof that the host has AVX2; both halves of both lines lie in bounds, and
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
impl Streaming for Avx512 {
    #[inline(always)]
    fn stream(self, to: &mut [u64; 8], from: [&[u64; 8]; 3]) {
        use core::arch::x86_64::{_mm512_loadu_si512, _mm512_stream_si512};
        let line = exclusive_or(from);
        if to.as_ptr().align_offset(64) == 0 {
            // SAFETY: `self` is the proof that the host has AVX-512; both lines are 64 bytes long, and the one that is
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
