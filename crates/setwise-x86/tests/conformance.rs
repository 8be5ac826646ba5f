//! The vectors of every level and their packs against the models and the oracle.

use std::process::ExitCode;

#[cfg(target_arch = "x86_64")]
fn main() -> ExitCode {
    use setwise_conformance::{suite, trials};
    use setwise_x86::{Avx2, Avx2Gfni, Avx512, Avx512V4, Bmi, X86_64V2};

    let mut all = suite::instruction_set::<Bmi>();
    all.extend(suite::instruction_set::<X86_64V2>());
    all.extend(suite::instruction_set::<Avx2>());
    all.extend(suite::instruction_set::<Avx2Gfni>());
    all.extend(suite::instruction_set::<Avx512>());
    all.extend(suite::instruction_set::<Avx512V4>());
    trials::main(all)
}

#[cfg(not(target_arch = "x86_64"))]
fn main() -> ExitCode {
    ExitCode::SUCCESS
}
