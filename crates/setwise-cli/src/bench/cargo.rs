//! Cargo, which builds and starts benchmarks.

use super::pin::Pin;
use crate::failure::Failure;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// Builds a benchmark of the workspace on all cores and returns the command that runs it, without its arguments. The
/// messages of cargo go to stderr.
pub(super) fn bench(root: &Path, name: &str, pin: &Pin) -> Result<Command, Failure> {
    // The cargo that runs this program, or the one of the path.
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let bench = |mut cargo: Command| {
        cargo.args(["bench", "--package", "setwise-benches", "--bench", name]);
        cargo.current_dir(root).stdin(Stdio::null());
        cargo
    };
    let mut build = bench(Command::new(&cargo));
    let status = build.arg("--no-run").stdout(io::stderr()).status();
    if !status.map_err(not_run)?.success() {
        let message = "the benchmarks do not build; the messages of cargo above say why";
        return Err(Failure::new(message));
    }
    let mut run = bench(pin.command(&cargo));
    run.args(["--quiet", "--"]);
    Ok(run)
}

/// The program could not be started.
pub(super) fn not_run(error: io::Error) -> Failure {
    Failure::new(format!("cargo cannot be run: {error}"))
}
