#![cfg_attr(docsrs, feature(doc_cfg))]
//! x86-64 vectors: one register type per width, and the tokens that prove CPU features.
//!
//! A register holds its token, which only detection or code with the same features makes.
//!
//! # Safety
//! The macro that declares a token calls the functions that are compiled for its features. The
//! other unsafe blocks access memory, contain assembly, or call instructions that the CPU is known
//! to have. They are in the modules of the register types, in `assembly`, `carryless` and `quad`.
//!
//! Without the feature `std` the crate is `no_std`, and tokens exist only in builds for such a CPU.
//!
//! # Map of the source
//! Each row uses the rows above it only. A token names its register, and a register its token.
//!
//! | file | |
//! |---|---|
//! | `assembly` | instructions that the compiler would replace |
//! | `numbers` | numbers in the lanes of vectors |
//! | `levels`, `tokens`; `bmi`, `v2`, `avx2`, `avx512` | the instruction sets, each declared once, and their tokens; words and vectors, in the folders their operations on bytes |
//! | `carryless`, `quad` | operations of one position: sums for keys, codes of squares |
//!
//! # Features
//! * `std` (by default): detection at run time.
//! * `piecewise`: `QuintessenceInLanes`, a system for one piece at a time, in the folder `avx2`.
#![no_std]
#![cfg(target_arch = "x86_64")]
#[cfg(feature = "std")]
extern crate std;

#[macro_use]
mod levels;
#[macro_use]
mod tokens;
#[macro_use]
mod assembly;
mod avx2;
mod avx512;
mod bmi;
mod carryless;
mod numbers;
#[cfg(target_feature = "sse2")]
mod quad;
mod v2;

pub use assembly::{Movnt, opaque};
#[cfg(feature = "piecewise")]
pub use avx2::QuintessenceInLanes;
pub use avx2::{Ymm, YmmLevel};
pub use avx512::{HalfZmm, Zmm, ZmmLevel};
pub use bmi::{Word, WordLevel};
pub use carryless::carryless_sum;
pub use numbers::Numbers;
#[cfg(target_feature = "sse2")]
pub use quad::quad_code;
pub use tokens::{Avx2, Avx2Gfni, Avx512, Avx512V4, Bmi, Bmi2, X86_64V2};
pub use v2::{Popcnt, Xmm};

/// The bit matrix whose product with a board is the board itself.
const IDENTITY: u64 = 0x0102_0408_1020_4080;
/// The bit matrix that reverses the bits of each byte.
const REVERSE_BITS: u64 = 0x8040_2010_0804_0201;
/// The bit matrix that moves each rank one file west.
const WEST: u64 = IDENTITY << 8;
/// The bit matrix that moves each rank one file east and one file west, combined by exclusive or.
const BESIDE: u64 = IDENTITY << 8 ^ IDENTITY >> 8;
/// The bit matrix that moves each rank two files east and two files west, combined the same way.
const TWO_BESIDE: u64 = IDENTITY << 16 ^ IDENTITY >> 16;
/// The bit matrix that copies bit 0 of each byte to all of it. Shifted left by k it copies bit k.
const SPREAD: u64 = 0x0101_0101_0101_0101;

/// The number of bits set in each half byte.
const ONES: [i8; 16] = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];
/// Each half byte with its bits reversed.
const REVERSED: [i8; 16] = [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15];
/// [`REVERSED`] in the high half of the byte.
const REVERSED_HIGH: [i8; 16] = setwise_core::const_array!(i, 16, REVERSED[i] << 4);
