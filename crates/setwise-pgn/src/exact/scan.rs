use crate::lexer::{self, Tag, Token};
use crate::{error::ReadError, game::GameData};
use crate::{notice::Notice, place::Place, spelling, start::read_result, state::ParserState};
use core::ops::Range;
use setwise_moves::Outcome;

/// The facts that the tokens of a game give.
#[derive(Default)]
pub(super) struct Scan {
    pub(super) game: GameData,
    /// The places of the moves, each with a letter before it that may belong to the move.
    pub(super) places: Vec<Place>,
    /// A set of the names of tags, with a bit for each hash.
    name_bits: u64,
    pub(super) fen: Option<Place>,
    pub(super) set_up: Option<Place>,
    pub(super) variant: Option<Place>,
    result: Option<Place>,
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
    pub(super) has_loss: bool,
    pub(super) depth: usize,
}

/// Where a game ends, as a token shows it.
pub(super) enum Step {
    /// Not at this token.
    Next,
    /// After this token, with an outcome.
    End(Option<Outcome>),
    /// Before the token, which belongs to the next game.
    NextGame,
}

impl Scan {
    pub(super) fn clear(&mut self) {
        let mut game = core::mem::take(&mut self.game);
        let mut places = core::mem::take(&mut self.places);
        game.clear();
        places.clear();
        *self = Self {
            game,
            places,
            ..Self::default()
        };
    }

    /// Whether the text is a game, because it has a tag or a move.
    pub(super) fn is_game(&self) -> bool {
        !self.game.tags.is_empty() || !self.places.is_empty() || self.has_loss
    }

