//! One machine's measurements, by tables.

use super::contender::{self, FENCED, LIBRARY, family};
use super::files::{self, runs};
use super::markdown::escaped;
use crate::statistics;
use anyhow::{Context, ensure};
use itertools::Itertools;
use setwise::selection::LEVELS;
use setwise_program::failure::at;
use setwise_program::number;
use setwise_program::table::Table;
use setwise_results::code::{self, CodeFile};
use setwise_results::processes::ProcessFile;
use setwise_results::{
    Cell, Entry, Form, Measure, MeasuredCell, Mode, ResultFile, Role, Side, Summary,
};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The number of boards per call that stands for many boards: a batch within the caches.
pub(crate) const MANY: usize = 1024;

/// The result files of a machine.
pub(crate) struct Machine {
    /// The name of its folder: short, unique, fit for file names.
    pub(crate) slug: String,
    /// The path of the shown file.
    pub(crate) path: PathBuf,
    /// Where the report finds it.
    pub(crate) link: String,
    /// The shown run of the matrix.
    pub(crate) file: ResultFile,
    /// The names of the files that are not shown.
    pub(crate) others: Vec<String>,
    /// The same measurement in several processes, if that was run.
    pub(crate) processes: Option<ProcessFile>,
    /// The machine code of the present kernels, if it is known.
    pub(crate) code: Option<CodeFile>,
}

/// Whether a kernel is the same machine code as the present one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Evidence {
    Present,
    Changed,
    /// The run has no hash of it.
    Unverified,
}

impl Evidence {
    /// Compares the hash of a run with the present one.
    pub(super) fn of(measured: Option<&str>, present: Option<&str>) -> Self {
        match (measured, present) {
            (Some(measured), Some(present)) if measured == present => Self::Present,
            (Some(_), Some(_)) => Self::Changed,
            _ => Self::Unverified,
        }
    }

    /// The same in words.
    pub(super) const fn told(self) -> &'static str {
        match self {
            Self::Present => "the best kernel is the present one",
            Self::Changed => "the best kernel has changed since",
            Self::Unverified => "no hash of the kernels' code",
        }
    }

    /// The mark of a time.
    pub(super) const fn mark(self) -> &'static str {
        match self {
            Self::Changed => " †",
            Self::Present | Self::Unverified => "",
        }
    }
}

/// Reads the results of the matrix in some folders, ordered by machine; `shown` is preferred to
/// other runs of its machine.
///
/// Of several runs of a machine the report shows a full one before a quick one. Of those it shows
/// the one with the most kernels of the present code, then the one with the lowest median spread,
/// then the latest.
pub(crate) fn machines(folders: &[PathBuf], shown: Option<&Path>) -> anyhow::Result<Vec<Machine>> {
    let present = files::code(folders)?;
    let code_of = |arch: &str| files::code_of(&present, arch);
    let order = |file: &ResultFile| {
        let present = code_of(&file.origin.cpu.arch);
        // Positive numbers have the order of their bits.
        let spread = spread(file).map_or(u64::MAX, f64::to_bits);
        (
            file.mode != Mode::Full,
            Reverse(present.map_or(0, |present| kept(file, present))),
            spread,
            Reverse(file.origin.time.clone()),
        )
    };
    let mut machines: Vec<Machine> = Vec::new();
    for run in runs(folders, shown, order)? {
        check_roles(&run.file).with_context(at(&run.path))?;
        match machines.last_mut() {
            Some(machine) if machine.slug == run.slug => machine.others.push(run.name),
            _ => machines.push(Machine {
                code: code_of(&run.file.origin.cpu.arch).cloned(),
                link: run.link(folders),
                slug: run.slug,
                path: run.path,
                file: run.file,
                others: Vec::new(),
                processes: None,
            }),
        }
    }
    let latest = |file: &ProcessFile| Reverse(file.origin.time.clone());
    for run in runs(folders, shown, latest)? {
        let machine = machines.iter_mut().find(|machine| machine.slug == run.slug);
        if let Some(machine) = machine {
            machine.processes.get_or_insert(run.file);
        }
    }
    let advice = "there are no result files; `cargo run --release -p setwise-measure` makes one";
    let folders = folders.iter().map(|folder| folder.display()).join(", ");
    ensure!(!machines.is_empty(), "{folders}: {advice}");
    Ok(machines)
}

/// Returns the median over the cells of the distance between the slowest and the fastest round.
pub(crate) fn spread(file: &ResultFile) -> Option<f64> {
    let cells = file.cells.iter();
    let spreads = cells.filter_map(|cell| Some(statistics::spread(&cell.time()?)));
    Summary::of(spreads).map(|spread| spread.median)
}

