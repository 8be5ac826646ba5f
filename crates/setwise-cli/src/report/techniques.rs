//! The table of techniques, a file of its own: the instructions and the time of each.

use super::contender::technique;
use super::machine::{MANY, Machine, median, sorted};
use super::number;
use super::table::Table;
use super::tiers::rank;
use setwise::Kernel;
use setwise_results::predictions::{Prediction, Predictions};
use setwise_results::{Entry, Measure};

/// The name of the file in the output folder.
pub(crate) const NAME: &str = "techniques-table.md";

/// The calls that have columns.
const CALLS: [Entry; 2] = [Entry::BatchAttacks, Entry::BatchRayAttacks];

/// Returns the document, with a part for each machine.
pub(crate) fn document(machines: &[Machine], predicted: &[Predictions]) -> String {
    let boards = number::boards(MANY);
    let mut text = include_str!("prose/techniques.md").replace("{boards}", &boards);
    for machine in machines {
        let table = table(machine, predicted);
        if !table.is_empty() {
            text += &format!("\n## {}\n\n{table}", machine.file.cpu.model);
        }
    }
    text
}

/// A row for each kernel that was measured, by technique, the slowest first.
fn table(machine: &Machine, predicted: &[Predictions]) -> String {
    let series = |entry| machine.main_series(entry, Measure::Throughput);
    let all = CALLS
        .into_iter()
        .flat_map(|entry| machine.kernels(series(entry), MANY));
    let mut kernels = sorted(all.map(|cell| cell.contender.as_str()));
    let time = |kernel: &str, entry| machine.cell(series(entry), kernel, MANY).map(median);
    let slowest = |kernel| time(kernel, CALLS[0]).unwrap_or(f64::INFINITY);
    kernels.sort_by(|a, b| {
        let technique = rank(technique(a)).cmp(&rank(technique(b)));
        technique.then(slowest(b).total_cmp(&slowest(a)))
    });
    let mut table = Table::of(&kernels)
        .text("technique", |name| {
            portable(name).map(|like| like.technique().to_string())
        })
        .text("layout", |name| {
            portable(name).map(|like| like.layout().to_string())
        })
        .text("kernel", |name| format!("`{name}`"));
    for entry in CALLS {
        let counted = |name: &str| counted(machine, predicted, name, entry);
        table = table
            .number(format!("`{entry}`: instructions"), |name| {
                counted(name).map(|row| number::ns(row.instructions))
            })
            .number("ns", |name| time(name, entry).map(number::ns));
    }
    table.markdown()
}

/// The portable kernel of the same technique and layout. It is in every build, so the report does not depend on the
/// machine.
fn portable(kernel: &str) -> Option<&'static Kernel> {
    let technique = technique(kernel);
    let technique = technique.strip_suffix("-stream").unwrap_or(technique);
    setwise::kernel(&format!("wide/{technique}"))
}

/// Returns what was counted for the architecture of a machine.
pub(crate) fn counted<'a>(
    machine: &Machine,
    predicted: &'a [Predictions],
    kernel: &str,
    entry: Entry,
) -> Option<&'a Prediction> {
    let arch = Some(machine.file.cpu.arch.as_str());
    let mut files = predicted.iter();
    let file = files.find(|file| file.target.split('-').next() == arch)?;
    let mut rows = file.kernels.iter();
    rows.find(|row| row.kernel == kernel && row.entry == entry.name())
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
