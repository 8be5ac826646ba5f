//! Cargo, which builds and starts benchmarks.

use crate::failure::usage;
use anyhow::{Context, Result, ensure};
use core_affinity::CoreId;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

/// Builds a benchmark of the workspace, runs it, and returns its output. All messages go to stderr.
pub(super) fn bench(
    root: &Path,
    name: &str,
    arguments: &[&str],
    variables: Option<(&str, String)>,
) -> Result<Vec<u8>> {
    // The cargo that runs this program, or the one of the path.
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut bench = Command::new(cargo);
    bench.args(["bench", "--package", "setwise-benches", "--bench", name]);
    bench.arg("--").args(arguments).envs(variables);
    bench.current_dir(root).stdin(Stdio::null());
    let output = bench.stderr(Stdio::inherit()).output();
    let output = output.context("cargo cannot be run")?;
    let problem = format!("the benchmark failed ({})", output.status);
    let advice = "nothing was written; the messages above say why";
    ensure!(output.status.success(), "{problem} and {advice}");
    Ok(output.stdout)
}

/// Chooses the CPU to run on: the one that was asked for, none, or the last one (the first often serves interrupts).
pub(super) fn choose_cpu(asked: Option<&str>) -> Result<Option<usize>> {
    let cpus = core_affinity::get_core_ids().unwrap_or_default();
    match asked {
        Some("none") => Ok(None),
        Some(cpu) => {
            let message = format!("--pin takes the number of a CPU or `none`, not `{cpu}`");
            let id = cpu.parse().map_err(|_| usage(message))?;
            let is_allowed = cpus.contains(&CoreId { id });
            ensure!(is_allowed, "--pin {id}: not a CPU of this process");
            Ok(Some(id))
        }
        None => Ok(cpus.last().map(|cpu| cpu.id)),
    }
}
