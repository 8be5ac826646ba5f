//! The instruction sets that peers are compiled for.
//!
//! They are those of the library. A value of one of these types is a token: it proves that the host
//! has the instructions. Only detection makes one.

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

/// Runs a loop compiled for the widest vectors of the host.
pub(crate) fn widest(work: impl FnOnce() -> u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    match (Avx512V4::new(), Avx2::new()) {
        (Some(isa), _) => return isa.run(work),
        (None, Some(isa)) => return isa.run(work),
        (None, None) => {}
    }
    Baseline.run(work)
}
