#![no_std]
#![forbid(unsafe_code)]
//! Set-wise bitboard algorithms, written once.
//!
//! A board is a set of squares in 64 bits, little-endian rank-file: a1 is bit 0, b1 bit 1, h8 bit 63.
//! The crate says *what* is computed, in safe code that knows no instruction set:
//!
//! * plain words: [`attacks`], [`occluded_fill`], [`fill`], [`step`], all `const fn`;
//! * the traits: [`Boards`] in some layout, [`Bytes`] and [`Lanes`] of a register, [`Pack`]s that know chess, [`Isa`] as
//!   the proof that a host can run them, [`Task`] for what is to be run;
//! * the techniques over [`Lanes`]: [`natural`] (a board per lane), [`Sliced`] (a rank per register), [`compass`]
//!   (a direction per lane);
//! * the drivers over slices: [`batch`]; the calls that kernels offer: [`entry`];
//! * the [`oracle`], a square walker that defines what is right.
#[cfg(test)]
extern crate std;

pub mod batch;
mod boards;
mod bytes;
pub mod compass;
mod destination;
mod diagram;
mod direction;
pub mod entry;
mod instruction_set;
mod isa;
mod lanes_u64;
pub mod natural;
pub mod oracle;
pub mod piecewise;
pub mod sliced;
mod sliders;
mod square;
mod word;

pub use boards::{Boards, Counts, Lanes, Occupied, Pack, Task, antitranspose_by_swaps, padded};
pub use bytes::Bytes;
pub use destination::{Destination, Uncached};
pub use diagram::Diagram;
pub use direction::{Direction, FILE_A, FILE_H, KnightDirection, Line, RANK_1, RANK_8};
pub use isa::{Isa, Scalar, align_frame};
pub use sliced::Sliced;
pub use sliders::{Batch, LengthMismatch, OUT_NAMES, Rays, Sliders};
pub use square::{NotASquare, Square, Squares};
pub use word::{attacks, fill, occluded_fill, ray_attacks, step};
