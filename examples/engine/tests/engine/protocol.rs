//! UCI commands, good and bad, and the command line.

use crate::player::{ENGINE, PATIENCE, Player};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

#[test]
fn bad_commands_are_ignored() {
    let mut engine = Player::engine();
    for bad in [
        "castle",
        "position",
        "position fen",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq",
        "position startpos moves e2e5",
        "position startpos moves 🦀",
        "position startpos moves e2e4 then e7e5",
        "setoption",
        "setoption value 3",
        "setoption name Hash value 0",
        "setoption name Hash value 99999999999999999999",
        "setoption name Hash",
        "setoption name UCI_Chess960 value maybe",
        "setoption name Contempt value 3",
        "setoption name Threats value maybe",
        "ponderhit",
    ] {
        engine.send(bad);
        let answer = engine.expect("info string");
        assert!(answer.len() > "info string ".len(), "{bad}: {answer}");
    }
    for good in [
        "",
        "stop",
        "stop",
        "setoption name Threats value changes",
        "setoption name hash value 1",
        "ucinewgame",
    ] {
        engine.send(good);
    }
    engine.send("position startpos moves e2e4");
    engine.send("go depth 2");
    engine.expect("bestmove");
    assert!(engine.quit());
}

/// After a position that is refused, no move of an earlier one is played.
#[test]
fn no_move_without_a_position() {
    let mut engine = Player::engine();
    for bad in [
        "position fen 4k3/8/8/8/8/8/4P3/4K3 b - - 0 zero",
        "position fen 4k3/8/8/8/8/8/4P3/4K4 b - - 0 1",
        "position startpos moves e2e4 e7e6 e4e6",
        "position",
    ] {
        engine.send("position startpos moves d2d4");
        engine.send("go depth 1");
        assert_ne!(engine.expect("bestmove"), "bestmove 0000");
        engine.send(bad);
        let refused = engine.expect("info string");
        for go in ["go depth 1", "go wtime 1000 btime 1000"] {
            engine.send(go);
            let why = engine.expect("info string");
            assert_eq!(why, "info string no move: the last position was refused");
            assert_eq!(engine.expect("bestmove"), "bestmove 0000", "{refused}");
        }
    }
    engine.send("go infinite");
    let early = engine.wait_for("bestmove", Duration::from_millis(100));
    assert_eq!(early, Ok(None));
    engine.send("stop");
    assert_eq!(engine.expect("bestmove"), "bestmove 0000");
    engine.send("position startpos");
    engine.send("go depth 1");
    assert_ne!(engine.expect("bestmove"), "bestmove 0000");
    assert!(engine.quit());
}

#[test]
fn positions_without_moves_and_mates() {
    let mut engine = Player::engine();
    let cases = [
        ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "mate 0", "0000"),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "cp 0", "0000"),
        ("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "mate 1", "g5g7"),
        ("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "mate 2", ""),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "cp 0", ""),
        ("7k/5K2/8/6Q1/8/8/8/8 b - - 4 1", "mate -1", "h8h7"),
    ];
    for (fen, score, best) in cases {
        engine.send(&format!("position fen {fen}"));
        engine.send("go depth 5");
        let mut last = String::new();
        let found = loop {
            let line = engine.expect("");
            match line.strip_prefix("bestmove ") {
                Some(found) => break found.to_string(),
                None => last = line,
            }
        };
        assert!(last.contains(&format!("score {score}")), "{fen}: {last}");
        assert!(found.starts_with(best), "{fen}: {found}");
    }
    assert!(engine.quit());
}

#[test]
fn castling_is_named_as_the_option_says() {
    let mut engine = Player::engine();
    for (option, name) in [("false", "e1c1"), ("true", "e1a1")] {
        engine.send(&format!("setoption name UCI_Chess960 value {option}"));
        for input in ["e1c1", "e1a1"] {
            engine.send(&format!(
                "position fen r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1 moves {input} e8c8"
            ));
            engine.ready();
        }
        // Castling mates.
        engine.send("position fen 3k4/2R1R3/8/8/8/8/8/R3K3 w Q - 0 1");
        engine.send("go depth 1");
        assert_eq!(engine.expect("bestmove"), format!("bestmove {name}"));
    }
    assert!(engine.quit());
}

#[test]
fn stop_ends_a_search() {
    let mut engine = Player::engine();
    engine.send("go infinite");
    let early = engine.wait_for("bestmove", Duration::from_millis(300));
    assert_eq!(early, Ok(None));
    engine.ready();
    let started = Instant::now();
    engine.send("stop");
    engine.expect("bestmove");
    assert!(started.elapsed() < PATIENCE / 10);
    // The search of a mate ends, but the answer waits.
    engine.send("position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1");
    engine.send("go infinite");
    let early = engine.wait_for("bestmove", Duration::from_millis(300));
    assert_eq!(early, Ok(None));
    engine.send("stop");
    engine.expect("bestmove");
    engine.send("go nodes 1000");
    engine.expect("bestmove");
    engine.send("go movetime 50");
    engine.expect("bestmove");
    engine.send("go infinite");
    assert!(engine.quit());
}

fn run(arguments: &[&str], kernel: &str) -> Output {
    let mut command = Command::new(ENGINE);
    command.args(arguments).env("SETWISE_KERNEL", kernel);
    command.output().unwrap()
}

#[test]
fn exit_codes() {
    let unknown = run(&["bench", "1"], "mmx/sliced");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("mmx/sliced"));
    assert!(unknown.stdout.is_empty());
    for bad in [
        &["bench", "0"][..],
        &["bench", "x"],
        &["bench", "1", "2"],
        &["threats", "0"],
        &["play"],
    ] {
        let output = run(bad, "scalar/kogge-stone");
        assert_eq!(output.status.code(), Some(2), "{bad:?}");
        assert!(!output.stderr.is_empty());
    }
    assert_eq!(
        run(&["--help"], "scalar/kogge-stone").status.code(),
        Some(0)
    );
}
