pub(crate) mod cut;
mod lexer;
mod spelling;

use crate::codecs::{game::Game, text::record_of_fen};
use crate::{Content, Decode, Decoded, Notice, Notices, Outcome, Reason, Record, Source, Unit};
use core::ops::Range;
use lexer::{LIMIT, NEXT_GAME, Token};
use setwise_moves::Position;

/// The number of low bits of a state that are not the number of games.
pub(crate) const FLAGS: u32 = 3;

#[derive(Default)]
pub(crate) struct Pgn {
    final_positions: bool,
    /// The games before the front of the input, damaged ones included.
    games: u64,
    /// Whether the front of the input belongs to a game that is too long.
    in_long_game: bool,
    /// Whether the front of the input begins no line.
    in_line: bool,
    /// Whether an end mark stands before the front of the input, in the same paragraph.
    behind_end: bool,
    /// Whether moves without tags may belong to the last game: it has tags but no moves, or it is
    /// damaged and has no end mark.
    is_unclear: bool,
    game: GamePlaces,
}

/// The places of what matters in the text of a game.
#[derive(Default)]
struct GamePlaces {
    moves: Vec<Range<usize>>,
    names: Vec<Range<usize>>,
    /// A bit for each of the names, which others may share.
    name_bits: u64,
    fen: Option<Range<usize>>,
    set_up: Option<Range<usize>>,
    variant: Option<Range<usize>>,
    result: Option<Range<usize>>,
    notices: Notices,
    /// The number before the first move.
    first_number: Option<u8>,
    /// The last number of a move.
    last_number: u8,
    /// The number of moves before the last number, plus 1.
    number_at: usize,
    /// The number of moves before a blank line, plus 1, if no tag or other text stands after it.
    blank_at: usize,
    /// The number of moves before the first number, if there are two or more.
    restart: Option<usize>,
    /// A letter that is a mark, with no move after it yet.
    letter: Option<usize>,
    /// Whether there is more than tags, comments and moves.
    has_text: bool,
    /// Whether damage may stand for a tag or a move.
    has_loss: bool,
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
            ..Self::default()
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

    /// The games so far, and what stands before the next one in [`FLAGS`] bits.
    fn state(&self) -> Option<u64> {
        let flags = [self.in_line, self.behind_end, self.is_unclear];
        let with = |state, flag| state << 1 | u64::from(flag);
        (!self.in_long_game).then_some(flags.into_iter().fold(self.games, with))
    }

