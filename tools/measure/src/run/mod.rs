//! Runs of benchmarks: the measurements, the result file, and the report on it.

mod origin;
mod processes;

use crate::report::files;
use crate::report::{self, Benchmark};
use crate::workspace;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use core_affinity::CoreId;
use setwise_benches::matrix::{Options, VARIABLE};
use setwise_program::command::up_to;
use setwise_program::failure::{at, usage};
use setwise_program::files::{create_folder, replace};
use setwise_results::code::KernelCode;
use setwise_results::{Document, Entry, File, Matrix, Mode, Run};
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
    #[arg(long, conflicts_with_all = ["smoke", "out", "no_report"])]
    save: bool,
    /// Folder of result files; the report is written beside it [default: a folder in target/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write the result file only
    #[arg(long)]
    no_report: bool,
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
    /// File of FEN or EPD lines to measure on, in place of the games
    #[arg(long, value_name = "FILE", conflicts_with = "save")]
    positions: Option<PathBuf>,
    /// Only these entry points, such as batch_attacks
    #[arg(long, value_name = "ENTRY", num_args = 1.., value_delimiter = ',', conflicts_with = "save")]
    only: Vec<Entry>,
    /// Only contenders with these parts of names, such as avx2/sliced or pieces/; the library's
    /// choice and the fenced scalar code are added, for the ratios
    #[arg(long, value_name = "NAME", num_args = 1.., value_delimiter = ',', conflicts_with = "save")]
    kernel: Vec<String>,
    /// Only these numbers of boards per call
    #[arg(long, value_name = "BOARDS", num_args = 1.., value_delimiter = ',', allow_negative_numbers = true)]
    #[arg(conflicts_with = "save")]
    sizes: Vec<usize>,
    /// CPU to run on, or none [default: the last one]
    #[arg(long, value_name = "CPU", allow_negative_numbers = true)]
    pin: Option<String>,
    /// Number of processes that run the same short measurement, to see how the times vary: of the
    /// library and its sliced kernels with many boards, or of what the other options select. The
    /// command `report` shows the file
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to(1000))]
    #[arg(conflicts_with_all = ["full", "smoke", "rounds", "no_report"])]
    processes: Option<u32>,
}

/// Numbers of boards of a smoke run.
const SMOKE_SIZES: [usize; 3] = [1, 64, 1024];

/// Measures the matrix, and returns the text for the terminal.
pub(crate) fn matrix(args: &MatrixArgs) -> Result<String> {
    let place = Place::new(&args.run)?;
    let options = args.options(place.work.join("matrix.json"))?;
    if let Some(count) = args.processes {
        let run = processes::run_all(&options, count)?;
        let path = place.write(Vec::new(), run)?;
        return Ok(format!("processes: {}\n", path.display()));
    }
    // Before the run, so that it is of the code that is measured.
    let code = place.code(args.full, None);
    let path = place.write(code, measure(&options)?)?;
    place.finish::<Matrix>(&path)
}

/// Measures a benchmark with rows, and returns the text for the terminal. Its progress goes to
/// stderr.
pub(crate) fn rows<R: Benchmark>(
    args: &RunArgs,
    measure: impl FnOnce(bool, Option<usize>, &dyn Fn(&str)) -> Result<R>,
) -> Result<String> {
    let place = Place::new(args)?;
    let code = place.code(false, R::GROUP);
    let rounds = args.rounds.map(|rounds| rounds as usize);
    let run = measure(args.smoke, rounds, &|line| eprintln!("{line}"))?;
    let path = place.write(code, run)?;
    place.finish::<R>(&path)
}

/// Measures the matrix in a process of its own, whose standard output criterion fills. Its messages
/// go to stderr. The process has a pipe from this one as its standard input, and ends when the pipe
/// does, so that it does not outlive this one.
fn measure(options: &Options) -> Result<Matrix> {
    let log = options.output.with_extension("log");
    let mut matrix = Command::new(std::env::current_exe()?);
    let matrix = matrix
        .args([
            "--bench",
            "--output-format",
            "bencher",
            "--discard-baseline",
        ])
        .env(VARIABLE, serde_json::to_string(options)?)
        .stdin(Stdio::piped())
        .stdout(fs::File::create(&log).with_context(at(&log))?);
    let mut matrix = matrix.spawn().context("the process of the matrix")?;
    let _input = matrix.stdin.take();
    let status = matrix.wait()?;
    ensure!(
        status.success(),
        "the benchmark failed ({status}) and nothing was written; the messages above say why"
    );
    let run = serde_json::from_slice::<Matrix>(&fs::read(&options.output)?)?;
    let problem = "nothing was measured: no contender matches all options";
    ensure!(!run.cells.is_empty(), problem);
    Ok(run)
}

