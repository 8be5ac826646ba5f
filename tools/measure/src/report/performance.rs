//! `performance.md`: all machines beside each other. The table of the README on the matrix.

use super::chart::{Bar, Chart, Panel};
use super::html;
use super::markdown::escaped;
use super::matrix::{Call, Calls, FENCED, LIBRARY, MAGIC, MANY, Machine, OPPONENTS, PEXT};
use super::matrix::{aligned_calls, call_name, family, look, sorted, speedup};
use super::shown::{Benchmark, Evidence, Section, Shown};
use crate::statistics;
use anyhow::Result;
use itertools::Itertools;
use setwise_program::host;
use setwise_program::number::{boards, grouped, ns, percent, ratio};
use setwise_program::table::Table;
use setwise_results::processes::Processes;
use setwise_results::{Entry, Matrix, Measure, Role, Selected, Side, Summary, Timed};
use std::convert::identity;
use std::fmt::Write;
use std::slice::from_ref;

/// The name of the document in the output folder.
pub(crate) const NAME: &str = "performance.md";

impl Benchmark for Matrix {
    const PAGE: &str = html::NAME;

    fn sections(machine: &Machine) -> Vec<Section> {
        let machines = from_ref(machine);
        vec![
            calls(machines),
            choices(machines),
            losses(machines),
            regret(machines),
        ]
    }
}

/// Returns the document.
pub(crate) fn document(
    machines: &[Machine],
    processes: &[Shown<Processes>],
    charts: &[Chart],
) -> String {
    let charts: String = charts.iter().map(Chart::markdown).collect();
    [
        include_str!("prose/opening.md"),
        &runs(machines, processes),
        "\n",
        &calls(machines).markdown("##"),
        &charts,
        "\n\n",
        &choices(machines).markdown("##"),
        &losses(machines).markdown("##"),
        &regret(machines).markdown("##"),
        include_str!("prose/end.md"),
    ]
    .concat()
}

/// The machines and their runs.
fn runs(machines: &[Machine], processes: &[Shown<Processes>]) -> String {
    let clock = |machine: &Machine| {
        let cycle = Summary::of(machine.file.cycle.iter().copied())?;
        Some(1.0 / cycle.median)
    };
    let caches = |machine: &Machine| {
        let caches = machine.file.origin.cpu.caches.iter();
        caches
            .map(|bytes| grouped((bytes >> 10) as usize))
            .join(", ")
    };
    let between_processes = |machine: &Machine| {
        let run = processes.iter().find(|run| run.slug == machine.slug)?;
        let times = run.file.cells.iter();
        let times = times.filter_map(|cell| Summary::of(cell.times.iter().copied()));
        let spread = Summary::of(times.map(|times| statistics::spread(&times)))?;
        Some(spread.median)
    };
    let link = |machine: &Machine| {
        let (day, revision) = (machine.file.origin.day(), &machine.file.origin.revision);
        let revision = match revision.as_str() {
            "" => "revision unknown",
            revision => revision,
        };
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
        .number("of processes", percent, between_processes)
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

/// Whether the kernels that the library chose in the run are the present ones.
fn evidence(machine: &Machine) -> String {
    let chosen = machine.file.selected.iter();
    let evidence =
        |choice: &Selected| machine.evidence(&choice.kernel, choice.entry.point().name());
    let counts = chosen.map(evidence).counts();
    let count = |of| counts.get(&of).copied().unwrap_or_default();
    match (count(Evidence::Unverified), count(Evidence::Changed)) {
        (0, 0) => "present".to_string(),
        (0, changed) => format!("{changed} of {} changed", counts.values().sum::<usize>()),
        _ => "unverified".to_string(),
    }
}

/// The time of the library on one side's sliders, with a mark if the kernel has changed since.
fn time(machine: &Machine, call: Call, n: usize) -> Option<String> {
    let time = ns(machine.series(call).cell(LIBRARY, n, Side::Side)?.median());
    let mark = machine
        .selected(call.0, n)
        .map(|kernel| machine.evidence(kernel, call.0.point().name()).mark());
    Some(time + mark.unwrap_or_default())
}

/// The calls and numbers of boards that machines compare with others.
fn compared(machines: &[Machine]) -> impl Iterator<Item = (Call, usize)> {
    aligned_calls().flat_map(|call| {
        let sizes = machines
            .iter()
            .flat_map(|machine| machine.series(call).sizes());
        sorted(sizes).into_iter().map(move |n| (call, n))
    })
}

/// The times of the library as chosen, and how many times as fast it is as PEXT and the loop in the
/// same run.
fn calls(machines: &[Machine]) -> Section {
    let is_measured = |&(call, n): &(Call, usize)| {
        machines
            .iter()
            .any(|machine| time(machine, call, n).is_some())
    };
    let rows = compared(machines).filter(is_measured).collect_vec();
    let mut table = Table::of(&rows).calls(|row| *row);
    for machine in machines {
        let noise = machine.noise().unwrap_or(0.0);
        // ▼ marks a ratio below 1 by more than the noise.
        let lead = |value: f64| {
            let mark = if value * (1.0 + noise) < 1.0 {
                "▼ "
            } else {
                ""
            };
            format!("{mark}{}", ratio(value))
        };
        table = table
            .number(
                format!("{}, ns", machine.heading()),
                identity,
                |&(call, n)| time(machine, call, n),
            )
            .number("× PEXT", lead, |&(call, n)| {
                machine.series(call).lead(PEXT, n, Side::Side)
            })
            .number("× loop", lead, |&(call, n)| {
                machine.series(call).lead_over_loops(n)
            });
    }
    Section::new(
        "Calls",
        include_str!("prose/calls.md"),
        &table.without_empty_columns(),
    )
}

/// The kernel that each machine chose, by call and number of boards.
fn choices(machines: &[Machine]) -> Section {
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
            choices
                .sorted_by_key(|choice| choice.from)
                .map(name)
                .join("<br>")
        });
    }
    Section::new("Kernels", include_str!("prose/choice.md"), &table)
}