    fn restore(&mut self, state: u64) {
        self.games = state >> FLAGS;
        [self.in_line, self.behind_end, self.is_unclear] = [4, 2, 1].map(|bit| state & bit != 0);
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
            // The white space between most tokens.
            if let Some([b' ' | b'\n', next]) = data.get(at..at + 2)
                && at > 0
                && !next.is_ascii_whitespace()
            {
                at += 1;
            }
            let token = match data.first() {
                Some(b'%') if at == 0 && self.in_line => Some((Token::Character('%'), 1)),
                _ => lexer::token(data, at, is_end),
            };
            // Moving a token out of its place takes time.
            let Some((token, end)) = &token else {
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
                    return Ok((at > 0).then(|| self.open_end(at, records, source)));
                }
                is_end = !source.grow()?;
                continue;
            };
            let end = *end;
            if matches!(token, Token::Move) && self.game.is_main_line() {
                self.game.moves.push(at..end);
                at = end;
                continue;
            }
            if at == 0 && matches!(token, Token::Nothing | Token::BlankLine | Token::Noted(_)) {
                self.behind_end &= *token != Token::BlankLine;
                let unit = Unit::new(end, Content::Blank);
                return Ok(Some(match token {
                    Token::Noted(notice) => unit.with((*notice).into()),
                    _ => unit,
                }));
            }
            match self.game.add(data, token, at..end) {
                Step::Next => at = end,
                Step::NextGame => return Ok(Some(self.open_end(at, records, source))),
                Step::End(outcome) => {
                    // A mark alone is a game without moves.
                    self.game.has_loss |= at == 0 && !self.behind_end;
                    if let Some(tag) = self.game.result(data)
                        && tag != outcome
                    {
                        self.game.notices.insert(Notice::OutcomesDisagree);
                    }
                    let unit = self.unit(end, outcome, records, source);
                    self.behind_end = true;
                    return Ok(Some(unit));
                }
            }
        }
    }

    /// A game that ends before another one or with the input. The outcome is that of its tag.
    fn open_end(&mut self, bytes: usize, records: &mut Vec<Record>, source: &Source<'_>) -> Unit {
        if self.game.depth > 0 {
            self.game.fail("a variation is not closed", bytes);
        }
        if self.game.is_game() {
            self.game.notices.insert(Notice::NoEndMark);
        }
        let outcome = self.game.result(source.data()).flatten();
        let unit = self.unit(bytes, outcome, records, source);
        self.behind_end &= !self.game.is_blank() && !self.game.is_game();
        self.is_unclear |= matches!(unit.content, Content::Damaged(..));
        unit
    }

    /// A whole game, or a text that belongs to none.
    fn unit(
        &mut self,
        bytes: usize,
        outcome: Option<Outcome>,
        records: &mut Vec<Record>,
        source: &Source<'_>,
    ) -> Unit {
        let game = &mut self.game;
        if !game.is_game() {
            game.notices.insert(Notice::Stray);
            return Unit::new(bytes, Content::Blank).with(game.notices);
        }
        if game.names.is_empty()
            && let Some(first) = game.moves.first()
        {
            let is_start = match game.first_number {
                Some(number) => number < 2,
                None => !self.behind_end,
            };
            if !is_start || self.is_unclear {
                let at = first.start;
                game.fail("neither tags nor the move number 1 begin the game", at);
            }
        }
        if let Some(place) = game.restart.and_then(|at| game.moves.get(at)) {
            let at = place.start;
            // What stands before it may be the reason.
            game.problem.take_if(|(_, problem)| *problem > at);
            game.fail("the move number 1 follows later moves", at);
        }
        self.is_unclear = !game.names.is_empty() && game.moves.is_empty();
        self.games += 1;
        let played = self.play(source.data(), outcome, records);
        let damaged = |(reason, at)| Content::Damaged(reason, at);
        let content = played.map_or_else(damaged, |()| Content::Records);
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
        let mut is_standard = true;
        for place in self.game.moves.iter().take_while(|place| place.start < end) {
            let name = text.get(place.clone()).unwrap_or_default();
            let (name, found) = match game.position.parse_san_ascii(name) {
                Ok(played) => (name, Ok(played)),
                Err(error) => spelling::behind_letter(&game.position, name, error),
            };
            match found {
                Ok(played) => {
                    is_standard &= spelling::is_standard(&game.position, played, name);
                    game.play(played, None);
                }
                Err(_) if NULL_MOVES.contains(&name) => {
                    if !game.pass() {
                        let why = Reason::Pgn("the turn cannot pass in check");
                        return Err((why, place.start));
                    }
                    self.game.notices.insert(Notice::NullMove);
                }
                Err(error) => return Err((Reason::San(error, game.ply), place.start)),
            }
        }
        if !is_standard {
            self.game.notices.insert(Notice::MoveSpelling);
        }
        if let Some(problem) = problem {
            return Err(problem);
        }
        game.end(self.final_positions);
        Ok(())
    }
}

/// How programs write a move that only passes the turn.
const NULL_MOVES: [&[u8]; 3] = [b"--", b"Z0", b"0000"];

impl GamePlaces {
    fn clear(&mut self) {
        let [mut moves, mut names] = [&mut self.moves, &mut self.names].map(core::mem::take);
        moves.clear();
        names.clear();
        *self = Self {
            moves,
            names,
            ..Self::default()
        };
    }

    /// Whether a tag or a move makes the text a game.
    fn is_game(&self) -> bool {
        !self.names.is_empty() || !self.moves.is_empty() || self.has_loss
    }

    #[inline(never)]
    fn add(&mut self, text: &[u8], token: &Token, place: Range<usize>) -> Step {
        match *token {
            Token::Nothing => {}
            Token::BlankLine => self.blank_at = self.moves.len() + 1,
            Token::Tag(ref name, ref value) | Token::LooseTag(ref name, ref value) => {
                let step = self.add_tag(text, name.clone(), value.clone());
                if matches!((token, &step), (Token::LooseTag(..), Step::Next)) {
                    self.notices.insert(Notice::Quote);
                }
                return step;
            }
            Token::Move => self.add_move(text, place),
            Token::Letter if self.follows_move() || self.depth > 0 => {
                self.notices.insert(Notice::Mark);
                self.letter = (self.depth == 0).then_some(place.start);
            }
            // A letter of a move that is broken.
            Token::Letter => self.add_move(text, place),
            Token::Number(number) if self.depth == 0 => return self.add_number(number),
            Token::End(outcome) if self.depth == 0 => return Step::End(outcome),
            Token::Spelled(outcome) if self.depth == 0 => {
                self.notices.insert(Notice::OutcomeSpelling);
                return Step::End(Some(outcome));
            }
            Token::Number(_) | Token::End(_) | Token::Spelled(_) => {}
            Token::Noted(notice) => self.notices.insert(notice),
            Token::Open => {
                self.begin_text();
                self.depth += 1;
                self.notices.insert(Notice::Comments);
            }
            Token::Close => {
                self.begin_text();
                match self.depth.checked_sub(1) {
                    Some(depth) => self.depth = depth,
                    None => self.fail("a variation is not opened", place.start),
                }
            }
            Token::Character(_) if self.depth > 0 => self.notices.insert(Notice::Word),
            Token::Character(character) => {
                self.has_loss |= self.number_at > 0 || character.is_control();
                self.has_text |= self.names.is_empty();
                let why = Reason::Character(character, place.start);
                self.problem.get_or_insert((why, place.start));
            }
            Token::BrokenTag => self.add_broken(text, place),
            Token::OpenComment => {
                self.has_loss = true;
                self.begin_text();
                self.fail("a comment is not closed", place.start);
            }
        }
        Step::Next
    }

