//! `setwise data`.

use crate::common::{
    assert_ends, assert_has, assert_starts, data, data_of, empty_folder, json_of, names, piped,
    text,
};
use serde_json::json;
use std::fs;

/// Three positions with scores and results; the last one is mate.
const LINES: &str = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 20 | 0.5
4k3/8/8/8/8/8/8/4K2R b K - 3 9 | 600 | 1.0
7k/6Q1/6K1/8/8/8/8/8 b - - 0 60 | 32000 | 1.0
";

/// Scholar's mate, a game with an illegal move, and a short game.
const GAMES: &str = "\
[Event \"a\"]

1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0

[Event \"b\"]

1. e4 e5 2. Kd3 1-0

[Event \"c\"]

1. d4 1/2-1/2
";

#[test]
fn options_between_files() {
    let folder = empty_folder("data-options-between");
    let [one, two, out] = ["a.txt", "b.txt", "c.txt"].map(|name| folder.join(name));
    fs::write(&one, LINES).expect("a file");
    fs::write(&two, LINES).expect("a file");
    let (one, two, out) = (text(&one), text(&two), text(&out));
    let check = ["--where", "!in_check"];
    for at in 0..=3 {
        let paths = [one, two, out];
        let (front, behind) = paths.split_at(at);
        let printed = data(&[&["filter"], front, &check, behind].concat()).done();
        assert_has(&printed, "records read: 6\nrecords written: 4\n");
    }
    let missing = "the following required arguments were not provided: <OUTPUT>";
    let message = data(&["filter", one, check[0], check[1]]).failed(2);
    assert_eq!(
        message,
        format!("{missing} (see `setwise data filter --help`)")
    );
    let message = data(&["interleave", one, "--seed", "2", two]).failed(2);
    assert_eq!(
        message,
        format!("{missing} (see `setwise data interleave --help`)")
    );
    let help = data(&["filter", "-h"]).done();
    assert_has(&help, " --where <CONDITION> <INPUT>... <OUTPUT>\n");
}

#[test]
fn columns_and_compressed_files() {
    let folder = empty_folder("data-columns");
    let path = |name: &str| format!("{}/{name}", text(&folder));
    let lines = path("a.txt");
    fs::write(&lines, LINES).expect("a file");
    let convert =
        |from: &str, to: &str, more: &[&str]| data(&[&["convert", from, to], more].concat()).done();
    for name in ["a.parquet", "a.arrow", "a.epd.gz", "a.epd.zst"] {
        for layout in ["fen", "packed", "bitboards"] {
            let (columns, back) = (path(name), path("b.txt"));
            convert(&lines, &columns, &["--layout", layout]);
            convert(&columns, &back, &[]);
            assert_eq!(
                fs::read_to_string(&back).expect("the output"),
                LINES,
                "{name} {layout}"
            );
        }
    }
    assert!(
        fs::read(path("a.epd.gz"))
            .expect("a file")
            .starts_with(&[0x1f, 0x8b])
    );
    let stats = json_of(&data(&["stats", &path("a.parquet"), "--json"]).done());
    assert_eq!(stats["format"], "Parquet");
    assert_eq!(stats["mates"], 1);
    let kept = path("c.fen");
    let condition = ["--where", "mate && score > 1000"];
    let printed = data(&[&["filter", &path("a.arrow"), &kept][..], &condition].concat()).done();
    assert_eq!(
        printed,
        "records read: 3\nrecords written: 1\ndamaged rows: 0\n"
    );

    // bulletformat does not store the side to move, which bitboards may lack.
    let (boards, lacking) = (path("a.bullet"), path("d.parquet"));
    convert(&lines, &boards, &[]);
    // Its records are of the side to move, before and after.
    convert(&boards, &path("b.data"), &[]);
    assert!(fs::read(path("b.data")).unwrap() == fs::read(&boards).unwrap());
    convert(&boards, &lacking, &["--layout", "bitboards"]);
    let refused = data(&["convert", &lacking, &path("e.fen")]).failed(1);
    let missing = "missing: side to move, castling rights, en passant square, clocks \
        (--assume-missing writes default values, but no moves)";
    assert_eq!(
        refused,
        format!("{}: record 1 does not fit FEN: {missing}", path("e.fen"))
    );
    let refused = data(&["convert", &boards, &path("e.parquet")]).failed(2);
    let lacks = "the input lacks what the output needs: side to move";
    assert_has(&refused, lacks);

    // Damaged files end the command and leave nothing.
    let whole = fs::read(path("a.parquet")).expect("a file");
    let cut = path("cut.parquet");
    fs::write(&cut, &whole[..whole.len() - 9]).expect("a file");
    let damaged = data(&["validate", &cut]).failed(1);
    assert_starts(&damaged, &format!("{cut}: "));
    let copied = [
        "convert",
        &path("a.parquet"),
        &path("f.fen"),
        "--copy-damaged",
        &path("g"),
    ];
    let refused = data(&copied).failed(2);
    assert_ends(&refused, "damaged rows of Parquet are not copied");
    let unknown = data(&["convert", &lines, &path("f.parquet"), "--layout", "boards"]).failed(2);
    assert_starts(&unknown, "invalid value 'boards' for '--layout <LAYOUT>'");
    let all = names(&folder);
    assert!(
        !all.iter()
            .any(|name| name.starts_with(['e', 'f', 'g']) || name.contains("tmp")),
        "{all:?}"
    );
}

#[test]
fn convert_through_pipes() {
    let formats = ["--from", "bullet-text", "--to", "fen"];
    let (code, stdout, stderr) = piped(
        LINES.as_bytes(),
        &[&["data", "convert", "-", "-"], &formats[..]].concat(),
    );
    let fens = LINES
        .lines()
        .map(|line| line.split(" |").next().unwrap_or(""));
    let fens: Vec<_> = fens.collect();
    assert_eq!(code, Some(0));
    assert_eq!(String::from_utf8_lossy(&stdout), fens.join("\n") + "\n");
    assert_eq!(
        stderr,
        "standard output: not kept: score (3 records), outcome (3 records)\n\
        records read: 3\nrecords written: 3\ndamaged lines: 0\n"
    );
    let (code, _, stderr) = piped(b"", &["data", "convert", "-", "x.fen"]);
    assert_eq!(code, Some(2));
    assert_eq!(
        stderr,
        "setwise: -: no extension gives the format; --from names it\n"
    );
}

#[test]
fn convert_by_choice_of_damage() {
    let folder = empty_folder("data-damage");
    let [games, output, copy] =
        ["games.pgn", "positions.epd", "damaged.pgn"].map(|name| folder.join(name));
    fs::write(&games, GAMES).expect("a file");
    let (from, to) = (text(&games), text(&output));
    let damage = "PGN, game 2 at byte 47, line 7: \"Kd3\" is no legal move after 2 half-moves";
    let stopped = data(&["convert", from, to]).failed(1);
    assert_eq!(stopped, format!("{from}: {damage}"));
    assert_eq!(names(&folder), ["games.pgn"]);
    let counts =
        |read| format!("records read: {read}\nrecords written: {read}\ndamaged games: 1\n");
    let skipped = data(&["convert", from, to, "--on-damage", "skip"]).done();
    assert_eq!(skipped, format!("{}first damage: {damage}\n", counts(6)));
    let skip_as_json = ["convert", from, to, "--on-damage", "skip", "--json"];
    let numbers = json_of(&data(&skip_as_json).done());
    assert_eq!(
        numbers,
        json!({
            "read": 6, "written": 6, "chains": null, "damaged": 1, "first_damage": damage, "lenient": {},
            "lost": {"tags": 2},
            "assumed": {}, "missing": {}, "cut": []
        })
    );
    let with_last = "convert --on-damage skip --final-positions";
    assert_starts(&data_of(with_last, &games, &output).done(), &counts(8));
    data(&["convert", from, to, "--copy-damaged", text(&copy)]).done();
    let copied = fs::read_to_string(&copy).expect("the copy");
    assert!(
        copied.contains("Kd3") && !copied.contains("Qh5"),
        "{copied}"
    );
    assert_eq!(
        names(&folder),
        ["damaged.pgn", "games.pgn", "positions.epd"]
    );
}

#[test]
fn convert_with_missing_fields() {
    let folder = empty_folder("data-missing");
    let [fens, boards] = ["a.fen", "a.bullet"].map(|name| folder.join(name));
    fs::write(&fens, "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n").expect("a file");
    let arguments = ["convert", text(&fens), text(&boards)];
    let refused = data(&arguments).failed(2);
    let lacks = "the input lacks what the output needs: score, outcome";
    assert_eq!(
        refused,
        format!(
            "{}: {lacks} (--assume-missing writes default values, but no moves)",
            text(&fens)
        )
    );
    assert_eq!(names(&folder), ["a.fen"]);
    let assume = [&arguments[..], &["--assume-missing"]].concat();
    let ended = data(&[&assume[..], &["--json"]].concat());
    let boards = text(&boards);
    let told = format!("{boards}: assumed: score (1 record), outcome (1 record)\n");
    assert_starts(&ended.stderr, &told);
    let numbers = json_of(&ended.done());
    assert_eq!(numbers["assumed"], json!({"score": 1, "outcome": 1}));
    assert_eq!(fs::read(boards).expect("the output").len(), 32);
}

#[test]
fn outputs_that_are_refused() {
    let folder = empty_folder("data-refused");
    let fens = folder.join("a.fen");
    fs::write(&fens, "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n").expect("a file");
    let fens = text(&fens);
    let path = |name: &str| format!("{}/{name}", text(&folder));
    let roundabout = path("../data-refused/a.fen");
    let cases = [
        (fens, fens, "the output is the input"),
        (fens, &roundabout, "the output is the input"),
        (
            fens,
            &path("b.parquet.gz"),
            "Parquet is compressed inside the file, not as a whole",
        ),
        (
            fens,
            &path("b.zip"),
            ".zip is the extension of no format (.bullet, .marlin, .vf, .binpack, .fen, .epd, .txt, .pgn, \
            .parquet, .arrow, .csv, with .gz or .zst if compressed); --to names the format",
        ),
    ];
    for (input, output, problem) in cases {
        let refused = data(&["convert", input, output]).failed(2);
        assert_eq!(refused, format!("{output}: {problem}"));
    }
    let copy = ["convert", fens, &path("b.fen"), "--copy-damaged"];
    let onto = |name: &str| data(&[&copy[..], &[name]].concat()).failed(2);
    assert!(onto(fens).ends_with("--copy-damaged names the input"));
    let mut same = vec![copy[2].to_owned(), path("../data-refused/b.fen")];
    same.extend(cfg!(windows).then(|| path("B.FEN")));
    for name in same {
        assert!(onto(&name).ends_with("--copy-damaged names the output"));
    }
    let missing = data(&["convert", &path("no.fen"), &path("b.fen")]).failed(1);
    assert_starts(&missing, &path("no.fen: "));
    let nowhere = data(&["convert", fens, &path("no/b.fen")]).failed(1);
    assert_starts(&nowhere, &path("no/b.fen: "));
    assert_eq!(names(&folder), ["a.fen"]);
    let unknown = data(&["convert", fens, &path("b.fen"), "--from", "chess"]).failed(2);
    assert_starts(&unknown, "invalid value 'chess' for '--from <FORMAT>'");
}

#[test]
fn validate_reads_on() {
    let folder = empty_folder("data-validate");
    let [games, lines] = ["games.pgn", "lines.fen"].map(|name| folder.join(name));
    fs::write(&games, GAMES).expect("a file");
    fs::write(
        &lines,
        "nonsense\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\n8/8/8/8/8/8/8/8 w - - 0 1\nx\n",
    )
    .expect("a file");
    let (games, lines) = (text(&games), text(&lines));
    let ended = data(&["validate", games, lines, "--show", "1"]);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(1), ""));
    let expected = [
        &format!("{games}: records: 6, damaged games: 1"),
        "  not kept: tags (2 games)",
        "  PGN, game 2 at byte 47, line 7: \"Kd3\" is no legal move after 2 half-moves",
        &format!("{lines}: records: 1, damaged lines: 3"),
        "  FEN, line 1 at byte 0, line 1: FEN (placement): 8 ranks are needed, found 1",
        "  and 2 more",
    ];
    assert_eq!(ended.stdout.lines().collect::<Vec<_>>(), expected);
    let ended = data(&["validate", lines, "--json"]);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(1), ""));
    let value = json_of(&ended.stdout);
    assert_eq!(value[0]["records"], 1);
    assert_eq!(value[0]["damaged"], 3);
    let damages = value[0]["damages"].as_array().expect("damages");
    assert_eq!(damages.len(), 3);
    assert_eq!(damages[2]["line"], 4);
    let sound = ["data", "validate", "-", "--from", "bullet-text"];
    let (code, stdout, _) = piped(LINES.as_bytes(), &sound);
    assert_eq!(code, Some(0));
    assert_eq!(stdout, b"standard input: records: 3, damaged lines: 0\n");
    // A file that cannot be read does not hide the others.
    let missing = folder.join("missing.fen");
    let ended = data(&["validate", text(&missing), lines, "--show", "0"]);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(1), ""));
    let [unread, rest] = [
        format!("{0}: records: 0, damaged lines: 0\n  {0}: ", text(&missing)),
        format!("\n{lines}: records: 1, damaged lines: 3\n  and 3 more\n"),
    ];
    assert_starts(&ended.stdout, &unread);
    assert_ends(&ended.stdout, &rest);
    let cut = folder.join("cut.fen.gz");
    fs::write(&cut, [0x1f, 0x8b, 8, 0]).expect("a file");
    let ended = data(&["validate", text(&cut)]);
    assert_eq!(ended.code, Some(1));
    assert_has(&ended.stdout, "\n  cannot read: ");
}

