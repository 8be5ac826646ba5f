//! Cycles that llvm-mca predicts: for CPUs that are not at hand, and never to be taken for a measurement.

use crate::count::Cost;
use crate::listing::Instruction;
use crate::machine::{Control, Machine};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

/// The first field of the file.
pub const FORMAT: &str = "setwise-predictions/1";

/// A file of predictions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Predictions {
    /// [`FORMAT`].
    pub format: String,
    /// Always "prediction": nothing in the file was measured.
    pub nature: String,
    /// For which the library was built, such as `aarch64-unknown-linux-gnu`.
    pub target: String,
    /// What made the file.
    pub command: String,
    /// The compiler.
    pub rustc: String,
    /// What predicted.
    pub llvm_mca: String,
    /// Which CPUs, and what is to be known about each model.
    pub cpus: BTreeMap<String, String>,
    /// By kernel and call.
    pub kernels: Vec<Prediction>,
}

/// One kernel and call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prediction {
    /// Such as `neon/sliced`.
    pub kernel: String,
    /// Such as `batch_attacks`.
    pub entry: String,
    /// Boards per turn of the hot loop; 1 where the whole function was taken.
    pub boards: usize,
    /// Instructions per board.
    pub instructions: f64,
    /// Cycles per board, by CPU. Of loops with one turn after the other; of a whole function all alone, from its first
    /// instruction to the end of its last.
    pub cycles: BTreeMap<String, f64>,
}

/// Turns of a loop that are looked at together.
const TURNS: u32 = 200;

/// The CPUs that a kernel is looked at for, and a remark on each model.
pub fn cpus(machine: Machine, kernel: &str) -> &'static [(&'static str, &'static str)] {
    match machine {
        Machine::Aarch64 => match isa(kernel) {
            // Neoverse N1 has no such instructions.
            "neon-sha3" => &[NEOVERSE_V2, APPLE_M1],
            _ => &[("neoverse-n1", ""), NEOVERSE_V2, APPLE_M1],
        },
        Machine::X86_64 => match isa(kernel) {
            "avx512" => &[("sapphirerapids", ""), ("znver4", ""), ("znver5", "")],
            "avx2-gfni" => &[("alderlake", ""), ("znver4", ""), ("znver5", "")],
            _ => &[("skylake", ""), ("znver3", ""), ("znver5", "")],
        },
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

/// Instructions that a kernel's CPUs have, but that llvm-mca has to be told of.
fn attributes(kernel: &str) -> &'static str {
    match isa(kernel) {
        "neon-sha3" => "+sha3",
        _ => "",
    }
}

/// The first line about its version.
///
/// # Errors
/// It cannot be run.
pub fn version(program: &str) -> Result<String, String> {
    let output = Command::new(program)
        .arg("--version")
        .output()
        .map_err(|error| format!("{program}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text
        .lines()
        .find(|line| line.contains("version"))
        .unwrap_or("");
    Ok(line.trim().to_owned())
}

/// What `program` (llvm-mca) predicts for a kernel on all its CPUs.
///
/// # Errors
/// It cannot be run, or does not understand the assembly.
pub fn predict(program: &str, machine: Machine, cost: &Cost) -> Result<Prediction, String> {
    let mut cycles = BTreeMap::new();
    let turns = if cost.name.hot_loops() == 0 { 1 } else { TURNS };
    for (cpu, _) in cpus(machine, &cost.name.kernel) {
        let mut total = 0.0;
        for way in &cost.ways {
            let assembly = assembly(machine, &way.instructions);
            let model = Model {
                machine,
                cpu,
                attributes: attributes(&cost.name.kernel),
            };
            let cycles = run(program, &model, turns, &assembly).map_err(|error| {
                format!("{} {} on {cpu}: {error}", cost.name.kernel, cost.name.entry)
            })?;
            total += cycles / way.boards as f64;
        }
        let per_board = total / f64::from(turns) / cost.ways.len() as f64;
        cycles.insert((*cpu).to_owned(), rounded(per_board));
    }
    Ok(Prediction {
        kernel: cost.name.kernel.clone(),
        entry: cost.name.entry.clone(),
        boards: cost.boards,
        instructions: rounded(cost.instructions),
        cycles,
    })
}

fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

/// The instructions in a form that llvm-mca reads: jumps lead to one label, calls and returns are left out.
fn assembly(machine: Machine, way: &[Instruction]) -> String {
    let mut text = String::from("here:\n");
    for instruction in way {
        let Instruction {
            mnemonic, operands, ..
        } = instruction;
        let operands = match machine.control(instruction) {
            Control::Call | Control::Leave | Control::Anywhere => continue,
            Control::Jump(_) | Control::Branch(_) => jump(operands),
            Control::Next => plain(machine, operands),
        };
        text += &format!("\t{mnemonic} {operands}\n");
    }
    text
}

/// `x1, 1c <f+0x1c>` to `x1, here`.
fn jump(operands: &str) -> String {
    let before = operands.split(" <").next().unwrap_or(operands);
    match before.rsplit_once(", ") {
        Some((before, _)) => format!("{before}, here"),
        None => "here".to_owned(),
    }
}

/// Without the names of addresses.
fn plain(machine: Machine, operands: &str) -> String {
    let before = operands.split(" <").next().unwrap_or(operands);
    match (machine, before.split_once(", ")) {
        // `adrp x0, 0 <name>`
        (Machine::Aarch64, Some((to, _))) if before.len() != operands.len() => {
            format!("{to}, here")
        }
        _ => before.to_owned(),
    }
}

/// What llvm-mca is to think of.
struct Model<'a> {
    machine: Machine,
    cpu: &'a str,
    attributes: &'a str,
}

fn run(program: &str, model: &Model<'_>, turns: u32, assembly: &str) -> Result<f64, String> {
    let march = match model.machine {
        Machine::Aarch64 => "aarch64",
        Machine::X86_64 => "x86-64",
    };
    let mut child = Command::new(program)
        .args([
            format!("-march={march}"),
            format!("-mcpu={}", model.cpu),
            format!("-mattr={}", model.attributes),
            format!("-iterations={turns}"),
        ])
        .arg("-skip-unsupported-instructions=lack-sched")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{program}: {error}"))?;
    if let Some(mut input) = child.stdin.take() {
        input
            .write_all(assembly.as_bytes())
            .map_err(|error| error.to_string())?;
    }
    let output = child
        .wait_with_output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let cycles = text
        .lines()
        .find_map(|line| line.strip_prefix("Total Cycles:"));
    match cycles.and_then(|cycles| cycles.trim().parse().ok()) {
        Some(cycles) if output.status.success() => Ok(cycles),
        _ => {
            let message = String::from_utf8_lossy(&output.stderr);
            Err(message
                .lines()
                .next()
                .unwrap_or("no number of cycles")
                .to_owned())
        }
    }
}
