//! PGN.

use crate::common::{read_all, rest};
use setwise_formats::{
    Error, Format, Notice, OnDamage, Outcome, PgnReadError, ReadError, ReadOptions, Reader, Record,
};

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

/// The moves, the numbers of games and of damaged games, and the first damage.
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
        ("1. e4 1-0 1-0\n1-0\n\n0-1 (5 e4) `", "e2e4", 2),
        (
            "1. e4 e5\n\n1. d4 d5\n\n1. c4 c5",
            "e2e4 e7e5 d2d4 d7d5 c2c4 c7c5",
            3,
        ),
        (
            "1. e4 e5\n2. Nf3 Nc6\n\n3. Bb5",
            "e2e4 e7e5 g1f3 b8c6 f1b5",
            1,
        ),
        ("0. e4 e5 0... Nf3 *", "e2e4 e7e5 g1f3", 1),
        ("`[White \"a\"]\n\n[White \"b\"]\n\n1. e4 *", "e2e4", 2),
        (
            "[%a] 1. [%clk 1] e4 [%eval e5] e5 (1... [%a] c5) *",
            "e2e4 e7e5",
            1,
        ),
        ("[\nSetUp\n\"0\"\n][FEN \"x\"]\n1. e4 *", "e2e4", 1),
        ("1.e4 e5 2.Nf3*[Event \"x\"]1.c4*", "e2e4 e7e5 g1f3 c2c4", 2),
        ("\u{feff}[Event \"x\"]\n1. e4 *", "e2e4", 1),
        ("1. e4 {1-0} (1. d4 1-0 d5) e5 *", "e2e4 e7e5", 1),
        ("1. e4 ! e5 ?! 2. d4 += d5 *", "e2e4 e7e5 d2d4 d7d5", 1),
        ("[SetUp \"0\"]\n[FEN \"x\"]\n1. e4 *", "e2e4", 1),
        ("[Variant \"Chess960\"]\n1. e4 *\r\n", "e2e4", 1),
        (
            "1. e4 $14 e5 2. Nf3 Nf6 ( 2... d6 ( 2... Nc6 ) ) 3. Bc4 Bc5 4. 0-0 ; 0-1\n0-0 *",
            "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1 e8h8",
            1,
        ),
        (
            "1. e4 a6 2. e5 d5 3. exd6 e.p. *",
            "e2e4 a7a6 e4e5 d7d5 e5d6",
            1,
        ),
        // The second game is cut.
        (
            "[Event \"x\"]\n1. e4 *\n[Event \"y\"]\n1. e4 e5 2.",
            "e2e4 e2e4 e7e5",
            2,
        ),
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
    let event = |rest: &str| format!("[Event \"x\"]\n{rest}");
    for (text, line, why) in [
        (
            event("\n1. e5 *"),
            3,
            "\"e5\" is no legal move after 0 half-moves",
        ),
        (
            event("\n1. e4 e5\n2. Nf9 *"),
            4,
            "\"Nf9\" is not a move after 2 half-moves",
        ),
        (
            event("\n1. e4 e5 2. Qh5 Ke7 3. Qxe5+ -- *"),
            3,
            "the turn cannot pass in check",
        ),
        (event("\n1. e4 { open *"), 3, "a comment is not closed"),
        (event("\n1. e4 ( 1. d4 *"), 5, "a variation is not closed"),
        (event("\n1. e4 ) *"), 3, "a variation is not opened"),
        (
            event("\n1. e4 @ *"),
            3,
            "the character '@' (U+0040), at byte 19 of the game, which PGN does not have there",
        ),
        ("[FEN x]\n\n1. e4 *".into(), 1, "a tag pair is broken"),
        ("[Event \"x\" 1. e4 e5 *".into(), 1, "a tag pair is broken"),
        (
            event("1. e4 e5 1. Nf3 *"),
            2,
            "the move number 1 follows later moves",
        ),
        (
            event("1. e4 d5 2. N c3 *"),
            2,
            "\"N\" is not a move after 2 half-moves",
        ),
        (
            event("1. e4 d5 N c3 *"),
            2,
            "\"N c3\" is not a move after 2 half-moves",
        ),
        (event("\n1. e4 [clk 1] *"), 3, "a tag pair is broken"),
        (
            event("[FEN \"8/8 w - -\"]\n\n1. e4 *"),
            2,
            "FEN (placement): 8 ranks are needed, found 2",
        ),
        (
            event("[Variant \"Atomic\"]\n\n1. e4 *"),
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
fn moves_whose_game_is_not_known_are_damage() {
    const WHY: &str = "neither tags nor the move number 1 begin the game";
    for (text, expected, at) in [
        ("1. e4 e5 1-0 2. Nf3 Nc6 1-0", "e2e4 e7e5", 13),
        ("1. e4 e5 1-0 Nf3 Nc6 1-0", "e2e4 e7e5", 13),
        ("1. e4 e5 1-0\nNf3 Nc6 1-0", "e2e4 e7e5", 13),
        ("5. e4 e5 1-0", "", 0),
        (
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n* 1. e4 *",
            "",
            43,
        ),
    ] {
        let (moves, units, damaged, why) = games(text);
        let expected_units = u64::from(at > 0);
        assert_eq!(
            (&*moves, units, damaged),
            (expected, expected_units, 1),
            "{text}"
        );
        assert!(
            why.contains(&format!("at byte {at}, ")) && why.ends_with(WHY),
            "{why}"
        );
    }
}

/// What is read, but not to the letter.
#[test]
fn deviations_are_noted() {
    use Notice::{BrokenTag, Mark, MoveNumberZero, MoveSpelling, Quote, RepeatedTag, Stray};
    const BEGIN: &str = "1. e4 d5 2. Nf3 Nc6 3. Bb5 Bg4 4. ";
    let fen = |fen: &str, moves: &str| format!("[Event \"?\"]\n[FEN \"{fen}\"]\n{moves} *");
    let promotes = |name: &str| fen("3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1", name);
    let knights = |name: &str| fen("7k/8/8/8/8/8/8/1N2KN2 w - - 0 1", name);
    let mates = |name: &str| fen("7k/R7/8/8/8/8/8/1R2K3 w - - 0 1", name);
    for (text, expected) in [
        (format!("{BEGIN}O-O *"), None),
        (format!("{BEGIN}0-0 *"), Some(MoveSpelling)),
        (format!("{BEGIN}O-O!? *"), None),
        (format!("{BEGIN}O-O!!! *"), Some(MoveSpelling)),
        (format!("{BEGIN}exd5 *"), None),
        (format!("{BEGIN}ed5 *"), Some(MoveSpelling)),
        (format!("{BEGIN}e4xd5 *"), Some(MoveSpelling)),
        (format!("{BEGIN}e4:d5 *"), Some(MoveSpelling)),
        (format!("{BEGIN}Bxc6+ *"), None),
        (format!("{BEGIN}Bxc6++ *"), Some(MoveSpelling)),
        (format!("{BEGIN}Bc6 *"), Some(MoveSpelling)),
        (format!("{BEGIN}Nxd4 *"), Some(MoveSpelling)),
        (format!("{BEGIN}Ng5! *"), None),
        (format!("{BEGIN}N3g5 *"), Some(MoveSpelling)),
        (format!("{BEGIN}d2-d4 *"), Some(MoveSpelling)),
        (format!("{BEGIN}dd4 *"), Some(MoveSpelling)),
        (format!("{BEGIN}d4 e.p. *"), Some(MoveSpelling)),
        (promotes("e8=Q"), None),
        (promotes("exd8=N+!"), None),
        (promotes("e8Q"), Some(MoveSpelling)),
        (promotes("e8=q"), Some(MoveSpelling)),
        (promotes("ed8=Q"), Some(MoveSpelling)),
        (knights("Nbd2"), None),
        (knights("Nb1d2"), Some(MoveSpelling)),
        (mates("Rb8#"), None),
        (mates("Rb8"), None),
        ("1. e4 $1 *".into(), None),
        ("1. e4 $ *".into(), Some(Mark)),
        ("1. e4 ! e5 ?? *".into(), None),
        ("1. e4 +- *".into(), Some(Mark)),
        ("1. e4 N e5 *".into(), Some(Mark)),
        ("1. e4 {x} D 1... e5 *".into(), Some(Mark)),
        ("0. e4 e5 *".into(), Some(MoveNumberZero)),
        ("[Event \"a \\\"b\\\"\"] *".into(), None),
        ("[Event \"a \"b\"\"] *".into(), Some(Quote)),
        ("[Event \"C:\\\\x\\\\\"] *".into(), None),
        (
            "[Event \"C:\\x\\\"] [Round \"1\"] *".into(),
            Some(BrokenTag),
        ),
        ("[Event: \"x\"] [Round \"1\"] *".into(), Some(BrokenTag)),
        ("[Round \"1\"] [Round \"1\"] *".into(), Some(RepeatedTag)),
        ("[#] 1. e4 *".into(), Some(BrokenTag)),
        ("1. e4 * (55)".into(), Some(Stray)),
    ] {
        let options = ReadOptions::default().final_positions(true);
        let mut reader = Reader::new(text.as_bytes(), Format::Pgn, options);
        rest(&mut reader);
        let totals = reader.totals();
        let found: Vec<_> = Notice::ALL
            .into_iter()
            .filter(|&notice| notice.is_lenient() && totals.notices(notice) > 0)
            .collect();
        assert_eq!(found, Vec::from_iter(expected), "{text}");
        let options = ReadOptions::default()
            .strict(true)
            .on_damage(OnDamage::Skip);
        let mut reader = Reader::new(text.as_bytes(), Format::Pgn, options);
        rest(&mut reader);
        let damaged = u64::from(expected.is_some());
        assert_eq!(reader.totals().damaged, damaged, "{text}");
    }
}

#[test]
fn damaged_games_do_not_join_when_they_are_copied() {
    let (_, totals, aside, _) = read_all(b"1. e4 Ke4 * [Event \"x\"] 1. Ke4 *", Format::Pgn);
    assert_eq!((totals.damaged, totals.damaged_bytes), (2, 31));
    assert_eq!(aside, b"1. e4 Ke4 *\n[Event \"x\"] 1. Ke4 *\n");
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
    assert_eq!(
        damage.reason,
        ReadError::Pgn(PgnReadError::TooLong(1 << 20))
    );
    // The last 7 bytes may be the beginning of a mark.
    assert_eq!(reader.totals().damaged_bytes, (1 << 20) - 8);
    assert_eq!(reader.point(), None);
    assert_eq!(reader.read_batch(&mut records, 100).unwrap(), 1);
    assert_eq!(moves(&records), "d2d4");
    assert!(reader.point().is_some());
}
