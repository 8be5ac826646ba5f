//! The kernels' distance from what a model of the CPU predicts.

use super::machine::{MANY, Machine, by_time, median};
use super::number::{self, ns, percent, ratio};
use super::page::{Page, section};
use super::table::{Table, call};
use super::techniques::counted;
use itertools::Itertools;
use setwise_results::{Entry, MeasuredCell, Role, Summary};

/// The calls of the table.
const CALLS: [Entry; 3] = [
    Entry::BatchAttacks,
    Entry::BatchRayAttacks,
    Entry::BatchOccludedFill,
];

/// A kernel that was both measured and predicted.
struct Row<'a> {
    cell: &'a MeasuredCell,
    instructions: f64,
    measured: f64,
    predicted: f64,
}

/// Returns the kernels of each call that were both measured and predicted for this CPU, the fastest first. Empty if the
/// length of a cycle was not measured, or there are no predictions for this CPU.
pub(crate) fn bounds(page: &Page<'_>) -> String {
    let machine = page.machine;
    let (Some(cpu), Some(cycle)) = (core(&machine.file.cpu.model), cycle(machine)) else {
        return String::new();
    };
    let kernels = |&entry| by_time(machine.batch(entry).of(Role::Kernel, MANY));
    let rows = CALLS.iter().flat_map(kernels).filter_map(|cell| {
        let counted = counted(machine, page.predicted, &cell.contender, cell.entry)?;
        Some(Row {
            cell,
            instructions: counted.instructions,
            measured: median(cell) / cycle,
            predicted: *counted.cycles.get(cpu)?,
        })
    });
    let rows = rows.collect_vec();
    let table = Table::of(&rows)
        .text("call", |row| call(row.cell))
        .code("kernel", |row| &*row.cell.contender)
        .number("instructions", ns, |row| row.instructions)
        .number("ns", ns, |row| median(row.cell))
        .number("cycles", ns, |row| row.measured)
        .number(format!("predicted, {cpu}"), ns, |row| row.predicted)
        .number("predicted ÷ measured", percent, |row| {
            row.predicted / row.measured
        });
    let intro = include_str!("prose/bounds.md")
        .replace("{boards}", &number::boards(MANY))
        .replace("{date}", &machine.file.date)
        .replace("{cycle}", &ns(cycle))
        .replace("{clock}", &ratio(1.0 / cycle));
    section(&intro, &table)
}

/// Returns the ns of a cycle, the median over the rounds.
fn cycle(machine: &Machine) -> Option<f64> {
    Summary::of(machine.file.cycle.iter().copied()).map(|cycle| cycle.median)
}

/// Returns llvm-mca's name for a CPU whose family and model are known.
fn core(model: &str) -> Option<&'static str> {
    let (_, numbers) = model.split_once("(family ")?;
    let (family, model) = numbers.trim_end_matches(')').split_once(" model ")?;
    let (family, model): (u32, u32) = (family.parse().ok()?, model.parse().ok()?);
    let is_amd = family > 15;
    match (is_amd, family, model) {
        (true, 25, 16..=31 | 96..=127 | 160..=175) => Some("znver4"),
        (true, 25, _) => Some("znver3"),
        (true, 26, _) => Some("znver5"),
        (false, 6, 143 | 207) => Some("sapphirerapids"),
        (false, 6, 151 | 154) => Some("alderlake"),
        (false, 6, 78 | 85 | 94) => Some("skylake"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::core;

    #[test]
    fn cores() {
        for (model, name) in [
            ("AMD EPYC (family 25 model 17)", Some("znver4")),
            ("AMD EPYC (family 25 model 1)", Some("znver3")),
            ("AMD EPYC (family 26 model 2)", Some("znver5")),
            ("Intel Xeon (family 6 model 143)", Some("sapphirerapids")),
            ("Intel Xeon (family 6 model 15)", None),
            ("AMD Ryzen 7 7700X", None),
        ] {
            assert_eq!(core(model), name, "{model}");
        }
    }
}
