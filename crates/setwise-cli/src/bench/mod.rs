//! `setwise bench`: the matrix of the workspace, its results as a file, and the report on them.

pub(crate) mod nnue;
pub(crate) mod perft;
mod processes;
mod program;
mod run;

use crate::failure::at;
use crate::report::{self, Written, files};
use crate::{host, up_to, workspace};
use anyhow::{Context, Result, ensure};
use clap::Args;
use setwise_results::options::Options;
use setwise_results::processes::FOLDER;
use setwise_results::readback::{self, Run, five_digits};
use setwise_results::{Document, Entry, Mode, ResultFile, Selected};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Measure kernels and peers on this CPU, and write the report.
///
/// Builds the criterion matrix of the workspace and runs it on one core: every kernel that this CPU supports, the
/// library's own choice, and the peers, on positions of games. The result file replaces the one of the same CPU; the
/// report is written from all of them. `bench-perft` measures perft, and `bench-nnue` the features of neural networks.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Run the whole matrix with long measurements; without it, about eight minutes
    #[arg(long, conflicts_with = "smoke")]
    full: bool,
    /// Shortest possible run, to see that everything works; the numbers mean little
    #[arg(long)]
    smoke: bool,
    /// Number of rounds; ratios are medians over the rounds
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to(1000))]
    rounds: Option<u32>,
    /// Time for all rounds together, as far as the shortest measurements allow
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = up_to(1_000_000))]
    budget: Option<u32>,
    /// File of FEN or EPD lines to measure on, in place of the games
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Only these entry points, such as batch_attacks
    #[arg(long, value_name = "ENTRY", num_args = 1.., value_delimiter = ',')]
    only: Vec<Entry>,
    /// Only contenders with these parts of names, such as avx2/sliced or pieces/; the library's choice and the fenced
    /// scalar code are added, for the ratios
    #[arg(long, value_name = "NAME", num_args = 1.., value_delimiter = ',')]
    kernel: Vec<String>,
    /// Only these numbers of boards per call
    #[arg(long, value_name = "BOARDS", num_args = 1.., value_delimiter = ',', allow_negative_numbers = true)]
    sizes: Vec<usize>,
    /// CPU to run on, or none [default: the last one]
    #[arg(long, value_name = "CPU", allow_negative_numbers = true)]
    pin: Option<String>,
    /// Folder of result files; the report is written beside it [default: docs/results of the workspace, or a folder in
    /// target/ for other positions or a part of the matrix]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Number of processes that run the same short measurement, to see how the times vary: of the library and its sliced
    /// kernels with many boards, or of what the other options select. `setwise report` shows the file
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = up_to(1000))]
    #[arg(conflicts_with_all = ["full", "smoke", "rounds", "no_report"])]
    processes: Option<u32>,
    /// Write the result file only
    #[arg(long)]
    no_report: bool,
}

/// Runs the command and returns the text for the terminal.
pub(crate) fn run(args: &BenchArgs) -> Result<String> {
    let root = workspace::root()?;
    let _lock = run::lock(&root)?;
    let options = args.options(work_folder(&root).join("run.json"))?;
    let is_special = args.is_special() && args.processes.is_none();
    let results = results_folder(&root, &args.out, is_special);
    if let Some(count) = args.processes {
        let file = processes::run_all(&root, &options, count)?;
        let name = format!("{}.json", host::slug(&file.cpu.model));
        let path = results.join(FOLDER).join(name);
        let text = serde_json::to_string_pretty(&file)?;
        files::replace(&path, &(text + "\n"))?;
        return Ok(format!("processes: {}\n", path.display()));
    }
    let file = result_file(&root, matrix(&root, &options)?)?;
    let slug = host::slug(&file.cpu.model);
    let path = results.join(format!("{slug}.json"));
    files::replace(&path, &file.to_json()?)?;
    let report = || report::after_bench(&results, &slug);
    finish(&path, args.no_report, report)
}

