//! The games of a text in PGN, by its definition.

use super::{Law, Unit, law};
use setwise_formats::{Notice, Outcome};
use setwise_moves::Position;

/// A game as it stands in a text.
#[derive(Debug, Default)]
pub(super) struct Game {
    tags: Vec<(Vec<u8>, Vec<u8>)>,
    /// The words of the main line that stand for half-moves.
    words: Vec<Word>,
    /// The end mark.
    end: Option<Vec<u8>>,
    /// The notices about it and about what stands before it.
    told: Vec<Notice>,
    /// Something that PGN does not have, and that is not skipped.
    is_odd: bool,
    /// There is more than white space, comments and marks.
    has_begun: bool,
    /// There is more than tags, moves and what may stand between them.
    has_text: bool,
    /// Something odd may have been a tag or a move.
    has_loss: bool,
    /// A blank line stands after the last tag, move or other text.
    is_blank: bool,
    /// The half-moves before a number that counts again.
    restart: Option<usize>,
    /// The numbers of moves, with the half-moves before them.
    numbers: Vec<(u8, usize)>,
    /// A letter that is a mark of the last move, and its end.
    letter: Option<(u8, usize)>,
}

#[derive(Debug)]
struct Word {
    text: Vec<u8>,
    /// A letter that stands before it.
    letter: Option<u8>,
}

impl Game {
    fn is_game(&self) -> bool {
        !self.tags.is_empty() || !self.words.is_empty() || self.has_loss
    }

    fn tell(&mut self, notice: Notice) {
        self.told.push(notice);
    }

    /// Takes text that is neither a tag nor a move.
    fn text(&mut self) {
        (self.has_begun, self.has_text, self.is_blank) = (true, true, false);
    }

    fn odd(&mut self, holds_more: bool) {
        self.is_odd = true;
        self.has_loss |= holds_more;
        self.has_begun = true;
    }

    fn word(&mut self, text: &[u8], whole: &[u8], at: usize) {
        let letter = self.letter.take().filter(|&(_, end)| {
            let between = &whole[end..at];
            between.iter().all(u8::is_ascii_whitespace) && text[0].is_ascii_lowercase()
        });
        self.words.push(Word {
            text: text.to_vec(),
            letter: letter.map(|(letter, _)| letter),
        });
        (self.has_begun, self.is_blank) = (true, false);
    }

    /// Whether the last number has no move yet.
    fn is_numbered(&self) -> bool {
        self.numbers
            .last()
            .is_some_and(|&(_, words)| words == self.words.len())
    }

    /// Whether a number begins to count again: 1 after two half-moves, or 0 after other numbers.
    fn counts_again(&self, number: u8) -> bool {
        let is_first = match number {
            0 => self.is_blank || self.numbers.last().is_some_and(|&(last, _)| last > 0),
            // Behind numbers from 0, as a FEN may have them.
            _ if self.first_number() == Some(0) && self.tag("FEN").is_some() => {
                let is_high = self.numbers.last().is_some_and(|&(last, _)| last > 1);
                number == 1 && (self.is_blank || is_high)
            }
            _ => number == 1,
        };
        is_first && self.words.len() >= 2
    }

    /// The number before the first move.
    fn first_number(&self) -> Option<u8> {
        let mut before = self.numbers.iter().rev().filter(|&&(_, words)| words == 0);
        before.next().map(|&(number, _)| number)
    }

    /// Takes a comment with this text.
    fn comment(&mut self, text: &[u8]) {
        let text = String::from_utf8_lossy(text);
        let (score, depth) = text.trim_start().split_once('/').unwrap_or_default();
        let digits = score.strip_prefix(['+', '-']).unwrap_or(score);
        let is_score = digits.contains(['.', 'M', '#'])
            && digits.chars().all(|c| "0123456789.M#".contains(c))
            && depth.starts_with(|c: char| c.is_ascii_digit());
        self.tell(match is_score || text.contains("[%eval") {
            true => Notice::CommentScores,
            false => Notice::Comments,
        });
    }

    fn tag(&self, name: &str) -> Option<&[u8]> {
        let mut tags = self.tags.iter().rev();
        tags.find(|(found, _)| found == name.as_bytes())
            .map(|(_, value)| &value[..])
    }
}

const EVENT: &[u8] = b"[Event ";

const fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// The number of bytes before something, or of all.
fn up_to(text: &[u8], ends: impl Fn(u8) -> bool) -> usize {
    text.iter()
        .position(|&byte| ends(byte))
        .unwrap_or(text.len())
}

