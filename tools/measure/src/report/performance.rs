//! `performance.md`: all machines beside each other.

use super::chart::{Bar, Chart, escaped};
use super::html;
use super::matrix::{ATTACKS, BASELINE_LOOP, Call, FENCED, Machine, OPPONENTS, PEXT};
use super::matrix::{call_name, compared, evidence, sorted, with_calls};
use super::shown::{Benchmark, Chaptered, Shown, section};
use crate::number::{percent, ratio};
use crate::statistics::{geometric_mean, median};
use itertools::Itertools;
use setwise_results::aside::Aside;
use setwise_results::code::OPPONENT;
use setwise_results::nnue::{BY_PERSPECTIVE, BY_SQUARE, NnueRun, ONE_PASS};
use setwise_results::perft::{CHESS, COZY_CHESS, PerftRun};
use setwise_results::program::host;
use setwise_results::program::number::{boards, grouped, ns};
use setwise_results::program::table::Table;
use setwise_results::{Matrix, Role, Selected, Side, Timed};
use std::convert::identity;
use std::fmt::Write;
use std::slice::from_ref;

pub(crate) const NAME: &str = "performance.md";

impl Benchmark for Matrix {
    const PAGE: &str = html::NAME;

    fn tables(machine: &Machine) -> String {
        tables(from_ref(machine)).concat()
    }
}

fn tables(of: &[Machine]) -> [String; 4] {
    [calls(of), choices(of), losses(of), regret(of)]
}

pub(crate) fn document(machines: &[Machine], charts: &[Chart], elsewhere: &str) -> String {
    let runs = runs(machines);
    let charts: String = charts.iter().map(Chart::markdown).collect();
    let [calls, choices, losses, regret] = tables(machines);
    let (opening, end) = (prose!("opening"), prose!("end"));
    format!("{opening}{runs}\n{calls}{charts}\n\n{choices}{losses}{elsewhere}{regret}{end}")
}

