//! Runs each fuzz target on the inputs of its folder in `corpus/`. `REPLAY_STRIDE=100` takes every
//! 100th input only, for interpreters.

use setwise_conformance::Failure;
use setwise_conformance::trials::{self, trial};
use setwise_fuzz::{TARGETS, Target};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

fn main() -> ExitCode {
    let of = |target: &'static Target| trial(target.name, Some(move || replay(target)));
    trials::main(TARGETS.iter().map(of).collect())
}

/// An input, which a panic names.
struct Input<'a>(&'a Path);

impl Drop for Input<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("input: {}", self.0.display());
        }
    }
}

fn replay(target: &Target) -> Result<String, Failure> {
    let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "corpus", target.name]
        .iter()
        .collect();
    let failed = |error| Failure::plain(format!("{}: {error}", folder.display()));
    let stride = std::env::var("REPLAY_STRIDE").ok();
    let stride = stride.map_or(1, |stride| stride.parse().expect("a number"));
    let entries: Result<Vec<_>, _> = fs::read_dir(&folder).map_err(failed)?.collect();
    let mut paths: Vec<PathBuf> = entries
        .map_err(failed)?
        .iter()
        .map(fs::DirEntry::path)
        .collect();
    paths.sort();
    let mut inputs = 0;
    for path in paths.into_iter().step_by(stride) {
        let data = fs::read(&path).map_err(failed)?;
        let input = Input(&path);
        (target.run)(&data);
        drop(input);
        inputs += 1;
    }
    match inputs {
        0 => Err(Failure::plain(format!("{}: no inputs", folder.display()))),
        inputs => Ok(format!("{inputs} inputs")),
    }
}
