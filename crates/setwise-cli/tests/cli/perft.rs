//! `setwise perft`.

use crate::common::{
    assert_ends, assert_has, assert_starts, empty_folder, json_of, program, setwise, setwise_with,
    text as text_of,
};
use serde_json::Value;
use setwise_moves::MoveFunctions;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn json(arguments: &[&str]) -> Value {
    let all = [&["perft"], arguments, &["--json"]].concat();
    json_of(&setwise(&all).done())
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
        assert_starts(&text, &begin);
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
    assert_eq!(value["depth"], 4);
    assert_eq!(value["threads"], 2);
    assert_eq!(value["fen"], KIWIPETE);
    assert!(value["seconds"].as_f64().unwrap() > 0.0);
    assert!(value.get("moves").is_none() && value.get("captures").is_none());
    assert_eq!(value["complete"], true);
    assert!(value.get("parts").is_none());
}

/// Every kernel of the host gives the same counts, in batches and without.
#[test]
fn kernels() {
    let best = json(&["startpos", "1"])["kernel"].clone();
    let names: Vec<&str> = MoveFunctions::all().map(|kernel| kernel.name()).collect();
    assert!(names.contains(&best.as_str().unwrap()), "{best}");
    for name in names {
        for one_by_one in [&[][..], &["--one-by-one"]] {
            let asked = [&["startpos", "4", "--kernel", name], one_by_one].concat();
            let value = json(&asked);
            let expected = !one_by_one.is_empty() || name == "scalar";
            assert_eq!(value["kernel"], name);
            assert_eq!(value["one_by_one"], expected);
            assert_eq!(value["leaves"], 197_281, "{name}");
            let text = setwise(&[&["perft"], &asked[..]].concat()).done();
            let way = if expected { ", one by one" } else { "" };
            let end = format!(" million per second, kernel {name}{way})\n");
            assert_ends(&text, &end);
        }
    }
    assert_eq!(json(&["startpos", "2", "--counts"])["one_by_one"], true);
    // A kernel of attacks stands for its instruction set.
    let wide = json(&["startpos", "2", "--kernel", "wide/sliced"]);
    assert_eq!(wide["kernel"], "wide");
    assert_eq!(wide["leaves"], 400);
}

#[test]
fn a_kernel_that_there_is_not() {
    let names: Vec<&str> = MoveFunctions::all().map(|kernel| kernel.name()).collect();
    let names = names.join(", ");
    for name in ["x87", "bmi", "scalar/magic", "avx2/", ""] {
        let message = setwise(&["perft", "startpos", "2", "--kernel", name]).failed(2);
        assert_eq!(
            message,
            format!("--kernel {name}: not a kernel of perft on this CPU, which has {names}")
        );
    }
    // No CPU has both.
    for name in ["neon", "avx512"] {
        let ended = setwise(&["perft", "startpos", "2", "--kernel", name]);
        if MoveFunctions::named(name).is_none() {
            assert!(ended.failed(2).ends_with(&names), "{name}");
        } else {
            assert!(ended.done().starts_with("400 leaves"), "{name}");
        }
    }
}

/// Ctrl-C, once the program listens.
#[cfg(target_os = "linux")]
#[test]
fn interruption() {
    for (arguments, leaves) in [
        (&["startpos", "9", "--threads", "1"][..], 2_439_530_234_167),
        (
            &["startpos", "7", "--threads", "2", "--counts"],
            3_195_901_860,
        ),
    ] {
        let text = interrupted(&[arguments, &["--json"]].concat());
        let value = json_of(&text);
        assert_eq!(value["complete"], false);
        assert!(value["leaves"].as_u64().unwrap() < leaves, "{text}");
        assert!(
            value["parts_done"].as_u64() < value["parts"].as_u64(),
            "{text}"
        );
    }
    let text = interrupted(&["startpos", "8", "--divide", "--threads", "1"]);
    assert!(
        text.starts_with("a2a3: ") && text.contains("\nh2h4: "),
        "{text}"
    );
    let last = text.lines().last().unwrap();
    assert!(last.contains(" so far at depth 8 in "), "{text}");
    let (_, end) = last.split_once(": a partial count, interrupted ").unwrap();
    assert!(
        end == "in the first part of the tree" || end.ends_with(" parts of the tree"),
        "{text}"
    );
}

