//! `setwise perft`.

use crate::common::{setwise, setwise_with};
use serde_json::Value;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn json(arguments: &[&str]) -> Value {
    let all = [&["perft"], arguments, &["--json"]].concat();
    serde_json::from_str(&setwise(&all).done()).unwrap()
}

#[test]
fn leaves() {
    for (fen, depth, leaves) in [
        ("startpos", "0", "1 leaf"),
        ("startpos", "4", "197281 leaves"),
        (KIWIPETE, "3", "97862 leaves"),
        // Mate
        ("7k/6Q1/6K1/8/8/8/8/8 b - -", "2", "0 leaves"),
    ] {
        let text = setwise(&["perft", fen, depth]).done();
        let begin = format!("{leaves} at depth {depth} in ");
        assert!(text.starts_with(&begin), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

/// Threads, a hash table and a FEN without quotes change no number.
#[test]
fn options() {
    let mut words: Vec<&str> = KIWIPETE.split(' ').collect();
    words.extend(["4", "--threads", "2", "--hash", "4"]);
    let value = json(&words);
    assert_eq!(value["leaves"], 4_085_603);
    assert_eq!((&value["depth"], &value["threads"]), (&4.into(), &2.into()));
    assert_eq!(value["fen"], KIWIPETE);
    assert!(value["seconds"].as_f64().unwrap() > 0.0);
    assert!(value.get("moves").is_none() && value.get("captures").is_none());
}

#[test]
fn first_moves() {
    let value = json(&["startpos", "4", "--divide"]);
    let moves = value["moves"].as_array().unwrap();
    let sum: u64 = moves.iter().map(|m| m["leaves"].as_u64().unwrap()).sum();
    assert_eq!((moves.len(), sum), (20, 197_281));
    let text = setwise(&["perft", "startpos", "4", "--divide"]).done();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "move  leaves");
    assert_eq!(lines[1], "----  ------");
    assert_eq!(lines.len(), 2 + 20 + 1 + 2);
    assert!(lines.contains(&"e2e4   13160"), "{text}");
    assert_eq!(lines[22], "all   197281");
}

/// Depths on both sides of where the tree is cut differently.
#[test]
fn kinds_of_last_moves() {
    let expected = [
        (1, [48, 8, 0, 2, 0, 0, 0]),
        (2, [2039, 351, 1, 91, 0, 3, 0]),
        (3, [97862, 17102, 45, 3162, 0, 993, 1]),
    ];
    let names = [
        "leaves",
        "captures",
        "en_passant",
        "castles",
        "promotions",
        "checks",
        "mates",
    ];
    for (depth, numbers) in expected {
        let value = json(&[KIWIPETE, &depth.to_string(), "--counts", "--divide"]);
        for (name, number) in names.into_iter().zip(numbers) {
            assert_eq!(value[name], number, "{name} at depth {depth}");
            let moves = value["moves"].as_array().unwrap();
            let sum: u64 = moves.iter().map(|m| m[name].as_u64().unwrap()).sum();
            assert_eq!(sum, number, "{name} at depth {depth}");
        }
    }
    let text = setwise(&["perft", KIWIPETE, "2", "--counts"]).done();
    let cells = |line: usize| -> Vec<&str> {
        let line = text.lines().nth(line).unwrap();
        line.split("  ")
            .map(str::trim)
            .filter(|c| !c.is_empty())
            .collect()
    };
    assert_eq!(cells(0)[..4], ["move", "leaves", "captures", "en passant"]);
    assert_eq!(cells(2)[..5], ["all", "2039", "351", "1", "91"]);
    assert_eq!(json(&["startpos", "0", "--counts"])["leaves"], 1);
}

/// In Chess960 the king takes its rook.
#[test]
fn castling() {
    let castles = |fen: &str, name: &str| {
        let text = setwise(&["perft", fen, "1", "--divide"]).done();
        text.lines().any(|line| line.starts_with(name))
    };
    assert!(castles("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1 "));
    assert!(castles("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1 "));
    assert!(castles("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "e1g1 "));
    assert!(castles("1r2k3/8/8/8/8/8/8/4K3 b b - 0 1", "e8b8 "));
}

#[test]
fn mistakes() {
    let help = "(see `setwise --help`)";
    let depth = "after the FEN comes a depth from 0 to 64";
    let cases: [(&[&str], String); 7] = [
        (
            &["8/8/8/8/8/8/8/K7x w - - 0 1", "2"],
            "FEN, byte 16 (placement): 'x' is neither a man nor a number 1 to 8".into(),
        ),
        (
            &["8/8/8/8/8/8/8/K7 w - - 0 1", "2"],
            "FEN, byte 0 (placement): Black has 0 kings, but needs exactly one".into(),
        ),
        (
            &["startpos", "65"],
            format!("invalid value '65' for '<DEPTH>': {depth} {help}"),
        ),
        (
            &["startpos", "-1"],
            format!("invalid value '-1' for '<DEPTH>': {depth} {help}"),
        ),
        (
            &["startpos"],
            format!("invalid value 'startpos' for '<DEPTH>': {depth} {help}"),
        ),
        (
            &["startpos", "2", "--threads", "0"],
            format!("invalid value '0' for '--threads <N>': 0 is not in 1..=1024 {help}"),
        ),
        (
            &["startpos", "2", "--hash", "1", "--counts"],
            format!("the argument '--hash <MB>' cannot be used with '--counts' {help}"),
        ),
    ];
    for (arguments, message) in cases {
        let all = [&["perft"], arguments].concat();
        assert_eq!(setwise(&all).failed(2), message);
    }
}

/// A table makes sums possible that no counting one by one would reach.
#[test]
fn more_than_64_bits() {
    let kings = "k7/8/8/8/8/8/8/7K w - - 0 1";
    let message = setwise(&["perft", kings, "30", "--hash", "16"]).failed(1);
    assert_eq!(message, "depth 30: more leaves than 64 bits can count");
}

#[test]
fn an_unknown_kernel() {
    let asked = [("SETWISE_KERNEL", "scalar/magic")];
    let message = setwise_with(&["perft", "startpos", "1"], &asked).failed(1);
    assert!(message.contains("is not the name of a kernel"), "{message}");
}
