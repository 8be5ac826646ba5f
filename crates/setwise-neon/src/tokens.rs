//! The tokens of the instruction sets.

/// Returns whether the CPU has a feature: at run time with `std`, else by the target.
#[cfg(feature = "std")]
macro_rules! detected {
    ($feature:tt) => {
        std::arch::is_aarch64_feature_detected!($feature)
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
