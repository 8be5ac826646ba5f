//! `setwise bench`: the benchmarks of a checkout.

use anyhow::{Context, Result, ensure};
use clap::Args;
use std::path::Path;
use std::process::Command;

/// Measure the kernels on this CPU: runs `setwise-measure` of the checkout that contains the
/// current folder.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Its arguments, such as `--help`, `perft` or `report`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Runs the command and returns the text for the terminal and the exit code.
pub(crate) fn run(args: &BenchArgs) -> Result<(String, u8)> {
    let here = std::env::current_dir().context("current folder")?;
    let is_root = |folder: &&Path| folder.join("tools/measure/Cargo.toml").is_file();
    ensure!(
        here.ancestors().any(|folder| is_root(&folder)),
        "{} is not inside a checkout of setwise, which has the benchmarks (no folder above it has tools/measure)",
        here.display()
    );
    eprintln!(
        "setwise: cargo run --release -p setwise-measure, which builds for some minutes at first"
    );
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut cargo = Command::new(cargo);
    let run = ["run", "--release", "--package", "setwise-measure", "--"];
    let status = cargo.args(run).args(&args.arguments).status();
    let code = status.context("cargo cannot be run")?.code();
    Ok((
        String::new(),
        code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1),
    ))
}
