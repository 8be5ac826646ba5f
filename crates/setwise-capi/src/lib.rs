#![cfg_attr(docsrs, feature(doc_cfg))]
//! The C interface of setwise. `include/setwise.h` declares it, `include/setwise.hpp` wraps its
//! functions for C++. The folder `examples` shows both.
//!
//! It covers
//! * one position as a value ([`setwise_position_from_fen`]): moves, checks, keys, FEN, UCI, SAN,
//!   perft;
//! * arrays of checked positions ([`setwise_positions_new`]): the same for many at once;
//! * attacks, x-ray attacks and fills of one position or many ([`setwise_attacks`],
//!   [`setwise_batch_attacks`] and so on);
//! * attacks of single pieces ([`setwise_piece_attacks`]), and the choice of a kernel
//!   ([`setwise_select_kernel`]);
//! * the features of NNUE networks, of batches of positions: padded rows
//!   ([`setwise_nnue_pad`], the layout of nnue-pytorch), rows without gaps ([`setwise_nnue_csr`])
//!   and counts ([`setwise_nnue_count`]).
//!
//! # Conventions
//! * Functions that can fail return a [`Status`] as an `int32_t`: 0, or a positive code. In that
//!   case nothing is written, except the message of [`setwise_last_error`].
//! * A null pointer is an error, unless the number of elements is 0.
//! * *Is null or points to* states a requirement: the caller must pass such a pointer.
//! * Outputs must not overlap each other or the inputs; that is checked for arrays.
//! * During a call, no other thread may write to its inputs or use its outputs.
//! * The contents of outputs before a call do not matter. A caller in Rust initializes them all the
//!   same, because the library makes slices of them. Memory of another language counts as
//!   initialized.
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

pub use analysis::{AnalysisArrays, setwise_analyze, setwise_positions_analyze};
pub use batch::{
    SETWISE_EFFECT_CAPTURE, SETWISE_EFFECT_CHECK, SETWISE_EFFECT_ILLEGAL, SETWISE_EFFECT_PROMOTION,
    SETWISE_NO_VALUE, setwise_count_legal_moves, setwise_positions_attack_maps,
    setwise_positions_checkers, setwise_positions_count, setwise_positions_count_captures,
    setwise_positions_count_kinds, setwise_positions_exchange_values, setwise_positions_is_legal,
    setwise_positions_keys, setwise_positions_legal_moves, setwise_positions_move_effects,
    setwise_positions_play, setwise_positions_status, setwise_validate_positions,
};
#[cfg(feature = "nnue")]
pub use boards::{EightBoards, NnuePositions, Perspectives, TwelveBoards};
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
#[cfg(feature = "nnue")]
pub use nnue::{
    Set, setwise_nnue_count, setwise_nnue_csr, setwise_nnue_level, setwise_nnue_max_active,
    setwise_nnue_pad, setwise_nnue_set_named, setwise_nnue_size,
};
#[cfg(feature = "perft")]
pub use perft::{PerftOptions, PerftProgress, setwise_position_perft};
pub use piecewise::{
    PieceKind, setwise_batch_piece_attacks, setwise_piece_attacks, setwise_piecewise_attacks,
    setwise_piecewise_batch_attacks, setwise_piecewise_batch_ray_attacks, setwise_piecewise_best,
    setwise_piecewise_count, setwise_piecewise_name, setwise_piecewise_named,
    setwise_piecewise_ray_attacks,
};
pub use position::{
    Color, Position, Role, setwise_position_from_fen, setwise_position_from_setup,
    setwise_position_startpos, setwise_position_to_setup,
};
pub use positions::{
    Positions, setwise_positions_at, setwise_positions_copy, setwise_positions_free,
    setwise_positions_from_fens, setwise_positions_from_setups, setwise_positions_len,
    setwise_positions_new,
};
pub use setup::Setup;
pub use single::{
    GameStatus, MoveList, SETWISE_MOVE_KIND_BISHOP, SETWISE_MOVE_KIND_BISHOP_PROMOTION,
    SETWISE_MOVE_KIND_CASTLING, SETWISE_MOVE_KIND_DOUBLE_PUSH, SETWISE_MOVE_KIND_EN_PASSANT,
    SETWISE_MOVE_KIND_KING, SETWISE_MOVE_KIND_KNIGHT, SETWISE_MOVE_KIND_KNIGHT_PROMOTION,
    SETWISE_MOVE_KIND_PAWN, SETWISE_MOVE_KIND_QUEEN, SETWISE_MOVE_KIND_QUEEN_PROMOTION,
    SETWISE_MOVE_KIND_ROOK, SETWISE_MOVE_KIND_ROOK_PROMOTION, SETWISE_MOVE_LIST_ROOM,
    setwise_position_attackers_to, setwise_position_captures, setwise_position_checkers,
    setwise_position_count, setwise_position_exchange_reaches, setwise_position_exchange_value,
    setwise_position_gives_check, setwise_position_is_legal, setwise_position_key,
    setwise_position_legal_moves, setwise_position_material_key, setwise_position_mirror,
    setwise_position_null_move, setwise_position_pawn_key, setwise_position_pinned,
    setwise_position_play, setwise_position_play_unchecked, setwise_position_polyglot_key,
    setwise_position_status,
};
pub use status::{Status, setwise_last_error, setwise_strerror};
pub use text::{
    SETWISE_FEN_SIZE, SETWISE_MOVE_SIZE, setwise_move_uci, setwise_position_parse_san,
    setwise_position_parse_uci, setwise_position_san, setwise_position_to_fen,
};

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
    status::guard(|| panic!("asked for"))
}
