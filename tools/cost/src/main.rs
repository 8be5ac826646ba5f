#![forbid(unsafe_code)]
//! Builds the library `setwise`, counts the instructions of its kernels, and keeps the list of
//! them.

use anyhow::{Context, Result, ensure};
use clap::Parser;
use setwise_cost::count::{self, Cost};
use setwise_cost::fence;
use setwise_cost::listing::{self, Function};
use setwise_cost::machine::Machine;
use setwise_cost::name::{self, Name};
use setwise_cost::pieces;
use setwise_cost::predict::Simulator;
use setwise_cost::table;
use setwise_results::Document;
use setwise_results::code::{CodeFile, FOLDER, KernelCode};
use setwise_results::predictions::Predictions;
use siphasher::sip::SipHasher13;
use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::hash::{Hash, Hasher};
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
    /// Print a hash of each kernel's machine code, as the file of docs/results/code; write nothing.
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
    let arch = machine.name();
    let objdump = arguments
        .objdump
        .unwrap_or_else(|| match arch == env::consts::ARCH {
            true => "objdump".to_owned(),
            false => format!("{}-linux-gnu-objdump", arch.replace('_', "-")),
        });
    let build = Build {
        shell: &shell,
        target,
        objdump: &objdump,
    };
    let rustc = rustc.lines().next().unwrap_or_default();
    let hashed = |[functions, moves, features]: &[Vec<Function>; 3]| -> Result<_> {
        let costs = costs(machine, functions)?;
        let groups = groups(machine, moves.iter().chain(features));
        let code = code(target, rustc, &costs, groups);
        Ok((costs, code))
    };
    let disassembled = build.disassemble("cost", &["--features", ALL])?;
    let (costs, code) = hashed(&disassembled)?;
    if arguments.hashes {
        print!("{}", code.text()?);
        return Ok(ExitCode::SUCCESS);
    }
    let survivors = count::survivors(disassembled.iter().flatten()).into_iter();
    let survivors = survivors.map(|name| format!("not inlined: {name}"));
    let mut complaints: Vec<String> = survivors.collect();
    let (unfenced, streaming) = fence::unfenced(machine, &disassembled[0]);
    let unfenced = unfenced
        .into_iter()
        .map(|name| format!("no fence behind its non-temporal stores: {name}"));
    complaints.extend(unfenced);
    if machine == Machine::X86_64 {
        complaints.extend(pieces::wrong(&disassembled[0]));
    }
    println!("{arch}: {streaming} functions with non-temporal stores checked for fences");
    let rows = table::rows(&costs);
    let counted = format!("docs/kernels/{arch}.txt");
    let results = shell.current_dir().join("docs/results");
    let committed_hashes = results.join(FOLDER).join(format!("{arch}.json"));
    let predicted = results.join(format!("predictions/{arch}.json"));
    let mut predictions = match predicted.exists() {
        true => Some(Predictions::read(&predicted)?),
        false => None,
    };
    if arguments.check {
        let committed = table::parse(&shell.read_file(&counted)?).context(counted)?;
        complaints.extend(table::differences(&committed, &rows));
        let predictions = predictions.iter().flat_map(|file| &file.kernels);
        complaints.extend(predictions.filter_map(|row| table::stale(&committed, row)));
        complaints.extend(differing(&CodeFile::read(&committed_hashes)?, &code));
        // With perft, since the hash of `setwise-moves` is one of all its functions.
        let perft = ["--features", "setwise-moves/perft"];
        let (_, of_default) = hashed(&build.disassemble("cost-default", &perft)?)?;
        complaints.extend(other_than(&code, &of_default));
        println!("{arch}: {} kernels and calls checked", costs.len());
    } else {
        shell.write_file(&counted, table::text(arch, &rows))?;
        println!("{counted}");
        shell.write_file(&committed_hashes, code.text()?)?;
        println!("{}", committed_hashes.display());
        if arguments.predict {
            let simulator = Simulator {
                shell: &shell,
                program: &arguments.llvm_mca,
                machine,
            };
            predictions = Some(simulator.predictions(target, rustc, &costs)?);
        } else if let Some(file) = &mut predictions {
            // Predictions of other code are dropped.
            file.kernels
                .retain(|row| table::stale(&rows, row).is_none());
        }
        if let Some(file) = predictions {
            shell.write_file(&predicted, file.text()?)?;
            println!(
                "{}: {} predictions",
                predicted.display(),
                file.kernels.len()
            );
        }
    }
    for line in &complaints {
        eprintln!("setwise-cost: {line}");
    }
    Ok(ExitCode::from(u8::from(!complaints.is_empty())))
}

