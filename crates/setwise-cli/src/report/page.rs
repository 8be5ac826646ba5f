//! The page of one machine: everything but the summary, which is in the document of all machines.

use super::contender::{self, FENCED, LIBRARY, family};
use super::files::PAGES;
use super::machine::{MANY, Machine, median, sorted, speedup};
use super::number::{boards, grouped, ns, percent, ratio};
use super::plots::Chart;
use super::summary::{losses, sliders};
use super::table::{Table, call};
use super::{full, predictions::bounds, systems, techniques::choices, techniques::tiers};
use crate::host;
use itertools::Itertools;
use setwise_results::predictions::Predictions;
use setwise_results::{CorpusStats, Cpu, Entry, Form, MeasuredCell, Phases, Role, Spread, Summary};
use std::fmt::Write;

/// What a page is made of.
pub(crate) struct Page<'a> {
    pub(crate) machine: &'a Machine,
    pub(crate) charts: &'a [Chart],
    pub(crate) predicted: &'a [Predictions],
}

/// A heading, and the function that returns the text below it. A section without text is left out.
type Section = (&'static str, fn(&Page<'_>) -> String);

const SECTIONS: [Section; 13] = [
    ("Compiler, instruction set, layout", tiers),
    ("Boards that stay sliced", sliced),
    ("Slices that are not aligned", unaligned),
    ("One piece", systems::one_piece),
    ("All sliders of a position", systems::all_sliders),
    ("The kernel for each call", choices),
    ("Distance from the model of the CPU", bounds),
    ("Variation between processes", processes),
    ("Where the library is beaten", losses),
    ("Charts", charts),
    ("All measurements", full::all),
    ("Positions", positions),
    ("The run", run),
];

/// From the folder of the pages to the output folder.
const UP: &str = "../";

/// Returns the path of a machine's page in the output folder.
pub(crate) fn path(machine: &Machine) -> String {
    format!("{PAGES}/{}.md", machine.slug)
}

/// Returns the page.
pub(crate) fn markdown(page: &Page<'_>) -> String {
    let model = &page.machine.file.cpu.model;
    let mut text = include_str!("prose/page.md").replace("{model}", model);
    for (heading, section) in SECTIONS {
        let section = section(page);
        if !section.is_empty() {
            let _ = write!(text, "\n## {heading}\n{}\n", section.trim_end());
        }
    }
    text
}

/// Returns an introduction with its table, or nothing if the table has no rows.
pub(crate) fn section<T>(intro: &str, table: &Table<'_, T>) -> String {
    match table.markdown() {
        table if table.is_empty() => table,
        table => format!("{intro}{table}"),
    }
}

/// Boards that stay in the layout of the library between operations.
fn sliced(Page { machine, .. }: &Page<'_>) -> String {
    let series = machine.batch(Entry::SlicedAttacks);
    let batch = machine.batch(Entry::BatchAttacks);
    let cells = series.cells.iter().filter(|cell| cell.contender == LIBRARY);
    let cells = cells.sorted_by_key(|cell| cell.n).collect_vec();
    let table = Table::of(&cells)
        .number("boards", boards, |cell| cell.n)
        .number("already sliced", ns, |cell| series.time(LIBRARY, cell.n))
        .number("`batch_attacks`", ns, |cell| batch.time(LIBRARY, cell.n))
        .number("fenced scalar", ns, |cell| series.time(FENCED, cell.n))
        .number("already sliced: × fenced scalar", ratio, |of| {
            series.lead(of)
        })
        .number("× `batch_attacks`", ratio, |of| {
            speedup(of, batch.cell(LIBRARY, of.n)?)
        });
    section(include_str!("prose/kept.md"), &table)
}

/// Slices that are not aligned, next to aligned ones: a row for each call and number of boards of the library and of the kernels of
/// the CPU's instruction set.
fn unaligned(Page { machine, .. }: &Page<'_>) -> String {
    let tier = machine.selected(Entry::BatchAttacks, MANY).map(family);
    let is_shown = |name: &str| name == LIBRARY || Some(family(name)) == tier;
    let entries = Entry::all().filter(|entry| entry.form() == Form::Unaligned);
    let rows = entries.flat_map(|entry| {
        let cells = machine.batch(entry).cells.into_iter();
        let shown = cells.filter(|cell| is_shown(&cell.contender));
        let keys = shown.map(|cell| (cell.n, cell.contender != LIBRARY, &*cell.contender));
        let keys = sorted(keys).into_iter();
        keys.map(move |(n, _, name)| (machine.batch(entry.plain()).cell(name, n), entry, n, name))
    });
    let rows = rows.collect_vec();
    let [same, different] = [Form::Unaligned, Form::Mixed].map(|form| {
        move |&(aligned, entry, n, name): &(Option<&MeasuredCell>, Entry, usize, &str)| {
            speedup(aligned?, machine.batch(entry.of(form)).cell(name, n)?)
        }
    });
    let table = Table::of(&rows)
        .text("call", |row| format!("`{}`", row.1.plain()))
        .number("boards", boards, |row| row.2)
        .code("contender", |row| row.3)
        .number("aligned", ns, |row| row.0.map(median))
        .number("all at 16 modulo 64 ÷ aligned", ratio, same)
        .number("different distances ÷ aligned", ratio, different);
    section(include_str!("prose/unaligned.md"), &table)
}

