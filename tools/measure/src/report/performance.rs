//! `performance.md`: the summary of all machines. The tables of the README on the matrix.

use super::contender::{FENCED, LIBRARY, MAGIC, OPPONENTS, PEXT};
use super::machine::{Calls, call};
use super::machine::{
    Evidence, MANY, Machine, Series, aligned_calls, fastest, median, sorted, speedup, spread,
};
use super::markdown::escaped;
use super::plots::Chart;
use super::summary::{Line, lead, lines};
use crate::statistics;
use itertools::Itertools;
use setwise_program::host;
use setwise_program::number::{self, boards, ns, percent, ratio};
use setwise_program::table::Table;
use setwise_results::{Entry, Measure, MeasuredCell, Role, Selected, Side, Summary};
use std::collections::BTreeMap;
use std::convert::identity;
use std::fmt::Write;

/// The name of the document in the output folder.
pub(crate) const NAME: &str = "performance.md";

/// Returns the document.
pub(crate) fn document(machines: &[Machine], charts: &[Chart]) -> String {
    let charts = charts.iter().map(|chart| chart.markdown());
    let lines = machines.iter().map(lines).collect_vec();
    let parts = [
        include_str!("prose/opening.md"),
        &runs(machines),
        include_str!("prose/calls.md"),
        &calls(machines),
        "\n",
        &charts.collect::<String>(),
        include_str!("prose/choice.md"),
        &choices(machines),
        include_str!("prose/losses.md"),
        &losses(machines, &lines),
        include_str!("prose/regret.md"),
        &regret(machines, &lines),
        include_str!("prose/end.md"),
    ];
    parts.concat()
}

/// The machines and their runs.
fn runs(machines: &[Machine]) -> String {
    let clock = |machine: &Machine| {
        let cycle = Summary::of(machine.file.cycle.iter().copied())?;
        Some(1.0 / cycle.median)
    };
    let caches = |machine: &Machine| {
        let caches = machine.file.origin.cpu.caches.iter();
        let caches = caches.map(|bytes| number::grouped((bytes >> 10) as usize));
        caches.collect_vec().join(", ")
    };
    let processes = |machine: &Machine| {
        let cells = machine.processes.iter().flat_map(|file| &file.cells);
        let times = cells.filter_map(|cell| Summary::of(cell.times.iter().copied()));
        let spread = Summary::of(times.map(|times| statistics::spread(&times)));
        spread.map(|spread| spread.median)
    };
    let link = |machine: &Machine| {
        let Machine { link, file, .. } = machine;
        let revision = match file.origin.revision.as_str() {
            "" => "revision unknown",
            revision => revision,
        };
        let day = file.origin.day();
        format!("[{day}, {revision}]({link})")
    };
    let table = Table::of(machines)
        .text("design", Machine::title)
        .text("machine", |of| escaped(&host::summary(&of.file.origin.cpu)))
        .number("GHz", ratio, clock)
        .text("data caches, KiB", caches)
        .text("run", link)
        .text("mode, rounds", |of| {
            format!("{}, {}", of.file.mode, of.file.rounds)
        })
        .number("median spread of rounds", percent, |of| spread(&of.file))
        .number("of processes", percent, processes)
        .number("noise floor", percent, Machine::noise)
        .text("kernels", evidence);
    let mut text = table.without_empty_columns().markdown();
    for machine in machines {
        let (title, remark) = (machine.title(), &machine.file.origin.cpu.remark);
        if !remark.is_empty() {
            let _ = writeln!(text, "\n{title}: {}", escaped(remark));
        }
        if !machine.others.is_empty() {
            let names = machine.others.join(", ");
            let _ = writeln!(text, "\n{title}, runs that are not shown: {names}.");
        }
    }
    text
}

/// Whether the kernels that the library chose in the run are the present ones.
fn evidence(machine: &Machine) -> String {
    let chosen = machine.file.selected.iter();
    let chosen = chosen.map(|choice| machine.evidence(&choice.kernel, choice.entry));
    let all = chosen.collect_vec();
    let count = |of| all.iter().filter(|evidence| **evidence == of).count();
    match (count(Evidence::Unverified), count(Evidence::Changed)) {
        (0, 0) => "present".to_string(),
        (0, changed) => format!("{changed} of {} changed", all.len()),
        _ => "unverified".to_string(),
    }
}

