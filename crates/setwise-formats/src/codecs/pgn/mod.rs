//! Portable game notation.

mod lexer;

use crate::codecs::game::Game;
use crate::codecs::text::record_of_fen;
use crate::stream::codec::{Content, Decode, Decoded, Unit};
use crate::stream::source::Source;
use crate::vocabulary::damage::Reason;
use crate::vocabulary::notice::{Notice, Notices};
use crate::vocabulary::record::{Outcome, Record};
use core::ops::Range;
use lexer::{LIMIT, NEXT_GAME, Token};
use setwise_moves::Position;

/// Decodes games.
pub(crate) struct Pgn {
    final_positions: bool,
    /// The games before the front of the input, damaged ones included.
    games: u64,
    /// Whether the front of the input belongs to a game that is too long.
    in_long_game: bool,
    /// Whether the front of the input begins no line.
    in_line: bool,
    game: GamePlaces,
}

/// The places of what matters in the text of a game.
#[derive(Default)]
struct GamePlaces {
    moves: Vec<Range<usize>>,
    fen: Option<Range<usize>>,
    set_up: Option<Range<usize>>,
    variant: Option<Range<usize>>,
    result: Option<Range<usize>>,
    notices: Notices,
    has_event: bool,
    has_moves: bool,
    depth: usize,
    /// The first problem and its place.
    problem: Option<(Reason, usize)>,
}

/// The end of a game.
enum Step {
    /// After this token.
    Next,
    /// After this token, with an outcome.
    End(Option<Outcome>),
    /// Before the token, which belongs to the next game.
    NextGame,
}

impl Pgn {
    pub(crate) fn new(final_positions: bool) -> Self {
        Self {
            final_positions,
            games: 0,
            in_long_game: false,
            in_line: false,
            game: GamePlaces::default(),
        }
    }

    /// Skips the rest of a game that is too long.
    fn skip(&mut self, source: &mut Source<'_>) -> Decoded {
        source.fill(LIMIT)?;
        let data = source.data();
        let next = lexer::next_game(data);
        self.in_long_game = next.is_none();
        let bytes = match next {
            Some(next) => next,
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
        let unit = match self.in_long_game {
            true => self.skip(source),
            false => self.next_unit(source, records),
        }?;
        let last = unit.as_ref().and_then(|unit| unit.bytes.checked_sub(1));
        if let Some(last) = last.and_then(|at| source.data().get(at)) {
            self.in_line = *last != b'\n';
        }
        Ok(unit)
    }

    /// The games so far, and whether a line continues.
    fn state(&self) -> Option<u64> {
        (!self.in_long_game).then_some(self.games << 1 | u64::from(self.in_line))
    }

    fn restore(&mut self, state: u64) {
        self.games = state >> 1;
        self.in_line = state & 1 != 0;
    }
}

impl Pgn {
    /// Reads a game, or what stands between two games.
    fn next_unit(&mut self, source: &mut Source<'_>, records: &mut Vec<Record>) -> Decoded {
        self.game.clear();
        let (mut at, mut is_end) = (0, false);
        loop {
            let data = source.data();
            let data = data.get(..LIMIT).unwrap_or(data);
            let token = match data.first() {
                Some(b'%') if at == 0 && self.in_line => Some((Token::Character('%'), 1)),
                _ => lexer::token(data, at, is_end),
            };
            let Some((token, end)) = token else {
                if data.len() == LIMIT {
                    self.in_long_game = true;
                    // The next game may begin with an incomplete tag pair, or with an incomplete
                    // mark in a comment, past the end of a line.
                    let bytes = match data.get(at) {
                        Some(b'[') => at.saturating_sub(1).max(1),
                        _ => LIMIT - NEXT_GAME.len() - 1,
                    };
                    self.games += 1;
                    return Ok(Some(self.damaged(bytes, Reason::TooLong(LIMIT))));
                }
                if at == data.len() && is_end {
                    return Ok((at > 0).then(|| self.without_end(at, records, source)));
                }
                is_end = !source.grow()?;
                continue;
            };
            if at == 0 && matches!(token, Token::Nothing | Token::Noted(_)) {
                let unit = Unit::new(end, Content::Blank);
                return Ok(Some(match token {
                    Token::Noted(notice) => unit.with(notice.into()),
                    _ => unit,
                }));
            }
            match self.game.add(data, token, at..end) {
                Step::Next => at = end,
                Step::NextGame => return Ok(Some(self.without_end(at, records, source))),
                Step::End(outcome) => {
                    if let Some(tag) = self.game.result(data)
                        && tag != outcome
                    {
                        self.game.notices.insert(Notice::OutcomesDisagree);
                    }
                    return Ok(Some(self.unit(end, outcome, records, source)));
                }
            }
        }
    }

