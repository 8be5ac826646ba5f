//! Cycles predicted for CPUs that were not at hand.

use super::table::Table;
use super::{load, number};
use crate::failure::Failure;
use setwise_cost::predict::{FORMAT, Prediction, Predictions};
use std::path::Path;

/// The folder of the files, next to the results.
const FOLDER: &str = "predictions";

/// All files of predictions, ordered by name; there need be none.
pub(crate) fn all(results: &Path) -> Result<Vec<Predictions>, Failure> {
    let folder = results.join(FOLDER);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let paths = load::json_files(&folder)?;
    paths.iter().map(|path| one(path)).collect()
}

fn one(path: &Path) -> Result<Predictions, Failure> {
    let file = load::of_format(path, FORMAT, |file: &Predictions| &file.format)?;
    for row in &file.kernels {
        let mut counts = row.cycles.values().chain([&row.instructions]);
        if !counts.all(|count| *count > 0.0 && count.is_finite()) {
            let Prediction { kernel, entry, .. } = row;
            let path = path.display();
            return Err(Failure::new(format!(
                "{path}: an impossible count: {kernel} {entry}"
            )));
        }
    }
    Ok(file)
}

/// The calls that have a table, in this order.
const ENTRIES: [&str; 5] = [
    "batch_attacks",
    "batch_ray_attacks",
    "batch_occluded_fill",
    "attacks",
    "ray_attacks",
];

/// The tables of one file.
pub(crate) fn tables(file: &Predictions) -> String {
    let mut text = format!("### {}\n\n", file.target);
    for entry in ENTRIES {
        let rows: Vec<&Prediction> = file
            .kernels
            .iter()
            .filter(|row| row.entry == entry && serves(row))
            .collect();
        let table = table(file, &rows);
        if !table.is_empty() {
            text += &format!("{entry}\n\n{}\n", table.markdown());
        }
    }
    text += &format!(
        "```sh\n{}\n```\n\n{}; {}",
        file.command, file.rustc, file.llvm_mca
    );
    for (cpu, remark) in file.cpus.iter().filter(|(_, remark)| !remark.is_empty()) {
        text += &format!("; {cpu}: {remark}");
    }
    text += ".\n";
    text
}

/// Is the kernel meant for the call? One position in a pack that is otherwise empty is not.
fn serves(row: &Prediction) -> bool {
    row.entry.starts_with("batch_")
        || row.kernel.ends_with("/compass")
        || row.kernel.starts_with("scalar/")
}

/// Kernels as rows, the fewest instructions first; a column per CPU that any of them was looked at for.
fn table(file: &Predictions, rows: &[&Prediction]) -> Table {
    let cpus: Vec<&String> = file
        .cpus
        .keys()
        .filter(|cpu| rows.iter().any(|row| row.cycles.contains_key(*cpu)))
        .collect();
    let head = ["kernel", "instructions", "Kogge-Stone ÷ it"]
        .into_iter()
        .map(str::to_string)
        .chain(cpus.iter().map(|cpu| format!("cycles, {cpu}")));
    let mut table = Table::new(head, &[0]);
    let mut rows = rows.to_vec();
    rows.sort_by(|a, b| a.instructions.total_cmp(&b.instructions));
    for row in rows {
        let cycles = cpus.iter().map(|cpu| {
            row.cycles
                .get(*cpu)
                .map_or_else(String::new, |&n| number::ns(n))
        });
        let ratio = plain(file, row)
            .map_or_else(String::new, |plain| number::ratio(plain / row.instructions));
        table.row(
            [
                format!("`{}`", row.kernel),
                number::ns(row.instructions),
                ratio,
            ]
            .into_iter()
            .chain(cycles)
            .collect(),
        );
    }
    table
}

/// The instructions of natural Kogge-Stone with the same instruction set, for the same call. A tier that has none of its
/// own is an addition to another: `neon-sha3` to `neon`.
fn plain(file: &Predictions, row: &Prediction) -> Option<f64> {
    let (isa, _) = row.kernel.split_once('/')?;
    let (base, _) = isa.split_once('-').unwrap_or((isa, ""));
    [isa, base].iter().find_map(|isa| {
        let kernel = format!("{isa}/kogge-stone");
        let mut same_call = file.kernels.iter().filter(|other| other.entry == row.entry);
        Some(same_call.find(|other| other.kernel == kernel)?.instructions)
    })
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
            format: FORMAT.to_string(),
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
}
