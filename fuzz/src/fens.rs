//! Any text as a FEN: both parsers agree, and what they accept is written and read again.

use crate::input::check_fens;
use setwise_formats::parse_fen;
use setwise_moves::Position;

pub(crate) fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let found = Position::from_fen(text);
    assert_eq!(parse_fen(text), found, "{text:?}");
    match found {
        Ok(position) => check_fens(&position, Position::from_fen),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
