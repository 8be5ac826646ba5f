//! The vectors of every level and their packs against the models and the oracle.

use std::process::ExitCode;

#[cfg(target_arch = "aarch64")]
fn main() -> ExitCode {
    use setwise_conformance::{suite, trials};
    use setwise_neon::{Neon, NeonSha3};

    let mut all = suite::instruction_set::<Neon>();
    all.extend(suite::instruction_set::<NeonSha3>());
    trials::main(all)
}

#[cfg(not(target_arch = "aarch64"))]
fn main() -> ExitCode {
    ExitCode::SUCCESS
}
