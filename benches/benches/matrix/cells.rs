//! Checking and timing of cells.

use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput};
use setwise_benches::check::check;
use setwise_benches::contenders::{Contender, parts};
use setwise_benches::corpus::Corpus;
use setwise_benches::inputs::{Expected, Inputs, Outputs};
use setwise_benches::plan::{Group, samples};
use setwise_benches::readback::names;
use setwise_benches::results::{Cell, Entry, Side, Summary};
use std::cell::RefCell;
use std::collections::HashMap;
use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Everything that cells are made of.
pub(crate) struct Matrix {
    pub(crate) corpora: Vec<Corpus>,
    /// The corpora as pairs of single pieces.
    singles: Vec<Corpus>,
    contenders: Vec<Contender>,
    inputs: HashMap<(bool, usize, Side, usize), Inputs>,
    outputs: RefCell<Outputs>,
}

impl Matrix {
    /// Of these corpora and contenders, for calls of up to `largest` boards.
    pub(crate) fn new(corpora: Vec<Corpus>, contenders: Vec<Contender>, largest: usize) -> Self {
        let outputs = RefCell::new(Outputs::new(largest));
        let singles = corpora.iter().map(Corpus::single_pieces).collect();
        Self {
            corpora,
            singles,
            contenders,
            inputs: HashMap::new(),
            outputs,
        }
    }

    /// A cell of a group.
    pub(crate) fn cell(&self, group: &Group, contender: usize) -> Cell {
        group.cell(
            &self.contenders[contender],
            &self.corpora[group.corpus].name,
        )
    }

    fn inputs(&self, group: &Group) -> &Inputs {
        &self.inputs[&(is_single(group), group.corpus, group.sliders, group.n)]
    }

    /// Checks every cell, and sees how long a pass of its loop takes.
    pub(crate) fn check(&mut self, groups: &[Group]) -> Result<HashMap<Cell, Duration>, String> {
        let start = Instant::now();
        let mut solved = HashMap::new();
        let mut passes = HashMap::new();
        for group in groups {
            let corpus = match is_single(group) {
                true => &self.singles[group.corpus],
                false => &self.corpora[group.corpus],
            };
            let solve = || Rc::new(Expected::new(corpus, group.sliders));
            let expected: &Rc<Expected> = solved
                .entry((is_single(group), group.corpus, group.sliders))
                .or_insert_with(solve);
            let inputs = self
                .inputs
                .entry((is_single(group), group.corpus, group.sliders, group.n))
                .or_insert_with(|| Inputs::new(corpus, group.sliders, group.n, expected.clone()));
            if group.entry == Entry::SlicedAttacks {
                inputs.slice();
            }
            for &contender in &group.contenders {
                let cell = self.cell(group, contender);
                let mut outputs = self.outputs.borrow_mut();
                check(
                    &self.contenders[contender],
                    group.entry,
                    group.measure,
                    self.inputs(group),
                    &mut outputs,
                )
                .map_err(|mismatch| format!("a wrong answer: {cell}: {mismatch}"))?;
                drop(outputs);
                passes.insert(cell, self.passes(group, contender, 1));
            }
        }
        eprintln!(
            "{} cells are right on their own inputs (checked against the square walker in {:.1} s)",
            passes.len(),
            start.elapsed().as_secs_f64()
        );
        Ok(passes)
    }

    /// Runs the loop of a cell over all its boards, several times.
    fn passes(&self, group: &Group, contender: usize, passes: u64) -> Duration {
        let contender = &self.contenders[contender];
        let inputs = self.inputs(group);
        let mut outputs = self.outputs.borrow_mut();
        let mut io = inputs.io(0..inputs.len(), &mut outputs);
        let start = Instant::now();
        for _ in 0..passes {
            for part in 0..parts(group.entry) {
                black_box(contender.run(group.entry, group.measure, part, &mut io));
            }
        }
        start.elapsed()
    }

    /// Has criterion measure a cell for some time, a pass of its loop taking so long; returns the median in ns per board, for the progress.
    pub(crate) fn measure(
        &self,
        criterion: &mut Criterion,
        group: &Group,
        contender: usize,
        round: usize,
        (time, pass): (Duration, Duration),
    ) -> Option<f64> {
        let boards = (self.inputs(group).len() * parts(group.entry)) as u64;
        let mut times = Vec::new();
        let [group_name, function, parameter] = names(&self.cell(group, contender), round);
        let mut criterion_group = criterion.benchmark_group(group_name);
        let samples = samples(time, pass);
        if pass * samples as u32 > time {
            // Criterion is told what it would otherwise warn of.
            criterion_group.measurement_time(pass * samples as u32 * 5 / 4);
        }
        criterion_group
            .sampling_mode(SamplingMode::Flat)
            .sample_size(samples)
            .throughput(Throughput::Elements(boards));
        criterion_group.bench_function(BenchmarkId::new(function, parameter), |bencher| {
            bencher.iter_custom(|passes| {
                let time = self.passes(group, contender, passes);
                times.push(time.as_secs_f64() * 1e9 / (passes * boards) as f64);
                time
            })
        });
        criterion_group.finish();
        // The first ones were the warm-up.
        let warm = times.len().saturating_sub(samples);
        Summary::of(times.split_off(warm)).map(|times| times.median)
    }
}

/// Is it about pieces, not positions?
fn is_single(group: &Group) -> bool {
    group.entry == Entry::PieceAttacks
}