/// The opponents that beat the library as chosen, with the factor on each machine.
fn losses(machines: &[Machine]) -> Section {
    let factor = |machine: &Machine, (call, n): (Call, usize), opponent: usize| {
        let (_, opponent, sliders) = OPPONENTS[opponent];
        let factor = 1.0 / machine.series(call).lead(opponent, n, sliders)?;
        (factor > 1.0 + machine.noise().unwrap_or(0.0)).then_some(factor)
    };
    let rows = compared(machines).cartesian_product(0..OPPONENTS.len());
    let is_lost = |row: &((Call, usize), usize)| {
        machines
            .iter()
            .any(|machine| factor(machine, row.0, row.1).is_some())
    };
    let rows = rows.filter(is_lost).sorted().collect_vec();
    let mut table = Table::of(&rows)
        .calls(|row| row.0)
        .text("opponent", |row| OPPONENTS[row.1].0.to_string());
    for machine in machines {
        table = table.number(machine.heading(), ratio, |row| {
            factor(machine, row.0, row.1)
        });
    }
    Section::new("Where it loses", include_str!("prose/losses.md"), &table)
}

/// The greatest cost of a choice that is not listed, as a share.
const TARGET: f64 = 0.05;

/// What the choice of kernels costs on each machine: the time of the library by that of its fastest
/// kernel.
fn regret(machines: &[Machine]) -> Section {
    let costs = |machine: &Machine| {
        let cost = |(call, n): (Call, usize)| {
            let series = machine.series(call);
            let library = series.cell(LIBRARY, n, Side::Side)?;
            Some((speedup(series.fastest(Role::Kernel, n)?, library)?, call, n))
        };
        compared(from_ref(machine)).filter_map(cost).collect_vec()
    };
    let mean = |machine: &Machine| {
        statistics::geometric_mean(&costs(machine).iter().map(|cost| cost.0).collect_vec())
    };
    let worst = |machine: &Machine| {
        let least = 1.0 + machine.noise().unwrap_or(0.0).max(TARGET);
        let costs = costs(machine).into_iter().filter(|cost| cost.0 > least);
        let costs = costs.sorted_by(|a, b| b.0.total_cmp(&a.0));
        let text =
            |(cost, call, n)| format!("{} of {}: {}", call_name(call), boards(n), ratio(cost));
        costs.map(text).join(", ")
    };
    let table = Table::of(machines)
        .text("design", Machine::heading)
        .number("geometric mean", ratio, mean)
        .text("calls with more than 5 % and the noise", worst);
    Section::new(
        "What the choice costs",
        include_str!("prose/regret.md"),
        &table,
    )
}

const ATTACKS: Call = (Entry::BatchAttacks, Measure::Throughput);

