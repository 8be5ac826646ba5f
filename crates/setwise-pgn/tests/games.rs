//! Reading games: what is found does not depend on the buffer, and visitors.

use setwise_moves::{Move, Position, SanError};
use setwise_pgn::{Content, Game, Games, Level, Notice, Parser, Unit, Visitor};
use std::io::{Error, ErrorKind, Read, Result};

/// Sound and damaged games, and text between them.
const TEXT: &str = "\u{feff}[Event \"a \\\"b\\\" é\"]\n[Site \"x\"]\n[Site \"y\"]\n\n\
    1. e4 {one} e5 (1... c5 2. Nf3! ( 2. c3 $14 d5 ) d6) 2. Nf3?! D Nc6 1-0\n\n; stray\n\n\
    [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 0\"]\n\n1. -- Kd7 2. e4 *\n0-1\n\n\
    % no move: e4\n[Event \"c\"]\n\n1. e4 e5 2. Ke3 (2. Ke2) *\n[Event \"d\"]\n\n1. d4 { open\n";

/// All that a reader tells of a game.
fn told(game: &Game<'_>) -> String {
    let tags: Vec<_> = game.tags().collect();
    let names: Vec<_> = (0..).map_while(|ply| game.san(ply)).collect();
    let comments: Vec<_> = game.comments().collect();
    let notes: Vec<_> = game.notes().collect();
    let mut calls = Calls::default();
    game.visit(&mut calls);
    format!(
        "{} {tags:?} {:?} {names:?} {:?} {:?} {:?} {comments:?} {notes:?} {}",
        game.number(),
        game.start(),
        game.outcome(),
        game.damage(),
        game.notices(),
        calls.0
    )
}

/// All that a parser tells of a unit.
fn told_unit(unit: &Unit<'_>) -> String {
    match unit.content {
        Content::Game(game) => told(&game),
        _ => format!("{} {:?}", unit.bytes, unit.notices),
    }
}

/// Games that are read by vectors.
const PLAIN: &str = "[Event \"a\"]\n[Result \"1-0\"]\n\n\
    {at [%clk 0:01:00]} 1. e4 {[%clk 0:01:00]} {}{ [%emt 0:00:01] } e5 { [%eval 0.17] [%clk 0:00:59.5] }\n\
    2. Nf3! $1 {-0.30/12 1.5s} 2... Nc6? { x [%eval #-3]} {[%clk x]} 1-0\n\n\
    [Event \"b\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 Ke7\n2. Ke2 *\n\n";

/// Plain games between others.
fn text() -> String {
    let end = TEXT.find("[Event \"c\"]").unwrap();
    [&TEXT[..end], PLAIN, &TEXT[end..], PLAIN, PLAIN].concat()
}

fn parsers() -> impl Iterator<Item = Parser> {
    let fast = Level::hand_written().map(Parser::with_level);
    fast.chain([Parser::exact()])
}

/// Reads a text with each parser, from windows that grow by some bytes. All tell the same.
fn compare(text: &[u8], steps: impl IntoIterator<Item = usize>) {
    let whole = units(Parser::exact(), text, text.len());
    for step in steps {
        for (number, parser) in parsers().enumerate() {
            let found = units(parser, text, step);
            assert_eq!(found, whole, "{number} {step}: {}", text.escape_ascii());
        }
    }
}

/// Reads units from windows that grow by some bytes. Returns what is told of them.
fn units(mut parser: Parser, text: &[u8], step: usize) -> Vec<String> {
    let mut found = Vec::new();
    let (mut start, mut end) = (0, 0);
    loop {
        match parser.next(&text[start..end], end == text.len()) {
            Some(unit) => {
                start += unit.bytes;
                found.push(told_unit(&unit));
            }
            None if end == text.len() => return found,
            None => end = text.len().min(end + step),
        }
    }
}

#[test]
fn units_do_not_depend_on_windows() {
    compare(text().as_bytes(), 1..400);
}

#[test]
fn texts_that_are_cut() {
    let text = [PLAIN, TEXT].concat();
    for end in 0..text.len() {
        compare(&text.as_bytes()[..end], [end]);
    }
}

#[test]
fn another_parser_continues() {
    let text = text();
    let text = text.as_bytes();
    let whole = units(Parser::exact(), text, text.len());
    let (mut parser, mut at, mut found) = (Parser::new(), 0, Vec::new());
    while let Some(unit) = parser.next(&text[at..], true) {
        at += unit.bytes;
        found.push(told_unit(&unit));
        let state = parser.state().unwrap();
        parser = Parser::new();
        // What another text has left does not matter.
        assert!(parser.next(b"1. e4 e5", false).is_none());
        parser.restore(state);
    }
    assert_eq!(found, whole);
}

