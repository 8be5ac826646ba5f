//! The program of these tests.

use setwise_conformance::program::Program;
pub(crate) use setwise_conformance::program::text_of as text;

pub(crate) const PROGRAM: Program = Program {
    executable: env!("CARGO_BIN_EXE_setwise-measure"),
    folder: env!("CARGO_MANIFEST_DIR"),
    temporary: env!("CARGO_TARGET_TMPDIR"),
};
