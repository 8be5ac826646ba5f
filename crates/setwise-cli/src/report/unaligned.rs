//! Slices that are not aligned, next to aligned ones.

use super::contender::{LIBRARY, family};
use super::machine::{MANY, median, sorted, speedup};
use super::number::{boards, ns, ratio};
use super::page::{Page, section};
use super::table::Table;
use setwise_results::{Entry, Form};

/// Returns a row for each call and number of boards of the library and of the kernels of the CPU's instruction set.
pub(crate) fn unaligned(Page { machine, .. }: &Page<'_>) -> String {
    let tier = machine.selected(Entry::BatchAttacks, MANY).map(family);
    let mut rows = Vec::new();
    for entry in Entry::all().filter(|entry| entry.form() == Form::Unaligned) {
        let cells = machine
            .batch(entry)
            .cells
            .into_iter()
            .filter(|cell| cell.contender == LIBRARY || Some(family(&cell.contender)) == tier);
        let keys = cells.map(|cell| (cell.n, cell.contender != LIBRARY, &*cell.contender));
        let keys = sorted(keys).into_iter();
        rows.extend(keys.map(|(n, _, name)| (entry, n, name)));
    }
    let aligned =
        |&(entry, n, name): &(Entry, usize, &str)| machine.batch(entry.plain()).cell(name, n);
    let to_aligned = |row: &(Entry, usize, &str), form| {
        let &(entry, n, name) = row;
        speedup(aligned(row)?, machine.batch(entry.of(form)).cell(name, n)?)
    };
    let table = Table::of(&rows)
        .text("call", |(entry, ..)| format!("`{}`", entry.plain()))
        .number("boards", boards, |(_, n, _)| Some(*n))
        .text("contender", |(.., name)| format!("`{name}`"))
        .number("aligned", ns, |row| aligned(row).map(median))
        .number("all at 16 modulo 64 ÷ aligned", ratio, |row| {
            to_aligned(row, Form::Unaligned)
        })
        .number("different distances ÷ aligned", ratio, |row| {
            to_aligned(row, Form::Mixed)
        });
    section(include_str!("prose/unaligned.md"), &table)
}
