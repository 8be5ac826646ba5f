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
    /// How many times faster the best kernel is than each of [`OPPONENTS`].
    pub(crate) leads: [Option<f64>; OPPONENTS.len()],
}

/// All calls of the summary, those for one side's sliders on the main corpus.
pub(crate) fn lines(machine: &Machine) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    for entry in Entry::ALL {
        for measure in Measure::ALL {
            let series = machine.main_series(entry, measure);
            for n in machine.sizes(series) {
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
    let head = [
        "call",
        "boards",
        "best kernel",
        "ns/board",
        "`setwise` chooses",
        "ns/board",
        "chosen ÷ best",
    ];
    let mut table = Table::new(head, &[0, 2, 4]);
    for line in lines {
        let chosen = machine.selected(line.series.entry, line.n);
        table.row(vec![
            call(line.series),
            number::boards(line.n),
            format!("`{}`", line.best.contender),
            number::ns(median(line.best)),
            chosen.map_or_else(dash, |kernel| format!("`{kernel}`")),
            line.library
                .map_or_else(dash, |cell| number::ns(median(cell))),
            line.library_to_best.map_or_else(dash, number::ratio),
        ]);
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
            Some(mean) => format!("**{}**", number::ratio(mean)),
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
                .flat_map(|machine| machine.sizes(machine.main_series(entry, measure)))
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
                        lead.map_or_else(dash, number::ratio),
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
