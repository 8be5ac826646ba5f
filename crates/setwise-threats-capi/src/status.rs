//! The status of a call, and the end of panics.

use setwise_ffi::Status;

/// Returns the status of a call as C sees it.
#[inline(always)]
pub(crate) fn code(call: impl FnOnce() -> Result<(), Status>) -> i32 {
    guard(|| match call() {
        Ok(()) => Status::Ok as i32,
        Err(status) => status as i32,
    })
}

unsafe extern "C" {
    safe fn abort() -> !;
}

/// Ends the process when it is dropped.
struct Abort;

impl Drop for Abort {
    fn drop(&mut self) {
        abort();
    }
}

/// Runs a call. A panic ends the process, in builds that have panics.
///
/// The functions of this crate are `extern "C-unwind"`: at the border of `extern "C"` the compiler
/// puts a guard that prints a panic, and its 300 kB stay in a program although nothing panics. For
/// the same reason an optimized build has no separate guard.
#[inline(always)]
pub(crate) fn guard<T>(call: impl FnOnce() -> T) -> T {
    let abort = cfg!(debug_assertions).then(|| Abort);
    let value = call();
    core::mem::forget(abort);
    value
}