/// Returns the number of kernels of a run that have the present machine code.
fn kept(file: &ResultFile, present: &CodeFile) -> usize {
    let present: HashMap<_, _> = present
        .kernels
        .iter()
        .map(|row| ((&row.kernel, &row.entry), &row.hash))
        .collect();
    let is_kept =
        |row: &&code::KernelCode| present.get(&(&row.kernel, &row.entry)) == Some(&&row.hash);
    file.code.iter().filter(is_kept).count()
}

/// Fails if a contender passes for a kernel of the library by its role and not by its name, or the
/// other way round.
fn check_roles(file: &ResultFile) -> anyhow::Result<()> {
    for cell in &file.cells {
        let family = family(&cell.contender);
        let is_kernel = LEVELS.contains(&family) || family == "scalar";
        let (name, role) = (&cell.contender, cell.role);
        ensure!(
            is_kernel == (role == Role::Kernel),
            "{name}: the name does not fit the role `{role}`"
        );
    }
    Ok(())
}

/// The cells of one table: rows are contenders, columns numbers of boards.
pub(crate) struct Series<'a> {
    /// In the order of the file.
    pub(crate) cells: Vec<&'a MeasuredCell>,
    /// The same for one side's sliders.
    one_side: Vec<&'a MeasuredCell>,
}

/// Returns every entry point with each measure, in the order of the report.
pub(crate) fn calls() -> impl Iterator<Item = (Entry, Measure)> + Clone {
    Entry::all().cartesian_product(Measure::ALL)
}

/// Returns the calls of the summary: all but those on slices that are not aligned, which have a
/// section of their own.
pub(crate) fn aligned_calls() -> impl Iterator<Item = (Entry, Measure)> + Clone {
    calls().filter(|(entry, _)| !matches!(entry.form(), Form::Unaligned | Form::Mixed))
}

impl Machine {
    /// A machine of which nothing but one run is known.
    #[cfg(test)]
    pub(crate) fn of(slug: &str, file: ResultFile) -> Self {
        Self {
            slug: slug.to_string(),
            path: PathBuf::new(),
            link: String::new(),
            file,
            others: Vec::new(),
            processes: None,
            code: None,
        }
    }

    /// Returns the name of the CPU for Markdown.
    pub(crate) fn title(&self) -> String {
        escaped(self.file.origin.cpu.short())
    }

    /// Returns whether a kernel of the run has the present machine code.
    pub(crate) fn evidence(&self, kernel: &str, entry: Entry) -> Evidence {
        let entry = entry.point().name();
        let present = self.code.as_ref().and_then(|code| code.hash(kernel, entry));
        Evidence::of(code::find(&self.file.code, kernel, entry), present)
    }

    /// Returns the corpus of the summary and the charts, the first of the file.
    pub(crate) fn main_corpus(&self) -> &str {
        self.file.corpora.first().map_or("", |corpus| &corpus.name)
    }

    /// Returns the cells of a call on a corpus.
    pub(crate) fn series(&self, call: (Entry, Measure), sliders: Side, corpus: &str) -> Series<'_> {
        let cells = |sliders| {
            let cells = self.file.cells.iter();
            let cells =
                cells.filter(|cell| (cell.entry, cell.measure) == call && cell.sliders == sliders);
            cells.filter(|cell| cell.corpus == corpus).collect()
        };
        Series {
            cells: cells(sliders),
            one_side: cells(Side::Side),
        }
    }

    /// Returns the cells of a call that summary and charts show.
    pub(crate) fn main_series(&self, call: (Entry, Measure)) -> Series<'_> {
        self.series(call, Side::Side, self.main_corpus())
    }

    /// Returns the cells of a call for many boards.
    pub(crate) fn batch(&self, entry: Entry) -> Series<'_> {
        self.main_series((entry, Measure::Throughput))
    }

    /// Returns the noise floor of the run. From [`MANY`] boards on the library's own time does not
    /// count, so the library and the kernel that it runs are two measurements of the same machine
    /// code.
    pub(crate) fn noise(&self) -> Option<f64> {
        let cells = &self.file.cells;
        let library = cells.iter().filter(|cell| {
            cell.contender == LIBRARY && cell.measure == Measure::Throughput && cell.n >= MANY
        });
        statistics::noise_floor(library.filter_map(|cell| {
            let contender = self.selected(cell.entry, cell.n)?.to_string();
            let twin = Cell {
                contender,
                ..cell.cell.clone()
            };
            speedup(cell, cells.iter().find(|other| other.cell == twin)?)
        }))
    }

    /// Returns the kernel that the library selects, by the result file.
    pub(crate) fn selected(&self, entry: Entry, n: usize) -> Option<&str> {
        let entry = chosen_as(entry);
        let choices = self.file.selected.iter();
        let choices = choices.filter(|choice| choice.entry == entry && choice.from <= n);
        Some(&choices.max_by_key(|choice| choice.from)?.kernel)
    }
}

