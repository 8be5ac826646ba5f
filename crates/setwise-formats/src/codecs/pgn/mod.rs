//! Portable game notation.

mod lexer;

use crate::codecs::game::Game;
use crate::codecs::text::record_of_fen;
use crate::stream::codec::{Content, Decode, Decoded, Unit};
use crate::stream::source::Source;
use crate::vocabulary::damage::Reason;
use crate::vocabulary::record::{Outcome, Record};
use core::ops::Range;
use lexer::{NEXT_GAME, Token};
use memchr::memchr_iter;
use setwise_moves::Position;

/// The number of bytes of the longest game.
const LIMIT: usize = 1 << 20;

/// Decodes games.
pub(crate) struct Pgn {
    final_positions: bool,
    /// Whether the front of the input belongs to a game that is too long.
    in_long_game: bool,
    game: GamePlaces,
}

/// The places of what matters in the text of a game.
#[derive(Default)]
struct GamePlaces {
    moves: Vec<Range<usize>>,
    fen: Option<Range<usize>>,
    set_up: Option<Range<usize>>,
    variant: Option<Range<usize>>,
    has_event: bool,
    has_moves: bool,
    depth: usize,
    /// The first problem and its place.
    problem: Option<(Reason, usize)>,
}

/// Where a game ends.
enum Step {
    /// Behind this token.
    Next,
    /// After this byte, with an outcome.
    End(Option<Outcome>),
    /// Before the token, which belongs to the next game.
    NextGame,
}

impl Pgn {
    pub(crate) fn new(final_positions: bool) -> Self {
        Self {
            final_positions,
            in_long_game: false,
            game: GamePlaces::default(),
        }
    }

    /// Skips the rest of a game that is too long.
    fn skip(&mut self, source: &mut Source<'_>) -> Decoded {
        source.fill(LIMIT)?;
        let data = source.data();
        let mut lines = memchr_iter(b'\n', data);
        let next = lines.find(|&end| data[end + 1..].starts_with(NEXT_GAME));
        self.in_long_game = next.is_none();
        let bytes = match next {
            Some(next) => next + 1,
            // The end may be the beginning of the mark.
            None if data.len() > LIMIT / 2 => data.len() - NEXT_GAME.len(),
            None => data.len(),
        };
        Ok((bytes > 0).then_some(Unit::new(bytes, Content::Rest)))
    }

    fn damaged(&mut self, bytes: usize, reason: Reason) -> Unit {
        let (reason, at) = self.game.problem.take().unwrap_or((reason, bytes));
        Unit::new(bytes, Content::Damaged(reason, at))
    }
}

impl Decode for Pgn {
    fn decode(&mut self, source: &mut Source<'_>, records: &mut Vec<Record>) -> Decoded {
        if self.in_long_game {
            return self.skip(source);
        }
        self.game.clear();
        let (mut at, mut is_end) = (0, false);
        loop {
            let data = source.data();
            let data = data.get(..LIMIT).unwrap_or(data);
            let token = lexer::token(data, at, is_end);
            let Some((token, end)) = token else {
                if data.len() == LIMIT {
                    self.in_long_game = true;
                    // The next game may begin with an incomplete tag pair, or with an incomplete
                    // mark in a comment.
                    let bytes = match data.get(at) {
                        Some(b'[') => at.saturating_sub(1).max(1),
                        _ => LIMIT - NEXT_GAME.len(),
                    };
                    return Ok(Some(self.damaged(bytes, Reason::TooLong(LIMIT))));
                }
                if at == data.len() && is_end {
                    return Ok(self.rest(at));
                }
                is_end = !source.grow()?;
                continue;
            };
            let is_blank = at == 0 && token == Token::Nothing;
            match self.game.add(data, token, at..end) {
                Step::Next if is_blank => {
                    return Ok(Some(Unit::new(end, Content::Blank)));
                }
                Step::Next => at = end,
                Step::NextGame => {
                    return Ok(Some(
                        self.damaged(at, Reason::Pgn("the game has no end mark")),
                    ));
                }
                Step::End(outcome) => {
                    let content = match self.play(data, outcome, records) {
                        Ok(()) => Content::Records,
                        Err((reason, at)) => Content::Damaged(reason, at),
                    };
                    return Ok(Some(Unit::new(end, content)));
                }
            }
        }
    }

    fn state(&self) -> Option<u64> {
        (!self.in_long_game).then_some(0)
    }
}

