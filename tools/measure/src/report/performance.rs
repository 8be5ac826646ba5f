//! `performance.md`: all machines beside each other.

use super::chart::{Bar, Chart, escaped};
use super::html;
use super::ladder::ladder;
use super::matrix::{ATTACKS, BASELINE_LOOP, Call, FENCED, Machine, OPPONENTS, PEXT};
use super::matrix::{call_name, compared, sorted, with_calls};
use super::shown::{Benchmark, Chaptered, Shown, section};
use crate::number::{percent, ratio};
use crate::statistics::{geometric_mean, median, times};
use itertools::Itertools;
use setwise::selection::LEVELS;
use setwise_program::host;
use setwise_program::number::{boards, grouped, ns};
use setwise_program::table::Table;
use setwise_results::aside::{Aside, Figure};
use setwise_results::code::OPPONENT;
use setwise_results::nnue::{BY_PERSPECTIVE, BY_SQUARE, NnueRun, ONE_PASS};
use setwise_results::perft::{CHESS, COZY_CHESS, ONE_BY_ONE, PerftRun};
use setwise_results::{Matrix, Role, Row, Selected, Side, Timed};
use std::{cmp::Reverse, convert::identity, slice::from_ref};

pub(crate) const NAME: &str = "performance.md";

impl Benchmark for Matrix {
    const PAGE: &str = html::NAME;

    /// The highest level of the kernels that the library chose.
    fn level(&self) -> &str {
        let levels = self.selected.iter().map(|choice| level_of(&choice.kernel));
        let order = |level: &&str| LEVELS.iter().position(|other| other == level);
        levels.max_by_key(order).unwrap_or_default()
    }

    fn evidence(machine: &Machine) -> String {
        let chosen = machine.file.selected.iter();
        let is_present =
            |choice: &Selected| machine.is_present(&choice.kernel, choice.entry.point.name());
        let counts = chosen.map(is_present).counts();
        let count = |of| counts.get(&of).copied().unwrap_or_default();
        match (count(None), count(Some(true)), count(Some(false))) {
            (0, _, 0) => "present".to_string(),
            (0, kept, changed) => format!("{changed} of {} kernels changed", kept + changed),
            _ => "unverified".to_string(),
        }
    }

    fn tables(machine: &Machine) -> String {
        tables(from_ref(machine)).concat()
    }
}

fn level_of(kernel: &str) -> &str {
    kernel.split('/').next().unwrap_or_default()
}

fn tables(of: &[Machine]) -> [String; 5] {
    [ladder(of), calls(of), choices(of), losses(of), regret(of)]
}

pub(crate) fn document(
    machines: &[Machine],
    charts: &[Chart],
    [others, own]: &[String; 2],
) -> String {
    let runs = runs(machines);
    let charts: String = charts.iter().map(Chart::markdown).collect();
    let [ladder, calls, choices, losses, regret] = tables(machines);
    let (opening, end) = (prose!("opening"), prose!("end"));
    format!(
        "{opening}{runs}\n{ladder}{calls}{charts}\n\n{choices}{losses}{others}{regret}{own}{end}"
    )
}

fn runs(machines: &[Machine]) -> String {
    let clock = |of: &Machine| Some(1.0 / median(of.file.cycle.iter().copied())?);
    let caches = |machine: &Machine| {
        let caches = machine.file.origin.cpu.caches.iter();
        let mut caches = caches.map(|bytes| grouped((bytes >> 10) as usize));
        caches.join(", ")
    };
    let mode = |machine: &Machine| format!("{}, {}", machine.file.mode, machine.file.rounds);
    let table = Table::of(machines)
        .text("CPU", Machine::column)
        .text("machine", |of| escaped(&host::summary(&of.file.origin.cpu)))
        .number("GHz in the run", ratio, clock)
        .text("data caches, KiB", caches)
        .code("level", |of| of.file.level())
        .text("run", Machine::data)
        .text("mode, rounds", mode)
        .number("median spread of rounds", percent, |of| of.spread)
        .number("noise floor", percent, Machine::noise)
        .text("code", Machine::state);
    let mut text = table.without_empty_columns().markdown();
    for machine in machines {
        let (title, remark) = (machine.heading(), &machine.file.origin.cpu.remark);
        if !remark.is_empty() {
            text += &format!("\n{title}: {}\n", escaped(remark));
        }
        if !machine.others.is_empty() {
            let names = machine.others.join(", ");
            text += &format!("\n{title}, runs that are not shown: {names}.\n");
        }
    }
    text
}

