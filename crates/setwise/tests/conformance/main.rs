//! The conformance suite for every kernel of the registry, and for what is selected on this host; the registry's
//! own description of itself; `SETWISE_KERNEL`.
//!
//! * `REQUIRE_KERNELS=avx2/sliced,avx512` makes it a failure if one of these kernels (or of all kernels of an
//!   instruction set) is skipped or unknown.
//! * `EXPECT_SELECTED=avx2,attacks=avx2/compass` makes it a failure if another instruction set is selected, or another
//!   kernel for a call (with 1,024 boards, if it takes many).
//! * `CONFORMANCE_STRIDE=16` tries every 16th line pair only, for emulated hosts.

mod environment;
mod registry;
mod rows;

use rows::{Row, Selected};
use setwise::{EntryPoint, Forced, Kernel, kernels, selected};
use setwise_conformance::failure::Failure;
use setwise_conformance::harness::{self, Trial};
use setwise_conformance::kernel::Call;
use setwise_conformance::{random, suite};
use std::process::ExitCode;

fn main() -> ExitCode {
    if environment::is_child() {
        return environment::child();
    }
    let mut trials: Vec<Trial> = kernels().iter().map(trial).collect();
    if let Ok(required) = std::env::var("REQUIRE_KERNELS") {
        harness::require(&mut trials, &required);
    }
    trials.push(Trial::new("selected", selection));
    trials.push(Trial::new("selected functions", || {
        suite::conforms(&Selected(None), &Selected(None))
    }));
    trials.push(Trial::new("selected sizes", sizes));
    trials.extend(registry::trials());
    trials.extend(environment::trials());
    if suite::stride() != 1 {
        println!(
            "CONFORMANCE_STRIDE={}: not all line pairs are tried",
            suite::stride()
        );
    }
    harness::main(&trials)
}

fn trial(kernel: &'static Kernel) -> Trial {
    let Some(runner) = kernel.runner() else {
        return Trial::skipped(kernel.name(), suite::UNSUPPORTED);
    };
    let row = move |every_call| Row { runner, every_call };
    Trial::new(kernel.name(), move || {
        suite::conforms(&row(true), &row(false))
    })
}

/// For how many boards to ask.
fn boards(entry: EntryPoint) -> usize {
    if entry.is_batch() { 1024 } else { 1 }
}

/// What is selected is what `EXPECT_SELECTED` says; `SETWISE_KERNEL` could be followed.
fn selection() -> Result<String, Failure> {
    let selection = selected();
    if let Forced::Unusable(unusable) = &selection.forced {
        return Err(Failure::plain(unusable.to_string()));
    }
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
            None => ("instruction set", item, selection.isa),
            Some((call, kernel)) => {
                let entry = EntryPoint::ALL
                    .into_iter()
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
    let calls = EntryPoint::ALL.map(|entry| format!("{entry} {}", serving(entry)));
    Ok(format!("{}: {}", selection.isa, calls.join(", ")))
}

/// Batches of every number of boards at which another kernel takes over.
fn sizes() -> Result<String, Failure> {
    let choices = selected().choices;
    for call in Call::ALL {
        for choice in choices
            .iter()
            .filter(|choice| choice.entry == rows::entry(call))
        {
            for boards in [choice.from.saturating_sub(1), choice.from, choice.from + 1] {
                random::repeated_boards(&Selected(Some(call)), boards)?;
            }
        }
    }
    let mut sizes: Vec<_> = choices.iter().map(|choice| choice.from).collect();
    sizes.sort_unstable();
    sizes.dedup();
    Ok(format!("around {sizes:?} boards"))
}