/// An input that gives few bytes, interrupts and fails once.
struct Slow<'a>(&'a [u8], usize);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        self.1 += 1;
        match self.1 {
            2 => Err(ErrorKind::Interrupted.into()),
            4 => Err(Error::other("fails")),
            _ => (&mut self.0).take(100_000).read(buffer),
        }
    }
}

#[test]
fn games_of_a_slow_input() {
    // Longer than the buffer.
    let long = format!("[Event \"l\"]\n\n{}1. e4 *\n", "{x}\n".repeat(200_000));
    let text = format!("{long}{TEXT}");
    let mut games = Games::new(Slow(text.as_bytes(), 0));
    assert_eq!(games.next().unwrap_err().to_string(), "fails");
    let mut found = Vec::new();
    while let Some(game) = games.next().unwrap() {
        let at = game.damage().map_or(0, |(_, at)| at);
        found.push((
            game.number(),
            game.offset(),
            game.line_at(0),
            game.line_at(at),
        ));
        let text = &text[game.offset() as usize..];
        assert!(text.as_bytes().starts_with(game.text()));
    }
    let lines = |offset: u64| 1 + text[..offset as usize].matches('\n').count() as u64;
    assert_eq!(
        found.iter().map(|game| game.0).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5]
    );
    for (number, offset, line, at) in found {
        assert_eq!(line, lines(offset), "{number}");
        assert_eq!(at - line, if number > 3 { 2 } else { 0 }, "{number}");
    }
    let stray = games.stray();
    assert!(stray.contains(Notice::Comments) && stray.contains(Notice::Stray));
}

#[test]
fn values_of_tags() {
    let text = b"[A \"1\"] [B \"\\\\\\\"x\\y\"] [A \"2\"] [C \"\xe9\"] *";
    let mut games = Games::new(&text[..]);
    let game = games.next().unwrap().unwrap();
    let tag = |name| game.tag(name).unwrap();
    assert_eq!([tag("A"), tag("B"), tag("C")], ["2", "\\\"x\\y", "é"]);
    assert_eq!(game.tags().count(), 4);
}

/// The calls of a visitor, as text.
#[derive(Default)]
struct Calls(String, bool);

impl Visitor for Calls {
    fn played(&mut self, position: &Position, played: Option<Move>, san: &[u8]) {
        let name = played.map_or("--".into(), |played| position.san(played).to_string());
        self.0 += &format!("{name}/{} ", san.escape_ascii());
    }

    fn comment(&mut self, text: &[u8]) {
        self.0 += &format!("{{{}}} ", text.escape_ascii());
    }

    fn nag(&mut self, number: u8) {
        self.0 += &format!("${number} ");
    }

    fn begin_variation(&mut self) -> bool {
        self.0 += "( ";
        !self.1
    }

    fn illegal(&mut self, position: &Position, error: &SanError) {
        self.0 += &format!("<{error}, {}> ", position.fullmove());
    }

    fn end_variation(&mut self) {
        self.0 += ") ";
    }
}

/// The calls for the first game of a text, in which variations are visited or not.
fn calls(text: &str, skips: bool) -> String {
    let mut games = Games::new(text.as_bytes());
    let game = games.next().unwrap().unwrap();
    let mut calls = Calls(String::new(), skips);
    game.visit(&mut calls);
    calls.0
}

#[test]
fn parts_in_their_order() {
    for (text, expected) in [
        (
            "1. e4 {a} ; b\n e5!? $300 $7 ?? *",
            "e4/e4 {a} { b} e5/e5!? $5 $7 $4 ",
        ),
        ("1. e4 N e5 2. Nf3 D Nc6 *", "e4/e4 e5/e5 Nf3/Nf3 Nc6/Nc6 "),
        (
            "1. e4 (1. d4 d5 (1... Nf6 {x}) 2. c4) 1... e5 *",
            "e4/e4 ( d4/d4 d5/d5 ( Nf6/Nf6 {x} ) c4/c4 ) e5/e5 ",
        ),
        ("(1. c4 1-0 c5) 1. e4 *", "( c4/c4 c5/c5 ) e4/e4 "),
        (
            "1. e4 e5 (1... -- 2. D d4 N c6) *",
            "e4/e4 e5/e5 ( --/-- d4/d4 <\"N c6\" is not a move, 2> ) ",
        ),
        (
            "1. e4 (1. e5 {a} (1. d4) c5) e5 (1... Nc6 2. Ke3 (2. d4)) 2. Nf3 *",
            "e4/e4 ( <\"e5\" is no legal move, 1> ) e5/e5 \
             ( Nc6/Nc6 <\"Ke3\" is no legal move, 2> ) Nf3/Nf3 ",
        ),
        ("1. e4 (1. d4) Ke4 (1. c4) *", "e4/e4 ( d4/d4 ) "),
        ("[FEN \"x\"]\n1. e4 *", ""),
    ] {
        assert_eq!(calls(text, false), expected, "{text}");
    }
    let skipped = calls(
        "1. e4 (1. d4 d5 (1... Nf6 {x}) 2. c4) 1... e5 (1... c5) *",
        true,
    );
    assert_eq!(skipped, "e4/e4 ( e5/e5 ( ");
}