/// The games of a text that is being counted.
#[derive(Default)]
struct Count {
    games: Vec<Game>,
    game: Game,
    depth: usize,
    /// An end mark stands before, in the same paragraph.
    is_behind_end: bool,
    /// The game before has tags but no moves, or is damaged and has no end.
    is_unclear: bool,
}

impl Count {
    /// A game ends here, or text that belongs to none.
    fn close(&mut self, end: Option<&[u8]>) {
        let mut game = std::mem::take(&mut self.game);
        game.is_odd |= self.depth > 0;
        self.depth = 0;
        if game.is_game() {
            let is_numbered = match game.first_number() {
                Some(number) => number < 2,
                None => !self.is_behind_end,
            };
            if game.tags.is_empty() && !game.words.is_empty() {
                game.is_odd |= !is_numbered || self.is_unclear;
            }
            game.is_odd |= game.restart.is_some_and(|at| game.words.len() > at);
            self.is_unclear = !game.tags.is_empty() && game.words.is_empty();
            self.is_unclear |= end.is_none() && (game.is_odd || played(&game).is_none());
            self.is_behind_end = end.is_some();
            game.end = end.map(<[u8]>::to_vec);
            self.games.push(game);
        } else {
            // The next game is told of it.
            self.is_behind_end = end.is_some() || self.is_behind_end && !game.is_blank;
            self.game.told = game.told;
            self.game.tell(Notice::Stray);
        }
    }
}

/// Finds the games of a text.
pub(super) fn games(text: &[u8]) -> Vec<Game> {
    let mut count = Count::default();
    let mut at = 0;
    while at < text.len() {
        at += count.next(text, at);
    }
    if count.game.has_begun {
        count.close(None);
    }
    count.games
}

impl Count {
    /// Takes what stands at a place. Returns its length.
    fn next(&mut self, text: &[u8], at: usize) -> usize {
        let rest = &text[at..];
        let in_line = up_to(rest, is_line_end);
        let starts_line = at == 0 || text[at - 1] == b'\n';
        let game = &mut self.game;
        match rest[0] {
            b'%' if starts_line => in_line,
            b';' => {
                game.comment(&rest[1..in_line]);
                in_line
            }
            b'{' => {
                let (length, is_closed) = comment(rest);
                if is_closed {
                    game.comment(&rest[1..length]);
                } else {
                    game.text();
                    game.odd(true);
                }
                length
            }
            b'(' => {
                self.depth += 1;
                game.text();
                game.tell(Notice::Variations);
                1
            }
            b')' => {
                game.text();
                game.is_odd |= self.depth == 0;
                self.depth = self.depth.saturating_sub(1);
                1
            }
            b'[' => self.bracket(rest),
            b'*' => {
                self.end(b"*");
                1
            }
            b'$' => {
                let length = 1 + up_to(&rest[1..], |byte| !byte.is_ascii_digit());
                game.tell(match str(&rest[1..length]).parse::<u8>() {
                    Ok(_) => Notice::Nags,
                    Err(_) => Notice::Mark,
                });
                length
            }
            b'.' => 1,
            byte if byte.is_ascii_whitespace() => {
                let length = up_to(rest, |byte| !byte.is_ascii_whitespace());
                let number = |end: u8| rest[..length].iter().filter(|&&byte| byte == end).count();
                if number(b'\n') > 1 || number(b'\r') > 1 {
                    game.is_blank = game.has_begun;
                    self.is_behind_end &= game.has_begun;
                }
                length
            }
            _ if rest.starts_with(b"\xef\xbb\xbf") && !game.has_begun => {
                game.tell(Notice::ByteOrderMark);
                3
            }
            // The sign of an advantage, in UTF-8 or in Latin-1.
            0xc2 if rest.starts_with("\u{b1}".as_bytes()) => {
                game.tell(Notice::Mark);
                2
            }
            0xb1 => {
                game.tell(Notice::Mark);
                1
            }
            byte if is_mark(byte) => {
                let length = up_to(rest, |byte| !is_mark(byte));
                let marks = &rest[..length];
                let is_glued = rest.get(length).is_some_and(|&next| is_word(next));
                if length > 1 && marks.iter().all(|&byte| byte == b'-') {
                    self.word(text, at, length);
                } else if is_glued || !["!", "?", "!!", "??", "!?", "?!"].contains(&str(marks)) {
                    game.tell(Notice::Mark);
                }
                length
            }
            byte if is_word(byte) => {
                let length = up_to(rest, |byte| !is_word(byte) && !is_mark(byte));
                let is_en_passant = rest[length - 1..].starts_with(b"e.p.");
                let length = if is_en_passant { length + 3 } else { length };
                self.word(text, at, length);
                length
            }
            byte => {
                let front = rest[..rest.len().min(4)].utf8_chunks().next();
                let first = front.and_then(|chunk| chunk.valid().chars().next());
                let character = first.unwrap_or(char::from(byte));
                let character_length = first.map_or(1, char::len_utf8);
                game.has_begun = true;
                if self.depth > 0 {
                    game.tell(Notice::Word);
                } else {
                    let is_numbered = !game.numbers.is_empty();
                    game.has_text |= game.tags.is_empty();
                    game.odd(is_numbered || character.is_control());
                }
                character_length
            }
        }
    }

