//! One piece at a time: the time of each system, and its origin.

use super::contender::{FENCED, LIBRARY, SYSTEMS, family};
use super::machine::{Machine, Series, median};
use super::number;
use super::page::{Page, section};
use super::table::Table;
use setwise::piecewise::{About, handles};
use setwise_results::{Entry, Measure, Side};

/// The crates and the peers that the library does not describe: contender, description.
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

/// Returns the part of the page on single pieces.
pub(crate) fn one_piece(page: &Page<'_>) -> String {
    let intro = include_str!("prose/systems.md").replace("{corpus}", page.machine.main_corpus());
    part(&intro, page.machine, Entry::PieceAttacks)
}

/// Returns the part of the page on all sliders of a position.
pub(crate) fn all_sliders(page: &Page<'_>) -> String {
    let intro = include_str!("prose/all-sliders.md");
    part(intro, page.machine, Entry::Attacks)
}

/// A row for each system that was measured in a call, the fastest first; empty if none was.
fn part(intro: &str, machine: &Machine, entry: Entry) -> String {
    let corpora = [machine.main_corpus(), RANDOM].into_iter();
    let all = corpora.flat_map(|corpus| {
        Measure::ALL.map(|measure| Series {
            entry,
            measure,
            sliders: Side::Both,
            corpus,
        })
    });
    let is_shown = |series: &Series<'_>| {
        let mut cells = machine.cells(*series);
        cells.any(|cell| family(&cell.contender) == SYSTEMS)
    };
    let shown: Vec<Series<'_>> = all.filter(is_shown).collect();
    let time = |name: &str, series| machine.cell(series, name, 1).map(median);
    let ours = handles().iter().map(|handle| Some(handle.about()));
    let ours = ours.map(|about| (about.map_or_else(String::new, contender), about, ""));
    let others = OTHERS.map(|(name, what)| (name.to_string(), None, what));
    let rows = ours.chain(others).filter_map(|row| {
        let first = shown.iter().find_map(|&series| time(&row.0, series))?;
        Some((first, row))
    });
    let mut rows: Vec<(f64, _)> = rows.collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    let rows: Vec<_> = rows.into_iter().map(|(_, row)| row).collect();
    let table = Table::of(&rows)
        .text("system", |(_, about, what)| match about {
            Some(about) => format!("`{}`", about.name),
            None => what.to_string(),
        })
        .text("author", |row| row.1.map(|about| about.author.to_string()))
        .text("year", |row| row.1.map(|about| about.year.to_string()))
        .number("table bytes", |row| {
            row.1.map(|about| number::grouped(about.table_bytes))
        })
        .text("wants", |row| {
            let wants = row
                .1
                .map(|about| about.wants.iter().map(ToString::to_string));
            wants.map(|wants| wants.collect::<Vec<_>>().join(", "))
        })
        .numbers(
            shown,
            |series| format!("{}, {}", series.corpus, series.measure),
            |row, &series| time(&row.0, series).map(number::ns),
        );
    section(intro, &table)
}

/// The name of a system in the matrix.
fn contender(about: &About) -> String {
    format!("{SYSTEMS}/{}", about.name.replace('/', "-"))
}