#[test]
fn variations_in_many_others_are_skipped() {
    let text = format!("1. e4 {}{} e5 *", "(".repeat(1000), ")".repeat(1000));
    let expected = format!("e4/e4 {}{}e5/e5 ", "( ".repeat(64), ") ".repeat(64));
    assert_eq!(calls(&text, false), expected);
}

#[test]
fn moves_that_leave_a_king_in_check_are_damage() {
    for (fen, moves) in [
        // A pinned pawn, checks of a queen and a knight, a king that moves into check.
        ("", "1. e4 e5 2. Bb5 d6"),
        ("", "1. e4 f6 2. Qh5+ a6"),
        ("", "1. Nc3 e5 2. Nd5 a6 3. Nxc7+ a5"),
        ("", "1. e4 e5 2. Ke2 Qg5 3. Ke3"),
        // Check of a pawn, kings side by side, a pinned rook and a pinned bishop.
        ("4k3/3P4/8/8/8/n7/8/4K3 b - - 0 1", "1... Nb1"),
        ("8/8/8/3k4/8/3K4/8/8 w - - 0 1", "1. Kd4"),
        ("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "1. Rd2"),
        ("4k3/8/8/b7/8/2B5/8/4K3 w - - 0 1", "1. Bd4"),
    ] {
        let tags = match fen {
            "" => String::new(),
            fen => format!("[FEN \"{fen}\"]\n"),
        };
        let text = format!("[Event \"a\"]\n{tags}\n{moves} *\n\n{PLAIN}{PLAIN}");
        for mut parser in parsers() {
            let unit = parser.next(text.as_bytes(), true).unwrap();
            let Content::Game(game) = unit.content else {
                panic!("{moves}");
            };
            let last = text.find(moves).unwrap() + moves.rfind(' ').unwrap() + 1;
            assert_eq!(game.damage().map(|(_, at)| at), Some(last), "{moves}");
        }
    }
}

#[test]
fn odd_games_are_read_as_the_exact_reader_does() {
    for moves in [
        "1. e4 e5 2. Nf3 Nc6 1. d4 d5",
        "1. e4 e5 1. d4 d5 2. c4",
        "01. e4 e5",
        "1. e4 e5 00. Nf3",
        "1. e4 e5 0. Nf3",
        "1. e4 12.5 e5",
        "1. e4 e5 2. Ngf3 Nb8c6",
        "1. e4 e5++ 2. Nf3!!!",
        "1. e4 d5 2. ed5 Qd5",
        "1. Nf3 Nf6 2. Nxd4",
        "1. e4 N d5",
        "1. e4 -- 2. d4",
        "1. e4 {a {b} e5",
        "1. e4 $ e5",
        "1. e4 e5 {[Event \"b\"]} 2. Nf3",
    ] {
        let text = format!("[Event \"a\"]\n\n{moves} *\n\n{PLAIN}{PLAIN}");
        compare(text.as_bytes(), [text.len()]);
    }
}

#[test]
fn compressed_inputs_are_named() {
    for (front, expected) in [
        (&b"\x1f\x8b\x08\0\0\0\0\0\0\x03"[..], "gzip"),
        (b"\x28\xb5\x2f\xfd\x04\0", "Zstandard"),
        (b"\x50\x2a\x4d\x18\x04\0\0\0", "Zstandard"),
    ] {
        let mut games = Games::new(front.chain(&b"\n1. e4 *\n"[..]));
        for _ in 0..2 {
            let error = games.next().map(drop).expect_err(expected);
            let found = (error.kind(), error.to_string());
            let why = format!("the input is compressed with {expected}; decompress it first");
            assert_eq!(found, (ErrorKind::Unsupported, why));
        }
    }
}
