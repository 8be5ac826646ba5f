//! The summary of a machine for the terminal: the fastest kernel of each call, the library's
//! choice, and the comparison with peers.

use super::contender::{LIBRARY, OPPONENTS};
use super::machine::call;
use super::machine::{Calls, Machine, aligned_calls, fastest, median, speedup};
use crate::statistics;
use itertools::Itertools;
use setwise_program::number::{boards, ns, ratio};
use setwise_program::table::Table;
use setwise_results::{MeasuredCell, Role, Side};
use std::convert::identity;

/// One call with one number of boards.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    /// The fastest kernel.
    pub(crate) best: &'a MeasuredCell,
    /// The kernel that the library selects.
    chosen: Option<&'a str>,
    /// The time of the library through its public function.
    library: Option<f64>,
    /// The library's time divided by the best kernel's.
    pub(crate) library_to_best: Option<f64>,
    /// The best kernel's time divided by that of its memory traffic alone, where that was measured.
    pub(crate) best_to_memory: Option<f64>,
    /// How many times as fast the library as chosen is as each of [`OPPONENTS`].
    pub(crate) leads: [Option<f64>; OPPONENTS.len()],
}

/// Returns all calls of the summary, those for one side's sliders on the main corpus.
pub(crate) fn lines(machine: &Machine) -> Vec<Line<'_>> {
    let lines = aligned_calls().flat_map(|call| {
        let both = machine.series(call, Side::Both, machine.main_corpus());
        let one = machine.main_series(call);
        let line = |n| {
            let best = fastest(one.of(Role::Kernel, n))?;
            let library = one.cell(LIBRARY, n);
            let memory = fastest(one.of(Role::Bound, n));
            Some(Line {
                best,
                chosen: machine.selected(call.0, n),
                library: library.map(median),
                library_to_best: library.and_then(|library| speedup(best, library)),
                best_to_memory: memory.and_then(|memory| speedup(memory, best)),
                leads: OPPONENTS.map(|(_, opponent, sliders)| {
                    let series = if sliders == Side::Both { &both } else { &one };
                    speedup(series.set_wise(LIBRARY, n)?, series.cell(opponent, n)?)
                }),
            })
        };
        let sizes = one.compared_sizes().into_iter();
        sizes.filter_map(line).collect_vec()
    });
    lines.collect()
}

/// Returns the table of the best and the chosen kernels.
pub(crate) fn choice_table<'a>(lines: &'a [Line<'a>]) -> Table<'a, Line<'a>> {
    Table::of(lines)
        .calls(|line| line.best)
        .code("best kernel", |line| &*line.best.contender)
        .number("ns/board", ns, |line| median(line.best))
        .code("`setwise` chooses", |line| line.chosen)
        .number("ns/board", ns, |line| line.library)
        .number("chosen ÷ best", ratio, |line| line.library_to_best)
        .number("best ÷ memory alone", ratio, |line| line.best_to_memory)
        .without_empty_columns()
}

