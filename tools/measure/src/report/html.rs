//! `report.html`: all measurements as one page to explore. It needs nothing but itself.

use super::matrix::{Machine, chosen_as};
use itertools::Itertools;
use serde_json::{Value, json};
use setwise_results::code::KernelCode;
use setwise_results::predictions::Predictions;
use setwise_results::{Cpu, Document, Entry, MeasuredCell, ResultFile};
use std::collections::BTreeMap;

/// The name of the page in the output folder.
pub(crate) const NAME: &str = "report.html";

/// Returns the page.
pub(crate) fn page(machines: &[Machine], predicted: &[Predictions]) -> String {
    let data = json!({
        "format": ResultFile::FORMAT,
        "entries": Entry::all().map(|entry| (entry.to_string(), about(entry))).collect::<BTreeMap<_, _>>(),
        "code": present(machines),
        "files": machines.iter().map(file).collect_vec(),
        "predictions": predicted.iter().map(predictions).collect_vec(),
    });
    embed(&data)
}

/// Puts data, styles and scripts into the page.
fn embed(data: &Value) -> String {
    // Within a script only `<` can end it or begin a comment.
    let data = data.to_string().replace('<', "\\u003c");
    let script = concat!(
        include_str!("html/data.js"),
        include_str!("html/state.js"),
        include_str!("html/draw.js"),
        include_str!("html/charts.js"),
        include_str!("html/tables.js"),
        include_str!("html/main.js"),
    );
    // The data come last, since they can contain anything.
    let page = include_str!("html/page.html").replace("{style}", include_str!("html/style.css"));
    page.replace("{script}", script).replace("{data}", &data)
}

/// The bytes that a call reads and writes per board, and the call whose choice of kernels it
/// shares.
fn about(entry: Entry) -> Value {
    let boards = entry.point().inputs().len() + entry.point().outputs();
    let (chosen_as, point) = (chosen_as(entry).to_string(), entry.point().name());
    json!({ "bytes": size_of::<u64>() * boards, "chosenAs": chosen_as, "point": point })
}

/// The machine code of the present kernels, by architecture.
fn present(machines: &[Machine]) -> BTreeMap<&str, Value> {
    let files = machines.iter().filter_map(|machine| {
        let code = machine.present.as_ref()?;
        Some((machine.file.origin.cpu.arch.as_str(), hashes(&code.kernels)))
    });
    files.collect()
}

/// The hashes of kernels, by kernel and call.
fn hashes(code: &[KernelCode]) -> Value {
    let name = |row: &KernelCode| format!("{} {}", row.kernel, row.entry);
    let rows = code.iter().map(|row| (name(row), row.hash.as_str()));
    json!(rows.collect::<BTreeMap<_, _>>())
}

/// The name of a CPU.
fn title(cpu: &Cpu) -> String {
    match cpu.code_name.as_str() {
        "" => cpu.model.clone(),
        name => format!("{name}: {}", cpu.model),
    }
}

/// A result file in short: cells are numbers, of which the first six are places in a list of names.
fn file(machine: &Machine) -> Value {
    let file = &machine.file;
    let names = file.cells.iter().flat_map(names_of).sorted().dedup();
    let names = names.collect_vec();
    let place = |name: String| names.binary_search(&name).unwrap_or_default();
    let cells = file.cells.iter().map(|cell| {
        let names = names_of(cell).map(place);
        let times = cell
            .rounds
            .iter()
            .map(|time| time.as_ref().map(|time| time.median));
        let (names, times) = (names.map(Value::from), times.map(Value::from));
        let parts = names
            .into_iter()
            .chain([Value::from(cell.n), times.collect()]);
        parts.collect::<Value>()
    });
    let cells: Value = cells.collect();
    let selected = file.selected.iter();
    let selected = selected.map(|choice| json!([choice.entry, choice.from, choice.kernel]));
    json!({
        "id": machine.slug,
        "model": title(&file.origin.cpu),
        "arch": file.origin.cpu.arch,
        "caches": file.origin.cpu.caches,
        "revision": file.origin.revision,
        "rustc": file.origin.rustc,
        "time": file.origin.time,
        "mode": file.mode,
        "rounds": file.rounds,
        "noise": machine.noise(),
        "code": hashes(&file.code),
        "selected": selected.collect_vec(),
        "names": names,
        "cells": cells,
    })
}

/// What names a cell: call, measure, contender, role, positions, sliders.
fn names_of(cell: &MeasuredCell) -> [String; 6] {
    [
        cell.entry.to_string(),
        cell.measure.to_string(),
        cell.contender.clone(),
        cell.role.to_string(),
        cell.corpus.clone(),
        cell.sliders.to_string(),
    ]
}

/// Predictions for one architecture: kernels with instructions, and cycles by CPU.
fn predictions(file: &Predictions) -> Value {
    let cpus = file.cpus.keys().collect_vec();
    let kernels = file.kernels.iter().map(|row| {
        let cycles = cpus.iter().map(|cpu| row.cycles.get(*cpu).copied());
        json!([
            row.entry,
            row.kernel,
            row.instructions,
            cycles.collect_vec()
        ])
    });
    json!({ "target": file.target, "cpus": cpus, "kernels": kernels.collect_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_cannot_end_their_script() {
        let page = embed(&json!("</script><script>alert(1)</script>{style}{script}"));
        assert_eq!(page.matches("</script>").count(), 2, "{page}");
        let data = r#""\u003c/script>\u003cscript>alert(1)\u003c/script>{style}{script}""#;
        assert!(page.contains(data), "{page}");
    }
}
