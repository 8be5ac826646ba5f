//! Helpers for memory and texts of this interface, besides those of `setwise_ffi`.

use setwise_ffi::{Failure, Output, Status, place};
use std::{borrow::Cow, ffi::c_char};

/// Checks the length of an array that belongs to checked positions.
pub(crate) fn check_length(what: &str, found: usize, expected: usize) -> Result<(), Failure> {
    if found == expected {
        return Ok(());
    }
    let message = format!("{what}: {found} entries instead of {expected}");
    Err(Failure::new(Status::WrongLength, message))
}

/// A vector with room for a number of elements.
pub(crate) fn room<T>(what: &str, n: usize) -> Result<Vec<T>, Failure> {
    let mut room = Vec::new();
    room.try_reserve_exact(n).map_err(|_| {
        let message = format!("no memory for {n} {what}");
        Failure::new(Status::OutOfMemory, message)
    })?;
    Ok(room)
}

/// Returns the text at a pointer, of a length or up to a 0.
///
/// # Safety
/// As for [`setwise_ffi::text`].
pub(crate) unsafe fn text<'a>(
    what: &str,
    pointer: *const c_char,
    length: Option<usize>,
) -> Result<Cow<'a, str>, Failure> {
    // SAFETY: the caller's promise.
    let bytes = unsafe { setwise_ffi::text(what, pointer, length) }?;
    Ok(String::from_utf8_lossy(bytes))
}

/// Writes one value.
///
/// # Safety
/// As for [`place`].
#[inline(always)]
pub(crate) unsafe fn write<T: Copy>(what: &str, out: *mut T, value: T) -> Result<(), Failure> {
    // SAFETY: the caller's promise.
    *unsafe { place(what, out) }? = value;
    Ok(())
}

/// Writes a text that ends in 0 to an array of `capacity` bytes.
///
/// # Safety
/// `out` is null or points to `capacity` bytes that nothing else uses during the call.
pub(crate) unsafe fn write_text(
    what: &'static str,
    found: &str,
    out: *mut c_char,
    capacity: usize,
) -> Result<(), Failure> {
    let needed = found.len() + 1;
    if needed > capacity {
        let message = format!("{what}: {needed} bytes need room; there is some for {capacity}");
        return Err(Failure::new(Status::NoRoom, message));
    }
    let out = Output::checked(what, out.cast::<u8>(), needed)?;
    // SAFETY: the caller's promise; `needed` is not more than `capacity`.
    let out = unsafe { out.slice() };
    for (to, byte) in out.iter_mut().zip(found.bytes().chain([0])) {
        *to = byte;
    }
    Ok(())
}
