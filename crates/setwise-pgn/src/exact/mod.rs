//! The exact reader, which decides what a game is and what is wrong with it.

mod play;
mod scan;

use crate::lexer::{self, LIMIT, NEXT_GAME, Token};
use crate::notice::Notice;
use crate::state::{Kind, ParserState, Span};
use crate::{error::ReadError, game::GameData};
use scan::{Scan, Step};
use setwise_moves::Outcome;

/// Reads units one after the other.
#[derive(Default)]
pub(crate) struct Exact {
    /// The number of bytes of the unit that have been read, if the text ended within the unit.
    at: usize,
    scan: Scan,
}

impl Exact {
    pub(crate) const fn game(&self) -> &GameData {
        &self.scan.game
    }

    /// Whether the beginning of a unit has been read.
    pub(crate) const fn is_within(&self) -> bool {
        self.at > 0
    }

    /// Forgets the beginning of a unit.
    pub(crate) fn restart(&mut self) {
        self.at = 0;
    }

    /// Reads the unit at the front of a text. Returns `None` if more text is needed.
    pub(crate) fn next(
        &mut self,
        state: &mut ParserState,
        text: &[u8],
        is_end: bool,
    ) -> Option<Span> {
        let found = match state.in_long_game {
            true => skip(state, text, is_end),
            false => self.next_unit(state, text, is_end),
        }?;
        let last = found.bytes.checked_sub(1).and_then(|last| text.get(last));
        state.in_line = last.map_or(state.in_line, |last| *last != b'\n');
        self.at = 0;
        Some(found)
    }

    /// Reads a game, or the text between two games.
    fn next_unit(&mut self, state: &mut ParserState, text: &[u8], is_end: bool) -> Option<Span> {
        let data = text.get(..LIMIT).unwrap_or(text);
        if self.at == 0 {
            self.scan.clear();
        }
        loop {
            let mut at = self.at;
            // Skip the single space or line end between most tokens.
            if let Some([b' ' | b'\n', next]) = data.get(at..at + 2)
                && at > 0
                && !next.is_ascii_whitespace()
            {
                at += 1;
            }
            let token = match data.first() {
                Some(b'%') if at == 0 && state.in_line => Some((Token::Character('%'), 1)),
                _ => lexer::token(data, at, is_end),
            };
            // A reference, because moving a token out of its place takes time.
            let Some((token, end)) = &token else {
                if data.len() == LIMIT {
                    return Some(self.too_long(state, data, at));
                }
                let ends = at == data.len() && is_end && at > 0;
                return ends.then(|| self.open_end(state, data, at));
            };
            let end = *end;
            if matches!(token, Token::Move) && self.scan.is_main_line() {
                self.scan.push_move(at..end);
                self.at = end;
                continue;
            }
            if at == 0 && matches!(token, Token::Nothing | Token::BlankLine | Token::Noted(_)) {
                state.behind_end &= *token != Token::BlankLine;
                let blank = Span::blank(end);
                return Some(match token {
                    Token::Noted(notice) => blank.with((*notice).into()),
                    _ => blank,
                });
            }
            match self.scan.add(data, token, at..end) {
                Step::Next => self.at = end,
                Step::NextGame => return Some(self.open_end(state, data, at)),
                Step::End(outcome) => {
                    // A mark alone is a game without moves.
                    self.scan.has_loss |= at == 0 && !state.behind_end;
                    if let Some((tag, _)) = self.scan.result(data)
                        && tag != outcome
                    {
                        self.scan.game.notices.insert(Notice::OutcomesDisagree);
                    }
                    let found = self.unit(state, data, end, outcome);
                    state.behind_end = true;
                    return Some(found);
                }
            }
        }
    }

