#![cfg_attr(docsrs, feature(doc_cfg))]
//! The C interface of setwise. `include/setwise.h` declares it, `include/setwise.hpp` wraps its
//! functions for C++. The folder `examples` shows both.
//!
//! It covers
//! * attacks, x-ray attacks and fills of one position or many ([`setwise_attacks`],
//!   [`setwise_batch_attacks`] and so on);
//! * attacks of single pieces ([`setwise_piece_attacks`]), and the choice of a kernel
//!   ([`setwise_select_kernel`]);
//! * numbers of legal moves and analysis of many positions ([`setwise_count_legal_moves`],
//!   [`setwise_analyze`]), from and to FEN;
//! * the input features of NNUE networks, of batches of positions: padded rows
//!   ([`setwise_nnue_pad`], the layout of nnue-pytorch), rows without gaps ([`setwise_nnue_csr`])
//!   and counts ([`setwise_nnue_count`]).
//!
//! # Conventions
//! * Functions that can fail return a [`Status`] as an `int32_t`: 0, or a positive code. Nothing is
//!   written then, except the message of [`setwise_last_error`].
//! * A null pointer is an error, unless it stands for no elements.
//! * Outputs must not overlap each other or the inputs; that is checked for arrays.
//! * During a call, no other thread writes to its inputs or uses its outputs.
//! * The contents of outputs before a call do not matter. A caller in Rust initializes them all the
//!   same, because the library makes slices of them. Memory of another language counts as
//!   initialized.
//! * Enumerations arrive as `uint32_t`, and unknown values are errors. Structures that may grow
//!   begin with their size.
//! * A panic does not cross the boundary: it is the status [`Status::Panic`]. A function without a
//!   status returns 0 or an empty text then.
//! * All functions may be called from several threads at once.
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! | file | |
//! |---|---|
//! | `status`, `memory`, `names` | errors; from pointers to slices; texts |
//! | `positions` | positions as a structure, and from and to FEN |
//! | `entry_points`, `piecewise`, `kernels` | the calls of `setwise`, and the choice of a kernel |
//! | `moves`, `nnue` | those of `setwise-moves` and `setwise-nnue` |

mod entry_points;
mod kernels;
mod memory;
mod moves;
mod names;
mod nnue;
mod piecewise;
mod positions;
mod status;

pub use entry_points::{
    Direction, setwise_attacks, setwise_batch_attacks, setwise_batch_occluded_fill,
    setwise_batch_ray_attacks, setwise_batch_xray_attacks, setwise_occluded_fill,
    setwise_ray_attacks,
};
pub use kernels::{
    setwise_entry_point_count, setwise_entry_point_name, setwise_kernel_count,
    setwise_kernel_is_supported, setwise_kernel_name, setwise_select_kernel,
    setwise_select_kernel_from_env, setwise_selected_kernel,
};
pub use moves::{
    AnalysisArrays, Position, setwise_analyze, setwise_count_legal_moves,
    setwise_position_from_fen, setwise_position_to_fen, setwise_validate_positions,
};
pub use nnue::{
    Set, setwise_nnue_count, setwise_nnue_csr, setwise_nnue_max_active, setwise_nnue_pad,
    setwise_nnue_set_named, setwise_nnue_size,
};
pub use piecewise::{
    PieceKind, setwise_batch_piece_attacks, setwise_piece_attacks, setwise_piecewise_attacks,
    setwise_piecewise_batch_attacks, setwise_piecewise_batch_ray_attacks, setwise_piecewise_best,
    setwise_piecewise_count, setwise_piecewise_name, setwise_piecewise_named,
    setwise_piecewise_ray_attacks,
};
pub use positions::{EightBoards, Perspectives, Positions, TwelveBoards};
pub use status::{Status, setwise_last_error, setwise_strerror};

use setwise_nnue::{Chess768, Extractor};
use std::ffi::{CString, c_char};
use std::sync::OnceLock;

/// Returns the version of the library, such as `0.1.0`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Returns the name of the level that the NNUE functions use on this CPU, such as `avx512` or
/// `scalar`. The text is valid until the program ends.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_nnue_level() -> *const c_char {
    static NAME: OnceLock<CString> = OnceLock::new();
    let name = || CString::new(Extractor::new(Chess768).level()).unwrap_or_default();
    status::guard_value(c"".as_ptr(), || NAME.get_or_init(name).as_ptr())
}

/// Panics inside, and returns the status of a panic.
#[cfg(feature = "test-panic")]
#[unsafe(no_mangle)]
pub extern "C" fn setwise_test_panic() -> i32 {
    status::guard(|| panic!("asked for"))
}
