//! Cycles that llvm-mca predicts.

use super::contender::{family, technique};
use super::table::Table;
use super::{load, number};
use crate::failure::Failure;
use setwise_results::Entry;
use setwise_results::predictions::{Prediction, Predictions};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The folder of the files, next to the results.
const FOLDER: &str = "predictions";

/// Reads all files of predictions, ordered by name.
pub(crate) fn all(results: &Path) -> Result<Vec<Predictions>, Failure> {
    let files = load::json_files(&results.join(FOLDER))?.into_iter();
    let read = |path: PathBuf| Predictions::read(&path).map_err(Failure::new);
    files.map(read).collect()
}

/// Returns the chapter on predictions, empty without any.
pub(crate) fn chapter(files: &[Predictions]) -> String {
    let tables: String = files.iter().map(|file| tables(file) + "\n").collect();
    match tables.is_empty() {
        true => tables,
        false => format!("{}{tables}", include_str!("prose/predictions.md")),
    }
}

/// The tables of one file, one for each call.
fn tables(file: &Predictions) -> String {
    let mut text = format!("### {}\n\n", file.target);
    for call in Entry::all().map(Entry::name) {
        let rows = file.kernels.iter();
        let mut rows: Vec<_> = rows
            .filter(|row| row.entry == call && serves(row))
            .collect();
        rows.sort_by(|a, b| a.instructions.total_cmp(&b.instructions));
        if !rows.is_empty() {
            let _ = write!(text, "{call}\n\n{}\n", table(file, &rows));
        }
    }
    let Predictions {
        command,
        rustc,
        llvm_mca,
        ..
    } = file;
    let _ = write!(text, "```sh\n{command}\n```\n\n{rustc}; {llvm_mca}");
    for (cpu, remark) in file.cpus.iter().filter(|(_, remark)| !remark.is_empty()) {
        let _ = write!(text, "; {cpu}: {remark}");
    }
    text + ".\n"
}

/// Is the kernel meant for the call? One position in a pack that is otherwise empty is not.
fn serves(row: &Prediction) -> bool {
    row.entry.starts_with("batch_")
        || technique(&row.kernel) == "direction-per-lane"
        || family(&row.kernel) == "scalar"
}

/// Kernels as rows; a column for each CPU that any of them was analyzed for.
fn table(file: &Predictions, rows: &[&Prediction]) -> String {
    let table = Table::of(rows)
        .text("kernel", |row| format!("`{}`", row.kernel))
        .number("instructions", |row| number::ns(row.instructions))
        .number("Kogge-Stone ÷ it", |row| {
            plain(file, row).map(|plain| number::ratio(plain / row.instructions))
        })
        .numbers(
            file.cpus.keys(),
            |cpu| format!("cycles, {cpu}"),
            |row, cpu| row.cycles.get(*cpu).copied().map(number::ns),
        );
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

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_results::predictions::FORMAT;
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
