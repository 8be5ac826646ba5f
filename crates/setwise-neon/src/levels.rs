//! The instruction sets of this crate, each declared once.

/// Passes the instruction sets of this crate, best first, to the macro `$callback`.
///
/// A row has these parts:
/// * the documentation and the name of the token,
/// * the vector,
/// * the token for plain words,
/// * the name that users see,
/// * the feature of `setwise` that has the level,
/// * the features by the compiler's names,
/// * the same features as a target of `multiversion`, which takes only a literal (`setwise`
///   compares the two at compile time),
/// * the kernels in the registry: `without_streaming`, or `sliced_only` if the others gain nothing
///   over the level below.
#[macro_export]
macro_rules! levels {
    ($callback:ident) => {
        $callback! {
            /// The CPU has NEON and the three-input operations of SHA3 (FEAT_SHA3, optional from
            /// ARMv8.2-A on).
            NeonSha3: $crate::Quad<$crate::NeonSha3>, $crate::Words, "neon-sha3", "level-neon-sha3",
                ["neon", "sha2", "sha3"],
                "aarch64+neon+sha2+sha3",
                sliced_only;

            /// The CPU has NEON (Advanced SIMD), as ARMv8.0-A has it.
            Neon: $crate::Quad<$crate::Neon>, $crate::Words, "neon", "level-neon",
                ["neon"],
                "aarch64+neon",
                without_streaming;
        }
    };
}
