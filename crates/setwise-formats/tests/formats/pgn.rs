//! PGN.

use crate::common::read_all;
use setwise_formats::{Error, Format, Outcome, ReadOptions, Reader, Reason, Record};

/// The moves of all games in UCI form.
fn moves(records: &[Record]) -> String {
    let names: Vec<_> = records
        .iter()
        .map(|record| {
            let played = record.played.unwrap();
            format!("{played:#}")
        })
        .collect();
    names.join(" ")
}

/// The moves, the numbers of games and of damaged games, and the first problem.
fn games(text: &str) -> (String, u64, u64, String) {
    let (records, totals, _, why) = read_all(text.as_bytes(), Format::Pgn);
    (moves(&records), totals.units, totals.damaged, why)
}

#[test]
fn a_small_file() {
    let (records, totals, ..) = read_all(include_bytes!("../data/small.pgn"), Format::Pgn);
    assert_eq!(totals.units, 2);
    assert_eq!(moves(&records), "e2e4 e7e5 d1h5 e8e7 h5e5 e1h1");
    assert_eq!(records[4].outcome, Some(Outcome::WhiteWins));
    assert_eq!(records[4].ply, Some(4));
    assert_eq!(records[5].outcome, None);
    assert_eq!(records[5].ply, Some(0));
}

/// The games and their positions as python-chess reads them.
#[test]
fn games_read_by_another_program() {
    let (records, totals, _, why) = read_all(include_bytes!("../data/games.pgn"), Format::Pgn);
    assert_eq!(totals.damaged, 0, "{why}");
    let expected: Vec<_> = include_str!("../data/games.txt").lines().collect();
    assert_eq!(records.len(), expected.len());
    for (record, line) in records.iter().zip(expected) {
        let played = record.played.unwrap();
        let outcome = record
            .outcome
            .map_or("*".to_owned(), |outcome| outcome.to_string());
        // Theirs are counted from the beginning of the game.
        let start = first_ply(&records, record);
        let ply = record.ply.unwrap() - start;
        let fen = record.position.to_shredder_fen();
        assert_eq!(format!("{fen}|{played:#}|{outcome}|{ply}"), line);
    }
}

/// The ply of the first record of a game.
fn first_ply(records: &[Record], record: &Record) -> u16 {
    let first = records.iter().find(|other| other.game == record.game);
    first.and_then(|first| first.ply).unwrap()
}

#[test]
fn places_of_games() {
    for (text, expected, units) in [
        ("", "", 0),
        ("\n \r\n% escape\n; comment\n{ comment }", "", 0),
        ("*", "", 1),
        ("1-0", "", 1),
        ("e4 *", "e2e4", 1),
        ("1. e4 1-0 1. d4 0-1", "e2e4 d2d4", 2),
        ("1.e4 e5 2.Nf3*[Event \"x\"]1.c4*", "e2e4 e7e5 g1f3 c2c4", 2),
        ("\u{feff}[Event \"x\"]\n1. e4 *", "e2e4", 1),
        ("1. e4 {1-0} (1. d4 1-0 d5) e5 *", "e2e4 e7e5", 1),
        ("1. e4 ! e5 ?! 2. d4 += d5 *", "e2e4 e7e5 d2d4 d7d5", 1),
        ("[SetUp \"0\"]\n[FEN \"x\"]\n1. e4 *", "e2e4", 1),
        ("[Variant \"Chess960\"]\n1. e4 *\r\n", "e2e4", 1),
    ] {
        assert_eq!(
            games(text),
            (expected.into(), units, 0, String::new()),
            "{text:?}"
        );
    }
}

