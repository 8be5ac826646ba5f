//! `report.html`: all measurements as one page to explore. It needs nothing but itself.

use super::matrix::{Machine, chosen_as};
use itertools::Itertools;
use serde_json::{Value, json};
use setwise_results::code::KernelCode;
use setwise_results::predictions::Predictions;
use setwise_results::{Document, Entry, ResultFile, Timed};
use std::collections::BTreeMap;

pub(crate) const NAME: &str = "report.html";

pub(crate) fn page(machines: &[Machine], predictions: &[Predictions]) -> String {
    let entries = Entry::ALL
        .into_iter()
        .map(|entry| (entry.to_string(), about(entry)));
    let present = machines.iter().filter_map(|machine| {
        let code = machine.present.as_ref()?;
        Some((&machine.file.origin.cpu.arch, &code.kernels))
    });
    embed(&json!({
        "format": ResultFile::FORMAT,
        "entries": entries.collect::<BTreeMap<_, _>>(),
        "code": present.collect::<BTreeMap<&String, &Vec<KernelCode>>>(),
        "files": machines.iter().map(file).collect_vec(),
        "predictions": predictions,
    }))
}

/// Puts data, styles and scripts into the page.
fn embed(data: &Value) -> String {
    // Within a script only `<` can end it or begin a comment.
    let data = data.to_string().replace('<', "\\u003c");
    let script = concat!(
        include_str!("html/data.js"),
        include_str!("html/state.js"),
        include_str!("html/draw.js"),
        include_str!("html/chart.js"),
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
    let boards = entry.point.inputs().len() + entry.point.outputs();
    let (chosen_as, point) = (chosen_as(entry).to_string(), entry.point.name());
    json!({ "bytes": size_of::<u64>() * boards, "chosenAs": chosen_as, "point": point })
}

/// A result file with cells in short: a list for those that differ in the number of boards only,
/// with the times of the rounds by number.
fn file(machine: &Machine) -> Value {
    let mut series: BTreeMap<_, Value> = BTreeMap::new();
    for measured in &machine.file.cells {
        let cell = &measured.cell;
        let key = (
            cell.entry,
            cell.measure,
            &cell.contender,
            measured.role,
            &cell.corpus,
            cell.sliders,
        );
        let one = series.entry(key).or_insert_with(|| json!([key, {}]));
        one[1][cell.n.to_string()] = measured.rounds().collect();
    }
    let file = &machine.file;
    json!({
        "id": machine.slug,
        "noise": machine.noise(),
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
