//! Checking and timing of cells.

use super::plan::{Group, samples};
use crate::check::check;
use crate::contenders::Contender;
use crate::corpus::Corpus;
use crate::inputs::{Expected, Inputs, Outputs};
use anyhow::{Result, anyhow};
use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
use setwise_results::{Cell, Entry, Form, Side, Time};
use std::cell::RefCell;
use std::collections::HashMap;
use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The corpora, the contenders and the memory of all cells.
pub(super) struct Cells {
    pub(super) corpora: Vec<Corpus>,
    pub(super) contenders: Vec<Contender>,
    inputs: HashMap<(Boards, usize, Form), Inputs>,
    outputs: RefCell<Outputs>,
}

/// The boards of a group: whether each has one rook and one bishop, the number of the corpus, whose
/// sliders.
type Boards = (bool, usize, Side);

fn boards(group: &Group) -> Boards {
    let is_single = group.entry.form() == Form::Piece;
    (is_single, group.corpus, group.sliders)
}

impl Cells {
    /// Makes the matrix of corpora and contenders, for calls of up to `largest` boards.
    pub(super) fn new(corpora: Vec<Corpus>, contenders: Vec<Contender>, largest: usize) -> Self {
        Self {
            corpora,
            contenders,
            inputs: HashMap::new(),
            outputs: RefCell::new(Outputs::new(largest)),
        }
    }

    /// Returns a cell of a group.
    pub(super) fn cell(&self, group: &Group, (entry, contender): (Entry, usize)) -> Cell {
        let corpus = &self.corpora[group.corpus];
        group.cell(entry, &self.contenders[contender], &corpus.name)
    }

    fn inputs(&self, group: &Group, entry: Entry) -> &Inputs {
        &self.inputs[&(boards(group), group.n, entry.form())]
    }

    /// Checks every cell, and returns the time of one pass of its loop.
    pub(super) fn check(&mut self, groups: &[Group]) -> Result<HashMap<Cell, Duration>> {
        let start = Instant::now();
        let singles: Vec<Corpus> = self.corpora.iter().map(Corpus::single_pieces).collect();
        let (mut solved, mut passes) = (HashMap::new(), HashMap::new());
        for group in groups {
            let key @ (is_single, number, side) = boards(group);
            let corpora = if is_single { &singles } else { &self.corpora };
            let solve = || Rc::new(Expected::new(&corpora[number], side));
            let expected: &Rc<Expected> = solved.entry(key).or_insert_with(solve);
            for &(entry, number) in &group.cells {
                let form = entry.form();
                let columns = || Inputs::new(expected, group.n, form);
                let place = self.inputs.entry((key, group.n, form));
                place.or_insert_with(columns);
                let (cell, contender) =
                    (self.cell(group, (entry, number)), &self.contenders[number]);
                let (inputs, outputs) = (self.inputs(group, entry), &mut self.outputs.borrow_mut());
                check(contender, entry, group.measure, inputs, outputs)
                    .map_err(|mismatch| anyhow!("a wrong answer: {cell}: {mismatch}"))?;
                passes.insert(cell, self.passes(group, (entry, number), outputs, 1));
            }
        }
        let (cells, time) = (passes.len(), start.elapsed().as_secs_f64());
        eprintln!(
            "{cells} cells are right on their own inputs (compared with the oracle in {time:.1} s)"
        );
        Ok(passes)
    }

    /// Runs the loop of a cell over all its boards, several times.
    fn passes(
        &self,
        group: &Group,
        (entry, contender): (Entry, usize),
        outputs: &mut Outputs,
        passes: u64,
    ) -> Duration {
        let (contender, inputs) = (&self.contenders[contender], self.inputs(group, entry));
        let mut io = inputs.io(0..inputs.len(), outputs);
        let start = Instant::now();
        for _ in 0..passes {
            for part in 0..entry.parts() {
                black_box(contender.run(entry, group.measure, part, &mut io));
            }
        }
        start.elapsed()
    }

    /// Measures a cell with criterion and returns its time per board. `time` is the length of the
    /// measurement, `pass` the time of one pass of the loop.
    pub(super) fn measure(
        &self,
        criterion: &mut Criterion,
        (group, cell): (&Group, (Entry, usize)),
        round: usize,
        (time, pass): (Duration, Duration),
    ) -> Option<Time> {
        let boards = (self.inputs(group, cell.0).len() * cell.0.parts()) as u64;
        let mut times = Vec::new();
        let of = self.cell(group, cell);
        let name = format!("{}~{}~{}~{}", of.entry, of.sliders, of.measure, of.corpus);
        let mut measured = criterion.benchmark_group(name);
        let samples = samples(time, pass);
        if pass * samples as u32 > time {
            // Without this, criterion warns that the samples take longer.
            measured.measurement_time(pass * samples as u32 * 5 / 4);
        }
        measured
            .sampling_mode(SamplingMode::Flat)
            .sample_size(samples);
        measured.throughput(Throughput::Elements(boards));
        let id = BenchmarkId::new(of.contender, format!("n{}-r{round}", of.n));
        measured.bench_function(id, |bencher| {
            bencher.iter_custom(|passes| {
                let outputs = &mut self.outputs.borrow_mut();
                let time = self.passes(group, cell, outputs, passes);
                times.push(time.as_secs_f64() * 1e9 / (passes * boards) as f64);
                time
            })
        });
        measured.finish();
        // The first ones were the warm-up.
        let warm = times.len().saturating_sub(samples);
        Time::of(times.split_off(warm))
    }
}
