//! The program `setwise-measure`, run as its users run it.

mod report;
mod run;

use setwise_conformance::program::{Program, text_of as text};

const PROGRAM: Program = Program {
    executable: env!("CARGO_BIN_EXE_setwise-measure"),
    folder: env!("CARGO_MANIFEST_DIR"),
    temporary: env!("CARGO_TARGET_TMPDIR"),
};
