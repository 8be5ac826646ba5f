//! Predictions by llvm-mca for other CPUs. They are no measurements.

use crate::count::Cost;
use crate::listing::Instruction;
use crate::machine::{Control, Machine};
use crate::name::Name;
use anyhow::{Context, Result};
use setwise_results::predictions::{Prediction, Predictions};
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

/// llvm-mca, and what it simulates.
#[derive(Debug)]
pub struct Simulator<'a> {
    /// Runs the program in the root of the workspace.
    pub shell: &'a Shell,
    /// The name of the program.
    pub program: &'a str,
    /// The architecture of the code.
    pub machine: Machine,
}

impl Simulator<'_> {
    /// Returns the file of predictions for all kernels that were counted without doubt. `rustc` is
    /// the compiler.
    ///
    /// # Errors
    /// The program does not run, or does not understand the assembly.
    pub fn predictions(&self, target: &str, rustc: &str, costs: &[Cost]) -> Result<Predictions> {
        let is_sure = |cost: &&Cost| cost.counts.doubts.is_empty() && cost.counts.calls == 0;
        let costs = costs.iter().filter(is_sure);
        let known = |cost: &Cost| cpus(self.machine, &cost.name.kernel);
        let known = costs.clone().flat_map(known);
        let owned = |&(cpu, remark): &(&str, &str)| (cpu.to_owned(), remark.to_owned());
        let kernels = costs.map(|cost| self.prediction(cost));
        let (shell, program) = (self.shell, self.program);
        let version = cmd!(shell, "{program} --version").read()?;
        let version = version.lines().find(|line| line.contains("version"));
        let command = format!("cargo run --release -p setwise-cost -- --target {target} --predict");
        Ok(Predictions {
            nature: "prediction".to_owned(),
            target: target.to_owned(),
            command,
            rustc: rustc.to_owned(),
            llvm_mca: version.unwrap_or_default().trim().to_owned(),
            cpus: known.map(owned).collect(),
            kernels: kernels.collect::<Result<_>>()?,
        })
    }

    /// Predicts the cycles of a kernel on all its CPUs.
    fn prediction(&self, cost: &Cost) -> Result<Prediction> {
        let Name { kernel, entry } = &cost.name;
        let cycles = cpus(self.machine, kernel).iter().map(|(cpu, _)| {
            let cycles = self.cycles(cost, cpu);
            let cycles = cycles.with_context(|| format!("{kernel} {entry} on {cpu}"))?;
            Ok(((*cpu).to_owned(), rounded(cycles)))
        });
        Ok(Prediction {
            kernel: kernel.clone(),
            entry: entry.to_string(),
            boards: cost.counts.boards,
            instructions: rounded(cost.counts.instructions),
            cycles: cycles.collect::<Result<_>>()?,
        })
    }

    /// Returns the cycles per board on a CPU, the mean of the counted paths.
    fn cycles(&self, cost: &Cost, cpu: &str) -> Result<f64> {
        let (shell, program) = (self.shell, self.program);
        let turns = if cost.name.hot_loops() == 0 { 1 } else { TURNS };
        let march = self.machine.name().replace('_', "-");
        // The model of the CPU has the instructions, but the assembler must be told.
        let has_sha3 = isa(&cost.name.kernel) == "neon-sha3";
        let settings = &[
            format!("-march={march}"),
            format!("-mcpu={cpu}"),
            format!("-mattr={}", if has_sha3 { "+sha3" } else { "" }),
            format!("-iterations={turns}"),
            "-skip-unsupported-instructions=lack-sched".to_owned(),
        ];
        let mut total = 0.0;
        for path in &cost.paths {
            let simulation = cmd!(shell, "{program} {settings...}");
            let assembly = assembly(self.machine, &path.instructions);
            let output = simulation.stdin(assembly).read()?;
            let mut lines = output.lines();
            let cycles = lines.find_map(|line| line.strip_prefix("Total Cycles:"));
            let cycles: f64 = cycles.context("no number of cycles")?.trim().parse()?;
            total += cycles / path.boards as f64;
        }
        Ok(total / f64::from(turns) / cost.paths.len() as f64)
    }
}

fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// Returns the instructions in a form that llvm-mca reads: jumps lead to one label; calls and
/// returns are left out.
fn assembly(machine: Machine, path: &[Instruction]) -> String {
    let stays = |instruction: &&Instruction| {
        let control = machine.control(instruction);
        !matches!(control, Control::Call | Control::Leave | Control::Anywhere)
    };
    let line = |instruction: &Instruction| {
        let operands = machine.with_address(instruction, "here");
        format!("\t{} {operands}\n", instruction.mnemonic)
    };
    "here:\n".to_owned() + &path.iter().filter(stays).map(line).collect::<String>()
}
