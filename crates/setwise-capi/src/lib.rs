#![cfg_attr(docsrs, feature(doc_cfg))]
//! The C interface of setwise. `include/setwise.h` declares it, `include/setwise.hpp` wraps its
//! functions for C++. The folder `examples` shows both.
//!
//! It covers
//! * one position as a value ([`setwise_position_from_fen`]): moves, checks, keys, texts,
//!   repetitions, perft;
//! * arrays of checked positions ([`setwise_positions_new`]): the same for many at once;
//! * attacks, x-ray attacks and fills of one position or many ([`setwise_attacks`],
//!   [`setwise_batch_attacks`] and so on);
//! * attacks of single pieces ([`setwise_piece_attacks`]); the kernel ([`setwise_select_kernel`]);
//! * the features of NNUE networks, of batches of positions: padded rows
//!   ([`setwise_nnue_pad`], the layout of nnue-pytorch), rows without gaps ([`setwise_nnue_csr`])
//!   and counts ([`setwise_nnue_count`]).
//!
//! # Conventions
//! * Functions that can fail return a [`Status`] as an `int32_t`: 0, or a positive code. In that
//!   case nothing is written, except the message of [`setwise_last_error`]; after
//!   [`Status::RowTooShort`] the contents of the rows are unspecified.
//! * A null pointer is an error, unless the number of elements is 0.
//! * *Is null or points to* states a requirement: the caller must pass such a pointer.
//! * Outputs must not overlap each other or the inputs; that is checked for arrays.
//! * During a call, no other thread may write to its inputs or use its outputs.
//! * The contents of outputs before a call do not matter. A caller in Rust initializes them,
//!   because the library makes slices of them. Memory of another language is initialized.
//! * Enumerations arrive as `uint32_t`, and unknown values are errors. Structures that may grow
//!   begin with their size.
//! * A panic does not cross the boundary: it is the status [`Status::Panic`]. In that case a
//!   function without a status returns 0 or an empty text.
//! * All functions may be called from several threads at once.
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! | file | |
//! |---|---|
//! | `status`, `memory`, `names` | errors; from pointers to slices; texts |
//! | `setup`, `position`, `single`, `text` | one position: its parts, its value, calls, texts |
//! | `history` | repetitions |
//! | `perft` | leaf counts |
//! | `positions`, `batch`, `analysis` | arrays of checked positions, and calls for many |
//! | `entry_points`, `piecewise`, `kernels` | the calls of `setwise`, and the choice of a kernel |
//! | `boards`, `nnue` | positions as boards, and the features of networks |

// The header has the functions in this order.
mod memory;
mod names;
mod status;

mod position;
mod setup;
mod single;
mod text;

mod history;

#[cfg(feature = "perft")]
mod perft;

mod positions;

mod batch;

mod analysis;

mod entry_points;
mod piecewise;

mod kernels;

#[cfg(feature = "nnue")]
mod boards;
#[cfg(feature = "nnue")]
mod nnue;

pub use analysis::*;
pub use batch::*;
#[cfg(feature = "nnue")]
pub use boards::*;
pub use entry_points::*;
pub use history::*;
pub use kernels::*;
#[cfg(feature = "nnue")]
pub use nnue::*;
#[cfg(feature = "perft")]
pub use perft::*;
pub use piecewise::*;
pub use position::*;
pub use positions::*;
pub use setup::*;
pub use setwise_ffi::Status;
pub use single::*;
pub use status::*;
pub use text::*;

use std::ffi::c_char;

/// Returns the version of the library, such as `0.1.0`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Panics inside, and returns the status of a panic.
#[cfg(feature = "test-panic")]
#[unsafe(no_mangle)]
pub extern "C" fn setwise_test_panic() -> i32 {
    setwise_ffi::guard(|| panic!("asked for"))
}
