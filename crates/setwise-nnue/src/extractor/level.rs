//! The instruction set of an extractor: a level of `setwise`, or plain words without it.

#[cfg(feature = "std")]
use core::marker::PhantomData;
#[cfg(not(feature = "std"))]
use setwise_core::Scalar;
use setwise_core::{Function, Isa, Pointer};

/// The instruction set.
#[cfg(feature = "std")]
pub(super) type Level = setwise::Level;
#[cfg(not(feature = "std"))]
pub(super) type Level = Scalar;

/// Returns the level that is used unless another is chosen.
#[cfg(feature = "std")]
pub(super) fn default() -> Level {
    setwise::selection::level()
}

#[cfg(not(feature = "std"))]
pub(super) fn default() -> Level {
    Scalar
}

/// Returns the name of a level.
#[cfg(feature = "std")]
pub(super) fn name(level: Level) -> &'static str {
    level.name()
}

#[cfg(not(feature = "std"))]
pub(super) fn name(_: Level) -> &'static str {
    Scalar::NAME
}

/// Returns a function that is compiled for a level.
#[cfg(feature = "std")]
pub(super) fn compiled<F: Function>(level: Level) -> Pointer<F> {
    struct Compile<F>(PhantomData<F>);

    impl<F: Function> setwise::LevelVisitor for Compile<F> {
        type Output = Pointer<F>;

        fn visit<I: Isa>(self, isa: I) -> Self::Output {
            isa.pointer::<I::Register, F>()
        }
    }

    level.visit(Compile(PhantomData))
}

#[cfg(not(feature = "std"))]
pub(super) fn compiled<F: Function>(isa: Level) -> Pointer<F> {
    isa.pointer::<u64, F>()
}
