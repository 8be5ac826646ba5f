//! The engine as a program: the protocol, and games against a player of random moves.

use setwise_conformance::Rng;
use setwise_moves::{History, Position, Status};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_setwise-searcher"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        Self {
            process,
            input,
            output,
        }
    }

    fn send(&mut self, command: &str) {
        writeln!(self.input, "{command}").unwrap();
    }

    /// Waits for a line with some beginning, and returns its rest.
    fn answer(&mut self, beginning: &str) -> String {
        loop {
            let mut line = String::new();
            let count = self.output.read_line(&mut line).unwrap();
            assert_ne!(count, 0, "the engine has ended");
            if let Some(rest) = line.trim().strip_prefix(beginning) {
                return rest.trim().to_owned();
            }
        }
    }

    fn best_move(&mut self, commands: &[&str]) -> String {
        for command in commands {
            self.send(command);
        }
        self.answer("bestmove")
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Plays a game and returns whether the engine mates.
fn wins(engine: &mut Engine, random: &mut Rng, engine_is_white: bool) -> bool {
    engine.send("ucinewgame");
    let (mut position, mut history) = (Position::startpos(), History::new());
    let mut command = "position startpos moves".to_owned();
    for ply in 0.. {
        let engine_moves = (ply % 2 == 0) == engine_is_white;
        if position.legal_moves().is_empty() {
            return position.is_check() && !engine_moves;
        }
        if position.status() != Status::Ongoing || history.is_threefold(&position) {
            return false;
        }
        let name = if engine_moves {
            engine.best_move(&[&command, "go depth 3"])
        } else {
            let moves = position.legal_moves();
            random.pick(&moves).unwrap().to_string()
        };
        let played = position.parse_move(&name).unwrap();
        history.push(&position);
        position = position.play(played).unwrap();
        command += " ";
        command += &name;
    }
    false
}

#[test]
fn wins_against_random_moves() {
    let (mut engine, mut random) = (Engine::start(), Rng::new(51));
    for game in 0..100 {
        assert!(
            wins(&mut engine, &mut random, game % 2 == 0),
            "game {game} is not won"
        );
    }
}

#[test]
fn protocol() {
    let mut engine = Engine::start();
    engine.send("uci");
    engine.answer("uciok");
    let back_rank = "position fen r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1";
    assert_eq!(engine.best_move(&[back_rank, "go depth 3"]), "a8a1");
    // Limits of time.
    let start = Instant::now();
    engine.best_move(&["position startpos moves e2e4 e7e5", "go movetime 50"]);
    engine.best_move(&["go wtime 3000 btime 3000 winc 0 binc 0"]);
    assert!(start.elapsed() < Duration::from_secs(5));
    // An endless search answers, and ends when it is told to.
    engine.send("go infinite");
    engine.send("isready");
    engine.answer("readyok");
    engine.best_move(&["stop"]);
    // Without a legal move there is no best one.
    let stalemate = "position fen 7k/5Q2/8/8/8/8/8/7K b - - 0 1";
    assert_eq!(engine.best_move(&[stalemate, "go depth 5"]), "0000");
    // What is not understood does no harm.
    for odd in [
        "",
        "position",
        "position fen",
        "position startpos moves e2e5",
        "position startpos moves e2e4k",
        "go depth x",
        "stop",
        "foo",
    ] {
        engine.send(odd);
    }
    engine.best_move(&["go depth 1"]);
    engine.send("quit");
    assert!(engine.process.wait().unwrap().success());
}
