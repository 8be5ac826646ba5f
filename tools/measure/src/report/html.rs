//! `report.html`: all measurements as one page to explore. The page loads no other file.

use super::matrix::{Machine, chosen_as};
use super::readme::heart;
use super::shown::{Benchmark, Chaptered, Shown};
use itertools::Itertools;
use serde::Serialize;
use serde_json::{Value, json};
use setwise_results::code::{KernelCode, Predictions};
use setwise_results::nnue::NnueRun;
use setwise_results::perft::PerftRun;
use setwise_results::{Document, Entry, ResultFile, Row, Run, Summary, Timed, five_digits};
use std::collections::BTreeMap;

pub(crate) const NAME: &str = "report.html";

/// The parts of the median that the times of the fastest and the slowest round are rounded to.
const PARTS: f64 = 250.0;

pub(crate) fn page(
    machines: &[Machine],
    perft: &[Shown<PerftRun>],
    nnue: &[Shown<NnueRun>],
    predictions: &[Predictions],
) -> String {
    let present = machines.iter().filter_map(|machine| {
        let code = machine.present.as_ref()?;
        Some((&machine.file.origin.cpu.arch, &code.kernels))
    });
    // The bytes that a call reads and writes per board, and the call whose choice of kernels it
    // shares.
    let about = |entry: Entry| {
        let boards = entry.point.inputs().len() + entry.point.outputs();
        let (chosen_as, point) = (chosen_as(entry).to_string(), entry.point.name());
        json!({ "bytes": size_of::<u64>() * boards, "chosenAs": chosen_as, "point": point })
    };
    let data = json!({
        "format": ResultFile::FORMAT,
        "others": [PerftRun::FORMAT, NnueRun::FORMAT],
        "parts": PARTS,
        "entries": BTreeMap::from(Entry::ALL.map(|entry| (entry.to_string(), about(entry)))),
        "code": present.collect::<BTreeMap<&String, &Vec<KernelCode>>>(),
        "files": machines.iter().map(file).collect_vec(),
        "runs": perft.iter().map(run).chain(nnue.iter().map(run)).collect_vec(),
        "predictions": predictions,
    });
    let heart = heart(machines).map(|heart| table(&heart));
    embed(&data, &heart.unwrap_or_default())
}

/// Returns a table of Markdown as one of HTML, and the lines after it as a paragraph.
fn table(markdown: &str) -> String {
    let text = markdown.replace('&', "&amp;").replace('<', "&lt;");
    let text = text.replace('{', "&#123;");
    let (rows, after): (Vec<_>, Vec<_>) = text.lines().partition(|line| line.starts_with("| "));
    let row = |row: &&str| {
        let cells = row.trim_matches(['|', ' ']).split(" | ").enumerate();
        let cells = cells.map(|(at, text)| {
            let cell = ["td", "th"][usize::from(at == 0 || row == &rows[0])];
            format!("<{cell}>{text}</{cell}>")
        });
        format!("<tr>{}</tr>\n", cells.format(""))
    };
    let rows = rows.iter().filter(|row| !row.starts_with("| ---")).map(row);
    let (rows, after) = (rows.format(""), after.concat());
    format!("<table id=\"heart\">\n{rows}</table>\n<p class=\"note\">{after}</p>")
}

fn embed(data: &Value, heart: &str) -> String {
    // Within a script only `<` can end it or begin a comment.
    let data = data.to_string().replace('<', "\\u003c");
    let script = concat!(
        include_str!("html/data.js"),
        include_str!("html/state.js"),
        include_str!("html/draw.js"),
        include_str!("html/chart.js"),
        include_str!("html/hero.js"),
        include_str!("html/tables.js"),
        include_str!("html/main.js"),
    );
    // The data come last, since they can contain anything.
    let page = include_str!("html/page.html").replace("{style}", include_str!("html/style.css"));
    // The address is a placeholder until there is a repository.
    let repository = env!("CARGO_PKG_REPOSITORY");
    let repository = match repository.contains(".example") {
        true => String::new(),
        false => format!("<a href=\"{repository}\">Repository</a> "),
    };
    let page = page.replace("{repository}", &repository);
    let page = page.replace("{heart}", heart);
    let page = page.replace("{precision}", &format!("{}%", 100.0 / PARTS));
    page.replace("{script}", script).replace("{data}", &data)
}

/// The times of rounds in short: their median, and how far the fastest and the slowest are from it
/// in [`PARTS`] of it.
fn packed(timed: &impl Timed) -> Value {
    let Some(Summary { median, min, max }) = timed.time() else {
        return Value::Null;
    };
    let parts = [min, max].map(|time| ((time / median - 1.0) * PARTS).round() as i64);
    json!([five_digits(median), parts[0], parts[1]])
}

fn run<R: Chaptered + Serialize>(shown: &Shown<R>) -> Value {
    let file = &shown.file;
    let mut run = json!(file.run);
    let mut common = file.rows.clone();
    R::keep_common_rounds(&mut common);
    let row = |(row, common): (&Row, &Row)| json!({ "case": row.case, "contender": row.contender, "threads": row.threads, "seconds": packed(row), "common": five_digits(common.median()) });
    run["rounds"] = json!(file.rounds);
    run["rows"] = file.rows.iter().zip(&common).map(row).collect();
    run["id"] = json!(shown.slug);
    run["format"] = json!(R::FORMAT);
    run["origin"] = json!(file.origin);
    run["state"] = json!(shown.state());
    run["noisy"] = json!(shown.is_noisy());
    run
}

/// A result file with cells in short: a list for those that differ in the number of boards only,
/// with the times of the rounds by number.
fn file(machine: &Machine) -> Value {
    let mut series: BTreeMap<_, Value> = BTreeMap::new();
    for measured in &machine.file.rows {
        let (cell, role) = (&measured.cell, measured.role);
        let (entry, measure, sliders) = (cell.entry, cell.measure, cell.sliders);
        let (contender, corpus) = (&cell.contender, &cell.corpus);
        let key = (entry, measure, contender, role, corpus, sliders);
        let one = series.entry(key).or_insert_with(|| json!([key, {}]));
        one[1][cell.n.to_string()] = packed(measured);
    }
    let file = &machine.file;
    json!({
        "id": machine.slug,
        "noise": machine.noise(),
        "level": machine.file.level(),
        "state": machine.state(),
        "noisy": machine.is_noisy(),
        "corpora": file.corpora,
        "origin": file.origin,
        "mode": file.mode,
        "rounds": file.rounds,
        "code": file.code,
        "selected": file.selected,
        "series": series.into_values().collect_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_their_script() {
        let page = embed(&json!("</script>{style}{script}"), "");
        assert_eq!(page.matches("</script>").count(), 2, "{page}");
        let data = r#""\u003c/script>{style}{script}""#;
        assert!(page.contains(data), "{page}");
    }
}
