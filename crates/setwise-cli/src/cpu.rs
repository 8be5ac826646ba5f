use clap::Args;
use itertools::Itertools;
use serde_json::json;
use setwise::piecewise::{Handle, handles, hyperbola::IN_LANES, systems};
use setwise::selection::{Choice, Selection, VARIABLE, level, selected};
use setwise::{EntryPoint, Kernel, Level, kernels, kernels_left_out};
use setwise_moves::MoveFunctions;
use setwise_nnue::{Extractor, FullThreats};
use setwise_program::host::{self, Cpu};
use setwise_program::number;
use setwise_program::table::Table;
use std::collections::BTreeMap;

/// Show this CPU, the kernels that it supports, and which kernel runs which call.
#[derive(Args, Debug)]
pub(crate) struct CpuArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &CpuArgs) -> anyhow::Result<String> {
    let form = if args.json { to_json } else { to_text };
    Ok(form(&selected()))
}

/// This machine, with the instruction sets of the levels that it supports.
fn cpu() -> Cpu {
    let sets = Level::of_build().iter().rev();
    let sets = sets.filter(|(name, _)| Level::named(name).is_some());
    host::cpu(sets.flat_map(|set| set.1.iter().copied()))
}

fn to_text(selection: &Selection) -> String {
    let cpu = cpu();
    let forced = selection.forced.map(|kernel| kernel.name());
    let is_best = selection.level.name() == selection.best.name();
    let forced = forced.or_else(|| (!is_best).then(|| selection.level.name()));
    let forced = forced.map(|name| format!("{VARIABLE} asks for {name}\n"));
    let forced = forced.unwrap_or_default();
    let used = in_use(selection).map(|(product, level)| format!("{product} {level}"));
    format!(
        "{}\nfeatures: {}\nbest level of this CPU: {}\nlevels in use: {}\n{}{forced}\nKernels\n\n{}\nSelection\n\n{}",
        host::summary(&cpu),
        cpu.features.join(" "),
        selection.best,
        used.join(", "),
        build_text(),
        kernel_table().plain(),
        selection_table(selection).plain()
    )
}

/// The products, and the level that each of them uses in this process.
fn in_use(selection: &Selection) -> [(&'static str, &'static str); 4] {
    [
        ("attacks", selection.level.name()),
        ("legal moves", MoveFunctions::selected().name()),
        (
            "NNUE features",
            Extractor::new(FullThreats::new()).level_name(),
        ),
        ("threats", level().hand_written_name()),
    ]
}

/// The line for a product that has no code for the level that was asked for.
pub(crate) fn lower(asked: Level, product: &str) -> Option<String> {
    let (_, used) = in_use(&selected()).into_iter().find(|of| of.0 == product)?;
    let line =
        format!("{VARIABLE}={asked}: there is no code of it for {product}, which use {used}");
    (used != asked.name()).then_some(line)
}

/// What this build has, and what it leaves out.
fn build_text() -> String {
    let levels = Level::of_build().iter().map(|(name, _)| name).join(" ");
    let moves = MoveFunctions::all().map(|kernel| kernel.name()).join(" ");
    let systems = handles().iter().map(|handle| handle.about().name).join(" ");
    let mut text = format!(
        "levels of this build: {levels}\nof them for legal moves on this CPU: {moves}\npiece-wise systems of this build: {systems}\n"
    );
    for (what, left_out) in left_out() {
        let named = |(name, feature): &(&str, &str)| format!("{name} ({feature})");
        let names = left_out.iter().map(named).join(", ");
        let names = if names.is_empty() { "nothing" } else { &names };
        text += &format!("{what} not in this build (the feature that has it): {names}\n");
    }
    text
}

