//! aarch64 vectors: NEON, and the proof that the CPU has it.
//!
//! | token | register | boards | needs |
//! |---|---|---|---|
//! | `Neon` | `Quad` | 2 | NEON (Advanced SIMD), as every ARMv8.0-A CPU that runs an operating system has it |
//!
//! A register can only be made from its token, a token only by detection or inside code compiled for the same
//! features. All unsafe code of the crate is the one-line methods of the register type, and rests on that.
//!
//! For targets that keep such registers out of use (`softfloat`) the crate is empty.
//!
//! Built without the feature `std` the crate is `no_std`, and the token exists if the build is for such a CPU.
#![no_std]
#![cfg(all(target_arch = "aarch64", not(target_abi = "softfloat")))]
#[cfg(feature = "std")]
extern crate std;

mod neon;

pub use neon::{Neon, Quad};