#[test]
fn stats_of_records() {
    let folder = empty_folder("data-stats");
    let lines = folder.join("lines.txt");
    fs::write(&lines, LINES).expect("a file");
    let printed = data(&["stats", text(&lines)]).done();
    let start = [
        &format!("{}: bullet text, 3 records, damaged lines: 0", text(&lines)),
        "scores: mean 10873.3, min 20, max 32000, missing 0",
        "pieces: mean 12.67, max 32",
        "legal moves: mean 8.33, max 20",
        "",
        "outcome     records  share",
        "----------  -------  -----",
        "White wins        2  66.7%",
        "draw              1  33.3%",
        "Black wins        0   0.0%",
        "missing           0   0.0%",
        "",
        "side to move  records  share",
    ];
    let found: Vec<_> = printed.lines().take(start.len()).collect();
    assert_eq!(found, start);
    assert_has(&printed, "\nlegal moves  positions   share\n");
    let value = json_of(&data(&["stats", text(&lines), "--json"]).done());
    for (name, expected) in [
        ("records", json!(3)),
        (
            "side_to_move",
            json!({"white": 1, "black": 2, "missing": 0}),
        ),
        (
            "phases",
            json!({"opening": 1, "middlegame": 0, "endgame": 2}),
        ),
        ("checks", json!(1)),
        ("mates", json!(1)),
        ("stalemates", json!(0)),
        ("insufficient_material", json!(0)),
    ] {
        assert_eq!(value[name], expected, "{name}");
    }
    assert_eq!(value["legal_moves"]["histogram"][20], 1);
    assert_eq!(value["pieces"]["histogram"][3], 2);
    let (code, _, stderr) = piped(b"", &["data", "stats", "-", "--from", "epd"]);
    assert_eq!((code, &stderr[..]), (Some(0), ""));
}

