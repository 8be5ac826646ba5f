//! Failures, the message of the last one, and the end of panics.

use crate::status::Status;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{any::Any, cell::RefCell};

/// A status that is not [`Status::Ok`], and its message.
#[derive(Debug)]
pub struct Failure {
    /// The status.
    pub status: Status,
    /// The message.
    pub message: String,
}

impl Failure {
    /// Returns a failure with a message.
    #[cold]
    pub fn new(status: Status, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { status, message }
    }

    /// Returns the failure as that of one of many things.
    pub fn at(self, what: &str, index: usize) -> Self {
        Self::new(self.status, format!("{what} {index}: {}", self.message))
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Runs a call and returns its status. Keeps the message of a failure or a panic. Inlined, so that
/// calls which cannot panic catch nothing.
#[inline(always)]
pub fn guard(call: impl FnOnce() -> Result<(), Failure>) -> i32 {
    caught(call).err().unwrap_or(Status::Ok as i32)
}

/// Runs a call and returns its value. After a failure or a panic, keeps the message and returns
/// `otherwise`.
#[inline(always)]
pub fn guard_or<T>(otherwise: T, call: impl FnOnce() -> Result<T, Failure>) -> T {
    caught(call).unwrap_or(otherwise)
}

#[inline(always)]
fn caught<T>(call: impl FnOnce() -> Result<T, Failure>) -> Result<T, i32> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(failure)) => Err(keep(failure)),
        Err(panic) => Err(keep(failure_of(&*panic))),
    }
}

#[cold]
#[inline(never)]
fn failure_of(panic: &(dyn Any + Send)) -> Failure {
    let text = panic.downcast_ref::<&str>().copied();
    let owned = || panic.downcast_ref::<String>().map(String::as_str);
    Failure::new(Status::Panic, text.or_else(owned).unwrap_or("panic"))
}

/// Keeps the message of a failure, and returns its status.
#[cold]
#[inline(never)]
fn keep(Failure { status, message }: Failure) -> i32 {
    let message = CString::new(message.replace('\0', " "));
    // The thread may be at its end.
    let _ = LAST.try_with(|last| last.replace(message.unwrap_or_default()));
    status as i32
}

/// Returns the message of the last failure of this thread; an empty one if there is none. It is
/// valid until the next failure of the thread, or its end.
pub fn last_error() -> *const c_char {
    let message = LAST.try_with(|last| last.borrow().as_ptr());
    message.unwrap_or(c"".as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    #[test]
    fn a_failure_and_a_panic_are_statuses_with_messages() {
        let message = || {
            // SAFETY: the text is valid until the next failure of this thread.
            unsafe { CStr::from_ptr(last_error()) }.to_owned()
        };
        assert_eq!((guard(|| Ok(())), guard_or(0, || Ok(1))), (0, 1));
        assert_eq!(message(), *c"");
        let failure = || Failure::new(Status::NoRoom, "a\0b");
        assert_eq!(guard(|| Err(failure())), Status::NoRoom as i32);
        assert_eq!(message(), *c"a b");
        assert_eq!(guard_or(7, || Err(failure().at("row", 3))), 7);
        assert_eq!(message(), *c"row 3: a b");
        let panic = guard(|| panic!("asked {}", "for"));
        assert_eq!(
            (panic, message()),
            (Status::Panic as i32, c"asked for".to_owned())
        );
    }
}
