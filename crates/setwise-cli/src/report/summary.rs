//! The summary of a machine: the fastest kernel of each call, the library's choice, and the comparison with peers.

use super::contender::{self, ACROSS, LIBRARY, OPPONENTS};
use super::machine::{Machine, Series, aligned_calls, fastest, median, sorted, speedup};
use super::number::{self, boards, ns, ratio};
use super::page::{Page, section};
use super::table::{Table, call};
use itertools::Itertools;
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
    number::geometric_mean(&ratios.collect_vec()).map_or_else(String::new, |mean| {
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

/// Returns the comparison with peers: each call, the mean of calls that differ in the number of boards, the mean of all.
pub(crate) fn leads(lines: &[Line<'_>]) -> Vec<Lead> {
    let mean = |lines: &[Line<'_>], call: String| Lead {
        call,
        boards: "**mean**".to_string(),
        leads: std::array::from_fn(|at| {
            let leads = lines.iter().filter_map(|line| line.leads[at]);
            let mean = number::geometric_mean(&leads.collect_vec())?;
            Some(format!("**{}**", lead(mean)))
        }),
    };
    let mut rows = Vec::new();
    for group in lines.chunk_by(|a, b| call(a.best) == call(b.best)) {
        rows.extend(group.iter().map(|line| Lead {
            call: call(line.best),
            boards: boards(line.best.n),
            leads: line.leads.map(|ratio| ratio.map(lead)),
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

/// Returns a ratio as text; those below 1 are marked.
pub(crate) fn lead(value: f64) -> String {
    let mark = if value < 1.0 { "▼ " } else { "" };
    format!("{mark}{}", ratio(value))
}

/// The least factor by which a kernel counts as faster than the library's choice; smaller differences are noise.
const NOISE: f64 = 1.03;

/// Returns the section on everything that beats the library's choice: every peer, and kernels beyond [`NOISE`].
pub(crate) fn losses(page: &Page<'_>) -> String {
    let losses = page.machine.all_series().flat_map(|series| {
        let losses = series.cells.iter().filter_map(|&cell| {
            let least = match contender::role(cell) {
                Role::Library | Role::Bound => return None,
                Role::Kernel => NOISE,
                _ => 1.0,
            };
            let factor = speedup(cell, series.set_wise(LIBRARY, cell.n)?)?;
            (factor > least).then_some((cell, factor))
        });
        losses.collect_vec()
    });
    let losses = losses.sorted_by(|a, b| b.1.total_cmp(&a.1)).collect_vec();
    let table = Table::of(&losses)
        .calls(|(cell, _)| cell)
        .text("corpus", |(cell, _)| cell.corpus.clone())
        .text("sliders", |(cell, _)| sliders(cell.sliders).to_string())
        .code("faster than `setwise`", |(cell, _)| &*cell.contender)
        .number("by a factor of", ratio, |&(_, factor)| factor);
    match section(include_str!("prose/losses.md"), &table) {
        none if none.is_empty() => "\nNowhere in this run.\n".to_string(),
        some => some,
    }
}

/// Returns whose sliders, in words.
pub(crate) const fn sliders(side: Side) -> &'static str {
    match side {
        Side::Side => "side to move",
        Side::Both => "both sides",
    }
}

/// Returns the times of several machines through the public functions, and their leads over [`ACROSS`] in the same run.
pub(crate) fn across(machines: &[Machine]) -> String {
    // Each row has a cell of the library, and such a cell and its leads on each machine.
    let mut rows = Vec::new();
    for call in aligned_calls() {
        let all = machines.iter().map(|machine| machine.main_series(call));
        let all = all.collect_vec();
        for n in sorted(all.iter().flat_map(Series::compared_sizes)) {
            let cells = all.iter().map(|series| {
                let cell = series.cell(LIBRARY, n)?;
                let lead = |(_, name)| speedup(cell, series.set_wise(name, n)?);
                Some((cell, ACROSS.map(lead)))
            });
            let cells = cells.collect_vec();
            let any = cells.iter().flatten().next();
            rows.extend(any.map(|any| (any.0, cells.clone())));
        }
    }
    let mut table = Table::of(&rows).calls(|row| row.0);
    for (at, machine) in machines.iter().enumerate() {
        let title = format!("{}, ns/board", machine.title());
        table = table.number(title, ns, |row| Some(median(row.1[at]?.0)));
        for (place, (title, _)) in ACROSS.iter().enumerate() {
            table = table.number(title, lead, move |row| row.1[at]?.1[place]);
        }
    }
    table.without_empty_columns().markdown()
}

#[cfg(test)]
mod tests {
    use super::super::contender::FENCED;
    use super::*;
    use setwise_results::{
        Cell, CorpusStats, Cpu, Document, Entry, Measure, Mode, Phases, ResultFile, Role, Selected,
        Spread, Time,
    };

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
        let spread = Spread {
            mean: 1.0,
            min: 1,
            max: 1,
        };
        let choice = |entry, from, kernel: &str| Selected {
            entry,
            from,
            kernel: kernel.to_string(),
            why: String::new(),
        };
        let file = ResultFile {
            format: ResultFile::FORMAT.to_string(),
            cpu: Cpu {
                model: "Some CPU".to_string(),
                arch: "x86_64".to_string(),
                cores: 1,
                features: Vec::new(),
                caches: Vec::new(),
            },
            revision: String::new(),
            rustc: "rustc".to_string(),
            flags: String::new(),
            date: "2026-05-20".to_string(),
            mode: Mode::Quick,
            rounds: 3,
            cycle: Vec::new(),
            command: "setwise".to_string(),
            corpora: vec![CorpusStats {
                name: "games".to_string(),
                source: String::new(),
                positions: 1,
                pieces: spread,
                sliders_side: spread,
                sliders_both: spread,
                phases: Phases {
                    opening: 1,
                    ..Phases::default()
                },
            }],
            selected: vec![
                choice(Entry::BatchAttacks, 1, "avx2/direction-per-lane"),
                choice(Entry::BatchAttacks, 40, "avx2/sliced"),
                choice(Entry::RayAttacks, 1, "avx2/direction-per-lane"),
            ],
            cells,
        };
        file.check().unwrap();
        Machine {
            slug: "some-cpu".to_string(),
            file,
            processes: None,
        }
    }

    /// The machine slows down from round to round: ratios come from within the rounds that both have.
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
        let table = lead_table(&leads(&lines)).plain();
        assert!(table.contains("9.55") && !table.contains("loop"), "{table}");
    }

    #[test]
    fn losses_are_told() {
        let machine = machine(vec![
            cell(LIBRARY, Side::Side, [1.0, 1.0, 1.0]),
            cell("avx2/sliced", Side::Side, [0.98, 0.98, 0.98]),
            cell("avx2/direction-per-lane", Side::Side, [0.8, 0.8, 0.8]),
            cell("auto/avx2", Side::Side, [0.99, 0.99, 0.99]),
            cell("pieces/pext", Side::Side, [1.01, 1.01, 1.01]),
            cell("pieces/pext", Side::Both, [0.5, 0.5, 0.5]),
            cell("bound/pass", Side::Side, [0.1, 0.1, 0.1]),
        ]);
        let page = Page {
            machine: &machine,
            charts: &[],
            predicted: &[],
        };
        let text = losses(&page);
        let rows = text.lines().filter_map(|line| line.split(" | ").nth(4));
        let rows: Vec<_> = rows.skip(2).collect();
        assert_eq!(
            rows,
            ["`pieces/pext`", "`avx2/direction-per-lane`", "`auto/avx2`"],
            "{text}"
        );
        assert!(text.contains("| both sides | `pieces/pext` |"), "{text}");
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
}
