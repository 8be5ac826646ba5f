//! The program as its users meet it.

use crate::common::{
    assert_ends, assert_has, assert_starts, empty_folder, json_of, program, setwise, setwise_with,
    text,
};
use serde_json::Value;
use setwise::EntryPoint;
use setwise::selection::{LEVELS, rules};
use std::fs;

const FEN: &str = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

#[test]
fn mistakes_are_one_line_and_exit_code_2() {
    let cases: [(&[&str], &str); 8] = [
        (&[], "a command is missing (see `setwise --help`)"),
        (
            &["dance"],
            "unrecognized subcommand 'dance' (see `setwise --help`)",
        ),
        (
            &["cpu", "--fast"],
            "unexpected argument '--fast' found (see `setwise cpu --help`)",
        ),
        (
            &["draw"],
            "the following required arguments were not provided: <FEN>... (see `setwise draw --help`)",
        ),
        (
            &["draw", "8/8"],
            "FEN (placement): 8 ranks are needed, found 2",
        ),
        (
            &["draw", FEN, "--rays", "--union"],
            "the argument '--rays' cannot be used with '--union' (see `setwise draw --help`)",
        ),
        (
            &["draw", FEN, "--side", "red"],
            "invalid value 'red' for '--side <SIDE>' [possible values: white, black, both] (see `setwise draw --help`)",
        ),
        (
            &["draw", FEN, "--direction", "up"],
            "invalid value 'up' for '--direction <DIRECTION>': the directions are n, ne, e, se, s, sw, w, nw (see `setwise draw --help`)",
        ),
    ];
    for (arguments, message) in cases {
        assert_eq!(setwise(arguments).failed(2), message);
    }
}

