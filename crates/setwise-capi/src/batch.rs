//! Calls for many positions.

use crate::positions::{Positions, checked};
use crate::single::{GameStatus, illegal, move_of, values};
use crate::status::bug;
use crate::{memory::check_length, position::Position};
use setwise_ffi::{Failure, Output, Span, Status, array, disjoint, guard};
use setwise_moves::{
    LengthMismatch, Move, MoveEffect, MoveKindCounts, MoveRows, Position as Checked,
    count_captures, count_legal_moves, legal_moves,
};
use std::slice::from_ref;

/// The number of positions whose intermediate results are kept at once.
pub(crate) const BLOCK: usize = 64;

/// The value of `setwise_positions_exchange_values` for a move that is not legal.
pub const SETWISE_NO_VALUE: i32 = i32::MIN;
/// A bit of `setwise_positions_move_effects`: the move captures, perhaps en passant.
pub const SETWISE_EFFECT_CAPTURE: u8 = 1;
/// A bit of `setwise_positions_move_effects`: the move promotes a pawn.
pub const SETWISE_EFFECT_PROMOTION: u8 = 2;
/// A bit of `setwise_positions_move_effects`: the move gives check.
pub const SETWISE_EFFECT_CHECK: u8 = 4;
/// The value of `setwise_positions_move_effects` for a move that is not legal.
pub const SETWISE_EFFECT_ILLEGAL: u8 = 128;

/// An array of checked positions, and the memory that they lie in.
///
/// # Safety
/// The pointer is null, not aligned, or an array of the library that nothing writes to during `'a`.
pub(crate) unsafe fn given<'a>(
    positions: *const Positions,
    n: usize,
    what: &str,
) -> Result<(&'a [Checked], Span), Failure> {
    // SAFETY: the caller's promise.
    let list = unsafe { Positions::list(positions) }?;
    check_length(what, n, list.len())?;
    Ok((list, Span::of("the positions", list)))
}

/// Calls a function for all positions and their entries in an output.
///
/// # Safety
/// `positions` is null, not aligned, or an array of the library that nothing writes to during the
/// call; `out` is null, not aligned, or points to `n` values for this call alone.
unsafe fn fill<T: Copy>(
    positions: *const Positions,
    what: &'static str,
    out: *mut T,
    n: usize,
    find: impl FnOnce(&[Checked], &mut [T]) -> Result<(), LengthMismatch>,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise.
        let (list, span) = unsafe { given(positions, n, what) }?;
        let out = Output::checked(what, out, n)?;
        disjoint(&[out.span()], &[span])?;
        // SAFETY: the caller's promise; the memory is apart from the positions.
        find(list, unsafe { out.slice() }).map_err(bug)
    })
}

/// Writes the answer about each position, as [`fill`] does for all at once.
///
/// # Safety
/// As for `fill`.
unsafe fn fill_each<T: Copy>(
    positions: *const Positions,
    what: &'static str,
    out: *mut T,
    n: usize,
    answer: impl Fn(&Checked) -> T,
) -> i32 {
    let find = |list: &[Checked], out: &mut [T]| {
        for (to, position) in out.iter_mut().zip(list) {
            *to = answer(position);
        }
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { fill(positions, what, out, n, find) }
}

/// Writes what a function finds for each position and its move, which is `None` for a number that
/// is no move.
///
/// # Safety
/// As for `fill`; `moves` is null, not aligned, or points to `n` numbers that nothing writes to
/// during the call.
unsafe fn fill_by_moves<T: Copy>(
    positions: *const Positions,
    moves: *const u16,
    what: &'static str,
    out: *mut T,
    n: usize,
    find: impl Fn(&Checked, Option<Move>) -> Result<T, Failure>,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise.
        let (list, span) = unsafe { given(positions, n, what) }?;
        // SAFETY: the caller's promise.
        let moves = unsafe { array("the moves", moves, n) }?;
        let out = Output::checked(what, out, n)?;
        disjoint(&[out.span()], &[span, Span::of("the moves", moves)])?;
        // SAFETY: the caller's promise; the memory is apart from the positions and the moves.
        let out = unsafe { out.slice() };
        for ((to, position), &bits) in out.iter_mut().zip(list).zip(moves) {
            *to = find(position, Move::from_bits(bits))?;
        }
        Ok(())
    })
}

