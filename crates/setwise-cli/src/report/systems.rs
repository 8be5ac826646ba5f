//! One piece at a time: the time of each system, and its origin.

use super::contender::{FENCED, LIBRARY, SYSTEMS, family};
use super::machine::Series;
use super::number::{grouped, ns};
use super::page::{Page, section};
use super::table::Table;
use itertools::Itertools;
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
    part(&intro, page, Entry::PieceAttacks)
}

/// Returns the part of the page on all sliders of a position.
pub(crate) fn all_sliders(page: &Page<'_>) -> String {
    part(include_str!("prose/all-sliders.md"), page, Entry::Attacks)
}

/// A system: its name in the matrix, what the library says of it, and what a table calls it.
struct Row {
    contender: String,
    about: Option<&'static About>,
    title: String,
}

/// A row for each system that was measured in a call, the fastest first; empty if none was.
fn part(intro: &str, Page { machine, .. }: &Page<'_>, entry: Entry) -> String {
    let corpora = [machine.main_corpus(), RANDOM].into_iter();
    let all = corpora.cartesian_product(Measure::ALL);
    let all = all.map(|(corpus, measure)| machine.series((entry, measure), Side::Both, corpus));
    let is_system = |contender: &str| family(contender) == SYSTEMS;
    let is_shown = |of: &Series<'_>| of.cells.iter().any(|cell| is_system(&cell.contender));
    let shown = all.filter(is_shown).collect_vec();
    let ours = handles().iter().map(|handle| {
        let about = handle.about();
        Row {
            contender: contender(about),
            title: format!("`{}`", about.name),
            about: Some(about),
        }
    });
    let others = OTHERS.map(|(contender, title)| Row {
        contender: contender.to_string(),
        about: None,
        title: title.to_string(),
    });
    let rows = ours.chain(others).filter_map(|row| {
        let first = shown
            .iter()
            .find_map(|series| series.time(&row.contender, 1))?;
        Some((first, row))
    });
    let rows = rows.sorted_by(|a, b| a.0.total_cmp(&b.0));
    let rows = rows.map(|(_, row)| row).collect_vec();
    let mut table = Table::of(&rows)
        .text("system", |row| row.title.clone())
        .text("author", |row| Some(row.about?.author.to_string()))
        .text("year", |row| Some(row.about?.year.to_string()))
        .number("table bytes", grouped, |row| Some(row.about?.table_bytes))
        .text("wants", |row| Some(row.about?.wants.iter().join(", ")));
    for series in &shown {
        let title = format!("{}, {}", series.cells[0].corpus, series.cells[0].measure);
        table = table.number(title, ns, |row| series.time(&row.contender, 1));
    }
    section(intro, &table)
}

/// The name of a system in the matrix.
fn contender(about: &About) -> String {
    format!("{SYSTEMS}/{}", about.name.replace('/', "-"))
}
