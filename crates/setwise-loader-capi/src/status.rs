//! Status codes, and the message of the last error.

use setwise_loader::Error;
use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Status {
    /// The call succeeded.
    Ok = 0,
    /// A pointer is null or not aligned.
    BadPointer = 1,
    /// The size of a structure is not the one in this version of the library.
    WrongSize = 2,
    /// A setting cannot be: features, a condition, a rule, a number.
    BadOption = 3,
    /// A file cannot be opened, has no bytes, or is of no known format.
    BadFile = 4,
    /// A saved state is unreadable, or that of other files or settings.
    BadState = 5,
    /// An output has too little room.
    NoRoom = 6,
    /// An output overlaps another.
    Overlap = 7,
    /// A position has more features than a row has entries.
    RowTooShort = 8,
    /// A file is damaged.
    Damaged = 9,
    /// All files have no position that is kept.
    NothingKept = 10,
    /// The library has a bug: it panicked.
    Panic = 11,
}

/// A status that is not [`Status::Ok`], and its message.
pub(crate) struct Failure {
    status: Status,
    message: String,
}

impl Failure {
    pub(crate) fn new(status: Status, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { status, message }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let status = match &error {
            Error::Open(..) | Error::EmptyFile(_) | Error::Format(_) | Error::NoFiles => {
                Status::BadFile
            }
            Error::State(_) => Status::BadState,
            Error::Memory { .. } => Status::NoRoom,
            Error::RowTooShort { .. } => Status::RowTooShort,
            Error::Damage(_) => Status::Damaged,
            Error::NothingKept => Status::NothingKept,
            Error::Thread => Status::Panic,
            _ => Status::BadOption,
        };
        Self::new(status, error.to_string())
    }
}

thread_local! {
    static LAST: RefCell<CString> = RefCell::default();
}

/// Runs a call, keeps the message of its failure, and returns its status.
pub(crate) fn guard(call: impl FnOnce() -> Result<(), Failure>) -> i32 {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => Status::Ok as i32,
        Ok(Err(failure)) => keep(failure),
        Err(panic) => keep(Failure::new(Status::Panic, text(&*panic))),
    }
}

/// The message of a panic.
fn text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let owned = || panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(owned).unwrap_or("panic").to_owned()
}

fn keep(failure: Failure) -> i32 {
    let message = failure.message.replace('\0', " ");
    // The thread may be at its end.
    let _ = LAST.try_with(|last| last.replace(CString::new(message).unwrap_or_default()));
    failure.status as i32
}

/// Returns the message of the last call of this thread that failed; an empty one if none has
/// failed. It is valid until another call of this thread fails, or the thread ends.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_loader_last_error() -> *const c_char {
    let message = LAST.try_with(|last| last.borrow().as_ptr());
    message.unwrap_or(c"".as_ptr())
}
