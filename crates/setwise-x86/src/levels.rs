//! The instruction sets of this crate, each declared once.

/// Passes the instruction sets of this crate, best first, to the macro `$callback`.
///
/// A row has these parts:
/// * the documentation and the name of the token,
/// * the vector,
/// * the token for plain words,
/// * the name that users see, and the feature of `setwise` that has the level,
/// * the features by the compiler's names, with those that the compiler implies: a virtual machine
///   may hide any of them,
/// * the same features as a target of `multiversion`, which takes only a literal (`setwise`
///   compares the two at compile time),
/// * the kernels in the registry: `with_streaming`, `without_streaming`, or `words` (no direction
///   per lane).
#[macro_export]
macro_rules! levels {
    ($callback:ident) => {
        $callback! {
            /// The CPU has the AVX-512 of Ice Lake (Zen 4 has it as well): F, BW, CD, DQ, VL, IFMA,
            /// VBMI, VBMI2, VNNI, BITALG, VPOPCNTDQ, GFNI, VAES, VPCLMULQDQ, with BMI1, BMI2, LZCNT
            /// and POPCNT.
            Avx512: $crate::Zmm<$crate::Avx512>, $crate::Bmi2, "avx512", "level-avx512",
                ["sse3", "ssse3", "sse4.1", "sse4.2", "avx", "fma", "f16c", "avx2", "aes", "pclmulqdq", "avx512f",
                    "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512ifma", "avx512vbmi", "avx512vbmi2",
                    "avx512vnni", "avx512bitalg", "avx512vpopcntdq", "gfni", "vaes", "vpclmulqdq", "bmi1", "bmi2",
                    "lzcnt", "popcnt"],
                "x86_64+sse3+ssse3+sse4.1+sse4.2+avx+fma+f16c+avx2+aes+pclmulqdq+avx512f+avx512bw+avx512cd+avx512dq+avx512vl+avx512ifma+avx512vbmi+avx512vbmi2+avx512vnni+avx512bitalg+avx512vpopcntdq+gfni+vaes+vpclmulqdq+bmi1+bmi2+lzcnt+popcnt",
                with_streaming;

            /// The CPU has the AVX-512 of Skylake-X (x86-64-v4): F, BW, CD, DQ, VL, with AVX2,
            /// BMI1, BMI2, LZCNT and POPCNT.
            Avx512V4: $crate::Zmm<$crate::Avx512V4>, $crate::Bmi2, "avx512-v4", "level-avx512-v4",
                ["sse3", "ssse3", "sse4.1", "sse4.2", "avx", "fma", "f16c", "avx512f", "avx512bw", "avx512cd",
                    "avx512dq", "avx512vl", "avx2", "bmi1", "bmi2", "lzcnt", "popcnt"],
                "x86_64+sse3+ssse3+sse4.1+sse4.2+avx+fma+f16c+avx512f+avx512bw+avx512cd+avx512dq+avx512vl+avx2+bmi1+bmi2+lzcnt+popcnt",
                with_streaming;

            /// The CPU has GFNI, AVX2, BMI1, BMI2, LZCNT and POPCNT.
            Avx2Gfni: $crate::Ymm<$crate::Avx2Gfni>, $crate::Bmi2, "avx2-gfni", "level-avx2-gfni",
                ["sse3", "ssse3", "sse4.1", "sse4.2", "avx", "avx2", "gfni", "bmi1", "bmi2", "lzcnt", "popcnt"],
                "x86_64+sse3+ssse3+sse4.1+sse4.2+avx+avx2+gfni+bmi1+bmi2+lzcnt+popcnt",
                with_streaming;

            /// The CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT.
            Avx2: $crate::Ymm<$crate::Avx2>, $crate::Bmi2, "avx2", "level-avx2",
                ["sse3", "ssse3", "sse4.1", "sse4.2", "avx", "avx2", "bmi1", "bmi2", "lzcnt", "popcnt"],
                "x86_64+sse3+ssse3+sse4.1+sse4.2+avx+avx2+bmi1+bmi2+lzcnt+popcnt",
                with_streaming;

            /// The CPU has SSE3, SSSE3, SSE4.1, SSE4.2 and POPCNT: the vectors of x86-64-v2.
            X86_64V2: $crate::Xmm, $crate::Popcnt, "x86-64-v2", "level-x86-64-v2",
                ["sse3", "ssse3", "sse4.1", "sse4.2", "popcnt"],
                "x86_64+sse3+ssse3+sse4.1+sse4.2+popcnt",
                with_streaming;

            /// The CPU has BMI1, LZCNT and POPCNT. Both bit scans are required: on a CPU without
            /// them, TZCNT and LZCNT silently execute as BSF and BSR.
            Bmi: $crate::Word<$crate::Bmi>, $crate::Bmi, "bmi", "level-bmi",
                ["bmi1", "lzcnt", "popcnt"],
                "x86_64+bmi1+lzcnt+popcnt",
                words;
        }
    };
}