    fn begin_text(&mut self) {
        self.has_text = true;
        self.blank_at = 0;
    }

    /// Whether a blank line stands after the last tag or text.
    fn is_blank(&self) -> bool {
        self.blank_at == self.moves.len() + 1
    }

    /// Whether a move is the last thing but comments, marks and variations.
    fn follows_move(&self) -> bool {
        !self.moves.is_empty() && self.number_at <= self.moves.len()
    }

    /// Whether a move belongs to the main line, and no letter stands before it.
    #[inline]
    fn is_main_line(&self) -> bool {
        self.depth == 0 && self.letter.is_none()
    }

    fn add_move(&mut self, text: &[u8], place: Range<usize>) {
        if self.depth > 0 {
            return;
        }
        // Letter and word may be one move.
        let start = match self.letter.take() {
            Some(letter) if spelling::may_continue(text, letter, &place) => letter,
            _ => place.start,
        };
        self.moves.push(start..place.end);
    }

    /// Takes the number of a move. The first number after two half-moves begins another game if a
    /// blank line stands before it, and is damage otherwise.
    fn add_number(&mut self, number: u8) -> Step {
        let is_first = match number {
            0 => self.last_number > 0 || self.is_blank(),
            _ => number == 1,
        };
        if is_first && self.moves.len() > 1 {
            let is_sound = self.problem.is_none() && self.restart.is_none();
            if self.is_blank() && self.first_number.is_some() && is_sound {
                return Step::NextGame;
            }
            self.restart.get_or_insert(self.moves.len());
        }
        if number == 0 {
            self.notices.insert(Notice::MoveNumberZero);
        }
        if self.moves.is_empty() {
            self.first_number = Some(number);
        }
        self.begin_text();
        self.last_number = number;
        self.number_at = self.moves.len() + 1;
        Step::Next
    }

    fn add_broken(&mut self, text: &[u8], place: Range<usize>) {
        let pair = text.get(place.clone()).unwrap_or_default();
        let (names_start, holds_more) = (lexer::names_start(pair), lexer::holds_more(pair));
        let is_before = self.moves.is_empty() && self.depth == 0;
        if is_before && !names_start && !holds_more || lexer::is_command(pair) {
            self.notices.insert(Notice::BrokenTag);
            return;
        }
        self.has_loss = true;
        self.has_text |= !names_start;
        self.fail("a tag pair is broken", place.start);
    }

    fn add_tag(&mut self, text: &[u8], name: Range<usize>, value: Range<usize>) -> Step {
        let is_second = self.has_name(text, &name);
        let place = name.start;
        let name_text = text.get(name.clone()).unwrap_or_default();
        let says = text.get(value.clone()).unwrap_or_default();
        let begins_game = is_second && (self.is_blank() || name_text == b"Event");
        let is_behind_text = self.has_text && (self.is_blank() || self.names.is_empty());
        if !self.moves.is_empty() || begins_game || is_behind_text {
            return Step::NextGame;
        }
        if is_second {
            self.notices.insert(Notice::RepeatedTag);
        }
        if self.depth > 0 {
            self.fail("a variation is not closed", place);
        }
        self.blank_at = 0;
        self.names.push(name);
        match name_text {
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

    fn has_name(&mut self, text: &[u8], name: &Range<usize>) -> bool {
        let name = text.get(name.clone()).unwrap_or_default();
        let sum = name.iter().map(|&byte| u32::from(byte)).sum::<u32>();
        let bit = 1 << (sum % 64);
        let may_have = self.name_bits & bit != 0;
        self.name_bits |= bit;
        let mut names = self.names.iter();
        may_have && names.any(|place| text.get(place.clone()) == Some(name))
    }

    fn fail(&mut self, why: &'static str, at: usize) {
        self.problem.get_or_insert((Reason::Pgn(why), at));
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
            let is_it = |name: &str| variant.eq_ignore_ascii_case(name.as_bytes());
            if OTHER_NAMES.split(',').any(is_it) {
                notices.insert(Notice::VariantName);
            } else if !NAMES.split(',').any(is_it) {
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

/// Names of orthodox chess and Chess960. An empty one is the first.
const NAMES: &str = "\
    ,?,chess,normal,standard,from position,chess960,chess 960,fischerandom,fischerrandom";

/// Names of orthodox chess, of Chess960 and of double Chess960 that few programs write.
const OTHER_NAMES: &str = "\
    standard chess,orthodox,orthodox chess,chess-960,frc,dfrc,fischer random,\
    fischer random chess,double fischer random chess,double chess960,wild/fr,freestyle";

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
