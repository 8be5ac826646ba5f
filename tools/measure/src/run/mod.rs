//! Runs of benchmarks: the measurements, the result file, and the report on it.

mod origin;

use crate::report::files;
use crate::report::{self, Benchmark};
use crate::root;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use setwise_benches::matrix::{Options, Part, VARIABLE};
use setwise_program::command::up_to;
use setwise_program::failure::at;
use setwise_program::files::{create_folder, replace};
use setwise_results::code::KernelCode;
use setwise_results::processes::{Processes, gather};
use setwise_results::{Document, File, Matrix, Run};
use std::fs::{self, TryLockError};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The options of every benchmark.
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

/// The options of the matrix.
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
    /// Number of processes that run the same short measurement, to see how the times vary: of the
    /// library and its main kernels with many boards. The command `report` shows the file
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to(1000))]
    #[arg(conflicts_with_all = ["full", "smoke", "rounds"])]
    processes: Option<u32>,
}

/// Measures the matrix, and returns the text for the terminal.
pub(crate) fn matrix(args: &MatrixArgs) -> Result<String> {
    let place = Place::new(&args.run)?;
    let part = match args.processes {
        Some(_) => Part::Many,
        None if args.full => Part::Full,
        None if args.run.smoke => Part::Smoke,
        None => Part::Quick,
    };
    let mut options = part.options(place.work.join("matrix.json"));
    let rounds = args.run.rounds.map(|rounds| rounds as usize);
    options.rounds = rounds.unwrap_or(options.rounds);
    options.budget = args.budget.map_or(options.budget, u64::from);
    if let Some(count) = args.processes {
        let measure = |process| {
            eprintln!("process {process} of {count}");
            Ok(measure(&options)?.cells)
        };
        let cells = gather(&(1..=count).map(measure).collect::<Result<Vec<_>>>()?);
        let path = place.write(Vec::new(), Processes { cells })?;
        return Ok(format!("processes: {}\n", path.display()));
    }
    // Before the run, so that it is of the code that is measured.
    let code = place.code(args.full, None);
    let path = place.write(code, measure(&options)?)?;
    place.report::<Matrix>(&path)
}

/// Runs the same command in a build with the feature `moves`, and returns its exit code.
#[cfg(not(feature = "moves"))]
pub(crate) fn with_moves() -> Result<(String, u8)> {
    eprintln!("setwise-measure: building this benchmark, which takes three minutes at first");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut cargo = Command::new(cargo);
    cargo.args("run --release --package setwise-measure --features moves".split(' '));
    cargo.arg("--manifest-path").arg(root().join("Cargo.toml"));
    let status = cargo.arg("--").args(std::env::args_os().skip(1)).status();
    let code = status.context("cargo cannot be run")?.code();
    Ok((String::new(), code.map_or(1, |code| code as u8)))
}

/// Measures a benchmark with rows, and returns the text for the terminal. Its progress goes to
/// stderr.
#[cfg(feature = "moves")]
pub(crate) fn rows<R: Benchmark>(
    args: &RunArgs,
    measure: impl FnOnce(bool, Option<usize>, &dyn Fn(&str)) -> Result<R>,
) -> Result<String> {
    let place = Place::new(args)?;
    let code = place.code(false, R::GROUP);
    let rounds = args.rounds.map(|rounds| rounds as usize);
    let run = measure(args.smoke, rounds, &|line| eprintln!("{line}"))?;
    let path = place.write(code, run)?;
    place.report::<R>(&path)
}

/// Measures the matrix in a process of its own, whose standard output criterion fills. Its messages
/// go to stderr. Its standard input is a pipe from this process, with which it ends.
fn measure(options: &Options) -> Result<Matrix> {
    let log = options.output.with_extension("log");
    let mut matrix = Command::new(std::env::current_exe()?);
    let matrix = matrix
        .args("--bench --output-format bencher --discard-baseline".split(' '))
        .env(VARIABLE, serde_json::to_string(options)?)
        .stdin(Stdio::piped())
        .stdout(fs::File::create(&log).with_context(at(&log))?);
    let mut matrix = matrix.spawn().context("the process of the matrix")?;
    let _input = matrix.stdin.take();
    let status = matrix.wait()?;
    let problem = "and nothing was written; the messages above say why";
    ensure!(
        status.success(),
        "the benchmark failed ({status}) {problem}"
    );
    let run: Matrix = serde_json::from_slice(&fs::read(&options.output)?)?;
    ensure!(!run.cells.is_empty(), "nothing was measured");
    Ok(run)
}

/// Where a run puts its files. Only one run at a time has a place in a workspace.
struct Place<'a> {
    args: &'a RunArgs,
    /// The folder of what is not kept.
    work: PathBuf,
    _lock: fs::File,
}

impl<'a> Place<'a> {
    fn new(args: &'a RunArgs) -> Result<Self> {
        let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
        let work = root().join(target).join("setwise-measure");
        create_folder(&work)?;
        let path = work.join("lock");
        let lock = fs::File::create(&path).with_context(at(&path))?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let problem = "another benchmark of this workspace is running";
                bail!("{}: {problem}", work.display())
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(at(&path)),
            Ok(()) => {}
        }
        Ok(Self {
            args,
            work,
            _lock: lock,
        })
    }

    /// The folders of the report: that of the new results, then that of the committed ones.
    fn folders(&self) -> Vec<PathBuf> {
        let committed = root().join("docs/results");
        match &self.args.out {
            Some(out) => vec![out.clone()],
            None if self.args.save => vec![committed],
            None => vec![self.work.join("results"), committed],
        }
    }

    /// Returns the hashes of the measured machine code of a group of functions, or of the kernels
    /// of the matrix, for runs that are kept.
    fn code(&self, is_full: bool, group: Option<&str>) -> Vec<KernelCode> {
        if self.args.save || is_full {
            return origin::code(group);
        }
        eprintln!(
            "no hashes of the machine code: the report calls the run unverified (--save makes them)"
        );
        Vec::new()
    }

    /// Writes a result file beside the earlier ones of the same CPU, and returns its path.
    fn write<R: Run>(&self, code: Vec<KernelCode>, run: R) -> Result<PathBuf> {
        let origin = origin::origin();
        let path = files::path(&self.folders()[0], &origin, R::ENDING);
        replace(&path, &File { origin, code, run }.text()?)?;
        Ok(path)
    }

    /// Writes the report on a new result file, and returns the text for the terminal.
    fn report<R: Benchmark>(&self, file: &Path) -> Result<String> {
        let report = report::after::<R>(self.folders(), file)?;
        Ok(format!("{report}results: {}\n", file.display()))
    }
}
