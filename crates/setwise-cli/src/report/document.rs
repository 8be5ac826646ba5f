//! The document: what stands where.

use super::machine::{MANY, Machine};
use super::number;
use super::output::Files;
use super::{
    bounds, chart, choices, full, kept, predictions, processes, prose, summary, systems,
    techniques, tiers,
};
use crate::failure::Failure;
use setwise_benches::results::{Entry, Mode};
use setwise_cost::predict::Predictions;
use std::fmt::Write;
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
        section(machine, predicted, &mut text, &mut files)?;
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

/// Everything about one machine.
fn section(
    machine: &Machine,
    predicted: &[Predictions],
    text: &mut String,
    files: &mut Files,
) -> Result<(), Failure> {
    let lines = summary::lines(machine);
    let _ = write!(text, "## {}\n\n### Summary\n\n", machine.file.cpu.model);
    *text += &prose::CHOICE.replace("{corpus}", machine.main_corpus());
    *text += &summary::choice_table(machine, &lines).markdown();
    *text += prose::LEADS;
    *text += &summary::lead_table(&lines).markdown();
    let tiers = tiers::table(machine, Entry::BatchAttacks, MANY);
    if !tiers.is_empty() {
        *text += "\n### Compiler, instruction set, layout\n";
        *text += &prose::TIERS.replace("{boards}", &number::boards(MANY));
        *text += &tiers.markdown();
    }
    let kept = kept::table(machine);
    if !kept.is_empty() {
        *text += "\n### Boards that stay sliced\n";
        *text += prose::KEPT;
        *text += &kept.markdown();
    }
    let systems = systems::table(machine, Entry::PieceAttacks);
    if !systems.is_empty() {
        *text += "\n### One piece\n";
        *text += &prose::SYSTEMS.replace("{corpus}", machine.main_corpus());
        *text += &systems.markdown();
    }
    let sliders = systems::table(machine, Entry::Attacks);
    if !sliders.is_empty() {
        *text += "\n### All sliders of a position\n";
        *text += prose::ALL_SLIDERS;
        *text += &sliders.markdown();
    }
    let choices = choices::tables(machine);
    if !choices.is_empty() {
        *text += "\n### Which kernel for which call\n";
        *text += prose::CHOICES;
        *text += &choices;
    }
    let bounds = bounds::table(machine, predicted);
    if let Some(cycle) = bounds::cycle(machine).filter(|_| !bounds.is_empty()) {
        *text += "\n### What binds them, and how near they come\n";
        *text += &prose::BOUNDS
            .replace("{boards}", &number::boards(MANY))
            .replace("{cycle}", &number::ns(cycle))
            .replace("{clock}", &number::ratio(1.0 / cycle));
        *text += &bounds.markdown();
    }
    if let Some(file) = &machine.processes {
        *text += "\n### From process to process\n";
        *text += prose::PROCESSES;
        let _ = write!(
            text,
            "{}\n```sh\n{}\n```\n",
            processes::table(file).markdown(),
            file.command
        );
    }
    *text += "\n### Where the library is beaten\n\n";
    let losses = summary::losses(machine);
    if losses.is_empty() {
        *text += prose::NO_LOSSES;
    } else {
        *text += prose::LOSSES;
        *text += &summary::loss_table(&losses).markdown();
    }
    *text += "\n### Charts\n\n";
    for chart in chart::all(machine) {
        *text += &chart.render(&machine.slug, files)?;
        text.push('\n');
    }
    *text += "### All measurements\n\n";
    *text += &full::tables(machine);
    *text += "### Positions\n\n";
    *text += &full::corpora(machine);
    *text += "\n### The run\n\n";
    *text += &run(machine);
    Ok(())
}

/// The machine, the compiler, and the command that made the file.
fn run(machine: &Machine) -> String {
    let file = &machine.file;
    let flags = match file.flags.trim() {
        "" => "none beyond the bench profile".to_string(),
        flags => format!("`{flags}`"),
    };
    let mode = match file.mode {
        Mode::Quick => "quick",
        Mode::Full => "full",
    };
    format!(
        "```sh\n{}\n```\n\n* CPU: {}, {}, {} logical CPUs\n* features: {}\n* compiler: {}; flags: {flags}\n* {mode} mode, {} rounds, {}\n* raw data: [results/{slug}.json](results/{slug}.json)\n\nContenders:\n\n{}\n",
        file.command,
        file.cpu.model,
        file.cpu.arch,
        file.cpu.cores,
        file.cpu.features.join(" "),
        file.rustc,
        file.rounds,
        file.date,
        full::who(machine),
        slug = machine.slug,
    )
}