fn runs(machines: &[Machine]) -> String {
    let clock = |of: &Machine| Some(1.0 / median(of.file.cycle.iter().copied())?);
    let caches = |machine: &Machine| {
        let caches = machine.file.origin.cpu.caches.iter();
        let caches = caches.map(|bytes| grouped((bytes >> 10) as usize));
        caches.collect_vec().join(", ")
    };
    let link = |machine: &Machine| {
        let (day, revision) = (machine.file.origin.day(), machine.revision());
        format!("[{day}, {revision}]({})", machine.link)
    };
    let mode = |machine: &Machine| format!("{}, {}", machine.file.mode, machine.file.rounds);
    let table = Table::of(machines)
        .text("design", Machine::heading)
        .text("machine", |of| escaped(&host::summary(&of.file.origin.cpu)))
        .number("GHz", ratio, clock)
        .text("data caches, KiB", caches)
        .text("run", link)
        .text("mode, rounds", mode)
        .number("median spread of rounds", percent, Machine::spread)
        .number("noise floor", percent, Machine::noise)
        .text("kernels", evidence);
    let mut text = table.without_empty_columns().markdown();
    for machine in machines {
        let (title, remark) = (machine.heading(), &machine.file.origin.cpu.remark);
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
    let is_timed = |call: &Call| {
        machines
            .iter()
            .any(|machine| time(machine, *call).is_some())
    };
    let rows = compared(machines).filter(is_timed).collect_vec();
    let mut table = with_calls(Table::of(&rows), |call| *call);
    for machine in machines {
        let title = format!("{}, ns", machine.heading());
        let noise = machine.noise().unwrap_or(0.0);
        let lead = |call: &Call, other| {
            let series = machine.series(*call);
            let (value, other) = series.lead_over(match other {
                Some(other) => series.cell(other, Side::Side),
                None => series.native_loop(),
            })?;
            let slower = ["", "▼ "][usize::from(value * (1.0 + noise) < 1.0)];
            let mark = machine.mark(other, OPPONENT);
            Some(format!("{slower}{}{mark}", machine.digits(ratio)(value)))
        };
        table = table.number(title, identity, |call| time(machine, *call));
        table = table
            .number("× PEXT", identity, move |call| lead(call, Some(PEXT)))
            .number("× loop, default build", identity, move |call| {
                lead(call, Some(BASELINE_LOOP))
            })
            .number("× loop, for the CPU", identity, move |call| {
                lead(call, None)
            });
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
        table = table.text(machine.heading(), |entry| {
            let choices = machine.file.selected.iter();
            let choices = choices.filter(|choice| choice.entry == *entry);
            let choices = choices.sorted_by_key(|choice| choice.from).map(name);
            choices.collect_vec().join("<br>")
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
        table = table.number(machine.heading(), identity, |row| factor(machine, row));
    }
    section("## Where it loses", prose!("losses"), &table)
}

/// A page, a CPU, a case, who is faster there, and the factor.
type Loss = ([String; 4], f64);

/// Returns the table of the opponents on other pages that beat the best instruction set by more
/// than [`TARGET`], and of the programs measured aside.
pub(super) fn elsewhere(
    perft: &[Shown<PerftRun>],
    nnue: &[Shown<NnueRun>],
    asides: &[Aside],
) -> String {
    let asides = asides.iter().flat_map(|aside| {
        aside.figures.iter().filter_map(move |figure| {
            let names = ["aside.md", aside.short_cpu(), &figure.what, &aside.program];
            Some((names.map(str::to_string), 1.0 / figure.least()?))
        })
    });
    let rows = beaten(perft, &[COZY_CHESS, CHESS]).into_iter();
    let rows = rows.chain(beaten(nnue, &[BY_PERSPECTIVE, ONE_PASS, BY_SQUARE]));
    let rows = rows.chain(asides).filter(|row| row.1 > 1.0 + TARGET);
    let rows = rows.collect_vec();
    let mut table = Table::of(&rows);
    for (at, title) in ["page", "CPU", "case", "faster"].into_iter().enumerate() {
        table = table.text(title, move |row| row.0[at].clone());
    }
    let table = table.number("factor", ratio, |row| row.1).markdown();
    match rows.is_empty() {
        true => table,
        false => format!("On other pages, by more than 5%:\n\n{table}\n"),
    }
}

fn beaten<R: Chaptered>(all: &[Shown<R>], opponents: &[&str]) -> Vec<Loss> {
    let rows = all.iter();
    let rows = rows.flat_map(|run| run.file.rows().iter().map(move |row| (run, row)));
    let lost = rows.filter_map(|(run, row)| {
        let is_opponent = row.threads == 1 && opponents.contains(&&*row.contender);
        let factor = row.ratio_to(run.row(&row.case, run.file.best(), 1)?)?;
        let (page, cpu) = match run.is_latest {
            true => (R::PAGE, run.heading()),
            false => (html::NAME, run.data()),
        };
        let names = [page, &cpu, &row.case, &row.contender];
        is_opponent.then(|| (names.map(str::to_string), factor))
    });
    lost.collect()
}

/// The greatest cost of a choice that is not listed, as a share.
const TARGET: f64 = 0.05;

/// What the choice of kernels costs on each machine: the time of the library by that of its fastest
/// kernel.
fn regret(machines: &[Machine]) -> String {
    let costs = |machine: &Machine| {
        let costs = compared(from_ref(machine)).filter_map(|call| {
            let series = machine.series(call);
            let cost = series.fastest(Role::Kernel)?.ratio_to(series.library()?)?;
            Some((cost, call))
        });
        costs.sorted_by(|a, b| b.0.total_cmp(&a.0)).collect_vec()
    };
    let mean = |machine: &Machine| {
        let costs = costs(machine).into_iter().map(|cost| cost.0);
        geometric_mean(&costs.collect_vec())
    };
    let worst = |machine: &Machine| {
        let least = 1.0 + machine.noise().unwrap_or(0.0).max(TARGET);
        let costs = costs(machine).into_iter().filter(|cost| cost.0 > least);
        let text = |(cost, call): (f64, Call)| {
            format!("{} of {}: {}", call_name(call), boards(call.2), ratio(cost))
        };
        costs.map(text).collect_vec().join(", ")
    };
    let table = Table::of(machines)
        .text("design", Machine::heading)
        .number("geometric mean", ratio, mean)
        .text("calls with more than 5% and the noise", worst);
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
        Role::Kernel => (cell.contender.split('/').next(), Side::Side),
        _ => (Some(&*cell.contender), cell.sliders),
    });
    let bars = shown.map(|cell| {
        let whose = ["", ", both sides"][usize::from(cell.sliders == Side::Both)];
        let label = format!("{}{whose}", cell.contender);
        let fenced = series.cell(FENCED, Side::Side);
        let lead = fenced.filter(|_| cell.contender != FENCED);
        let lead = lead.and_then(|fenced| cell.ratio_to(fenced));
        Bar::new(&label, (cell.role, None), cell.median(), ns, lead)
    });
    let panel = ("ns per position".to_string(), bars.collect());
    Chart::of_bars(
        &format!("{}-batch-attacks", machine.slug),
        &format!(
            "{entry}, {} positions per call, {}",
            boards(n),
            machine.title()
        ),
        "Shorter is better (times as fast as fenced Kogge-Stone)",
        [panel],
    )
}