/// What this build leaves out, by kind: names, and the features that have them.
fn left_out() -> [(&'static str, Vec<(&'static str, &'static str)>); 4] {
    let systems = systems().iter().map(|system| system.about().name);
    let systems = systems.chain([IN_LANES.name]);
    let is_left_out = |name: &&str| Handle::named(name).is_err_and(|error| error.is_left_out());
    let systems = systems.filter(is_left_out);
    let systems = systems.map(|name| (name, "all-systems")).collect();
    let moves = MoveFunctions::left_out().collect();
    [
        ("levels", Level::left_out().to_vec()),
        ("levels for legal moves", moves),
        ("kernels", kernels_left_out().collect()),
        ("piece-wise systems", systems),
    ]
}

fn served(kernel: &Kernel) -> impl Iterator<Item = EntryPoint> {
    let entries = EntryPoint::ALL.iter().copied();
    entries.filter(|&entry| kernel.serves(entry))
}

fn kernel_table() -> Table<'static, Kernel> {
    let names = |kernel: &Kernel, batch: bool| {
        let entries = served(kernel).filter(|entry| entry.is_batch() == batch);
        let name = |entry: EntryPoint| entry.name().trim_start_matches("batch_");
        entries.map(name).join(" ")
    };
    Table::of(kernels())
        .text("kernel", |kernel| kernel.name().to_string())
        .text("layout", |kernel| kernel.layout().to_string())
        .text("technique", |kernel| kernel.technique().to_string())
        .number("boards", number::grouped, Kernel::boards_per_pack)
        .text("supported", |kernel| match kernel.is_supported() {
            true => "yes".to_string(),
            false => format!("no: this CPU lacks {}", kernel.level_name()),
        })
        .text("one position", |kernel| names(kernel, false))
        .text("batches", |kernel| names(kernel, true))
}

fn selection_table(selection: &Selection) -> Table<'_, Choice> {
    let choices = &selection.choices;
    let positions = |choice: &Choice| {
        let same = choices.iter().filter(|other| other.entry == choice.entry);
        let next = same.map(|other| other.from).filter(|n| *n > choice.from);
        let first = number::boards(choice.from);
        match next.min().map(|next| next - 1) {
            _ if !choice.entry.is_batch() => first,
            Some(last) if last == choice.from => first,
            Some(last) => format!("{first} to {}", number::boards(last)),
            None => format!("{first} and more"),
        }
    };
    Table::of(choices)
        .text("call", |choice| choice.entry.to_string())
        .number("positions", positions, |choice| choice)
        .text("kernel", |choice| choice.kernel.name().to_string())
        .text("why", |choice| choice.why.to_string())
}

fn to_json(selection: &Selection) -> String {
    let all = kernels().iter().map(|kernel| {
        json!({
            "name": kernel.name(),
            "level": kernel.level_name(),
            "layout": kernel.layout().to_string(),
            "technique": kernel.technique().to_string(),
            "boards_per_pack": kernel.boards_per_pack(),
            "supported": kernel.is_supported(),
            "serves": served(kernel).map(EntryPoint::name).collect_vec(),
        })
    });
    let choices = selection.choices.iter().map(|choice| {
        json!({
            "entry": choice.entry.name(),
            "from": choice.from,
            "kernel": choice.kernel.name(),
            "why": choice.why,
        })
    });
    let left_out = left_out().into_iter().flat_map(|(what, names)| {
        let row = move |(name, feature)| json!({ "what": what, "name": name, "feature": feature });
        names.into_iter().map(row)
    });
    let value = json!({
        "cpu": cpu(),
        "levels": Level::of_build().iter().map(|(name, _)| name).collect_vec(),
        "levels_of_moves": MoveFunctions::all().map(|kernel| kernel.name()).collect_vec(),
        "left_out": left_out.collect_vec(),
        "level": selection.level.name(),
        "in_use": BTreeMap::from(in_use(selection)),
        "forced": selection.forced.map(|kernel| kernel.name()),
        "kernels": all.collect_vec(),
        "selected": choices.collect_vec(),
    });
    format!("{value:#}\n")
}
