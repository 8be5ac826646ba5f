//! The record of a run beside its measurements.

use anyhow::{Context, Result, ensure};
use itertools::Itertools;
use setwise::Level;
use setwise_program::host;
use setwise_results::code::{CodeFile, FEATURES, KernelCode, MOVES};
use setwise_results::{Document, Origin};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

/// Returns the origin of a result file that is made now.
pub(super) fn origin(root: &Path) -> Origin {
    let sets = Level::of_build().iter().rev();
    let sets = sets.filter(|(name, _)| Level::named(name).is_some());
    Origin {
        cpu: host::cpu(sets.flat_map(|set| set.1.iter().copied())),
        revision: revision(root),
        rustc: rustc(root),
        flags: flags(),
        libraries: libraries(root),
        time: jiff::Timestamp::now().strftime("%FT%TZ").to_string(),
        command: command(),
    }
}

/// Runs cargo in the workspace, and returns its output. Its messages go to stderr.
fn cargo(root: &Path, arguments: &[&str]) -> Result<Vec<u8>> {
    let mut cargo = Command::new(cargo_program());
    cargo.args(arguments).current_dir(root);
    let output = cargo.stderr(Stdio::inherit()).output();
    let output = output.context("cargo cannot be run")?;
    ensure!(
        output.status.success(),
        "cargo {} failed",
        arguments.join(" ")
    );
    Ok(output.stdout)
}

/// The cargo that started this program, or the first one in `PATH`.
fn cargo_program() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"))
}

/// Returns the hashes of the machine code of the kernels of the matrix, or of a group of functions,
/// in the usual build. There are none for a build with other flags, or without a disassembler, with
/// a message.
pub(super) fn code(root: &Path, group: Option<&str>) -> Vec<KernelCode> {
    eprintln!(
        "building the kernels once more, with names, to hash their machine code: some minutes"
    );
    let hashes = || {
        let flags = flags();
        ensure!(
            flags.is_empty(),
            "the flags of the compiler are not the usual ones: {flags}"
        );
        let arguments = "run --quiet --release --package setwise-cost -- --hashes";
        let text = cargo(root, &arguments.split(' ').collect_vec())?;
        CodeFile::parse(&String::from_utf8_lossy(&text))
    };
    let rows = hashes().map_or_else(
        |error| {
            eprintln!("no hashes, so that the report will call the run unverified: {error:#}");
            Vec::new()
        },
        |file| file.kernels,
    );
    let is_wanted = |row: &KernelCode| match group {
        Some(group) => row.entry == group,
        None => ![MOVES, FEATURES].contains(&row.entry.as_str()),
    };
    rows.into_iter().filter(is_wanted).collect()
}

/// Returns the versions of the libraries that the benchmarks use on this platform, as the lock file
/// has them; none if cargo does not tell.
fn libraries(root: &Path) -> BTreeMap<String, String> {
    let arguments = "tree --quiet --locked --package setwise-benches --depth 1 --prefix none";
    let text = cargo(root, &arguments.split(' ').collect_vec()).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    // Packages of the workspace have a path after the version.
    let packages = text.lines().filter_map(|line| line.split_once(" v"));
    let others = packages.filter(|(_, version)| !version.contains(' '));
    others
        .map(|(name, version)| (name.to_string(), version.to_string()))
        .collect()
}

/// Returns the version of the compiler that cargo uses in the workspace.
fn rustc(root: &Path) -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    let mut rustc = Command::new(rustc);
    let output = rustc.arg("--version").current_dir(root).output().ok();
    let output = output.filter(|output| output.status.success());
    let version = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string());
    version.unwrap_or_else(|| "unknown".to_string())
}

/// Returns the revision of the workspace, and `-dirty` if sources have changes; empty without git.
fn revision(root: &Path) -> String {
    const SOURCES: [&str; 6] = [
        "crates",
        "benches",
        "tools",
        "Cargo.toml",
        "Cargo.lock",
        "rust-toolchain.toml",
    ];
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .args(arguments)
            .current_dir(root)
            .output()
            .ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_string())
    };
    let status = [
        &["status", "--porcelain", "--untracked-files=no", "--"],
        &SOURCES[..],
    ]
    .concat();
    match (git(&["rev-parse", "--short=12", "HEAD"]), git(&status)) {
        (Some(revision), Some(changes)) if changes.is_empty() => revision,
        (Some(revision), _) => format!("{revision}-dirty"),
        (None, _) => String::new(),
    }
}

/// Returns the compiler flags of the environment.
pub(super) fn flags() -> String {
    let encoded = std::env::var("CARGO_ENCODED_RUSTFLAGS").map(|flags| flags.replace('\x1f', " "));
    let flags = encoded
        .or_else(|_| std::env::var("RUSTFLAGS"))
        .or_else(|_| std::env::var("CARGO_BUILD_RUSTFLAGS"));
    flags.unwrap_or_default().trim().to_string()
}

/// Returns the command that repeats the run in a clone.
fn command() -> String {
    let variables = ["RUSTFLAGS", setwise::selection::VARIABLE].into_iter();
    let variables =
        variables.filter_map(|name| Some(format!("{name}={}", quoted(&std::env::var(name).ok()?))));
    let program = "cargo run --release -p setwise-measure --".to_string();
    let arguments = std::env::args().skip(1).map(|argument| quoted(&argument));
    variables.chain([program]).chain(arguments).join(" ")
}

/// Quotes a word for a POSIX shell.
fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.to_string(), |word| word.into_owned())
}
