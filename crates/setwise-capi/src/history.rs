//! Repetitions of positions in a game.

use crate::position::Position;
use setwise_ffi::{Failure, Status, array, guard, guard_or, place};
use setwise_moves::Position as Checked;

/// The number of positions that a history has room for.
pub const SETWISE_HISTORY_ROOM: usize = 1024;

/// The positions of a game or of a line of a search before the current one, to find repetitions.
/// A value of 8 KB that may be copied. It has no positions if `count` is 0. To take a move back,
/// decrease `count`.
///
/// Positions before the last capture or pawn move cannot repeat. A game that sets `count` to 0 at
/// each position whose half-move clock is 0 has room for any number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct History {
    /// The keys of the positions, the last one last; the entries after them have no meaning.
    pub keys: [u64; SETWISE_HISTORY_ROOM],
    /// The number of positions.
    pub count: usize,
}

#[cold]
fn no_room(count: usize) -> Failure {
    let message = format!("the history: {count} positions; it has room for {SETWISE_HISTORY_ROOM}");
    Failure::new(Status::NoRoom, message)
}

/// Adds a position that a move is played from, or a null move. If the history is full, the status
/// is `SETWISE_STATUS_NO_ROOM`.
///
/// # Safety
/// `history` is null or points to a history, `position` is null or points to a position. During the
/// call no other thread writes to them or uses the history.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_history_push(
    history: *mut History,
    position: *const Position,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise. The position is read before anything is written.
        let key = unsafe { Position::with(position, |position| Ok(position.key())) }?;
        // SAFETY: the caller's promise.
        let history = unsafe { place("the history", history) }?;
        let count = history.count;
        let last = history.keys.get_mut(count).ok_or_else(|| no_room(count))?;
        (*last, history.count) = (key, count + 1);
        Ok(())
    })
}

/// Returns an answer about the keys of a history and a position after it; after a failure, 0.
///
/// # Safety
/// `history` and `current` are null, not aligned, or point to a history and a position that nothing
/// writes to meanwhile.
#[inline(always)]
unsafe fn answer(
    history: *const History,
    current: *const Position,
    find: impl FnOnce(&Checked, &[u64]) -> usize,
) -> u32 {
    guard_or(0, || {
        // SAFETY: the caller's promise.
        let History { keys, count } = &unsafe { array("the history", history, 1) }?[0];
        let keys = keys.get(..*count).ok_or_else(|| no_room(*count))?;
        // SAFETY: the caller's promise.
        unsafe { Position::with(current, |current| Ok(find(current, keys) as u32)) }
    })
}

/// Returns how often the position after those of the history was on the board before: with the same
/// pieces, side to move, castling rights and legal en passant captures. From 2 on a draw can be
/// claimed (`setwise_history_is_threefold`). From 4 on, the fifth time, it is a draw.
///
/// Repetitions reach over null moves.
///
/// # Safety
/// `history` is null or points to a history, `current` is null or points to a position. During the
/// call no other thread writes to them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_history_repetitions(
    history: *const History,
    current: *const Position,
) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { answer(history, current, |at, keys| at.occurrences(keys).count()) }
}

/// Returns the number of plies since the position after those of the history was on the board last;
/// 0 if it never was. In a search of `ply` plies, a repetition of at most as many lies within the
/// line.
///
/// # Safety
/// `history` is null or points to a history, `current` is null or points to a position. During the
/// call no other thread writes to them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_history_plies_to_repetition(
    history: *const History,
    current: *const Position,
) -> u32 {
    let find = |at: &Checked, keys: &[u64]| at.occurrences(keys).next().unwrap_or(0);
    // SAFETY: the caller's promise.
    unsafe { answer(history, current, find) }
}