/// The time of the library on one side's sliders, with a mark if the kernel has changed since.
fn time(machine: &Machine, call: Call) -> Option<String> {
    let time = machine.digits(ns)(machine.series(call).library()?.median());
    let kernel = machine.selected(call.0, call.2);
    let mark = kernel.map(|kernel| machine.mark(kernel, call.0.point.name()));
    Some(time + mark.unwrap_or_default())
}

/// The times of the library as chosen, and how many times as fast it is as PEXT and the two loops
/// in the same run.
fn calls(machines: &[Machine]) -> String {
    let is_timed = |call: &Call| machines.iter().any(|of| time(of, *call).is_some());
    let rows = compared(machines).filter(is_timed).collect_vec();
    let mut table = with_calls(Table::of(&rows), |call| *call);
    for machine in machines {
        let title = format!("{}, ns", machine.column());
        let noise = machine.noise().unwrap_or(0.0);
        let lead = |call: &Call, other| {
            let series = machine.series(*call);
            let other = match other {
                Some(other) => series.cell(other, Side::Side)?,
                None => series.fastest(Role::Loop)?,
            };
            let value = series.library()?.ratio_to(other)?;
            let slower = ["", "▼ "][usize::from(value * (1.0 + noise) < 1.0)];
            let mark = machine.mark(&other.contender, OPPONENT);
            Some(format!("{slower}{}{mark}", machine.digits(ratio)(value)))
        };
        table = table.number(title, identity, |call| time(machine, *call));
        for (title, other) in [
            ("× PEXT", Some(PEXT)),
            ("× loop, default build", Some(BASELINE_LOOP)),
            ("× loop, for the CPU", None),
        ] {
            table = table.number(title, identity, |call| lead(call, other));
        }
    }
    section("## Calls", prose!("calls"), &table.without_empty_columns())
}

fn choices(machines: &[Machine]) -> String {
    let choices = machines.iter().flat_map(|machine| &machine.file.selected);
    let entries = sorted(choices.map(|choice| choice.entry));
    let mut table = Table::of(&entries).text("call", |entry| format!("`{entry}`"));
    let name = |choice: &Selected| match choice.from {
        0 | 1 => format!("`{}`", choice.kernel),
        from => format!("from {}: `{}`", boards(from), choice.kernel),
    };
    for machine in machines {
        table = table.text(machine.column(), |entry| {
            let choices = machine.file.selected.iter();
            let choices = choices.filter(|choice| choice.entry == *entry);
            let choices = choices.sorted_by_key(|choice| choice.from);
            choices.map(name).join("<br>")
        });
    }
    section("## Kernels", prose!("choice"), &table)
}

/// The opponents that beat the library as chosen, with the factor on each machine.
fn losses(machines: &[Machine]) -> String {
    let factor = |machine: &Machine, &(call, opponent): &(Call, usize)| {
        let (_, opponent, sliders) = OPPONENTS[opponent];
        let factor = 1.0 / machine.series(call).lead(opponent, sliders)?;
        let is_lost = factor > 1.0 + machine.noise().unwrap_or(0.0);
        is_lost.then(|| machine.digits(ratio)(factor) + machine.mark(opponent, OPPONENT))
    };
    let is_lost = |row: &(Call, usize)| machines.iter().any(|of| factor(of, row).is_some());
    let rows = compared(machines).cartesian_product(0..OPPONENTS.len());
    let rows = rows.filter(is_lost).sorted().collect_vec();
    let table = with_calls(Table::of(&rows), |row| row.0);
    let mut table = table.text("opponent", |row| OPPONENTS[row.1].0.to_string());
    for machine in machines {
        table = table.number(machine.column(), identity, |row| factor(machine, row));
    }
    section("## Where it loses", prose!("losses"), &table)
}