    /// Ends a game that exceeds the limit.
    fn too_long(&mut self, state: &mut ParserState, text: &[u8], at: usize) -> Span {
        state.in_long_game = true;
        state.games += 1;
        // The bytes that are left may begin the next game, with an incomplete tag pair, or with an
        // incomplete mark in a comment after the end of a line.
        let bytes = match text.get(at) {
            Some(b'[') => at.saturating_sub(1).max(1),
            _ => LIMIT - NEXT_GAME.len() - 1,
        };
        let why = (ReadError::TooLong(LIMIT), bytes);
        self.scan.game.damage.get_or_insert(why);
        Span::new(bytes, Kind::Game)
    }

    /// Ends a game before another one or with the input. The outcome is that of its tag.
    fn open_end(&mut self, state: &mut ParserState, text: &[u8], bytes: usize) -> Span {
        let scan = &mut self.scan;
        if scan.depth > 0 {
            scan.fail("a variation is not closed", bytes);
        }
        if scan.is_game() {
            scan.game.notices.insert(Notice::NoEndMark);
        }
        let (outcome, is_standard) = scan.result(text).unwrap_or((None, true));
        if !is_standard {
            scan.game.notices.insert(Notice::OutcomeSpelling);
        }
        let found = self.unit(state, text, bytes, outcome);
        state.behind_end &= !self.scan.is_blank() && !self.scan.is_game();
        state.is_unclear |= found.kind == Kind::Game && self.game().damage.is_some();
        found
    }

    /// Returns the unit of a whole game, or of a text that belongs to none.
    fn unit(
        &mut self,
        state: &mut ParserState,
        text: &[u8],
        bytes: usize,
        outcome: Option<Outcome>,
    ) -> Span {
        let scan = &mut self.scan;
        if !scan.is_game() {
            scan.game.notices.insert(Notice::Stray);
            return Span::blank(bytes).with(scan.game.notices);
        }
        scan.find_beginning(state);
        state.is_unclear = !scan.game.tags.is_empty() && scan.places.is_empty();
        state.games += 1;
        scan.game.outcome = outcome;
        play::play(scan, text);
        Span::new(bytes, Kind::Game).with(scan.game.notices)
    }
}

/// Skips the rest of a game that is too long.
fn skip(state: &mut ParserState, text: &[u8], is_end: bool) -> Option<Span> {
    if text.is_empty() || text.len() < LIMIT && !is_end {
        return None;
    }
    let next = lexer::next_game(text);
    state.in_long_game = next.is_none();
    let bytes = match next {
        Some(next) => next,
        // The last bytes may begin the mark of the next game.
        None if text.len() > LIMIT / 2 => text.len() - NEXT_GAME.len(),
        None => text.len(),
    };
    Some(Span::new(bytes, Kind::Rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Skips the rest of a game that is too long. Returns the numbers of bytes of the steps.
    fn steps(mut text: &[u8]) -> Vec<usize> {
        let mut state = ParserState {
            in_long_game: true,
            ..ParserState::default()
        };
        let mut steps = Vec::new();
        while state.in_long_game {
            // The reader's buffer need not have the whole text.
            let window = text.get(..LIMIT).unwrap_or(text);
            let Some(found) = skip(&mut state, window, window.len() == text.len()) else {
                break;
            };
            assert!(found.kind == Kind::Rest && found.bytes > 0);
            text = &text[found.bytes..];
            steps.push(found.bytes);
        }
        steps
    }

    #[test]
    fn a_mark_at_the_end_of_the_buffer_is_found() {
        for (before, expected) in [
            (LIMIT - 8, vec![LIMIT - 7]),
            (LIMIT - 7, vec![LIMIT - 7, 1]),
            (LIMIT - 1, vec![LIMIT - 7, 7]),
        ] {
            let mut text = b"x".repeat(before);
            text.extend(b"\n[Event \"b\"]\n\n1. d4 *\n");
            assert_eq!(steps(&text), expected);
        }
    }

    #[test]
    fn a_long_game_may_reach_to_the_end_of_the_input() {
        for length in [1, 7, LIMIT / 2] {
            assert_eq!(steps(&b"x".repeat(length)), [length]);
        }
    }
}
