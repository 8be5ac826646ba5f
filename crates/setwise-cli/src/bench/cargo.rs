//! Cargo, which builds and starts benchmarks.

use crate::failure::Failure;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// The cargo that runs this program, or the one of the path.
pub(super) fn program() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"))
}

/// What makes cargo run a benchmark of the workspace.
pub(super) fn arguments(bench: &str) -> [&str; 5] {
    ["bench", "--package", "setwise-benches", "--bench", bench]
}

/// Builds a benchmark; what cargo says goes to stderr.
pub(super) fn build(root: &Path, bench: &str) -> Result<(), Failure> {
    let mut build = Command::new(program());
    build
        .args(arguments(bench))
        .arg("--no-run")
        .current_dir(root);
    let status = build.stdin(Stdio::null()).stdout(io::stderr()).status();
    if status.map_err(|error| not_run(&build, &error))?.success() {
        return Ok(());
    }
    Err(Failure::new(
        "the benchmarks do not build; cargo says above why",
    ))
}

/// The program could not be started.
pub(super) fn not_run(command: &Command, error: &io::Error) -> Failure {
    Failure::new(format!(
        "{} cannot be run: {error}",
        command.get_program().display()
    ))
}
