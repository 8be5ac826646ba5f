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
mod listing;
mod machine;
mod name;
mod threats;

use crate::build::Build;
use crate::count::Cost;
use crate::listing::{Function, Machine};
use anyhow::Result;
use clap::Parser;
use setwise_results::Document;
use setwise_results::code::{CodeFile, FOLDER, KernelCode, OPPONENT};
use siphasher::sip::SipHasher13;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::process::ExitCode;

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
}

const LIBRARIES: [&str; 3] = ["setwise", "setwise_moves", "setwise_nnue"];

const OPPONENTS: &str = "setwise_benches";

/// The arguments of the build with the features that the kernels of all calls need.
const ALL: &str = "-p setwise -p setwise-moves -p setwise-nnue --features setwise-nnue/named,setwise/all-kernels,setwise/all-systems,setwise/sliced-boards,\
    setwise-moves/level-avx2-gfni,setwise-moves/narrow-batches,setwise-moves/perft";

/// The default features with perft, since the hash of `setwise-moves` is one of all its functions.
const DEFAULT: &str =
    "-p setwise -p setwise-moves -p setwise-nnue --features setwise-nnue/named,setwise-moves/perft";

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let build = Build::new(arguments.target)?;
    let libraries = build.disassemble(("cost", ALL), None, LIBRARIES)?;
    // A separate command builds the opponents, so that other packages keep their features. All
    // result files are of this architecture.
    let mut opponents = Vec::new();
    if build.machine == Machine::X86_64 {
        [opponents] = build.disassemble(("cost", "-p setwise-benches"), None, [OPPONENTS])?;
    }
    let costs = count::costs(&libraries[0])?;
    let code = CodeFile {
        target: build.target.clone(),
        rustc: build.rustc.clone(),
        kernels: hashes(&costs, &libraries, &opponents),
    };
    if arguments.hashes {
        print!("{}", code.text()?);
        return Ok(ExitCode::SUCCESS);
    }
    let (shell, arch) = (&build.shell, build.machine.name());
    let mut complaints = faults::not_inlined(libraries.iter().flatten());
    complaints.extend(faults::unfenced(&libraries[0]));
    if build.machine == Machine::X86_64 {
        complaints.extend(faults::of_piecewise(&libraries[0]));
        let checked = libraries.iter().flatten();
        complaints.extend(faults::folded_masks(checked.chain(&opponents)));
    }
    let (threats, slower) = build.threats()?;
    complaints.extend(slower);
    let list = count::text(arch, &costs) + &threats;
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
        let default = build.disassemble(("cost-default", DEFAULT), None, LIBRARIES)?;
        let default = hashes(&count::costs(&default[0])?, &default, &[]);
        let others = default.iter().filter(|row| !code.kernels.contains(row));
        let other = "other code with the default features";
        complaints.extend(others.map(|row| format!("{} {}: {other}", row.kernel, row.entry)));
        println!("{arch}: {} kernels and calls checked", costs.len());
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

/// Returns the hashes of the kernels of `setwise`, of each group of functions of `setwise-moves`
/// and `setwise-nnue`, by instruction set and with what chooses among them, and of the loops of
/// each opponent.
fn hashes(
    costs: &[Cost],
    libraries: &[Vec<Function>; 3],
    opponents: &[Function],
) -> Vec<KernelCode> {
    let row = |kernel: &str, entry: &str, hash: u64| KernelCode {
        kernel: kernel.to_owned(),
        entry: entry.to_owned(),
        hash: format!("{hash:016x}"),
    };
    let kernel = |cost: &Cost| row(&cost.name.kernel, cost.name.entry.name(), cost.hash);
    let mut groups: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for function in libraries[1..].iter().flatten().chain(opponents) {
        let opponent = || Some((OPPONENT, name::opponent(&function.name)?));
        if let Some(key) = name::group(&function.name).or_else(opponent) {
            let group = groups.entry(key).or_default();
            group.insert((&function.name, function.hash()));
        }
    }
    for function in libraries[1..].iter().flatten() {
        let group = name::choice(&function.name).and_then(|key| groups.get_mut(&key));
        group.map(|group| group.insert((&function.name, function.hash())));
    }
    let groups = groups.iter().map(|((group, isa), functions)| {
        let mut hasher = SipHasher13::new();
        functions.hash(&mut hasher);
        row(isa, group, hasher.finish())
    });
    costs.iter().map(kernel).chain(groups).collect()
}
