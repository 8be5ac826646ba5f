//! The portable vectors and their packs against the models and the oracle.

use setwise_conformance::{harness, suite};
use setwise_wide::Wide;

fn main() -> std::process::ExitCode {
    harness::main(&suite::instruction_set::<Wide>())
}