/// Builds the matrix, runs it, and returns the results. The progress goes to stderr.
fn matrix(root: &Path, options: &Options) -> Result<Run> {
    // In this format criterion is almost silent on stderr, where the progress is shown.
    let arguments = ["--output-format", "bencher", "--discard-baseline"];
    run::bench(root, "matrix", &arguments, Some(options.to_env()?))?;
    readback::read(&options.output)
}

/// Writes the report on a new result file, unless `no_report`, and returns the text for the terminal.
fn finish(file: &Path, no_report: bool, report: impl FnOnce() -> Written) -> Result<String> {
    let text = format!("results: {}\n", file.display());
    if no_report {
        return Ok(text);
    }
    let (document, summary) = report()?;
    Ok(format!("{summary}{text}report:  {}\n", document.display()))
}

/// Numbers of boards of a smoke run.
const SMOKE_SIZES: [usize; 3] = [1, 64, 1024];

impl BenchArgs {
    /// Returns whether the run measures other positions or a part of the matrix, so that it must not replace the file of the CPU.
    fn is_special(&self) -> bool {
        let is_part = !(self.only.is_empty() && self.kernel.is_empty() && self.sizes.is_empty());
        self.smoke || self.positions.is_some() || is_part
    }

    /// The settings of the matrix.
    fn options(&self, output: PathBuf) -> Result<Options> {
        let mut options = Options::new(if self.full { Mode::Full } else { Mode::Quick });
        options.sizes = self.sizes.clone();
        options.entries = self.only.clone();
        options.contenders = self.kernel.clone();
        options.cpu = run::choose_cpu(self.pin.as_deref())?;
        options.output = output;
        if !self.kernel.is_empty() {
            let added = [report::LIBRARY, report::FENCED];
            options.contenders.extend(added.map(String::from));
        }
        if let Some(path) = &self.positions {
            options.positions = Some(path.canonicalize().with_context(at(path))?);
        }
        if self.smoke {
            (options.rounds, options.budget) = (1, 1);
            if options.sizes.is_empty() {
                options.sizes = SMOKE_SIZES.to_vec();
            }
        }
        if self.processes.is_some() {
            options.budget = processes::BUDGET;
            processes::complete(&mut options);
        }
        if let Some(rounds) = self.rounds {
            options.rounds = rounds as usize;
        }
        if let Some(budget) = self.budget {
            options.budget = budget.into();
        }
        Ok(options)
    }
}

/// Returns the folder of results: the requested one, or the one of the workspace; for special runs one in target/.
fn results_folder(root: &Path, out: &Option<PathBuf>, is_special: bool) -> PathBuf {
    match out {
        Some(out) => out.clone(),
        None if is_special => work_folder(root).join("results"),
        None => root.join("docs/results"),
    }
}

/// Returns a folder in the target folder.
fn work_folder(root: &Path) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| OsString::from("target"));
    root.join(target).join("setwise-bench")
}

/// Makes the result file from the measurements and the record of the run.
fn result_file(root: &Path, run: Run) -> Result<ResultFile> {
    let problem = "nothing was measured: no contender matches all options";
    ensure!(!run.cells.is_empty(), problem);
    if !run.unsupported.is_empty() {
        let names = run.unsupported.join(" ");
        eprintln!("setwise: not measured, as this CPU lacks the instructions: {names}");
    }
    let choices = setwise::selected().choices;
    let choices = choices.into_iter().filter_map(|choice| {
        Some(Selected {
            entry: choice.entry.name().parse().ok()?,
            from: choice.from,
            kernel: choice.kernel.name().to_string(),
            why: choice.why.to_string(),
        })
    });
    Ok(ResultFile {
        format: ResultFile::FORMAT.to_string(),
        cpu: host::cpu(),
        revision: run::revision(root),
        rustc: run::rustc(root),
        flags: run::flags(),
        date: run::today(),
        mode: run.mode,
        rounds: run.rounds,
        cycle: run.cycle.into_iter().map(five_digits).collect(),
        command: run::command(),
        corpora: run.corpora,
        selected: choices.collect(),
        cells: run.cells,
    })
}
