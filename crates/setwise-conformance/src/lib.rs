#![forbid(unsafe_code)]
//! The conformance suite of setwise: one suite, run for every kernel and every entry point.
//!
//! * [`suite::conforms`] is the suite for a [`Subject`]: random boards, slices of every length at
//!   every place, slices of different lengths, and every pair on every line.
//! * [`suite::instruction_set`] tests an instruction set: registers, packs, entry points.
//! * [`trials::main`] runs trials. It reports a trial that the CPU cannot run as `ignored`.
//!
//! A test of a crate is a file of a few lines with `harness = false` in its manifest:
//!
//! ```no_run
//! use setwise_conformance::{suite, trials};
//! use setwise_core::Scalar;
//!
//! fn main() -> std::process::ExitCode {
//!     trials::main(suite::instruction_set::<Scalar>())
//! }
//! ```
//!
//! The right answers come from plain loops in this crate, and from [`setwise_core::oracle`].
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! | file or folder | |
//! |---|---|
//! | `failure` | a difference, described |
//! | `rng`, `noise`, `lines`, `arena`, `stage` | inputs: random numbers and boards, lines of the board, memory with guards |
//! | `check` | a call, compared |
//! | `lanes`, `bytes`, `packs` | the trials of vectors and packs |
//! | `emulator`, `trials` | the program that runs trials |
//! | `exhaustive`, `lengths`, `random`, `suite` | those of a kernel; all of them by name |
//! | `rows`, `board`, `one_by_one`, `threats`, `nnue` | by feature: what `setwise` offers, as kernels; models of `setwise-moves`, of its calls for many positions, of `setwise-threats` and `setwise-nnue` |
//! | `program` | programs of this build, run as their users run them |

mod arena;
#[cfg(feature = "moves")]
pub mod board;
mod bytes;
mod check;
pub mod emulator;
mod exhaustive;
mod failure;
mod lanes;
pub mod lengths;
pub mod lines;
#[cfg(feature = "nnue")]
pub mod nnue;
mod noise;
#[cfg(feature = "moves")]
pub mod one_by_one;
mod packs;
pub mod program;
pub mod random;
mod rng;
#[cfg(feature = "setwise")]
pub mod rows;
pub mod stage;
pub mod suite;
#[cfg(feature = "moves")]
pub mod threats;
pub mod trials;

pub use failure::Failure;
pub use rng::Rng;
pub use suite::Subject;
