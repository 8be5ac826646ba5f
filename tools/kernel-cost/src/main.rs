#![forbid(unsafe_code)]
//! Builds the library `setwise`, counts the instructions of its kernels, and keeps the list of them.

use anyhow::{Context, Result, ensure};
use clap::Parser;
use setwise_cost::count::{self, Cost};
use setwise_cost::listing::{self, Function};
use setwise_cost::machine::Machine;
use setwise_cost::name::Name;
use setwise_cost::predict;
use setwise_cost::table;
use setwise_results::predictions::{FORMAT, Predictions};
use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;
use std::process::ExitCode;
use xshell::{Shell, cmd};

/// Count the instructions per board of every kernel.
#[derive(Parser, Debug)]
struct Arguments {
    /// Target for which to build the library [default: the host's].
    #[arg(long)]
    target: Option<String>,
    /// Compare with the committed list, and that with the predictions; write nothing.
    #[arg(long)]
    check: bool,
    /// Print two hashes of each kernel's machine code without addresses and symbols: of the function and of its hot loops.
    #[arg(long, conflicts_with = "check")]
    hashes: bool,
    /// Also predict cycles with llvm-mca and write the predictions.
    #[arg(long, conflicts_with_all = ["check", "hashes"])]
    predict: bool,
    /// Workspace to build.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../.."), hide_default_value = true)]
    root: PathBuf,
    /// Disassembler [default: objdump of the target's binutils].
    #[arg(long)]
    objdump: Option<String>,
    /// Simulator of CPUs.
    #[arg(long, default_value = "llvm-mca-22")]
    llvm_mca: String,
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let shell = Shell::new()?;
    shell.change_dir(&arguments.root);
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let rustc = cmd!(shell, "{rustc} -vV").read()?;
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: "));
    let target = arguments.target.as_deref().or(host).unwrap_or_default();
    let machine = Machine::of_target(target).with_context(|| format!("unknown target {target}"))?;
    let functions = disassemble(&shell, &arguments, machine, target)?;
    let costs = costs(machine, &functions)?;
    if arguments.hashes {
        for Cost {
            name, hash, paths, ..
        } in costs
        {
            let hot: Vec<_> = paths
                .into_iter()
                .flat_map(|path| path.instructions)
                .collect();
            let hot = machine.hash(&hot);
            println!(
                "{:<28} {:<20} {hash:016x} {hot:016x}",
                name.kernel, name.entry
            );
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut complaints: Vec<String> = count::survivors(&functions)
        .into_iter()
        .map(|name| format!("not inlined: {name}"))
        .collect();
    let rows = table::rows(&costs);
    let name = machine.name();
    let counted = format!("docs/kernels/{name}.txt");
    let predicted = format!("docs/results/predictions/{name}.json");
    if arguments.check {
        let committed = table::parse(&shell.read_file(&counted)?).context(counted)?;
        complaints.extend(table::differences(&committed, &rows));
        if shell.path_exists(&predicted) {
            let text = shell.read_file(&predicted)?;
            let predictions: Predictions = serde_json::from_str(&text).context(predicted)?;
            complaints.extend(table::stale(&committed, &predictions.kernels));
        }
        println!("{name}: {} kernels and calls checked", costs.len());
    } else {
        let title = format!(
            "Kernels of setwise on {name}: cost counted in the assembly (default release build)"
        );
        shell.write_file(&counted, table::text(&title, &rows))?;
        println!("{counted}");
        if arguments.predict {
            let rustc = rustc.lines().next().unwrap_or_default();
            let program = &arguments.llvm_mca;
            let predictions = predictions(&shell, program, machine, target, rustc, &costs)?;
            let text = serde_json::to_string_pretty(&predictions)? + "\n";
            shell.write_file(&predicted, text)?;
            println!("{predicted}");
        } else if shell.path_exists(&predicted) {
            let text = shell.read_file(&predicted)?;
            let mut predictions: Predictions =
                serde_json::from_str(&text).with_context(|| predicted.clone())?;
            let before = predictions.kernels.len();
            let current = |prediction: &_| table::is_current(&rows, prediction);
            predictions.kernels.retain(current);
            let text = serde_json::to_string_pretty(&predictions)? + "\n";
            shell.write_file(&predicted, text)?;
            let dropped = before - predictions.kernels.len();
            println!("{predicted}: {dropped} predictions of other code dropped");
        }
    }
    for line in &complaints {
        eprintln!("setwise-cost: {line}");
    }
    Ok(ExitCode::from(u8::from(!complaints.is_empty())))
}

/// Builds the library as its users do, apart from the symbols, and disassembles it.
fn disassemble(
    shell: &Shell,
    arguments: &Arguments,
    machine: Machine,
    target: &str,
) -> Result<Vec<Function>> {
    let folder = env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| shell.current_dir().join("target"), PathBuf::from);
    let folder = folder.join("cost");
    // The v0 mangling carries types. LLVM would merge functions with the same code and keep one symbol; only an unstable
    // option keeps all.
    cmd!(
        shell,
        "cargo build --quiet --release --package setwise --target {target} --target-dir {folder}"
    )
    .env("RUSTC_BOOTSTRAP", "1")
    .env(
        "RUSTFLAGS",
        "-C symbol-mangling-version=v0 -Z merge-functions=disabled",
    )
    .quiet()
    .run()?;
    let objdump = arguments.objdump.clone().unwrap_or_else(|| {
        if machine.name() == env::consts::ARCH {
            "objdump".to_owned()
        } else {
            format!("{}-linux-gnu-objdump", machine.name().replace('_', "-"))
        }
    });
    let archive = folder.join(target).join("release/libsetwise.rlib");
    // The archive also holds metadata of Rust, at which objdump fails; the rest of its output is complete.
    let text = cmd!(
        shell,
        "{objdump} --disassemble --reloc --demangle --no-show-raw-insn {archive}"
    )
    .ignore_status()
    .ignore_stderr()
    .read()?;
    Ok(listing::parse(&text))
}

/// Counts all kernels among the functions. Calls through a pointer may go through a jump of the same name: the longest
/// function of a name is the kernel.
fn costs(machine: Machine, functions: &[Function]) -> Result<Vec<Cost>> {
    let mut kernels: BTreeMap<Name, &Function> = BTreeMap::new();
    for function in functions {
        if let Some(name) = Name::of(&function.name) {
            let kernel = kernels.entry(name).or_insert(function);
            if function.instructions.len() > kernel.instructions.len() {
                *kernel = function;
            }
        }
    }
    ensure!(!kernels.is_empty(), "no kernel found in the library");
    let count = |(name, function)| count::cost(machine, name, function);
    Ok(kernels.into_iter().map(count).collect())
}

fn predictions(
    shell: &Shell,
    program: &str,
    machine: Machine,
    target: &str,
    rustc: &str,
    costs: &[Cost],
) -> Result<Predictions> {
    let mut cpus = BTreeMap::new();
    let mut kernels = Vec::new();
    for cost in costs
        .iter()
        .filter(|cost| cost.doubts.is_empty() && cost.calls == 0)
    {
        for (cpu, remark) in predict::cpus(machine, &cost.name.kernel) {
            cpus.insert((*cpu).to_owned(), (*remark).to_owned());
        }
        kernels.push(predict::predict(shell, program, machine, cost)?);
    }
    Ok(Predictions {
        format: FORMAT.to_owned(),
        nature: "prediction".to_owned(),
        target: target.to_owned(),
        command: format!("cargo run --release -p setwise-cost -- --target {target} --predict"),
        rustc: rustc.to_owned(),
        llvm_mca: predict::version(shell, program)?,
        cpus,
        kernels,
    })
}
