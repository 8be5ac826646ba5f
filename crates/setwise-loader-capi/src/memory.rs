//! Structures, texts and paths at pointers.

use setwise_ffi::{Failure, Status, check_structure};
use std::ffi::{OsStr, c_char};
use std::path::PathBuf;

/// Returns a structure that begins with its size.
///
/// # Safety
/// As for [`check_structure`]; nothing writes to the structure during `'a`.
pub(crate) unsafe fn structure<'a, T>(what: &str, pointer: *const T) -> Result<&'a T, Failure> {
    // SAFETY: the caller promises it. The structure is one of this version.
    unsafe {
        check_structure(what, pointer)?;
        Ok(&*pointer)
    }
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
    let text = str::from_utf8(unsafe { setwise_ffi::text(what, pointer, None) }?);
    let message = || format!("{what}: the text is not UTF-8");
    text.map(Some)
        .map_err(|_| Failure::new(Status::BadOption, message()))
}

/// Returns the path at a pointer.
///
/// # Safety
/// As for [`text`].
pub(crate) unsafe fn path(pointer: *const c_char) -> Result<PathBuf, Failure> {
    // SAFETY: the caller promises the text.
    let bytes = unsafe { setwise_ffi::text("a path", pointer, None) }?;
    #[cfg(unix)]
    let name = Some(std::os::unix::ffi::OsStrExt::from_bytes(bytes));
    #[cfg(not(unix))]
    let name = str::from_utf8(bytes).ok().map(OsStr::new);
    let not_a_name = || Failure::new(Status::BadFile, "a path is not UTF-8");
    name.map(<PathBuf as From<&OsStr>>::from)
        .ok_or_else(not_a_name)
}
