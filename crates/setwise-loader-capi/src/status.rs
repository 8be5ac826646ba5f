//! Status codes, and the message of the last error.

use setwise_ffi::{Fault, Kind};
use setwise_loader::Error;
use std::ffi::c_char;

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

impl From<Fault> for Failure {
    fn from(Fault { kind, message }: Fault) -> Self {
        let status = match kind {
            Kind::BadPointer | Kind::TooLarge => Status::BadPointer,
            Kind::WrongSize => Status::WrongSize,
            Kind::Overlap => Status::Overlap,
            Kind::Panic => Status::Panic,
        };
        Self { status, message }
    }
}

impl From<Failure> for (i32, String) {
    fn from(failure: Failure) -> Self {
        (failure.status as i32, failure.message)
    }
}

/// Runs a call, keeps the message of its failure, and returns its status.
pub(crate) fn guard(call: impl FnOnce() -> Result<(), Failure>) -> i32 {
    setwise_ffi::guard(call).err().unwrap_or(Status::Ok as i32)
}

/// Returns the message of the last call of this thread that failed; an empty one if none has
/// failed. It is valid until another call of this thread fails, or the thread ends.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_loader_last_error() -> *const c_char {
    setwise_ffi::last_error()
}
