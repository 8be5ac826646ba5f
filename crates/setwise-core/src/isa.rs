//! Instruction sets as proofs.

use crate::entry::{Entry, Pointer};
use crate::{Boards, Lanes, Pack, Sliced, Task};

/// An instruction set. The value, zero-sized, proves that the host has it: only detection, or code that is
/// itself compiled for the features, can make one.
pub trait Isa: Copy + Send + Sync + core::fmt::Debug + 'static {
    /// The vector register.
    type Register: Lanes<Proof = Self>;
    /// A short name, such as `avx2`.
    const NAME: &'static str;

    /// The proof, if this CPU has the instructions.
    fn detect() -> Option<Self>;

    /// Runs a task with packs of a given type, in a function that is compiled for the instruction set.
    fn run_on<P: Pack<Proof = Self>, T: Task>(self, task: &mut T) -> T::Output;

    /// An entry point with packs of a given type, compiled for the instruction set. Whoever holds the
    /// pointer needs no proof any more: that it was made is one.
    fn pointer<P: Pack<Proof = Self>, E: Entry>(self) -> Pointer<E>;

    /// Runs a task with rank-sliced packs if its boards suffice for that, else with registers.
    #[inline(always)]
    fn run<T: Task>(self, task: &mut T) -> T::Output {
        if task.boards() >= Sliced::<Self::Register>::WORTH {
            self.run_on::<Sliced<Self::Register>, T>(task)
        } else {
            self.run_on::<Self::Register, T>(task)
        }
    }

    /// Orders the stores of [`Boards::stream`] before everything after it.
    #[inline(always)]
    fn fence(self) {
        Self::Register::fence(self);
    }
}

/// Plain 64-bit words: every host has them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scalar;

impl Isa for Scalar {
    type Register = u64;
    const NAME: &'static str = "scalar";

    #[inline(always)]
    fn detect() -> Option<Self> {
        Some(Self)
    }

    #[inline(always)]
    fn run_on<P: Pack<Proof = Self>, T: Task>(self, task: &mut T) -> T::Output {
        task.run::<P>(self)
    }

    fn pointer<P: Pack<Proof = Self>, E: Entry>(self) -> Pointer<E> {
        |first, second| E::call::<P>(Scalar, first, second)
    }
}

/// Keeps a 64-byte-aligned local in the frame of the function that it is inlined into, so that vectors
/// which do not fit the registers are kept on aligned addresses. Without it, spills that cross cache lines
/// cost up to 45 %, in some processes and not in others. Packs that are a single register hardly spill: for
/// them nothing is done.
#[inline(always)]
pub fn align_frame<P: Pack>() {
    #[repr(align(64))]
    struct Aligned(#[expect(dead_code, reason = "only its alignment counts")] u8);
    if P::COUNT > <P::Proof as Isa>::Register::COUNT {
        core::hint::black_box(&mut Aligned(0));
    }
}
