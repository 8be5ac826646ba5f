//! Any text as PGN: the reader by vectors, at each level, against the reader by tokens; what is
//! written of a game is read again.

use crate::input::Input;
use setwise_moves::{Color, Move, Position};
use setwise_pgn::{Content, Game, GameWriter, Level, Note, Parser, ParserState, Visitor, cut};

/// A text of more than this number of bytes does not fit in a window of the reader by vectors.
const WINDOW: usize = 1 << 17;

pub(crate) fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let (step, flags) = (input.byte(), input.byte());
    let restores = flags & 1 == 1;
    let text = input.rest();
    let mut parsers: Vec<Parser> = Level::hand_written().map(Parser::with_level).collect();
    parsers.push(Parser::exact());
    for parser in &mut parsers {
        compare(parser, text, step, restores);
    }
    // The games again and again, at other places of a window. Some are in two windows.
    if flags % 16 == 15 && !text.is_empty() {
        let long = text.repeat(WINDOW / text.len() + 2);
        for parser in &mut parsers {
            parser.restore(ParserState::default());
            compare(parser, &long, 0, restores);
        }
    }
    round_trips(text);
}

/// Compares the units and states of a parser with those of the reader by tokens. The text of the
/// parser grows by `step` bytes, or more to limit the time; it is the whole one if `step` is 0.
/// `restores` takes the state over before each unit.
fn compare(parser: &mut Parser, text: &[u8], step: u8, restores: bool) {
    let step = match step {
        0 => text.len(),
        _ => usize::from(step).max(text.len() / 256),
    };
    let mut exact = Parser::exact();
    let (mut start, mut end) = (0, 0);
    let mut cut = cut(text);
    loop {
        // Nothing before the cut matters, but for the number of games.
        if cut == Some(start) {
            let state = parser.state().expect("no long game");
            let games = state.to_bits() >> ParserState::FLAG_BITS;
            parser.restore(ParserState::from_bits(games << ParserState::FLAG_BITS));
            cut = None;
        }
        let Some(unit) = parser.next(&text[start..end], end == text.len()) else {
            if end == text.len() {
                break;
            }
            end = text.len().min(end + step);
            continue;
        };
        let expected = exact.next(&text[start..], true).expect("a unit");
        assert_eq!(unit.bytes, expected.bytes, "byte {start}");
        assert_eq!(unit.notices, expected.notices, "byte {start}");
        match (unit.content, expected.content) {
            (Content::Game(game), Content::Game(expected)) => compare_games(&game, &expected),
            (Content::Blank, Content::Blank) | (Content::Rest, Content::Rest) => {}
            _ => panic!("byte {start}: another kind of unit"),
        }
        start += unit.bytes;
        let state = parser.state();
        assert_eq!(state, exact.state(), "byte {start}");
        if let Some(state) = state.filter(|_| restores) {
            parser.restore(state);
        }
    }
    assert_eq!((start, cut), (text.len(), None));
}

fn compare_games(game: &Game<'_>, expected: &Game<'_>) {
    assert_eq!(game.number(), expected.number());
    assert_eq!(game.text(), expected.text());
    assert!(game.tags().eq(expected.tags()));
    assert_eq!(game.start(), expected.start());
    assert_eq!(game.moves(), expected.moves());
    assert_eq!(game.outcome(), expected.outcome());
    assert_eq!(game.damage(), expected.damage());
    assert_eq!(game.notices(), expected.notices());
    for ply in 0..=game.moves().len() {
        assert_eq!(game.san(ply), expected.san(ply));
    }
    assert!(game.comments().eq(expected.comments()));
    assert!(game.notes().eq(expected.notes()));
}

/// Writes each sound game with its variations, reads it again, and writes the same. Notes are
/// written and read as well.
fn round_trips(text: &[u8]) {
    let (mut parser, mut rest) = (Parser::new(), text);
    while let Some(unit) = parser.next(rest, true) {
        rest = &rest[unit.bytes..];
        let Content::Game(game) = unit.content else {
            continue;
        };
        let written = written(&game);
        for (_, note) in game.notes() {
            let (is_unclear, has_rest) = (false, false);
            let again = Note::of_comment(note.to_string().as_bytes(), Color::Black);
            let expected = Note {
                is_unclear,
                has_rest,
                ..note
            };
            assert_eq!(again, expected);
        }
        if game.damage().is_some() {
            continue;
        }
        let mut parser = Parser::new();
        let unit = parser.next(written.as_bytes(), true).expect("a game");
        let Content::Game(again) = unit.content else {
            panic!("no game: {written}");
        };
        assert_eq!(unit.bytes, written.trim_ascii_end().len(), "{written}");
        assert_eq!(again.damage(), None, "{written}");
        assert_eq!(again.start().position, game.start().position);
        assert_eq!(again.moves(), game.moves(), "{written}");
        assert_eq!(again.outcome(), game.outcome());
        assert_eq!(self::written(&again), written);
    }
}

/// Returns a game as the writer has it, without the texts that it refuses.
fn written(game: &Game<'_>) -> String {
    let mut copy = Copy {
        writer: GameWriter::new(game.start().position),
        outer: Vec::new(),
        moves: Vec::new(),
    };
    for (name, _) in game.tags() {
        let name = str::from_utf8(name).unwrap_or_default();
        if let Some(value) = game.tag(name) {
            let _ = copy.writer.tag(name, &value);
        }
    }
    game.visit(&mut copy);
    assert_eq!(copy.moves, game.moves());
    // Damage may stand in a variation.
    let writer = copy.outer.into_iter().next().unwrap_or(copy.writer);
    writer.finish(game.outcome()).expect("no open variation")
}

/// Writes what it visits.
struct Copy {
    writer: GameWriter,
    /// The writers before the variations.
    outer: Vec<GameWriter>,
    /// The moves of the main line.
    moves: Vec<Option<Move>>,
}

impl Visitor for Copy {
    fn played(&mut self, position: &Position, played: Option<Move>, _: &[u8]) {
        assert_eq!(position, self.writer.position());
        self.writer.play(played).expect("a legal move");
        if self.outer.is_empty() {
            self.moves.push(played);
        }
    }

    fn comment(&mut self, text: &[u8]) {
        let _ = self.writer.comment(&String::from_utf8_lossy(text));
    }

    fn nag(&mut self, number: u8) {
        self.writer.nag(number);
    }

    fn begin_variation(&mut self) -> bool {
        let before = self.writer.clone();
        let is_begun = self.writer.begin_variation().is_ok();
        self.outer.extend(is_begun.then_some(before));
        is_begun
    }

    fn end_variation(&mut self) {
        let before = self.outer.pop().expect("a variation");
        // One without a move is not written.
        if self.writer.end_variation().is_err() {
            self.writer = before;
        }
    }
}
