//! The packs of plain words against the models and the oracle.

use setwise_conformance::{harness, suite};
use setwise_core::Scalar;

fn main() -> std::process::ExitCode {
    harness::main(&suite::instruction_set::<Scalar>())
}
