//! x86-64 vectors: a register type per width, and the proofs that the CPU has their instructions.
//!
//! | token | register | boards | needs |
//! |---|---|---|---|
//! | `Bmi` | `Word` | 1 | BMI1, LZCNT, POPCNT (Haswell, Piledriver) |
//! | `Avx2` | `Ymm` | 4 | AVX2 and the above, BMI2 (Haswell, Zen) |
//! | `Avx2Gfni` | `Ymm` | 4 | GFNI as well (Alder Lake, Zen 4) |
//! | `Avx512` | `Zmm` | 8 | the AVX-512 of Ice Lake (Ice Lake, Zen 4) |
//!
//! A register can only be made from its token, a token only by detection or inside code compiled for the
//! same features. All unsafe code is in the modules of the register types; each block rests on a register or a
//! token at hand.
//!
//! Built without the feature `std` the crate is `no_std`, and a token exists if the build is for such a CPU.
#![no_std]
// In a build for a CPU that has the features anyway, the functions that ask for them are safe.
#![allow(unused_unsafe)]
#![cfg(target_arch = "x86_64")]
#[cfg(feature = "std")]
extern crate std;

mod avx2;
mod avx512;
mod bmi;

pub use avx2::{Avx2, Avx2Gfni, Tier, Ymm};
pub use avx512::{Avx512, Zmm};
pub use bmi::{Bmi, Word};

/// The bit matrix whose product with a board is the board itself.
const IDENTITY: i64 = 0x0102_0408_1020_4080;
/// The bit matrix that mirrors every byte.
const MIRROR: i64 = 0x8040_2010_0804_0201_u64 as i64;
/// The bit matrix that moves every byte one file west.
const WEST: i64 = IDENTITY << 8;
/// The bit matrix of the files next to a file.
const BESIDE: i64 = IDENTITY << 8 ^ IDENTITY >> 8;
/// The bit matrix of the files next but one to a file.
const TWO_BESIDE: i64 = IDENTITY << 16 ^ IDENTITY >> 16;
/// The bit matrix that gives every bit the value of bit 0; of bit k, if shifted to the left by k.
const SPREAD: i64 = 0x0101_0101_0101_0101;
