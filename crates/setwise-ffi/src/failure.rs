//! Failures, the message of the last one, and the end of panics.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The kind of a fault, independent of the status codes of an interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A pointer is null or not aligned.
    BadPointer,
    /// An array would be larger than the address space.
    TooLarge,
    /// The size of a structure is not the one in this version of the library.
    WrongSize,
    /// An output overlaps another output or an input.
    Overlap,
    /// The call panicked.
    Panic,
}

/// A fault of a call: its kind and a message.
#[derive(Debug)]
pub struct Fault {
    /// The kind of the fault.
    pub kind: Kind,
    /// The message.
    pub message: String,
}

impl Fault {
    #[cold]
    pub(crate) const fn new(kind: Kind, message: String) -> Self {
        Self { kind, message }
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Runs a call. It is inlined, so that a call that cannot panic needs no catch.
///
/// # Errors
/// The status of the failure, or of [`Kind::Panic`] after a panic. The message is kept.
#[inline(always)]
pub fn guard<T, F>(call: impl FnOnce() -> Result<T, F>) -> Result<T, i32>
where
    F: From<Fault> + Into<(i32, String)>,
{
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(failure)) => Err(keep(failure.into())),
        Err(panic) => Err(keep(F::from(fault_of(&*panic)).into())),
    }
}

#[cold]
#[inline(never)]
fn fault_of(panic: &(dyn Any + Send)) -> Fault {
    let text = panic.downcast_ref::<&str>().copied();
    let owned = || panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(owned).unwrap_or("panic");
    Fault::new(Kind::Panic, text.to_owned())
}

/// Keeps the message of a failure, and returns its status.
#[cold]
#[inline(never)]
fn keep((status, message): (i32, String)) -> i32 {
    let message = CString::new(message.replace('\0', " "));
    // The value is already destroyed if the thread is ending.
    let _ = LAST.try_with(|last| last.replace(message.unwrap_or_default()));
    status
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

    struct Failure(String);

    impl From<Fault> for Failure {
        fn from(fault: Fault) -> Self {
            Self(fault.message)
        }
    }

    impl From<Failure> for (i32, String) {
        fn from(failure: Failure) -> Self {
            (7, failure.0)
        }
    }

    #[test]
    fn a_failure_and_a_panic_are_statuses_with_messages() {
        let message = || {
            // SAFETY: the text is valid until the next failure of this thread.
            unsafe { CStr::from_ptr(last_error()) }.to_owned()
        };
        assert_eq!(guard(|| Ok::<_, Failure>(1)), Ok(1));
        assert_eq!(message(), *c"");
        let failure = || Failure("a\0b".to_owned());
        assert_eq!(guard(|| Err::<(), _>(failure())), Err(7));
        assert_eq!(message(), *c"a b");
        let panic = guard(|| -> Result<(), Failure> { panic!("asked {}", "for") });
        assert_eq!((panic, message()), (Err(7), c"asked for".to_owned()));
    }
}