/// Ends the process when its standard input ends.
pub(crate) fn end_with_input() {
    std::thread::spawn(|| {
        // An error ends the input too.
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        std::process::exit(1);
    });
}

impl MatrixArgs {
    /// The settings of the matrix.
    fn options(&self, output: PathBuf) -> Result<Options> {
        let mut options = Options::new(if self.full { Mode::Full } else { Mode::Quick });
        options.sizes = self.sizes.clone();
        options.entries = self.only.clone();
        options.contenders = self.kernel.clone();
        options.cpu = choose_cpu(self.pin.as_deref())?;
        options.output = output;
        if !self.kernel.is_empty() {
            let added = [report::LIBRARY, report::FENCED];
            options.contenders.extend(added.map(String::from));
        }
        if let Some(path) = &self.positions {
            options.positions = Some(path.canonicalize().with_context(at(path))?);
        }
        if self.run.smoke {
            (options.rounds, options.budget) = (1, 1);
            if options.sizes.is_empty() {
                options.sizes = SMOKE_SIZES.to_vec();
            }
        }
        if self.processes.is_some() {
            processes::complete(&mut options);
        }
        if let Some(rounds) = self.run.rounds {
            options.rounds = rounds as usize;
        }
        if let Some(budget) = self.budget {
            options.budget = budget.into();
        }
        Ok(options)
    }
}

/// Chooses the CPU to run on: the requested one, none, or the last one, because the first one often
/// serves interrupts.
fn choose_cpu(asked: Option<&str>) -> Result<Option<usize>> {
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

/// Where a run puts its files. Only one run at a time has a place in a workspace.
struct Place<'a> {
    args: &'a RunArgs,
    root: PathBuf,
    /// The folder of what is not kept.
    work: PathBuf,
    _lock: fs::File,
}

impl<'a> Place<'a> {
    fn new(args: &'a RunArgs) -> Result<Self> {
        let root = workspace::root()?;
        let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
        let work = root.join(target).join("setwise-measure");
        create_folder(&work)?;
        let path = work.join("lock");
        let lock = fs::File::create(&path).with_context(at(&path))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self {
                args,
                root,
                work,
                _lock: lock,
            }),
            Err(TryLockError::WouldBlock) => bail!(
                "{}: another benchmark of this workspace is running",
                work.display()
            ),
            Err(TryLockError::Error(error)) => Err(error).with_context(at(&path)),
        }
    }

    /// The folders of the report: that of the new results, then that of the committed ones.
    fn folders(&self) -> Vec<PathBuf> {
        let committed = self.root.join("docs/results");
        match &self.args.out {
            Some(out) => vec![out.clone()],
            None if self.args.save => vec![committed],
            None if committed.is_dir() => vec![self.work.join("results"), committed],
            None => vec![self.work.join("results")],
        }
    }

    /// Returns the hashes of the measured machine code of a group of functions, or of the kernels
    /// of the matrix, for runs that are kept.
    fn code(&self, is_full: bool, group: Option<&str>) -> Vec<KernelCode> {
        if self.args.save || is_full {
            return origin::code(&self.root, group);
        }
        eprintln!(
            "no hashes of the machine code: the report calls the run unverified (--save makes them)"
        );
        Vec::new()
    }

    /// Writes a result file beside the earlier ones of the same CPU, and returns its path.
    fn write<R: Run>(&self, code: Vec<KernelCode>, run: R) -> Result<PathBuf> {
        let origin = origin::origin(&self.root);
        let path = files::path(&self.folders()[0], &origin, R::ENDING);
        replace(&path, &File { origin, code, run }.text()?)?;
        Ok(path)
    }

    /// Writes the report on a new result file if it is wanted, and returns the text for the
    /// terminal.
    fn finish<R: Benchmark>(&self, file: &Path) -> Result<String> {
        let report = match self.args.no_report {
            true => String::new(),
            false => report::after::<R>(self.folders(), file)?,
        };
        Ok(format!("{report}results: {}\n", file.display()))
    }
}
