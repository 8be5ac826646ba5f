//! One machine's measurements with an index.

use super::contender::{self, FENCED, family};
use setwise_results::processes::ProcessFile;
use setwise_results::{Cell, Entry, Measure, MeasuredCell, ResultFile, Role, Side};
use std::collections::HashMap;

/// The number of boards per call that stands for many boards: a batch within the caches.
pub(crate) const MANY: usize = 1024;

/// A result file with an index of its cells.
#[derive(Debug)]
pub(crate) struct Machine {
    /// The stem of the file's name: short, unique, fit for file names.
    pub(crate) slug: String,
    /// The content of the file.
    pub(crate) file: ResultFile,
    /// The same measurement in several processes, if that was run.
    pub(crate) processes: Option<ProcessFile>,
    index: HashMap<Cell, usize>,
}

/// The cells of one table: rows are contenders, columns numbers of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Series<'a> {
    pub(crate) entry: Entry,
    pub(crate) measure: Measure,
    pub(crate) sliders: Side,
    pub(crate) corpus: &'a str,
}

impl Series<'_> {
    /// Returns the same for other sliders.
    pub(crate) const fn of(self, sliders: Side) -> Self {
        Self { sliders, ..self }
    }

    /// Returns the call as tables name it.
    pub(crate) fn call(self) -> String {
        call(self.entry, self.measure)
    }
}

/// Returns a call as tables name it.
pub(crate) fn call(entry: Entry, measure: Measure) -> String {
    match measure {
        Measure::Throughput => format!("`{entry}`"),
        Measure::Latency => format!("`{entry}`, latency"),
    }
}

/// Returns every entry point with each measure, in the order of the report.
pub(crate) fn calls() -> impl Iterator<Item = (Entry, Measure)> {
    Entry::all().flat_map(|entry| Measure::ALL.map(|measure| (entry, measure)))
}

impl Machine {
    /// Indexes a file.
    pub(crate) fn new(slug: String, file: ResultFile, processes: Option<ProcessFile>) -> Self {
        let index = file.cells.iter().enumerate();
        let index = index.map(|(at, cell)| (cell.cell.clone(), at)).collect();
        Self {
            slug,
            file,
            processes,
            index,
        }
    }

    /// Returns the corpus of the summary and the charts, the first of the file.
    pub(crate) fn main_corpus(&self) -> &str {
        self.file.corpora.first().map_or("", |corpus| &corpus.name)
    }

    /// Returns the series of an entry point that summary and charts show.
    pub(crate) fn main_series(&self, entry: Entry, measure: Measure) -> Series<'_> {
        Series {
            entry,
            measure,
            sliders: Side::Side,
            corpus: self.main_corpus(),
        }
    }

    /// Returns every series that has cells, in the order of the report.
    pub(crate) fn series(&self) -> Vec<Series<'_>> {
        let corpora = self.file.corpora.iter();
        let corpora = corpora.flat_map(|corpus| Side::ALL.map(|sliders| (&*corpus.name, sliders)));
        let all = calls().flat_map(|(entry, measure)| {
            corpora.clone().map(move |(corpus, sliders)| Series {
                entry,
                measure,
                sliders,
                corpus,
            })
        });
        all.filter(|&series| self.cells(series).next().is_some())
            .collect()
    }

    /// Returns the cells of a series, in file order.
    pub(crate) fn cells<'a>(
        &'a self,
        series: Series<'a>,
    ) -> impl Iterator<Item = &'a MeasuredCell> {
        self.file.cells.iter().filter(move |cell| {
            (cell.entry, cell.measure, cell.sliders)
                == (series.entry, series.measure, series.sliders)
                && cell.corpus == series.corpus
        })
    }

    /// Returns the cells of the kernels in a series for `n` boards.
    pub(crate) fn kernels<'a>(
        &'a self,
        series: Series<'a>,
        n: usize,
    ) -> impl Iterator<Item = &'a MeasuredCell> {
        let cells = self.cells(series);
        cells.filter(move |cell| cell.n == n && contender::role(cell) == Role::Kernel)
    }

    /// Returns the numbers of boards in a series, ascending.
    pub(crate) fn sizes(&self, series: Series<'_>) -> Vec<usize> {
        sorted(self.cells(series).map(|cell| cell.n))
    }

    /// Returns the numbers of boards that peers were measured for; all of them if there are no peers.
    pub(crate) fn compared_sizes(&self, series: Series<'_>) -> Vec<usize> {
        let peers = self.cells(series);
        let peers = peers.filter(|cell| contender::is_opponent(contender::role(cell)));
        let compared = sorted(peers.map(|cell| cell.n));
        match compared.is_empty() {
            true => self.sizes(series),
            false => compared,
        }
    }

    /// Returns a contender's cell.
    pub(crate) fn cell(
        &self,
        series: Series<'_>,
        contender: &str,
        n: usize,
    ) -> Option<&MeasuredCell> {
        let key = Cell {
            entry: series.entry,
            contender: contender.to_string(),
            n,
            corpus: series.corpus.to_string(),
            sliders: series.sliders,
            measure: series.measure,
        };
        self.index.get(&key).map(|&at| &self.file.cells[at])
    }

    /// Returns a set-wise contender's cell. Its time does not depend on the number of sliders, so the cell for one side
    /// stands for both where the matrix has no other.
    pub(crate) fn set_wise(
        &self,
        series: Series<'_>,
        contender: &str,
        n: usize,
    ) -> Option<&MeasuredCell> {
        let cell = self.cell(series, contender, n);
        cell.or_else(|| self.cell(series.of(Side::Side), contender, n))
    }

    /// Returns how many times faster than the fenced scalar code a cell is.
    pub(crate) fn lead(&self, series: Series<'_>, cell: &MeasuredCell) -> Option<f64> {
        speedup(cell, self.set_wise(series, FENCED, cell.n)?)
    }

    /// Returns the fastest pass over the memory of `n` boards.
    pub(crate) fn memory_alone<'a>(
        &'a self,
        series: Series<'a>,
        n: usize,
    ) -> Option<&'a MeasuredCell> {
        let cells = self.cells(series).filter(|cell| cell.n == n);
        fastest(cells.filter(|cell| contender::role(cell) == Role::Bound))
    }

    /// Returns the instruction set that the library chose for many boards, by the result file.
    pub(crate) fn tier(&self) -> Option<&str> {
        self.selected(Entry::BatchAttacks, MANY).map(family)
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

/// Returns the items in ascending order, each once.
pub(crate) fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    items
        .collect::<std::collections::BTreeSet<T>>()
        .into_iter()
        .collect()
}

/// Returns the fastest of some cells.
pub(crate) fn fastest<'a>(
    cells: impl Iterator<Item = &'a MeasuredCell>,
) -> Option<&'a MeasuredCell> {
    cells.min_by(|a, b| median(a).total_cmp(&median(b)))
}

/// Returns the median over the rounds, in ns per board.
pub(crate) fn median(cell: &MeasuredCell) -> f64 {
    cell.time().map_or(f64::INFINITY, |time| time.median)
}

/// Returns how many times faster `mine` is than `theirs`, the median over the rounds.
pub(crate) fn speedup(mine: &MeasuredCell, theirs: &MeasuredCell) -> Option<f64> {
    mine.ratio_to(theirs).map(|ratio| ratio.median)
}
