#![no_std]
#![forbid(unsafe_code)]
//! Set-wise bitboard algorithms, written once.
//!
//! A board is a set of squares in 64 bits, little-endian rank-file: a1 is bit 0, b1 bit 1, h8 bit 63.
#[cfg(test)]
extern crate std;

mod diagram;
mod direction;
pub mod oracle;
pub mod piecewise;
mod sliders;
mod square;
mod word;

pub use diagram::Diagram;
pub use direction::{Direction, FILE_A, FILE_H, KnightDirection, Line, RANK_1, RANK_8};
pub use sliders::{Batch, LengthMismatch, OUT_NAMES, Rays, Sliders};
pub use square::{NotASquare, Square, Squares};
pub use word::{attacks, fill, occluded_fill, ray_attacks, step};
