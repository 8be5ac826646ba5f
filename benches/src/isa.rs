//! The instruction sets that opponents are compiled for: those of the library. A value of one of
//! these types is a token, which only detection makes: it proves that the host has them.

pub(crate) use setwise_core::Scalar as Baseline;
#[cfg(target_arch = "x86_64")]
pub(crate) use setwise_x86::{Avx2, Avx512, Avx512V4, Bmi2};

use setwise_core::{Pack, Task};

/// An instruction set that a loop can be compiled for.
pub(crate) trait Isa: Copy + 'static {
    /// Runs a loop in a separate function that is compiled for this instruction set.
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

/// Evaluates an expression with the first instruction set of a list that the host has.
macro_rules! best {
    ($isa:ident of $($set:ident)* => $value:expr) => {
        'found: {
            #[cfg(target_arch = "x86_64")]
            {
                $(if let Some($isa) = $set::new() {
                    break 'found $value;
                })*
            }
            let $isa = Baseline;
            $value
        }
    };
}
pub(crate) use best;

/// Runs a loop compiled for the widest vectors of the host.
#[cfg(feature = "moves")]
pub(crate) fn widest(work: impl FnOnce() -> u64) -> u64 {
    best!(isa of Avx512V4 Avx2 => isa.run(work))
}
