//! The page of one machine: everything but the summary, which is in the document of all machines.

use super::contender::{self, FENCED, LIBRARY, SYSTEMS, family};
use super::files::PAGES;
use super::machine::{MANY, Machine, Series, fastest, median, sorted, speedup};
use super::markdown::escaped;
use super::number::{self, boards, grouped, ns, percent, ratio};
use super::plots::Chart;
use super::predictions::bounds;
use super::summary::{lead, losses, sliders};
use super::table::{Table, call};
use super::techniques::{choices, tiers};
use crate::host;
use itertools::Itertools;
use setwise::piecewise::{About, handles};
use setwise_results::predictions::Predictions;
use setwise_results::{
    CorpusStats, Cpu, Entry, Form, Measure, MeasuredCell, Phases, Role, Side, Spread, Summary,
};
use std::convert::identity;
use std::fmt::Write;

/// The data of a page.
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
    ("One piece", one_piece),
    ("All sliders of a position", all_sliders),
    ("The kernel for each call", choices),
    ("Distance from the model of the CPU", bounds),
    ("Variation between processes", processes),
    ("Where the library is beaten", losses),
    ("Charts", charts),
    ("All measurements", measurements),
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
    let model = &page.machine.title();
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

/// Slices that are not aligned, compared with aligned ones: a row for each call and size of the library and of the kernels of the CPU's
/// instruction set.
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

/// Contenders that are no systems of the library: name, description.
const OTHERS: [(&str, &str); 6] = [
    (LIBRARY, "this library, set-wise"),
    (FENCED, "Kogge-Stone, scalar"),
    ("pieces/cozy-chess", "crate `cozy-chess`, magic"),
    ("pieces/chess", "crate `chess`, magic"),
    ("pieces/pext", "PEXT table"),
    ("pieces/hyperbola", "hyperbola quintessence in AVX2"),
];

/// The corpus of boards without a game.
const RANDOM: &str = "random-boards";

/// Single pieces: the time of each system, and its origin.
fn one_piece(page: &Page<'_>) -> String {
    let intro = include_str!("prose/systems.md").replace("{corpus}", page.machine.main_corpus());
    systems(&intro, page, Entry::PieceAttacks)
}

/// The same for all sliders of a position.
fn all_sliders(page: &Page<'_>) -> String {
    systems(include_str!("prose/all-sliders.md"), page, Entry::Attacks)
}

/// A row for each system that was measured in a call, the fastest first; empty if none was.
fn systems(intro: &str, Page { machine, .. }: &Page<'_>, entry: Entry) -> String {
    let corpora = [machine.main_corpus(), RANDOM].into_iter();
    let all = corpora.cartesian_product(Measure::ALL);
    let all = all.map(|(corpus, measure)| machine.series((entry, measure), Side::Both, corpus));
    let is_system = |contender: &str| family(contender) == SYSTEMS;
    let is_shown = |of: &Series<'_>| of.cells.iter().any(|cell| is_system(&cell.contender));
    let shown = all.filter(is_shown).collect_vec();
    let ours = handles().iter().map(|handle| {
        let about = handle.about();
        (contender(about), format!("`{}`", about.name), Some(about))
    });
    let others = OTHERS.map(|(contender, title)| (contender.to_string(), title.to_string(), None));
    // Positive numbers have the order of their bits.
    let first = |name: &str| shown.iter().find_map(|series| series.time(name, 1));
    let first = |name: &str| first(name).map(f64::to_bits);
    let all = ours.chain(others);
    let rows = all.filter(|(name, ..)| first(name).is_some());
    let rows = rows.sorted_by_key(|(name, ..)| first(name)).collect_vec();
    let mut table = Table::of(&rows)
        .text("system", |(_, title, _)| title.clone())
        .text("author", |(.., about)| Some((*about)?.author.to_string()))
        .text("year", |(.., about)| Some((*about)?.year.to_string()))
        .number("table bytes", grouped, |(.., about)| {
            Some((*about)?.table_bytes)
        })
        .text("wants", |(.., about)| {
            Some((*about)?.wants.iter().join(", "))
        });
    for series in &shown {
        let title = format!("{}, {}", series.cells[0].corpus, series.cells[0].measure);
        table = table.number(title, ns, |row| series.time(&row.0, 1));
    }
    section(intro, &table)
}