/// The run does not wait for parts that take hours; what was counted of them counts.
#[cfg(target_os = "linux")]
#[test]
fn interruption_of_a_deep_perft() {
    let start = std::time::Instant::now();
    let text = interrupted(&["startpos", "13", "--divide"]);
    assert!(start.elapsed().as_secs() < 60, "{text}");
    assert_has(&text, "\nh2h4: ");
    let last = text.lines().last().unwrap();
    assert!(last.contains(" leaves so far at depth 13 in "), "{text}");
    let end = ": a partial count, interrupted in the first part of the tree";
    assert!(last.ends_with(end), "{text}");
    let text = interrupted(&["startpos", "13", "--divide", "--json"]);
    let value = json_of(&text);
    assert_eq!(value["complete"], false);
    let sum = |moves: &Vec<Value>| {
        moves
            .iter()
            .map(|one| one["leaves"].as_u64().unwrap())
            .sum()
    };
    let moves: u64 = sum(value["moves"].as_array().unwrap());
    assert_eq!(value["leaves"], moves, "{text}");
    assert_eq!(value["parts_done"], 0, "{text}");
}

/// What a long perft prints when it is interrupted.
#[cfg(target_os = "linux")]
fn interrupted(arguments: &[&str]) -> String {
    use std::process::{Command, Stdio};
    use std::time::Duration;
    const SIGINT: u64 = 1 << 1;
    let child = program()
        .arg("perft")
        .args(arguments)
        .env_remove("SETWISE_KERNEL")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let id = child.id().to_string();
    let listens = || {
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        let mut lines = status.lines();
        let caught = lines.find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() & SIGINT != 0
    };
    while !listens() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let signal = Command::new("sh")
        .args(["-c", &format!("kill -INT {id}")])
        .status();
    assert!(signal.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn first_moves() {
    let value = json(&["startpos", "4", "--divide"]);
    let moves = value["moves"].as_array().unwrap();
    let sum: u64 = moves.iter().map(|m| m["leaves"].as_u64().unwrap()).sum();
    assert_eq!((moves.len(), sum), (20, 197_281));
    let text = setwise(&["perft", "startpos", "4", "--divide"]).done();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 20 + 2);
    assert!(lines[..20].contains(&"e2e4: 13160"), "{text}");
    assert_eq!(lines[20], "");
    assert!(lines[21].starts_with("197281 leaves "), "{text}");
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
    assert!(castles("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1: "));
    assert!(castles("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1: "));
    assert!(castles("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", "e1g1: "));
    assert!(castles("1r2k3/8/8/8/8/8/8/4K3 b b - 0 1", "e8b8: "));
}

/// A file of positions, with numbers to compare with.
#[test]
fn files() {
    let file = empty_folder("perft-files").join("suite.epd");
    let file = text_of(&file);
    let write = |text: &str| std::fs::write(file, text).unwrap();

    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    write(&format!(
        "# two\n{start} ;D1 20 ;D3 8902 ; id \"a\"\n\n{KIWIPETE};D2 2039\n"
    ));
    let text = setwise(&["perft", "--epd", file]).done();
    assert_starts(&text, "line 2, depth 1: 20, as in the file\n");
    assert_has(&text, "3 of 3 counts, 10961 leaves in ");
    assert_ends(&text, "; 3 of 3 as in the file\n");
    let value = json(&["--epd", file, "--up-to", "1"]);
    assert_eq!(value["counts"][1]["leaves"], 48);
    assert!(value["counts"][1].get("expected").is_none(), "{value}");
    assert_eq!(value["wrong"], 0);
    assert_eq!(value["complete"], true);

    // Lines are read as by `setwise data`.
    write(&format!(
        "\u{feff}{start} 0 0 ;D1 20\n{start} D1 20; D2 400;\n{start};c0 \"a;D1 99\" ;D1 20\n"
    ));
    let ended = setwise(&["perft", "--epd", file]);
    let told = "read leniently: move number 0 (1 line), byte order mark (1 line)\n";
    assert_eq!(ended.stderr, told);
    let text = ended.done();
    assert_ends(&text, "; 4 of 4 as in the file\n");
    assert_has(&text, "line 3, depth 1: 20");

    write(&format!("{start} ;D2 400 ;D3 8903\n"));
    let ended = setwise(&["perft", "--epd", file]);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(1), ""));
    let output = ended.stdout;
    let wrong = format!("line 1, depth 3: 8902, but the file has 8903: {start} 0 1\n");
    assert_has(&output, &wrong);
    assert_has(&output, "; 1 of 2 as in the file\n");

    for (text, problem) in [
        ("", ": no positions"),
        (
            start,
            ", line 1: no depth: add one to the line, as in `;D1 20`, or give --up-to",
        ),
        (
            "8/8/8/8/8/8/8/K7x w - - ;D1 1",
            ", line 1: FEN, character 17 (placement): 'x' is neither a piece nor a number 1 to 8",
        ),
        (
            &format!("{start} ;D1 twenty"),
            ", line 1: \"D1 twenty\" is not a depth and a number of leaves, such as `D1 20`",
        ),
        (
            &format!("{start} ;D65 1"),
            ", line 1: depth 65 is more than 64",
        ),
    ] {
        write(text);
        let message = setwise(&["perft", "--epd", file]).failed(1);
        assert_eq!(message, format!("{file}{problem}"));
    }
}

