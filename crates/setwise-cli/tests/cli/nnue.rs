//! `setwise nnue`.

use crate::common::{assert_starts, empty_folder, json_of, piped, setwise, text};
use serde_json::Value;
use setwise_moves::Position;
use setwise_nnue::{Csr, Extractor, FullThreats, NamedSet};
use std::fs;

const FEN: &str = "4k3/8/8/3n4/8/2B5/8/3RK3 b - - 0 1";

#[test]
fn features_of_a_position() {
    let printed = setwise(&["nnue", "features", FEN, "--ascii"]).done();
    let mut rows = Csr::<u16>::new();
    let position = Position::from_fen(FEN).expect("a position");
    let extractor = Extractor::new(FullThreats::new());
    extractor.append(&[position], &mut rows).expect("valid");
    let (white, black) = rows.row(0).expect("a row");
    let lines = [
        "8  .  .  .  .  k  .  .  .",
        "7  .  .  .  .  .  .  .  .",
        "6  .  .  .  .  .  .  .  .",
        "5  .  .  . [n] .  .  .  .",
        "4  .  .  .  .  .  .  .  .",
        "3  .  . [B] .  .  .  .  .",
        "2  .  .  .  .  .  .  .  .",
        "1  .  .  .  R  K  .  .  .",
        "   a  b  c  d  e  f  g  h",
        "",
        "full-threats: 2 of 59808 features are active",
        "",
        "White's  Black's  feature",
        &format!(
            "{:>7}  {:>7}  White rook d1 attacks Black knight d5",
            white[0], black[0]
        ),
        &format!(
            "{:>7}  {:>7}  Black knight d5 attacks White bishop c3",
            white[1], black[1]
        ),
    ];
    assert_eq!(printed.lines().collect::<Vec<_>>(), lines);
    let split: Vec<&str> = ["nnue", "features"]
        .into_iter()
        .chain(FEN.split(' '))
        .collect();
    assert_eq!(
        setwise(&[&split[..], &["--ascii"]].concat()).done(),
        printed
    );
}

#[test]
fn features_as_json() {
    let json = |arguments: &[&str]| -> Value {
        let all = [&["nnue", "features", "--json"], arguments].concat();
        json_of(&setwise(&all).done())
    };
    let value = json(&[FEN]);
    assert_eq!(value["set"], "full-threats");
    assert_eq!(value["size"], 59_808);
    let first = &value["features"][0];
    assert_eq!(first["attacker"]["role"], "rook");
    assert_eq!(first["attacked"]["color"], "black");
    assert_eq!(first["attacked"]["square"], "d5");
    assert!(first["white"]["index"].is_u64() && first["black"]["index"].is_u64());
    // The number of features that the initial position has in each set.
    let counts = [28, 28, 38, 36, 32, 32, 32, 32, 70, 96];
    for (&set, count) in NamedSet::ALL.iter().zip(counts) {
        let value = json(&["startpos", "--set", set.name()]);
        let features = value["features"].as_array().expect("features");
        assert_eq!(features.len(), count, "{}", set.name());
    }
    let value = json(&["startpos", "--set", "half-ka-v2-hm"]);
    let bucket = |side: &str| value["features"][0][side]["bucket"].as_u64();
    assert_eq!((bucket("white"), bucket("black")), (Some(31), Some(31)));
    let value = json(&["startpos", "--set", "pawn-pairs"]);
    assert_eq!(
        value["features"][0]["pawns"].as_array().map(Vec::len),
        Some(2)
    );
}

/// Runs `nnue stats` on the standard input.
fn stats_of(input: &[u8], arguments: &[&str]) -> (Option<i32>, String, String) {
    let (code, stdout, stderr) = piped(input, &[&["nnue", "stats", "-"], arguments].concat());
    (code, String::from_utf8(stdout).expect("UTF-8"), stderr)
}

#[test]
fn stats_of_a_file() {
    let folder = empty_folder("nnue-stats");
    let file = folder.join("positions.epd");
    let lines = format!("# two and one\n\n{FEN} bm Rd5;\n4k3/8/8/8/8/8/8/4K3 w - - ce 0;\n{FEN}\n");
    fs::write(&file, &lines).expect("a file");
    let printed = setwise(&["nnue", "stats", text(&file)]).done();
    let expected = [
        &format!("full-threats, {}: 3 positions", text(&file)),
        "active features per perspective: mean 1.33, max 2",
        "",
        "features  positions   share",
        "       0          1   33.3%  ####################",
        "       1          0    0.0%",
        "       2          2   66.7%  ########################################",
    ];
    assert_eq!(printed.lines().collect::<Vec<_>>(), expected);
    let json = setwise(&["nnue", "stats", text(&file), "--json", "--set", "chess-768"]).done();
    let value = json_of(&json);
    assert_eq!(value["positions"], 3);
    assert_eq!(value["max"], 5);
    assert_eq!(value["histogram"], serde_json::json!([0, 0, 1, 0, 0, 2]));
    let (code, stdout, _) = stats_of(lines.as_bytes(), &[]);
    assert_eq!(code, Some(0));
    assert_starts(&stdout, "full-threats, standard input: 3 positions\n");
}

