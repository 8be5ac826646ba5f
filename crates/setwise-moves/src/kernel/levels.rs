//! The instruction sets that functions of this crate are compiled for, by their declarations.

#[cfg(feature = "std")]
use setwise_core::internal::is_same_name;
#[cfg(feature = "std")]
use setwise_core::{Isa, Scalar, const_for};

/// The name of a level, the feature of this crate that has functions for it (`None` if there are
/// none), and whether that is in the build.
pub(super) type LevelFeature = (&'static str, Option<&'static str>, bool);

#[allow(unused_macros, reason = "some architectures have no levels")]
macro_rules! level {
    ($name:literal, none) => {
        ($name, None, false)
    };
    ($name:literal, $feature:literal) => {
        ($name, Some($feature), cfg!(feature = $feature))
    };
}

macro_rules! list {
    ($(
        $(#[$doc:meta])*
        $token:ident {
            name: $name:literal,
            register: $register:ty, words: $words:ty,
            features: $features:tt,
            target: $target:tt,
            feature: $feature:tt, kernels: $kernels:tt, moves: $moves:tt, hand_written: $hand_written:tt,
        }
    )*) => {
        /// The levels of the architecture. Every build has `scalar`, and other architectures than
        /// x86-64 have `wide`. There are no functions for `bmi`, as positions gain nothing from its
        /// words, and none for `avx512-v4`, as its CPUs count legal moves faster with `avx2`.
        pub(super) const LEVELS: &[LevelFeature] = &[
            $(level!($name, $moves),)*
            #[cfg(target_arch = "x86_64")]
            level!("wide", "narrow-batches"),
        ];
    };
}

setwise_dispatch::internal::levels!(list);

/// Returns whether this build has functions for an instruction set.
#[cfg(feature = "std")]
pub(super) const fn is_in_build<I: Isa>() -> bool {
    const_for!(i, LEVELS.len(), {
        let (name, _, is_in_build) = LEVELS[i];
        if is_same_name(name, I::NAME) {
            return is_in_build;
        }
    });
    is_same_name(I::NAME, Scalar::NAME) || is_same_name(I::NAME, "wide")
}
