//! The vectors and their packs against the models and the oracle.

use std::process::ExitCode;

#[cfg(target_arch = "aarch64")]
fn main() -> ExitCode {
    use setwise_conformance::{harness, suite};
    harness::main(&suite::instruction_set::<setwise_neon::Neon>())
}

#[cfg(not(target_arch = "aarch64"))]
fn main() -> ExitCode {
    ExitCode::SUCCESS
}
