//! The tokens of the instruction sets.

use crate::bmi::{Word, WordLevel, sealed::Sealed};

/// Returns whether the CPU has a feature: at run time with `std`, else by the target.
#[cfg(feature = "std")]
macro_rules! detected {
    ($feature:tt) => {
        std::arch::is_x86_feature_detected!($feature)
    };
}

#[cfg(not(feature = "std"))]
macro_rules! detected {
    ($feature:tt) => {
        cfg!(target_feature = $feature)
    };
}

macro_rules! define {
    ($(
        $(#[$doc:meta])*
        $token:ident {
            name: $name:literal,
            register: $register:ty, words: $words:ty,
            features: [$($feature:tt),* $(,)?],
            $($rest:tt)*
        }
    )*) => {$(
        setwise_core::instruction_set! {
            $(#[$doc])*
            pub struct $token: Isa<Register = $register, Words = $words> = $name, detected, [$($feature),*];
            // SAFETY: the detector is the standard library's (or the target of the build), and only
            // the macro makes the token. The conversions into it, in the files of the registers,
            // are from tokens with more features.
            unsafe impl Promise for $token {}
        }
    )*};
}

levels!(define);

define! {
    /// The CPU has BMI1, BMI2, LZCNT and POPCNT: the instruction set for scalar code next to AVX2
    /// and AVX-512. It has no separate kernels.
    Bmi2 {
        name: "bmi2",
        register: Word<Bmi2>, words: Bmi2,
        features: ["bmi1", "bmi2", "lzcnt", "popcnt"],
    }
}

impl Sealed for Bmi {}
impl WordLevel for Bmi {}

impl Sealed for Bmi2 {}
impl WordLevel for Bmi2 {}
