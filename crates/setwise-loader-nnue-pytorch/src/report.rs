//! Lines on standard error, locks, and objects of the caller.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{fmt::Display, io::Write};

/// Writes a line.
pub(crate) fn report(what: impl Display) {
    // There is nowhere to report that standard error is closed.
    let _ = writeln!(std::io::stderr(), "training_data_loader (setwise): {what}");
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a call that makes an object for the caller. A failure is a line and a null pointer.
pub(crate) fn object<T>(call: impl FnOnce() -> Result<Option<Box<T>>, String>) -> *mut T {
    let made = catch_unwind(AssertUnwindSafe(call));
    match made.unwrap_or_else(|_| Err("the library has a bug: it panicked".to_owned())) {
        Ok(made) => made.map_or(null_mut(), Box::into_raw),
        Err(why) => {
            report(why);
            null_mut()
        }
    }
}

/// Frees an object of [`object`]. Null is allowed.
///
/// # Safety
/// The pointer is null, or comes from `object`, and nothing uses it any more.
pub(crate) unsafe fn free<T>(object: *mut T, take: impl FnOnce(Box<T>)) {
    if !object.is_null() {
        // SAFETY: the caller promises it.
        let object = unsafe { Box::from_raw(object) };
        let _ = catch_unwind(AssertUnwindSafe(|| take(object)));
    }
}
