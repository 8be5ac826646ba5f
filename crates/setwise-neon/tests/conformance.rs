//! The vectors of every tier and their packs against the models and the oracle.

use std::process::ExitCode;

#[cfg(target_arch = "aarch64")]
fn main() -> ExitCode {
    use setwise_conformance::{harness, suite};
    use setwise_neon::{Neon, NeonSha3};

    let mut trials = suite::instruction_set::<Neon>();
    trials.extend(suite::instruction_set::<NeonSha3>());
    harness::main(&trials)
}

#[cfg(not(target_arch = "aarch64"))]
fn main() -> ExitCode {
    ExitCode::SUCCESS
}
