//! Texts and variables for the calls for one position.

use setwise_capi::*;
use std::ffi::{CStr, CString, c_char};
use std::ptr::null_mut;

pub(crate) const START: &CStr = c"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
pub(crate) const E2E4: u16 = 12 << 6 | 28 | 7 << 12;

pub(crate) const OPTIONS: PerftOptions = PerftOptions {
    size: size_of::<PerftOptions>(),
    threads: 1,
    reserved: 7,
    hash_bytes: 0,
    progress: None,
    context: null_mut(),
};

pub(crate) const NO_ARRAYS: AnalysisArrays = AnalysisArrays {
    size: size_of::<AnalysisArrays>(),
    checkers: null_mut(),
    pinned: null_mut(),
    danger: null_mut(),
    attacked_by_white: null_mut(),
    attacked_by_black: null_mut(),
    mobility: null_mut(),
    legal_moves: null_mut(),
};

pub(crate) const NONE: Position = Position {
    planes: [7; 4],
    state: 7,
    key: 7,
    reserved: [7; 2],
};

pub(crate) const NO_SETUP: Setup = Setup {
    size: size_of::<Setup>() as u32,
    turn: 0,
    colors: [0; 2],
    roles: [0; 6],
    castling: 0,
    en_passant: 0,
    halfmoves: 0,
    fullmove: 0,
};

pub(crate) const NO_MOVES: MoveList = MoveList {
    moves: [0; SETWISE_MOVE_LIST_ROOM],
    count: 7,
};

/// A status, and the value of a variable that the call has got, which was `before`.
pub(crate) fn written<T>(before: T, call: impl FnOnce(*mut T) -> i32) -> (i32, T) {
    let mut value = before;
    (call(&mut value), value)
}

pub(crate) fn from_fen(fen: &str) -> (i32, Position) {
    let text = CString::new(fen).expect("no zero");
    // SAFETY: the text ends in 0, and the position is a variable.
    written(NONE, |out| unsafe {
        setwise_position_from_fen(text.as_ptr(), out)
    })
}

pub(crate) fn valid(fen: &str) -> Position {
    let (status, position) = from_fen(fen);
    assert_eq!(status, 0, "{fen}");
    position
}

pub(crate) fn from_setup(setup: &Setup) -> (i32, Position) {
    // SAFETY: the setup has its size, and the position is a variable.
    written(NONE, |out| unsafe {
        setwise_position_from_setup(setup, out)
    })
}

/// A status, and the text that a call has written to bytes that were 7.
pub(crate) fn text(call: impl FnOnce(*mut c_char, usize) -> i32) -> (i32, String) {
    let mut bytes = [7; 96];
    let status = call(bytes.as_mut_ptr().cast(), bytes.len());
    let text = CStr::from_bytes_until_nul(&bytes).map(CStr::to_string_lossy);
    (status, text.unwrap_or_default().into_owned())
}

pub(crate) fn to_setup(position: &Position) -> Setup {
    // SAFETY: the pointers are those of variables.
    let (status, setup) = written(NO_SETUP, |out| unsafe {
        setwise_position_to_setup(position, out)
    });
    assert_eq!(status, 0);
    setup
}
