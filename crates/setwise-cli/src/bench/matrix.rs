//! The matrix as a process.

use super::pin::Pin;
use crate::failure::Failure;
use setwise_benches::options::Options;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// The arguments of cargo.
const MATRIX: [&str; 5] = ["bench", "--package", "setwise-benches", "--bench", "matrix"];

/// Builds the matrix on all cores, then runs it on one. What cargo says and how far the matrix is goes to stderr,
/// criterion's words to a file.
pub(super) fn run(root: &Path, options: &Options, pin: &Pin, log: &Path) -> Result<(), Failure> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut build = Command::new(&cargo);
    build.args(MATRIX).arg("--no-run").stdout(io::stderr());
    if !finish(root, build)?.success() {
        return Err(Failure::new(
            "the benchmarks do not build; cargo says above why",
        ));
    }
    eprintln!("setwise: {}", pin.note());
    let words = File::create(log);
    let words = words.map_err(|error| Failure::new(format!("{}: {error}", log.display())))?;
    let mut matrix = pin.command(&cargo);
    // In this format criterion says nothing on stderr, where the progress is shown.
    matrix
        .args(MATRIX)
        .args(["--quiet", "--", "--output-format", "bencher"]);
    matrix.envs(options.to_env()).stdout(words);
    let status = finish(root, matrix)?;
    if !status.success() {
        return Err(Failure::new(format!(
            "the benchmarks failed ({status}) and nothing was written; see above and {}",
            log.display()
        )));
    }
    Ok(())
}

fn finish(root: &Path, mut command: Command) -> Result<ExitStatus, Failure> {
    let status = command.current_dir(root).stdin(Stdio::null()).status();
    status.map_err(|error| {
        let program = command.get_program().display();
        Failure::new(format!("{program} cannot be run: {error}"))
    })
}