/// The name of a system in the matrix.
fn contender(about: &About) -> String {
    format!("{SYSTEMS}/{}", about.name.replace('/', "-"))
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

/// All measured cells: a collapsed table for each series.
fn measurements(Page { machine, .. }: &Page<'_>) -> String {
    let mut text = String::from(include_str!("prose/full.md"));
    for series in machine.all_series() {
        let cell = series.cells[0];
        let is_latency = cell.measure == Measure::Latency;
        let latency = if is_latency { ", latency" } else { "" };
        let (entry, corpus, sliders) = (cell.entry, &cell.corpus, sliders(cell.sliders));
        let contenders = by_mean(&series);
        let (count, table) = (contenders.len(), times(&series, &contenders));
        let _ = write!(
            text,
            "<details>\n<summary><code>{entry}</code>{latency}, {corpus} corpus, sliders of {sliders}: \
            {count} contenders</summary>\n\n{table}\n</details>\n\n"
        );
    }
    text
}

/// The contenders of a series by the geometric mean of their times over the numbers of boards. Those with all of the
/// compared numbers come before those with few.
fn by_mean<'a>(series: &Series<'a>) -> Vec<&'a str> {
    let mut names = sorted(series.cells.iter().map(|cell| cell.contender.as_str()));
    let compared = series.compared_sizes();
    names.sort_by_cached_key(|name| {
        let times = compared.iter().filter_map(|&n| series.time(name, n));
        let times = times.collect_vec();
        // Positive numbers have the order of their bits.
        let mean = number::geometric_mean(&times).map_or(u64::MAX, f64::to_bits);
        (compared.len() - times.len(), mean)
    });
    names
}

/// The time, the spread and the lead of each contender for each number of boards.
fn times(series: &Series<'_>, contenders: &[&str]) -> String {
    let cell = |cell: &MeasuredCell, best: Option<&MeasuredCell>| {
        let time = cell.time()?;
        let spread = percent(number::spread(&time));
        let lead = series.lead(cell).map(|value| match contender::role(cell) {
            Role::Library | Role::Kernel => lead(value),
            _ => ratio(value),
        });
        let lead = lead.filter(|_| cell.contender != FENCED);
        let lead = lead.map(|lead| format!(", {lead} ×"));
        let is_best = best.is_some_and(|best| best.contender == cell.contender);
        let mark = if is_best { "**" } else { "" };
        let (time, lead) = (ns(time.median), lead.unwrap_or_default());
        Some(format!("{mark}{time}{mark} ({spread}{lead})"))
    };
    let mut table = Table::of(contenders).code("contender", |name| *name);
    for n in series.sizes() {
        let cells = series.cells.iter().copied();
        let best =
            fastest(cells.filter(|cell| cell.n == n && contender::role(cell) != Role::Bound));
        let title = format!("n = {}", boards(n));
        table = table.number(title, identity, |name| cell(series.cell(name, n)?, best));
    }
    table.markdown()
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
        let _ = writeln!(text, "* `{}`: {}", corpus.name, escaped(&corpus.source));
    }
    text
}

/// The origin of the result file, and the contenders by role.
fn run(Page { machine, .. }: &Page<'_>) -> String {
    let file = &machine.file;
    let texts = [
        &*file.command,
        &file.revision,
        &file.rustc,
        &file.flags,
        &file.date,
    ];
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

/// Returns the command, the machine, the revision, the compiler, the extent and the date of a run, and its file, for a document from
/// which `up` leads to the output folder.
pub(crate) fn origin(
    [command, revision, rustc, flags, date]: [&str; 5],
    cpu: &Cpu,
    extent: &str,
    up: &str,
    file: &str,
) -> String {
    let flags = match flags.trim() {
        "" => "none beyond the bench profile".to_string(),
        flags => format!("`{flags}`"),
    };
    let revision = match revision {
        "" => "not recorded".to_string(),
        revision => format!("`{revision}`"),
    };
    let (machine, features) = (escaped(&host::summary(cpu)), cpu.features.join(" "));
    let rustc = escaped(rustc);
    format!(
        "\n```sh\n{command}\n```\n\n* CPU: {machine}\n* features: {features}\n\
        * revision: {revision}; compiler: {rustc}; flags: {flags}\n* {extent}, {date}\n* raw data: [{file}]({up}{file})\n\n"
    )
}