#[test]
fn damage_stays_in_its_game() {
    const NEXT: &str = "\n\n[Event \"next\"]\n[Result \"*\"]\n\n1. c4 *\n";
    for (text, line, why) in [
        (
            "[Event \"x\"]\n\n1. e5 *",
            3,
            "\"e5\" is no legal move after 0 half-moves",
        ),
        (
            "[Event \"x\"]\n\n1. e4 e5\n2. Nf9 *",
            4,
            "\"Nf9\" is not a move after 2 half-moves",
        ),
        (
            "[Event \"x\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5+ -- *",
            3,
            "\"--\" is not a move after 5 half-moves",
        ),
        (
            "[Event \"x\"]\n\n1. e4 { open *",
            3,
            "a comment is not closed",
        ),
        (
            "[Event \"x\"]\n\n1. e4 ( 1. d4 *",
            5,
            "a variation is not closed",
        ),
        ("[Event \"x\"]\n\n1. e4 ) *", 3, "a variation is not opened"),
        (
            "[Event \"x\"]\n\n1. e4 @ *",
            3,
            "the character '@' (U+0040), at byte 19 of the game, which PGN does not have there",
        ),
        ("[FEN x]\n\n1. e4 *", 1, "a tag pair is broken"),
        (
            "[Event \"x\"]\n\n1. e4 [%clk 1] *",
            3,
            "a tag pair is broken",
        ),
        (
            "[Event \"x\"]\n[FEN \"8/8 w - -\"]\n\n1. e4 *",
            2,
            "FEN (placement): 8 ranks are needed, found 2",
        ),
        (
            "[Event \"x\"]\n[Variant \"Atomic\"]\n\n1. e4 *",
            2,
            "the variant \"Atomic\" is not supported",
        ),
    ] {
        let first = format!("1. a4 *\n\n{text}{NEXT}");
        let (moves, units, damaged, found) = games(&first);
        assert_eq!(
            (moves.as_str(), units, damaged),
            ("a2a4 c2c4", 2, 1),
            "{text}"
        );
        let expected = format!("PGN, game 2 at byte 9, line {}: {why}", line + 2);
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_cut_game() {
    let (moves, units, damaged, why) = games("[Event \"x\"]\n1. e4 *\n[Event \"y\"]\n1. e4 e5 2.");
    assert_eq!((moves.as_str(), units, damaged), ("e2e4 e2e4 e7e5", 2, 0));
    assert_eq!(why, "");
}

#[test]
fn rare_tokens() {
    for (text, expected) in [
        (
            "1. e4 $14 e5 2. Nf3 Nf6 ( 2... d6 ( 2... Nc6 ) ) 3. Bc4 Bc5 4. 0-0 ; 0-1\n0-0 *",
            "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1 e8h8",
        ),
        (
            "1. e4 a6 2. e5 d5 3. exd6 e.p. *",
            "e2e4 a7a6 e4e5 d7d5 e5d6",
        ),
    ] {
        let (moves, units, damaged, why) = games(text);
        assert_eq!((moves.as_str(), units, damaged), (expected, 1, 0), "{why}");
    }
}

#[test]
fn a_long_game_ends_where_the_next_one_begins() {
    let comments = "{ }\n".repeat(300_000);
    // Past the limit, the mark of the next game is in a line, and lines end.
    let long = format!("[Event \"a\"]\n\n1. e4 {comments}{{ [Event \"c\"] }}\n{{ }}\n");
    let text = format!("{long}[Event \"b\"]\n\n1. d4 *\n");
    let (records, totals, aside, why) = read_all(text.as_bytes(), Format::Pgn);
    assert_eq!(moves(&records), "d2d4");
    assert_eq!((totals.units, totals.damaged), (1, 1));
    assert!(aside == long.as_bytes());
    assert!(why.ends_with("longer than 1048576 bytes"), "{why}");
}

#[test]
fn no_point_lies_inside_a_long_game() {
    let comments = "{ }\n".repeat(300_000);
    let text = format!("[Event \"a\"]\n1. e4 {comments}\n[Event \"b\"]\n1. d4 *\n");
    let mut reader = Reader::new(text.as_bytes(), Format::Pgn, ReadOptions::default());
    let mut records = Vec::new();
    let Err(Error::Damage(damage)) = reader.read_batch(&mut records, 100) else {
        panic!("the first game is damaged");
    };
    assert_eq!(damage.reason, Reason::TooLong(1 << 20));
    // The last 7 bytes may be the beginning of a mark.
    assert_eq!(reader.totals().damaged_bytes, (1 << 20) - 8);
    assert_eq!(reader.point(), None);
    assert_eq!(reader.read_batch(&mut records, 100).unwrap(), 1);
    assert_eq!(moves(&records), "d2d4");
    assert!(reader.point().is_some());
}
