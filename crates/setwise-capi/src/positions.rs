//! Arrays of checked positions.

use crate::memory::{room, text};
use crate::position::{Position, bad_fen, setups};
use crate::setup::Setup;
use setwise_ffi::{Failure, Span, Status, array, check, guard, guard_or};
use setwise_moves::Position as Checked;
use std::{ffi::c_char, ptr::null};

/// An array of checked positions. It belongs to the caller of the function that made it, until
/// `setwise_positions_free`. Several threads may read it at once.
#[derive(Debug)]
pub struct Positions(Vec<Checked>);

impl Positions {
    /// The positions of an array.
    ///
    /// # Safety
    /// The pointer is null, not aligned, or from a function of the library that made an array,
    /// which nothing writes to or frees during `'a`.
    pub(crate) unsafe fn list<'a>(positions: *const Self) -> Result<&'a [Checked], Failure> {
        // SAFETY: the caller's promise.
        match unsafe { array("the positions", positions, 1) }? {
            [Self(list)] => Ok(list),
            _ => Ok(&[]),
        }
    }

    /// The positions of an array, to be written to.
    ///
    /// # Safety
    /// The pointer is null, not aligned, or from a function of the library that made an array,
    /// which nothing else uses during `'a`.
    pub(crate) unsafe fn list_mut<'a>(positions: *mut Self) -> Result<&'a mut [Checked], Failure> {
        // SAFETY: the caller's promise. This checks the pointer.
        unsafe { Self::list(positions) }?;
        // SAFETY: the pointer is aligned and not null, so it is an array of the library, which the
        // caller promises for this call alone.
        Ok(unsafe { &mut (*positions).0 })
    }
}

/// Makes an array of a list of positions and writes a pointer to it.
///
/// # Safety
/// `out` is null, not aligned, or points to memory for a pointer that nothing else uses.
unsafe fn make(
    out: *mut *mut Positions,
    list: impl FnOnce() -> Result<Vec<Checked>, Failure>,
) -> Result<(), Failure> {
    check("the new array", out, 1)?;
    let list = list()?;
    // `Box::new` aborts without memory.
    let mut one = room("array of positions", 1)?;
    one.push(Positions(list));
    // SAFETY: the pointer is aligned and not null, so the caller promises memory for a pointer.
    unsafe { out.write(Box::into_raw(one.into_boxed_slice()).cast()) };
    Ok(())
}

/// Makes a list of `n` positions. The message of a failure begins with what has failed, and where.
fn collect(
    what: &str,
    n: usize,
    mut position: impl FnMut(usize) -> Result<Checked, Failure>,
) -> Result<Vec<Checked>, Failure> {
    let mut list = room("positions", n)?;
    for index in 0..n {
        list.push(position(index).map_err(|failure| failure.at(what, index))?);
    }
    Ok(list)
}

/// Checks `n` positions at a pointer. Returns them, and the memory that they come from.
///
/// # Safety
/// Unless it is null or not aligned, the pointer points to `n` positions that nothing writes to
/// during the call.
pub(crate) unsafe fn checked(
    positions: *const Position,
    n: usize,
) -> Result<(Vec<Checked>, Span), Failure> {
    // SAFETY: the caller's promise.
    let given = unsafe { array("the positions", positions, n) }?;
    let list = collect("position", n, |index| given[index].checked())?;
    Ok((list, Span::of("the positions", given)))
}

/// Checks `n` positions, and makes an array of them.
///
/// # Safety
/// `positions` is null or points to `n` positions, `array` is null or points to a pointer. During
/// the call no other thread writes to them or uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_new(
    positions: *const Position,
    n: usize,
    array: *mut *mut Positions,
) -> i32 {
    // SAFETY: the caller's promise.
    guard(|| unsafe { make(array, || Ok(checked(positions, n)?.0)) })
}

/// Makes an array of positions from `n` FENs. The message of an error says which is wrong, where.
///
/// # Safety
/// `fens` is null or points to `n` pointers, each null or to a text that ends in 0. `array` is null
/// or points to a pointer. During the call no other thread writes to them or uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_from_fens(
    fens: *const *const c_char,
    n: usize,
    array: *mut *mut Positions,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise.
        let fens = unsafe { self::array("the FENs", fens, n) }?;
        let read = |index: usize| {
            // SAFETY: the caller's promise.
            let fen = unsafe { text("the text", fens[index], None) }?;
            Checked::from_fen(&fen).map_err(bad_fen)
        };
        // SAFETY: the caller's promise.
        unsafe { make(array, || collect("FEN", n, read)) }
    })
}

/// Makes an array of positions from `n` setups, by the rules of `setwise_position_from_setup`.
///
/// # Safety
/// `setups` is null or points to `n` structures of the size that they begin with, `array` is null
/// or points to a pointer. During the call no other thread writes to them or uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_from_setups(
    setups: *const Setup,
    n: usize,
    array: *mut *mut Positions,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise.
        let setups = unsafe { self::setups(setups, n) }?;
        let read = |index: usize| setups[index].to_position();
        // SAFETY: the caller's promise.
        unsafe { make(array, || collect("setup", n, read)) }
    })
}

/// Makes an array of the same positions.
///
/// # Safety
/// `positions` is null or an array of the library, `copy` is null or points to a pointer. During
/// the call no other thread writes to them or uses them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_copy(
    positions: *const Positions,
    copy: *mut *mut Positions,
) -> i32 {
    guard(|| {
        // SAFETY: the caller's promise.
        let list = unsafe { Positions::list(positions) }?;
        let list = || collect("position", list.len(), |index| Ok(list[index]));
        // SAFETY: the caller's promise.
        unsafe { make(copy, list) }
    })
}

/// Frees an array. A null pointer is ignored.
///
/// # Safety
/// `positions` must be null, or an array of the library; do not use it afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_free(positions: *mut Positions) {
    if positions.is_null() {
        return;
    }
    guard_or((), || {
        // SAFETY: the pointer comes from `Box::into_raw` in `make`, of a slice of one element,
        // which has the layout of the element. The caller does not use it afterwards.
        drop(unsafe { Box::from_raw(positions) });
        Ok(())
    });
}

/// Returns the number of positions of an array.
///
/// # Safety
/// `positions` is null or an array of the library that no other thread writes to during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_len(positions: *const Positions) -> usize {
    // SAFETY: the caller's promise.
    guard_or(0, || Ok(unsafe { Positions::list(positions) }?.len()))
}

/// Returns a pointer to a position of an array, for the calls for one position; null if there is
/// none. It is valid until the array is freed; `setwise_positions_play` changes what it points to.
///
/// # Safety
/// `positions` is null or an array of the library that no other thread writes to during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setwise_positions_at(
    positions: *const Positions,
    index: usize,
) -> *const Position {
    guard_or(null(), || {
        // SAFETY: the caller's promise.
        let list = unsafe { Positions::list(positions) }?;
        let found = list.get(index).map(|found| (&raw const *found).cast());
        found.ok_or_else(|| {
            let message = format!("position {index} of {}", list.len());
            Failure::new(Status::UnknownValue, message)
        })
    })
}

// `setwise_positions_at` returns a pointer to a checked position, which begins with the words of a
// position in their order (`setwise_moves::Position::words`).
const _: () = assert!(
    size_of::<Position>() == size_of::<Checked>()
        && align_of::<Position>() <= align_of::<Checked>()
);
