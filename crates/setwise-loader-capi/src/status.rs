//! The status of an error, and the message of the last one.

use setwise_ffi::{Failure, Status};
use setwise_loader::Error;
use std::ffi::c_char;

/// Returns the failure of an error of the loader.
pub(crate) fn failure(error: Error) -> Failure {
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
    Failure::new(status, error.to_string())
}

/// Returns the message of the last call of this thread that failed; an empty one if none has
/// failed. It is valid until another call of this thread fails, or the thread ends.
#[unsafe(no_mangle)]
pub extern "C" fn setwise_loader_last_error() -> *const c_char {
    setwise_ffi::last_error()
}