#[test]
fn help_and_version() {
    for arguments in [&["--help"][..], &["help", "data"], &["cpu", "-h"]] {
        assert!(setwise(arguments).done().contains("Usage: setwise"));
    }
    let version = setwise(&["--version"]).done();
    assert_eq!(version, format!("setwise {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = setwise(&["completions", shell]).done();
        assert!(script.contains("setwise") && script.contains("perft"));
    }
    setwise(&["completions", "tcsh"]).failed(2);
}

#[test]
fn a_union() {
    let drawn = setwise(&["draw", FEN, "--ascii"]).done();
    let lines: Vec<&str> = drawn.lines().map(str::trim_end).collect();
    assert_eq!(
        lines,
        [
            "       all directions",
            "8  r  * [b] q [k] b [n] r",
            "7 [p][p][p][p] *  p [p][p]",
            "6  .  .  n  *  .  *  .  .",
            "5  .  B  *  .  p  .  *  .",
            "4  .  *  .  .  P  .  .  *",
            "3  *  .  .  .  .  N  .  .",
            "2  P  P  P  P  .  P  P  P",
            "1  R  N  B  Q  K  .  .  R",
            "   a  b  c  d  e  f  g  h",
            "",
            "black's sliders (5 pieces) attack 18 squares",
        ]
    );
}

#[test]
fn the_initial_position() {
    let drawn = setwise(&["draw", "startpos", "--rays"]).done();
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(drawn, setwise(&["draw", fen, "--rays"]).done());
    assert_ends(&drawn, "white's sliders (5 pieces) attack 11 squares\n");
}

/// A FEN needs no quotes; a direction has two names; a fill contains its sliders.
#[test]
fn one_direction() {
    let split: Vec<&str> = std::iter::once("draw").chain(FEN.split(' ')).collect();
    let draw = |fen: &[&str], direction| {
        let how = ["--direction", direction, "--side", "white", "--fill"];
        setwise(&[fen, &how, &["--ascii"]].concat()).done()
    };
    let drawn = draw(&split, "ne");
    assert_eq!(drawn, draw(&["draw", FEN], "north-east"));
    let marked: usize = drawn.matches('[').count() + drawn.matches('*').count();
    assert!(
        drawn.contains("north-east") && drawn.contains("[B]"),
        "{drawn}"
    );
    assert_ends(
        &drawn,
        &format!("white's sliders (5 pieces) fill {marked} squares\n"),
    );
}

#[test]
fn eight_directions() {
    let drawn = setwise(&["draw", "8/8/8/3Q4/8/8/8/8", "--rays"]).done();
    for name in [
        "north-west",
        "north",
        "north-east",
        "west",
        "position",
        "east",
        "south-west",
        "south",
        "south-east",
    ] {
        assert!(drawn.contains(name), "{name}");
    }
    assert_eq!(drawn.matches('•').count(), 27);
    assert_ends(&drawn, "white's sliders (1 piece) attack 27 squares\n");
}

#[test]
fn boards_as_json() {
    let text = setwise(&["draw", "8/8/8/3Q4/8/8/8/8 w", "--json"]).done();
    let value = json_of(&text);
    let board = |value: &Value| {
        let digits = value.as_str().unwrap().strip_prefix("0x").unwrap();
        u64::from_str_radix(digits, 16).unwrap()
    };
    let rays = value["directions"].as_object().unwrap();
    let union = rays.values().map(board).fold(0, |all, ray| all | ray);
    assert_eq!((rays.len(), union.count_ones()), (8, 27));
    assert_eq!(board(&value["union"]), union);
    assert_eq!(value["side"], "white");
    assert_eq!(value["set"], "attacks");
}

#[test]
fn the_cpu() {
    let text = setwise(&["cpu"]).done();
    let value = json_of(&setwise(&["cpu", "--json"]).done());
    assert_starts(&text, value["cpu"]["model"].as_str().unwrap());
    let kernels = value["kernels"].as_array().unwrap();
    assert_eq!(kernels.len(), setwise::kernels().len());
    for (kernel, expected) in kernels.iter().zip(setwise::kernels()) {
        assert_eq!(kernel["name"], expected.name());
        assert_eq!(kernel["supported"], expected.is_supported());
        assert_has(&text, &format!("\n{} ", expected.name()));
    }
    for &entry in EntryPoint::ALL {
        let chosen = value["selected"].as_array().unwrap();
        assert!(
            chosen
                .iter()
                .any(|choice| choice["entry"] == entry.name() && choice["from"] == 1)
        );
        assert_has(&text, &format!("\n{entry} "));
    }
    // This program has everything.
    assert_eq!(value["left_out"].as_array().map(Vec::len), Some(0));
    for what in [
        "levels",
        "levels for legal moves",
        "kernels",
        "piece-wise systems",
    ] {
        let line = format!("{what} not in this build (the feature that has it): nothing\n");
        assert_has(&text, &line);
    }
    let of_build = setwise::Level::of_build().iter().map(|(name, _)| *name);
    assert!(
        of_build.eq(value["levels"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(Value::as_str))
    );
    let of_moves = setwise_moves::MoveFunctions::all().map(|kernel| kernel.name());
    assert!(
        of_moves.eq(value["levels_of_moves"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(Value::as_str))
    );
}

#[test]
fn a_kernel_that_was_asked_for() {
    let forced = setwise_with(&["cpu", "--json"], &[("SETWISE_KERNEL", "scalar/dumb7")]).done();
    let value = json_of(&forced);
    assert_eq!(value["forced"], "scalar/dumb7");
    let all = value["selected"].as_array().unwrap();
    assert!(
        all.iter().all(|choice| choice["kernel"] == "scalar/dumb7"),
        "{forced}"
    );
    let drawn = setwise(&["draw", FEN, "--rays"]).done();
    for kernel in setwise::kernels()
        .iter()
        .filter(|kernel| kernel.is_supported())
    {
        let again = setwise_with(
            &["draw", FEN, "--rays"],
            &[("SETWISE_KERNEL", kernel.name())],
        )
        .done();
        assert_eq!(drawn, again, "{}", kernel.name());
    }
}

/// One level counts for all products; each without it uses its best one below.
#[test]
fn a_level_that_was_asked_for() {
    let products = ["attacks", "legal moves", "NNUE features", "threats"];
    let expected = |name: &str| match name {
        "avx2" => Some(["avx2"; 4]),
        "avx2-gfni" => Some(["avx2-gfni", "avx2-gfni", "avx2-gfni", "avx2"]),
        "avx512-v4" => {
            let below = setwise::Level::named("avx2-gfni").map_or("avx2", setwise::Level::name);
            Some(["avx512-v4", below, "avx512-v4", "avx2"])
        }
        "wide" => Some(["wide", "wide", "wide", "scalar"]),
        "scalar" => Some(["scalar"; 4]),
        _ => None,
    };
    for level in setwise::Level::all().map(setwise::Level::name) {
        let Some(expected) = expected(level) else {
            continue;
        };
        let asked = [("SETWISE_KERNEL", level)];
        let value = setwise_with(&["cpu", "--json"], &asked).done();
        let value = json_of(&value);
        let used = products.map(|product| value["in_use"][product].as_str().unwrap());
        assert_eq!(used, expected, "{level}");
        let text = setwise_with(&["cpu"], &asked).done();
        let used = products
            .iter()
            .zip(expected)
            .map(|(product, level)| format!("{product} {level}"));
        let line = format!("levels in use: {}\n", used.collect::<Vec<_>>().join(", "));
        assert_has(&text, &line);
        // A lower level does not go unsaid.
        let moves = program()
            .args(["perft", "startpos", "1"])
            .envs(asked)
            .output();
        let said = moves.expect("the program starts").stderr;
        let used = expected[1];
        let line = format!(
            "setwise: SETWISE_KERNEL={level}: there is no code of it for legal moves, which use {used}\n"
        );
        let line = if used == level { "" } else { &line };
        assert_eq!(String::from_utf8_lossy(&said), line);
    }
}

/// Whatever would use the kernels refuses to use others than the one that was asked for.
#[test]
fn an_unknown_kernel_was_asked_for() {
    for arguments in [&["cpu"][..], &["perft", FEN, "1"], &["draw", FEN]] {
        let message = setwise_with(arguments, &[("SETWISE_KERNEL", "scalar/magic")]).failed(2);
        assert_starts(
            &message,
            "SETWISE_KERNEL=\"scalar/magic\" names no level and no kernel; supported here:",
        );
        assert_has(&message, " scalar/kogge-stone ");
    }
}

/// The measured selection is used where the environment names its file, and a damaged one is
/// refused.
#[test]
fn tuned_kernels() {
    let file = empty_folder("tune").join("selection");
    let variables = [("SETWISE_SELECTION", text(&file))];
    // A measurement does not need the file that it replaces.
    fs::write(&file, "damaged").unwrap();
    let tuned = setwise_with(&["tune", "--out", text(&file)], &variables).done();
    for &entry in EntryPoint::ALL {
        assert_has(&tuned, &format!("\n{entry} "));
        // Only kernels that a rule names for the call are measured.
        let rules = LEVELS.iter().flat_map(|level| rules(level));
        let of_call = rules.filter(|rule| rule.entry == entry);
        let named: Vec<&str> = of_call.map(|rule| rule.kernel).collect();
        for row in tuned.lines() {
            let mut words = row.split_whitespace();
            if words.next() == Some(entry.name()) {
                let kernel = words.find(|word| word.contains('/'));
                assert!(
                    kernel.is_some_and(|kernel| named.contains(&kernel)),
                    "{row}"
                );
            }
        }
    }
    let chosen = setwise_with(&["cpu"], &variables).done();
    assert_has(&chosen, "measured on this CPU");
    assert!(!setwise(&["cpu"]).done().contains("measured on this CPU"));

    // A kernel that is asked for by name goes first.
    let both = [("SETWISE_KERNEL", "scalar/dumb7"), variables[0]];
    assert!(
        setwise_with(&["cpu"], &both)
            .done()
            .contains("asks for scalar/dumb7")
    );

    let selection = fs::read_to_string(&file).unwrap();
    fs::write(&file, selection.replacen("attacks 1 ", "attacks 2 ", 1)).unwrap();
    let message = setwise_with(&["cpu"], &variables).failed(2);
    assert_eq!(
        message,
        "SETWISE_SELECTION: not a whole selection of setwise: the checksum is wrong"
    );
    fs::remove_file(&file).unwrap();
    assert!(
        setwise_with(&["cpu"], &variables)
            .failed(2)
            .starts_with("SETWISE_SELECTION: ")
    );
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = program()
        .arg("cpu")
        .stdout(writer)
        .output()
        .expect("the program starts");
    assert_eq!(
        (output.status.code(), &output.stderr[..]),
        (Some(0), &b""[..])
    );
}