/// A page, a CPU, a case, the code that is faster there; the factor, and its text.
type Loss = ([String; 4], f64, String);

/// The greatest loss that is not listed, as a share.
const TARGET: f64 = 0.05;

const OTHERS: [&str; 5] = [COZY_CHESS, CHESS, BY_PERSPECTIVE, ONE_PASS, BY_SQUARE];

/// Returns the tables of what is faster than the library as it chooses, on other pages and by more
/// than [`TARGET`]: opponents and programs measured by hand; then the fastest of its own levels and
/// ways, with as many threads or fewer.
pub(super) fn elsewhere(
    perft: &[Shown<PerftRun>],
    nnue: &[Shown<NnueRun>],
    asides: &[Aside],
) -> [String; 2] {
    // Of each program, CPU and job the latest figure.
    let asides = asides.iter().sorted_by_key(|aside| Reverse(&aside.date));
    let figures = asides.flat_map(|aside| aside.figures.iter().map(move |one| (aside, one)));
    let key = |(aside, one): &(&Aside, &Figure)| {
        let names = [&aside.program, aside.short_cpu(), &one.id];
        names.map(str::to_string)
    };
    let asides = figures.unique_by(key).filter_map(|(aside, figure)| {
        let page = format!("aside.md, {}", aside.date);
        let names = [&page, aside.short_cpu(), &figure.what, &aside.program];
        let factor = 1.0 / figure.least()?;
        Some((names.map(str::to_string), factor, ratio(factor)))
    });
    let is_other = |ours: &Row, row: &Row| {
        OTHERS.contains(&&*row.contender) && (ours.threads, row.threads) == (1, 1)
    };
    let is_own = |ours: &Row, row: &Row| {
        let is_level = LEVELS.contains(&&*row.contender) || row.contender == ONE_BY_ONE;
        is_level && row.threads <= ours.threads
    };
    let others = faster(perft, is_other).chain(faster(nnue, is_other));
    let own = faster(perft, is_own).chain(faster(nnue, is_own));
    let own = own.sorted_by(|a, b| b.1.total_cmp(&a.1));
    let own = own.unique_by(|loss| (loss.0[1].clone(), loss.0[2].clone()));
    let table = |rows: Vec<Loss>| {
        let mut table = Table::of(&rows);
        for (at, title) in ["page", "CPU", "case", "faster"].into_iter().enumerate() {
            table = table.text(title, move |row| row.0[at].clone());
        }
        let table = table.number("factor", identity, |row| row.2.clone());
        match rows.is_empty() {
            true => String::new(),
            false => format!("On other pages, by more than 5%:\n\n{}\n", table.markdown()),
        }
    };
    let is_listed = |row: &Loss| row.1 > 1.0 + TARGET;
    let others = others.chain(asides).filter(is_listed).collect();
    [others, own.filter(is_listed).collect()].map(table)
}

/// Returns rows beside those of the library as it chooses, with one thread or several.
fn faster<R: Chaptered>(
    all: &[Shown<R>],
    is_asked: impl Fn(&Row, &Row) -> bool,
) -> impl Iterator<Item = Loss> {
    let mut found = Vec::new();
    for run in all {
        let page = [html::NAME, R::PAGE][usize::from(run.is_latest)];
        // The first row of a case without the level is of the best level that its calls have.
        let first = run.file.rows.iter().unique_by(|row| &row.case);
        let is_choice = |row: &Row| row.contender == run.file.level();
        let first = first.filter(|first| !run.rows(&first.case).any(is_choice));
        let chosen = run.file.rows.iter().filter(|row| is_choice(row));
        for ours in chosen.chain(first) {
            let threads = format!(", {} threads", ours.threads);
            let case = ours.case.clone() + ["", &threads][usize::from(ours.threads > 1)];
            let rows = run.rows(&ours.case).filter(|row| is_asked(ours, row));
            found.extend(rows.filter_map(|row| {
                let factor = row.ratio_to(ours)?;
                let names = [page, &run.heading(), &case, &row.contender];
                Some((names.map(str::to_string), factor, run.digits(ratio)(factor)))
            }));
        }
    }
    found.into_iter()
}