    #[inline(never)]
    pub(super) fn add(&mut self, text: &[u8], token: &Token, place: Range<usize>) -> Step {
        match *token {
            Token::Nothing => {}
            Token::BlankLine => self.blank_at = self.moves() + 1,
            Token::Tag(name, value) => return self.add_tag(text, name, value),
            Token::LooseTag(name, value) => {
                let step = self.add_tag(text, name, value);
                if matches!(step, Step::Next) {
                    self.note(Notice::Quote);
                }
                return step;
            }
            Token::Move => self.add_move(text, place),
            Token::Letter if self.follows_move() || self.depth > 0 => {
                self.note(Notice::Mark);
                self.letter = (self.depth == 0).then_some(place.start);
            }
            // The letter of a move that is broken.
            Token::Letter => self.add_move(text, place),
            Token::Number(number) if self.depth == 0 => return self.add_number(number),
            Token::End(outcome) if self.depth == 0 => return Step::End(outcome),
            Token::Spelled(outcome) if self.depth == 0 => {
                self.note(Notice::OutcomeSpelling);
                return Step::End(Some(outcome));
            }
            Token::Number(_) | Token::End(_) | Token::Spelled(_) => {}
            Token::Noted(notice) => self.note(notice),
            Token::Open => {
                self.begin_text();
                self.depth += 1;
                self.note(Notice::Variations);
            }
            Token::Close => {
                self.begin_text();
                match self.depth.checked_sub(1) {
                    Some(depth) => self.depth = depth,
                    None => self.fail("a variation is not opened", place.start),
                }
            }
            Token::Character(_) if self.depth > 0 => self.note(Notice::Word),
            Token::Character(character) => {
                self.has_loss |= self.number_at > 0 || character.is_control();
                self.has_text |= self.game.tags.is_empty();
                let why = ReadError::Character(character, place.start);
                self.game.damage.get_or_insert((why, place.start));
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

    fn note(&mut self, notice: Notice) {
        self.game.notices.insert(notice);
    }

    fn moves(&self) -> usize {
        self.places.len()
    }

    fn begin_text(&mut self) {
        self.has_text = true;
        self.blank_at = 0;
    }

    /// Whether a blank line stands after the last tag or text.
    pub(super) fn is_blank(&self) -> bool {
        self.blank_at == self.moves() + 1
    }

    /// Whether only comments, marks and variations stand after the last move.
    fn follows_move(&self) -> bool {
        self.moves() > 0 && self.number_at <= self.moves()
    }

    /// Whether a move belongs to the main line, and no letter stands before it.
    #[inline]
    pub(super) fn is_main_line(&self) -> bool {
        self.depth == 0 && self.letter.is_none()
    }

    #[inline]
    pub(super) fn push_move(&mut self, place: Range<usize>) {
        self.places.push(Place::new(place));
    }

    fn add_move(&mut self, text: &[u8], place: Range<usize>) {
        if self.depth > 0 {
            return;
        }
        // Letter and word together may be a move.
        let start = match self.letter.take() {
            Some(letter) if spelling::may_continue(text, letter, place.start) => letter,
            _ => place.start,
        };
        self.push_move(start..place.end);
    }

    /// Takes the number of a move. A number 0 or 1 after two half-moves begins another game if a
    /// blank line stands before it and the game so far is sound. Otherwise it is damage.
    fn add_number(&mut self, number: u8) -> Step {
        let is_first = match number {
            0 => self.last_number > 0 || self.is_blank(),
            _ => number == 1 && !self.follows_zero(),
        };
        if is_first && self.moves() > 1 {
            let is_sound = self.game.damage.is_none() && self.restart.is_none();
            if self.is_blank() && self.first_number.is_some() && is_sound {
                return Step::NextGame;
            }
            self.restart.get_or_insert(self.moves());
        }
        if number == 0 {
            self.note(Notice::MoveNumberZero);
        }
        if self.moves() == 0 {
            self.first_number = Some(number);
        }
        self.begin_text();
        self.last_number = number;
        self.number_at = self.moves() + 1;
        Step::Next
    }

    /// Whether the numbers begin with 0, as in some FENs, and are still below 2.
    fn follows_zero(&self) -> bool {
        let is_low = self.first_number == Some(0) && self.last_number < 2;
        is_low && self.fen.is_some() && !self.is_blank()
    }

    fn add_broken(&mut self, text: &[u8], place: Range<usize>) {
        let pair = text.get(place.clone()).unwrap_or_default();
        let (names_start, holds_more) = (lexer::names_start(pair), lexer::holds_more(pair));
        let is_before = self.moves() == 0 && self.depth == 0;
        if is_before && !names_start && !holds_more || lexer::is_command(pair) {
            self.note(Notice::BrokenTag);
            return;
        }
        self.has_loss = true;
        self.has_text |= !names_start;
        self.fail("a tag pair is broken", place.start);
    }

    fn add_tag(&mut self, text: &[u8], name: Place, value: Place) -> Step {
        let is_second = self.has_name(text, name);
        let name_text = name.of(text);
        let begins_game = is_second && (self.is_blank() || name_text == b"Event");
        let is_behind_text = self.has_text && (self.is_blank() || self.game.tags.is_empty());
        if self.moves() > 0 || begins_game || is_behind_text {
            return Step::NextGame;
        }
        if is_second {
            self.note(Notice::RepeatedTag);
        }
        if self.depth > 0 {
            self.fail("a variation is not closed", name.start());
        }
        self.blank_at = 0;
        self.game.tags.push(Tag {
            name: name.start() as u32,
            value: value.start() as u32,
        });
        match name_text {
            b"FEN" => self.fen = Some(value),
            b"SetUp" => self.set_up = Some(value),
            b"Variant" => self.variant = Some(value),
            b"Result" => self.result = Some(value),
            // The roster of seven tags has question marks and `????.??.??` for what is not known.
            _ if value.of(text).iter().all(|byte| b"?.-".contains(byte)) => {}
            _ => self.note(Notice::Tags),
        }
        Step::Next
    }

    fn has_name(&mut self, text: &[u8], name: Place) -> bool {
        let name = name.of(text);
        let sum = name.iter().map(|&byte| u32::from(byte)).sum::<u32>();
        let bit = 1 << (sum % 64);
        let may_have = self.name_bits & bit != 0;
        self.name_bits |= bit;
        let mut tags = self.game.tags.iter();
        may_have && tags.any(|tag| tag.name(text) == name)
    }

    pub(super) fn fail(&mut self, why: &'static str, at: usize) {
        let why = ReadError::Structure(why);
        self.game.damage.get_or_insert((why, at));
    }

    /// Marks the game as damaged if its moves have no tags and may belong to another game, or if
    /// the numbers of its moves begin again.
    pub(super) fn find_beginning(&mut self, state: &ParserState) {
        if self.game.tags.is_empty()
            && let Some(first) = self.places.first()
        {
            let at = first.start();
            let is_start = match self.first_number {
                Some(number) => number < 2,
                None => !state.behind_end,
            };
            if !is_start || state.is_unclear {
                self.fail("neither tags nor the move number 1 begin the game", at);
            }
        }
        if let Some(place) = self.restart.and_then(|at| self.places.get(at)) {
            let at = place.start();
            // A problem before this place may be the cause, and stays.
            self.game.damage.take_if(|(_, damage)| *damage > at);
            self.fail("the move number 1 follows later moves", at);
        }
    }

    /// Reads the tag of the result with [`read_result`].
    pub(super) fn result(&self, text: &[u8]) -> Option<(Option<Outcome>, bool)> {
        read_result(self.result?.of(text))
    }
}
