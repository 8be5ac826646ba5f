//! Status codes.

use std::ffi::CStr;

/// The result of a call. A code has the same meaning in all C interfaces of setwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum Status {
    /// The call succeeded.
    Ok = 0,
    /// A pointer is null or not aligned.
    BadPointer = 1,
    /// The size of a structure is not the one in this version of the library.
    WrongSize = 2,
    /// An output overlaps another output or an input.
    Overlap = 3,
    /// An output needs more entries than there is room for.
    NoRoom = 4,
    /// A number is not a value of its enumeration.
    UnknownValue = 5,
    /// An array would be larger than the address space.
    TooLarge = 6,
    /// A position has more features than a row has entries. The contents of all rows are
    /// unspecified.
    RowTooShort = 7,
    /// The library has a bug: it panicked.
    Panic = 8,
    /// The memory for intermediate results is not available.
    OutOfMemory = 9,
    /// The length of an array is not the number of positions that it belongs to.
    WrongLength = 10,
    /// There is no set, kernel, entry point or piece-wise system of this name.
    UnknownName = 11,
    /// The library was built without the kernel or the piece-wise system of this name. The message
    /// names the feature that has it.
    NotInBuild = 12,
    /// The CPU lacks instructions of the kernel.
    Unsupported = 13,
    /// A kernel cannot be forced, because the kernels are already selected.
    TooLate = 14,
    /// A text is not a FEN.
    BadFen = 15,
    /// A position breaks a rule, or has no features in this set. The message says which rule.
    BadPosition = 16,
    /// A text is not a move, or no legal move of its position.
    BadMove = 17,
    /// A move is not legal in its position, or a number is not a move.
    IllegalMove = 18,
    /// The progress function has ended the run.
    Stopped = 19,
    /// There is no level of this number, or the CPU lacks it.
    UnknownLevel = 20,
    /// No set of features has this description.
    BadSet = 21,
    /// A setting cannot be: features, a condition, a rule, a number.
    BadOption = 22,
    /// A file cannot be opened, has no bytes, or is of no known format.
    BadFile = 23,
    /// A saved state is unreadable, or that of other files or settings.
    BadState = 24,
    /// A file is damaged. The message has the place.
    Damaged = 25,
    /// All files have no position that is kept.
    NothingKept = 26,
}

/// The descriptions, by code.
const TEXTS: [&CStr; 27] = [
    c"no error",
    c"a pointer is null or not aligned",
    c"the size of a structure is wrong",
    c"an output overlaps another output or an input",
    c"an output needs more entries than there is room for",
    c"a number stands for no value of its enumeration",
    c"an array would be larger than the address space",
    c"a position has more features than a row has entries",
    c"the library has a bug: it panicked",
    c"there is not enough memory",
    c"the length of an array is not the number of positions",
    c"nothing of this kind has this name",
    c"the library was built without the kernel or system of this name",
    c"the CPU lacks instructions of the kernel",
    c"the kernels are already selected",
    c"a text is not a FEN",
    c"a position breaks a rule, or has no features in this set",
    c"a text is not a legal move",
    c"a move is not legal",
    c"the run was ended by its progress function",
    c"there is no level of this number, or the CPU lacks it",
    c"no set of features has this description",
    c"a setting cannot be",
    c"a file cannot be opened, has no bytes, or is of no known format",
    c"a saved state is unreadable, or that of other files or settings",
    c"a file is damaged",
    c"all files have no position that is kept",
];

/// Returns the description of a status code.
pub fn describe(code: i32) -> &'static CStr {
    let index = usize::try_from(code).unwrap_or(usize::MAX);
    TEXTS.get(index).unwrap_or(&c"unknown status")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_stand_at_their_numbers() {
        assert_eq!(TEXTS.len(), Status::NothingKept as usize + 1);
        let unknown = c"unknown status";
        for (code, text) in [
            (Status::BadFen as i32, c"a text is not a FEN"),
            (Status::IllegalMove as i32, c"a move is not legal"),
            (Status::Damaged as i32, c"a file is damaged"),
            (-1, unknown),
            (27, unknown),
        ] {
            assert_eq!(describe(code), text);
        }
    }
}
