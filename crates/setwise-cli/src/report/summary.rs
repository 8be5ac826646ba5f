//! The summary of a machine: what is fastest, what the library chose, and by how much it leads.

use super::contender::{self, Kind, LIBRARY, OPPONENTS};
use super::machine::{Machine, Series, median, speedup};
use super::number;
use super::table::Table;
use setwise_benches::results::{Entry, Measure, MeasuredCell, Side};

/// One call with one number of boards.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    pub(crate) series: Series<'a>,
    pub(crate) n: usize,
    /// The fastest kernel.
    pub(crate) best: &'a MeasuredCell,
    /// The library through its public function.
    pub(crate) library: Option<&'a MeasuredCell>,
    /// The library's time divided by the best kernel's.
    pub(crate) library_to_best: Option<f64>,
    /// The best kernel's time divided by that of its memory traffic alone, where that was measured.
    pub(crate) best_to_memory: Option<f64>,
    /// How many times faster the best kernel is than each of [`OPPONENTS`].
    pub(crate) leads: [Option<f64>; OPPONENTS.len()],
}

/// All calls of the summary, those for one side's sliders on the main corpus.
pub(crate) fn lines(machine: &Machine) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    for entry in Entry::ALL {
        for measure in Measure::ALL {
            let series = machine.main_series(entry, measure);
            for n in machine.compared_sizes(series) {
                lines.extend(line(machine, series, n));
            }
        }
    }
    lines
}

fn line<'a>(machine: &'a Machine, series: Series<'a>, n: usize) -> Option<Line<'a>> {
    let best = machine.best_kernel(series, n)?;
    let library = machine.cell(series, LIBRARY, n);
    Some(Line {
        series,
        n,
        best,
        library,
        library_to_best: library.and_then(|library| speedup(best, library)),
        best_to_memory: machine
            .memory_alone(series, n)
            .and_then(|memory| speedup(memory, best)),
        leads: OPPONENTS.map(|(_, opponent, sliders)| {
            let series = Series { sliders, ..series };
            let mine = machine.set_wise(series, &best.contender, n)?;
            speedup(mine, machine.cell(series, opponent, n)?)
        }),
    })
}

/// The call of a series, as the tables name it.
pub(crate) fn call(series: Series<'_>) -> String {
    match series.measure {
        Measure::Throughput => format!("`{}`", series.entry),
        Measure::Latency => format!("`{}`, latency", series.entry),
    }
}

