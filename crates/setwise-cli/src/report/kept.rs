//! Boards that stay in the layout of the library between operations.

use super::contender::{FENCED, LIBRARY};
use super::machine::{Machine, median, speedup};
use super::number;
use super::table::Table;
use setwise_benches::results::{Entry, Measure};

/// A row for each number of boards; empty if the entry was not measured.
pub(crate) fn table(machine: &Machine) -> Table {
    let series = machine.main_series(Entry::SlicedAttacks, Measure::Throughput);
    let batch = machine.main_series(Entry::BatchAttacks, Measure::Throughput);
    let head = [
        "boards",
        "already sliced",
        "`batch_attacks`",
        "fenced scalar",
        "already sliced: × fenced scalar",
        "× `batch_attacks`",
    ];
    let mut table = Table::new(head, &[]);
    for n in machine.sizes(series) {
        let Some(kept) = machine.cell(series, LIBRARY, n) else {
            continue;
        };
        let fenced = machine.cell(series, FENCED, n);
        let whole = machine.cell(batch, LIBRARY, n);
        let time = |cell: Option<_>| cell.map_or_else(String::new, |c| number::ns(median(c)));
        let times = |cell: Option<_>| {
            let ratio = cell.and_then(|cell| speedup(kept, cell));
            ratio.map_or_else(String::new, number::ratio)
        };
        table.row(vec![
            number::boards(n),
            time(Some(kept)),
            time(whole),
            time(fenced),
            times(fenced),
            times(whole),
        ]);
    }
    table
}
