#![forbid(unsafe_code)]
//! Drives the engine over UCI, with commands good and bad, and by the command line.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

const ENGINE: &str = env!("CARGO_BIN_EXE_setwise-engine");

/// An engine in a process, which ends when its input is closed.
struct Player {
    process: Child,
    stdin: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Player {
    fn start() -> Self {
        let mut command = Command::new(ENGINE);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let stdin = process.stdin.take().unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut player = Self {
            process,
            stdin,
            lines,
        };
        player.send("uci");
        player.until("uciok");
        player
    }

    fn send(&mut self, command: &str) {
        writeln!(self.stdin, "{command}").unwrap();
    }

    /// The lines up to the first one that begins so.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = vec![];
        for line in &mut self.lines {
            lines.push(line.unwrap());
            if lines.last().unwrap().starts_with(start) {
                return lines;
            }
        }
        panic!("no {start:?} in {lines:?}");
    }

    /// The first line that begins so.
    fn expect(&mut self, start: &str) -> String {
        self.until(start).pop().unwrap()
    }

    /// Starts an infinite search. It must not answer by itself.
    fn search_until_stop(&mut self) -> String {
        self.send("go infinite");
        thread::sleep(Duration::from_millis(200));
        self.send("isready");
        let early = self.until("readyok");
        assert!(!early.iter().any(|line| line.starts_with("bestmove")));
        self.send("stop");
        self.expect("bestmove")
    }

    fn quit(mut self) {
        self.send("quit");
        assert!(self.process.wait().unwrap().success());
    }
}

#[test]
fn bad_commands_are_ignored() {
    let mut engine = Player::start();
    for bad in [
        "position",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position startpos moves 🦀",
        "position startpos moves e2e4 then e7e5",
        "setoption",
        "setoption value 3",
        "setoption name Threats",
        "setoption name Threats value maybe",
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
        "go depth x",
        "stop",
        "ucinewgame",
        "position startpos moves e2e4",
        "go depth 2",
    ] {
        engine.send(good);
    }
    engine.expect("bestmove");
    engine.quit();
}

/// After a position that is refused, no move of an earlier one is played.
#[test]
fn no_move_without_a_position() {
    let mut engine = Player::start();
    for bad in [
        "position fen 4k3/8/8/8/8/8/4P3/4K3 b - - 0 zero",
        "position startpos moves e2e4 e7e6 e4e6",
        "position",
    ] {
        engine.send("position startpos moves d2d4");
        engine.send("go depth 1");
        assert_ne!(engine.expect("bestmove"), "bestmove 0000");
        engine.send(bad);
        let refused = engine.expect("info string");
        engine.send("go wtime 1000 btime 1000");
        let why = engine.expect("info string");
        assert_eq!(why, "info string no move: the last position was refused");
        assert_eq!(engine.expect("bestmove"), "bestmove 0000", "{refused}");
    }
    assert_eq!(engine.search_until_stop(), "bestmove 0000");
    engine.quit();
}

#[test]
fn positions_without_moves_and_mates() {
    let mut engine = Player::start();
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
        let lines = engine.until("bestmove ");
        let [.., last, found] = &lines[..] else {
            panic!("{fen}: {lines:?}");
        };
        assert!(last.contains(&format!("score {score}")), "{fen}: {last}");
        assert!(
            found.starts_with(&format!("bestmove {best}")),
            "{fen}: {found}"
        );
    }
    engine.quit();
}

#[test]
fn searches_end() {
    let mut engine = Player::start();
    assert_ne!(engine.search_until_stop(), "bestmove 0000");
    // The search of a mate ends, but the answer waits.
    engine.send("position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1");
    engine.search_until_stop();
    for limit in ["nodes 1000", "movetime 50", "wtime 300 btime 1"] {
        engine.send(&format!("go {limit}"));
        engine.expect("bestmove");
    }
    engine.send("go infinite");
    engine.quit();
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
        &["bench", "1", "2"],
        &["threats", "0"],
        &["play"],
    ] {
        let output = run(bad, "scalar/kogge-stone");
        assert_eq!(output.status.code(), Some(2), "{bad:?}");
        assert!(!output.stderr.is_empty());
    }
    let help = run(&["--help"], "scalar/kogge-stone");
    assert_eq!(help.status.code(), Some(0));
}
