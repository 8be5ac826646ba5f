//! From pointers to slices and texts.

use crate::status::{Failure, Status};
use std::ffi::{CStr, OsStr, c_char};
use std::path::PathBuf;

/// Checks a pointer to a number of elements. A null pointer to no elements is valid.
fn check<T>(what: &str, pointer: *const T, count: usize) -> Result<(), Failure> {
    if count == 0 {
        return Ok(());
    }
    let bytes = count.checked_mul(size_of::<T>());
    let fits =
        |bytes: usize| bytes <= isize::MAX as usize && pointer.addr().checked_add(bytes).is_some();
    if pointer.is_null() || !pointer.is_aligned() || !bytes.is_some_and(fits) {
        let message =
            format!("{what}: a pointer that is null, not aligned or too close to the end");
        return Err(Failure::new(Status::BadPointer, message));
    }
    Ok(())
}

/// Returns the elements at a pointer.
///
/// # Safety
/// Unless the pointer is null or not aligned, it points to `count` values that nothing writes to
/// during `'a`.
pub(crate) unsafe fn array<'a, T>(
    what: &str,
    pointer: *const T,
    count: usize,
) -> Result<&'a [T], Failure> {
    check(what, pointer, count)?;
    if count == 0 {
        return Ok(&[]);
    }
    // SAFETY: the pointer is aligned and not null, the size fits the address space, and the caller
    // promises the elements.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// Returns the elements at a pointer, to be written.
///
/// # Safety
/// Unless the pointer is null or not aligned, it points to `count` values that nothing else uses
/// during `'a`.
pub(crate) unsafe fn output<'a, T>(
    what: &str,
    pointer: *mut T,
    count: usize,
) -> Result<&'a mut [T], Failure> {
    check(what, pointer, count)?;
    if count == 0 {
        return Ok(&mut []);
    }
    // SAFETY: as in `array`; nothing else uses the elements.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer, count) })
}

/// Returns the value at a pointer, to be written.
///
/// # Safety
/// As for [`output`], with one value.
pub(crate) unsafe fn place<'a, T>(what: &str, pointer: *mut T) -> Result<&'a mut T, Failure> {
    check(what, pointer, 1)?;
    // SAFETY: the pointer is aligned and not null, and the caller promises the value.
    Ok(unsafe { &mut *pointer })
}

/// Checks the size that a structure begins with, and returns the structure.
///
/// # Safety
/// The pointer is null, not aligned, or points to a structure of this or another version, which
/// begins with its size and which nothing writes to during `'a`.
pub(crate) unsafe fn structure<'a, T>(what: &str, pointer: *const T) -> Result<&'a T, Failure> {
    check(what, pointer, 1)?;
    // SAFETY: the pointer is aligned and not null. Nothing but the size is read.
    let size = unsafe { pointer.cast::<usize>().read() };
    check_size::<T>(what, size)?;
    // SAFETY: it is a structure of this version.
    Ok(unsafe { &*pointer })
}

/// Checks the size of a structure.
pub(crate) fn check_size<T>(what: &str, found: usize) -> Result<(), Failure> {
    let expected = size_of::<T>();
    if found == expected {
        return Ok(());
    }
    let message = format!("{what}: size {found} instead of {expected}");
    Err(Failure::new(Status::WrongSize, message))
}

/// Returns the text at a pointer; `None` if it is null.
///
/// # Safety
/// The pointer is null or points to a text that ends in 0 and that nothing writes to during `'a`.
pub(crate) unsafe fn text<'a>(
    what: &str,
    pointer: *const c_char,
) -> Result<Option<&'a str>, Failure> {
    if pointer.is_null() {
        return Ok(None);
    }
    // SAFETY: the caller promises the text.
    let text = unsafe { CStr::from_ptr(pointer) }.to_str();
    let message = || format!("{what}: the text is not UTF-8");
    let text = text.map_err(|_| Failure::new(Status::BadOption, message()))?;
    Ok(Some(text))
}

/// Returns the path at a pointer.
///
/// # Safety
/// As for [`text`].
pub(crate) unsafe fn path(pointer: *const c_char) -> Result<PathBuf, Failure> {
    check("a path", pointer, 1)?;
    // SAFETY: the caller promises the text.
    let bytes = unsafe { CStr::from_ptr(pointer) };
    #[cfg(unix)]
    let name = {
        use std::os::unix::ffi::OsStrExt;
        Some(OsStr::from_bytes(bytes.to_bytes()))
    };
    #[cfg(not(unix))]
    let name = bytes.to_str().ok().map(OsStr::new);
    let not_a_name = || Failure::new(Status::BadFile, "a path is not UTF-8");
    name.map(PathBuf::from).ok_or_else(not_a_name)
}