/// A ratio, a faster kernel, and the call.
type Cost<'a> = (f64, Option<&'a str>, Call);

/// Returns what the choice of kernels costs in each call, or what the calls cost, most first.
fn costs(machine: &Machine, of_calls: bool) -> Vec<Cost<'_>> {
    let cost = |call: Call| {
        let series = machine.series(call);
        let chosen = series.cell(machine.selected(call.0, call.2)?, Side::Side)?;
        let fastest = series.fastest(Role::Kernel)?;
        Some(match of_calls {
            true => (chosen.ratio_to(series.library()?)?, None, call),
            false => (fastest.ratio_to(chosen)?, Some(&*fastest.contender), call),
        })
    };
    let costs = machine.calls().into_iter().filter_map(cost);
    costs.sorted_by(|a, b| b.0.total_cmp(&a.0)).collect()
}

/// What the choice of kernels costs on each machine, and the calls.
fn regret(machines: &[Machine]) -> String {
    let mean = |machine: &Machine, of_calls| {
        let costs = costs(machine, of_calls).into_iter().map(|cost| cost.0);
        geometric_mean(&costs.collect_vec())
    };
    let worst = |machine: &Machine, of_calls| {
        let least = 1.0 + machine.noise().unwrap_or(0.0).max(TARGET);
        let costs = costs(machine, of_calls).into_iter();
        let text = |(cost, by, call): Cost<'_>| {
            let (name, n, cost) = (call_name(call), boards(call.2), machine.digits(ratio)(cost));
            let by = by.map_or_else(String::new, |by| format!(" (`{by}`)"));
            format!("{name} of {n}: {cost}{by}")
        };
        costs.filter(|cost| cost.0 > least).map(text).join(", ")
    };
    let choices = "choices that cost more than 5% and the noise";
    let table = Table::of(machines)
        .text("CPU", Machine::column)
        .number("choice, geometric mean", ratio, |of| mean(of, false))
        .text(choices, |of| worst(of, false))
        .number("call, geometric mean", ratio, |of| mean(of, true))
        .text("calls that cost so much", |of| worst(of, true));
    section("## What the choice costs", prose!("regret"), &table)
}

/// Draws the chart of `batch_attacks` of a machine: the library, the best kernel of each
/// instruction set, and the opponents, for both sides where the time depends on the number of
/// sliders. `None` if it was not measured.
pub(crate) fn chart(machine: &Machine) -> Option<Chart> {
    let (entry, _, n) = ATTACKS;
    let series = machine.series(ATTACKS);
    let both = series.of(Side::Both);
    // The systems of the library are for single pieces.
    let both = both.filter(|cell| cell.role == Role::Pieces);
    let shown = series.of(Side::Side).chain(both);
    let shown = shown.filter(|cell| !matches!(cell.role, Role::Bound | Role::System));
    let shown = shown.sorted_by_cached_key(|cell| (cell.median().to_bits(), &cell.contender));
    let shown = shown.unique_by(|cell| match cell.role {
        Role::Kernel => (Some(level_of(&cell.contender)), Side::Side),
        _ => (Some(&*cell.contender), cell.sliders),
    });
    let bars = shown.map(|cell| {
        let whose = ["", ", both sides"][usize::from(cell.sliders == Side::Both)];
        let label = format!("{}{whose}", cell.contender);
        let fenced = series.cell(FENCED, Side::Side);
        let lead = fenced.filter(|_| cell.contender != FENCED);
        let lead = lead.and_then(|fenced| cell.ratio_to(fenced));
        let lead = times(lead.map(machine.digits(ratio)));
        let note = machine.digits(ns)(cell.median()) + &lead;
        Bar::new(&label, (cell.role, None), cell.median(), note)
    });
    let panel = ("ns per position".to_string(), bars.collect());
    let name = format!("{}-batch-attacks", machine.slug);
    let (n, title) = (boards(n), machine.title());
    let title = format!("{entry}, {n} positions per call, {title}");
    let order = "Shorter is better (times as fast as fenced Kogge-Stone)";
    Chart::of_bars(&name, &title, [order, &machine.dated()], [panel])
}
