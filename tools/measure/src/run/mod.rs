//! Runs of benchmarks: the measurements, the result file, and the report on it.

mod origin;

use crate::report::files;
use crate::report::{self, Benchmark};
use crate::root;
use anyhow::Result;
use clap::Args;
use setwise_benches::matrix::{self, Part};
use setwise_program::command::up_to;
use setwise_program::files::{create_folder, replace};
use setwise_results::{Document, File, Hashed, Measured};
use std::{fs, path::PathBuf};

#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    /// Shortest possible run, to see that everything works; the numbers mean little
    #[arg(long)]
    smoke: bool,
    /// Number of rounds; ratios are medians over the rounds
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to(1000))]
    rounds: Option<u32>,
    /// Add the results to those in docs/ of the workspace, and write the report there
    #[arg(long, conflicts_with_all = ["smoke", "out"])]
    save: bool,
    /// Folder of result files; the report is written beside it [default: a folder in target/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct MatrixArgs {
    #[command(flatten)]
    run: RunArgs,
    /// Run the whole matrix with long measurements, about an hour; without it, three minutes
    #[arg(long, conflicts_with = "smoke")]
    full: bool,
    /// Time for all rounds together, as far as the shortest measurements allow
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = up_to(1_000_000))]
    budget: Option<u32>,
}

pub(crate) fn matrix(args: &MatrixArgs) -> Result<String> {
    let part = match (args.full, args.run.smoke) {
        (true, _) => Part::Full,
        (_, true) => Part::Smoke,
        _ => Part::Quick,
    };
    let run = |_, rounds, _: &dyn Fn(&str)| matrix::run(part, rounds, args.budget);
    rows(&args.run, run)
}

/// Runs the same command in a build with the feature `moves`, and returns its exit code.
#[cfg(not(feature = "moves"))]
pub(crate) fn with_moves() -> Result<(String, u8)> {
    eprintln!("setwise-measure: building this benchmark, which takes three minutes at first");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut cargo = std::process::Command::new(cargo);
    cargo.args("run --release --package setwise-measure --features moves".split(' '));
    cargo.arg("--manifest-path").arg(root().join("Cargo.toml"));
    let status = cargo.arg("--").args(std::env::args_os().skip(1)).status();
    let code = anyhow::Context::context(status, "cargo cannot be run")?.code();
    Ok((String::new(), code.map_or(1, |code| code as u8)))
}

/// Measures a benchmark, and returns the text for the terminal. Its progress goes to stderr.
pub(crate) fn rows<R: Benchmark>(
    args: &RunArgs,
    measure: impl FnOnce(bool, Option<usize>, &dyn Fn(&str)) -> Measured<R>,
) -> Result<String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
    let work = root().join(target).join("setwise-measure");
    create_folder(&work)?;
    let lock = fs::File::create(work.join("lock"))?;
    if lock.try_lock().is_err() {
        eprintln!("waiting for another benchmark of this workspace");
        lock.lock()?;
    }
    // The report stands beside the first folder.
    let committed = root().join("docs/results");
    let folders = match &args.out {
        Some(out) => vec![out.clone()],
        None if args.save => vec![committed],
        None => vec![work.join("results"), committed],
    };
    // Hashes are made before the run, so that they are of the code that is measured.
    let mut code = Vec::new();
    match (R::HASHED, args.save) {
        (Hashed::Nothing, _) => {}
        (hashed, true) => code = origin::code(hashed),
        (_, false) => eprintln!(
            "no hashes of the machine code: the report calls the run unverified (--save makes them)"
        ),
    }
    // The origin counts the CPUs before the run, because the matrix keeps the process on one CPU.
    let origin = origin::origin();
    let rounds = args.rounds.map(|rounds| rounds as usize);
    let (rounds, rows, run) = measure(args.smoke, rounds, &|line| eprintln!("{line}"))?;
    let path = files::path(&folders[0], &origin, R::ENDING);
    let file = File {
        origin,
        code,
        rounds,
        rows,
        run,
    };
    replace(&path, &file.text()?)?;
    let report = report::after::<R>(folders, &path)?;
    Ok(format!("{report}results: {}\n", path.display()))
}