    fn end(&mut self, mark: &[u8]) {
        if self.depth > 0 {
            self.game.has_begun = true;
            return;
        }
        // Alone in its paragraph.
        self.game.has_loss |= !self.game.has_begun && !self.is_behind_end;
        if mark == b"1/2" {
            self.game.tell(Notice::OutcomeSpelling);
        }
        self.close(Some(mark));
    }

    fn word(&mut self, text: &[u8], at: usize, length: usize) {
        let (word, behind) = text[at..].split_at(length);
        let game = &mut self.game;
        match str(word) {
            "e.p." => game.tell(Notice::MoveSpelling),
            "1-0" | "0-1" | "1/2-1/2" | "1/2" => self.end(word),
            "N" | "D" if self.depth > 0 => {
                game.has_begun = true;
                game.tell(Notice::Mark);
            }
            "N" | "D" if !game.words.is_empty() && !game.is_numbered() => {
                game.tell(Notice::Mark);
                game.letter = Some((word[0], at + 1));
            }
            _ => match number(word, behind) {
                _ if self.depth > 0 => game.has_begun = true,
                None => game.word(word, text, at),
                Some(number) => {
                    let is_sound = !game.is_odd && game.restart.is_none();
                    let may_end = game.is_blank && game.first_number().is_some() && is_sound;
                    match game.counts_again(number) {
                        true if may_end => self.close(None),
                        true => game.restart = game.restart.or(Some(game.words.len())),
                        false => {}
                    }
                    let game = &mut self.game;
                    if number == 0 {
                        game.tell(Notice::MoveNumberZero);
                    }
                    game.text();
                    game.numbers.push((number, game.words.len()));
                }
            },
        }
    }

    fn bracket(&mut self, rest: &[u8]) -> usize {
        let game = &mut self.game;
        let Some((name, value, is_loose, length)) = pair(rest) else {
            let line = &rest[..up_to(rest, is_line_end)];
            let broken = &line[..broken_length(line)];
            let is_command =
                broken.starts_with(b"[%") && broken.ends_with(b"]") && !broken[1..].contains(&b'[');
            let is_before = game.words.is_empty() && self.depth == 0;
            if is_command || is_before && !names_start(broken) && !holds_more(broken) {
                game.has_begun = true;
                game.tell(Notice::BrokenTag);
            } else {
                game.has_text |= !names_start(broken);
                game.odd(true);
            }
            return broken.len();
        };
        let is_second = game.tags.iter().any(|(other, _)| *other == name);
        let is_next = is_second && (game.is_blank || name == b"Event");
        let is_behind_text = game.has_text && (game.is_blank || game.tags.is_empty());
        if !game.words.is_empty() || is_next || is_behind_text {
            self.close(None);
        } else if is_second {
            game.tell(Notice::RepeatedTag);
        }
        let game = &mut self.game;
        game.is_odd |= self.depth > 0;
        (game.has_begun, game.is_blank) = (true, false);
        if is_loose {
            game.tell(Notice::Quote);
        }
        // What the roster has for nothing is not lost.
        let is_known = ["FEN", "SetUp", "Variant", "Result"].contains(&str(&name));
        if !is_known && value.iter().any(|byte| !b"?-.".contains(byte)) {
            game.tell(Notice::Tags);
        }
        game.tags.push((name, value));
        length
    }
}

/// A text, or nothing if it is not ASCII.
fn str(text: &[u8]) -> &str {
    std::str::from_utf8(text).unwrap_or_default()
}

/// The number of a move: 0 with a dot, 1, or 2 for others.
fn number(word: &[u8], behind: &[u8]) -> Option<u8> {
    let behind_dot = behind.strip_prefix(b".");
    match (word, behind_dot.map(<[u8]>::first)) {
        _ if !word.iter().all(u8::is_ascii_digit) => None,
        (_, Some(Some(b'1'..=b'9'))) | (b"0", Some(Some(b'0')) | None) => None,
        (b"0", _) => Some(0),
        _ => match str(word).trim_start_matches('0') {
            "" => None,
            "1" => Some(1),
            _ => Some(2),
        },
    }
}