#[test]
fn mistakes() {
    let help = "(see `setwise perft --help`)";
    let depth = "after the FEN comes a depth from 0 to 64";
    let no_position = "no position is given before the depth, as in `setwise perft startpos 5`";
    let cases: [(&[&str], String); 12] = [
        (&["5"], no_position.into()),
        (&["", "5"], no_position.into()),
        (
            &["8/8/8/8/8/8/8/K7x w - - 0 1", "2"],
            "FEN, character 17 (placement): 'x' is neither a piece nor a number 1 to 8".into(),
        ),
        (
            &["8/8/8/8/8/8/8/K7 w - - 0 1", "2"],
            "FEN (placement): Black has 0 kings, but needs exactly one".into(),
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
            &["startpos", "2", "--threads", "-2"],
            format!("invalid value '-2' for '--threads <N>': -2 is not in 1..=1024 {help}"),
        ),
        (
            &["startpos", "2", "--hash", "-1"],
            format!("invalid value '-1' for '--hash <MIB>': -1 is not in 1..=1048576 {help}"),
        ),
        (
            &["startpos", "2", "--hash", "1", "--counts"],
            format!("the argument '--hash <MIB>' cannot be used with '--counts' {help}"),
        ),
        (
            &["startpos", "2", "--kernel", "wide", "--counts"],
            format!("the argument '--kernel <NAME>' cannot be used with '--counts' {help}"),
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

/// The instruction set of the kernel that was asked for, including scalar code.
#[test]
fn a_kernel_of_the_environment() {
    for (asked, used) in [("scalar/dumb7", "scalar"), ("wide/sliced", "wide")] {
        let asked = [("SETWISE_KERNEL", asked)];
        let text = setwise_with(&["perft", "startpos", "3", "--json"], &asked).done();
        let value = json_of(&text);
        assert_eq!(value["kernel"], used);
        assert_eq!(value["leaves"], 8902);
    }
}
