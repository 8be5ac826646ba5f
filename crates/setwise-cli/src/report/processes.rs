//! How much figures change from process to process.

use super::number;
use super::summary::sliders;
use super::table::Table;
use crate::processes::ProcessFile;
use setwise_benches::results::Summary;

/// A row for each cell.
pub(crate) fn table(file: &ProcessFile) -> Table {
    let head = [
        "call",
        "boards",
        "sliders",
        "contender",
        "processes",
        "fastest",
        "median",
        "slowest",
        "slowest ÷ fastest",
    ];
    let mut table = Table::new(head, &[0, 2, 3]);
    for cell in &file.cells {
        let Some(Summary {
            median,
            min,
            max,
            rounds,
        }) = Summary::of(cell.times.iter().copied())
        else {
            continue;
        };
        table.row(vec![
            format!("`{}`, {} corpus", cell.entry, cell.corpus),
            number::boards(cell.n),
            sliders(cell.sliders).to_string(),
            format!("`{}`", cell.contender),
            rounds.to_string(),
            number::ns(min),
            number::ns(median),
            number::ns(max),
            number::ratio(max / min),
        ]);
    }
    table
}