/// Checks `n` positions. The message of the last error names the first that is not valid, and the
/// rule that it breaks. `setwise_count_legal_moves` and `setwise_analyze` check in the same way.
///
/// # Safety
/// `positions` is null or points to `n` positions that no other thread writes to during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_validate_positions(positions: *const Position, n: usize) -> i32 {
    // SAFETY: the caller's promise.
    guard(|| unsafe { checked(positions, n) }.map(|_| ()))
}

/// Checks `n` positions, and writes the number of legal moves of each. An array of checked
/// positions (`setwise_positions_count_legal_moves`) saves most of the time.
///
/// # Safety
/// `positions` is null or points to `n` positions, `counts` is null or points to `n` numbers.
/// During the call no other thread writes to the positions or uses the counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_count_legal_moves(
    positions: *const Position,
    counts: *mut u32,
    n: usize,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise.
        let (list, span) = unsafe { checked(positions, n) }?;
        let counts = Output::checked("the counts", counts, n)?;
        disjoint(&[counts.span()], &[span])?;
        // SAFETY: the caller's promise; the memory does not overlap the positions.
        let counts = unsafe { counts.slice() };
        count_legal_moves(&list, counts).map_err(bug)
    })
}

/// Writes the number of legal moves of each position.
///
/// # Safety
/// `positions` is null or an array of the library of `n` positions, `counts` is null or points to
/// `n` numbers. During the call no other thread writes to the positions or uses the counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_count_legal_moves(
    positions: *const Positions,
    counts: *mut u32,
    n: usize,
) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { fill(positions, "the counts", counts, n, count_legal_moves) }
}

/// Writes the number of legal captures of each position.
///
/// # Safety
/// `positions` is null or an array of the library of `n` positions, `counts` is null or points to
/// `n` numbers. During the call no other thread writes to the positions or uses the counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_count_captures(
    positions: *const Positions,
    counts: *mut u32,
    n: usize,
) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { fill(positions, "the counts", counts, n, count_captures) }
}

/// Writes three numbers for each position: how many of its legal moves capture, promote, and give
/// check. A move may be counted several times. A promotion is four moves.
///
/// # Safety
/// `positions` is null or an array of the library of `n` positions, `kinds` is null or points to
/// `n` times three numbers. During the call no other thread writes to the positions or uses the
/// numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_count_move_kinds(
    positions: *const Positions,
    kinds: *mut [u32; 3],
    n: usize,
) -> i32 {
    // SAFETY: the caller's promise.
    unsafe {
        fill(positions, "the kinds", kinds, n, |list, kinds| {
            let mut block = [MoveKindCounts::default(); BLOCK];
            for (list, kinds) in list.chunks(BLOCK).zip(kinds.chunks_mut(BLOCK)) {
                let found = &mut block[..list.len()];
                setwise_moves::count_move_kinds(list, found)?;
                for (to, found) in kinds.iter_mut().zip(found) {
                    *to = [found.captures(), found.promotions(), found.checks()];
                }
            }
            Ok(())
        })
    }
}

/// Writes the hash key of each position (`setwise_position_key`).
///
/// # Safety
/// `positions` is null or an array of the library of `n` positions, `keys` is null or points to `n`
/// numbers. During the call no other thread writes to the positions or uses the keys.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_keys(
    positions: *const Positions,
    keys: *mut u64,
    n: usize,
) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { fill(positions, "the keys", keys, n, setwise_moves::keys) }
}

