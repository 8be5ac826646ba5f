//! `setwise cpu`: the machine, its kernels, and the kernel for each call.

use crate::failure::Failure;
use crate::host;
use crate::kernel::check_forced;
use crate::report::{number, table::Table};
use clap::Args;
use serde_json::{Value, json};
use setwise::{Choice, EntryPoint, Forced, Kernel, Selection, kernels, selected};
use std::fmt::Write;

/// Show this CPU, the kernels that it supports, and which kernel serves which call.
#[derive(Args, Debug)]
pub(crate) struct CpuArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command and returns what to print.
pub(crate) fn run(args: &CpuArgs) -> Result<String, Failure> {
    check_forced()?;
    let selection = selected();
    Ok(if args.json {
        to_json(&selection)
    } else {
        to_text(&selection)
    })
}

fn to_text(selection: &Selection) -> String {
    let cpu = host::cpu();
    let mut text = format!(
        "{}, {}, {} logical CPUs\nfeatures: {}\nbest instruction set with kernels: {}\n",
        cpu.model,
        cpu.arch,
        cpu.cores,
        cpu.features.join(" "),
        selection.level.name()
    );
    if let Forced::Kernel(kernel) = &selection.forced {
        let _ = writeln!(text, "{} asks for {}", setwise::VARIABLE, kernel.name());
    }
    let _ = write!(
        text,
        "\nKernels\n\n{}\nSelection\n\n{}",
        kernel_table().plain(),
        selection_table(selection).plain()
    );
    text
}

fn kernel_table() -> Table<'static, Kernel> {
    let served = |kernel: &Kernel, batch: bool| {
        let entries = EntryPoint::ALL.iter().copied();
        let entries = entries.filter(|entry| entry.is_batch() == batch && kernel.serves(*entry));
        let names = entries.map(|entry| entry.name().trim_start_matches("batch_"));
        names.collect::<Vec<_>>().join(" ")
    };
    Table::of(kernels())
        .text("kernel", |kernel| kernel.name().to_string())
        .text("layout", |kernel| kernel.layout().to_string())
        .text("technique", |kernel| kernel.technique().to_string())
        .number("boards", |kernel| kernel.boards_per_pack().to_string())
        .text("supported", |kernel| match kernel.is_supported() {
            true => "yes".to_string(),
            false => format!("no: this CPU lacks {}", kernel.isa()),
        })
        .text("one position", |kernel| served(kernel, false))
        .text("batches", |kernel| served(kernel, true))
}

fn selection_table(selection: &Selection) -> Table<'_, Choice> {
    let end = |choice: &Choice| {
        let later = selection.choices.iter();
        let later = later.filter(|later| later.entry == choice.entry && later.from > choice.from);
        later.map(|later| later.from - 1).min()
    };
    let boards = |choice: &Choice| match (number::boards(choice.from), end(choice)) {
        (first, _) if !choice.entry.is_batch() => first,
        (first, Some(last)) if last == choice.from => first,
        (first, Some(last)) => format!("{first} to {}", number::boards(last)),
        (first, None) => format!("{first} and more"),
    };
    Table::of(&selection.choices)
        .text("call", |choice| choice.entry.to_string())
        .number("boards", boards)
        .text("kernel", |choice| choice.kernel.name().to_string())
        .text("why", |choice| choice.why.to_string())
}

fn to_json(selection: &Selection) -> String {
    let forced = match &selection.forced {
        Forced::Kernel(kernel) => Value::from(kernel.name()),
        _ => Value::Null,
    };
    let all = kernels().iter().map(|kernel| {
        let serves = EntryPoint::ALL
            .iter()
            .copied()
            .filter(|&entry| kernel.serves(entry));
        json!({
            "name": kernel.name(),
            "isa": kernel.isa(),
            "layout": kernel.layout().to_string(),
            "technique": kernel.technique().to_string(),
            "boards_per_pack": kernel.boards_per_pack(),
            "supported": kernel.is_supported(),
            "serves": serves.map(EntryPoint::name).collect::<Vec<_>>(),
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
    let value = json!({
        "cpu": host::cpu(),
        "isa": selection.level.name(),
        "forced": forced,
        "kernels": all.collect::<Vec<_>>(),
        "selected": choices.collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}