/// Which kernel is best and which one the library chose.
pub(crate) fn choice_table(machine: &Machine, lines: &[Line<'_>]) -> Table {
    let with_memory = lines.iter().any(|line| line.best_to_memory.is_some());
    let head = [
        "call",
        "boards",
        "best kernel",
        "ns/board",
        "`setwise` chooses",
        "ns/board",
        "chosen ÷ best",
    ];
    let head = head
        .into_iter()
        .chain(with_memory.then_some("best ÷ memory alone"));
    let mut table = Table::new(head, &[0, 2, 4]);
    for line in lines {
        let chosen = machine.selected(line.series.entry, line.n);
        let mut row = vec![
            call(line.series),
            number::boards(line.n),
            format!("`{}`", line.best.contender),
            number::ns(median(line.best)),
            chosen.map_or_else(dash, |kernel| format!("`{kernel}`")),
            line.library
                .map_or_else(dash, |cell| number::ns(median(cell))),
            line.library_to_best.map_or_else(dash, number::ratio),
        ];
        row.extend(line.best_to_memory.map(number::ratio));
        table.row(row);
    }
    let all: Vec<f64> = lines
        .iter()
        .filter_map(|line| line.library_to_best)
        .collect();
    if let Some(mean) = number::geometric_mean(&all) {
        let mut row = vec![String::new(); 7];
        row[0] = "**geometric mean**".to_string();
        row[6] = format!("**{}**", number::ratio(mean));
        table.row(row);
    }
    table
}

/// How many times faster the best kernel is than each opponent. Opponents without any cell have no column.
pub(crate) fn lead_table(lines: &[Line<'_>]) -> Table {
    let shown: Vec<usize> = (0..OPPONENTS.len())
        .filter(|&i| lines.iter().any(|line| line.leads[i].is_some()))
        .collect();
    let mut head = vec!["call".to_string(), "boards".to_string()];
    head.extend(shown.iter().map(|&i| OPPONENTS[i].0.to_string()));
    let mut table = Table::new(head, &[0]);
    let mean = |lines: &[&Line<'_>], i: usize| {
        let leads: Vec<f64> = lines.iter().filter_map(|line| line.leads[i]).collect();
        number::geometric_mean(&leads)
    };
    let mean_row = |title: String, lines: &[&Line<'_>]| {
        let means = shown.iter().map(|&i| match mean(lines, i) {
            Some(mean) => format!("**{}**", lead(mean)),
            None => dash(),
        });
        [title, "**mean**".to_string()]
            .into_iter()
            .chain(means)
            .collect()
    };
    for group in lines.chunk_by(|a, b| a.series == b.series) {
        for line in group {
            let mut row = vec![call(line.series), number::boards(line.n)];
            row.extend(shown.iter().map(|&i| line.leads[i].map_or_else(dash, lead)));
            table.row(row);
        }
        if group.len() > 1 {
            let group: Vec<_> = group.iter().collect();
            table.row(mean_row(call(group[0].series), &group));
        }
    }
    if !lines.is_empty() {
        let all: Vec<_> = lines.iter().collect();
        table.row(mean_row("**all calls**".to_string(), &all));
    }
    table
}

/// A lead, with what is none marked.
fn lead(ratio: f64) -> String {
    let text = number::ratio(ratio);
    if ratio < 1.0 {
        format!("▼ {text}")
    } else {
        text
    }
}

fn dash() -> String {
    "–".to_string()
}

/// A contender that is faster than the library's public function.
#[derive(Debug)]
pub(crate) struct Loss<'a> {
    pub(crate) series: Series<'a>,
    pub(crate) n: usize,
    pub(crate) winner: &'a str,
    /// The library's time divided by the winner's.
    pub(crate) factor: f64,
}

/// A kernel of the library counts as faster from this factor on: nearer than that is noise.
pub(crate) const NOISE: f64 = 1.03;

/// Everything that beats the library's choice: every opponent, and kernels beyond [`NOISE`].
pub(crate) fn losses(machine: &Machine) -> Vec<Loss<'_>> {
    let mut losses = Vec::new();
    for series in machine.series() {
        for cell in machine.cells(series) {
            let kind = contender::kind(&cell.contender);
            let Some(mine) = machine.set_wise(series, LIBRARY, cell.n) else {
                continue;
            };
            let least = match kind {
                Kind::Library | Kind::Bound => continue,
                Kind::Kernel => NOISE,
                _ => 1.0,
            };
            if let Some(factor) = speedup(cell, mine).filter(|&factor| factor > least) {
                losses.push(Loss {
                    series,
                    n: cell.n,
                    winner: &cell.contender,
                    factor,
                });
            }
        }
    }
    losses.sort_by(|a, b| b.factor.total_cmp(&a.factor));
    losses
}

/// The losses as a table.
pub(crate) fn loss_table(losses: &[Loss<'_>]) -> Table {
    let head = [
        "call",
        "boards",
        "corpus",
        "sliders",
        "faster than `setwise`",
        "by a factor of",
    ];
    let mut table = Table::new(head, &[0, 2, 3, 4]);
    for loss in losses {
        table.row(vec![
            call(loss.series),
            number::boards(loss.n),
            loss.series.corpus.to_string(),
            sliders(loss.series.sliders).to_string(),
            format!("`{}`", loss.winner),
            number::ratio(loss.factor),
        ]);
    }
    table
}

/// Whose sliders, in words.
pub(crate) fn sliders(side: Side) -> &'static str {
    match side {
        Side::Side => "side to move",
        Side::Both => "both sides",
    }
}