impl Pgn {
    /// The end of the input: nothing, or a game without an end mark.
    fn rest(&mut self, bytes: usize) -> Option<Unit> {
        (bytes > 0).then(|| self.damaged(bytes, Reason::Truncated(bytes)))
    }

    /// Plays the moves of a game.
    fn play(
        &self,
        text: &[u8],
        outcome: Option<Outcome>,
        records: &mut Vec<Record>,
    ) -> Result<(), (Reason, usize)> {
        if let Some(problem) = &self.game.problem {
            return Err(problem.clone());
        }
        let start = self.game.start(text)?;
        let mut game = Game {
            position: start.position,
            outcome,
            assumed: start.assumed,
            ply: 0,
            records,
        };
        for place in &self.game.moves {
            let name = text.get(place.clone()).unwrap_or_default();
            let played = game.position.parse_san_ascii(name);
            let played = played.map_err(|error| (Reason::San(error, game.ply), place.start))?;
            game.play(played, None);
        }
        game.end(self.final_positions);
        Ok(())
    }
}

impl GamePlaces {
    fn clear(&mut self) {
        let mut moves = core::mem::take(&mut self.moves);
        moves.clear();
        *self = Self {
            moves,
            ..Self::default()
        };
    }

    /// Takes the next token.
    fn add(&mut self, text: &[u8], token: Token, place: Range<usize>) -> Step {
        match token {
            Token::Nothing => {}
            Token::Tag(name, value) => return self.add_tag(text, name, value, place.start),
            Token::Move => {
                self.has_moves = true;
                if self.depth == 0 {
                    self.moves.push(place);
                }
            }
            Token::End(outcome) if self.depth == 0 => return Step::End(outcome),
            Token::End(_) => {}
            Token::Open => {
                self.has_moves = true;
                self.depth += 1;
            }
            Token::Close => match self.depth.checked_sub(1) {
                Some(depth) => self.depth = depth,
                None => self.fail("a variation is not opened", place.start),
            },
            Token::Bad(why) => self.fail(why, place.start),
        }
        Step::Next
    }

    fn add_tag(
        &mut self,
        text: &[u8],
        name: Range<usize>,
        value: Range<usize>,
        start: usize,
    ) -> Step {
        let name = text.get(name).unwrap_or_default();
        let is_event = name == b"Event";
        if self.has_moves || is_event && self.has_event {
            if self.depth > 0 {
                self.fail("a variation is not closed", start);
            }
            return Step::NextGame;
        }
        self.has_event |= is_event;
        match name {
            b"FEN" => self.fen = Some(value),
            b"SetUp" => self.set_up = Some(value),
            b"Variant" => self.variant = Some(value),
            _ => {}
        }
        Step::Next
    }

    fn fail(&mut self, why: &'static str, at: usize) {
        self.problem.get_or_insert((Reason::Pgn(why), at));
    }

    /// The position in which the game begins.
    fn start(&self, text: &[u8]) -> Result<Record, (Reason, usize)> {
        let value = |place: &Option<Range<usize>>| text.get(place.clone()?);
        if let (Some(variant), Some(place)) = (value(&self.variant), &self.variant)
            && !is_chess(variant)
        {
            return Err((Reason::Pgn("the variant is not supported"), place.start));
        }
        match (&self.fen, value(&self.fen)) {
            (Some(place), Some(fen)) if value(&self.set_up) != Some(b"0") => str::from_utf8(fen)
                .map_err(|_| Reason::NotUtf8)
                .and_then(record_of_fen)
                .map_err(|reason| (reason, place.start)),
            _ => Ok(Record::from(Position::startpos())),
        }
    }
}

/// Whether a variant is orthodox chess or Chess960.
fn is_chess(variant: &[u8]) -> bool {
    const NAMES: [&[u8]; 10] = [
        b"",
        b"?",
        b"chess",
        b"normal",
        b"standard",
        b"from position",
        b"chess960",
        b"chess 960",
        b"fischerandom",
        b"fischerrandom",
    ];
    NAMES.contains(&variant.to_ascii_lowercase().as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Skips the rest of a game that is too long. Returns the numbers of bytes of the steps.
    fn steps(text: &[u8]) -> Vec<usize> {
        let mut source = Source::new(Box::new(text));
        let mut pgn = Pgn {
            in_long_game: true,
            ..Pgn::new(false)
        };
        let mut steps = Vec::new();
        while pgn.in_long_game
            && let Some(unit) = pgn.skip(&mut source).unwrap()
        {
            assert!(matches!(unit.content, Content::Rest));
            assert!(unit.bytes > 0);
            source.consume(unit.bytes);
            steps.push(unit.bytes);
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