/// The numbers of the lines of `LINES` that an expression keeps.
fn kept(condition: &str, options: &[&str]) -> Vec<usize> {
    let formats = ["--from", "bullet-text", "--to", "bullet-text"];
    let filter = [
        &["data", "filter", "-", "-", "--where", condition],
        &formats[..],
        options,
    ]
    .concat();
    let (code, stdout, stderr) = piped(LINES.as_bytes(), &filter);
    assert_eq!(code, Some(0), "{stderr}");
    let fen = |line: &str| line.split(" |").next().map(str::to_string);
    let all: Vec<_> = LINES.lines().map(fen).collect();
    let stdout = String::from_utf8(stdout).expect("UTF-8");
    let place = |line: &str| all.iter().position(|known| *known == fen(line));
    stdout
        .lines()
        .map(|line| place(line).expect("a line of the input"))
        .collect()
}

#[test]
fn filter_by_values() {
    for (condition, expected) in [
        ("!in_check && legal_moves > 10 && pieces >= 8", &[0][..]),
        ("mate", &[2]),
        ("stalemate or insufficient_material", &[]),
        // The condition begins with a sign.
        ("-5 < score && score < 300", &[0]),
        ("halfmoves == 3 || fullmove == 60", &[1, 2]),
        // The ply is that of the move number.
        ("ply == 17", &[1]),
    ] {
        assert_eq!(kept(condition, &[]), expected, "{condition}");
    }
    // No record has a move or the number of its game.
    for (condition, expected) in [
        ("quiet || !quiet && isolated == 0", &[0, 1, 2][..]),
        ("game > 0", &[]),
        ("score > 500 && !(game > 0)", &[1, 2]),
    ] {
        assert_eq!(
            kept(condition, &["--assume-missing"]),
            expected,
            "{condition}"
        );
    }
}