/// Writes the pieces that give check to the side to move of each position.
///
/// # Safety
/// `positions` is null or an array of the library of `n` positions, `checkers` is null or points to
/// `n` boards. During the call no other thread writes to the positions or uses the boards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_checkers(
    positions: *const Positions,
    checkers: *mut u64,
    n: usize,
) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { fill_each(positions, "the checkers", checkers, n, Checked::checkers) }
}

/// Writes the state of the game for each position, a `setwise_game_status`.
///
/// # Safety
/// `positions` is null or an array of the library of `n` positions, `status` is null or points to
/// `n` numbers. During the call no other thread writes to the positions or uses the numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_status(
    positions: *const Positions,
    status: *mut u32,
    n: usize,
) -> i32 {
    let find = |position: &Checked| GameStatus::from(position.status()) as u32;
    // SAFETY: the caller's promise.
    unsafe { fill_each(positions, "the statuses", status, n, find) }
}

/// Writes two boards for each position: the squares that White and Black attack, pins ignored.
///
/// # Safety
/// `positions` is null or an array of the library of `n` positions, `maps` is null or points to `n`
/// pairs of boards. During the call no other thread writes to the positions or uses the boards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_attack_maps(
    positions: *const Positions,
    maps: *mut [u64; 2],
    n: usize,
) -> i32 {
    // SAFETY: the caller's promise.
    unsafe { fill(positions, "the maps", maps, n, setwise_moves::attack_maps) }
}

/// Writes 1 for each position in which its move is legal, else 0. Any numbers are valid arguments.
///
/// # Safety
/// `positions` is null or an array of the library of `n` positions, `moves` and `legal` are null or
/// point to `n` numbers. During the call no other thread writes to the positions and the moves or
/// uses the answers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_is_legal(
    positions: *const Positions,
    moves: *const u16,
    legal: *mut u8,
    n: usize,
) -> i32 {
    let find = |position: &Checked, found: Option<Move>| {
        Ok(found.is_some_and(|found| position.is_legal(found)).into())
    };
    // SAFETY: the caller's promise.
    unsafe { fill_by_moves(positions, moves, "the answers", legal, n, find) }
}

/// Writes the material that a move wins in each position (`setwise_position_exchange_value`), and
/// `SETWISE_NO_VALUE` for a move that is not legal.
///
/// # Safety
/// `positions` is null or an array of the library of `n` positions, `moves` and `won` are null or
/// point to `n` numbers, `values` is null or points to six. During the call no other thread writes
/// to the positions, the moves and the values of pieces or uses the values of moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_exchange_values(
    positions: *const Positions,
    moves: *const u16,
    values: *const i32,
    won: *mut i32,
    n: usize,
) -> i32 {
    let find = |position: &Checked, found: Option<Move>| {
        // SAFETY: the caller's promise.
        let values = unsafe { self::values(values) }?;
        let value = found.and_then(|found| position.exchange_value(found, &values));
        Ok(value.unwrap_or(SETWISE_NO_VALUE))
    };
    // SAFETY: the caller's promise.
    unsafe { fill_by_moves(positions, moves, "the values", won, n, find) }
}

/// Writes what a move does in each position: the sum of `SETWISE_EFFECT_CAPTURE`, `_PROMOTION` and
/// `_CHECK`, or `SETWISE_EFFECT_ILLEGAL`.
///
/// # Safety
/// `positions` is null or an array of the library of `n` positions, `moves` and `effects` are null
/// or point to `n` numbers. During the call no other thread writes to the positions and the moves
/// or uses the effects.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_move_effects(
    positions: *const Positions,
    moves: *const u16,
    effects: *mut u8,
    n: usize,
) -> i32 {
    let find = |position: &Checked, found: Option<Move>| {
        let mut effects = [None];
        setwise_moves::move_effects(from_ref(position), &[found], &mut effects).map_err(bug)?;
        Ok(effects[0].map_or(SETWISE_EFFECT_ILLEGAL, bits_of))
    };
    // SAFETY: the caller's promise.
    unsafe { fill_by_moves(positions, moves, "the effects", effects, n, find) }
}

