//! The games of a text in PGN, by its definition.

use super::{Law, Unit, law};
use setwise_formats::{Notice, Outcome};
use setwise_moves::Position;

/// A game as it stands in a text.
#[derive(Debug, Default)]
pub(super) struct Game {
    tags: Vec<(Vec<u8>, Vec<u8>)>,
    /// The words of the main line that stand for half-moves.
    words: Vec<Vec<u8>>,
    /// The end mark.
    end: Option<Vec<u8>>,
    has_broken_tag: bool,
    has_scores: bool,
    /// A comment without a score, a variation, or a numeric mark.
    has_comments: bool,
    /// A mark stands before its move, or is a letter.
    has_marks: bool,
    has_variation: bool,
    /// Something that PGN does not have, in the main line.
    is_odd: bool,
    /// There is more than white space, comments, numbers and marks.
    has_begun: bool,
}

impl Game {
    fn has_moves(&self) -> bool {
        self.has_variation || !self.words.is_empty()
    }

    /// Takes a comment with this text.
    fn comment(&mut self, text: &[u8]) {
        let text = String::from_utf8_lossy(text);
        let (score, depth) = text.trim_start().split_once('/').unwrap_or_default();
        let digits = score.strip_prefix(['+', '-']).unwrap_or(score);
        let is_score = digits.contains(['.', 'M', '#'])
            && digits.chars().all(|c| "0123456789.M#".contains(c))
            && depth.starts_with(|c: char| c.is_ascii_digit());
        match is_score || text.contains("[%eval") {
            true => self.has_scores = true,
            false => self.has_comments = true,
        }
    }

