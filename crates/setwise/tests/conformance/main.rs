//! The conformance suite for every kernel of the registry, and for the selection on this host; the
//! descriptions of the registry; `SETWISE_KERNEL`.
//!
//! * `REQUIRE_KERNELS=avx2/sliced,avx512`: one of these kernels (or any kernel of a level) fails if
//!   it is ignored or unknown.
//! * `ONLY_KERNELS=avx2`: the others are ignored.
//! * `EXPECT_SELECTED=avx2,attacks=avx2/direction-per-lane`: fails if another level is selected, or
//!   another kernel for a call (with 1,024 boards, if it takes many).
//! * `CONFORMANCE_STRIDE=16` tries every 16th line pair only, for emulated hosts.

mod environment;
mod registry;

use setwise::selection::{select_from_env, selected};
use setwise::{EntryPoint, Kernel, kernels};
use setwise_conformance::trials::{self, Trial, trial};
use setwise_conformance::{Failure, random, rows, suite};
use std::process::ExitCode;

fn main() -> ExitCode {
    if environment::is_child() {
        return environment::child();
    }
    if let Err(error) = select_from_env() {
        eprintln!("{error}");
        return ExitCode::FAILURE;
    }
    let mut all: Vec<Trial> = kernels().iter().map(conforms).collect();
    all.extend(trials::missing(&all));
    all.push(trial("selected", Some(selection)));
    all.push(trial("selected functions", Some(functions)));
    all.push(trial("selected sizes", Some(sizes)));
    all.extend(registry::trials());
    all.extend(environment::trials());
    if suite::stride() != 1 {
        eprintln!(
            "CONFORMANCE_STRIDE={}: not all line pairs are tried",
            suite::stride()
        );
    }
    trials::main(all)
}

fn conforms(kernel: &'static Kernel) -> Trial {
    let meant = EntryPoint::ALL.iter().copied();
    let meant: Vec<_> = meant.filter(|&entry| kernel.serves(entry)).collect();
    let suite = |runner| move || suite::conforms(&rows::row(runner), meant);
    trials::kernel(kernel.name(), kernel.runner().map(suite))
}

fn functions() -> Result<String, Failure> {
    let all = EntryPoint::ALL;
    suite::conforms(&rows::selected(all), all.to_vec())
}

/// Returns the number of boards for a question about an entry point.
fn boards(entry: EntryPoint) -> usize {
    if entry.is_batch() { 1024 } else { 1 }
}

/// The selection is that of `EXPECT_SELECTED`.
fn selection() -> Result<String, Failure> {
    let selection = selected();
    let serving = |entry: EntryPoint| {
        let kernel = selection.kernel_for(entry, boards(entry));
        kernel.map_or("nothing", Kernel::name)
    };
    let expected = std::env::var("EXPECT_SELECTED").unwrap_or_default();
    for item in expected
        .split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
    {
        let (what, expected, found) = match item.split_once('=') {
            None => ("level", item, selection.best.name()),
            Some((call, kernel)) => {
                let entry = EntryPoint::ALL
                    .iter()
                    .copied()
                    .find(|entry| entry.name() == call);
                let Some(entry) = entry else {
                    return Err(Failure::plain(format!(
                        "EXPECT_SELECTED: no call is named {call}"
                    )));
                };
                (entry.name(), kernel, serving(entry))
            }
        };
        if found != expected {
            return Err(Failure::plain(format!(
                "{what}: selected {found}, expected {expected}"
            )));
        }
    }
    let calls = EntryPoint::ALL
        .iter()
        .map(|&entry| format!("{entry} {}", serving(entry)));
    let calls: Vec<_> = calls.collect();
    Ok(format!("{}: {}", selection.best.name(), calls.join(", ")))
}

/// Tests batches of every number of boards from which another kernel is selected.
fn sizes() -> Result<String, Failure> {
    let choices = selected().choices;
    for &call in EntryPoint::ALL {
        for choice in choices.iter().filter(|choice| choice.entry == call) {
            for boards in [choice.from.saturating_sub(1), choice.from, choice.from + 1] {
                random::repeated_boards(&rows::selected(&[call]), boards)?;
            }
        }
    }
    let mut sizes: Vec<_> = choices.iter().map(|choice| choice.from).collect();
    sizes.sort_unstable();
    sizes.dedup();
    Ok(format!("around {sizes:?} boards"))
}