#[test]
fn conditions_that_are_refused_show_the_place() {
    for (condition, problem, caret) in [
        ("pieces > x", "column 10: unknown value `x`", 9),
        ("(mate", "column 6: expected `)`, found the end", 5),
        (
            "-5 < socre",
            "column 6: unknown value `socre`; did you mean `score`?",
            5,
        ),
    ] {
        let ended = data(&["filter", "a.fen", "b.fen", "--where", condition]);
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""));
        let help = "see `setwise data filter --help`";
        let expected = format!(
            "setwise: --where: {problem} ({help})\n  {condition}\n  {}^\n",
            " ".repeat(caret)
        );
        assert_eq!(ended.stderr, expected);
    }
}

/// A condition on a value that no record of the format has is refused before anything is read.
#[test]
fn filter_by_values_that_the_format_lacks() {
    let folder = empty_folder("data-lacks");
    let path = |name: &str| format!("{}/{name}", text(&folder));
    let output = path("b.epd");
    for (input, condition, value, why) in [
        ("a.fen", "score > -20", "score", "FEN stores no score"),
        (
            "a.fen",
            "mate && outcome",
            "outcome",
            "FEN stores no outcome",
        ),
        ("a.marlin", "quiet", "quiet", "marlinformat stores no move"),
        ("a.txt.gz", "game > 3", "game", "bullet text stores no game"),
        ("a.bullet", "ply > 3", "ply", "bulletformat stores no ply"),
        (
            "a.bullet",
            "fullmove > 3",
            "fullmove",
            "bulletformat stores no clocks",
        ),
        (
            "a.bullet",
            "!white_to_move",
            "white_to_move",
            "bulletformat stores no side to move",
        ),
    ] {
        let input = path(input);
        let filter = ["filter", &input, &output, "--where", condition];
        let refused = data(&filter).failed(2);
        let start = format!("{input}: --where reads `{value}`, but {why} (");
        assert_starts(&refused, &start);
        let end = " do; with --assume-missing no record has the value)";
        assert_ends(&refused, end);
        // The condition is accepted, and the file missing.
        let missing = data(&[&filter[..], &["--assume-missing"]].concat()).failed(1);
        assert_starts(&missing, &format!("{input}: "));
    }
    let stored = "(viriformat, binpack, EPD, PGN, Parquet, Arrow, CSV do; ";
    let refused = data(&["filter", &path("a.marlin"), &output, "--where", "quiet"]).failed(2);
    assert_has(&refused, stored);
    assert_eq!(names(&folder), [""; 0]);
}

