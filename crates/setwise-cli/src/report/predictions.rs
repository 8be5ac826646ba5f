//! Cycles predicted by llvm-mca, compared with the measured cycles.

use super::contender::{family, technique};
use super::files;
use super::machine::{MANY, Machine, by_time, median};
use super::markdown::escaped;
use super::number::{self, ns, percent, ratio};
use super::page::{Page, section};
use super::table::{Table, call};
use itertools::Itertools;
use setwise_results::predictions::{Prediction, Predictions};
use setwise_results::{Document, Entry, Role, Summary};
use std::fmt::Write;
use std::path::Path;

/// Reads all files of predictions, ordered by name.
pub(crate) fn all(results: &Path) -> anyhow::Result<Vec<Predictions>> {
    files::read_all(&results.join("predictions"), |_, path| {
        Predictions::read(path)
    })
}

/// Returns the chapter on predictions, empty without any.
pub(crate) fn chapter(files: &[Predictions]) -> String {
    let intro = (!files.is_empty()).then(|| include_str!("prose/predictions.md").to_string());
    let tables = files.iter().map(|file| tables(file) + "\n");
    intro.into_iter().chain(tables).collect()
}

/// The tables of one file, one for each call.
fn tables(file: &Predictions) -> String {
    let mut text = format!("### {}\n\n", escaped(&file.target));
    for call in Entry::all().map(Entry::name) {
        let rows = file.kernels.iter();
        let rows = rows.filter(|row| row.entry == call && serves(row));
        let rows = rows.sorted_by(|a, b| a.instructions.total_cmp(&b.instructions));
        let table = table(file, &rows.collect_vec());
        if !table.is_empty() {
            let _ = write!(text, "{call}\n\n{table}\n");
        }
    }
    let (rustc, mca) = (escaped(&file.rustc), escaped(&file.llvm_mca));
    let command = &file.command;
    let _ = write!(text, "```sh\n{command}\n```\n\n{rustc}; {mca}");
    for (cpu, remark) in file.cpus.iter().filter(|(_, remark)| !remark.is_empty()) {
        let _ = write!(text, "; {cpu}: {}", escaped(remark));
    }
    text + ".\n"
}

/// Returns whether the kernel is meant for the call. Packs are not meant for a single position.
fn serves(row: &Prediction) -> bool {
    row.entry.starts_with("batch_")
        || technique(&row.kernel) == "direction-per-lane"
        || family(&row.kernel) == "scalar"
}

/// Kernels as rows; a column for each CPU that any of them was analyzed for.
fn table(file: &Predictions, rows: &[&Prediction]) -> String {
    let mut table = Table::of(rows)
        .code("kernel", |row| &*row.kernel)
        .number("instructions", ns, |row| row.instructions)
        .number("Kogge-Stone ÷ it", ratio, |row| {
            Some(plain(file, row)? / row.instructions)
        });
    for cpu in file.cpus.keys() {
        let title = format!("cycles, {cpu}");
        table = table.number(title, ns, |row| row.cycles.get(cpu).copied());
    }
    table.without_empty_columns().markdown()
}