    /// A game whose moves another game follows, or the end of the input. The outcome is that of its
    /// tag.
    fn without_end(
        &mut self,
        bytes: usize,
        records: &mut Vec<Record>,
        source: &Source<'_>,
    ) -> Unit {
        if self.game.depth > 0 {
            let why = Reason::Pgn("a variation is not closed");
            self.game.fail(why, bytes);
        }
        self.game.notices.insert(Notice::NoEndMark);
        let outcome = self.game.result(source.data()).flatten();
        self.unit(bytes, outcome, records, source)
    }

    /// A whole game.
    fn unit(
        &mut self,
        bytes: usize,
        outcome: Option<Outcome>,
        records: &mut Vec<Record>,
        source: &Source<'_>,
    ) -> Unit {
        self.games += 1;
        let played = self.play(source.data(), outcome, records);
        let content = match played {
            Ok(()) => Content::Records,
            Err((reason, at)) => Content::Damaged(reason, at),
        };
        Unit::new(bytes, content).with(self.game.notices)
    }

    /// Plays the moves of a game, up to the first problem.
    fn play(
        &mut self,
        text: &[u8],
        outcome: Option<Outcome>,
        records: &mut Vec<Record>,
    ) -> Result<(), (Reason, usize)> {
        let (start, notices) = self.game.start(text)?;
        let start = Record { outcome, ..start };
        self.game.notices = self.game.notices | notices;
        let problem = self.game.problem.take();
        let end = problem.as_ref().map_or(usize::MAX, |(_, at)| *at);
        let mut game = Game::new(&start, self.games, records);
        for place in self.game.moves.iter().take_while(|place| place.start < end) {
            let name = text.get(place.clone()).unwrap_or_default();
            match game.position.parse_san_ascii(name) {
                Ok(played) => game.play(played, None),
                Err(_) if NULL_MOVES.contains(&name) && game.pass() => {
                    self.game.notices.insert(Notice::NullMove);
                }
                Err(error) => return Err((Reason::San(error, game.ply), place.start)),
            }
        }
        match problem {
            Some(problem) => Err(problem),
            None => {
                game.end(self.final_positions);
                Ok(())
            }
        }
    }
}

/// How programs write a move that only passes the turn.
const NULL_MOVES: [&[u8]; 3] = [b"--", b"Z0", b"0000"];

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
            Token::Tag(name, value) => return self.add_tag(text, name, value),
            Token::Move => {
                self.has_moves = true;
                if self.depth == 0 {
                    self.moves.push(place);
                }
            }
            Token::End(outcome) if self.depth == 0 => return Step::End(outcome),
            Token::Spelled(outcome) if self.depth == 0 => {
                self.notices.insert(Notice::OutcomeSpelling);
                return Step::End(Some(outcome));
            }
            Token::End(_) | Token::Spelled(_) => {}
            Token::Noted(notice) => self.notices.insert(notice),
            Token::Open => {
                self.has_moves = true;
                self.depth += 1;
                self.notices.insert(Notice::Comments);
            }
            Token::Close => match self.depth.checked_sub(1) {
                Some(depth) => self.depth = depth,
                None => self.fail(Reason::Pgn("a variation is not opened"), place.start),
            },
            Token::Character(_) if self.depth > 0 => self.notices.insert(Notice::Word),
            Token::Character(character) => {
                self.fail(Reason::Character(character, place.start), place.start);
            }
            Token::BrokenTag
                if !self.has_moves && !matters(text.get(place.clone()).unwrap_or_default()) =>
            {
                self.notices.insert(Notice::BrokenTag);
            }
            Token::BrokenTag => self.fail(Reason::Pgn("a tag pair is broken"), place.start),
            Token::OpenComment => self.fail(Reason::Pgn("a comment is not closed"), place.start),
        }
        Step::Next
    }

    fn add_tag(&mut self, text: &[u8], name: Range<usize>, value: Range<usize>) -> Step {
        let name = text.get(name).unwrap_or_default();
        let says = text.get(value.clone()).unwrap_or_default();
        let is_event = name == b"Event";
        if self.has_moves || is_event && self.has_event {
            return Step::NextGame;
        }
        self.has_event |= is_event;
        match name {
            b"FEN" => self.fen = Some(value),
            b"SetUp" => self.set_up = Some(value),
            b"Variant" => self.variant = Some(value),
            b"Result" => self.result = Some(value),
            // The roster of seven tags has question marks and `????.??.??` for what is not known.
            _ if says.iter().all(|byte| b"?.-".contains(byte)) => {}
            _ => self.notices.insert(Notice::Tags),
        }
        Step::Next
    }

    fn fail(&mut self, why: Reason, at: usize) {
        self.problem.get_or_insert((why, at));
    }

    /// The outcome in the tag of the result: `None` if it has none, `Some(None)` for `*`.
    fn result(&self, text: &[u8]) -> Option<Option<Outcome>> {
        match text.get(self.result.clone()?)? {
            b"*" => Some(None),
            tag => Outcome::of_pgn(tag).map(Some),
        }
    }

    /// The position in which the game begins, and the reader's notices about it.
    fn start(&self, text: &[u8]) -> Result<(Record, Notices), (Reason, usize)> {
        let value = |place: &Option<Range<usize>>| text.get(place.clone()?);
        let mut notices = Notices::NONE;
        if let (Some(variant), Some(place)) = (value(&self.variant), &self.variant) {
            let name = variant.to_ascii_lowercase();
            if OTHER_NAMES.contains(&&*name) {
                notices.insert(Notice::VariantName);
            } else if !NAMES.contains(&&*name) {
                let name = String::from_utf8_lossy(variant).into_owned();
                return Err((Reason::Variant(name), place.start));
            }
        }
        match (&self.fen, value(&self.fen)) {
            (Some(place), Some(fen)) if value(&self.set_up) != Some(b"0") => str::from_utf8(fen)
                .map_err(|_| Reason::NotUtf8)
                .and_then(record_of_fen)
                .map(|(record, of_fen)| (record, notices | of_fen))
                .map_err(|reason| (reason, place.start)),
            _ => {
                let start = Record::from(Position::startpos());
                Ok((start.with_ply_of_position(), notices))
            }
        }
    }
}

/// Whether a broken tag pair may have named the position in which the game begins.
fn matters(tag: &[u8]) -> bool {
    let name = tag
        .trim_ascii_start()
        .strip_prefix(b"[")
        .unwrap_or(tag)
        .trim_ascii_start();
    [&b"FEN"[..], b"SetUp", b"Variant"]
        .iter()
        .any(|known| name.starts_with(known))
}

/// Names of orthodox chess and Chess960.
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

/// Names of Chess960 and of double Chess960 that few programs write.
const OTHER_NAMES: [&[u8]; 8] = [
    b"frc",
    b"dfrc",
    b"fischer random",
    b"fischer random chess",
    b"double fischer random chess",
    b"double chess960",
    b"wild/fr",
    b"freestyle",
];

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
