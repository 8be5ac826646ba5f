//! The program of these tests.

use serde_json::Value;
use setwise_conformance::program::Program;
pub(crate) use setwise_conformance::program::{Ended, text_of as text};
use std::fs;
use std::path::{Path, PathBuf};
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

pub(crate) fn data(arguments: &[&str]) -> Ended {
    setwise(&[&["data"], arguments].concat())
}

/// Runs `setwise data` on a file. The words of the command have no spaces.
pub(crate) fn data_of(command: &str, from: &Path, to: &Path) -> Ended {
    let words: Vec<&str> = command.split(' ').collect();
    data(&[&words[..], &[text(from), text(to)]].concat())
}

pub(crate) fn json_of(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
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

/// The names in a folder.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<_> = names
        .map(|name| name.into_string().expect("UTF-8"))
        .collect();
    names.sort();
    names
}

#[track_caller]
pub(crate) fn assert_has(text: &str, part: &str) {
    assert!(text.contains(part), "{text}");
}

#[track_caller]
pub(crate) fn assert_starts(text: &str, start: &str) {
    assert!(text.starts_with(start), "{text}");
}

#[track_caller]
pub(crate) fn assert_ends(text: &str, end: &str) {
    assert!(text.ends_with(end), "{text}");
}
