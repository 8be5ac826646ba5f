#![cfg_attr(docsrs, feature(doc_cfg))]
//! aarch64 vectors: NEON, and the tokens that prove CPU features.
//!
//! A register holds its token, which only detection or code with the same features makes.
//!
//! # Safety
//! The macro that declares a token calls the functions that are compiled for its features. The
//! other unsafe blocks access memory, contain assembly, or call an instruction that the CPU is
//! known to have. They are in the module of the register type and in `carryless`.
//!
//! The crate is empty for targets that do not use vector registers (`softfloat`).
//!
//! Without the feature `std` the crate is `no_std`, and tokens exist only in builds for such a CPU.
//!
//! # Map of the source
//! Each row uses the rows above it only. A token names its register, and a register its token.
//!
//! | file | |
//! |---|---|
//! | `levels`, `tokens`; `neon` | the instruction sets, each declared once, and their tokens; the vector, in the folder its operations on bytes |
//! | `carryless` | sums for keys of one position |
#![no_std]
#![cfg(all(target_arch = "aarch64", not(target_abi = "softfloat")))]
#[cfg(feature = "std")]
extern crate std;

#[macro_use]
mod levels;
#[macro_use]
mod tokens;
mod carryless;
mod neon;

pub use carryless::carryless_sum;
#[cfg(target_endian = "little")]
pub use neon::QuadPair;
pub use neon::{Quad, QuadLevel};
pub use setwise_core::{Scalar as Words, quad_code};
pub use tokens::{Neon, NeonSha3};