/// Returns the hashes of the kernels and of the groups of functions.
fn code(target: &str, rustc: &str, costs: &[Cost], groups: Vec<KernelCode>) -> CodeFile {
    let kernels = costs.iter().map(|cost| KernelCode {
        kernel: cost.name.kernel.clone(),
        entry: cost.name.entry.to_string(),
        hash: format!("{:016x}", cost.hash),
    });
    CodeFile {
        target: target.to_owned(),
        rustc: rustc.to_owned(),
        kernels: kernels.chain(groups).collect(),
    }
}

/// Returns a hash for all functions of each group and instruction set.
fn groups<'a>(machine: Machine, functions: impl Iterator<Item = &'a Function>) -> Vec<KernelCode> {
    let mut groups: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for function in functions {
        if let Some((kernel, group)) = name::group(&function.name) {
            let hash = machine.hash(function.instructions.iter());
            groups
                .entry((group, kernel))
                .or_default()
                .insert((&function.name, hash));
        }
    }
    let rows = groups.into_iter().map(|((group, kernel), functions)| {
        let mut hasher = SipHasher13::new();
        functions.hash(&mut hasher);
        let (entry, hash) = (group.to_owned(), format!("{:016x}", hasher.finish()));
        KernelCode {
            kernel,
            entry,
            hash,
        }
    });
    rows.collect()
}

/// Tells that the committed hashes are not those of the code, if the same compiler made both.
fn differing(committed: &CodeFile, code: &CodeFile) -> Option<String> {
    if committed.rustc != code.rustc {
        println!(
            "the hashes of docs/results/{FOLDER} are of another compiler: {}",
            committed.rustc
        );
        return None;
    }
    let is_other = |row: &&KernelCode| !committed.kernels.contains(row);
    let count = code.kernels.iter().filter(is_other).count();
    let gone = committed.kernels.len() + count > code.kernels.len();
    let advice = "run `cargo run --release -p setwise-cost`";
    (count > 0 || gone).then(|| {
        format!("docs/results/{FOLDER} is not of this code ({count} other hashes): {advice}")
    })
}

/// Tells which kernels have other code in a build with the default features. The benchmarks measure
/// those of a build with all features.
fn other_than(all: &CodeFile, of_default: &CodeFile) -> Vec<String> {
    let kernels = of_default.kernels.iter();
    let others = kernels.filter(|row| !all.kernels.contains(row));
    let count = of_default.kernels.len();
    println!("{count} kernels and calls of a build with the default features compared");
    let complaint = |row: &KernelCode| {
        let KernelCode { kernel, entry, .. } = row;
        format!("{kernel} {entry}: other code with the default features")
    };
    others.map(complaint).collect()
}

/// The features that the kernels of all calls need.
const ALL: &str = "setwise/all-kernels,setwise/all-systems,setwise/sliced-boards,\
    setwise-moves/level-avx2-gfni,setwise-moves/narrow-batches,setwise-moves/perft";

/// How the libraries are built and read.
struct Build<'a> {
    shell: &'a Shell,
    target: &'a str,
    objdump: &'a str,
}

impl Build<'_> {
    /// Builds the libraries as their users do, apart from the symbols, and disassembles `setwise`,
    /// `setwise-moves` and `setwise-nnue`.
    fn disassemble(&self, folder: &str, features: &[&str]) -> Result<[Vec<Function>; 3]> {
        let Self {
            shell,
            target,
            objdump,
        } = self;
        let targets = env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into());
        let folder = shell.current_dir().join(targets).join(folder);
        // The v0 mangling carries types. LLVM would merge functions with the same code and keep one
        // symbol; only an unstable option keeps all.
        let flags = "-C symbol-mangling-version=v0 -Z merge-functions=disabled";
        let packages = ["setwise", "setwise-moves", "setwise-nnue"];
        let build = [
            "build",
            "--quiet",
            "--release",
            "--features",
            "setwise-nnue/named",
        ];
        let chosen = packages.iter().flat_map(|package| ["--package", package]);
        cmd!(
            shell,
            "cargo {build...} {features...} {chosen...} --target {target} --target-dir {folder}"
        )
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", flags)
        .quiet()
        .run()?;
        // An archive also holds metadata of Rust, at which objdump fails; the rest of its output is
        // complete.
        let form = [
            "--disassemble",
            "--reloc",
            "--demangle",
            "--no-show-raw-insn",
        ];
        let functions = |package: &str| -> Result<Vec<Function>> {
            let archive = format!("lib{}.rlib", package.replace('-', "_"));
            let archive = folder.join(target).join("release").join(archive);
            let objdump = cmd!(shell, "{objdump} {form...} {archive}");
            let text = objdump.ignore_status().ignore_stderr().read()?;
            Ok(listing::parse(&text))
        };
        let [library, moves, features] = packages;
        Ok([functions(library)?, functions(moves)?, functions(features)?])
    }
}

/// Counts all kernels among the functions. Calls through a pointer may go through a jump of the
/// same name: the longest function of a name is the kernel.
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
