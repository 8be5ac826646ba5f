//! The document: what stands where. Each machine has a page of its own beside it.

use super::chart::Chart;
use super::machine::Machine;
use super::output::Files;
use super::{chart, page, predictions, prose, summary, techniques};
use crate::failure::Failure;
use setwise_cost::predict::Predictions;
use std::path::Path;

/// The name of the document in the output folder.
pub(crate) const NAME: &str = "performance.md";

/// All files of the report.
pub(crate) fn render(machines: &[Machine], predicted: &[Predictions]) -> Result<Files, Failure> {
    let mut files = Files::new();
    let mut text = String::from(prose::OPENING);
    if let [_, _, ..] = machines {
        text += prose::ACROSS;
        text += &summary::across(machines).markdown();
        text.push('\n');
    }
    for machine in machines {
        let charts = chart::all(machine);
        text += &section(machine, &charts);
        page::render(machine, &charts, predicted, &mut files)?;
    }
    if !predicted.is_empty() {
        text += prose::PREDICTIONS;
        for file in predicted {
            text += &predictions::tables(file);
            text.push('\n');
        }
    }
    text += prose::END;
    files.insert(Path::new(NAME).to_path_buf(), text);
    files.insert(
        Path::new(techniques::NAME).to_path_buf(),
        techniques::document(machines, predicted),
    );
    Ok(files)
}

/// What the document tells of one machine, with the first of its charts.
fn section(machine: &Machine, charts: &[Chart]) -> String {
    let lines = summary::lines(machine);
    let mut text = format!("## {}\n\n", machine.file.cpu.model);
    if let Some(chart) = charts.first() {
        text += &chart.markdown(&machine.slug, "");
        text.push('\n');
    }
    text += &prose::CHOICE.replace("{corpus}", machine.main_corpus());
    text += &summary::choice_table(machine, &lines).markdown();
    text += prose::LEADS;
    text += &summary::lead_table(&lines).markdown();
    text += &prose::MORE.replace("{page}", &page::path(machine));
    text
}