/// The length of a comment, and whether it is closed. An open one ends where a game begins.
fn comment(text: &[u8]) -> (usize, bool) {
    let close = text.iter().position(|&byte| byte == b'}');
    let inside = &text[..close.unwrap_or(text.len())];
    let event = (0..inside.len()).find(|&at| inside[at..].starts_with(EVENT));
    match (close, event) {
        (Some(_), Some(event)) if inside[event..].contains(&b'{') => (event, false),
        (Some(close), _) => (close + 1, true),
        (None, event) => (event.unwrap_or(text.len()), false),
    }
}

/// The name, the value and the length of the tag pair at the front of a text, and whether a quote
/// in it lacks its backslash.
fn pair(text: &[u8]) -> Option<(Vec<u8>, Vec<u8>, bool, usize)> {
    let skip = |at: usize| at + up_to(&text[at..], |byte| !byte.is_ascii_whitespace());
    let name = skip(1);
    let name_end = name
        + up_to(&text[name..], |byte| {
            !byte.is_ascii_alphanumeric() && byte != b'_'
        });
    let quote = skip(name_end);
    if name == name_end || text.get(quote) != Some(&b'"') {
        return None;
    }
    let value = quote + 1;
    let line_end = value + up_to(&text[value..], is_line_end);
    let is_escaped = |at: usize| {
        let before = text[value..at].iter().rev();
        before.take_while(|&&byte| byte == b'\\').count() % 2 == 1
    };
    let quotes: Vec<_> = (value..line_end).filter(|&at| text[at] == b'"').collect();
    let first = *quotes.iter().find(|&&at| !is_escaped(at))?;
    let found = |end: usize, is_loose, close: usize| {
        let (name, value) = (text[name..name_end].to_vec(), text[value..end].to_vec());
        Some((name, value, is_loose, close + 1))
    };
    let close = skip(first + 1);
    if text.get(close) == Some(&b']') {
        return found(first, false, close);
    }
    let closes = |&at: &usize| text[..line_end].get(skip(at + 1)) == Some(&b']');
    let end = quotes.into_iter().find(closes)?;
    let is_pair = text[end - 1] != b'\\' && !text[value..end].contains(&b'[');
    is_pair.then(|| found(end, true, skip(end + 1)))?
}

/// The length of a bracket that is no tag pair.
fn broken_length(line: &[u8]) -> usize {
    let closes = |at: &usize| {
        let is_quoted = line[..*at].iter().filter(|&&byte| byte == b'"').count() % 2 == 1;
        let behind = line[at + 1..].trim_ascii_start();
        line[*at] == b']' && (!is_quoted || behind.is_empty() || behind[0] == b'[')
    };
    (0..line.len()).find(closes).map_or(line.len(), |at| at + 1)
}

fn names_start(bracket: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bracket).to_lowercase();
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.any(|word| ["fen", "setup", "variant"].contains(&word))
}

/// Whether a bracket has another one in it, or a word in the form of a move.
fn holds_more(bracket: &[u8]) -> bool {
    let mut words = bracket.split(|&byte| !is_word(byte) && !is_mark(byte));
    let is_move = |word: &[u8]| {
        let square = str(word)
            .trim_end_matches(|c| "!?=+-/#BNQR".contains(c))
            .as_bytes();
        let is_square = square.len() >= 2
            && (b'a'..=b'h').contains(&square[square.len() - 2])
            && (b'1'..=b'8').contains(&square[square.len() - 1]);
        word.starts_with(b"O-O") || word.starts_with(b"0-0") || is_square && word.len() < 10
    };
    bracket[1..].contains(&b'[') || words.any(is_move)
}

fn is_mark(byte: u8) -> bool {
    b"!?=+-/#".contains(&byte)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':')
}

/// Compares the games of a text with what was read.
pub(super) fn compare(games: &[Game], units: &[Unit]) -> Law {
    let numbers = (games.len(), units.len());
    law(numbers.0 == numbers.1, || {
        format!("(games, units) are {numbers:?}")
    })?;
    let mut pairs = games.iter().zip(units).enumerate();
    pairs.try_for_each(|(number, (game, unit))| {
        compare_game(game, unit)
            .map_err(|why| format!("game {}: {why}: {game:?}, {unit:?}", number + 1))
    })
}

