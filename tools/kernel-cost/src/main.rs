#![forbid(unsafe_code)]
//! Builds the library `setwise`, counts the instructions of its kernels, and keeps the list of them.

use clap::Parser;
use setwise_cost::count::{self, Cost};
use setwise_cost::listing::{Function, disassemble};
use setwise_cost::machine::Machine;
use setwise_cost::name::Name;
use setwise_cost::predict::{self, FORMAT, Predictions};
use setwise_cost::table;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

/// Count the instructions per board of every kernel.
#[derive(Parser, Debug)]
struct Arguments {
    /// For which target the library is built [default: the host's].
    #[arg(long)]
    target: Option<String>,
    /// Compare with the committed list, and that with the predictions; write nothing.
    #[arg(long)]
    check: bool,
    /// Ask llvm-mca for cycles, and write the predictions too.
    #[arg(long, conflicts_with = "check")]
    predict: bool,
    /// The disassembler [default: objdump of the target's binutils].
    #[arg(long)]
    objdump: Option<String>,
    /// The program llvm-mca.
    #[arg(long, default_value = "llvm-mca-22")]
    llvm_mca: String,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("setwise-cost: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<bool, String> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().nth(2).unwrap_or(here);
    let rustc = rustc()?;
    let host = rustc
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .unwrap_or("");
    let target = arguments.target.as_deref().unwrap_or(host);
    let machine =
        Machine::of_target(target).ok_or_else(|| format!("{target}: unknown architecture"))?;
    let archive = build(root, target)?;
    let objdump = arguments
        .objdump
        .clone()
        .unwrap_or_else(|| objdump(machine));
    let functions = disassemble(&objdump, &archive)?;
    let costs = costs(machine, &functions)?;

    let survivors = count::survivors(&functions);
    for name in &survivors {
        eprintln!("setwise-cost: not inlined: {name}");
    }
    let title = format!(
        "Kernels of setwise on {}: cost counted in the assembly (default release build)",
        machine.name()
    );
    let counted = table::text(&title, &costs);
    let file = root.join(format!("docs/kernels/{}.txt", machine.name()));
    let predicted = root.join(format!("docs/results/predictions/{}.json", machine.name()));
    if arguments.check {
        let committed =
            fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let mut differences = table::differences(&committed, &counted)?;
        if predicted.exists() {
            differences.extend(table::stale(&committed, &read(&predicted)?.kernels)?);
        }
        for line in &differences {
            eprintln!("setwise-cost: {line}");
        }
        println!(
            "{}: {} kernels and calls checked",
            machine.name(),
            costs.len()
        );
        return Ok(differences.is_empty() && survivors.is_empty());
    }
    write(&file, &counted)?;
    if arguments.predict {
        let rustc = rustc.lines().next().unwrap_or("").to_owned();
        let predictions = predictions(arguments, machine, target, rustc, &costs)?;
        let text =
            serde_json::to_string_pretty(&predictions).map_err(|error| error.to_string())? + "\n";
        write(&predicted, &text)?;
    }
    Ok(survivors.is_empty())
}

fn rustc() -> Result<String, String> {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let output = Command::new(&rustc)
        .arg("-vV")
        .output()
        .map_err(|error| format!("{rustc}: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Builds as a user of the library would, apart from names that carry types.
fn build(root: &Path, target: &str) -> Result<PathBuf, String> {
    let folder = env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root.join("target"), PathBuf::from)
        .join("cost");
    let status = Command::new(env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()))
        .current_dir(root)
        .args([
            "build",
            "--quiet",
            "--release",
            "--package",
            "setwise",
            "--target",
            target,
            "--target-dir",
        ])
        .arg(&folder)
        .env("RUSTFLAGS", "-C symbol-mangling-version=v0")
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err(format!("cargo build for {target} failed"));
    }
    Ok(folder.join(target).join("release/libsetwise.rlib"))
}

fn objdump(machine: Machine) -> String {
    if machine.name() == env::consts::ARCH {
        "objdump".to_owned()
    } else {
        format!("{}-linux-gnu-objdump", machine.name().replace('_', "-"))
    }
}

fn costs(machine: Machine, functions: &[Function]) -> Result<Vec<Cost>, String> {
    let mut seen = BTreeSet::new();
    let mut costs = Vec::new();
    for function in functions
        .iter()
        .filter(|function| !function.instructions.is_empty())
    {
        if let Some(name) = Name::of(&function.name).filter(|name| seen.insert(name.clone())) {
            costs.push(count::cost(machine, name, function));
        }
    }
    if costs.is_empty() {
        return Err("no kernel found in the library".to_owned());
    }
    costs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(costs)
}

fn predictions(
    arguments: &Arguments,
    machine: Machine,
    target: &str,
    rustc: String,
    costs: &[Cost],
) -> Result<Predictions, String> {
    let program = &arguments.llvm_mca;
    let mut cpus = BTreeMap::new();
    let mut kernels = Vec::new();
    for cost in costs
        .iter()
        .filter(|cost| cost.doubts.is_empty() && cost.calls == 0)
    {
        for (cpu, remark) in predict::cpus(machine, &cost.name.kernel) {
            cpus.insert((*cpu).to_owned(), (*remark).to_owned());
        }
        kernels.push(predict::predict(program, machine, cost)?);
    }
    Ok(Predictions {
        format: FORMAT.to_owned(),
        nature: "prediction".to_owned(),
        target: target.to_owned(),
        command: format!("cargo run --release -p setwise-cost -- --target {target} --predict"),
        rustc,
        llvm_mca: predict::version(program)?,
        cpus,
        kernels,
    })
}

fn read(file: &Path) -> Result<Predictions, String> {
    let wrong = |error: String| format!("{}: {error}", file.display());
    let text = fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    let wrong = |error| format!("{}: {error}", file.display());
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).map_err(wrong)?;
    }
    fs::write(file, text).map_err(wrong)?;
    println!("{}", file.display());
    Ok(())
}
