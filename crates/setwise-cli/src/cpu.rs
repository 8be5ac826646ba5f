//! `setwise cpu`: the machine, its kernels, and which of them serves which call.

use crate::failure::Failure;
use crate::host;
use crate::kernel::check_forced;
use crate::report::{number, table::Table};
use clap::Args;
use serde_json::{Value, json};
use setwise::{EntryPoint, Forced, Kernel, Selection, kernels, selected};
use std::fmt::Write;

/// Show this CPU, the kernels that it supports, and which kernel serves which call.
#[derive(Args, Debug)]
pub(crate) struct CpuArgs {
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command; what to print.
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
        selection.isa
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

fn kernel_table() -> Table {
    let head = [
        "kernel",
        "layout",
        "technique",
        "boards",
        "supported",
        "one position",
        "batches",
    ];
    let mut table = Table::new(head, &[0, 1, 2, 4, 5, 6]);
    for kernel in kernels() {
        use EntryPoint::*;
        table.row(vec![
            kernel.name().to_string(),
            kernel.layout().to_string(),
            kernel.technique().to_string(),
            kernel.boards_per_pack().to_string(),
            missing(kernel).unwrap_or_else(|| "yes".to_string()),
            meant_for(kernel, [Attacks, RayAttacks, OccludedFill]),
            meant_for(kernel, [BatchAttacks, BatchRayAttacks, BatchOccludedFill]),
        ]);
    }
    table
}

/// Which of the calls a kernel is meant for, in short.
fn meant_for(kernel: &Kernel, entries: [EntryPoint; 3]) -> String {
    let named = entries.iter().zip(["attacks", "rays", "fill"]);
    let served = named.filter(|(entry, _)| kernel.serves(**entry));
    let names: Vec<&str> = served.map(|(_, name)| name).collect();
    names.join(" ")
}

/// Why the host cannot run a kernel; `None` if it can.
fn missing(kernel: &Kernel) -> Option<String> {
    (!kernel.is_supported()).then(|| format!("no: this CPU lacks {}", kernel.isa()))
}

fn selection_table(selection: &Selection) -> Table {
    let mut table = Table::new(["call", "boards", "kernel", "why"], &[0, 2, 3]);
    for (at, choice) in selection.choices.iter().enumerate() {
        let next = selection
            .choices
            .get(at + 1)
            .filter(|next| next.entry == choice.entry);
        let boards = match next {
            _ if !choice.entry.is_batch() => "1".to_string(),
            Some(next) if next.from == choice.from + 1 => number::boards(choice.from),
            Some(next) => format!(
                "{} to {}",
                number::boards(choice.from),
                number::boards(next.from - 1)
            ),
            None => format!("{} and more", number::boards(choice.from)),
        };
        table.row(vec![
            choice.entry.to_string(),
            boards,
            choice.kernel.name().to_string(),
            choice.why.to_string(),
        ]);
    }
    table
}

fn to_json(selection: &Selection) -> String {
    let forced = match &selection.forced {
        Forced::Kernel(kernel) => Value::from(kernel.name()),
        _ => Value::Null,
    };
    let all = kernels().iter().map(|kernel| {
        let serves = EntryPoint::ALL
            .into_iter()
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
        "isa": selection.isa,
        "forced": forced,
        "kernels": all.collect::<Vec<_>>(),
        "selected": choices.collect::<Vec<_>>(),
    });
    format!("{value:#}\n")
}
