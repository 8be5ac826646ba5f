//! The instruction sets of this crate, each declared once.

/// Passes the instruction sets of this crate, best first, to the macro `$callback`.
///
/// A row has the documentation and the name of the token, and these parts:
/// * `name`: the name that users see,
/// * `register`, `words`: the vector, and the token for scalar code,
/// * `features`: the compiler's names of the features, with all implied ones, because a virtual
///   machine may hide any of them,
/// * `target`: the same features as a target of `multiversion`, which takes only a literal (a test
///   of `setwise-dispatch` compares the two),
/// * `feature`: the feature of `setwise` and `setwise-dispatch` that has the level,
/// * `kernels`: the kernels of `setwise`: `with_streaming`, `without_streaming`, or `words` (no
///   direction per lane),
/// * `moves`: the feature of `setwise-moves` that has functions for the level, or `none`,
/// * `own`: the best instruction set with code written by hand, as in `setwise-threats`, into whose
///   token this token converts; empty for scalar code.
#[macro_export]
macro_rules! levels {
    ($callback:ident) => {
        $callback! {
            /// The CPU has the AVX-512 of Ice Lake and Zen 4: F, BW, CD, DQ, VL, IFMA, VBMI, VBMI2,
            /// VNNI, BITALG, VPOPCNTDQ, GFNI, VAES, VPCLMULQDQ; BMI1, BMI2, LZCNT, POPCNT.
            Avx512 {
                name: "avx512",
                register: $crate::Zmm<$crate::Avx512>, words: $crate::Bmi2,
                features: ["sse3", "ssse3", "sse4.1", "sse4.2", "avx", "fma", "f16c", "avx2", "aes", "pclmulqdq", "avx512f",
                    "avx512bw", "avx512cd", "avx512dq", "avx512vl", "avx512ifma", "avx512vbmi", "avx512vbmi2",
                    "avx512vnni", "avx512bitalg", "avx512vpopcntdq", "gfni", "vaes", "vpclmulqdq", "bmi1", "bmi2",
                    "lzcnt", "popcnt"],
                target: "x86_64+sse3+ssse3+sse4.1+sse4.2+avx+fma+f16c+avx2+aes+pclmulqdq+avx512f+avx512bw+avx512cd+avx512dq+avx512vl+avx512ifma+avx512vbmi+avx512vbmi2+avx512vnni+avx512bitalg+avx512vpopcntdq+gfni+vaes+vpclmulqdq+bmi1+bmi2+lzcnt+popcnt",
                feature: "level-avx512", kernels: with_streaming, moves: "level-avx512", hand_written: [Avx512],
            }

            /// The CPU has the AVX-512 of Skylake-X (x86-64-v4): F, BW, CD, DQ, VL, with AVX2,
            /// BMI1, BMI2, LZCNT and POPCNT.
            Avx512V4 {
                name: "avx512-v4",
                register: $crate::Zmm<$crate::Avx512V4>, words: $crate::Bmi2,
                features: ["sse3", "ssse3", "sse4.1", "sse4.2", "avx", "fma", "f16c", "avx512f", "avx512bw", "avx512cd",
                    "avx512dq", "avx512vl", "avx2", "bmi1", "bmi2", "lzcnt", "popcnt"],
                target: "x86_64+sse3+ssse3+sse4.1+sse4.2+avx+fma+f16c+avx512f+avx512bw+avx512cd+avx512dq+avx512vl+avx2+bmi1+bmi2+lzcnt+popcnt",
                feature: "level-avx512-v4", kernels: with_streaming, moves: none, hand_written: [Avx2],
            }

            /// The CPU has GFNI, AVX2, BMI1, BMI2, LZCNT and POPCNT.
            Avx2Gfni {
                name: "avx2-gfni",
                register: $crate::Ymm<$crate::Avx2Gfni>, words: $crate::Bmi2,
                features: ["sse3", "ssse3", "sse4.1", "sse4.2", "avx", "avx2", "gfni", "bmi1", "bmi2", "lzcnt", "popcnt"],
                target: "x86_64+sse3+ssse3+sse4.1+sse4.2+avx+avx2+gfni+bmi1+bmi2+lzcnt+popcnt",
                feature: "level-avx2-gfni", kernels: with_streaming, moves: "level-avx2-gfni", hand_written: [Avx2],
            }

            /// The CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT.
            Avx2 {
                name: "avx2",
                register: $crate::Ymm<$crate::Avx2>, words: $crate::Bmi2,
                features: ["sse3", "ssse3", "sse4.1", "sse4.2", "avx", "avx2", "bmi1", "bmi2", "lzcnt", "popcnt"],
                target: "x86_64+sse3+ssse3+sse4.1+sse4.2+avx+avx2+bmi1+bmi2+lzcnt+popcnt",
                feature: "level-avx2", kernels: with_streaming, moves: "level-avx2", hand_written: [Avx2],
            }

            /// The CPU has SSE3, SSSE3, SSE4.1, SSE4.2 and POPCNT: the vectors of x86-64-v2.
            X86_64V2 {
                name: "x86-64-v2",
                register: $crate::Xmm, words: $crate::Popcnt,
                features: ["sse3", "ssse3", "sse4.1", "sse4.2", "popcnt"],
                target: "x86_64+sse3+ssse3+sse4.1+sse4.2+popcnt",
                feature: "level-x86-64-v2", kernels: with_streaming, moves: "narrow-batches", hand_written: [],
            }

            /// The CPU has BMI1, LZCNT and POPCNT. Both bit scans are required: on a CPU without
            /// them, TZCNT and LZCNT silently execute as BSF and BSR.
            Bmi {
                name: "bmi",
                register: $crate::Word<$crate::Bmi>, words: $crate::Bmi,
                features: ["bmi1", "lzcnt", "popcnt"],
                target: "x86_64+bmi1+lzcnt+popcnt",
                feature: "level-bmi", kernels: words, moves: none, hand_written: [],
            }
        }
    };
}
