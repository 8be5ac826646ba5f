//! The table of techniques, a file of its own: the instructions and the time of each.

use super::contender::technique;
use super::machine::{MANY, Machine, sorted};
use super::number::{self, ns};
use super::table::Table;
use super::tiers::rank;
use setwise::Kernel;
use setwise_results::predictions::{Prediction, Predictions};
use setwise_results::{Entry, Role};

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
    let series = CALLS.map(|entry| machine.batch(entry));
    let all = series
        .iter()
        .flat_map(|series| series.of(Role::Kernel, MANY));
    let mut kernels = sorted(all.map(|cell| cell.contender.as_str()));
    let slowest = |kernel| series[0].time(kernel, MANY).unwrap_or(f64::INFINITY);
    kernels.sort_by(|a, b| {
        let technique = rank(technique(a)).cmp(&rank(technique(b)));
        technique.then(slowest(b).total_cmp(&slowest(a)))
    });
    let mut table = Table::of(&kernels)
        .text("technique", |name| {
            Some(portable(name)?.technique().to_string())
        })
        .text("layout", |name| Some(portable(name)?.layout().to_string()))
        .code("kernel", |name| *name);
    for (entry, series) in CALLS.into_iter().zip(&series) {
        table = table
            .number(format!("`{entry}`: instructions"), ns, |name| {
                Some(counted(machine, predicted, name, entry)?.instructions)
            })
            .number("ns", ns, |name| series.time(name, MANY));
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
    let of_arch = |file: &&Predictions| file.target.split('-').next() == arch;
    let mut rows = predicted.iter().find(of_arch)?.kernels.iter();
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
