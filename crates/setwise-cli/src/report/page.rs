//! The page of one machine: everything but the summary, which stands in the document of all of them.

use super::chart::Chart;
use super::machine::{MANY, Machine};
use super::output::{Files, PAGES};
use super::run::Run;
use super::{bounds, choices, full, kept, number, processes, prose, summary, systems, tiers};
use crate::failure::Failure;
use setwise_benches::results::{Entry, Mode};
use setwise_cost::predict::Predictions;
use std::fmt::Write;
use std::path::PathBuf;

/// From the folder of the pages to the output folder.
const UP: &str = "../";

/// Where the page of a machine lies in the output folder.
pub(crate) fn path(machine: &Machine) -> String {
    format!("{PAGES}/{}.md", machine.slug)
}

/// Adds the page and its charts.
pub(crate) fn render(
    machine: &Machine,
    charts: &[Chart],
    predicted: &[Predictions],
    files: &mut Files,
) -> Result<(), Failure> {
    let mut text = prose::PAGE.replace("{model}", &machine.file.cpu.model);
    let tiers = tiers::table(machine, Entry::BatchAttacks, MANY);
    if !tiers.is_empty() {
        text += "\n## Compiler, instruction set, layout\n";
        text += &prose::TIERS.replace("{boards}", &number::boards(MANY));
        text += &tiers.markdown();
    }
    let kept = kept::table(machine);
    if !kept.is_empty() {
        text += "\n## Boards that stay sliced\n";
        text += prose::KEPT;
        text += &kept.markdown();
    }
    let systems = systems::table(machine, Entry::PieceAttacks);
    if !systems.is_empty() {
        text += "\n## One piece\n";
        text += &prose::SYSTEMS.replace("{corpus}", machine.main_corpus());
        text += &systems.markdown();
    }
    let sliders = systems::table(machine, Entry::Attacks);
    if !sliders.is_empty() {
        text += "\n## All sliders of a position\n";
        text += prose::ALL_SLIDERS;
        text += &sliders.markdown();
    }
    let choices = choices::tables(machine);
    if !choices.is_empty() {
        text += "\n## Which kernel for which call\n";
        text += prose::CHOICES;
        text += &choices;
    }
    let bounds = bounds::table(machine, predicted);
    if let Some(cycle) = bounds::cycle(machine).filter(|_| !bounds.is_empty()) {
        text += "\n## What binds them, and how near they come\n";
        text += &prose::BOUNDS
            .replace("{boards}", &number::boards(MANY))
            .replace("{date}", &machine.file.date)
            .replace("{cycle}", &number::ns(cycle))
            .replace("{clock}", &number::ratio(1.0 / cycle));
        text += &bounds.markdown();
    }
    if let Some(file) = &machine.processes {
        text += "\n## From process to process\n";
        text += prose::PROCESSES;
        let _ = write!(
            text,
            "{}\n```sh\n{}\n```\n",
            processes::table(file).markdown(),
            file.command
        );
    }
    text += "\n## Where the library is beaten\n\n";
    let losses = summary::losses(machine);
    if losses.is_empty() {
        text += prose::NO_LOSSES;
    } else {
        text += prose::LOSSES;
        text += &summary::loss_table(&losses).markdown();
    }
    text += "\n## Charts\n\n";
    for chart in charts {
        chart.draw(&machine.slug, files)?;
        text += &chart.markdown(&machine.slug, UP);
        text.push('\n');
    }
    text += "## All measurements\n\n";
    text += &full::tables(machine);
    text += "## Positions\n\n";
    text += &full::corpora(machine);
    text += "\n## The run\n\n";
    text += &run(machine);
    files.insert(PathBuf::from(path(machine)), text);
    Ok(())
}

/// How the result file came to be, and who took part.
fn run(machine: &Machine) -> String {
    let file = &machine.file;
    let mode = match file.mode {
        Mode::Quick => "quick",
        Mode::Full => "full",
    };
    let run = Run {
        command: &file.command,
        cpu: &file.cpu,
        rustc: &file.rustc,
        flags: &file.flags,
        extent: &format!("{mode} mode, {} rounds", file.rounds),
        date: &file.date,
        file: &format!("results/{}.json", machine.slug),
    };
    format!(
        "{}Contenders:\n\n{}\n",
        run.markdown(UP),
        full::who(machine)
    )
}
