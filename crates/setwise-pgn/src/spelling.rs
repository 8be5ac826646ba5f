//! The spelling of moves.

use crate::lexer::QUALITIES;
use setwise_moves::{Move, Position, Role, SanError};

/// The spellings of a move that only passes the turn.
pub(crate) const NULL_MOVES: [&[u8]; 3] = [b"--", b"Z0", b"0000"];

/// Finds the move of a name; `None` passes the turn. Returns the name, too, without a letter before
/// it that is a mark.
pub(crate) fn find<'a>(
    position: &Position,
    name: &'a [u8],
) -> (&'a [u8], Result<Option<Move>, SanError>) {
    let (name, found) = match position.parse_san_ascii(name) {
        Ok(played) => (name, Ok(played)),
        Err(error) => behind_letter(position, name, error),
    };
    let found = match found {
        Err(_) if NULL_MOVES.contains(&name) && position.null_move().is_some() => Ok(None),
        found => found.map(Some),
    };
    (name, found)
}

/// Reads a letter, white space and a name. The letter is a mark: returns the name and its move.
/// Returns the text and `error` if both are a move together, or if there is no white space.
#[cold]
fn behind_letter<'a>(
    position: &Position,
    text: &'a [u8],
    error: SanError,
) -> (&'a [u8], Result<Move, SanError>) {
    // Names have no white space, so the first white space ends the letter.
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
pub(crate) fn may_continue(text: &[u8], letter: usize, word: usize) -> bool {
    let between = text.get(letter + 1..word).unwrap_or_default();
    let first = text.get(word);
    between.iter().all(u8::is_ascii_whitespace) && first.is_some_and(u8::is_ascii_lowercase)
}

/// Whether a legal move is spelled as in PGN. The signs of check and mate are not compared, because
/// they follow from the position.
#[inline]
pub(crate) fn is_standard(position: &Position, played: Move, name: &[u8]) -> bool {
    // The length and the `x` decide for most moves, without branches that the CPU mispredicts.
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