fn bits_of(effect: MoveEffect) -> u8 {
    u8::from(effect.is_capture()) * SETWISE_EFFECT_CAPTURE
        + u8::from(effect.is_promotion()) * SETWISE_EFFECT_PROMOTION
        + u8::from(effect.is_check()) * SETWISE_EFFECT_CHECK
}

/// Plays a move in each position of an array, which gets the positions after them. 0 leaves one as
/// it is. If a move is not legal, the status is `SETWISE_STATUS_ILLEGAL_MOVE` and none changes.
///
/// # Safety
/// `positions` is null or an array of the library of `n` positions, `moves` is null or points to
/// `n` numbers. During the call no other thread uses the positions or writes to the moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_play(
    positions: *mut Positions,
    moves: *const u16,
    n: usize,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise.
        let list = unsafe { Positions::list_mut(positions) }?;
        check_length("the moves", n, list.len())?;
        // SAFETY: the caller's promise.
        let moves = unsafe { array("the moves", moves, n) }?;
        let check = |position: &Checked, bits: u16| match move_of(bits)? {
            found if position.is_legal(found) => Ok(()),
            found => Err(illegal(found)),
        };
        let pairs = list.iter().zip(moves).enumerate();
        for (index, (position, &bits)) in pairs.filter(|(_, (_, bits))| **bits != 0) {
            check(position, bits).map_err(|failure| failure.at("position", index))?;
        }
        for (position, &bits) in list.iter_mut().zip(moves) {
            if let Some(found) = Move::from_bits(bits) {
                *position = position.play_unchecked(found);
            }
        }
        Ok(())
    })
}

/// Writes the legal moves of all positions. The moves of position i are the entries `offsets[i]` to
/// `offsets[i + 1]` of `moves`, in an arbitrary order that is the same on all machines. There
/// is one more offset than positions. `capacity` is the number of moves that `moves` has room for.
/// If more are needed, the status is `SETWISE_STATUS_NO_ROOM`; the sum of the numbers of
/// `setwise_positions_count_legal_moves` is enough.
///
/// # Safety
/// `positions` is null or an array of the library of `n` positions, `offsets` is null or points to
/// `n + 1` numbers, `moves` is null or points to `capacity` numbers. During the call no other
/// thread writes to the positions or uses the offsets and the moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_legal_moves(
    positions: *const Positions,
    offsets: *mut usize,
    moves: *mut u16,
    capacity: usize,
    n: usize,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise.
        let (list, span) = unsafe { given(positions, n, "the offsets less one") }?;
        let mut counts = [0; BLOCK];
        let mut needed = 0;
        for list in list.chunks(BLOCK) {
            let counts = &mut counts[..list.len()];
            count_legal_moves(list, counts).map_err(bug)?;
            needed += counts.iter().map(|&count| count as usize).sum::<usize>();
        }
        if needed > capacity {
            let message = format!("{needed} moves need room; there is some for {capacity}");
            return Err(Failure::new(Status::NoRoom, message));
        }
        let offsets = Output::checked("the offsets", offsets, n + 1)?;
        let moves = Output::checked("the moves", moves, needed)?;
        disjoint(&[offsets.span(), moves.span()], &[span])?;
        // SAFETY: the caller's promise; the outputs are apart from each other and the positions.
        let (offsets, moves) = unsafe { (offsets.slice(), moves.slice()) };
        let mut rows = MoveRows::new();
        let mut at = 0;
        for (list, offsets) in list.chunks(BLOCK).zip(offsets.chunks_mut(BLOCK)) {
            legal_moves(list, &mut rows);
            for (to, &offset) in offsets.iter_mut().zip(rows.offsets()) {
                *to = at + offset;
            }
            let found = rows.moves();
            for (to, found) in moves[at..].iter_mut().zip(found) {
                *to = found.bits();
            }
            at += found.len();
        }
        offsets[n] = at;
        Ok(())
    })
}
