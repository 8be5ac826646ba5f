//! `setwise bench`: the matrix of the workspace, its results as a file, and the report on them.

mod cargo;
mod matrix;
pub(crate) mod perft;
mod pin;
mod processes;
mod run;

use crate::failure::Failure;
use crate::kernel::check_forced;
use crate::processes::FOLDER;
use crate::report::{self, output};
use crate::{host, workspace};
use clap::Args;
use setwise_benches::options::Options;
use setwise_benches::readback;
use setwise_benches::results::{Entry, FORMAT, Mode, ResultFile, Selected};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Measure kernels and peers on this CPU, and write the report.
///
/// Builds the criterion matrix of the workspace and runs it on one core: every kernel that this CPU supports, what the
/// library chooses by itself, and the peers, on positions of games. The result file replaces the one of the same CPU; the
/// report is rendered from all of them.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// The whole matrix with long measurements; without it, about eight minutes
    #[arg(long, conflicts_with = "smoke")]
    full: bool,
    /// As short as can be, to see that everything works; the numbers are worth little
    #[arg(long)]
    smoke: bool,
    /// How often the matrix is passed; ratios are medians over the rounds
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: Option<u32>,
    /// How long all rounds may take together, as far as the shortest measurements allow
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    budget: Option<u32>,
    /// A file of FEN or EPD lines to measure on, in place of the games
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// These entry points only, such as batch_attacks
    #[arg(long, value_name = "ENTRY", num_args = 1.., value_delimiter = ',')]
    only: Vec<Entry>,
    /// Contenders with these parts of names only, such as avx2/sliced or pieces/; with them the library's choice and the
    /// fenced scalar code, for the ratios
    #[arg(long, value_name = "NAME", num_args = 1.., value_delimiter = ',')]
    kernel: Vec<String>,
    /// These numbers of boards per call only
    #[arg(long, value_name = "BOARDS", num_args = 1.., value_delimiter = ',', allow_negative_numbers = true)]
    sizes: Vec<usize>,
    /// The CPU to run on, or none [default: the last one, where taskset is installed]
    #[arg(long, value_name = "CPU", allow_negative_numbers = true)]
    pin: Option<String>,
    /// The folder of result files; the report is written beside it [default: docs/results of the workspace, or a folder in
    /// target/ for other positions or a part of the matrix]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The same short measurement in so many processes, to see how much the figures change from one to the next: of the
    /// library and its sliced kernels with many boards, or of what is asked for. `setwise report` shows the file
    #[arg(long, value_name = "N", conflicts_with_all = ["full", "smoke", "rounds", "no_report"])]
    #[arg(allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1000))]
    processes: Option<u32>,
    /// Write the result file only
    #[arg(long)]
    no_report: bool,
}

/// Runs the command; what to print.
pub(crate) fn run(args: &BenchArgs) -> Result<String, Failure> {
    check_forced()?;
    let root = workspace::root()?;
    let work = work_folder(&root);
    let raw = work.join("criterion");
    let options = args.options(&raw)?;
    let pin = pin::choose(args.pin.as_deref())?;
    output::create_folder(&work)?;
    if let Some(count) = args.processes {
        let budget = args.budget.map(seconds);
        let options = processes::options(options, budget);
        let log = work.join("criterion.log");
        let file = processes::run_all(&root, &options, &raw, &pin, &log, count)?;
        let path = results_folder(&root, &args.out, false)
            .join(FOLDER)
            .join(format!("{}.json", host::slug(&file.cpu.model)));
        let text =
            serde_json::to_string_pretty(&file).map_err(|error| Failure::new(error.to_string()))?;
        output::replace(&path, &(text + "\n"))?;
        return Ok(format!("processes: {}\n", path.display()));
    }
    let results = results_folder(&root, &args.out, args.is_special());
    matrix::run(&root, &options, &pin, &work.join("criterion.log"))?;
    let file = result_file(&root, &raw)?;
    let slug = host::slug(&file.cpu.model);
    let path = results.join(format!("{slug}.json"));
    output::replace(&path, &file.to_json().map_err(Failure::new)?)?;
    let mut text = format!("results: {}\n", path.display());
    if !args.no_report {
        let (document, summary) = report::after_bench(&results, beside(&results), &slug)?;
        text = format!("{summary}\n{text}report:  {}\n", document.display());
    }
    Ok(text)
}

