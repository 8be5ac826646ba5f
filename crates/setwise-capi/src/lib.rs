#![cfg_attr(docsrs, feature(doc_cfg))]
//! The C interface of setwise. `include/setwise.h` declares it, `examples/features.c` shows it.
//!
//! It covers the input features of NNUE networks, of batches of positions: padded rows ([`setwise_nnue_pad`], the layout of
//! nnue-pytorch), rows without gaps ([`setwise_nnue_csr`]) and counts ([`setwise_nnue_count`]).
//!
//! # Conventions
//! * Functions that can fail return a [`Status`] as an `int32_t`: 0, or a positive code. Nothing is written then, except the message of
//!   [`setwise_last_error`].
//! * A null pointer is an error, unless it stands for no elements.
//! * Outputs must not overlap each other or the inputs; that is checked.
//! * Enumerations arrive as `uint32_t`, and unknown values are errors. Structures that may grow begin with their size.
//! * A panic does not cross the boundary: it is the status [`Status::Panic`].
//! * All functions may be called from several threads at once.

mod nnue;
mod positions;
mod status;

pub use nnue::{
    Set, setwise_nnue_count, setwise_nnue_csr, setwise_nnue_max_active, setwise_nnue_pad,
    setwise_nnue_set_named, setwise_nnue_size,
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

/// Returns the name of the instruction set that the functions use on this CPU, such as `avx512` or `scalar`.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_kernel_name() -> *const c_char {
    static NAME: OnceLock<CString> = OnceLock::new();
    let name = || CString::new(Extractor::new(Chess768).instruction_set()).unwrap_or_default();
    NAME.get_or_init(name).as_ptr()
}

/// Panics inside, and returns the status of a panic.
#[cfg(feature = "test-panic")]
#[unsafe(no_mangle)]
pub extern "C" fn setwise_test_panic() -> i32 {
    status::guard(|| panic!("asked for"))
}