/// A table may lack a column, and a record a value.
#[test]
fn filter_by_values_that_records_lack() {
    let folder = empty_folder("data-lacking-values");
    let [fens, table, output] = ["a.fen", "a.parquet", "b.epd"].map(|name| folder.join(name));
    fs::write(&fens, "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n".repeat(3)).expect("a file");
    data_of("convert", &fens, &table).done();
    let condition = "pieces > 2 && (score > 3 || score < -3 || outcome)";
    let (table, output) = (text(&table), text(&output));
    let ended = data(&["filter", table, output, "--where", condition, "--json"]);
    let why = "missing, so that no comparison with it holds";
    let told = format!("{table}: {why}: score (3 records), outcome (3 records)\n");
    assert_eq!(
        (ended.code, ended.stderr.as_str()),
        (Some(0), told.as_str())
    );
    let numbers = json_of(&ended.stdout);
    assert_eq!(numbers["missing"], json!({"score": 3, "outcome": 3}));
    assert_eq!(numbers["read"], 3);
    assert_eq!(numbers["written"], 0);
}

/// Mates and stalemates are final positions of games.
#[test]
fn filter_by_mates_of_games() {
    let folder = empty_folder("data-mates");
    let [games, output] = ["a.pgn", "b.epd"].map(|name| folder.join(name));
    fs::write(&games, "[Event \"?\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").expect("a file");
    let filter = ["filter", text(&games), text(&output), "--where"];
    let run = |more: &[&str]| data(&[&filter[..], more].concat());
    for (condition, value, written) in [
        ("mate", "mate", 0),
        ("in_check || stalemate", "stalemate", 0),
        ("!mate && !stalemate", "mate", 4),
    ] {
        let ended = run(&[condition]);
        let warning = format!(
            "{}: `{value}` holds for no record without --final-positions, \
            since a move follows each position\n",
            text(&games)
        );
        assert_eq!((ended.code, ended.stderr), (Some(0), warning));
        let counted = format!("\nrecords written: {written}\n");
        assert_has(&ended.stdout, &counted);
    }
    let counted = |printed: String| printed.contains("records read: 5\nrecords written: 1\n");
    assert!(counted(run(&["mate", "--final-positions"]).done()));
    assert!(counted(
        run(&["game = 1 && ply = 4", "--final-positions"]).done()
    ));
}