/// Returns the call whose choice of kernels another one shares.
pub(crate) const fn chosen_as(entry: Entry) -> Entry {
    match entry.form() {
        Form::Stored | Form::Unaligned | Form::Mixed => entry.plain(),
        Form::Plain | Form::Sliced | Form::Piece => entry,
    }
}

impl<'a> Series<'a> {
    /// Returns the cells of a role for `n` boards.
    pub(crate) fn of(&self, role: Role, n: usize) -> impl Iterator<Item = &'a MeasuredCell> {
        let cells = self.cells.iter().copied();
        cells.filter(move |cell| cell.n == n && contender::role(cell) == role)
    }

    /// Returns the numbers of boards, ascending.
    pub(crate) fn sizes(&self) -> Vec<usize> {
        sorted(self.cells.iter().map(|cell| cell.n))
    }

    /// Returns the numbers of boards that peers were measured for; all of them if there are no
    /// peers.
    pub(crate) fn compared_sizes(&self) -> Vec<usize> {
        let cells = self.cells.iter();
        let peers = cells.filter(|cell| contender::is_opponent(cell.role));
        match sorted(peers.map(|cell| cell.n)) {
            none if none.is_empty() => self.sizes(),
            compared => compared,
        }
    }

    /// Returns a contender's cell.
    pub(crate) fn cell(&self, contender: &str, n: usize) -> Option<&'a MeasuredCell> {
        find(&self.cells, contender, n)
    }

    /// Returns a set-wise contender's cell. Its time does not depend on the number of sliders, so
    /// the cell for one side stands for both where the matrix has no other.
    pub(crate) fn set_wise(&self, contender: &str, n: usize) -> Option<&'a MeasuredCell> {
        find(&self.cells, contender, n).or_else(|| find(&self.one_side, contender, n))
    }

    /// Returns a contender's time.
    pub(crate) fn time(&self, contender: &str, n: usize) -> Option<f64> {
        self.cell(contender, n).map(median)
    }

    /// Returns how many times faster than the fenced scalar code a cell is.
    pub(crate) fn lead(&self, cell: &MeasuredCell) -> Option<f64> {
        speedup(cell, self.set_wise(FENCED, cell.n)?)
    }
}

fn find<'a>(cells: &[&'a MeasuredCell], contender: &str, n: usize) -> Option<&'a MeasuredCell> {
    let mut cells = cells.iter().copied();
    cells.find(|cell| cell.n == n && cell.contender == contender)
}

/// Returns the items in ascending order, each once.
pub(crate) fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    items.sorted().dedup().collect()
}

/// Returns the fastest of some cells.
pub(crate) fn fastest<'a>(
    cells: impl Iterator<Item = &'a MeasuredCell>,
) -> Option<&'a MeasuredCell> {
    cells.min_by(|a, b| median(a).total_cmp(&median(b)))
}

/// Returns some cells, the fastest first.
pub(crate) fn by_time<'a>(cells: impl Iterator<Item = &'a MeasuredCell>) -> Vec<&'a MeasuredCell> {
    let key = |cell: &&MeasuredCell| (median(cell).to_bits(), cell.contender.clone());
    cells.sorted_by_cached_key(key).collect()
}

/// Returns the median over the rounds, in ns per board.
pub(crate) fn median(cell: &MeasuredCell) -> f64 {
    cell.time().map_or(f64::INFINITY, |time| time.median)
}

/// Returns how many times faster `mine` is than `theirs`, the median over the rounds.
pub(crate) fn speedup(mine: &MeasuredCell, theirs: &MeasuredCell) -> Option<f64> {
    mine.ratio_to(theirs).map(|ratio| ratio.median)
}

/// Returns the call of a cell as tables name it.
pub(crate) fn call(cell: &Cell) -> String {
    match cell.measure {
        Measure::Throughput => format!("`{}`", cell.entry),
        Measure::Latency => format!("`{}`, latency", cell.entry),
    }
}

/// Tables with a cell in each row.
pub(crate) trait Calls<'a, T: 'a>: Sized {
    /// Adds the columns of calls and numbers of boards.
    fn calls(self, cell: impl Fn(&'a T) -> &'a Cell) -> Self;
}

impl<'a, T> Calls<'a, T> for Table<'a, T> {
    fn calls(self, cell: impl Fn(&'a T) -> &'a Cell) -> Self {
        let calls = self.text("call", |item| call(cell(item)));
        calls.number("boards", number::boards, |item| cell(item).n)
    }
}
