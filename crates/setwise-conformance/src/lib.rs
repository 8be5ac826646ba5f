#![forbid(unsafe_code)]
//! The conformance suite of setwise: one suite, run for every kernel and every entry point.
//!
//! * [`suite::conforms`] is the suite for a [`kernel::Kernel`]: [every pair on every line](exhaustive), [slices
//!   of every length at every place and lengths that do not match](lengths), [any boards at all](random).
//! * [`suite::instruction_set`] holds the trials for what an instruction set consists of: [lanes] of registers,
//!   [packs], entry points.
//! * [`harness::main`] runs trials and says by name what was skipped.
//!
//! A test of a crate is a file of a few lines with `harness = false` in its manifest:
//!
//! ```no_run
//! use setwise_conformance::{harness, suite};
//! use setwise_core::Scalar;
//!
//! fn main() -> std::process::ExitCode {
//!     harness::main(&suite::instruction_set::<Scalar>())
//! }
//! ```
//!
//! What is right is defined by loops over squares, bytes and bits in this crate, and by [`setwise_core::oracle`].

pub mod arena;
pub mod check;
pub mod exhaustive;
pub mod failure;
pub mod harness;
pub mod kernel;
pub mod lanes;
pub mod lengths;
pub mod lines;
pub mod noise;
pub mod packs;
pub mod random;
pub mod stage;
pub mod suite;
