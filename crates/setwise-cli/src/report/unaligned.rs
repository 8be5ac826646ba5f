//! Slices that are not aligned, next to aligned ones.

use super::contender::{LIBRARY, family};
use super::machine::{median, sorted, speedup};
use super::number;
use super::page::{Page, section};
use super::table::Table;
use setwise_results::{Entry, Form, Measure};

/// Returns a row for each call and number of boards of the library and of the kernels of the CPU's instruction set.
pub(crate) fn unaligned(Page { machine, .. }: &Page<'_>) -> String {
    let series = |entry| machine.main_series(entry, Measure::Throughput);
    let mut rows = Vec::new();
    for entry in Entry::all().filter(|entry| entry.form() == Form::Unaligned) {
        let cells = machine.cells(series(entry)).filter(|cell| {
            cell.contender == LIBRARY || Some(family(&cell.contender)) == machine.tier()
        });
        let keys = cells.map(|cell| (cell.n, cell.contender != LIBRARY, &*cell.contender));
        rows.extend(
            sorted(keys)
                .into_iter()
                .map(|(n, _, name)| (entry, n, name)),
        );
    }
    let ratio = |&(entry, n, name): &(Entry, usize, &str), form| {
        let aligned = machine.cell(series(entry.plain()), name, n)?;
        let other = machine.cell(series(entry.of(form)), name, n)?;
        speedup(aligned, other).map(number::ratio)
    };
    let table = Table::of(&rows)
        .text("call", |(entry, ..)| format!("`{}`", entry.plain()))
        .number("boards", |(_, n, _)| number::boards(*n))
        .text("contender", |(.., name)| format!("`{name}`"))
        .number("aligned", |(entry, n, name)| {
            let cell = machine.cell(series(entry.plain()), name, *n)?;
            Some(number::ns(median(cell)))
        })
        .number("all at 16 modulo 64 ÷ aligned", |row| {
            ratio(row, Form::Unaligned)
        })
        .number("different distances ÷ aligned", |row| {
            ratio(row, Form::Mixed)
        });
    section(include_str!("prose/unaligned.md"), &table)
}
