//! The page of one machine: everything but the summary, which is in the document of all machines.

use super::contender::{self, FENCED, LIBRARY, ROLES};
use super::machine::{Machine, median, sorted, speedup};
use super::number;
use super::output::PAGES;
use super::plots::Chart;
use super::summary::{loss_section, sliders};
use super::table::Table;
use super::{bounds::bounds, choices::choices, full, systems, tiers::tiers, unaligned::unaligned};
use setwise_results::predictions::Predictions;
use setwise_results::{Cpu, Entry, Measure, Spread, Summary};
use std::fmt::Write;

/// What a page is made of.
#[derive(Clone, Copy, Debug)]
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
    ("Where the library is beaten", |page| {
        format!("\n{}", loss_section(page.machine))
    }),
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
    let series = machine.main_series(Entry::SlicedAttacks, Measure::Throughput);
    let batch = machine.main_series(Entry::BatchAttacks, Measure::Throughput);
    let mut sizes = machine.sizes(series);
    sizes.retain(|&n| machine.cell(series, LIBRARY, n).is_some());
    let cells = |n: &usize| {
        let others = [(batch, LIBRARY), (series, FENCED)];
        others.map(|(series, name)| machine.cell(series, name, *n))
    };
    let time = |cell: Option<_>| cell.map(|cell| number::ns(median(cell)));
    let ratio = |n: &usize, at: usize| {
        let sliced = machine.cell(series, LIBRARY, *n)?;
        speedup(sliced, cells(n)[at]?).map(number::ratio)
    };
    let table = Table::of(&sizes)
        .number("boards", |&n| number::boards(n))
        .number("already sliced", |&n| {
            time(machine.cell(series, LIBRARY, n))
        })
        .number("`batch_attacks`", |n| time(cells(n)[0]))
        .number("fenced scalar", |n| time(cells(n)[1]))
        .number("already sliced: × fenced scalar", |n| ratio(n, 1))
        .number("× `batch_attacks`", |n| ratio(n, 0));
    section(include_str!("prose/kept.md"), &table)
}

/// The spread of the times over several processes.
fn processes(Page { machine, .. }: &Page<'_>) -> String {
    let Some(file) = &machine.processes else {
        return String::new();
    };
    let cells = file.cells.iter();
    let cells = cells.filter_map(|cell| Some((cell, Summary::of(cell.times.iter().copied())?)));
    let cells: Vec<_> = cells.collect();
    let table = Table::of(&cells)
        .text("call", |(cell, _)| {
            format!("`{}`, {} corpus", cell.entry, cell.corpus)
        })
        .number("boards", |(cell, _)| number::boards(cell.n))
        .text("sliders", |(cell, _)| sliders(cell.sliders).to_string())
        .text("contender", |(cell, _)| format!("`{}`", cell.contender))
        .number("processes", |(_, times)| times.rounds.to_string())
        .number("fastest", |(_, times)| number::ns(times.min))
        .number("median", |(_, times)| number::ns(times.median))
        .number("slowest", |(_, times)| number::ns(times.max))
        .number("slowest ÷ fastest", |(_, times)| {
            number::ratio(times.max / times.min)
        });
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
    let share = |part: usize, all: usize| number::percent(part as f64 / all as f64);
    let table = Table::of(&machine.file.corpora)
        .text("corpus", |corpus| corpus.name.clone())
        .number("positions", |corpus| number::grouped(corpus.positions))
        .number("pieces", |corpus| spread(corpus.men))
        .number("sliders, side to move", |corpus| {
            spread(corpus.sliders_side)
        })
        .number("sliders, both", |corpus| spread(corpus.sliders_both))
        .number("opening", |corpus| {
            share(corpus.phases.opening, corpus.positions)
        })
        .number("middlegame", |corpus| {
            share(corpus.phases.middlegame, corpus.positions)
        })
        .number("endgame", |corpus| {
            share(corpus.phases.endgame, corpus.positions)
        });
    let mut text = section(include_str!("prose/positions.md"), &table) + "\n";
    for corpus in &machine.file.corpora {
        let _ = writeln!(text, "* `{}`: {}", corpus.name, corpus.source);
    }
    text
}

/// The origin of the result file, and the contenders by role.
fn run(Page { machine, .. }: &Page<'_>) -> String {
    let file = &machine.file;
    let run = Run {
        command: &file.command,
        cpu: &file.cpu,
        rustc: &file.rustc,
        flags: &file.flags,
        extent: &format!("{} mode, {} rounds", file.mode, file.rounds),
        date: &file.date,
        file: &format!("results/{}.json", machine.slug),
    };
    let mut text = run.markdown(UP) + "Contenders:\n\n";
    for role in ROLES {
        let cells = file
            .cells
            .iter()
            .filter(|cell| contender::role(cell) == role);
        let names = sorted(cells.map(|cell| format!("`{}`", cell.contender)));
        if !names.is_empty() {
            let _ = writeln!(
                text,
                "* {}: {}",
                contender::look(role).title,
                names.join(", ")
            );
        }
    }
    text
}

/// What both kinds of result files record of their run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run<'a> {
    pub(crate) command: &'a str,
    pub(crate) cpu: &'a Cpu,
    pub(crate) rustc: &'a str,
    pub(crate) flags: &'a str,
    /// How long it was.
    pub(crate) extent: &'a str,
    pub(crate) date: &'a str,
    /// The path of the file in the output folder.
    pub(crate) file: &'a str,
}

impl Run<'_> {
    /// Returns the command, the machine, the compiler and the file, for a document from which `up` leads to the output
    /// folder.
    pub(crate) fn markdown(&self, up: &str) -> String {
        let flags = match self.flags.trim() {
            "" => "none beyond the bench profile".to_string(),
            flags => format!("`{flags}`"),
        };
        let Cpu {
            model, arch, cores, ..
        } = self.cpu;
        let features = self.cpu.features.join(" ");
        let Self {
            command,
            rustc,
            extent,
            date,
            file,
            ..
        } = self;
        format!(
            "\n```sh\n{command}\n```\n\n* CPU: {model}, {arch}, {cores} logical CPUs\n* features: {features}\n\
            * compiler: {rustc}; flags: {flags}\n* {extent}, {date}\n* raw data: [{file}]({up}{file})\n\n"
        )
    }
}