/// Returns the time of attack maps of many positions, and a sentence about it.
pub(crate) fn attack_maps(machine: &Machine) -> Option<(f64, String)> {
    let series = machine.series(ATTACKS);
    let time = series.cell(LIBRARY, MANY, Side::Side)?.median();
    let lead = |name| series.lead(name, MANY, Side::Side);
    // On some CPUs PEXT is microcode, and magic look-ups are faster.
    let look_ups =
        [("PEXT", PEXT), ("magic", MAGIC)].map(|(title, name)| Some((lead(name)?, title)));
    let look_ups = look_ups.into_iter().flatten();
    let (least, title) = look_ups.min_by(|one, other| one.0.total_cmp(&other.0))?;
    let sentence = format!(
        "{} ns per position, {} times as fast as {title} look-ups, {} times as fast as the vectorized loop, {} times as fast as \
        scalar Kogge-Stone",
        ns(time),
        ratio(least),
        ratio(series.lead_over_loops(MANY)?),
        ratio(lead(FENCED)?)
    );
    Some((time, sentence))
}

/// Returns the table of the README: a call of many positions, and how many times as fast it is as
/// others.
pub(crate) fn readme(machines: &[Machine]) -> String {
    let (one, both) = (Side::Side, Side::Both);
    let lead = |name, sliders| move |of: &Machine| of.series(ATTACKS).lead(name, MANY, sliders);
    let rays = (Entry::BatchRayAttacks, Measure::Throughput);
    Table::of(machines)
        .text("CPU", Machine::heading)
        .number("`batch_attacks`, ns per position", identity, |of| {
            time(of, ATTACKS, MANY)
        })
        .number("× PEXT", ratio, lead(PEXT, one))
        .number("× PEXT, both sides", ratio, lead(PEXT, both))
        .number("× magic (cozy-chess)", ratio, lead(MAGIC, one))
        .number("× vectorized loop", ratio, |of| {
            of.series(ATTACKS).lead_over_loops(MANY)
        })
        .number("× fenced scalar", ratio, lead(FENCED, one))
        .number("`batch_ray_attacks`, × PEXT", ratio, |of| {
            of.series(rays).lead(PEXT, MANY, one)
        })
        .text("revision", |of| of.file.origin.revision.clone())
        .markdown()
}

/// Draws the chart of `batch_attacks` of a machine, with the size next to [`MANY`]: the library, the
/// best kernel of each instruction set, and the peers, also for both sides where the time depends on
/// the number of sliders. `None` if it was not measured.
pub(crate) fn chart(machine: &Machine) -> Result<Option<Chart>> {
    let series = machine.series(ATTACKS);
    let sizes = series.of(Side::Side).map(|cell| cell.n);
    let n = sizes.min_by_key(|n| n.abs_diff(MANY)).unwrap_or(MANY);
    let both = series
        .of(Side::Both)
        .filter(|cell| matches!(cell.role, Role::Pieces | Role::System));
    // The systems of the library are for single pieces.
    let shown = series.of(Side::Side).chain(both).filter(|cell| {
        cell.n == n && cell.role != Role::Bound && family(&cell.contender) != "systems"
    });
    let shown = shown.sorted_by_cached_key(|cell| (cell.median().to_bits(), &cell.contender));
    let shown = shown.unique_by(|cell| match cell.role {
        Role::Kernel => (family(&cell.contender), Side::Side),
        _ => (&*cell.contender, cell.sliders),
    });
    let fenced = series.cell(FENCED, n, Side::Side);
    let bars = shown.map(|cell| {
        let is_both = cell.sliders == Side::Both;
        let whose = if is_both { ", both sides" } else { "" };
        let other = fenced.filter(|_| cell.contender != FENCED);
        let lead = other.and_then(|other| speedup(cell, other));
        Bar {
            label: format!("{}{whose}", cell.contender),
            look: look(cell.role),
            value: cell.median(),
            note: ns(cell.median()) + &statistics::times(lead),
        }
    });
    let bars = bars.collect_vec();
    let panel = (!bars.is_empty()).then(|| Panel {
        title: "ns per board".to_string(),
        bars,
    });
    Chart::of_bars(
        &format!("{}-batch-attacks", machine.slug),
        &format!(
            "{}, {} boards per call, {}",
            ATTACKS.0,
            boards(n),
            machine.title()
        ),
        "Shorter is better: best kernel of each instruction set, ns (times faster than fenced scalar)",
        panel,
    )
}
