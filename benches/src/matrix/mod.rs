//! The matrix: entry point x kernel x boards per call, with the opponents, in interleaved rounds of
//! criterion. In each round the groups of cells that differ in nothing but the contender come in
//! random order, and within a group the contenders. Samples are short, because other processes
//! interrupt long ones; the median counts.

mod cells;
mod plan;

use crate::clock;
use anyhow::Result;
use cells::Cells;
use criterion::Criterion;
use indicatif::HumanDuration;
use itertools::Itertools;
use plan::{Group, groups, measurement};
use setwise_conformance::Rng;
use setwise_results::{CorpusName, Matrix, Measured, MeasuredCell, Mode, Selected, five_digits};
use std::time::Duration;

/// A part of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Full,
    /// What the report compares.
    Quick,
    /// The same for few sizes.
    Smoke,
}

/// Measures a part of the matrix. `rounds` and `budget`, in seconds, replace the usual numbers.
/// Criterion writes the progress to stdout.
///
/// # Errors
/// An answer is wrong.
pub fn run(part: Part, rounds: Option<usize>, budget: Option<u32>) -> Measured<Matrix> {
    let (usual, time) = match part {
        Part::Full => (7, 3600),
        Part::Quick => (2, 180),
        Part::Smoke => (1, 1),
    };
    let (rounds, time) = (rounds.unwrap_or(usual), budget.unwrap_or(time));
    let (matrix, mut groups, time) = prepare(part, rounds, (time, 8))?;
    let matrix = &matrix;
    let criterion = short(time).without_plots();
    // No baseline has this name, so criterion compares with none and writes none.
    let mut criterion = criterion.retain_baseline("none".into(), false);
    let (mut rng, mut cycle) = (Rng::new(0), Vec::new());
    for round in 0..rounds {
        eprintln!("round {} of {rounds}", round + 1);
        rng.shuffle(&mut groups);
        for group in &mut groups {
            rng.shuffle(&mut group.cells);
            for i in 0..group.cells.len() {
                let one = &group.cells[i];
                let (place, pass) = ((&*group, one.contender), one.pass);
                let mut measured = matrix.measured(&mut criterion, group);
                group.cells[i].rounds[round] = matrix.measure(&mut measured, place, (time, pass));
            }
        }
        cycle.push(five_digits(clock::cycle()));
    }
    let cells = groups.iter().flat_map(|group| {
        let cells = group.cells.iter().map(move |cell| MeasuredCell {
            cell: matrix.cell((group, cell.contender)),
            role: matrix.contenders[cell.contender].role,
            rounds: cell.rounds.clone(),
        });
        cells.filter(|cell| cell.rounds.iter().any(Option::is_some))
    });
    let corpora = matrix.corpora.iter().map(|corpus| corpus.name.to_string());
    let run = Matrix {
        mode: match part {
            Part::Full => Mode::Full,
            _ => Mode::Quick,
        },
        cycle,
        corpora: corpora.map(|name| CorpusName { name }).collect(),
        selected: selected(),
    };
    let cells = cells.sorted_by(|a, b| a.cell.cmp(&b.cell));
    Ok((rounds, cells.collect(), run))
}

/// Measures the cells of [`Part::Smoke`] once, in about three minutes, under the command line of
/// criterion with its filters, baselines and plots. These times are for comparing a change with its
/// baseline; the ratios of the report come from the interleaved rounds of [`run`].
///
/// # Errors
/// An answer is wrong.
pub fn bench() -> Result<()> {
    let (matrix, groups, time) = prepare(Part::Smoke, 1, (160, 90))?;
    let mut criterion = short(time).configure_from_args();
    for group in &groups {
        let mut measured = matrix.measured(&mut criterion, group);
        for cell in &group.cells {
            matrix.measure(&mut measured, (group, cell.contender), (time, cell.pass));
        }
        measured.finish();
    }
    criterion.final_summary();
    Ok(())
}

/// Checks the cells of a part and pins the thread to one CPU. Also returns the length of each
/// measurement, so that all together take about `seconds`, given that criterion's statistics and
/// files take `overhead` milliseconds for each.
fn prepare(
    part: Part,
    rounds: usize,
    (seconds, overhead): (u32, u64),
) -> Result<(Cells, Vec<Group>, Duration)> {
    let mut matrix = Cells::new();
    let mut groups = groups(part, rounds, &matrix.contenders);
    matrix.check(&mut groups)?;
    // The first CPU often serves interrupts.
    let cpu = core_affinity::get_core_ids().and_then(|cpus| cpus.last().copied());
    match cpu.filter(|cpu| core_affinity::set_for_current(*cpu)) {
        Some(cpu) => eprintln!("pinned to CPU {}", cpu.id),
        None => eprintln!("not pinned to a CPU: expect more noise"),
    }
    let passes = groups.iter().flat_map(|group| &group.cells);
    let passes = passes.map(|cell| cell.pass).collect_vec();
    let budget = Duration::from_secs(seconds.into()) / rounds as u32;
    let (time, planned) = measurement(budget, Duration::from_millis(overhead), &passes);
    let planned = HumanDuration(planned * rounds as u32);
    let (cells, ms) = (passes.len(), time.as_millis());
    eprintln!("{cells} cells, {rounds} rounds, {ms} ms each: about {planned}");
    Ok((matrix, groups, time))
}

/// Returns criterion for short measurements: its usual 100,000 resamples take a second for each.
fn short(time: Duration) -> Criterion {
    let criterion = Criterion::default().warm_up_time(time / 3);
    criterion.measurement_time(time).nresamples(1_001)
}

fn selected() -> Vec<Selected> {
    let choices = setwise::selection::selected().choices.into_iter();
    let choices = choices.filter_map(|choice| {
        Some(Selected {
            entry: choice.entry.name().to_string().try_into().ok()?,
            from: choice.from,
            kernel: choice.kernel.name().to_string(),
        })
    });
    choices.collect()
}
