//! Predictions by llvm-mca, for CPUs that are not at hand. They are no measurements.

use crate::count::Cost;
use crate::listing::Instruction;
use crate::machine::{Control, Machine};
use anyhow::{Context, Result};
use setwise_results::predictions::Prediction;
use std::collections::BTreeMap;
use xshell::{Shell, cmd};

/// The number of turns of a loop that are simulated together.
const TURNS: u32 = 200;

/// Returns the CPUs for which a kernel is predicted, with a remark on each model.
pub fn cpus(machine: Machine, kernel: &str) -> &'static [(&'static str, &'static str)] {
    match (machine, isa(kernel)) {
        // Neoverse N1 lacks SHA3.
        (Machine::Aarch64, "neon-sha3") => &[NEOVERSE_V2, APPLE_M1],
        (Machine::Aarch64, _) => &[("neoverse-n1", ""), NEOVERSE_V2, APPLE_M1],
        (Machine::X86_64, "avx512") => &[("sapphirerapids", ""), ("znver4", ""), ("znver5", "")],
        (Machine::X86_64, "avx512-v4") => &[("skylake-avx512", "")],
        (Machine::X86_64, "avx2-gfni") => &[("alderlake", ""), ("znver4", ""), ("znver5", "")],
        (Machine::X86_64, _) => &[("skylake", ""), ("znver3", ""), ("znver5", "")],
    }
}

const NEOVERSE_V2: (&str, &str) = ("neoverse-v2", "");
const APPLE_M1: (&str, &str) = (
    "apple-m1",
    "LLVM has no model of its own for it and takes that of Cyclone, with three vector units for four",
);

fn isa(kernel: &str) -> &str {
    kernel.split('/').next().unwrap_or(kernel)
}

/// Returns the first line about the version of `program` (llvm-mca).
///
/// # Errors
/// The program does not run.
pub fn version(shell: &Shell, program: &str) -> Result<String> {
    let text = cmd!(shell, "{program} --version").read()?;
    let line = text.lines().find(|line| line.contains("version"));
    Ok(line.unwrap_or_default().trim().to_owned())
}

/// Returns what `program` (llvm-mca) predicts for a kernel on all its CPUs.
///
/// # Errors
/// The program does not run, or does not understand the assembly.
pub fn predict(shell: &Shell, program: &str, machine: Machine, cost: &Cost) -> Result<Prediction> {
    let turns = if cost.name.hot_loops() == 0 { 1 } else { TURNS };
    let iterations = turns.to_string();
    let mut cycles = BTreeMap::new();
    for (cpu, _) in cpus(machine, &cost.name.kernel) {
        let mut total = 0.0;
        for path in &cost.paths {
            let march = machine.name().replace('_', "-");
            // The model of the CPU has the instructions, but the assembler must be told.
            let attributes = if isa(&cost.name.kernel) == "neon-sha3" {
                "+sha3"
            } else {
                ""
            };
            let output = cmd!(
                shell,
                "{program} -march={march} -mcpu={cpu} -mattr={attributes} -iterations={iterations} -skip-unsupported-instructions=lack-sched"
            )
            .stdin(assembly(machine, &path.instructions))
            .read()
            .with_context(|| format!("{} {} on {cpu}", cost.name.kernel, cost.name.entry))?;
            let cycles = output
                .lines()
                .find_map(|line| line.strip_prefix("Total Cycles:"));
            let cycles: f64 = cycles.context("no number of cycles")?.trim().parse()?;
            total += cycles / path.boards as f64;
        }
        let per_board = total / f64::from(turns) / cost.paths.len() as f64;
        cycles.insert((*cpu).to_owned(), rounded(per_board));
    }
    Ok(Prediction {
        kernel: cost.name.kernel.clone(),
        entry: cost.name.entry.to_string(),
        boards: cost.boards,
        instructions: rounded(cost.instructions),
        cycles,
    })
}

fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// Returns the instructions in a form that llvm-mca reads: jumps lead to one label; calls and returns are left out.
fn assembly(machine: Machine, path: &[Instruction]) -> String {
    let mut text = String::from("here:\n");
    for instruction in path {
        if !matches!(
            machine.control(instruction),
            Control::Call | Control::Leave | Control::Anywhere
        ) {
            let operands = machine.with_address(instruction, "here");
            text += &format!("\t{} {operands}\n", instruction.mnemonic);
        }
    }
    text
}
