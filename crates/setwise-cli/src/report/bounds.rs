//! The kernels' distance from what a model of the CPU predicts.

use super::machine::{MANY, Machine, Series, median};
use super::number;
use super::page::{Page, section};
use super::table::Table;
use super::techniques::counted;
use setwise_results::{Entry, Measure, MeasuredCell, Summary};

/// The calls of the table.
const CALLS: [Entry; 3] = [
    Entry::BatchAttacks,
    Entry::BatchRayAttacks,
    Entry::BatchOccludedFill,
];

/// A kernel that was both measured and predicted.
struct Row<'a> {
    series: Series<'a>,
    cell: &'a MeasuredCell,
    instructions: f64,
    /// Measured and predicted.
    cycles: [f64; 2],
}

/// Returns the kernels of each call that were both measured and predicted for this CPU, the fastest first. Empty if the
/// length of a cycle was not measured, or there are no predictions for this CPU.
pub(crate) fn bounds(page: &Page<'_>) -> String {
    let machine = page.machine;
    let (Some(cpu), Some(cycle)) = (core(&machine.file.cpu.model), cycle(machine)) else {
        return String::new();
    };
    let rows = CALLS.into_iter().flat_map(|entry| {
        let series = machine.main_series(entry, Measure::Throughput);
        let mut kernels: Vec<&MeasuredCell> = machine.kernels(series, MANY).collect();
        kernels.sort_by(|a, b| {
            let time = median(a).total_cmp(&median(b));
            time.then_with(|| a.contender.cmp(&b.contender))
        });
        kernels.into_iter().filter_map(move |cell| {
            let counted = counted(machine, page.predicted, &cell.contender, entry)?;
            Some(Row {
                series,
                cell,
                instructions: counted.instructions,
                cycles: [median(cell) / cycle, *counted.cycles.get(cpu)?],
            })
        })
    });
    let rows: Vec<Row<'_>> = rows.collect();
    let table = Table::of(&rows)
        .text("call", |row| row.series.call())
        .text("kernel", |row| format!("`{}`", row.cell.contender))
        .number("instructions", |row| number::ns(row.instructions))
        .number("ns", |row| number::ns(median(row.cell)))
        .number("cycles", |row| number::ns(row.cycles[0]))
        .number(format!("predicted, {cpu}"), |row| number::ns(row.cycles[1]))
        .number("predicted ÷ measured", |row| {
            number::percent(row.cycles[1] / row.cycles[0])
        });
    let intro = include_str!("prose/bounds.md")
        .replace("{boards}", &number::boards(MANY))
        .replace("{date}", &machine.file.date)
        .replace("{cycle}", &number::ns(cycle))
        .replace("{clock}", &number::ratio(1.0 / cycle));
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
