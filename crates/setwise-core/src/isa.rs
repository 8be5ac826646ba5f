//! Instruction sets as tokens.

use crate::function::{Function, HandWritten, Pointer, SliceFunction, SlicePointer};
use crate::pack::{Pack, Task};
use crate::{byte_vector::ByteVector, sealed::Sealed, sliced::Sliced, vector::Vector};

/// An instruction set. Its zero-sized value is a token, which proves that the CPU has the
/// instructions. Only detection, or code that is compiled for the features, makes a token.
pub trait Isa: Sealed + Copy + Send + Sync + core::fmt::Debug + 'static {
    /// The vector register.
    type Register: ByteVector<Token = Self>;
    /// The instruction set of scalar code on the same CPUs.
    type Words: Isa;
    /// A short name, such as `avx2`.
    const NAME: &'static str;
    /// The CPU features that the token proves, by the names of the compiler.
    const FEATURES: &'static [&'static str];

    /// Returns the token if this CPU has the instructions.
    fn detect() -> Option<Self>;

    /// Returns the token of scalar code.
    fn words(self) -> Self::Words;

    /// Runs a task with packs of type `P`, in a function that is compiled for the instruction set.
    fn run_on<P: Pack<Token = Self>, T: Task>(self, task: &mut T) -> T::Output;

    /// Calls a short function that is compiled for the instruction set.
    ///
    /// The compiler optimizes the function by itself, and then inlines it if it has few
    /// instructions. Code that is inlined by force is optimized again in each caller.
    fn call<P: Pack<Token = Self>, F: Function>(
        self,
        first: F::First<'_>,
        second: F::Second<'_>,
    ) -> F::Output;

    /// Compiles a function with packs of type `P` for the instruction set. The pointer needs no
    /// token, because it exists only where a token existed.
    fn pointer<P: Pack<Token = Self>, F: Function>(self) -> Pointer<F>;

    /// Compiles a function of slices with packs of type `P` for the instruction set, as
    /// [`pointer`](Self::pointer) does.
    fn slice_pointer<P: Pack<Token = Self>, F: SliceFunction>(self) -> SlicePointer;

    /// Runs code that is written for this instruction set alone, in a function that is compiled for
    /// it and that the compiler may inline into code with the same features.
    fn run_hand_written<O: HandWritten<Self>>(self, code: O) -> O::Output;

    /// Runs a task with rank-sliced packs if it has enough boards for them, else with registers.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn run<T: Task>(self, task: &mut T) -> T::Output {
        if task.boards() >= Sliced::<Self::Register>::MIN_BOARDS {
            self.run_on::<Sliced<Self::Register>, T>(task)
        } else {
            self.run_on::<Self::Register, T>(task)
        }
    }
}

/// Plain 64-bit words, available on every CPU.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scalar;

impl Scalar {
    /// Returns the token, in the form that [`instruction_set!`](crate::instruction_set) needs.
    pub const fn new_unchecked() -> Self {
        Self
    }
}

impl Sealed for Scalar {}

impl Isa for Scalar {
    type Register = u64;
    type Words = Self;
    const NAME: &'static str = "scalar";
    const FEATURES: &'static [&'static str] = &[];

    #[cfg_attr(not(unoptimized), inline(always))]
    fn detect() -> Option<Self> {
        Some(Self)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn words(self) -> Self {
        self
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run_on<P: Pack<Token = Self>, T: Task>(self, task: &mut T) -> T::Output {
        task.run::<P>(self)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack<Token = Self>, F: Function>(
        self,
        first: F::First<'_>,
        second: F::Second<'_>,
    ) -> F::Output {
        short::<P, F>(self, first, second)
    }

    fn pointer<P: Pack<Token = Self>, F: Function>(self) -> Pointer<F> {
        |first, second| F::call::<P>(Scalar, first, second)
    }

    fn slice_pointer<P: Pack<Token = Self>, F: SliceFunction>(self) -> SlicePointer {
        |first, second, out| F::call::<P>(Scalar, first, second, out)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run_hand_written<O: HandWritten<Self>>(self, code: O) -> O::Output {
        code.run(self)
    }
}

/// Runs a function, for [`Isa::call`] of an instruction set that every CPU has.
#[inline]
pub fn short<P: Pack, F: Function>(
    token: P::Token,
    first: F::First<'_>,
    second: F::Second<'_>,
) -> F::Output {
    F::call::<P>(token, first, second)
}

/// Keeps a 64-byte-aligned local in the frame of the caller, into which this function is inlined.
/// Vectors are then spilled to aligned addresses. Spills across cache lines are slow, in some
/// processes and not in others. Packs of a single register hardly spill, and for them the function
/// does nothing (docs/notes/batch-calls.md).
#[cfg_attr(not(unoptimized), inline(always))]
pub fn align_frame<P: Pack>() {
    #[repr(align(64))]
    struct Aligned(#[expect(dead_code, reason = "only its alignment counts")] u8);
    if P::BOARDS > <P::Token as Isa>::Register::LANES {
        core::hint::black_box(&mut Aligned(0));
    }
}

/// Returns whether two names are the same, in constants.
pub const fn is_same_name(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}
