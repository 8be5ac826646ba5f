//! Runs each fuzz target on the inputs in `corpus/`: a file for each target, with an input in hex
//! on each line. An empty line is the input without bytes. `REPLAY_STRIDE=100` takes every 100th
//! input only, for interpreters.

use setwise_conformance::Failure;
use setwise_conformance::trials::{self, trial};
use setwise_fuzz::{TARGETS, Target};
use std::fs;
use std::num::ParseIntError;
use std::process::ExitCode;

fn main() -> ExitCode {
    let of = |target: &'static Target| trial(target.name, Some(move || replay(target)));
    trials::main(TARGETS.iter().map(of).collect())
}

/// An input, which a panic names.
struct Input<'a> {
    path: &'a str,
    line: usize,
    hex: &'a str,
}

impl Drop for Input<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}:{}: {}", self.path, self.line, self.hex);
        }
    }
}

fn replay(target: &Target) -> Result<String, Failure> {
    let path = format!("{}/corpus/{}.txt", env!("CARGO_MANIFEST_DIR"), target.name);
    let failed = |error| Failure::plain(format!("{path}: {error}"));
    let text = fs::read_to_string(&path).map_err(|error| failed(error.to_string()))?;
    let stride = std::env::var("REPLAY_STRIDE").ok();
    let stride = stride.map_or(1, |stride| stride.parse().expect("a number"));
    let mut inputs = 0;
    for (i, hex) in text.lines().enumerate().step_by(stride) {
        let line = i + 1;
        let data = bytes(hex).map_err(|error| failed(format!("line {line}: {error}")))?;
        let path = &path;
        let input = Input { path, line, hex };
        (target.run)(&data);
        drop(input);
        inputs += 1;
    }
    match inputs {
        0 => Err(failed("no inputs".to_string())),
        inputs => Ok(format!("{inputs} inputs")),
    }
}

fn bytes(hex: &str) -> Result<Vec<u8>, ParseIntError> {
    let digits: Vec<char> = hex.chars().collect();
    let byte = |pair: &[char]| u8::from_str_radix(&String::from_iter(pair), 16);
    digits.chunks(2).map(byte).collect()
}