#[test]
fn values_are_listed() {
    let help = data(&["filter", "--help"]).done();
    assert_has(&help, "\n  in_check  ");
    assert_has(
        &help,
        "the number of the game in its file, from 1; games without moves count *\n",
    );
    assert_has(&help, "that are pinned to its king");
}

/// The positions follow from the seed, in any format, and their moves and outcomes are those of
/// games.
#[test]
fn random_games() {
    let folder = empty_folder("data-generate");
    let made = |name: &str, options: &[&str]| {
        let output = folder.join(name);
        let arguments = [&["generate", text(&output), "--count", "3000"], options].concat();
        let printed = data(&arguments).done();
        assert_ends(&printed, "\nrecords written: 3000\n");
        output
    };
    let games = made("a.vf", &["--seed", "5"]);
    let again = made("b.vf", &["--seed", "5"]);
    assert_eq!(fs::read(&games).ok(), fs::read(&again).ok());
    let other = made("c.vf", &["--seed", "6"]);
    assert_ne!(fs::read(&games).ok(), fs::read(&other).ok());
    data(&["validate", text(&games)]).done();
    let fischer = made("d.marlin", &["--chess960"]);
    let stats = data(&["stats", text(&fischer), "--json"]).done();
    let stats = json_of(&stats);
    assert_eq!(stats["records"], 3000);
    assert_eq!(stats["damaged"], 0);
    assert!(stats["checks"].as_u64() > Some(30), "{stats}");
    // Records of both colors: the same positions from both formats.
    let direct = made("e.epd", &["--seed", "5"]);
    let converted = folder.join("f.epd");
    data_of("convert", &games, &converted).done();
    assert_eq!(fs::read(&direct).ok(), fs::read(&converted).ok());
}