    /// Whether a tag says something of the game, but not its start or its result.
    fn has_other_tags(&self) -> bool {
        let known: [&[u8]; 4] = [b"FEN", b"SetUp", b"Variant", b"Result"];
        let mut tags = self.tags.iter();
        tags.any(|(name, value)| {
            !known.contains(&&name[..]) && value.iter().any(|byte| !b"?-.".contains(byte))
        })
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

/// The place of a line that begins a game.
fn next_event(text: &[u8]) -> Option<usize> {
    (1..text.len()).find(|&at| is_line_end(text[at - 1]) && text[at..].starts_with(EVENT))
}

/// Finds the games of a text.
pub(super) fn games(text: &[u8]) -> Vec<Game> {
    let mut games = Vec::new();
    let mut game = Game::default();
    let (mut at, mut depth) = (0, 0_usize);
    // A game ends here.
    let mut close = |game: &mut Game, depth: &mut usize| {
        game.is_odd |= *depth > 0;
        *depth = 0;
        games.push(std::mem::take(game));
    };
    while at < text.len() {
        let rest = &text[at..];
        let in_line = up_to(rest, is_line_end);
        let starts_line = at == 0 || text[at - 1] == b'\n';
        let length = match rest[0] {
            b'%' if starts_line => in_line,
            b';' => {
                game.comment(&rest[1..in_line]);
                in_line
            }
            b'{' => {
                let (length, is_closed) = comment(rest);
                if is_closed {
                    game.comment(&rest[1..length]);
                }
                game.is_odd |= !is_closed;
                game.has_begun |= !is_closed;
                length
            }
            b'(' => {
                depth += 1;
                (game.has_variation, game.has_begun) = (true, true);
                game.has_comments = true;
                1
            }
            b')' => {
                game.is_odd |= depth == 0;
                game.has_begun = true;
                depth = depth.saturating_sub(1);
                1
            }
            b'[' => match tag(&rest[..in_line]) {
                None => {
                    game.has_broken_tag = true;
                    game.is_odd |= game.has_moves();
                    game.has_begun = true;
                    in_line.max(1)
                }
                Some((name, value, length)) => {
                    let is_second = name == b"Event" && game.tag("Event").is_some();
                    if game.has_moves() || is_second {
                        close(&mut game, &mut depth);
                    }
                    game.has_begun = true;
                    game.tags.push((name, value));
                    length
                }
            },
            b'*' => {
                if depth == 0 {
                    game.end = Some(b"*".to_vec());
                    close(&mut game, &mut depth);
                }
                1
            }
            b'$' => {
                game.has_comments = true;
                1 + up_to(&rest[1..], |byte| !byte.is_ascii_digit())
            }
            b'.' => 1,
            byte if byte.is_ascii_whitespace() => 1,
            _ if rest.starts_with(b"e.p.") => 4,
            _ if rest.starts_with(b"\xef\xbb\xbf") && !game.has_begun => 3,
            // The sign of an advantage, in UTF-8 or in Latin-1.
            0xc2 if rest.starts_with("\u{b1}".as_bytes()) => {
                game.has_marks = true;
                2
            }
            0xb1 => {
                game.has_marks = true;
                1
            }
            byte if is_mark(byte) => {
                let length = up_to(rest, |byte| !is_mark(byte));
                let marks = &rest[..length];
                if length > 1 && marks.iter().all(|&byte| byte == b'-') {
                    game.has_begun = true;
                    if depth == 0 {
                        game.words.push(marks.to_vec());
                    }
                } else {
                    game.has_marks |= rest.get(length).is_some_and(|&next| is_word(next));
                }
                length
            }
            byte if is_word(byte) => {
                let length = up_to(rest, |byte| !is_word(byte) && !is_mark(byte));
                let is_en_passant = rest[length - 1..].starts_with(b"e.p.");
                let length = if is_en_passant { length + 3 } else { length };
                let word = &rest[..length];
                let is_number =
                    word.iter().all(u8::is_ascii_digit) && word.iter().any(|&byte| byte != b'0');
                match word {
                    b"N" | b"D" => game.has_marks = true,
                    b"1-0" | b"0-1" | b"1/2-1/2" | b"1/2" => {
                        if depth == 0 {
                            game.end = Some(word.to_vec());
                            close(&mut game, &mut depth);
                        } else {
                            game.has_begun = true;
                        }
                    }
                    _ if is_number => {}
                    _ => {
                        game.has_begun = true;
                        if depth == 0 {
                            game.words.push(word.to_vec());
                        }
                    }
                }
                length
            }
            _ => {
                game.is_odd |= depth == 0;
                game.has_begun = true;
                1
            }
        };
        at += length;
    }
    if game.has_begun {
        close(&mut game, &mut depth);
    }
    games
}

/// The length of a comment, and whether it is closed. An open one ends where a game begins.
fn comment(text: &[u8]) -> (usize, bool) {
    let close = text.iter().position(|&byte| byte == b'}');
    let inside = &text[..close.unwrap_or(text.len())];
    let event = next_event(inside);
    match (close, event) {
        (Some(_), Some(event)) if inside[event..].contains(&b'{') => (event, false),
        (Some(close), _) => (close + 1, true),
        (None, event) => (event.unwrap_or(text.len()), false),
    }
}

/// The name, the value and the length of the tag pair at the front of a line.
fn tag(line: &[u8]) -> Option<(Vec<u8>, Vec<u8>, usize)> {
    let quote = line.iter().position(|&byte| byte == b'"')?;
    let name = line[1..quote].trim_ascii();
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(byte);
    if name.is_empty() || !name.iter().all(is_name) {
        return None;
    }
    let mut is_escaped = false;
    for at in quote + 1..line.len() {
        if line[at] == b'"' && !is_escaped {
            let behind = line[at + 1..].trim_ascii_start();
            if behind.starts_with(b"]") {
                let value = line[quote + 1..at].to_vec();
                return Some((name.to_vec(), value, line.len() - behind.len() + 1));
            }
        }
        is_escaped = line[at] == b'\\' && !is_escaped;
    }
    None
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
    let Ok(records) = &unit.read else {
        return law(game.is_odd || !is_played(game), || {
            "nothing is wrong with it".into()
        });
    };
    law(!game.is_odd, || "something in it is lost".into())?;
    law(game.words.len() + 1 == records.len(), || {
        "half-moves".into()
    })?;
    let of_tag = game.tag("Result").filter(|tag| *tag != b"1/2");
    let of_tag = of_tag.and_then(outcome);
    let of_end = game.end.as_deref().map(|end| outcome(end).flatten());
    let expected = of_end.unwrap_or(of_tag.flatten());
    law(
        records.iter().all(|record| record.outcome == expected),
        || "the outcome".into(),
    )?;
    let disagree = of_end.is_some_and(|end| of_tag.is_some_and(|tag| tag != end));
    let nulls = game.words.iter().any(|word| is_null(word));
    for (notice, holds) in [
        (Notice::NoEndMark, game.end.is_none()),
        (Notice::OutcomesDisagree, disagree),
        (Notice::OutcomeSpelling, game.end.as_deref() == Some(b"1/2")),
        (Notice::CommentScores, game.has_scores),
        (Notice::Comments, game.has_comments),
        (Notice::Tags, game.has_other_tags()),
        (Notice::NullMove, nulls),
    ] {
        law(unit.tells(notice) == holds, || notice.to_string())?;
    }
    law(
        !game.has_broken_tag || unit.tells(Notice::BrokenTag),
        || "the broken tag".into(),
    )?;
    law(!game.has_marks || unit.tells(Notice::Mark), || {
        "the mark".into()
    })
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

/// Whether all half-moves of a game can be played.
fn is_played(game: &Game) -> bool {
    let variants: [&[u8]; 2] = [b"Chess960", b"FRC"];
    if game
        .tag("Variant")
        .is_some_and(|name| !variants.contains(&name))
        || game.has_broken_tag
    {
        return false;
    }
    let fen = game.tag("FEN").filter(|_| game.tag("SetUp") != Some(b"0"));
    let start = match fen.map(|fen| Position::from_fen(&String::from_utf8_lossy(fen))) {
        None => Position::startpos(),
        Some(Ok(position)) => position,
        Some(Err(_)) => return false,
    };
    let mut words = game.words.iter();
    let played = words.try_fold(start, |position, word| match is_null(word) {
        true => position.null_move(),
        false => position.play(position.parse_san_ascii(word).ok()?).ok(),
    });
    played.is_some()
}
