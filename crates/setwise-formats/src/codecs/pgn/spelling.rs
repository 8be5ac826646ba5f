use super::lexer::QUALITIES;
use core::ops::Range;
use setwise_moves::{Move, Position, Role, SanError};

/// Finds the move of a name that stands after a letter, and returns both. The letter is a mark
/// unless both are a move together. If there is no such move, the error is that of the whole.
#[cold]
pub(super) fn behind_letter<'a>(
    position: &Position,
    text: &'a [u8],
    error: SanError,
) -> (&'a [u8], Result<Move, SanError>) {
    // Names have no white space.
    let space = text.iter().position(u8::is_ascii_whitespace);
    let (letter, behind) = text.split_at(space.unwrap_or(0));
    let name = behind.trim_ascii_start();
    let letter = if letter == b"D" { b"Q" } else { letter };
    match position.parse_san_ascii(&[letter, name].concat()) {
        Err(_) if space.is_some() => (name, position.parse_san_ascii(name)),
        _ => (text, Err(error)),
    }
}

/// Whether only white space stands between a letter and a word that may be the rest of a move.
pub(super) fn may_continue(text: &[u8], letter: usize, word: &Range<usize>) -> bool {
    let between = text.get(letter + 1..word.start).unwrap_or_default();
    let first = text.get(word.start);
    between.iter().all(u8::is_ascii_whitespace) && first.is_some_and(u8::is_ascii_lowercase)
}

/// Whether a legal move is spelled as in PGN, but for the signs of check and mate: they say nothing
/// that the position does not.
#[inline]
pub(super) fn is_standard(position: &Position, played: Move, name: &[u8]) -> bool {
    // The length and the `x` of most moves, without unpredictable branches.
    let is_occupied = position.occupied() & played.target().bit() != 0;
    let is_capture = usize::from(is_occupied | played.is_en_passant());
    let first = if played.role() == Role::Pawn {
        is_capture
    } else {
        1
    };
    let sign = usize::from(matches!(name.last(), Some(b'+' | b'#')));
    let has_x = usize::from(name.get(1) == Some(&b'x'));
    let is_short = (name.len() == 2 + first + is_capture + sign) & (has_x == is_capture);
    is_short & !played.is_castling() || is_canonical(position, played, name)
}

#[cold]
fn is_canonical(position: &Position, played: Move, name: &[u8]) -> bool {
    if matches!(without_sign(name), b"O-O" | b"O-O-O") {
        return true;
    }
    let mut qualities = QUALITIES.iter().rev();
    let without_quality = qualities.find_map(|quality| name.strip_suffix(*quality));
    let canonical = position.san_without_sign(played);
    without_sign(without_quality.unwrap_or(name)) == canonical.as_bytes()
}

fn without_sign(name: &[u8]) -> &[u8] {
    match name {
        [bare @ .., b'+' | b'#'] => bare,
        _ => name,
    }
}
