//! The tables of README.md. They stand between comments: `<!-- report: NAME -->` and
//! `<!-- end -->`.

use super::figures;
use super::files::Files;
use super::markdown::{BEGIN, END, escaped};
use super::matrix::{MANY, Machine};
use super::performance;
use super::perft;
use super::shown::Shown;
use anyhow::{Context, ensure};
use setwise_program::failure::at;
use setwise_program::number::boards;
use setwise_results::aside::Aside;
use setwise_results::perft::PerftRun;
use std::fs;
use std::path::{Path, PathBuf};

/// From the output folder.
const PATH: &str = "../README.md";

/// Adds the README with its tables, if there is one that has them.
pub(crate) fn render(
    out: &Path,
    machines: &[Machine],
    measured: &[Shown<PerftRun>],
    asides: &[Aside],
    files: &mut Files,
) -> anyhow::Result<()> {
    // The output folder itself need not exist yet.
    let path = out.with_file_name("README.md");
    let text = fs::read_to_string(&path).unwrap_or_default();
    if !text.contains(BEGIN) {
        return Ok(());
    }
    let tables = [
        ("headline", headline(machines, measured)),
        ("batches", performance::readme(machines)),
        ("perft", perft::readme(measured)),
        ("weight", figures::weight(out, asides).unwrap_or_default()),
    ];
    let spliced = splice(&text, &tables).with_context(at(&path))?;
    figures::check(&spliced).with_context(at(&path))?;
    files.insert(PathBuf::from(PATH), spliced);
    Ok(())
}

/// Returns what the CPU with the fastest `batch_attacks` does on one core.
fn headline(machines: &[Machine], measured: &[Shown<PerftRun>]) -> String {
    let all = machines.iter();
    let all = all.filter_map(|machine| Some((machine, performance::attack_maps(machine)?)));
    let best = all.min_by(|a, b| a.1.0.total_cmp(&b.1.0));
    let Some((machine, (_, sentence))) = best else {
        return String::new();
    };
    let model = &machine.file.origin.cpu.model;
    let mut perft = measured
        .iter()
        .filter_map(|measured| measured.headline(model));
    let perft = perft.next();
    let perft = perft.map_or_else(String::new, |perft| format!("* **Perft:** {perft}.\n"));
    let (title, model, many) = (machine.heading(), escaped(model), boards(MANY));
    format!(
        "On one core of {title} ({model}):\n\n* **Attack maps of {many} positions:** {sentence}.\n{perft}"
    )
}

/// Replaces what stands between the comments.
fn splice(text: &str, tables: &[(&str, String)]) -> anyhow::Result<String> {
    let mut parts = text.split(BEGIN);
    let mut spliced = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (name, rest) = part.split_once(" -->").context("a comment does not end")?;
        let table = tables.iter().find(|table| table.0 == name);
        let (_, table) = table.with_context(|| format!("there is no table `{name}`"))?;
        let end = rest.find(END);
        let end = end.with_context(|| format!("table `{name}` does not end with `{END}`"))?;
        ensure!(!table.is_empty(), "table `{name}` has no rows");
        spliced += &format!("{BEGIN}{name} -->\n\n{table}\n{}", &rest[end..]);
    }
    Ok(spliced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_between_comments() {
        let tables = [
            ("one", "| new |\n".to_string()),
            ("two", "| 2 |\n".to_string()),
        ];
        let text =
            "a\n<!-- report: one -->\nold\n<!-- end -->\nb <!-- report: two --><!-- end -->\n";
        let spliced = splice(text, &tables).unwrap();
        assert_eq!(
            spliced,
            "a\n<!-- report: one -->\n\n| new |\n\n<!-- end -->\nb <!-- report: two -->\n\n| 2 |\n\n<!-- end -->\n"
        );
        assert_eq!(splice(&spliced, &tables).unwrap(), spliced);
        for (wrong, reason) in [
            ("<!-- report: one", "does not end"),
            ("<!-- report: one -->", "does not end with"),
            (
                "<!-- report: three --><!-- end -->",
                "there is no table `three`",
            ),
        ] {
            assert!(
                splice(wrong, &tables)
                    .unwrap_err()
                    .to_string()
                    .contains(reason)
            );
        }
    }
}
