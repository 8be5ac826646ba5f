//! One machine's measurements, by tables.

use super::contender::{self, FENCED};
use super::markdown::escaped;
use itertools::Itertools;
use setwise_results::processes::ProcessFile;
use setwise_results::{Entry, Form, Measure, MeasuredCell, ResultFile, Role, Side};

/// The number of boards per call that stands for many boards: a batch within the caches.
pub(crate) const MANY: usize = 1024;

/// The result files of a machine.
pub(crate) struct Machine {
    /// The stem of the file's name: short, unique, fit for file names.
    pub(crate) slug: String,
    /// The run of the matrix.
    pub(crate) file: ResultFile,
    /// The same measurement in several processes, if that was run.
    pub(crate) processes: Option<ProcessFile>,
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

/// Returns the calls of the summary: all but those on slices that are not aligned, which have a section of their own.
pub(crate) fn aligned_calls() -> impl Iterator<Item = (Entry, Measure)> + Clone {
    calls().filter(|(entry, _)| !matches!(entry.form(), Form::Unaligned | Form::Mixed))
}

impl Machine {
    /// Returns the name of the CPU for Markdown.
    pub(crate) fn title(&self) -> String {
        escaped(&self.file.cpu.model)
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

    /// Returns every series that has cells, in the order of the report.
    pub(crate) fn all_series(&self) -> impl Iterator<Item = Series<'_>> {
        let corpora = self.file.corpora.iter();
        let tables = calls().cartesian_product(corpora.cartesian_product(Side::ALL));
        let all = tables.map(|(call, (corpus, sliders))| self.series(call, sliders, &corpus.name));
        all.filter(|series| !series.cells.is_empty())
    }

    /// Returns the kernel that the library selects, by the result file.
    pub(crate) fn selected(&self, entry: Entry, n: usize) -> Option<&str> {
        let entry = match entry {
            Entry::RayAttacksStored => Entry::RayAttacks,
            other => other,
        };
        let choices = self.file.selected.iter();
        let choices = choices.filter(|choice| choice.entry == entry && choice.from <= n);
        Some(&choices.max_by_key(|choice| choice.from)?.kernel)
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

    /// Returns the numbers of boards that peers were measured for; all of them if there are no peers.
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

    /// Returns a set-wise contender's cell. Its time does not depend on the number of sliders, so the cell for one side
    /// stands for both where the matrix has no other.
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