fn seconds(number: u32) -> Duration {
    Duration::from_secs(number.into())
}

/// Numbers of boards of a smoke run.
const SMOKE_SIZES: [usize; 3] = [1, 64, 1024];

impl BenchArgs {
    /// Is it not the matrix as it stands? Then it does not take the place of a run of that.
    fn is_special(&self) -> bool {
        self.smoke
            || self.positions.is_some()
            || !self.only.is_empty()
            || !self.kernel.is_empty()
            || !self.sizes.is_empty()
    }

    /// The settings of the matrix.
    fn options(&self, raw: &Path) -> Result<Options, Failure> {
        let mode = if self.full { Mode::Full } else { Mode::Quick };
        let mut options = Options::new(mode);
        if self.smoke {
            options.rounds = 1;
            options.budget = Duration::from_secs(1);
            options.sizes = SMOKE_SIZES.to_vec();
        }
        if let Some(rounds) = self.rounds {
            options.rounds = rounds as usize;
        }
        if let Some(budget) = self.budget {
            options.budget = seconds(budget);
        }
        if !self.sizes.is_empty() {
            options.sizes = self.sizes.clone();
        }
        if let Some(path) = &self.positions {
            let found = path.canonicalize();
            let found =
                found.map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
            options.positions = Some(found);
        }
        options.entries = self.only.clone();
        options.contenders = self.kernel.clone();
        if !self.kernel.is_empty() {
            options
                .contenders
                .extend([report::LIBRARY, report::FENCED].map(String::from));
        }
        options.output = Some(raw.to_path_buf());
        Ok(options)
    }
}

/// The folder of results: the one that was asked for, that of the workspace, or for runs that are not to be among those
/// one aside.
fn results_folder(root: &Path, out: &Option<PathBuf>, aside: bool) -> PathBuf {
    match out {
        Some(out) => out.clone(),
        None if aside => work_folder(root).join("results"),
        None => root.join("docs/results"),
    }
}

/// Where the report on a folder of results is written.
fn beside(results: &Path) -> &Path {
    match results.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// Beside what cargo builds.
fn work_folder(root: &Path) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| OsString::from("target"));
    root.join(target).join("setwise-bench")
}

/// What was measured, with everything that is known about the run.
fn result_file(root: &Path, raw: &Path) -> Result<ResultFile, Failure> {
    let (run, cells) = readback::read(raw).map_err(Failure::new)?;
    if cells.is_empty() {
        return Err(Failure::new(
            "nothing was measured: no contender has all that was asked for",
        ));
    }
    if !run.unsupported.is_empty() {
        eprintln!(
            "setwise: not measured, as this CPU lacks the instructions: {}",
            run.unsupported.join(" ")
        );
    }
    Ok(ResultFile {
        format: FORMAT.to_string(),
        cpu: host::cpu(),
        rustc: run::rustc(root),
        flags: run::flags(),
        date: run::today(),
        mode: run.mode,
        rounds: run.rounds,
        cycle: run.cycle.into_iter().map(number).collect(),
        command: run::command(std::env::args().skip(1)),
        corpora: run.corpora,
        selected: selected(),
        cells,
    })
}

/// To five digits: more would be noise.
fn number(value: f64) -> f64 {
    format!("{value:.4e}").parse().unwrap_or(value)
}

/// The library's choices.
fn selected() -> Vec<Selected> {
    let choices = setwise::selected().choices.into_iter();
    let choices = choices.filter_map(|choice| {
        Some(Selected {
            entry: choice.entry.name().parse().ok()?,
            from: choice.from,
            kernel: choice.kernel.name().to_string(),
            why: choice.why.to_string(),
        })
    });
    choices.collect()
}
