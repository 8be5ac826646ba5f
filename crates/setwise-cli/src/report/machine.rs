//! One machine's measurements, ready to be asked.

use super::contender::{self, Kind};
use crate::processes::ProcessFile;
use setwise_benches::results::{Cell, Entry, Measure, MeasuredCell, ResultFile, Side};
use std::collections::HashMap;

/// The number of boards that stands for many, where one must: a batch within the caches.
pub(crate) const MANY: usize = 1024;

/// A result file with an index of its cells.
#[derive(Debug)]
pub(crate) struct Machine {
    /// The stem of the file's name: short, unique, fit for file names.
    pub(crate) slug: String,
    /// What was read.
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

impl Machine {
    /// Indexes a file.
    pub(crate) fn new(slug: String, file: ResultFile) -> Self {
        let index = file.cells.iter().enumerate();
        let index = index.map(|(at, cell)| (cell.cell(), at)).collect();
        Self {
            slug,
            file,
            processes: None,
            index,
        }
    }

    /// The corpus of the summary and the charts: the first of the file.
    pub(crate) fn main_corpus(&self) -> &str {
        self.file.corpora.first().map_or("", |corpus| &corpus.name)
    }

    /// The series of an entry point that summary and charts show.
    pub(crate) fn main_series(&self, entry: Entry, measure: Measure) -> Series<'_> {
        Series {
            entry,
            measure,
            sliders: Side::Side,
            corpus: self.main_corpus(),
        }
    }

    /// Every series that has cells, in the order of the report.
    pub(crate) fn series(&self) -> Vec<Series<'_>> {
        let mut all = Vec::new();
        for entry in Entry::ALL {
            for measure in Measure::ALL {
                for corpus in &self.file.corpora {
                    for sliders in Side::ALL {
                        all.push(Series {
                            entry,
                            measure,
                            sliders,
                            corpus: &corpus.name,
                        });
                    }
                }
            }
        }
        all.retain(|&series| self.cells(series).next().is_some());
        all
    }

    /// The cells of a series, in file order.
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

    /// The numbers of boards in a series, ascending.
    pub(crate) fn sizes(&self, series: Series<'_>) -> Vec<usize> {
        let mut sizes: Vec<usize> = self.cells(series).map(|cell| cell.n).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// The numbers of boards for which the library is compared with others; all of them if it is nowhere.
    pub(crate) fn compared_sizes(&self, series: Series<'_>) -> Vec<usize> {
        let all = self.sizes(series);
        let with_others = |n: usize| {
            self.cells(series)
                .any(|cell| cell.n == n && contender::kind(&cell.contender).is_opponent())
        };
        let compared: Vec<usize> = all.iter().copied().filter(|&n| with_others(n)).collect();
        if compared.is_empty() { all } else { compared }
    }

    /// A contender's cell.
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

    /// A set-wise contender's cell. Its time does not depend on how many sliders there are, so where the
    /// matrix has it for one side only, that stands for both.
    pub(crate) fn set_wise(
        &self,
        series: Series<'_>,
        contender: &str,
        n: usize,
    ) -> Option<&MeasuredCell> {
        self.cell(series, contender, n).or_else(|| {
            let one_side = Series {
                sliders: Side::Side,
                ..series
            };
            self.cell(one_side, contender, n)
        })
    }

    /// The fastest of the library's kernels for so many boards.
    pub(crate) fn best_kernel<'a>(
        &'a self,
        series: Series<'a>,
        n: usize,
    ) -> Option<&'a MeasuredCell> {
        self.fastest(series, n, Kind::Kernel)
    }

    /// The fastest way to move the memory of so many boards.
    pub(crate) fn memory_alone<'a>(
        &'a self,
        series: Series<'a>,
        n: usize,
    ) -> Option<&'a MeasuredCell> {
        self.fastest(series, n, Kind::Bound)
    }

    fn fastest<'a>(&'a self, series: Series<'a>, n: usize, kind: Kind) -> Option<&'a MeasuredCell> {
        self.cells(series)
            .filter(|cell| cell.n == n && contender::kind(&cell.contender) == kind)
            .min_by(|a, b| median(a).total_cmp(&median(b)))
    }

    /// The instruction set that the library chose for many boards, by the result file.
    pub(crate) fn tier(&self) -> Option<&str> {
        let kernel = self.selected(Entry::BatchAttacks, MANY)?;
        Some(contender::family(kernel))
    }

    /// The kernel that the library selects, by the result file.
    pub(crate) fn selected(&self, entry: Entry, n: usize) -> Option<&str> {
        let entry = match entry {
            Entry::RayAttacksStored => Entry::RayAttacks,
            other => other,
        };
        self.file
            .selected
            .iter()
            .filter(|choice| choice.entry == entry && choice.from <= n)
            .max_by_key(|choice| choice.from)
            .map(|choice| choice.kernel.as_str())
    }
}

/// The median over the rounds, in ns per board.
pub(crate) fn median(cell: &MeasuredCell) -> f64 {
    cell.time().map_or(f64::INFINITY, |time| time.median)
}

/// How far apart the slowest and the fastest round are, as a share of the median.
pub(crate) fn spread(cell: &MeasuredCell) -> f64 {
    cell.time()
        .map_or(0.0, |time| (time.max - time.min) / time.median)
}

/// How many times faster `mine` is than `theirs`: the median over rounds.
pub(crate) fn speedup(mine: &MeasuredCell, theirs: &MeasuredCell) -> Option<f64> {
    mine.ratio_to(theirs).map(|ratio| ratio.median)
}
