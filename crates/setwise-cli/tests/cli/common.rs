//! The program of these tests.

use setwise_conformance::program::Program;
pub(crate) use setwise_conformance::program::{Ended, text_of as text};
use std::path::PathBuf;
use std::process::Command;

const PROGRAM: Program = Program {
    executable: env!("CARGO_BIN_EXE_setwise"),
    folder: env!("CARGO_MANIFEST_DIR"),
    temporary: env!("CARGO_TARGET_TMPDIR"),
};

pub(crate) fn program() -> Command {
    PROGRAM.command()
}

pub(crate) fn setwise(arguments: &[&str]) -> Ended {
    PROGRAM.run(arguments)
}

pub(crate) fn setwise_with(arguments: &[&str], variables: &[(&str, &str)]) -> Ended {
    PROGRAM.run_with(arguments, variables)
}

pub(crate) fn piped(input: &[u8], arguments: &[&str]) -> (Option<i32>, Vec<u8>, String) {
    PROGRAM.piped(input, arguments)
}

pub(crate) fn empty_folder(name: &str) -> PathBuf {
    PROGRAM.empty_folder(name)
}
