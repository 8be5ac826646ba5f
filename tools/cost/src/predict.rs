//! Predictions by llvm-mca for other CPUs. They are no measurements.

use crate::build::Build;
use crate::count::Cost;
use crate::listing::{Instruction, Machine};
use crate::machine::Control;
use anyhow::{Context, Result};
use setwise_results::predictions::{Prediction, Predictions};
use std::collections::BTreeMap;
use xshell::cmd;

const PROGRAM: &str = "llvm-mca-22";
/// The number of turns of a loop that are simulated together.
const TURNS: u32 = 200;

const M1: &str = "LLVM has no model of its own for it and takes that of Cyclone, with three vector units for four";

impl Build {
    /// Returns the file of predictions for all kernels that were counted without doubt.
    pub(crate) fn predictions(&self, costs: &[Cost]) -> Result<Predictions> {
        let Self { shell, target, .. } = self;
        let (mut cpus, mut kernels) = (BTreeMap::new(), Vec::new());
        let is_sure = |cost: &&Cost| cost.counts.doubts.is_empty() && cost.counts.calls == 0;
        for cost in costs.iter().filter(is_sure) {
            let (kernel, entry) = (cost.name.kernel.clone(), cost.name.entry.to_string());
            let mut cycles = BTreeMap::new();
            for &cpu in self.cpus(cost.name.isa()) {
                let predicted = self.cycles(cost, cpu);
                let predicted = predicted.with_context(|| format!("{kernel} {entry} on {cpu}"))?;
                cycles.insert(cpu.to_owned(), rounded(predicted));
                let remark = if cpu == "apple-m1" { M1 } else { "" };
                cpus.insert(cpu.to_owned(), remark.to_owned());
            }
            kernels.push(Prediction {
                kernel,
                entry,
                instructions: rounded(cost.counts.instructions),
                cycles,
            });
        }
        let version = cmd!(shell, "{PROGRAM} --version").read()?;
        let version = version.lines().find(|line| line.contains("version"));
        Ok(Predictions {
            target: target.clone(),
            command: format!("cargo run --release -p setwise-cost -- --target {target} --predict"),
            rustc: self.rustc.clone(),
            llvm_mca: version.unwrap_or_default().trim().to_owned(),
            cpus,
            kernels,
        })
    }

    /// Returns the CPUs for which the kernels of an instruction set are predicted.
    fn cpus(&self, isa: &str) -> &'static [&'static str] {
        match (self.machine, isa) {
            // Neoverse N1 lacks SHA3.
            (Machine::Aarch64, "neon-sha3") => &["neoverse-v2", "apple-m1"],
            (Machine::Aarch64, _) => &["neoverse-n1", "neoverse-v2", "apple-m1"],
            (_, "avx512") => &["sapphirerapids", "znver4", "znver5"],
            (_, "avx512-v4") => &["skylake-avx512"],
            (_, "avx2-gfni") => &["alderlake", "znver4", "znver5"],
            _ => &["skylake", "znver3", "znver5"],
        }
    }

    /// Returns the cycles per board on a CPU, the mean of the counted parts.
    fn cycles(&self, cost: &Cost, cpu: &str) -> Result<f64> {
        let Self { shell, target, .. } = self;
        let turns = if cost.name.hot_loops() == 0 { 1 } else { TURNS };
        // The model of the CPU has the instructions, but the assembler must be told.
        let has_sha3 = cost.name.isa() == "neon-sha3";
        let settings = &[
            format!("-mtriple={target}"),
            format!("-mcpu={cpu}"),
            format!("-mattr={}", if has_sha3 { "+sha3" } else { "" }),
            format!("-iterations={turns}"),
            "-skip-unsupported-instructions=lack-sched".to_owned(),
        ];
        let mut total = 0.0;
        for part in &cost.parts {
            let simulation = cmd!(shell, "{PROGRAM} {settings...}");
            let output = simulation.stdin(assembly(&part.path)).read()?;
            let mut lines = output.lines();
            let cycles = lines.find_map(|line| line.strip_prefix("Total Cycles:"));
            let cycles: f64 = cycles.context("no number of cycles")?.trim().parse()?;
            total += cycles / part.boards as f64;
        }
        Ok(total / f64::from(turns) / cost.parts.len() as f64)
    }
}

fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// Returns the instructions in a form that llvm-mca reads: jumps lead to one label; calls and
/// returns are left out.
fn assembly(path: &[Instruction]) -> String {
    let leaves = [Control::Call, Control::Leave, Control::Anywhere];
    let stays = path.iter().filter(|one| !leaves.contains(&one.control()));
    let line = |one: &Instruction| format!("\t{} {}\n", one.mnemonic, one.with_address("here"));
    "here:\n".to_owned() + &stays.map(line).collect::<String>()
}
