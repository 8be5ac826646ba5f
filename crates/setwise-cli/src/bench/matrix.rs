//! The matrix as a process.

use super::cargo;
use super::pin::Pin;
use crate::failure::Failure;
use setwise_benches::options::Options;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::Stdio;

/// The name of the benchmark.
const BENCH: &str = "matrix";

/// Builds the matrix on all cores, then runs it on one. What cargo says and how far the matrix is goes to stderr,
/// criterion's words to a file.
pub(super) fn run(root: &Path, options: &Options, pin: &Pin, log: &Path) -> Result<(), Failure> {
    let cargo = cargo::program();
    cargo::build(root, BENCH)?;
    eprintln!("setwise: {}", pin.note());
    let unwritable = |error| Failure::new(format!("{}: {error}", log.display()));
    let words = File::create(log).map_err(unwritable)?;
    let mut matrix = pin.command(&cargo);
    // In this format criterion is almost silent on stderr, where the progress is shown.
    matrix
        .args(cargo::arguments(BENCH))
        .args(["--quiet", "--", "--output-format", "bencher"]);
    matrix
        .envs(options.to_env())
        .current_dir(root)
        .stdin(Stdio::null());
    matrix
        .stdout(words.try_clone().map_err(unwritable)?)
        .stderr(Stdio::piped());
    let mut running = matrix
        .spawn()
        .map_err(|error| cargo::not_run(&matrix, &error))?;
    if let Some(stderr) = running.stderr.take() {
        pass_on(stderr, words);
    }
    let status = running
        .wait()
        .map_err(|error| cargo::not_run(&matrix, &error))?;
    if !status.success() {
        return Err(Failure::new(format!(
            "the benchmarks failed ({status}) and nothing was written; see above and {}",
            log.display()
        )));
    }
    Ok(())
}

/// Shows lines as they come; criterion's advice about sampling goes to its other words.
fn pass_on(stderr: impl Read, mut words: File) {
    for line in BufReader::new(stderr).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        if line.is_empty() || line.starts_with("Warning: ") {
            // The log is for reading only: a full disk is the measurement's affair.
            let _ = writeln!(words, "{line}");
        } else {
            eprintln!("{line}");
        }
    }
}