/// Many lines of few positions, in more memory and in less than they need.
#[test]
fn each_position_once() {
    let folder = empty_folder("data-dedup");
    let input = folder.join("all.fen");
    // Clocks do not matter, nor does an en passant square that no pawn attacks; castling rights and
    // the side to move do.
    let mut lines = vec![
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 7 9",
        "4k3/8/8/8/8/8/8/4K2R b K - 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
        "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1",
        "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1",
        "4k3/8/8/8/4Pp2/8/8/4K3 b - - 0 1",
    ];
    let different = [0, 1, 3, 4, 6, 7].map(|at| lines[at]).join("\n") + "\n";
    let again: Vec<_> = lines.iter().copied().cycle().take(60_000).collect();
    lines.extend(again);
    fs::write(&input, lines.join("\n")).expect("a file");
    for memory in ["1", "64"] {
        let output = folder.join("once.fen");
        let files = ["dedup", text(&input), text(&output), "--memory", memory];
        let printed = data(&files).done();
        assert_eq!(
            printed,
            "records read: 60008\nrecords written: 6\ndamaged lines: 0\n"
        );
        assert_eq!(fs::read_to_string(&output).expect("the output"), different);
        fs::remove_file(output).expect("the output");
    }
    assert_eq!(names(&folder), ["all.fen"]);
    // A pipe is kept in a temporary file. On Windows it has no path.
    let bytes = fs::read(&input).expect("the input");
    let sources = ["-", "/dev/stdin"];
    for source in &sources[..1 + usize::from(cfg!(unix))] {
        let (code, stdout, _) = piped(
            &bytes,
            &["data", "dedup", source, "-", "--from", "fen", "--to", "fen"],
        );
        assert_eq!(code, Some(0));
        assert_eq!(String::from_utf8_lossy(&stdout), different);
        // In messages it has its own name.
        let arguments = ["data", "dedup", source, "-", "--from", "epd", "--to", "fen"];
        let (code, _, stderr) = piped(b"8/8 w - -\n", &arguments);
        assert_eq!(code, Some(1));
        let named = source.replace('-', "standard input");
        let why = "FEN (placement): 8 ranks are needed, found 2";
        let expected = format!("setwise: {named}: EPD, line 1 at byte 0, line 1: {why}\n");
        assert_eq!(stderr, expected);
    }
    assert_eq!(names(&folder), ["all.fen"]);
}

/// Data that an output cannot hold is reported, and refused on request.
#[test]
fn losses() {
    let folder = empty_folder("data-losses");
    let [games, fens, epd] = ["a.pgn", "a.fen", "a.epd"].map(|name| folder.join(name));
    let text_of_game = "[Result \"1-0\"]\n\n1. e4 {[%eval 0.3]} e5 N 2. Nf3 0-1\n";
    fs::write(&games, text_of_game).expect("a file");
    let run = data_of("convert", &games, &fens);
    let told = format!(
        "read leniently: mark that PGN does not have, or that stands before its move (1 game)\n\
        {}: not kept: outcome (3 records), move (3 records), game (3 records), \
        outcomes that disagree (1 game), scores in comments (1 game)\n",
        fens.display()
    );
    assert_eq!(run.stderr, told);
    let refused = data_of("convert --deny-loss", &games, &epd).failed(1);
    let what = "not kept: outcomes that disagree (1 game), scores in comments (1 game)";
    assert_eq!(refused, format!("{}: {what} (--deny-loss)", epd.display()));
    // Nothing else is said, if that is asked for.
    let quiet = data_of("convert -q", &games, &fens);
    assert_eq!((quiet.code, quiet.stdout), (Some(0), String::new()));
    assert_eq!(quiet.stderr, told);
    // Commands without an output report it as well.
    let validated = data(&["validate", text(&games)]).done();
    assert_ends(&validated, &format!("\n  {what}\n"));
    let described = data(&["stats", text(&games)]).done();
    let line = "\nread leniently: mark that PGN does not have";
    assert_has(&described, line);
    let strict = data_of("convert --strict", &games, &epd).failed(1);
    assert_has(&strict, "mark that PGN does not have");
    assert_eq!(names(&folder), ["a.fen", "a.pgn"]);
    let numbers = data_of("convert --json", &games, &epd).done();
    let numbers = json_of(&numbers);
    assert_eq!(numbers["lenient"], json!({"mark": 1}));
    assert_eq!(
        numbers["lost"],
        json!({"outcomes_disagree": 1, "comment_scores": 1})
    );
    let last = fs::read_to_string(&epd).expect("the output");
    assert_ends(&last, " hmvc 0; fmvn 2; sm Nf3; c9 \"0-1\"; tcgs 1;\n");
}

