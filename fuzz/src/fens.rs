//! Any text as a FEN: both ways to read agree, and what they accept is written and read again.

use crate::input::check_fens;
use setwise_moves::Position;

pub(crate) fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let found = Position::from_fen(text);
    // A text that begins with a space is read field by field.
    let again = Position::from_fen(&format!(" {text}"));
    assert_eq!(found.ok(), again.ok(), "{text:?}");
    // The text of a FEN is one of EPD without operations.
    let epd = Position::from_epd(text);
    if let Ok(position) = found {
        assert_eq!(epd, Ok((position, "")), "{text:?}");
    }
    match (found, again) {
        (Ok(position), _) => check_fens(&position),
        (Err(error), Err(again)) => {
            assert_eq!((error.at + 1, error.reason), (again.at, again.reason));
            assert!(!error.to_string().is_empty());
        }
        _ => {}
    }
}
