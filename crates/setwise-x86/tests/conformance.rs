//! The vectors of every tier and their packs against the models and the oracle.

use std::process::ExitCode;

#[cfg(target_arch = "x86_64")]
fn main() -> ExitCode {
    use setwise_conformance::{harness, suite};
    use setwise_x86::{Avx2, Avx2Gfni, Avx512, Bmi};

    let mut trials = suite::instruction_set::<Bmi>();
    trials.extend(suite::instruction_set::<Avx2>());
    trials.extend(suite::instruction_set::<Avx2Gfni>());
    trials.extend(suite::instruction_set::<Avx512>());
    harness::main(&trials)
}

#[cfg(not(target_arch = "x86_64"))]
fn main() -> ExitCode {
    ExitCode::SUCCESS
}
