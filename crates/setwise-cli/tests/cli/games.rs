//! Columns of games, and games as rows.

use crate::common::{
    assert_ends, assert_has, assert_starts, data, data_of, empty_folder, json_of, text,
};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Games with tags, clocks and evaluations; one without moves, one that begins elsewhere.
const GAMES: &str = "\
[Event \"Blitz\"]
[White \"Ann\"]
[WhiteElo \"1912\"]
[ECO \"C20\"]
[TimeControl \"180+2\"]

1. e4 { [%eval 0.3] [%clk 0:03:00] } e5 { [%clk 0:02:59.5] } 2. Qh5? $18 { [%eval -0.2,12] }
2... Ke7 { [%eval #1] } 3. Qxe5# { best [%eval x] } 1-0

[Event \"Fool\"]
[White \"Bob, \\\"the\\\" king\"]
[WhiteElo \"?\"]
[ECO \"A00\"]

1. f3 e5 2. g4 Nc6 3. -- Qh4# 0-1

[Event \"None\"]
[White \"Ann\"]
[WhiteElo \"2105\"]

1/2-1/2

[Event \"End\"]
[White \"Eve\"]
[WhiteElo \"2250\"]
[FEN \"6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1\"]

1. Kf2 { [%clk 0:00:05] } Kf8 2. Rd8+ Ke7 *
";

const COLUMNS: &str = "WhiteElo,ECO,Result,clock,eval,eval_mate,san,nags";

/// Those of them that a table of games stores.
const STORED: &str = "Event,White,WhiteElo,ECO,clock,eval,eval_mate,nags";

fn folder(name: &str) -> (PathBuf, PathBuf) {
    let folder = empty_folder(name);
    let games = folder.join("games.pgn");
    fs::write(&games, GAMES).expect("a file");
    (folder, games)
}

/// The rows of a table as CSV.
fn rows(from: &Path, columns: &str) -> String {
    let to = from.with_extension("rows.csv");
    data_of(&format!("convert --quiet --columns {columns}"), from, &to).done();
    fs::read_to_string(to).expect("the output")
}

#[test]
fn every_form_of_games_has_the_same_rows() {
    let (folder, games) = folder("games-forms");
    let (expected, to_columns) = (
        rows(&games, COLUMNS),
        format!("convert --columns {COLUMNS}"),
    );
    let all: Vec<&str> = expected.lines().collect();
    assert_eq!(
        all[..4],
        [
            "fen,score,outcome,move,ply,game,WhiteElo,ECO,Result,clock,eval,eval_mate,san,nags",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1,,2,e2e4,0,1,1912,C20,1-0,180000,30,,e4,\"\"",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1,30,2,e7e5,1,1,1912,C20,1-0,179500,,,e5,\"\"",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2,,2,d1h5,2,1,1912,C20,1-0,,-20,,Qh5,2 18",
        ]
    );
    assert!(all[4].ends_with(",,,1,Ke7,\"\""), "{}", all[4]);
    assert_eq!(all.len(), 1 + 5 + 6 + 4);
    for extension in ["parquet", "arrow", "csv"] {
        for moves in ["uci", "san"] {
            let table = folder.join(moves).with_extension(extension);
            let command = format!("games --moves {moves} --columns {STORED}");
            let printed = data_of(&command, &games, &table).done();
            assert_starts(&printed, "games written: 4\n");
            assert_eq!(rows(&table, COLUMNS), expected, "{moves} {extension}");
            // Games of a table are PGN, and rows again.
            let pgn = table.with_extension("again.pgn");
            data_of("games", &table, &pgn).done();
            assert_eq!(rows(&pgn, COLUMNS), expected, "{moves} {extension}");
        }
        let table = folder.join("lengths").with_extension(extension);
        data_of("games --columns WhiteElo --moves none", &games, &table).done();
        if extension == "csv" {
            let lengths = fs::read_to_string(&table).expect("the output");
            assert_starts(&lengths, "game,WhiteElo,Result,FEN,plies\n1,1912,1-0,,5\n");
        }
        // Positions, and their columns.
        let table = folder.join("positions").with_extension(extension);
        data_of(&to_columns, &games, &table).done();
        assert_eq!(rows(&table, COLUMNS), expected, "{extension}");
    }
    // Compressed files, with and without the ending that says so.
    for extension in ["pgn.gz", "pgn.zst"] {
        let [named, unnamed] =
            [extension, "pgn"].map(|end| folder.join("packed").with_extension(end));
        data_of("convert", &games, &named).done();
        assert_eq!(rows(&named, COLUMNS), expected, "{extension}");
        fs::rename(&named, &unnamed).expect("a file");
        assert_eq!(rows(&unnamed, COLUMNS), expected, "{extension}");
        let [csv, table] = [extension.replace("pgn", "csv"), "csv".to_owned()]
            .map(|end| folder.join("table").with_extension(end));
        data_of(&to_columns, &games, &csv).done();
        fs::rename(&csv, &table).expect("a file");
        assert_eq!(rows(&table, COLUMNS), expected, "{}", text(&table));
    }
    // The games as Lichess's tables have them.
    let movetext = folder.join("movetext.csv");
    let mut table = "WhiteElo,ECO,FEN,Result,movetext\n".to_owned();
    for game in GAMES.split("\n\n[") {
        let (tags, moves) = game.split_once("\n\n").expect("a game");
        let tag = |name: &str| {
            let line = tags
                .lines()
                .find_map(|line| line.trim_start_matches('[').strip_prefix(name));
            line.map_or("", |value| value.trim_matches([' ', '"', ']']))
        };
        let result = moves.split_whitespace().last().expect("a result");
        let tags = ["WhiteElo", "ECO", "FEN"].map(tag).join(",");
        table += &format!("{tags},{result},\"{}\"\n", moves.trim());
    }
    fs::write(&movetext, table).expect("a file");
    assert_eq!(rows(&movetext, COLUMNS), expected);
    let written = folder.join("written.pgn");
    // A last position is no record, if nobody has asked for it.
    let printed = data_of("convert", &games, &written).done();
    assert_starts(&printed, "records read: 15\nrecords written: 15\n");
    let again = folder.join("again.pgn");
    let chosen = "games --json --where ply>=0&&missed_mate";
    let json = data_of(chosen, &written, &again);
    assert_has(&json.stderr, "missed_mate (1 record)");
    let json = json_of(&json.stdout);
    assert_eq!(json["read"], 15);
    assert_eq!(json["written"], 10);
    assert_eq!(rows(&written, COLUMNS), expected);
    let written = fs::read_to_string(written).expect("the output");
    assert_eq!(written.matches("[Event ").count(), 4);
    assert_has(&written, "[White \"Bob, \\\"the\\\" king\"]\n");
    let words = written.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_has(
        &words,
        "2. Qh5 $2 $18 { [%eval -0.20,12] } 2... Ke7 { [%eval #1] }",
    );
}

#[test]
fn tables_of_lichess_are_games() {
    let folder = empty_folder("games-lichess");
    let [text_table, puzzles, fens] =
        ["a.csv", "puzzles.csv", "a.fen"].map(|name| folder.join(name));
    fs::write(&text_table, "White,movetext\nAnn\n").expect("a file");
    let columns = "convert --to csv --columns White,clock";
    let ended = data_of(columns, &text_table, Path::new("-"));
    assert_has(&ended.stderr, "row 1 has 1 fields, the header 2");
    fs::write(
        &text_table,
        "White,movetext,Result\r\nAnn,\"1. e4 { [%clk 0:03:00], \"\"x\"\" } e5 2. Nf3\",1-0\r\n,,\r\nBob,1. d4 0-1,0-1\r\n",
    )
    .expect("a file");
    let skipping = format!("{columns} --on-damage skip --quiet");
    let rows = data_of(&skipping, &text_table, Path::new("-")).done();
    let rows: Vec<_> = rows
        .lines()
        .map(|row| row.split_once(',').unwrap().1)
        .collect();
    assert_eq!(
        rows[1..],
        [
            ",2,e2e4,0,1,Ann,180000",
            ",2,e7e5,1,1,Ann,",
            ",2,g1f3,2,1,Ann,",
            ",0,d2d4,0,3,Bob,"
        ]
    );
    fs::write(
        &puzzles,
        "PuzzleId,FEN,Moves,Rating\n00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7,1913\n\
        x,4k3/8/8/8/8/8/8/4K3 w - - 0 1,e1e2,900\n",
    )
    .expect("a file");
    data_of("filter --where Rating>1000", &puzzles, &fens).done();
    let fens = fs::read_to_string(fens).expect("the output");
    assert_eq!(fens.lines().count(), 2);
    assert_has(&fens, "/4Rp1Q/3p4/8/1N1P2b1/PqP3PP/7K w - - 0 25");
}

/// The games for which a condition holds for some half-move.
fn games_where(games: &Path, condition: &str) -> BTreeSet<String> {
    let to = games.with_extension("where.csv");
    let (from, to_text) = (text(games), text(&to));
    let ended = data(&["filter", from, to_text, "--quiet", "--where", condition]);
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let rows = fs::read_to_string(to).expect("the output");
    let game = |row: &str| row.split(',').nth(5).unwrap_or_default().to_owned();
    rows.lines().skip(1).map(game).collect()
}

#[test]
fn conditions_on_columns() {
    let (folder, games) = folder("games-conditions");
    let table = folder.join("games.parquet");
    data_of("games", &games, &table).done();
    for (condition, expected) in [
        ("WhiteElo >= 2000", "4"),
        ("WhiteElo < 2000 or ECO == 'A00'", "1 2"),
        ("ECO in (\"C20\", 'B99')", "1"),
        ("ECO starts_with 'A' && !(White == 'Ann')", "2"),
        ("ECO != 'A00'", "1"),
        ("WhiteElo in (1912, 2250)", "1 4"),
        ("clock < 10000", "4"),
        ("eval == -20 && ply == 2", "1"),
        ("eval_mate == 1", "1"),
        ("missed_mate", "2 4"),
        ("mating_moves == 1 && gives_check && played_captures", "1"),
        ("Event == 'Fool' && exchange >= 0", "2"),
    ] {
        let expected = expected.split(' ').map(str::to_owned).collect();
        assert_eq!(games_where(&games, condition), expected, "{condition}");
        assert_eq!(
            games_where(&table, condition),
            expected,
            "{condition} of a table"
        );
    }
    let pgn = folder.join("missed.pgn");
    let chosen = data_of("games --where missed_mate", &games, &pgn);
    assert_eq!(chosen.code, Some(0));
    let pgn = fs::read_to_string(pgn).expect("the output");
    assert_eq!(pgn.matches("[Event ").count(), 2);
}

#[test]
fn groups() {
    let (folder, games) = folder("games-groups");
    let by = |name: &str, more: &[&str]| {
        let arguments = ["stats", text(&games), "--by", name];
        data(&[&arguments[..], more].concat()).done()
    };
    assert_eq!(
        by(
            "WhiteElo/200",
            &["--where", "missed_mate", "--mean", "clock,ply"]
        ),
        "\
WhiteElo/200  records  games  matching    share  mean clock  mean ply
------------  -------  -----  --------  -------  ----------  --------
        1800        5      1         0   0.000%   179750.00      2.00
        2200        4      1         1  25.000%     5000.00      1.50
     missing        6      1         1  16.667%                  2.50
"
    );
    assert_eq!(
        by("ECO", &[]),
        "ECO      records  games\n-------  -------  -----\nA00            6      1\nC20            5      1\nmissing        4      1\n"
    );
    let json = json_of(&by("ECO", &["--json"]));
    assert_eq!(json["groups"][0]["value"], "A00");
    let described = data(&["stats", text(&games), "--where", "ECO == 'A00'"]).done();
    assert_has(&described, "6 records");
    let epd = folder.join("a.epd");
    data_of("convert --quiet", &games, &epd).done();
    let counted = data(&["stats", text(&epd), "--by", "pieces/8"]).done();
    let rows = counted
        .lines()
        .skip(2)
        .map(|row| row.split_whitespace().collect::<Vec<_>>());
    assert_eq!(
        rows.collect::<Vec<_>>(),
        [["0", "4", "1"], ["32", "11", "2"]]
    );
}

#[test]
fn a_cut_file_costs_its_rest() {
    let (folder, games) = folder("games-several");
    let inputs = folder.join("inputs");
    fs::create_dir(&inputs).expect("a folder");
    let [a, b, list] = ["a.pgn.gz", "b.pgn", "list"].map(|name| inputs.join(name));
    data_of("convert --quiet", &games, &a).done();
    fs::copy(&games, &b).expect("a copy");
    let packed = fs::read(&a).expect("the output");
    fs::write(&a, &packed[..packed.len() - 20]).expect("a file");
    fs::write(&list, format!("{}\n{}\n", text(&a), text(&b))).expect("a file");
    let output = folder.join("all.csv");
    let pattern = inputs.join("*.pgn*");
    let from_list = format!("@{}", text(&list));
    let mut written = BTreeSet::new();
    for given in [
        &[text(&a), text(&b)][..],
        &[text(&inputs)],
        &[text(&pattern)],
        &[&from_list],
    ] {
        let convert = ["convert", "--columns", "file,White"];
        let ended = data(&[&convert, given, &[text(&output)]].concat());
        assert_eq!(ended.code, Some(1));
        assert_has(&ended.stderr, "a.pgn.gz: cannot read: gzip: cut");
        written.insert(fs::read_to_string(&output).expect("the output"));
    }
    let written = written
        .pop_first()
        .filter(|_| written.is_empty())
        .expect("equal outputs");
    assert_eq!(written.matches("b.pgn,").count(), 15);
    fs::remove_file(&output).expect("the output");
    data(&["convert", "--strict", text(&a), text(&b), text(&output)]).failed(1);
    assert!(!output.exists());
}

#[test]
fn wrong_names_write_nothing() {
    let (folder, games) = folder("games-errors");
    let [table, output, viri] = ["a.csv", "b.csv", "c.epd"].map(|name| folder.join(name));
    data_of("convert --columns ECO --quiet", &games, &table).done();
    let filter = |from: &Path, condition: &str| {
        let ended = data(&["filter", text(from), text(&output), "--where", condition]);
        assert_eq!(ended.code, Some(2), "{condition}: {}", ended.stderr);
        ended.stderr
    };
    for (condition, expected) in [
        (
            "WhitElo > 3",
            "unknown value `WhitElo`; did you mean `WhiteElo`",
        ),
        ("ECO > 3", "`ECO` is a text, for ==, !=, in or starts_with"),
        ("WhiteElo == 'x'", "a number cannot be compared with a text"),
        ("ECO == 'A", "the quote is not closed"),
        ("nags == 3", "`nags` is written, but not compared"),
        (
            "ECO == 'A' && ECO == 'B'",
            "holds for no record: no `ECO` fits",
        ),
        (
            "clock < 0",
            "holds for no record: no `clock` is at least 0 and at most -1",
        ),
        (
            "Result == 'White'",
            "holds for no record: `Result` is one of 1-0",
        ),
        (
            "mate == 2",
            "setwise: --where: it holds for no record: no `mate` is at least 2 and at most 1\n",
        ),
    ] {
        let found = filter(&games, condition);
        assert!(found.contains(expected), "{condition}: {found}");
    }
    let found = filter(&table, "EC == 'A'");
    assert_has(&found, "unknown column `EC`; did you mean `ECO`");
    let found = filter(&table, "WhiteElo > 3");
    assert_has(&found, "unknown column `WhiteElo`");
    fs::write(&viri, "4k3/8/8/8/8/8/8/4K3 w - -\n").expect("a file");
    let found = filter(&viri, "WhiteElo > 3");
    assert_has(&found, "EPD has no column `WhiteElo`");
    let found = data(&["convert", text(&games), text(&output), "--columns", "elo"]).failed(2);
    assert_has(&found, "--columns: unknown column `elo`");
    let found = data(&["stats", text(&games), "--by", "ECO/2"]).failed(2);
    assert_has(&found, "`ECO` is a text, which has no steps");
    let found = data(&["convert", text(&games), "x.fen", "--columns", "ECO"]).failed(2);
    assert_has(&found, "FEN holds no columns of games");
    let found = data_of("games --to csv --where in_check", &table, &output).failed(2);
    assert_has(&found, "the rows of this table are positions");
    let list = folder.join("empty.list");
    fs::write(&list, "\n").expect("a file");
    let found = data(&["stats", &format!("@{}", text(&list))]).failed(2);
    assert_has(&found, "no names of files");
    assert!(!output.exists());
}

/// What games of PGN hold beside the columns that are written.
#[test]
fn what_columns_do_not_hold() {
    let folder = empty_folder("games-losses");
    let [input, pgn, table] = ["a.pgn", "b.pgn", "b.csv"].map(|name| folder.join(name));
    let lost = |moves: &str, arguments: &[&str]| {
        fs::write(&input, format!("{moves} *\n")).expect("a file");
        let numbers = data(&[&["convert", text(&input)], arguments, &["--json"]].concat()).done();
        let numbers = json_of(&numbers);
        numbers["lost"].clone()
    };
    let (rest, unclear) = (json!({"comment_rest": 1}), json!({"unclear_numbers": 1}));
    let none = json!({});
    for (moves, expected) in [
        (
            "1. e4 $1 e5! {[%eval 0.3] [%clk 0:03:00]} 2. Nf3 {[%clk 0:03:00]}",
            &none,
        ),
        ("1. e4 {+0.30/12 1.2s} e5 {-M5/20 0.1s, tl=60.000s}", &none),
        ("1. e4 {+0.30/12 1.2s, n=5}", &rest),
        ("1. e4 {[%eval 0.3] mate in 3}", &rest),
        ("1. e4 {[%clk 0:03:00] [%csl Ga1]}", &rest),
        ("{[%clk 0:03:00]} 1. e4", &json!({"comments": 1})),
        ("$1 1. e4", &json!({"nags": 1})),
        ("1. {[%clk 0:03:00] [%eval 0.3]} e4", &rest),
        ("1. $1 e4", &rest),
        ("1. e4 {[%clk 596:31:23.647]}", &none),
        ("1. e4 {[%clk 720:00:00]}", &unclear),
        ("1. e4 {d=70000}", &unclear),
        ("1. e4 (1. d4)", &json!({"variations": 1})),
    ] {
        assert_eq!(&lost(moves, &[text(&pgn)]), expected, "{moves}");
    }
    let evals = [text(&table), "--columns", "eval,eval_mate"];
    assert_eq!(lost("1. e4 {[%eval 0.3]}", &evals), none);
    assert_eq!(lost("1. e4 {[%eval 0.3] [%clk 0:03:00]}", &evals), rest);
    let tags = [text(&table), "--columns", "White"];
    let comments = json!({"comments": 1, "nags": 1});
    assert_eq!(lost("1. e4 $1 {[%clk 0:03:00]}", &tags), comments);
}

/// A control character of a tag is a blank, and a result is shown as it is.
#[test]
fn tags_as_they_are() {
    let folder = empty_folder("games-tags");
    let [input, output] = ["a.pgn", "b.pgn"].map(|name| folder.join(name));
    fs::write(
        &input,
        "[Event \"a\tb\u{85}c\"]\n[Result \"*\"]\n\n1. e4 *\n",
    )
    .expect("a file");
    data_of("games", &input, &output).done();
    let written = fs::read_to_string(&output).expect("the output");
    assert_starts(&written, "[Event \"a b c\"]\n");
    let groups = data(&["stats", text(&input), "--by", "Result"]).done();
    assert_ends(&groups, "\n*             1      1\n");
}

/// A list as Windows writes it.
#[test]
fn lists_with_a_byte_order_mark() {
    let (folder, games) = folder("games-list");
    let list = folder.join("list.txt");
    let argument = format!("@{}", text(&list));
    fs::write(&list, format!("\u{feff}{}\r\n", text(&games))).expect("a file");
    data(&["stats", &argument]).done();
    let wide: Vec<u8> = "\u{feff}a.pgn"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    fs::write(&list, wide).expect("a file");
    let why = data(&["stats", &argument]).failed(1);
    assert_ends(&why, "list.txt: the text is UTF-16, not UTF-8");
}
