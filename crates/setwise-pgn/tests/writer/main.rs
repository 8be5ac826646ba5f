//! Games that are written.

mod random;

use fastrand::Rng;
use setwise_moves::{Move, MoveKind, Outcome, Position, Square};
use setwise_pgn::{GameWriter, Games, Visitor, WriteError};

/// The moves, words of comments, marks and parentheses of a game.
#[derive(Default)]
struct Tokens(Vec<String>);

impl Visitor for Tokens {
    fn played(&mut self, _: &Position, played: Option<Move>, _: &[u8]) {
        let name = played.map_or("0000".into(), |played| format!("{played:#}"));
        self.0.push(name);
    }

    fn comment(&mut self, text: &[u8]) {
        let words = str::from_utf8(text).unwrap().split_ascii_whitespace();
        self.0.extend(words.map(String::from));
    }

    fn nag(&mut self, number: u8) {
        self.0.push(format!("${number}"));
    }

    fn begin_variation(&mut self) -> bool {
        self.0.push("(".into());
        true
    }

    fn end_variation(&mut self) {
        self.0.push(")".into());
    }
}

#[test]
fn games_are_read_back() {
    let mut random = Rng::with_seed(75);
    let written: Vec<_> = (0..500).map(|_| random::game(&mut random)).collect();
    let text: String = written.iter().map(|game| game.text.as_str()).collect();
    // Tags have one line each. No other line begins with a bracket.
    let short = |line: &str| line.starts_with('[') || line.chars().count() < 80;
    assert!(text.lines().all(short));
    let mut games = Games::new(text.as_bytes());
    for expected in written {
        let game = games.next().unwrap().unwrap();
        assert_eq!(game.damage(), None, "{}", expected.text);
        assert_eq!(game.tag("White").unwrap(), expected.white);
        assert_eq!(game.outcome(), expected.outcome);
        assert_eq!(game.start().position, expected.start);
        assert_eq!(game.moves(), expected.moves, "{}", expected.text);
        let mut tokens = Tokens::default();
        game.visit(&mut tokens);
        assert_eq!(tokens.0, expected.tokens, "{}", expected.text);
    }
    assert!(games.next().unwrap().is_none());
}

fn played(game: &GameWriter, name: &str) -> Move {
    game.position().parse_san(name).unwrap()
}

#[test]
fn the_whole_text() {
    let mut game = GameWriter::new(Position::startpos());
    game.comment("before\nthe game").unwrap();
    for name in ["e4", "e5", "Nf3"] {
        game.play(played(&game, name)).unwrap();
    }
    game.nag(1).comment(" \t").unwrap();
    game.play(None).unwrap().nag(6);
    game.begin_variation().unwrap().comment("or").unwrap();
    game.play(played(&game, "Nc6")).unwrap();
    game.play(played(&game, "Bb5"))
        .unwrap()
        .begin_variation()
        .unwrap();
    game.play(played(&game, "Bc4")).unwrap();
    game.end_variation().unwrap().end_variation().unwrap();
    game.play(played(&game, "Nxe5")).unwrap();
    game.tag("Opening", "x")
        .unwrap()
        .tag("Black", r#"a\"b"#)
        .unwrap();
    game.tag("Result", "0-1")
        .unwrap()
        .tag("Opening", "\"?\"")
        .unwrap();
    let expected = r#"[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "a\\\"b"]
[Result "1/2-1/2"]
[Opening "\"?\""]

{ before the game } 1. e4 e5 2. Nf3 $1 2... -- $6 ({ or } 2... Nc6 3. Bb5 (3.
Bc4)) 3. Nxe5 1/2-1/2

"#;
    // Wrapped where the number and its move do not fit.
    let expected = expected
        .replace("$1 2... --", "$1 --")
        .replace("(3.\nBc4)", "(3. Bc4)")
        .replace(") 3. Nxe5 1/2-1/2", ")\n3. Nxe5 1/2-1/2");
    assert_eq!(game.finish(Some(Outcome::Draw)).unwrap(), expected);
}

#[test]
fn starts() {
    for (fen, tags) in [
        (
            "4k3/8/8/8/8/8/4P3/4K3 b - - 3 20",
            "[Variant \"Atomic\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 20\"]\n\n*\n\n",
        ),
        // Chess960 by the king, and by a rook; the outer rook of two has no right.
        (
            "1k5r/8/8/8/8/8/8/4K2R w Kk - 0 1",
            "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"1k5r/8/8/8/8/8/8/4K2R w Kk - 0 1\"]\n\n*\n\n",
        ),
        (
            "4k3/8/8/8/8/8/8/4K1RR w G - 0 1",
            "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K1RR w G - 0 1\"]\n\n*\n\n",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "[Variant \"Atomic\"]\n\n*\n\n",
        ),
    ] {
        let mut game = GameWriter::new(Position::from_fen(fen).unwrap());
        for (name, value) in [("FEN", "x"), ("SetUp", "0"), ("Variant", "Atomic")] {
            game.tag(name, value).unwrap();
        }
        let text = game.finish(None).unwrap();
        assert_eq!(text.split_once("[Result \"*\"]\n").unwrap().1, tags);
    }
}

#[test]
fn refused_parts_change_nothing() {
    let mut game = GameWriter::new(Position::from_fen("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1").unwrap());
    let castling = Move::new(Square::E1, Square::H1, MoveKind::Castling);
    let at = Box::new(*game.position());
    let error = game.play(castling).unwrap_err();
    assert_eq!(error, WriteError::Move(castling, at));
    let error = game.play(None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the turn cannot pass in check: 4k3/8/8/8/8/8/4r3/4K2R w K - 0 1"
    );
    for name in ["", "White Elo", "Weiß"] {
        let error = game.tag(name, "x").unwrap_err();
        assert_eq!(error, WriteError::TagName(name.into()));
    }
    for value in ["a\nb", "\0", "\u{85}"] {
        let error = game.tag("Site", value).unwrap_err();
        assert_eq!(error, WriteError::TagValue("Site".into()));
    }
    for text in ["a } b", "\u{b}", "\u{7f}", "x [Event \"y\"]"] {
        let error = game.comment(text).unwrap_err();
        assert_eq!(error, WriteError::Comment(text.into()));
    }
    assert_eq!(
        game.begin_variation().unwrap_err(),
        WriteError::VariationStart
    );
    assert_eq!(game.end_variation().unwrap_err(), WriteError::VariationEnd);
    game.play(played(&game, "Kxe2"))
        .unwrap()
        .begin_variation()
        .unwrap();
    assert_eq!(game.end_variation().unwrap_err(), WriteError::VariationEnd);
    assert_eq!(
        game.clone().finish(None).unwrap_err(),
        WriteError::OpenVariation
    );
    game.play(played(&game, "Kf1"))
        .unwrap()
        .end_variation()
        .unwrap();
    assert!(
        game.finish(None)
            .unwrap()
            .ends_with("]\n\n1. Kxe2 (1. Kf1) *\n\n")
    );
}