/// The instructions of natural Kogge-Stone with the same instruction set, for the same call. A tier that has none of its
/// own is an addition to another: `neon-sha3` to `neon`.
fn plain(file: &Predictions, row: &Prediction) -> Option<f64> {
    let isa = family(&row.kernel);
    let base = isa.split('-').next().unwrap_or(isa);
    [isa, base].iter().find_map(|isa| {
        let kernel = format!("{isa}/kogge-stone");
        let mut same_call = file.kernels.iter().filter(|other| other.entry == row.entry);
        Some(same_call.find(|other| other.kernel == kernel)?.instructions)
    })
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

/// The calls of the table of kernels that were both measured and predicted.
const CALLS: [Entry; 3] = [
    Entry::BatchAttacks,
    Entry::BatchRayAttacks,
    Entry::BatchOccludedFill,
];

/// Returns the kernels of each call that were both measured and predicted for this CPU, the fastest first. Empty if the
/// length of a cycle was not measured, or there are no predictions for this CPU.
pub(crate) fn bounds(page: &Page<'_>) -> String {
    let machine = page.machine;
    // The ns of a cycle, the median over the rounds.
    let cycle = Summary::of(machine.file.cycle.iter().copied()).map(|cycle| cycle.median);
    let (Some(cpu), Some(cycle)) = (core(&machine.file.cpu.model), cycle) else {
        return String::new();
    };
    let kernels = |&entry| by_time(machine.batch(entry).of(Role::Kernel, MANY));
    let rows = CALLS.iter().flat_map(kernels).filter_map(|cell| {
        let counted = counted(machine, page.predicted, &cell.contender, cell.entry)?;
        Some((cell, counted, *counted.cycles.get(cpu)?))
    });
    let rows = rows.collect_vec();
    let table = Table::of(&rows)
        .text("call", |(cell, ..)| call(cell))
        .code("kernel", |(cell, ..)| &*cell.contender)
        .number("instructions", ns, |(_, counted, _)| counted.instructions)
        .number("ns", ns, |(cell, ..)| median(cell))
        .number("cycles", ns, |(cell, ..)| median(cell) / cycle)
        .number(format!("predicted, {cpu}"), ns, |row| row.2)
        .number("predicted ÷ measured", percent, |row| {
            row.2 / (median(row.0) / cycle)
        });
    let intro = include_str!("prose/bounds.md")
        .replace("{boards}", &number::boards(MANY))
        .replace("{date}", &machine.file.date)
        .replace("{cycle}", &ns(cycle))
        .replace("{clock}", &ratio(1.0 / cycle));
    section(&intro, &table)
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
    use super::*;
    use std::collections::BTreeMap;

    fn prediction(kernel: &str, entry: &str, instructions: f64, cpu: &str) -> Prediction {
        Prediction {
            kernel: kernel.to_string(),
            entry: entry.to_string(),
            boards: 1,
            instructions,
            cycles: BTreeMap::from([(cpu.to_string(), instructions / 2.0)]),
        }
    }

    #[test]
    fn tables_of_a_file() {
        let file = Predictions {
            format: Predictions::FORMAT.to_string(),
            nature: "prediction".to_string(),
            target: "somewhere".to_string(),
            command: "count".to_string(),
            rustc: "rustc 1".to_string(),
            llvm_mca: "version 2".to_string(),
            cpus: BTreeMap::from([
                ("fast".to_string(), String::new()),
                ("old".to_string(), "a guess".to_string()),
            ]),
            kernels: vec![
                prediction("x/adaptive", "batch_attacks", 40.0, "fast"),
                prediction("x/sliced", "batch_attacks", 20.0, "old"),
                prediction("x/kogge-stone", "batch_attacks", 50.0, "fast"),
                prediction("x-more/sliced", "batch_attacks", 16.0, "fast"),
                prediction("y/sliced", "batch_attacks", 25.0, "fast"),
                prediction("x/sliced", "attacks", 300.0, "old"),
            ],
        };
        let text = tables(&file);
        assert!(text.starts_with("### somewhere\n\nbatch_attacks\n\n| kernel | instructions | Kogge-Stone ÷ it | cycles, fast | cycles, old |\n"));
        assert!(
            text.contains("| `x/sliced` | 20.0 | 2.50 |  | 10.0 |\n"),
            "{text}"
        );
        assert!(
            text.contains("| `y/sliced` | 25.0 |  | 12.5 |  |\n"),
            "{text}"
        );
        assert!(text.find("x/sliced").unwrap() < text.find("x/adaptive").unwrap());
        assert!(
            !text.contains("300"),
            "no row for a kernel that is not meant for the call"
        );
        assert!(text.ends_with("rustc 1; version 2; old: a guess.\n"));
    }

    #[test]
    fn no_folder_no_predictions() {
        assert!(all(Path::new("no/such/folder")).unwrap().is_empty());
    }

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