/// Returns the mark of a time whose kernel has changed since.
fn mark(machine: &Machine, entry: Entry, n: usize) -> &'static str {
    let kernel = machine.selected(entry, n);
    kernel.map_or("", |kernel| machine.evidence(kernel, entry).mark())
}

/// The cells of a machine in a row: the library, and its lead over PEXT and the loop.
type Leads<'a> = Option<(&'a MeasuredCell, [Option<f64>; 2])>;

/// The times of the library as chosen, and how many times as fast it is as PEXT and the loop in the
/// same run.
fn calls(machines: &[Machine]) -> String {
    let mut rows: Vec<(&MeasuredCell, Vec<Leads<'_>>)> = Vec::new();
    for call in aligned_calls() {
        let all = machines.iter().map(|machine| machine.main_series(call));
        let all = all.collect_vec();
        for n in sorted(all.iter().flat_map(Series::compared_sizes)) {
            let cells = all.iter().map(|series| {
                let cell = series.cell(LIBRARY, n)?;
                let others = [series.set_wise(PEXT, n), best_loop(series, n)];
                Some((cell, others.map(|other| speedup(cell, other?))))
            });
            let cells = cells.collect_vec();
            let any = cells.iter().flatten().next();
            rows.extend(any.map(|any| (any.0, cells.clone())));
        }
    }
    let mut table = Table::of(&rows).calls(|row| row.0);
    for (at, machine) in machines.iter().enumerate() {
        let noise = machine.noise().unwrap_or(0.0);
        let title = format!("{}, ns", machine.title());
        table = table.number(title, identity, |row| {
            let (cell, _) = row.1[at]?;
            Some(ns(median(cell)) + mark(machine, cell.entry, cell.n))
        });
        for (place, title) in ["× PEXT", "× loop"].into_iter().enumerate() {
            table = table.number(title, lead(noise), |row| row.1[at]?.1[place]);
        }
    }
    table.without_empty_columns().markdown()
}

/// The fastest auto-vectorized loop.
fn best_loop<'a>(series: &Series<'a>, n: usize) -> Option<&'a MeasuredCell> {
    fastest(series.of(Role::Loop, n))
}

/// The kernel that each machine chose, by call and number of boards.
fn choices(machines: &[Machine]) -> String {
    let choices = machines.iter().flat_map(|machine| &machine.file.selected);
    let entries = sorted(choices.map(|choice| choice.entry));
    let mut table = Table::of(&entries).text("call", |entry| format!("`{entry}`"));
    let name = |choice: &Selected| match choice.from {
        0 | 1 => format!("`{}`", choice.kernel),
        from => format!("from {}: `{}`", boards(from), choice.kernel),
    };
    for machine in machines {
        table = table.text(machine.title(), |entry| {
            let choices = machine.file.selected.iter();
            let choices = choices.filter(|choice| choice.entry == *entry);
            let choices = choices.sorted_by_key(|choice| choice.from);
            choices.map(name).collect_vec().join("<br>")
        });
    }
    table.markdown()
}

