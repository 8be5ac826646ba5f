#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
//! Set-wise bitboard algorithms, written once.
//!
//! A board is a set of squares in 64 bits, little-endian rank-file: a1 is bit 0, b1 bit 1, h8 bit
//! 63. The crate defines *what* is computed, in safe code that names no instruction set:
//!
//! * scalar code: [`attacks`], [`occluded_fill`], [`fill`], [`step`], all `const fn`;
//! * the traits: [`Vector`] for the registers of an instruction set, [`Pack`] for boards in some
//!   layout, [`Isa`] for the token of an instruction set, [`Task`] for a computation over packs;
//! * the techniques over [`Vector`]: [`natural`] (a board per lane), [`Sliced`] (a rank per
//!   register), [`direction_per_lane`] (a direction per lane);
//! * the calls that every kernel offers, for one position and for slices: `entry`;
//! * the [`oracle`], which defines the right answer by a walk from square to square.
//!
//! # Map of the source
//! Each row uses the rows above it only. The traits and the layouts name each other's types.
//!
//! | file or folder | |
//! |---|---|
//! | `square`, `direction`, `diagram` | squares, directions, boards as text |
//! | `sliders` | sliders and rays |
//! | `constants` | loops and arrays in constants, directions as constants |
//! | `word`, `oracle` | one board in scalar code; the definition |
//! | `carryless`, `quad` | sums for keys, codes of squares of one position |
//! | `sealed`, `isa`, `vector`, `byte_vector`, `half_board`, `pack`, `function`; `columns`; `natural`, `sliced` | the traits, their seal, and the instruction set of scalar code; positions and boards in slices, checked, read, written; two layouts, with their techniques |
//! | `vector_u64` | the register of scalar code |
//! | `instruction_set` | the macro that declares an instruction set with its unsafe code |
//! | `direction_per_lane` | the third layout, with its techniques |
//! | `entry` | the calls that every kernel offers |
//! | `piecewise` | one piece at a time |
//!
//! # Features
//! * `entry`: the calls for attacks and fills, as the crate `setwise` compiles them.
//! * `piecewise`: the systems for one piece at a time.
#[cfg(test)]
extern crate std;

mod byte_vector;
mod carryless;
mod columns;
mod constants;
mod diagram;
mod direction;
pub mod direction_per_lane;
#[cfg(feature = "entry")]
pub mod entry;
mod function;
mod half_board;
mod instruction_set;
mod isa;
pub mod natural;
pub mod oracle;
mod pack;
#[cfg(feature = "piecewise")]
pub mod piecewise;
mod quad;
mod sealed;
pub mod sliced;
mod sliders;
mod square;
mod vector;
mod vector_u64;
mod word;

pub use byte_vector::{ByteVector, MEMBERS, Number32, WordTable};
pub use carryless::carryless_sum;
pub use columns::{Batch, CheckedBatch, LengthMismatch, OUT_NAMES, Occupied, PackWriter};
pub use diagram::Diagram;
pub use direction::{Direction, KnightDirection, Line};
#[cfg(feature = "entry")]
pub use entry::{EntryArguments, EntryPoint};
pub use function::{Function, HandWritten, Pointer, SliceFunction, SlicePointer};
pub use half_board::HalfBoard;
pub use isa::{Isa, Scalar, align_frame, short};
pub use pack::{Counts, Pack, Task};
pub use quad::quad_code;
pub use sliced::Sliced;
pub use sliders::{Rays, Sliders};
pub use square::{
    FILE_A, FILE_B, FILE_C, FILE_D, FILE_E, FILE_F, FILE_G, FILE_H, NotASquare, RANK_1, RANK_2,
    RANK_3, RANK_4, RANK_5, RANK_6, RANK_7, RANK_8, Square, Squares,
};
pub use vector::{
    NonTemporal, Ordinary, Vector, flip_anti_diagonal_by_swaps, list_squares, padded,
};
pub use word::{attacks, fill, occluded_fill, ray_attacks, step};

/// What the other crates of setwise use, besides the macros `operators!` and `piecewise_systems!`.
/// It may change in every version, so no other crate should name it.
#[doc(hidden)]
pub mod internal {
    pub use crate::isa::is_same_name;
    pub use crate::natural::pack::Natural;
    pub use crate::sealed::Sealed;
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
