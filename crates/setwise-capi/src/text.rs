//! Positions and moves as text.

use crate::memory::{text, write, write_text};
use crate::position::Position;
use crate::single::{illegal, move_of};
use setwise_ffi::{Failure, Status, guard};
use setwise_moves::{FenStyle, Move, Position as Checked};
use std::ffi::c_char;

/// The number of bytes that are enough for every FEN and its end.
pub const SETWISE_FEN_SIZE: usize = 96;
/// The number of bytes that are enough for every move and its end, in UCI and SAN.
pub const SETWISE_MOVE_SIZE: usize = 8;

/// Writes the FEN of a position to `fen`, as a text that ends in 0. `capacity` is the number of
/// bytes that `fen` has room for. `SETWISE_FEN_SIZE` are always enough. If more are needed, the
/// status is `SETWISE_STATUS_NO_ROOM`.
///
/// The castling rights are `KQkq` for outermost rooks and else the file of the rook, so that
/// `setwise_position_from_fen` reads the same position again.
///
/// # Safety
/// `position` is null or points to a position, `fen` is null or points to `capacity` bytes. During
/// the call no other thread writes to the position or uses the bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_to_fen(
    position: *const Position,
    fen: *mut c_char,
    capacity: usize,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise. The position is read before anything is written.
        let found = unsafe { Position::read(position) }?.fen(FenStyle::Standard);
        // SAFETY: the caller's promise.
        unsafe { write_text("the FEN", &found, fen, capacity) }
    })
}

/// Writes the UCI form of a move, such as `e2e4` or `e7e8q`, as a text that ends in 0.
/// `SETWISE_MOVE_SIZE` bytes are always enough. Castling is `e1g1`, and if `chess960` is not 0 the
/// king takes its rook: `e1h1`. No move, which is `0000` in UCI, has the status
/// `SETWISE_STATUS_ILLEGAL_MOVE`.
///
/// # Safety
/// `uci` is null or points to `capacity` bytes that no other thread uses during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_move_uci(
    written: u16,
    chess960: u32,
    uci: *mut c_char,
    capacity: usize,
) -> i32 {
    guard(|| {
        let found = match chess960 {
            0 => move_of(written)?.uci(),
            _ => move_of(written)?.uci_chess960(),
        };
        // SAFETY: the caller's promise.
        unsafe { write_text("the move", &found, uci, capacity) }
    })
}

/// Writes the SAN of a legal move, such as `Nf3` or `exd8=Q+`, as a text that ends in 0.
/// `SETWISE_MOVE_SIZE` bytes are always enough. If the move is not legal, the status is
/// `SETWISE_STATUS_ILLEGAL_MOVE`.
///
/// # Safety
/// `position` is null or points to a position, `san` is null or points to `capacity` bytes. During
/// the call no other thread writes to the position or uses the bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_san(
    position: *const Position,
    legal: u16,
    san: *mut c_char,
    capacity: usize,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise. The position is read before anything is written.
        let position = unsafe { Position::read(position) }?;
        let found = move_of(legal)?;
        if !position.is_legal(found) {
            return Err(illegal(found));
        }
        // SAFETY: the caller's promise.
        unsafe { write_text("the move", &position.san(found), san, capacity) }
    })
}

/// Reads a legal move in UCI form. Castling may be the king's move or the king taking its rook. If
/// the text is no legal move, the status is `SETWISE_STATUS_BAD_MOVE`. That includes `0000`,
/// capital letters, and spaces around the move.
///
/// # Safety
/// `position` is null or points to a position, `uci` is null or points to a text that ends in 0,
/// `found_move` is null or points to a number. During the call no other thread writes to them or
/// uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_parse_uci(
    position: *const Position,
    uci: *const c_char,
    found_move: *mut u16,
) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { read(position, uci, None, found_move, from_uci) }
}

/// As `setwise_position_parse_uci`, for a text of `length` bytes, which need not end in 0.
///
/// # Safety
/// `position` is null or points to a position, `uci` is null or points to `length` bytes,
/// `found_move` is null or points to a number. During the call no other thread writes to them or
/// uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_parse_uci_n(
    position: *const Position,
    uci: *const c_char,
    length: usize,
    found_move: *mut u16,
) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { read(position, uci, Some(length), found_move, from_uci) }
}

/// Reads a legal move in standard algebraic notation (SAN). If the text is no legal move or more
/// than one, the status is `SETWISE_STATUS_BAD_MOVE`.
///
/// # Safety
/// `position` is null or points to a position, `san` is null or points to a text that ends in 0,
/// `found_move` is null or points to a number. During the call no other thread writes to them or
/// uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_parse_san(
    position: *const Position,
    san: *const c_char,
    found_move: *mut u16,
) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { read(position, san, None, found_move, from_san) }
}

/// As `setwise_position_parse_san`, for a text of `length` bytes, which need not end in 0.
///
/// # Safety
/// `position` is null or points to a position, `san` is null or points to `length` bytes,
/// `found_move` is null or points to a number. During the call no other thread writes to them or
/// uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_position_parse_san_n(
    position: *const Position,
    san: *const c_char,
    length: usize,
    found_move: *mut u16,
) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { read(position, san, Some(length), found_move, from_san) }
}

fn from_uci(position: &Checked, uci: &str) -> Result<Move, String> {
    let bad = |problem: &dyn std::fmt::Display| format!("{uci:?}: {problem}");
    let found = position.parse_move(uci).map_err(|error| bad(&error))?;
    match position.is_legal(found) {
        true => Ok(found),
        false => Err(bad(&"the move is not legal")),
    }
}

fn from_san(position: &Checked, san: &str) -> Result<Move, String> {
    position.parse_san(san).map_err(|error| error.to_string())
}

/// Reads a move of a position from a text.
///
/// # Safety
/// `position` and `found_move` are null, not aligned, or point to a position and to a number that
/// nothing else uses during the call; `written` is null or a [`text`].
unsafe fn read(
    position: *const Position,
    written: *const c_char,
    length: Option<usize>,
    found_move: *mut u16,
    parse: impl FnOnce(&Checked, &str) -> Result<Move, String>,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise.
        let position = unsafe { Position::read(position) }?;
        // SAFETY: the caller's promise.
        let written = unsafe { text("the move", written, length) }?;
        let bad = |message| Failure::new(Status::BadMove, message);
        let found = parse(&position, &written).map_err(bad)?;
        // SAFETY: the caller's promise.
        unsafe { write("the move", found_move, found.bits()) }
    })
}