/// EPD to EPD keeps all operations, and a table to a table all columns.
#[test]
fn what_no_record_holds_is_kept_where_there_is_room() {
    let folder = empty_folder("data-extras");
    let [input, output] = ["a.epd", "b.epd"].map(|name| folder.join(name));
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - id \"a;b\"; bm e4 e3; acd 12; zz; c9 \"1-0\";\n";
    fs::write(&input, line.repeat(3000)).expect("a file");
    for threads in ["1", "3"] {
        let filter = format!("filter --where pieces==3 --threads {threads}");
        let run = data_of(&filter, &input, &output);
        assert_eq!((run.code, &run.stderr[..]), (Some(0), ""));
        assert_eq!(
            fs::read_to_string(&output).expect("the output"),
            line.repeat(3000)
        );
    }
    let run = data_of("convert --assume-missing", &input, &folder.join("b.txt"));
    assert_has(&run.stderr, "not kept: operations of EPD (3000 lines)");
}

/// Compressed inputs are known by their first bytes, and what is before a cut end is kept if asked
/// for.
#[test]
fn compressed_inputs() {
    let folder = empty_folder("data-sniffed");
    let [plain, packed] = ["a.fen", "a.fen.gz"].map(|name| folder.join(name));
    let fens = format!("{}\n", "4k3/8/8/8/8/8/8/4K2R w K - 0 1").repeat(50_000);
    fs::write(&plain, &fens).expect("a file");
    data_of("convert", &plain, &packed).done();
    let bytes = fs::read(&packed).expect("the output");
    let arguments = ["data", "convert", "-", "-", "--from", "fen", "--to", "fen"];
    let (code, stdout, _) = piped(&bytes, &arguments);
    assert_eq!((code, stdout.len()), (Some(0), fens.len()));
    // Under another name, and cut.
    let cut = folder.join("cut.fen");
    fs::write(&cut, &bytes[..bytes.len() / 2]).expect("a file");
    let output = folder.join("b.fen");
    let message = data_of("convert", &cut, &output).failed(1);
    let expected = format!(
        "{}: cannot read: gzip: cut after {} bytes",
        cut.display(),
        bytes.len() / 2
    );
    assert_eq!(message, expected);
    let run = data(&["convert", text(&cut), text(&output), "--on-damage", "skip"]);
    assert_eq!(run.code, Some(1));
    assert_has(&run.stderr, "gzip: cut after");
    let kept = fs::read_to_string(&output).expect("the output");
    assert!(
        kept.len() > 1000 && fens.starts_with(&kept),
        "{}",
        kept.len()
    );
}

#[test]
fn sample_of_records() {
    let folder = empty_folder("data-sample");
    let fens = folder.join("all.fen");
    let line = |n: usize| format!("4k3/8/8/8/8/8/8/4K2R w K - 0 {n}\n");
    fs::write(&fens, (1..=9000).map(line).collect::<String>()).expect("a file");
    let sample = |seed: &str, count: &str, name: &str| {
        let output = folder.join(name);
        let options = ["--seed", seed, "--count", count];
        let files = ["sample", text(&fens), text(&output)];
        let printed = data(&[&files[..], &options].concat()).done();
        let read = "records read: 9000\n";
        assert_starts(&printed, read);
        let chosen = fs::read_to_string(output).expect("the output");
        let number = |line: &str| line.rsplit(' ').next().and_then(|n| n.parse().ok());
        let numbers: Option<Vec<u32>> = chosen.lines().map(number).collect();
        numbers.expect("numbers")
    };
    let chosen = sample("1", "1000", "a.fen");
    assert_eq!(chosen.len(), 1000);
    assert!(chosen.is_sorted_by(|a, b| a < b));
    // The mean of numbers from 1 to 9000 is 4500.5, with a standard error of 77.
    let mean = chosen.iter().sum::<u32>() / 1000;
    assert!((4100..4900).contains(&mean), "{mean}");
    assert_eq!(sample("1", "1000", "b.fen"), chosen);
    assert_ne!(sample("2", "1000", "c.fen"), chosen);
    assert_eq!(sample("1", "10000", "d.fen").len(), 9000);
    assert_eq!(sample("1", "0", "e.fen").len(), 0);
}
