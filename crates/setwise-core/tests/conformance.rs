//! The packs of scalar code against the models and the oracle.

use setwise_conformance::{suite, trials};
use setwise_core::Scalar;

fn main() -> std::process::ExitCode {
    trials::main(suite::instruction_set::<Scalar>())
}
