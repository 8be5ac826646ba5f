#![forbid(unsafe_code)]
//! The cost of the kernels: instructions per board, counted in the assembly of the library
//! `setwise`.
//!
//! The program writes `docs/kernels` and `docs/results/code`. [`build`] disassembles the libraries,
//! [`listing`] and [`machine`] read the disassembly, [`name`] finds the kernels, [`flow`] their
//! loops, and [`count`] counts. The committed lists, of hundreds of kernels and two architectures,
//! test all of these modules.

mod build;
mod count;
mod faults;
mod flow;
mod functions;
mod listing;
mod machine;
mod name;
mod threats;

use crate::listing::{Function, Machine};
use crate::{build::Build, count::Cost};
use anyhow::Result;
use clap::Parser;
use setwise_results::Document;
use setwise_results::code::{CodeFile, FEATURES, FOLDER, GROUPS, KernelCode, MOVES, OPPONENT};
use siphasher::sip::SipHasher13;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::iter::{once, zip};
use std::{path::PathBuf, process::ExitCode};

/// Count the instructions per board of every kernel.
#[derive(Parser, Debug)]
struct Arguments {
    /// Target for which to build the library [default: the host's].
    #[arg(long)]
    target: Option<String>,
    /// Compare with the committed list; write nothing.
    #[arg(long)]
    check: bool,
    /// Print a hash of each kernel's machine code, as the file of docs/results/code; write
    /// nothing.
    #[arg(long, conflicts_with = "check")]
    hashes: bool,
    /// List the functions of all libraries in a file, with hashes of their machine code; if the
    /// file is there, print the functions whose code is not in it, and those that only it has.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "hashes"])]
    functions: Option<PathBuf>,
}

/// The library of the kernels, and those of [`GROUPS`].
const LIBRARIES: [&str; 6] = [
    "setwise",
    "setwise_moves",
    "setwise_nnue",
    "setwise_pgn",
    "setwise_binpack",
    "setwise_threats",
];

/// The arguments of the build with the features that the kernels of all calls need.
const ALL: &str = "-p setwise -p setwise-moves -p setwise-nnue -p setwise-pgn -p setwise-binpack -p setwise-threats \
    --features setwise-nnue/named,setwise/all-kernels,setwise/all-systems,setwise/sliced-boards,\
    setwise-moves/level-avx2-gfni,setwise-moves/narrow-batches,setwise-moves/perft";

/// The default features with perft, since the hash of `setwise-moves` is one of all its functions.
const DEFAULT: &str =
    "-p setwise -p setwise-moves -p setwise-nnue --features setwise-nnue/named,setwise-moves/perft";

const KERNELS: &str = "kernels";

/// Functions by group: [`KERNELS`], [`GROUPS`], [`OPPONENT`].
type Code = BTreeMap<&'static str, Vec<Function>>;