/// Returns the geometric mean of the column `chosen ÷ best` as a sentence.
pub(crate) fn mean_choice(lines: &[Line<'_>]) -> String {
    let ratios = lines.iter().filter_map(|line| line.library_to_best);
    statistics::geometric_mean(&ratios.collect_vec()).map_or_else(String::new, |mean| {
        let mean = ratio(mean);
        format!("\nThe geometric mean of `chosen ÷ best` is **{mean}**.\n")
    })
}

/// A row of the comparison with peers: a call, or the mean of several.
#[derive(Debug)]
pub(crate) struct Lead {
    call: String,
    boards: String,
    leads: [Option<String>; OPPONENTS.len()],
}

/// Returns the comparison with peers: each call, the mean of calls that differ in the number of
/// boards, the mean of all.
pub(crate) fn leads(lines: &[Line<'_>], noise: f64) -> Vec<Lead> {
    let lead = lead(noise);
    let mean = |lines: &[Line<'_>], call: String| Lead {
        call,
        boards: "**mean**".to_string(),
        leads: std::array::from_fn(|at| {
            let leads = lines.iter().filter_map(|line| line.leads[at]);
            let mean = statistics::geometric_mean(&leads.collect_vec())?;
            Some(format!("**{}**", lead(mean)))
        }),
    };
    let mut rows = Vec::new();
    for group in lines.chunk_by(|a, b| call(a.best) == call(b.best)) {
        rows.extend(group.iter().map(|line| Lead {
            call: call(line.best),
            boards: boards(line.best.n),
            leads: line.leads.map(|ratio| ratio.map(&lead)),
        }));
        if group.len() > 1 {
            rows.push(mean(group, call(group[0].best)));
        }
    }
    if !lines.is_empty() {
        rows.push(mean(lines, "**all calls**".to_string()));
    }
    rows
}

/// Returns the table of how many times as fast the library is as each peer.
pub(crate) fn lead_table(leads: &[Lead]) -> Table<'_, Lead> {
    let mut table = Table::of(leads)
        .text("call", |lead| lead.call.clone())
        .number("boards", identity, |lead| lead.boards.clone());
    for (at, (title, ..)) in OPPONENTS.iter().enumerate() {
        table = table.number(title, identity, |lead| lead.leads[at].clone());
    }
    table.without_empty_columns()
}

/// Returns the form of a ratio as text; those below 1 by more than the noise are marked.
pub(crate) fn lead(noise: f64) -> impl Fn(f64) -> String {
    move |value| {
        let mark = if value * (1.0 + noise) < 1.0 {
            "▼ "
        } else {
            ""
        };
        format!("{mark}{}", ratio(value))
    }
}

#[cfg(test)]
mod tests {
    use super::super::MANY;
    use super::super::contender::{self, FENCED};
    use super::*;
    use setwise_results::{Cell, Document, Entry, Measure, ResultFile, Role, Time};

    /// A cell of `batch_attacks` on 64 boards with these medians.
    fn cell(contender: &str, sliders: Side, medians: [f64; 3]) -> MeasuredCell {
        let time = |median| Time {
            median,
            low: median,
            high: median,
        };
        let cell = Cell {
            entry: Entry::BatchAttacks,
            contender: contender.to_string(),
            n: 64,
            corpus: "games".to_string(),
            sliders,
            measure: Measure::Throughput,
        };
        MeasuredCell {
            cell,
            role: match contender::family(contender) {
                LIBRARY => Role::Library,
                "auto" => Role::Loop,
                "fenced" => Role::Scalar,
                "pieces" => Role::Pieces,
                "bound" => Role::Bound,
                _ => Role::Kernel,
            },
            // 0 stands for a round that is missing.
            rounds: medians
                .map(|median| (median > 0.0).then(|| time(median)))
                .to_vec(),
        }
    }

    fn machine(cells: Vec<MeasuredCell>) -> Machine {
        let text = r#"{
            "format": "setwise-results/3", "mode": "quick", "rounds": 3, "cells": [],
            "origin": {
                "cpu": {"model": "Some CPU", "arch": "x86_64", "cores": 1, "features": []},
                "rustc": "rustc", "flags": "", "time": "2026-05-20", "command": "setwise"
            },
            "cells": [], "corpora": [{
                "name": "games", "source": "", "positions": 1,
                "pieces": {"mean": 1, "min": 1, "max": 1},
                "sliders_side": {"mean": 1, "min": 1, "max": 1},
                "sliders_both": {"mean": 1, "min": 1, "max": 1},
                "phases": {"opening": 1, "middlegame": 0, "endgame": 0}
            }],
            "selected": [
                {"entry": "batch_attacks", "from": 1, "kernel": "avx2/direction-per-lane", "why": ""},
                {"entry": "batch_attacks", "from": 40, "kernel": "avx2/sliced", "why": ""},
                {"entry": "ray_attacks", "from": 1, "kernel": "avx2/direction-per-lane", "why": ""}
            ]
        }"#;
        let mut file = ResultFile::parse(text).unwrap();
        file.run.cells = cells;
        file.check().unwrap();
        Machine::of("some-cpu", file)
    }

    /// The machine slows down from round to round: ratios come from within the rounds that both
    /// have.
    #[test]
    fn ratios_are_medians_over_rounds() {
        let machine = machine(vec![
            cell("avx2/sliced", Side::Side, [1.0, 2.0, 4.0]),
            cell("avx2/direction-per-lane", Side::Side, [5.0, 5.0, 5.0]),
            cell("bound/pass", Side::Side, [0.5, 1.0, 2.0]),
            cell(LIBRARY, Side::Side, [1.1, 2.2, 4.4]),
            cell(FENCED, Side::Side, [10.0, 22.0, 0.0]),
            cell("pieces/pext", Side::Both, [7.0, 14.0, 28.0]),
        ]);
        let lines = lines(&machine);
        let [line] = &lines[..] else {
            panic!("{lines:?}")
        };
        assert_eq!(
            (line.best.n, line.best.contender.as_str()),
            (64, "avx2/sliced")
        );
        for ((title, ..), lead) in OPPONENTS.iter().zip(line.leads) {
            match *title {
                "fenced scalar" => {
                    assert_eq!(lead.map(ratio).as_deref(), Some("9.55"));
                }
                // The library was measured for one side only, which stands for both.
                "PEXT, both sides" => assert_eq!(lead.map(ratio).as_deref(), Some("6.36")),
                _ => assert_eq!(lead, None, "{title}"),
            }
        }
        assert!((line.library_to_best.unwrap() - 1.1).abs() < 1e-9);
        assert_eq!(line.best_to_memory, Some(2.0));
        let table = lead_table(&leads(&lines, 0.0)).plain();
        assert!(table.contains("9.55") && !table.contains("loop"), "{table}");
    }

    #[test]
    fn the_selection_goes_by_size() {
        let machine = machine(Vec::new());
        let choices = [1, 39, 40, 1 << 22].map(|n| machine.selected(Entry::BatchAttacks, n));
        assert_eq!(
            choices.map(Option::unwrap),
            [
                "avx2/direction-per-lane",
                "avx2/direction-per-lane",
                "avx2/sliced",
                "avx2/sliced"
            ]
        );
        assert_eq!(
            machine.selected(Entry::RayAttacksStored, 1),
            Some("avx2/direction-per-lane")
        );
        assert_eq!(machine.selected(Entry::OccludedFill, 1), None);
    }

    #[test]
    fn times_are_those_of_a_contender() {
        let machine = machine(vec![
            cell("avx2/sliced", Side::Side, [1.0, 2.0, 4.0]),
            cell(LIBRARY, Side::Side, [1.5, 2.5, 4.5]),
        ]);
        let series = machine.batch(Entry::BatchAttacks);
        assert_eq!(series.time(LIBRARY, 64), Some(2.5));
        assert_eq!(series.time(LIBRARY, 65), None);
        assert_eq!(series.time(FENCED, 64), None);
    }

    /// Pairs of the library and the kernel that it runs, the library slower by 0 % to 9 %.
    #[test]
    fn noise_comes_from_the_same_machine_code() {
        let pairs = (0..10).flat_map(|at| {
            let slower = 1.0 + f64::from(at) / 100.0;
            let pair = [("avx2/sliced", 1.0), (LIBRARY, slower)];
            pair.map(|(contender, median)| {
                let mut cell = cell(contender, Side::Side, [median; 3]);
                cell.cell.n = MANY << at;
                cell
            })
        });
        let mut cells: Vec<_> = pairs.collect();
        let floor = machine(cells.clone()).noise().unwrap();
        assert!((floor - 0.09).abs() < 1e-9, "{floor}");
        // Nine pairs are too few.
        cells.pop();
        assert_eq!(machine(cells).noise(), None);
    }
}