/// The spread of the times over several processes.
fn processes(Page { machine, .. }: &Page<'_>) -> String {
    let Some(file) = &machine.processes else {
        return String::new();
    };
    let cells = file.cells.iter();
    let cells = cells.filter_map(|cell| Some((cell, Summary::of(cell.times.iter().copied())?)));
    let cells = cells.collect_vec();
    let table = Table::of(&cells)
        .text("call", |(cell, _)| {
            format!("{}, {} corpus", call(cell), cell.corpus)
        })
        .number("boards", boards, |(cell, _)| cell.n)
        .text("sliders", |(cell, _)| sliders(cell.sliders).to_string())
        .code("contender", |(cell, _)| &*cell.contender)
        .number("processes", grouped, |(_, times)| times.rounds)
        .number("fastest", ns, |(_, times)| times.min)
        .number("median", ns, |(_, times)| times.median)
        .number("slowest", ns, |(_, times)| times.max)
        .number("slowest ÷ fastest", ratio, |(_, of)| of.max / of.min);
    let command = &file.command;
    let intro = include_str!("prose/processes.md");
    format!("{intro}{}\n```sh\n{command}\n```\n", table.markdown())
}

fn charts(page: &Page<'_>) -> String {
    let charts = page.charts.iter().map(|chart| chart.markdown(UP));
    std::iter::once("\n".to_string()).chain(charts).collect()
}

/// The statistics of the positions.
fn positions(Page { machine, .. }: &Page<'_>) -> String {
    let spread = |spread: Spread| format!("{:.1} ({}–{})", spread.mean, spread.min, spread.max);
    let phases = |of: &Phases| [of.opening, of.middlegame, of.endgame];
    let share = |of: &CorpusStats, at: usize| phases(&of.phases)[at] as f64 / of.positions as f64;
    let mut table = Table::of(&machine.file.corpora)
        .text("corpus", |of| of.name.clone())
        .number("positions", grouped, |of| of.positions)
        .number("pieces", spread, |of| of.pieces)
        .number("sliders, side to move", spread, |of| of.sliders_side)
        .number("sliders, both", spread, |of| of.sliders_both);
    for (at, phase) in ["opening", "middlegame", "endgame"].iter().enumerate() {
        table = table.number(phase, percent, |of| share(of, at));
    }
    let mut text = section(include_str!("prose/positions.md"), &table) + "\n";
    for corpus in &machine.file.corpora {
        let _ = writeln!(text, "* `{}`: {}", corpus.name, corpus.source);
    }
    text
}

/// The origin of the result file, and the contenders by role.
fn run(Page { machine, .. }: &Page<'_>) -> String {
    let file = &machine.file;
    let texts = [&*file.command, &file.rustc, &file.flags, &file.date];
    let extent = format!("{} mode, {} rounds", file.mode, file.rounds);
    let path = format!("results/{}.json", machine.slug);
    let mut text = origin(texts, &file.cpu, &extent, UP, &path) + "Contenders:\n\n";
    for role in Role::ALL {
        let cells = file.cells.iter();
        let cells = cells.filter(|cell| contender::role(cell) == role);
        let names = sorted(cells.map(|cell| format!("`{}`", cell.contender)));
        if !names.is_empty() {
            let title = contender::look(role).title;
            let _ = writeln!(text, "* {title}: {}", names.join(", "));
        }
    }
    text
}

/// Returns the command, the machine, the compiler, the extent and the date of a run, and its file, for a document from
/// which `up` leads to the output folder.
pub(crate) fn origin(
    [command, rustc, flags, date]: [&str; 4],
    cpu: &Cpu,
    extent: &str,
    up: &str,
    file: &str,
) -> String {
    let flags = match flags.trim() {
        "" => "none beyond the bench profile".to_string(),
        flags => format!("`{flags}`"),
    };
    let (machine, features) = (host::summary(cpu), cpu.features.join(" "));
    format!(
        "\n```sh\n{command}\n```\n\n* CPU: {machine}\n* features: {features}\n\
        * compiler: {rustc}; flags: {flags}\n* {extent}, {date}\n* raw data: [{file}]({up}{file})\n\n"
    )
}
