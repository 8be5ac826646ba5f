//! How near kernels come to what a model of the CPU allows.

use super::contender::{self, Kind};
use super::machine::{MANY, Machine, Series, median};
use super::summary::call;
use super::table::Table;
use super::{number, techniques};
use setwise_benches::results::{Entry, Measure, Summary};
use setwise_cost::predict::Predictions;

/// The calls that are looked at.
const CALLS: [Entry; 3] = [
    Entry::BatchAttacks,
    Entry::BatchRayAttacks,
    Entry::BatchOccludedFill,
];

/// The kernels of each call that were both measured and predicted for this CPU, the fastest first; empty if the length of a
/// cycle was not measured or the CPU is none of those of the predictions.
pub(crate) fn table(machine: &Machine, predicted: &[Predictions]) -> Table {
    let (Some(cpu), Some(cycle)) = (core(&machine.file.cpu.model), cycle(machine)) else {
        return Table::default();
    };
    let head = [
        "call".to_string(),
        "kernel".into(),
        "instructions".into(),
        "ns".into(),
        "cycles".into(),
        format!("predicted, {cpu}"),
        "predicted ÷ measured".into(),
    ];
    let mut table = Table::new(head, &[0, 1]);
    for entry in CALLS {
        let series = machine.main_series(entry, Measure::Throughput);
        for (time, kernel) in fastest(machine, series) {
            let counted = techniques::counted(machine, predicted, kernel, entry);
            let Some((counted, &cycles)) =
                counted.and_then(|row| Some((row, row.cycles.get(cpu)?)))
            else {
                continue;
            };
            table.row(vec![
                call(series),
                format!("`{kernel}`"),
                number::ns(counted.instructions),
                number::ns(time),
                number::ns(time / cycle),
                number::ns(cycles),
                number::percent(cycles / (time / cycle)),
            ]);
        }
    }
    table
}

/// ns of a cycle, the median over the rounds.
pub(crate) fn cycle(machine: &Machine) -> Option<f64> {
    Summary::of(machine.file.cycle.iter().copied()).map(|cycle| cycle.median)
}

/// The kernels of a call with many boards and their times.
fn fastest<'a>(machine: &'a Machine, series: Series<'a>) -> Vec<(f64, &'a str)> {
    let mut kernels: Vec<(f64, &str)> = machine
        .cells(series)
        .filter(|cell| cell.n == MANY && contender::kind(&cell.contender) == Kind::Kernel)
        .map(|cell| (median(cell), cell.contender.as_str()))
        .collect();
    kernels.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)));
    kernels
}

/// What llvm-mca calls a CPU of which the family and the model are known.
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
