//! The table of techniques, a file of its own: what each costs in instructions, and what that comes to in time.

use super::contender::{self, Kind};
use super::machine::{MANY, Machine, median};
use super::table::Table;
use super::{number, prose, tiers};
use setwise::Kernel;
use setwise_benches::results::{Entry, Measure};
use setwise_cost::predict::{Prediction, Predictions};

/// The name of the file in the output folder.
pub(crate) const NAME: &str = "techniques-table.md";

/// The calls that have columns.
const CALLS: [Entry; 2] = [Entry::BatchAttacks, Entry::BatchRayAttacks];

/// A part for each machine.
pub(crate) fn document(machines: &[Machine], predicted: &[Predictions]) -> String {
    let mut text = prose::TECHNIQUES.replace("{boards}", &number::boards(MANY));
    for machine in machines {
        let table = table(machine, predicted);
        if !table.is_empty() {
            text += &format!("\n## {}\n\n{}", machine.file.cpu.model, table.markdown());
        }
    }
    text
}

/// A row for each kernel that was measured, by technique, the slowest first.
fn table(machine: &Machine, predicted: &[Predictions]) -> Table {
    let mut head = vec!["technique".to_string(), "layout".into(), "kernel".into()];
    for entry in CALLS {
        head.push(format!("`{entry}`: instructions"));
        head.push("ns".into());
    }
    let mut table = Table::new(head, &[0, 1, 2]);
    let mut kernels: Vec<&str> = CALLS
        .into_iter()
        .flat_map(|entry| machine.cells(machine.main_series(entry, Measure::Throughput)))
        .filter(|cell| cell.n == MANY && contender::kind(&cell.contender) == Kind::Kernel)
        .map(|cell| cell.contender.as_str())
        .collect();
    kernels.sort_unstable();
    kernels.dedup();
    let time = |kernel: &str, entry| {
        let series = machine.main_series(entry, Measure::Throughput);
        machine.cell(series, kernel, MANY).map(median)
    };
    let mut rows: Vec<(usize, f64, &str)> = kernels
        .into_iter()
        .map(|kernel| {
            let slowest = time(kernel, CALLS[0]).unwrap_or(f64::INFINITY);
            (tiers::rank(way(kernel)), slowest, kernel)
        })
        .collect();
    rows.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(b.2)));
    for (_, _, kernel) in rows {
        let like = portable(kernel);
        let mut row = vec![
            like.map_or_else(String::new, |like| like.technique().to_string()),
            like.map_or_else(String::new, |like| like.layout().to_string()),
            format!("`{kernel}`"),
        ];
        for entry in CALLS {
            let counted = counted(machine, predicted, kernel, entry);
            row.push(counted.map_or_else(String::new, |row| number::ns(row.instructions)));
            row.push(time(kernel, entry).map_or_else(String::new, number::ns));
        }
        table.row(row);
    }
    table
}

/// The name of a kernel without its instruction set.
fn way(kernel: &str) -> &str {
    kernel.split_once('/').map_or(kernel, |(_, way)| way)
}

/// The kernel that works in the same way and is in every build: the report is to be the same wherever it is made.
fn portable(kernel: &str) -> Option<&'static Kernel> {
    let way = way(kernel);
    let way = way.strip_suffix("-stream").unwrap_or(way);
    setwise::kernel(&format!("wide/{way}"))
}

/// What was counted for the architecture of a machine.
pub(crate) fn counted<'a>(
    machine: &Machine,
    predicted: &'a [Predictions],
    kernel: &str,
    entry: Entry,
) -> Option<&'a Prediction> {
    let arch = &machine.file.cpu.arch;
    let file = predicted
        .iter()
        .find(|file| file.target.split('-').next() == Some(arch))?;
    file.kernels
        .iter()
        .find(|row| row.kernel == kernel && row.entry == entry.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kernel_works_like_a_portable_one() {
        for kernel in setwise::kernels() {
            let like = portable(kernel.name());
            assert_eq!(
                like.map(|like| (like.layout(), like.technique())),
                Some((kernel.layout(), kernel.technique())),
                "{}",
                kernel.name()
            );
        }
    }
}
