//! The portable vectors and their packs against the models and the oracle.

use setwise_conformance::{suite, trials};
use setwise_dispatch::Wide;

fn main() -> std::process::ExitCode {
    trials::main(suite::instruction_set::<Wide>())
}