fn compare_game(game: &Game, unit: &Unit) -> Law {
    let played = played(game).filter(|_| !game.is_odd);
    let (Ok(records), Some(is_spelled)) = (&unit.read, played) else {
        return law(unit.read.is_err() && played.is_none(), || {
            "damage where nothing is wrong, or the other way round".into()
        });
    };
    law(game.words.len() + 1 == records.len(), || {
        "half-moves".into()
    })?;
    let of_tag = game.tag("Result").and_then(outcome);
    let of_end = game.end.as_deref().map(|end| outcome(end).flatten());
    let expected = of_end.unwrap_or(of_tag.flatten());
    law(
        records.iter().all(|record| record.outcome == expected),
        || "the outcome".into(),
    )?;
    let disagree = of_end.is_some_and(|end| of_tag.is_some_and(|tag| tag != end));
    let nulls = game.words.iter().any(|word| is_null(&word.text));
    let is_zero = start(game).is_some_and(|(_, is_zero)| is_zero);
    let tells = |notice| game.told.contains(&notice);
    for (notice, holds) in [
        (Notice::NoEndMark, game.end.is_none()),
        (Notice::OutcomesDisagree, disagree),
        (Notice::NullMove, nulls),
        (
            Notice::OutcomeSpelling,
            tells(Notice::OutcomeSpelling)
                || game.end.is_none() && game.tag("Result") == Some(b"1/2"),
        ),
        (
            Notice::MoveNumberZero,
            is_zero || tells(Notice::MoveNumberZero),
        ),
        (
            Notice::MoveSpelling,
            !is_spelled || tells(Notice::MoveSpelling),
        ),
    ] {
        law(unit.tells(notice) == holds, || notice.to_string())?;
    }
    for notice in [
        Notice::ByteOrderMark,
        Notice::CommentScores,
        Notice::Comments,
        Notice::Nags,
        Notice::Variations,
        Notice::Tags,
        Notice::Mark,
        Notice::Word,
        Notice::BrokenTag,
        Notice::Quote,
        Notice::RepeatedTag,
        Notice::Stray,
    ] {
        law(unit.tells(notice) == tells(notice), || notice.to_string())?;
    }
    Ok(())
}

/// The outcome of an end mark or a tag: `Some(None)` for a game that goes on.
fn outcome(mark: &[u8]) -> Option<Option<Outcome>> {
    match mark {
        b"1-0" => Some(Some(Outcome::WhiteWins)),
        b"0-1" => Some(Some(Outcome::BlackWins)),
        b"1/2-1/2" | b"1/2" => Some(Some(Outcome::Draw)),
        b"*" => Some(None),
        _ => None,
    }
}

fn is_null(word: &[u8]) -> bool {
    matches!(word, b"--" | b"Z0" | b"0000")
}

/// The position in which a game begins, and whether its move number is 0.
fn start(game: &Game) -> Option<(Position, bool)> {
    let Some(fen) = game.tag("FEN").filter(|_| game.tag("SetUp") != Some(b"0")) else {
        return Some((Position::startpos(), false));
    };
    let fen = String::from_utf8_lossy(fen);
    let front = fen.trim_end().trim_end_matches('0');
    match front.ends_with(' ') && front.len() < fen.trim_end().len() {
        true => Some((Position::from_fen(&format!("{front}1")).ok()?, true)),
        false => Some((Position::from_fen(&fen).ok()?, false)),
    }
}

/// Whether all half-moves of a game are spelled to the letter, but for signs of check and mate.
/// `None` if they cannot be played.
fn played(game: &Game) -> Option<bool> {
    let names = [
        "Chess",
        "Chess960",
        "Chess 960",
        "Chess-960",
        "FRC",
        "?",
        "",
    ];
    if game.tag("Variant").is_some_and(|name| {
        !names
            .iter()
            .any(|known| name.eq_ignore_ascii_case(known.as_bytes()))
    }) {
        return None;
    }
    let (mut position, _) = start(game)?;
    let mut is_spelled = true;
    for Word { text, letter } in &game.words {
        if is_null(text) {
            position = position.null_move()?;
            continue;
        }
        if let Some(letter) = letter {
            let piece = if *letter == b'D' { b'Q' } else { *letter };
            let whole = [&[piece], &text[..]].concat();
            if position.parse_san_ascii(&whole).is_ok() {
                return None;
            }
        }
        let found = position.parse_san_ascii(text).ok()?;
        let marks = ["!!", "!?", "?!", "??", "!", "?"];
        let name = str(text);
        let name = marks
            .iter()
            .find_map(|mark| name.strip_suffix(mark))
            .unwrap_or(name);
        let name = name.strip_suffix(['+', '#']).unwrap_or(name);
        is_spelled &= name == position.san(found).trim_end_matches(['+', '#']);
        position = position.play(found).ok()?;
    }
    Some(is_spelled)
}
