//! Checking and timing of cells.

use super::plan::{Group, samples};
use crate::contenders::{self, Contender};
use crate::inputs::{Expected, Inputs, Outputs};
use crate::{check::check, corpus::Corpus};
use anyhow::{Result, anyhow};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode, Throughput};
use setwise_results::{Cell, Form, Measure, Side, Summary, Time, five_digits};
use std::time::{Duration, Instant};
use std::{cell::RefCell, collections::HashMap, hint::black_box};

pub(super) struct Cells {
    pub(super) corpora: [Corpus; 3],
    pub(super) contenders: Vec<Contender>,
    inputs: HashMap<(Boards, usize, Form), Inputs>,
    outputs: RefCell<Outputs>,
}

/// The key of a group's boards: whether each board has one rook and one bishop, the number of the
/// corpus, and the side with the sliders.
type Boards = (bool, usize, Side);

/// A cell of a group: the number of a contender.
type Place<'a> = (&'a Group, usize);

fn boards(group: &Group) -> Boards {
    let is_single = group.entry.form == Form::Piece;
    (is_single, group.corpus, group.sliders)
}

impl Cells {
    pub(super) fn new() -> Self {
        Self {
            corpora: [Corpus::games(), Corpus::random(), Corpus::random_boards()],
            contenders: contenders::all(),
            inputs: HashMap::new(),
            outputs: RefCell::new(Outputs::new(0)),
        }
    }

    pub(super) fn cell(&self, (group, contender): Place<'_>) -> Cell {
        group.cell(&self.contenders[contender], self.corpora[group.corpus].name)
    }

    fn inputs(&self, group: &Group) -> &Inputs {
        &self.inputs[&(boards(group), group.n, group.entry.form)]
    }

    /// Checks every cell, and notes the time of one pass of its loop.
    pub(super) fn check(&mut self, groups: &mut [Group]) -> Result<()> {
        let (mut solved, mut count) = (HashMap::new(), 0);
        let largest = groups.iter().map(|group| group.n).max();
        self.outputs = RefCell::new(Outputs::new(largest.unwrap_or(0)));
        for group in groups {
            let key @ (is_single, number, side) = boards(group);
            let corpus = &self.corpora[number];
            let expected = solved.entry(key).or_insert_with(|| match is_single {
                true => Expected::new(&corpus.single_pieces(), side),
                false => Expected::new(corpus, side),
            });
            let inputs = self.inputs.entry((key, group.n, group.entry.form));
            inputs.or_insert_with(|| Inputs::new(expected, group.n, group.entry.form));
            for i in 0..group.cells.len() {
                let place = (&*group, group.cells[i].contender);
                let contender = &self.contenders[place.1];
                let (inputs, outputs) = (self.inputs(group), &mut self.outputs.borrow_mut());
                let checked = check(contender, group.entry, group.measure, inputs, outputs);
                let wrong = |failure| anyhow!("a wrong answer: {}: {failure}", self.cell(place));
                checked.map_err(wrong)?;
                group.cells[i].pass = self.passes(place, outputs, 1);
                count += 1;
            }
        }
        eprintln!("{count} cells are right on their own inputs");
        Ok(())
    }

    fn passes(&self, place: Place<'_>, outputs: &mut Outputs, passes: u64) -> Duration {
        let (group, contender) = (place.0, &self.contenders[place.1]);
        let inputs = self.inputs(group);
        let mut io = inputs.io(0..inputs.boards(), outputs);
        let start = Instant::now();
        for _ in 0..passes {
            for part in 0..group.entry.parts() {
                black_box((contender.run)(group.entry, group.measure, part, &mut io));
            }
        }
        start.elapsed()
    }

    /// Returns the benchmark group of criterion for a group of cells: `batch_attacks/games/1024`,
    /// or `attacks-latency/games-both/1`.
    pub(super) fn measured<'a>(
        &self,
        criterion: &'a mut Criterion,
        group: &Group,
    ) -> BenchmarkGroup<'a, WallTime> {
        let latency = ["", "-latency"][usize::from(group.measure == Measure::Latency)];
        let both = ["", "-both"][usize::from(group.sliders == Side::Both)];
        let (entry, corpus, n) = (group.entry, self.corpora[group.corpus].name, group.n);
        let name = format!("{entry}{latency}/{corpus}{both}/{n}");
        let mut measured = criterion.benchmark_group(name);
        measured.sampling_mode(SamplingMode::Flat);
        measured.throughput(Throughput::Elements(self.boards(group)));
        measured
    }

    fn boards(&self, group: &Group) -> u64 {
        (self.inputs(group).boards() * group.entry.parts()) as u64
    }

    /// Measures a cell with criterion and returns its time per board. `time` is the length of the
    /// measurement, `pass` the time of one pass of the loop.
    pub(super) fn measure(
        &self,
        measured: &mut BenchmarkGroup<'_, WallTime>,
        place: Place<'_>,
        (time, pass): (Duration, Duration),
    ) -> Option<Time> {
        let (boards, samples) = (self.boards(place.0), samples(time, pass));
        let mut times = Vec::new();
        if pass * samples as u32 > time {
            // Without this, criterion warns that the samples take longer.
            measured.measurement_time(pass * samples as u32 * 5 / 4);
        }
        measured.sample_size(samples);
        measured.bench_function(&self.contenders[place.1].name, |bencher| {
            bencher.iter_custom(|passes| {
                let outputs = &mut self.outputs.borrow_mut();
                let time = self.passes(place, outputs, passes);
                times.push(time.as_secs_f64() * 1e9 / (passes * boards) as f64);
                time
            })
        });
        // The first times are those of the warm-up.
        let warm = times.len().saturating_sub(samples);
        let median = five_digits(Summary::of(times.split_off(warm))?.median);
        Some(Time { median })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{matrix::Part, matrix::plan::groups};
    use itertools::Itertools;

    /// Every call and every loop, but for arrays beyond the caches.
    #[test]
    fn all_contenders_are_right() {
        let mut cells = Cells::new();
        assert!(cells.contenders.iter().map(|one| &one.name).all_unique());
        let mut groups = groups(Part::Full, 1, &cells.contenders);
        groups.retain(|group| group.n <= 1024);
        cells.check(&mut groups).unwrap();
    }
}
