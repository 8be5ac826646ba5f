//! `report.html`: all measurements as one page to explore. It needs nothing but itself.

use super::matrix::{Machine, chosen_as, evidence};
use super::shown::{Chaptered, Shown};
use itertools::Itertools;
use serde::Serialize;
use serde_json::{Value, json};
use setwise_results::code::{KernelCode, Predictions};
use setwise_results::nnue::NnueRun;
use setwise_results::perft::PerftRun;
use setwise_results::{Document, Entry, ResultFile, Row, Run, Timed, five_digits};
use std::collections::BTreeMap;

pub(crate) const NAME: &str = "report.html";

/// The parts of its median that the time of a round is rounded to.
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
    embed(&json!({
        "format": ResultFile::FORMAT,
        "others": [PerftRun::FORMAT, NnueRun::FORMAT],
        "parts": PARTS,
        "entries": BTreeMap::from(Entry::ALL.map(|entry| (entry.to_string(), about(entry)))),
        "code": present.collect::<BTreeMap<&String, &Vec<KernelCode>>>(),
        "files": machines.iter().map(file).collect_vec(),
        "runs": perft.iter().map(run).chain(nnue.iter().map(run)).collect_vec(),
        "predictions": predictions,
    }))
}

fn embed(data: &Value) -> String {
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
    let page = page.replace("{repository}", env!("CARGO_PKG_REPOSITORY"));
    let page = page.replace("{precision}", &format!("{}%", 100.0 / PARTS));
    page.replace("{script}", script).replace("{data}", &data)
}

/// The bytes that a call reads and writes per board, and the call whose choice of kernels it
/// shares.
fn about(entry: Entry) -> Value {
    let boards = entry.point.inputs().len() + entry.point.outputs();
    let (chosen_as, point) = (chosen_as(entry).to_string(), entry.point.name());
    json!({ "bytes": size_of::<u64>() * boards, "chosenAs": chosen_as, "point": point })
}

/// The times of rounds in short: their median, and the deviation of each in [`PARTS`] of it.
fn packed(timed: &impl Timed) -> Value {
    let median = timed.time().map(|time| five_digits(time.median));
    let deviation = |time: Option<f64>| Some(((time? / median? - 1.0) * PARTS).round() as i64);
    let deviations = timed.rounds().map(|time| json!(deviation(time)));
    [json!(median)].into_iter().chain(deviations).collect()
}

fn run<R: Chaptered + Serialize>(shown: &Shown<R>) -> Value {
    let file = &shown.file;
    let mut run = json!(file.run);
    let row = |row: &Row| json!({ "case": row.case, "contender": row.contender, "threads": row.threads, "seconds": packed(row) });
    run["rows"] = file.rows().iter().map(row).collect();
    run["id"] = json!(shown.slug);
    run["format"] = json!(R::FORMAT);
    run["origin"] = json!(file.origin);
    let is_present = shown.is_present(file.best(), R::GROUP.unwrap_or_default());
    run["changed"] = json!(is_present.map(|is_present| !is_present));
    run
}

/// A result file with cells in short: a list for those that differ in the number of boards only,
/// with the times of the rounds by number.
fn file(machine: &Machine) -> Value {
    let mut series: BTreeMap<_, Value> = BTreeMap::new();
    for measured in &machine.file.cells {
        let (cell, role) = (&measured.cell, measured.role);
        let (contender, corpus) = (&cell.contender, &cell.corpus);
        let key = (
            cell.entry,
            cell.measure,
            contender,
            role,
            corpus,
            cell.sliders,
        );
        let one = series.entry(key).or_insert_with(|| json!([key, {}]));
        one[1][cell.n.to_string()] = packed(measured);
    }
    let file = &machine.file;
    json!({
        "id": machine.slug,
        "noise": machine.noise(),
        "evidence": evidence(machine),
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
        let page = embed(&json!("</script>{style}{script}"));
        assert_eq!(page.matches("</script>").count(), 2, "{page}");
        let data = r#""\u003c/script>{style}{script}""#;
        assert!(page.contains(data), "{page}");
    }
}
