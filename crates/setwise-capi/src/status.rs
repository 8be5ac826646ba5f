//! Status codes, and the message of the last error.

use setwise_ffi::{Fault, Kind};
use std::ffi::{CStr, c_char};

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
    /// A number is not a value of its enumeration.
    UnknownValue = 3,
    /// A position breaks a rule, or has no features in this set. The message says which rule.
    BadPosition = 4,
    /// A position has more features than a row has entries. The contents of all rows are
    /// unspecified.
    RowTooShort = 5,
    /// An output needs more entries than there is room for.
    NoRoom = 6,
    /// An output overlaps another output or an input.
    Overlap = 7,
    /// An array would be larger than the address space.
    TooLarge = 8,
    /// There is no set, kernel, entry point or piece-wise system of this name.
    UnknownName = 9,
    /// The library has a bug: it panicked.
    Panic = 10,
    /// The CPU lacks instructions of the kernel.
    Unsupported = 11,
    /// A kernel cannot be forced, because the kernels are already selected.
    TooLate = 12,
    /// A text is not a FEN.
    BadFen = 13,
    /// The memory for intermediate results is not available.
    OutOfMemory = 14,
    /// The library was built without the kernel or the piece-wise system of this name. The message
    /// names the feature that has it.
    NotInBuild = 15,
    /// A move is not legal in its position, or a number is not a move.
    IllegalMove = 16,
    /// A text is not a move, or no legal move of its position.
    BadMove = 17,
    /// The length of an array is not the number of positions that it belongs to.
    WrongLength = 18,
    /// The progress function has ended the run.
    Stopped = 19,
}

/// The descriptions, by code.
const TEXTS: [&CStr; 20] = [
    c"no error",
    c"a pointer is null or not aligned",
    c"the size of a structure is wrong",
    c"a number stands for no value of its enumeration",
    c"a position breaks a rule, or has no features in this set",
    c"a position has more features than a row has entries",
    c"an output needs more entries than there is room for",
    c"an output overlaps another output or an input",
    c"an array would be larger than the address space",
    c"nothing of this kind has this name",
    c"the library has a bug: it panicked",
    c"the CPU lacks instructions of the kernel",
    c"the kernels are already selected",
    c"a text is not a FEN",
    c"there is not enough memory",
    c"the library was built without the kernel or system of this name",
    c"a move is not legal",
    c"a text is not a legal move",
    c"the length of an array is not the number of positions",
    c"the run was ended by its progress function",
];

/// A status that is not [`Status::Ok`], and its message.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: Status,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(status: Status, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { status, message }
    }

    /// The failure of one of many things.
    pub(crate) fn at(self, what: &str, index: usize) -> Self {
        Self::new(self.status, format!("{what} {index}: {}", self.message))
    }

    /// A number that is not a value of its enumeration.
    pub(crate) fn unknown(what: &str, number: u32) -> Self {
        let message = format!("no {what} has the number {number}");
        Self::new(Status::UnknownValue, message)
    }
}

/// Checks that the variants of two enumerations have the same numbers.
macro_rules! same_numbers {
    ($here:ty, $there:ty, $number:ident, $($name:ident)*) => {$(
        const _: () = assert!(<$here>::$name as u32 == <$there>::$name.$number() as u32);
    )*};
}
pub(crate) use same_numbers;

/// Returns the value of a number, which `find` finds by its index.
pub(crate) fn numbered<T>(
    what: &str,
    number: u32,
    find: impl FnOnce(usize) -> Option<T>,
) -> Result<T, Failure> {
    let value = usize::try_from(number).ok().and_then(find);
    value.ok_or_else(|| Failure::unknown(what, number))
}

impl From<Fault> for Failure {
    #[cold]
    fn from(Fault { kind, message }: Fault) -> Self {
        let status = match kind {
            Kind::BadPointer => Status::BadPointer,
            Kind::TooLarge => Status::TooLarge,
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
#[inline(always)]
pub(crate) fn guard(call: impl FnOnce() -> Result<(), Failure>) -> i32 {
    setwise_ffi::guard(call).err().unwrap_or(Status::Ok as i32)
}

/// Runs a call that returns a value. After a panic, keeps its message and returns another value.
pub(crate) fn guard_value<T>(otherwise: T, call: impl FnOnce() -> T) -> T {
    guard_or(otherwise, || Ok(call()))
}

/// Runs a call that returns a value. After a failure, keeps its message and returns another value.
#[inline(always)]
pub(crate) fn guard_or<T>(otherwise: T, call: impl FnOnce() -> Result<T, Failure>) -> T {
    setwise_ffi::guard(call).unwrap_or(otherwise)
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
    let code = usize::try_from(status).unwrap_or(usize::MAX);
    TEXTS.get(code).unwrap_or(&c"unknown status").as_ptr()
}