/// One line per call: every machine's time through the public function and its lead over fenced scalar.
pub(crate) fn across(machines: &[Machine]) -> Table {
    let mut head = vec!["call".to_string(), "boards".to_string()];
    for machine in machines {
        head.push(format!("{}, ns/board", machine.file.cpu.model));
        head.push("× fenced scalar".to_string());
    }
    let mut table = Table::new(head, &[0]);
    for entry in Entry::ALL {
        for measure in Measure::ALL {
            let mut sizes: Vec<usize> = machines
                .iter()
                .flat_map(|machine| machine.compared_sizes(machine.main_series(entry, measure)))
                .collect();
            sizes.sort_unstable();
            sizes.dedup();
            for n in sizes {
                let cells = machines.iter().map(|machine| {
                    let series = machine.main_series(entry, measure);
                    let library = machine.cell(series, LIBRARY, n)?;
                    let fenced = machine.cell(series, contender::FENCED, n);
                    let lead = fenced.and_then(|fenced| speedup(library, fenced));
                    Some([
                        number::ns(median(library)),
                        lead.map_or_else(dash, self::lead),
                    ])
                });
                let cells: Vec<_> = cells.collect();
                if cells.iter().all(Option::is_none) {
                    continue;
                }
                let series = machines[0].main_series(entry, measure);
                let mut row = vec![call(series), number::boards(n)];
                row.extend(
                    cells
                        .into_iter()
                        .flat_map(|c| c.unwrap_or_else(|| [dash(), dash()])),
                );
                table.row(row);
            }
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_benches::results::{
        CorpusStats, Cpu, FORMAT, Mode, Phases, ResultFile, Selected, Spread, Time,
    };

    /// A cell of `batch_attacks` on 64 boards with these medians.
    fn cell(contender: &str, sliders: Side, medians: [f64; 3]) -> MeasuredCell {
        let time = |median| Time {
            median,
            low: median,
            high: median,
        };
        MeasuredCell {
            entry: Entry::BatchAttacks,
            contender: contender.to_string(),
            n: 64,
            corpus: "games".to_string(),
            sliders,
            measure: Measure::Throughput,
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
            format: FORMAT.to_string(),
            cpu: Cpu {
                model: "Some CPU".to_string(),
                arch: "x86_64".to_string(),
                cores: 1,
                features: Vec::new(),
            },
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
                men: spread,
                sliders_side: spread,
                sliders_both: spread,
                phases: Phases {
                    opening: 1,
                    ..Phases::default()
                },
            }],
            selected: vec![
                choice(Entry::BatchAttacks, 1, "avx2/compass"),
                choice(Entry::BatchAttacks, 40, "avx2/sliced"),
                choice(Entry::RayAttacks, 1, "avx2/compass"),
            ],
            cells,
        };
        file.check().unwrap();
        Machine::new("some-cpu".to_string(), file)
    }

    /// The machine slows down from round to round: ratios come from within the rounds that both have.
    #[test]
    fn ratios_are_medians_over_rounds() {
        let machine = machine(vec![
            cell("avx2/sliced", Side::Side, [1.0, 2.0, 4.0]),
            cell("avx2/compass", Side::Side, [5.0, 5.0, 5.0]),
            cell("bound/pass", Side::Side, [0.5, 1.0, 2.0]),
            cell(LIBRARY, Side::Side, [1.1, 2.2, 4.4]),
            cell(contender::FENCED, Side::Side, [10.0, 22.0, 0.0]),
            cell("pieces/pext", Side::Both, [7.0, 14.0, 28.0]),
        ]);
        let lines = lines(&machine);
        let [line] = &lines[..] else {
            panic!("{lines:?}")
        };
        assert_eq!((line.n, line.best.contender.as_str()), (64, "avx2/sliced"));
        assert_eq!(line.leads[0], Some(10.5));
        let leads: Vec<_> = OPPONENTS.iter().zip(line.leads).collect();
        for ((title, ..), lead) in leads {
            match *title {
                "fenced scalar" => assert_eq!(lead, Some(10.5)),
                // The kernel was measured for one side only, which stands for both.
                "PEXT, both sides" => assert_eq!(lead, Some(7.0)),
                _ => assert_eq!(lead, None, "{title}"),
            }
        }
        assert!((line.library_to_best.unwrap() - 1.1).abs() < 1e-9);
        assert_eq!(line.best_to_memory, Some(2.0));
        let table = lead_table(&lines).plain();
        assert!(table.contains("10.5") && !table.contains("loop"), "{table}");
    }

    #[test]
    fn losses_are_told() {
        let machine = machine(vec![
            cell(LIBRARY, Side::Side, [1.0, 1.0, 1.0]),
            cell("avx2/sliced", Side::Side, [0.98, 0.98, 0.98]),
            cell("avx2/compass", Side::Side, [0.8, 0.8, 0.8]),
            cell("auto/avx2", Side::Side, [0.99, 0.99, 0.99]),
            cell("pieces/pext", Side::Side, [1.01, 1.01, 1.01]),
            cell("pieces/pext", Side::Both, [0.5, 0.5, 0.5]),
            cell("bound/pass", Side::Side, [0.1, 0.1, 0.1]),
        ]);
        let losses: Vec<_> = losses(&machine)
            .iter()
            .map(|loss| (loss.winner, loss.series.sliders))
            .collect();
        assert_eq!(
            losses,
            [
                ("pieces/pext", Side::Both),
                ("avx2/compass", Side::Side),
                ("auto/avx2", Side::Side)
            ]
        );
    }

    #[test]
    fn the_selection_goes_by_size() {
        let machine = machine(Vec::new());
        let choices = [1, 39, 40, 1 << 22].map(|n| machine.selected(Entry::BatchAttacks, n));
        assert_eq!(
            choices.map(Option::unwrap),
            ["avx2/compass", "avx2/compass", "avx2/sliced", "avx2/sliced"]
        );
        assert_eq!(
            machine.selected(Entry::RayAttacksStored, 1),
            Some("avx2/compass")
        );
        assert_eq!(machine.selected(Entry::OccludedFill, 1), None);
    }
}
