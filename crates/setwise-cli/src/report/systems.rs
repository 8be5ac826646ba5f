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
