//! The calls for one position by their names, and texts and variables for them.

use super::VALUES;
use setwise_capi::*;
use std::ffi::{CStr, CString, c_char};
use std::ptr::{null, null_mut};

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

/// All functions that write something for a position, with a move for those that take one. No other
/// argument is wrong, and 1,024 bytes are enough for what is written.
pub(crate) const WRITERS: [&str; 16] = [
    "to_setup",
    "legal_moves",
    "captures",
    "play",
    "play_unchecked",
    "null_move",
    "mirror",
    "exchange_value",
    "to_fen",
    "san",
    "parse_uci",
    "parse_san",
    "parse_uci_n",
    "parse_san_n",
    "perft",
    "perft with options",
];

/// Calls the function of a name.
///
/// # Safety
/// The pointers are null, not aligned, or point to a position and to 1,024 bytes.
pub(crate) unsafe fn write(name: &str, position: *const Position, bits: u16, out: *mut u64) -> i32 {
    let options = PerftOptions {
        size: size_of::<PerftOptions>(),
        threads: 1,
        reserved: 7,
        hash_bytes: 1 << 10,
        progress: None,
        context: null_mut(),
    };
    // SAFETY: the caller's promise; what else is passed is valid.
    unsafe {
        match name {
            "to_setup" => setwise_position_to_setup(position, out.cast()),
            "legal_moves" => setwise_position_legal_moves(position, out.cast()),
            "captures" => setwise_position_captures(position, out.cast()),
            "play" => setwise_position_play(position, bits, out.cast()),
            "play_unchecked" => setwise_position_play_unchecked(position, bits, out.cast()),
            "null_move" => setwise_position_null_move(position, out.cast()),
            "mirror" => setwise_position_mirror(position, out.cast()),
            "exchange_value" => {
                setwise_position_exchange_value(position, bits, VALUES.as_ptr(), out.cast())
            }
            "to_fen" => setwise_position_to_fen(position, out.cast(), SETWISE_FEN_SIZE),
            "san" => setwise_position_san(position, bits, out.cast(), SETWISE_MOVE_SIZE),
            "parse_uci" => setwise_position_parse_uci(position, c"e2e4".as_ptr(), out.cast()),
            "parse_san" => setwise_position_parse_san(position, c"e4".as_ptr(), out.cast()),
            "parse_uci_n" => {
                setwise_position_parse_uci_n(position, c"e2e4e5".as_ptr(), 4, out.cast())
            }
            "parse_san_n" => {
                setwise_position_parse_san_n(position, c"e4e5".as_ptr(), 2, out.cast())
            }
            "perft" => setwise_position_perft(position, 1, null(), out.cast()),
            "perft with options" => setwise_position_perft(position, 1, &options, out.cast()),
            other => panic!("{other} is not called here"),
        }
    }
}

/// All functions that return an answer.
pub(crate) const ANSWERS: [&str; 12] = [
    "count",
    "is_legal",
    "checkers",
    "pinned",
    "attackers_to",
    "gives_check",
    "status",
    "key",
    "pawn_key",
    "material_key",
    "polyglot_key",
    "exchange_reaches",
];

/// Calls the function of a name. The square and the occupied squares follow from the move.
///
/// # Safety
/// The pointer is null, not aligned, or points to a position.
pub(crate) unsafe fn answer(name: &str, position: *const Position, bits: u16) -> u64 {
    let (square, occupied) = (bits as u32 & 63, 0x5bd1_e995 * bits as u64);
    // SAFETY: the caller's promise.
    unsafe {
        match name {
            "count" => setwise_position_count(position) as u64,
            "is_legal" => setwise_position_is_legal(position, bits) as u64,
            "checkers" => setwise_position_checkers(position),
            "pinned" => setwise_position_pinned(position),
            "attackers_to" => setwise_position_attackers_to(position, square, occupied),
            "gives_check" => setwise_position_gives_check(position, bits) as u64,
            "status" => setwise_position_status(position) as u64,
            "key" => setwise_position_key(position),
            "pawn_key" => setwise_position_pawn_key(position),
            "material_key" => setwise_position_material_key(position),
            "polyglot_key" => setwise_position_polyglot_key(position),
            "exchange_reaches" => {
                let values = VALUES.as_ptr();
                setwise_position_exchange_reaches(position, bits, values, 1) as u64
            }
            other => panic!("{other} is not called here"),
        }
    }
}
