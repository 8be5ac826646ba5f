//! aarch64 vectors: NEON, and the proofs that the CPU has its instructions.
//!
//! | token | register | boards | needs |
//! |---|---|---|---|
//! | `Neon` | `Quad` | 2 | NEON (Advanced SIMD), as every ARMv8.0-A CPU that runs an operating system has it |
//! | `NeonSha3` | `Quad` | 2 | FEAT_SHA3 as well, for its three-input operations (Apple M1, most Neoverse V and N2) |
//!
//! A register can only be made from its token, a token only by detection or inside code compiled for the same
//! features. All unsafe code is in the module of the register type; each block rests on a register or a token at hand.
//!
//! For targets that keep such registers out of use (`softfloat`) the crate is empty.
//!
//! Built without the feature `std` the crate is `no_std`, and a token exists if the build is for such a CPU.
#![no_std]
// In a build for a CPU that has the features anyway, the functions that ask for them are safe.
#![allow(unused_unsafe)]
#![cfg(all(target_arch = "aarch64", not(target_abi = "softfloat")))]
#[cfg(feature = "std")]
extern crate std;

mod neon;

pub use neon::{Neon, NeonSha3, Quad, Tier};