/// Kings on a1 and h8, and a rook on b2: 3 pieces of four bits each, of the side to move and of the
/// other, then the squares of both kings, the other one mirrored.
#[test]
fn stats_of_bulletformat() {
    let mut record = [0; 32];
    record[..8].copy_from_slice(&(1_u64 | 1 << 9 | 1 << 63).to_le_bytes());
    record[8] = 5 | 3 << 4;
    record[9] = 5 | 8;
    (record[27], record[28]) = (0, 63 ^ 56);
    let file = empty_folder("nnue-bulletformat").join("positions.bf");
    fs::write(&file, [record; 5000].concat()).expect("a file");
    let json = setwise(&["nnue", "stats", text(&file), "--json", "--set", "chess-768"]).done();
    let value = json_of(&json);
    assert_eq!(value["histogram"], serde_json::json!([0, 0, 0, 5000]));
    let format = ["--format", "bulletformat"];
    let (code, _, stderr) = stats_of(&[&record[..], &record[..31]].concat(), &format);
    assert_eq!(code, Some(1));
    assert_eq!(
        stderr,
        "setwise: standard input: bulletformat, record 2 at byte 32: the input ends after 31 bytes of it\n"
    );
    record[8] = 7;
    let (code, _, stderr) = stats_of(&record, &format);
    let problem = "7 is not the code of a piece";
    assert_eq!(code, Some(1));
    assert_eq!(
        stderr,
        format!("setwise: standard input: bulletformat, record 1 at byte 0: {problem}\n")
    );
}

/// Records of every format are counted, with any number of threads.
#[test]
fn stats_of_every_format() {
    let folder = empty_folder("nnue-formats");
    let games = folder.join("games.vf");
    setwise(&["data", "generate", text(&games), "--count", "20000"]).done();
    let stats = |file: &str, more: &[&str]| {
        let printed = setwise(&[&["nnue", "stats", file, "--json"], more].concat()).done();
        let mut value = json_of(&printed);
        value["file"].take();
        value
    };
    let expected = stats(text(&games), &["--threads", "1"]);
    assert_eq!(expected["positions"], 20_000);
    for name in ["a.fen", "a.epd.gz", "a.marlin", "a.bullet", "a.parquet"] {
        let file = folder.join(name);
        setwise(&["data", "convert", text(&games), text(&file)]).done();
        for threads in ["1", "3"] {
            let found = stats(text(&file), &["--threads", threads]);
            assert_eq!(found, expected, "{name}, {threads} threads");
        }
    }
}

#[test]
fn mistakes() {
    let missing = setwise(&["nnue", "stats", "no/such.epd"]).failed(1);
    assert_starts(&missing, "no/such.epd: ");
    assert_eq!(
        setwise(&["nnue", "features", "8/8/8/8/8/8/8/8"]).failed(2),
        "FEN: White does not have exactly one king"
    );
    assert_eq!(
        setwise(&["nnue", "features", "8/8"]).failed(2),
        "FEN (placement): 8 ranks are needed, found 2"
    );
    let unknown = setwise(&["nnue", "features", FEN, "--set", "threats"]).failed(2);
    assert_starts(&unknown, "invalid value 'threats' for '--set <NAME>'");
    assert_eq!(
        setwise(&["nnue"]).failed(2),
        "a command is missing (see `setwise --help`)"
    );
    let bad = [
        (
            "8/8 w\n",
            "EPD, line 1 at byte 0, line 1: FEN (placement): 8 ranks are needed, found 2",
        ),
        (
            "# none\n\n8/8/8/8/8/8/8/8 w - -\n",
            "EPD, line 1 at byte 8, line 3: FEN (placement): White has 0 kings, but needs exactly one",
        ),
        ("\n", "no positions"),
    ];
    for (input, message) in bad {
        let (code, stdout, stderr) = stats_of(input.as_bytes(), &[]);
        assert_eq!((code, stdout.as_str()), (Some(1), ""));
        assert_eq!(stderr, format!("setwise: standard input: {message}\n"));
    }
    let (code, _, stderr) = stats_of(b"\xff\n", &[]);
    assert_eq!(code, Some(1));
    assert_starts(
        &stderr,
        "setwise: standard input: EPD, line 1 at byte 0, line 1: ",
    );
}
