//! The instruction sets of this crate, each declared once.

/// Passes the instruction sets of this crate, best first, to the macro `$callback`.
///
/// The parts of a row are those of `levels!` of `setwise-x86`. `kernels` may also be `sliced_only`,
/// if the other kernels gain nothing over those of the level below.
#[macro_export]
macro_rules! levels {
    ($callback:ident) => {
        $callback! {
            /// The CPU has NEON and the three-input operations of SHA3 (FEAT_SHA3, from ARMv8.2-A
            /// on).
            NeonSha3 {
                name: "neon-sha3",
                register: $crate::Quad<$crate::NeonSha3>, words: $crate::Words,
                features: ["neon", "sha2", "sha3"],
                target: "aarch64+neon+sha2+sha3",
                feature: "level-neon-sha3", kernels: sliced_only, moves: "level-neon-sha3", hand_written: [Neon],
            }

            /// The CPU has NEON (Advanced SIMD), as ARMv8.0-A has it.
            Neon {
                name: "neon",
                register: $crate::Quad<$crate::Neon>, words: $crate::Words,
                features: ["neon"],
                target: "aarch64+neon",
                feature: "level-neon", kernels: without_streaming, moves: "level-neon", hand_written: [Neon],
            }
        }
    };
}
