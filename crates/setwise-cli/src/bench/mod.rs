//! `setwise bench`: the matrix of the workspace, its results as a file, and the report on them.

pub(crate) mod nnue;
pub(crate) mod perft;
mod processes;
pub(crate) mod program;
mod run;

use crate::failure::at;
use crate::report::files::{self, Kind};
use crate::report::{self, Written};
use crate::{up_to, workspace};
use anyhow::{Context, Result, ensure};
use clap::Args;
use setwise_results::code::KernelCode;
use setwise_results::options::Options;
use setwise_results::readback::{self, Run, five_digits};
use setwise_results::{Document, Entry, Mode, Origin, ResultFile, Selected};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Measure kernels and peers on this CPU, and write the report.
///
/// Builds the criterion matrix of the workspace and runs it on one core: the library's own choice,
/// the kernels that this CPU supports, and the peers, on positions of games. The result file and
/// the report, with the committed results of other CPUs, go to a folder in target/; `--save` puts
/// both into docs/. `bench-perft` measures perft, and `bench-nnue` the features of neural networks.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Run the whole matrix with long measurements, about an hour; without it, four minutes
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
    /// Only contenders with these parts of names, such as avx2/sliced or pieces/; the library's
    /// choice and the fenced scalar code are added, for the ratios
    #[arg(long, value_name = "NAME", num_args = 1.., value_delimiter = ',')]
    kernel: Vec<String>,
    /// Only these numbers of boards per call
    #[arg(long, value_name = "BOARDS", num_args = 1.., value_delimiter = ',', allow_negative_numbers = true)]
    sizes: Vec<usize>,
    /// CPU to run on, or none [default: the last one]
    #[arg(long, value_name = "CPU", allow_negative_numbers = true)]
    pin: Option<String>,
    /// Add the results to those in docs/ of the workspace, and write the report there
    #[arg(long, conflicts_with_all = ["smoke", "out", "positions", "only", "kernel", "sizes", "no_report"])]
    save: bool,
    /// Folder of result files; the report is written beside it [default: a folder in target/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Number of processes that run the same short measurement, to see how the times vary: of the
    /// library and its sliced kernels with many boards, or of what the other options select.
    /// `setwise report` shows the file
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
    let place = Place::new(&root, &args.out, args.save);
    if let Some(count) = args.processes {
        let file = processes::run_all(&root, &options, count)?;
        let text = serde_json::to_string_pretty(&file)? + "\n";
        let path = place.write(&file.origin, Kind::Processes, &text)?;
        return Ok(format!("processes: {}\n", path.display()));
    }
    // Both before the run, so that they are of the code that it builds, whatever happens to the
    // sources meanwhile.
    let (origin, code) = (run::origin(&root), run::code(&root, None));
    let file = result_file(origin, code, matrix(&root, &options)?)?;
    let path = place.write(&file.origin, Kind::Matrix, &file.to_json()?)?;
    finish(&path, args.no_report, || {
        report::after_bench(&place.folders(), &path)
    })
}

/// Builds the matrix, runs it, and returns the results. The progress goes to stderr.
fn matrix(root: &Path, options: &Options) -> Result<Run> {
    // In this format criterion is almost silent on stderr, where the progress is shown.
    let arguments = ["--output-format", "bencher", "--discard-baseline"];
    run::bench(root, "matrix", &arguments, Some(options.to_env()?))?;
    readback::read(&options.output)
}

/// Writes the report on a new result file, unless `no_report`, and returns the text for the
/// terminal.
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

/// The folder of the results of a run, and the folder of the committed ones.
struct Place {
    results: PathBuf,
    committed: Option<PathBuf>,
}

impl Place {
    /// The folder that was asked for; the committed one if the results are saved; else one in
    /// target/.
    fn new(root: &Path, out: &Option<PathBuf>, is_saved: bool) -> Self {
        let committed = root.join("docs/results");
        match out {
            Some(out) => Self {
                results: out.clone(),
                committed: None,
            },
            None if is_saved => Self {
                results: committed,
                committed: None,
            },
            None => Self {
                results: work_folder(root).join("results"),
                committed: committed.is_dir().then_some(committed),
            },
        }
    }

    /// Writes a result file beside the earlier ones of the same CPU, and returns its path.
    fn write(&self, origin: &Origin, kind: Kind, text: &str) -> Result<PathBuf> {
        let path = files::path(&self.results, origin, kind);
        files::replace(&path, text)?;
        Ok(path)
    }

    /// The folders of the report, that of the new results first.
    fn folders(&self) -> Vec<&Path> {
        let committed = self.committed.as_deref();
        [self.results.as_path()]
            .into_iter()
            .chain(committed)
            .collect()
    }
}

/// Returns a folder in the target folder.
fn work_folder(root: &Path) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| OsString::from("target"));
    root.join(target).join("setwise-bench")
}

/// Makes the result file from the measurements and the record of the run.
fn result_file(origin: Origin, code: Vec<KernelCode>, run: Run) -> Result<ResultFile> {
    let problem = "nothing was measured: no contender matches all options";
    ensure!(!run.cells.is_empty(), problem);
    if !run.unsupported.is_empty() {
        let names = run.unsupported.join(" ");
        eprintln!("setwise: not measured, as this CPU lacks the instructions: {names}");
    }
    let choices = setwise::selection::selected().choices;
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
        origin,
        mode: run.mode,
        rounds: run.rounds,
        cycle: run.cycle.into_iter().map(five_digits).collect(),
        corpora: run.corpora,
        selected: choices.collect(),
        code,
        cells: run.cells,
    })
}
