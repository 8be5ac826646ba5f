//! Whatever an input has is in the output or is reported: each format into each other one, by each
//! command.

use crate::common::{data, empty_folder, text};
use serde_json::Value;
use setwise_formats::Format;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

/// A game with one of everything. No number or word of it stands for something else.
const PGN: &str = "\
[White \"zqwhite\"]
[WhiteElo \"2987\"]
[BlackElo \"1500?\"]
[Club \"zqclub\"]
[FEN \"4k3/4p3/8/8/8/8/4P3/4K3 w - - 8 1\"]
[Result \"1/2-1/2\"]

1. e4 $139 { [%eval 43.21] [%clk 1:02:03] } 1... -- 2. e5 { zqtext [%eval #77] } (2. Kd2)
2... Kd8 { [%clk 9999999:00:00] } 1/2
";

/// The same as a row of a game: numbers that fit and one that does not, a column of its own.
const ROWS: &str = "\
FEN,moves,Result,White,WhiteElo,BlackElo,Club,clock,eval
4k3/4p3/8/8/8/8/4P3/4K3 w - - 8 1,e2e4 0000 e4e5 e8d8,1/2,zqwhite,2987,1500?,zqclub,3723000 - - 99999999999,4321 - - -
";

/// Positions of a table. The ply is not that of the move number.
const POSITIONS: &str = "\
fen,score,outcome,move,ply,game,White,Club
4k3/4p3/8/8/8/8/4P3/4K3 w - - 8 1,4321,1,e2e4,88,1,zqwhite,zqclub
4k3/4p3/8/8/4P3/8/8/4K3 b - - 0 1,-4321,1,0000,89,1,zqwhite,zqclub
";

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

const EPD: &str =
    "4k3/4p3/8/8/8/8/4P3/4K3 w - - 8 1 sm e2-e4; ce 4321; c9 \"0.5\"; id \"zqid\"; tcgs 7;\n";

const BULLET_TEXT: &str = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 8 0 | 4321 | 0.5\n";

const FEN: &str = "\u{feff}4k3/4p3/8/8/8/8/4P3/4K3 w - - 8 1\n";

/// Something of an input: how an output shows it, and the notices one of which reports it
/// otherwise.
type Item = (&'static [&'static str], &'static [&'static str]);

const SCORE: Item = (&["4321", "43.21"], &["score", "comment_scores", "columns"]);
const MOVE: Item = (&["e2e4", "e4"], &["move"]);
const CLUB: Item = (&["zqclub"], &["tags", "columns"]);
const WHITE: Item = (&["zqwhite"], &["tags", "columns"]);
const WIDE: Item = (
    &["9999999"],
    &["unclear_numbers", "comments", "comment_scores", "columns"],
);
const ELO: Item = (&["1500?"], &["unclear_numbers", "tags", "columns"]);
const PLY: Item = (&[",88,"], &["ply", "clocks"]);
const NEVER: &[&str] = &[];

/// The inputs: a name, the extension of its format, the text of which it is made if it is not text,
/// and what is in it.
#[rustfmt::skip]
const INPUTS: &[(&str, &str, &str, &[Item])] = &[
    ("game", "pgn", PGN, &[
        SCORE, MOVE, CLUB, WHITE, WIDE, ELO,
        (&["2987"], &["tags"]),
        (&["$139", "139"], &["nags"]),
        (&["zqtext"], &["comments", "comment_scores", "comment_rest"]),
        (&["#77", "77"], &["comment_scores"]),
        (&["1:02:03", "3723000"], &["comments", "comment_scores", "comment_rest"]),
        (&["2. Kd2"], &["variations"]),
        (NEVER, &["null_move"]),
        (NEVER, &["outcome_spelling"]),
    ]),
    ("row", "csv", ROWS, &[
        SCORE, MOVE, CLUB, WHITE, WIDE, ELO,
        (&["2987"], &["columns"]),
        (&["1:02:03", "3723000"], &["columns"]),
        (NEVER, &["null_move"]),
        (NEVER, &["outcome_spelling"]),
    ]),
    ("positions", "csv", POSITIONS, &[SCORE, MOVE, CLUB, WHITE, PLY]),
    ("positions", "parquet", POSITIONS, &[SCORE, MOVE, CLUB, WHITE, PLY]),
    ("positions", "arrow", POSITIONS, &[SCORE, MOVE, CLUB, WHITE, PLY]),
    ("position", "epd", EPD, &[
        SCORE, MOVE,
        (&["zqid"], &["operations"]),
        (NEVER, &["move_spelling"]),
        (NEVER, &["outcome_spelling"]),
    ]),
    ("position", "txt", BULLET_TEXT, &[SCORE, (NEVER, &["move_number_zero"])]),
    ("position", "fen", FEN, &[(NEVER, &["byte_order_mark"])]),
    ("records", "bullet", BULLET_TEXT, &[SCORE]),
    ("records", "marlin", BULLET_TEXT, &[SCORE]),
    ("games", "vf", POSITIONS, &[SCORE, MOVE]),
    ("games", "binpack", POSITIONS, &[SCORE, MOVE, (&[",88,", " 45"], &["ply"])]),
];

/// The commands that write records or games.
const WRITE: [&[&str]; 5] = [
    &["convert"],
    &["filter", "--where", "pieces > 0"],
    &["games"],
    &["sample", "--count", "99"],
    &["dedup"],
];

/// The commands that read without an output of records.
const READ: [&[&str]; 3] = [&["validate"], &["stats"], &["stats", "--by", "pieces"]];

/// The commands that copy the bytes of units, or have no input.
const OTHERS: [&str; 7] = [
    "shuffle",
    "interleave",
    "split",
    "head",
    "relabel",
    "generate",
    "help",
];

/// Writes the input of a format. One that is not text is made of a text.
fn input(folder: &Path, (name, extension, content, _): (&str, &str, &str, &[Item])) -> PathBuf {
    let path = folder.join(name).with_extension(extension);
    if matches!(extension, "pgn" | "csv" | "epd" | "txt" | "fen") {
        fs::write(&path, content).expect("a file");
        return path;
    }
    let is_table = content.starts_with("fen,");
    let source = path.with_extension(if is_table { "from.csv" } else { "from.txt" });
    // Formats of games have no null moves.
    let rows = if matches!(extension, "vf" | "binpack") {
        2
    } else {
        9
    };
    let lines: String = content
        .lines()
        .take(rows)
        .map(|line| format!("{line}\n"))
        .collect();
    fs::write(&source, lines).expect("a file");
    data(&["convert", text(&source), text(&path)]).done();
    path
}

/// The content of an output as text.
fn shown(output: &Path, is_games: bool) -> String {
    if let Ok(text) = fs::read_to_string(output)
        && !text.contains('\0')
    {
        return text;
    }
    let to = output.with_extension("shown.csv");
    let command = if is_games { "games" } else { "convert" };
    data(&[command, text(output), text(&to), "--assume-missing"]).done();
    fs::read_to_string(to).expect("text")
}

fn names(json: &Value) -> BTreeSet<&str> {
    let names = json.as_object().expect("numbers");
    names.keys().map(String::as_str).collect()
}

/// Reads an input by all commands, into all formats. Returns the number of outputs.
fn walk(folder: &Path, of: (&str, &str, &str, &[Item])) -> usize {
    let input = input(folder, of);
    let (input, items) = (text(&input), of.3);
    let folder = Path::new(input).with_added_extension("out");
    fs::create_dir_all(&folder).expect("a folder");
    let mut outputs = 0;
    for command in WRITE {
        for to in Format::ALL {
            let output = folder.join(command[0]).with_extension(to.extension());
            let (command, output) = (command, text(&output));
            let run = |more: &[&str]| data(&[command, more, &[input, output]].concat());
            let what = format!("{command:?} {input} {to}");
            let done = run(&["--json"]);
            if done.code != Some(0) {
                // It is refused loudly, and nothing is written.
                assert!(
                    done.stderr.starts_with("setwise: "),
                    "{what}: {}",
                    done.stderr
                );
                assert!(!Path::new(output).exists(), "{what}");
                continue;
            }
            outputs += 1;
            let json: Value = serde_json::from_str(&done.stdout).expect(&what);
            let (lost, lenient) = (names(&json["lost"]), names(&json["lenient"]));
            let is_rows = command[0] == "games" && to.is_columnar();
            let shown = shown(Path::new(output), is_rows);
            for (needles, notices) in items {
                let is_there = needles.iter().any(|needle| shown.contains(needle));
                let is_told = |name: &&&str| lost.contains(**name) || lenient.contains(**name);
                let is_told = notices.iter().any(|name| is_told(&name));
                assert!(
                    is_there || is_told,
                    "{what}: {needles:?}\n{json:#}\n{shown}"
                );
            }
            // People and scripts are told the same.
            let losses = !lost.is_empty();
            assert_eq!(
                done.stderr.contains(": not kept: "),
                losses,
                "{what}: {}",
                done.stderr
            );
            assert_eq!(
                done.stderr.contains("read leniently: "),
                !lenient.is_empty(),
                "{what}"
            );
            fs::remove_file(output).expect("the output");
            let denied = run(&["--deny-loss"]);
            assert_eq!(
                denied.code,
                Some(losses.into()),
                "{what}: {}",
                denied.stderr
            );
            assert_eq!(denied.stderr.contains("(--deny-loss)"), losses, "{what}");
            assert_eq!(Path::new(output).exists(), !losses, "{what}");
        }
    }
    for command in READ {
        let run = data(&[command, &[input, "--json"]].concat()).done();
        let json: Value = serde_json::from_str(&run).expect(input);
        let json = if json.is_array() { &json[0] } else { &json };
        let lenient = names(&json["lenient"]);
        for (_, notices) in items.iter().filter(|(needles, _)| needles.is_empty()) {
            let is_told = notices.iter().any(|name| lenient.contains(name));
            assert!(is_told, "{command:?} {input}: {notices:?} {json:#}");
        }
    }
    outputs
}

#[test]
fn nothing_is_lost_without_a_word() {
    let folder = empty_folder("losses");
    // Each format and each command is here.
    let extensions: BTreeSet<&str> = INPUTS.iter().map(|input| input.1).collect();
    let all: BTreeSet<&str> = Format::ALL
        .iter()
        .map(|format| format.extension())
        .collect();
    assert_eq!(extensions, all);
    let help = data(&["--help"]).done();
    let (_, commands) = help.split_once("Commands:\n").expect("commands");
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let commands: BTreeSet<&str> = commands
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let named = WRITE.iter().chain(&READ).map(|command| command[0]);
    assert_eq!(commands, named.chain(OTHERS).collect());
    let (one, other) = INPUTS.split_at(INPUTS.len() / 2);
    let walk_all = |inputs: &[_]| inputs.iter().map(|&of| walk(&folder, of)).sum::<usize>();
    let outputs = thread::scope(|scope| {
        let beside = scope.spawn(|| walk_all(one));
        walk_all(other) + beside.join().expect("the other half")
    });
    assert!(outputs > 300, "{outputs}");
}

/// Games of several files are told apart, even where the second one seems to continue the first.
#[test]
fn games_of_several_files_have_numbers_of_their_own() {
    let folder = empty_folder("losses-files");
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let one = "[Result \"1-0\"]\n\n1. e4 1-0\n";
    let other = format!("[FEN \"{fen}\"]\n[Result \"1-0\"]\n\n1... e5 1-0\n");
    for (name, content) in [("a.pgn", one), ("b.pgn", &other)] {
        let path = folder.join(name);
        fs::write(&path, content).expect("a file");
        for to in ["csv", "epd", "parquet"] {
            data(&["convert", text(&path), text(&path.with_extension(to))]).done();
        }
        data(&["games", text(&path), text(&path.with_extension("arrow"))]).done();
    }
    let files = ["a.pgn", "b.pgn"].map(|name| folder.join(name));
    let [a, b] = files.each_ref().map(|path| text(path));
    let groups = data(&["stats", a, b, "--by", "game"]).done();
    assert_eq!(groups.lines().count(), 2 + 2, "{groups}");
    let numbers = |table: &str, column: usize| -> Vec<String> {
        let rows = table.lines().skip(1);
        let number = |row: &str| row.split(',').nth(column).map(str::to_owned);
        rows.filter_map(number).collect()
    };
    for from in ["pgn", "csv", "epd", "parquet", "arrow"] {
        let [a, b] = ["a", "b"].map(|name| folder.join(name).with_extension(from));
        let (a, b) = (text(&a), text(&b));
        let csv = data(&["convert", "-q", a, b, "-", "--to", "csv"]).done();
        assert_eq!(numbers(&csv, 5), ["1", "2"], "{from}: {csv}");
        let csv = data(&["games", "-q", a, b, "-", "--to", "csv"]).done();
        assert_eq!(numbers(&csv, 0), ["1", "2"], "{from}: {csv}");
        // Chains and games of other formats are not joined either.
        let pgn = folder.join("both.pgn");
        data(&["games", a, b, text(&pgn)]).done();
        for to in ["binpack", "vf"] {
            let joined = pgn.with_extension(to);
            data(&["convert", a, b, text(&joined), "--assume-missing"]).done();
            let csv = data(&["convert", "-q", text(&joined), "-", "--to", "csv"]).done();
            assert_eq!(numbers(&csv, 5), ["1", "2"], "{from} {to}: {csv}");
        }
        let games = fs::read_to_string(&pgn).expect("games");
        assert_eq!(
            games.matches("[Result \"1-0\"]").count(),
            2,
            "{from}: {games}"
        );
    }
}

/// Values of tables and tags that stand for something else, or for nothing, are read or reported.
#[test]
fn values_that_are_not_what_they_seem() {
    let folder = empty_folder("losses-values");
    let fen = "4k3/P7/8/8/8/8/8/4K2R w K - 0";
    let half = "moves,Result\ne2e4,1/2\ne2e4,0.5\ne2e4,draw\n";
    let disagree = "moves,Result,outcome\ne2e4,1-0,0\n";
    let wide = format!("fen,N\n{START},5\n{START},3000000000\n");
    let control = "[TimeControl \"40/7200:3600\"]\n\n1. e4 *\n";
    let eval = "[Event \"a\"]\n\n1. e4 {[%eval 0.3]} e5 *\n";
    #[rustfmt::skip]
    let cases = [
        ("twice.csv", &*format!("fen,score,score\n{START},1,2\n"), "convert", 1, "`score`: there are two of this name"),
        ("lists.csv", "moves,clock\ne2e4 e7e5,1 2 3\n", "convert --columns clock", 1, "clock: 3 values for 2 moves"),
        ("short.csv", "moves,nags\ne2e4 e7e5,1\n", "convert --columns nags", 1, "nags: 1 values for 2 moves"),
        ("words.csv", "moves,clock\ne2e4 e7e5,x y\n", "convert --columns clock", 1, "clock: missing or unreadable"),
        ("pandas.csv", "moves,eval\ne2e4 e7e5,\"[30, None]\"\n", "convert --columns eval", 0, ",e2e4,0,1,30\n"),
        ("none.csv", "moves,eval\ne2e4 e7e5,\n", "convert --columns eval", 0, ",e2e4,0,1,\n"),
        ("half.csv", half, "convert", 0, ",1,e2e4,0,3\n"),
        ("half.csv", half, "convert --strict", 1, "outcome in another spelling"),
        ("won.csv", "moves,Result\ne2e4,won\n", "convert", 1, "Result: missing or unreadable"),
        ("points.csv", "moves,outcome\ne2e4,2\n", "convert", 0, ",2,e2e4,"),
        ("points.csv", "moves,outcome\ne2e4,3\n", "convert", 1, "outcome: missing or unreadable"),
        ("points.csv", "movetext,outcome\n1. e4,0\n", "convert", 0, ",0,e2e4,"),
        ("both.csv", disagree, "convert", 0, ",2,e2e4,"),
        ("both.csv", disagree, "convert --deny-loss", 1, "outcomes that disagree"),
        ("game.csv", "moves,game\ne2e4,x\n", "convert", 1, "is no whole number"),
        ("zero.csv", &format!("FEN,moves\n{fen} 0,a7a8q\n"), "convert --strict", 1, "move number 0"),
        ("other.csv", "Variant,moves\nAntichess,e2e4\n", "convert", 1, "Antichess"),
        ("letter.csv", &format!("FEN,moves\n{fen} 1,a7a8Q\n"), "convert --strict", 1, "another spelling"),
        ("san.csv", &format!("FEN,moves\n{fen} 1,a8Q\n"), "convert --strict", 1, "another spelling"),
        ("san.epd", &format!("{fen} 1 sm Ke1d1;\n"), "convert --strict", 1, "another spelling"),
        ("san.epd", &format!("{fen} 1 sm a8=Q;\n"), "convert --strict", 0, ",a7a8q,"),
        ("two.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 sm e4;\n4k3/8/8/8/8/8/P7/4K3 b - - 0 1 sm Kd8;\n", "games", 0, ",1,e8d8,"),
        ("diff.pgn", "[WhiteRatingDiff \"-5\"]\n\n1. e4 *\n", "games --deny-loss --columns White", 1, "tags (1 game)"),
        ("base.csv", "moves,base,increment\ne2e4,180,2\n", "games --columns base,increment", 0, "1,180,2,*"),
        ("time.pgn", "[TimeControl \"-5\"]\n\n1. e4 *\n", "games --deny-loss --columns base", 1, "unclear numbers"),
        ("depth.csv", "moves,depth\ne2e4,70000\n", "games --to pgn --deny-loss", 1, "columns beside"),
        ("clock.csv", "moves,clock\ne2e4,-1\n", "games --to pgn --deny-loss", 1, "columns beside"),
        ("mates.csv", "moves,eval,eval_mate\ne2e4,30,3\n", "games --to pgn --deny-loss", 1, "columns beside"),
        ("eval.csv", "moves,eval,depth\ne2e4,30,20\n", "games --to pgn --deny-loss", 0, "[%eval 0.30,20]"),
        ("two.pgn", "1. e4 {[%eval 0.3,20]} {[%eval 0.3,21]} *\n", "games --to pgn --deny-loss", 1, "rest of comments"),
        ("head.csv", &format!("fen,move,game,ply,Result\n{START},e2e4,1,0,1-0\n"), "convert --to pgn --deny-loss", 1, "columns beside"),
        ("large.csv", "moves,game\nd2d4,5000000000\n", "games", 1, "game: missing or unreadable"),
        ("equal.csv", "moves,WhiteElo,game\ne2e4 e7e5,2500,5\nd2d4,1000,5\n", "games --where WhiteElo>2000", 0, "games written: 1"),
        ("best.csv", &format!("fen,move,game,ply\n{START},e2e4,1,0\nrnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1,g8f6,1,1\n"), "games", 0, "games written: 2"),
        ("clocks.csv", &format!("fen,move,game,ply\n{START},e2e4,1,0\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 30,e7e5,1,1\n"), "games --to pgn", 0, "b KQkq - 7 30"),
        ("players.csv", &format!("fen,move,game,ply,White\n{START},e2e4,1,0,a\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1,e7e5,1,1,b\n"), "games --to pgn --deny-loss", 1, "columns beside those of a record (1 record)"),
        ("players.csv", &format!("fen,move,game,ply,White\n{START},e2e4,1,0,a\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1,e7e5,1,1,b\n"), "games --deny-loss", 1, "columns beside those of a record (1 record)"),
        ("last.csv", &format!("fen,move,game,ply,clock\n{START},e2e4,1,0,1000\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1,,1,1,2000\n"), "games --to pgn --deny-loss", 1, "columns beside those of a record (1 record)"),
        ("pass.pgn", "1. e4 {[%clk 0:01:00]} -- $4 {[%clk 0:00:59]} *\n", "games --to pgn --deny-loss", 0, "-- $4 { [%clk 0:00:59] }"),
        ("pass.pgn", "1. e4 --! 2. d4 *\n", "convert", 0, ",d2d4,"),
        ("control.pgn", "[TimeControl \"G/60\"]\n\n*\n", "games --columns base,TimeControl --deny-loss", 1, "unclear numbers"),
        ("path.pgn", "[Site \"C:\\games\"]\n\n1. e4 *\n", "games --to pgn --deny-loss", 0, "[Site \"C:\\\\games\"]"),
        ("return.csv", "fen,score\rx,1\r", "convert", 1, "carriage returns"),
        ("score.csv", &format!("fen,score\n{START},18446744073709551615\n"), "convert", 1, "is no whole number"),
        ("floats.csv", &format!("fen,score\n{START},12.0\n{START},nan\n"), "convert", 0, "1,12,,,0,\n"),
        ("export.csv", &format!("\u{feff}\"fen\",\"score\"\n{START},5\n"), "convert", 0, "1,5,,,0,\n"),
        ("file.csv", &format!("fen,note\n{START},5\n"), "convert --columns file", 2, "which `file` is not"),
        ("depth.pgn", "[Event \"x\"]\n\n1. e4 {[%clk 0:01:00]} *\n", "filter --columns clock,Event --where depth>3||ply==0 --deny-loss", 0, ",60000,x"),
        ("twice.epd", &format!("{fen} 1 c9 \"1-0\"; c9 \"0-1\";\n"), "convert --to epd --deny-loss", 0, "c9 \"1-0\""),
        ("null.csv", "moves,Club\ne2e4,\n", "convert --deny-loss", 0, ",e2e4,"),
        ("club.csv", "moves,Club\ne2e4,x\n", "convert --deny-loss", 1, "columns beside"),
        ("semicolon.csv", "fen;score\n", "convert", 1, "no comma, but ';'"),
        ("blank.csv", "\nfen,score\n", "convert", 1, "line 1 is blank"),
        ("wide.csv", &wide, "filter --where N>9", 0, "3000000000"),
        ("elo.pgn", "[WhiteElo \"2500.5\"]\n\n*\n", "games --deny-loss --columns WhiteElo", 1, "unclear numbers (1 game)"),
        ("elo.pgn", "[WhiteElo \"?\"]\n\n*\n", "games --deny-loss --columns WhiteElo", 0, "1,,*"),
        ("elo.csv", "moves,WhiteElo\ne2e4,1500\n", "games --deny-loss", 0, "games written: 1"),
        ("elo.csv", "moves,WhiteElo\ne2e4,1500\n", "games --deny-loss --where WhiteElo>9", 0, "games written: 1"),
        ("time.pgn", control, "games --columns base,increment", 0, "1,7200,0,*"),
        ("eval.pgn", eval, "filter --columns eval --where score>5", 0, ",30,,e7e5,"),
        ("eval.pgn", "1. e4 {[%eval 999.0]} e5 *\n", "convert --to epd --deny-loss --columns eval", 1, "unclear numbers"),
        ("eval.pgn", eval, "convert --columns ECO,ECO", 2, "`ECO` stands twice"),
        ("eval.pgn", eval, "sample --count 1 --columns ECO", 2, "writes records alone"),
        ("round.pgn", "[Round \"1.2\"]\n\n1. e4 *\n", "filter --where Round>3", 0, "holds: Round (1 record)\n"),
    ];
    for (name, content, arguments, code, expected) in cases {
        let input = folder.join(name);
        fs::write(&input, content).expect("a file");
        let mut all: Vec<&str> = arguments.split(' ').collect();
        let to: &[&str] = if all.contains(&"--to") {
            &[]
        } else {
            &["--to", "csv"]
        };
        all.extend([to, &[text(&input), "-"]].concat());
        let run = data(&all);
        let said = run.stdout + &run.stderr;
        assert!(
            run.code == Some(code) && said.contains(expected),
            "{all:?} {content}: {said}"
        );
    }
}