/// The opponents that beat the library as chosen, with the factor on each machine.
fn losses(machines: &[Machine], lines: &[Vec<Line<'_>>]) -> String {
    let mut rows = BTreeMap::new();
    for (at, (machine, lines)) in machines.iter().zip(lines).enumerate() {
        let noise = machine.noise().unwrap_or(0.0);
        let leads = lines.iter().flat_map(|line| {
            let leads = line.leads.iter().enumerate();
            leads.map(move |(opponent, lead)| (line.best, opponent, lead))
        });
        for (cell, opponent, lead) in leads {
            if let Some(factor) = lead
                .map(|lead| 1.0 / lead)
                .filter(|factor| *factor > 1.0 + noise)
            {
                let key = (cell.entry, cell.measure, cell.n, opponent);
                let none = || (cell, vec![None; machines.len()]);
                rows.entry(key).or_insert_with(none).1[at] = Some(factor);
            }
        }
    }
    let rows = rows.into_iter().collect_vec();
    let mut table = Table::of(&rows)
        .calls(|(_, (cell, _))| *cell)
        .text("opponent", |(key, _)| OPPONENTS[key.3].0.to_string());
    for (at, machine) in machines.iter().enumerate() {
        table = table.number(machine.title(), ratio, |(_, (_, factors))| factors[at]);
    }
    table.markdown()
}

/// What the choice of kernels costs on each machine.
fn regret(machines: &[Machine], lines: &[Vec<Line<'_>>]) -> String {
    let rows = machines.iter().zip(lines).map(|(machine, lines)| {
        let costs = lines.iter();
        let costs = costs.filter_map(|line| Some((line.library_to_best?, line.best)));
        let costs = costs.sorted_by(|a, b| b.0.total_cmp(&a.0)).collect_vec();
        let mean = statistics::geometric_mean(&costs.iter().map(|cost| cost.0).collect_vec());
        let least = machine.noise().unwrap_or(0.0).max(TARGET);
        let worst = costs.iter().filter(|cost| cost.0 > 1.0 + least);
        let worst = worst.map(|(cost, cell)| {
            let (call, boards) = (call(cell), boards(cell.n));
            format!("{call} of {boards}: {}", ratio(*cost))
        });
        (machine, mean, worst.collect_vec().join(", "))
    });
    let rows = rows.collect_vec();
    Table::of(&rows)
        .text("design", |row| row.0.title())
        .number("geometric mean", ratio, |row| row.1)
        .text("calls with more than 5 % and the noise", |row| {
            row.2.clone()
        })
        .markdown()
}

/// The greatest cost of a choice that is not listed, as a share.
const TARGET: f64 = 0.05;

/// Returns how many times as fast a call of many boards is as a contender.
pub(crate) fn lead_over(machine: &Machine, entry: Entry, name: &str, sliders: Side) -> Option<f64> {
    let call = (entry, Measure::Throughput);
    let series = machine.series(call, sliders, machine.main_corpus());
    speedup(series.set_wise(LIBRARY, MANY)?, series.cell(name, MANY)?)
}

/// Returns how many times as fast a call of many boards is as the fastest loop.
fn lead_over_loops(machine: &Machine, entry: Entry) -> Option<f64> {
    let series = machine.batch(entry);
    speedup(series.cell(LIBRARY, MANY)?, best_loop(&series, MANY)?)
}

/// Returns the time of attack maps of many positions, and a sentence about it.
pub(crate) fn attack_maps(machine: &Machine) -> Option<(f64, String)> {
    let entry = Entry::BatchAttacks;
    let time = machine.batch(entry).time(LIBRARY, MANY)?;
    let lead = |name| lead_over(machine, entry, name, Side::Side);
    // On some CPUs PEXT is microcode, and magic look-ups are faster.
    let look_ups = [("PEXT", PEXT), ("magic", MAGIC)].map(|(title, name)| (lead(name), title));
    let (least, title) = look_ups
        .into_iter()
        .filter_map(|(lead, title)| Some((lead?, title)))
        .min_by(|one, other| one.0.total_cmp(&other.0))?;
    let sentence = format!(
        "{} ns per position, {} times as fast as {title} look-ups, {} times as fast as the vectorized loop, {} times as fast as \
        scalar Kogge-Stone",
        ns(time),
        ratio(least),
        ratio(lead_over_loops(machine, entry)?),
        ratio(lead(FENCED)?)
    );
    Some((time, sentence))
}

/// Returns the table of the README: a call of many positions, and how many times as fast it is as
/// others.
pub(crate) fn readme(machines: &[Machine]) -> String {
    let (entry, one, both) = (Entry::BatchAttacks, Side::Side, Side::Both);
    let rows = machines.iter().map(|machine| {
        let time = machine.batch(entry).time(LIBRARY, MANY);
        let time = time.map(|time| ns(time) + mark(machine, entry, MANY));
        let leads = [
            lead_over(machine, entry, PEXT, one),
            lead_over(machine, entry, PEXT, both),
            lead_over(machine, entry, MAGIC, one),
            lead_over_loops(machine, entry),
            lead_over(machine, entry, FENCED, one),
            lead_over(machine, Entry::BatchRayAttacks, PEXT, one),
        ];
        (machine, time, leads)
    });
    let rows = rows.collect_vec();
    let mut table = Table::of(&rows).text("CPU", |row| row.0.title()).number(
        "`batch_attacks`, ns per position",
        identity,
        |row| row.1.clone(),
    );
    for (at, title) in [
        "× PEXT",
        "× PEXT, both sides",
        "× magic (cozy-chess)",
        "× vectorized loop",
        "× fenced scalar",
        "`batch_ray_attacks`, × PEXT",
    ]
    .into_iter()
    .enumerate()
    {
        table = table.number(title, ratio, |row| row.2[at]);
    }
    table
        .text("revision", |row| row.0.file.origin.revision.clone())
        .markdown()
}
