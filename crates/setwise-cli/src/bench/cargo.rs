//! Cargo, which builds and starts benchmarks.

use super::pin::Pin;
use anyhow::{Context, ensure};
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// The context of errors when cargo is started.
pub(super) const NOT_RUN: &str = "cargo cannot be run";

/// Builds a benchmark of the workspace on all cores and returns the command that runs it, without its arguments. The
/// messages of cargo go to stderr.
pub(super) fn bench(root: &Path, name: &str, pin: &Pin) -> anyhow::Result<Command> {
    // The cargo that runs this program, or the one of the path.
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let bench = |mut cargo: Command| {
        cargo.args(["bench", "--package", "setwise-benches", "--bench", name]);
        cargo.current_dir(root).stdin(Stdio::null());
        cargo
    };
    let mut build = bench(Command::new(&cargo));
    let status = build.arg("--no-run").stdout(io::stderr()).status();
    let problem = "the benchmarks do not build; the messages of cargo above say why";
    ensure!(status.context(NOT_RUN)?.success(), problem);
    let mut run = bench(pin.command(&cargo));
    run.args(["--quiet", "--"]);
    Ok(run)
}

/// Fails unless a benchmark ended well.
pub(super) fn check(status: ExitStatus) -> anyhow::Result<()> {
    let problem = "nothing was written, as the benchmark failed; see above";
    ensure!(status.success(), "{problem} ({status})");
    Ok(())
}
