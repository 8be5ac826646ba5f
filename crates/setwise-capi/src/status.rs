//! Status codes, and numbers as values.

use setwise::LengthMismatch;
use setwise_ffi::{Failure, Status};
use std::ffi::c_char;

/// Checks that the variants of two enumerations have the same numbers.
macro_rules! same_numbers {
    ($here:ty, $there:ty, $number:ident, $($name:ident)*) => {$(
        const _: () = assert!(<$here>::$name as u32 == <$there>::$name.$number() as u32);
    )*};
}
pub(crate) use same_numbers;

/// Returns the failure of a number that is not a value of its enumeration.
pub(crate) fn unknown(what: &str, number: u32) -> Failure {
    let message = format!("no {what} has the number {number}");
    Failure::new(Status::UnknownValue, message)
}

/// Returns the value of a number, which `find` finds by its index.
pub(crate) fn numbered<T>(
    what: &str,
    number: u32,
    find: impl FnOnce(usize) -> Option<T>,
) -> Result<T, Failure> {
    let value = usize::try_from(number).ok().and_then(find);
    value.ok_or_else(|| unknown(what, number))
}

/// Returns the failure of slices whose lengths differ. All slices of a call have the same length,
/// so this is a bug of the library.
pub(crate) fn bug(error: LengthMismatch) -> Failure {
    Failure::new(Status::Panic, error.to_string())
}

/// Returns the message of the last call of this thread that failed; an empty one if none has
/// failed. It is valid until another call of this thread fails, or the thread ends.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_last_error() -> *const c_char {
    setwise_ffi::last_error()
}

/// Returns the description of a status.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_strerror(status: i32) -> *const c_char {
    setwise_ffi::describe(status).as_ptr()
}