fn by_group<const N: usize>(libraries: [Vec<Function>; N]) -> Code {
    zip(once(KERNELS).chain(GROUPS), libraries).collect()
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let build = Build::new(arguments.target)?;
    let mut all = by_group(build.disassemble(("cost", ALL), None, LIBRARIES)?);
    // Their functions are generic.
    for calls in ["binpack", "threats"] {
        let functions = build.as_user(calls, build.machine.cpus()[0])?;
        all.entry(calls).or_default().extend(functions);
    }
    if let Some(file) = &arguments.functions {
        return functions::compare(&all, file);
    }
    // A separate command builds the opponents, so that other packages keep their features. All
    // result files are of this architecture.
    if build.machine == Machine::X86_64 {
        let benches = ("cost", "-p setwise-benches");
        let [opponents] = build.disassemble(benches, None, ["setwise_benches"])?;
        all.insert(OPPONENT, opponents);
    }
    let kernels = &all[KERNELS];
    let costs = count::costs(kernels)?;
    let code = CodeFile {
        target: build.target.clone(),
        rustc: build.rustc.clone(),
        kernels: hashes(&costs, &all),
    };
    if arguments.hashes {
        print!("{}", code.text()?);
        return Ok(ExitCode::SUCCESS);
    }
    let (shell, arch) = (&build.shell, build.machine.name());
    let libraries = [KERNELS, MOVES, FEATURES].map(|group| &all[group]);
    let mut complaints = faults::not_inlined(libraries.into_iter().flatten());
    complaints.extend(faults::unfenced(kernels));
    if build.machine == Machine::X86_64 {
        complaints.extend(faults::of_piecewise(kernels));
        complaints.extend(faults::folded_masks(all.values().flatten()));
    }
    let (threats, slower) = build.threats()?;
    complaints.extend(slower);
    let mut listed = costs;
    if let Some(opponents) = all.get(OPPONENT) {
        // One that the compiler does not inline into its loop cannot be counted there.
        let intrinsics = count::costs(opponents)?.into_iter();
        listed.extend(intrinsics.filter(|cost| cost.calls == 0));
    }
    let list = count::text(arch, &listed) + &threats;
    let counted = format!("docs/kernels/{arch}.txt");
    let hashed = format!("docs/results/{FOLDER}/{arch}.json");
    if arguments.check {
        let committed = CodeFile::read(&shell.current_dir().join(&hashed))?;
        let rustc = &committed.rustc;
        if *rustc == code.rustc {
            let is_same = shell.read_file(&counted)? == list && committed == code;
            let advice = "not of this code, run `cargo run --release -p setwise-cost`";
            complaints.extend((!is_same).then(|| format!("{counted}, {hashed}: {advice}")));
        } else {
            println!("the committed lists are of another compiler: {rustc}");
        }
        // The benchmarks measure the kernels of a build with all features.
        let libraries = ["setwise", "setwise_moves", "setwise_nnue"];
        let default = by_group(build.disassemble(("cost-default", DEFAULT), None, libraries)?);
        let default = hashes(&count::costs(&default[KERNELS])?, &default);
        let others = default.iter().filter(|row| !code.kernels.contains(row));
        let other = "other code with the default features";
        complaints.extend(others.map(|row| format!("{} {}: {other}", row.kernel, row.entry)));
        println!("{arch}: {} kernels and calls checked", listed.len());
    } else {
        shell.write_file(&counted, list)?;
        shell.write_file(&hashed, code.text()?)?;
        println!("{counted}\n{hashed}");
    }
    for line in &complaints {
        eprintln!("setwise-cost: {line}");
    }
    Ok(ExitCode::from(u8::from(!complaints.is_empty())))
}

/// Returns the hashes of the kernels of `setwise`, of each group of functions by instruction set,
/// in [`MOVES`] with what chooses among them, and of the loops of each opponent. Neither names nor
/// order change the hash of a group.
fn hashes(costs: &[Cost], all: &Code) -> Vec<KernelCode> {
    let row = |kernel: &str, entry: &str, hash: u64| KernelCode {
        kernel: kernel.to_owned(),
        entry: entry.to_owned(),
        hash: format!("{hash:016x}"),
    };
    let kernel = |cost: &Cost| row(&cost.name.kernel, cost.name.entry.name(), cost.hash);
    // By group and instruction set; a copy of a function does not count.
    let mut groups: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for (&group, functions) in all.iter().filter(|(group, _)| **group != KERNELS) {
        for function in functions {
            if let Some(isa) = name::isa_in(group, &function.name) {
                let group = groups.entry((group, isa)).or_default();
                group.insert((function.hash(), &function.name));
            }
        }
    }
    for function in all.get(MOVES).into_iter().flatten() {
        let choice = name::choice(&function.name);
        let group = choice.and_then(|isa| groups.get_mut(&(MOVES, isa)));
        group.map(|group| group.insert((function.hash(), &function.name)));
    }
    let groups = groups.iter().map(|((group, isa), functions)| {
        let mut hasher = SipHasher13::new();
        for (hash, _) in functions {
            hash.hash(&mut hasher);
        }
        row(isa, group, hasher.finish())
    });
    costs.iter().map(kernel).chain(groups).collect()
}
