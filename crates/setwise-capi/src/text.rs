//! Positions and moves as text.

use crate::memory::{text, write, write_text};
use crate::position::Position;
use crate::single::{illegal, move_of};
use crate::status::{Failure, Status, guard};
use setwise_moves::FenStyle;
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
    guard(|| {
        // SAFETY: the caller's promise.
        let (position, uci) = unsafe { (Position::read(position)?, text("the move", uci)?) };
        let bad = |problem: &dyn std::fmt::Display| {
            Failure::new(Status::BadMove, format!("{uci:?}: {problem}"))
        };
        let found = position.parse_move(&uci).map_err(|error| bad(&error))?;
        if !position.is_legal(found) {
            return Err(bad(&"the move is not legal"));
        }
        // SAFETY: the caller's promise.
        unsafe { write("the move", found_move, found.bits()) }
    })
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
    guard(|| {
        // SAFETY: the caller's promise.
        let (position, san) = unsafe { (Position::read(position)?, text("the move", san)?) };
        let bad = |error: setwise_moves::SanError| Failure::new(Status::BadMove, error.to_string());
        let found = position.parse_san(&san).map_err(bad)?;
        // SAFETY: the caller's promise.
        unsafe { write("the move", found_move, found.bits()) }
    })
}
