//! The record of a run beside its measurements.

use crate::root;
use anyhow::{Context, Result, ensure};
use itertools::Itertools;
use setwise::Level;
use setwise_program::host;
use setwise_results::code::{CodeFile, GROUPS, KernelCode};
use setwise_results::{Document, Hashed, Origin};
use std::process::{Command, Stdio};
use std::{collections::BTreeMap, env};

pub(super) fn origin() -> Origin {
    let sets = Level::of_build().iter().rev();
    let sets = sets.filter(|(name, _)| Level::named(name).is_some());
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    Origin {
        cpu: host::cpu(sets.flat_map(|set| set.1.iter().copied())),
        revision: revision().unwrap_or_default(),
        rustc: output(&rustc, "--version").unwrap_or_else(|_| "unknown".into()),
        flags: flags(),
        libraries: libraries(),
        time: chrono::Utc::now().format("%FT%TZ").to_string(),
        command: command(),
    }
}

/// Runs a program in the workspace, and returns its output. Its messages go to stderr.
fn output(program: &str, arguments: &str) -> Result<String> {
    let mut command = Command::new(program);
    command.args(arguments.split(' ')).current_dir(root());
    let ended = command.stderr(Stdio::inherit()).output();
    let ended = ended.with_context(|| format!("{program} cannot be run"))?;
    ensure!(ended.status.success(), "{program} {arguments} failed");
    Ok(String::from_utf8(ended.stdout)?.trim().to_string())
}

/// Runs the cargo that started this program, or the first one in `PATH`.
fn cargo(arguments: &str) -> Result<String> {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    output(&cargo, arguments)
}

/// Returns the hashes of the machine code of the kernels of the matrix, or of a group of functions,
/// in the usual build. There are none for a build with other flags, or without a disassembler, with
/// a message.
pub(super) fn code(hashed: Hashed) -> Vec<KernelCode> {
    eprintln!(
        "building the kernels once more, with names, to hash their machine code: some minutes"
    );
    let hashes = || {
        let (flags, problem) = (flags(), "the flags of the compiler are not the usual ones");
        ensure!(flags.is_empty(), "{problem}: {flags}");
        let arguments = "run --quiet --release --package setwise-cost -- --hashes";
        CodeFile::parse(&cargo(arguments)?)
    };
    let is_wanted = |row: &KernelCode| match hashed {
        Hashed::Kernels => !GROUPS.contains(&&*row.entry),
        Hashed::Group(group) => row.entry == group,
        Hashed::Nothing => false,
    };
    match hashes() {
        Ok(file) => file.kernels.into_iter().filter(is_wanted).collect(),
        Err(error) => {
            eprintln!("no hashes, so that the report will call the run unverified: {error:#}");
            Vec::new()
        }
    }
}

/// Returns the versions of the libraries that the benchmarks use on this platform, as the lock file
/// has them; none if cargo does not report them.
fn libraries() -> BTreeMap<String, String> {
    let arguments =
        "tree --quiet --locked --package setwise-benches --features moves --depth 1 --prefix none";
    let text = cargo(arguments).unwrap_or_default();
    // Packages of the workspace have a path after the version.
    let packages = text.lines().filter_map(|line| line.split_once(" v"));
    let others = packages.filter(|(_, version)| !version.contains(' '));
    let others = others.map(|(name, version)| (name.to_string(), version.to_string()));
    others.collect()
}

/// Returns the revision of the workspace, and `-dirty` if sources have changes.
fn revision() -> Result<String> {
    const SOURCES: &str = "crates benches tools Cargo.toml Cargo.lock rust-toolchain.toml";
    let revision = output("git", "rev-parse --short=12 HEAD")?;
    let status = format!("status --porcelain --untracked-files=no -- {SOURCES}");
    match output("git", &status) {
        Ok(changes) if changes.is_empty() => Ok(revision),
        _ => Ok(format!("{revision}-dirty")),
    }
}

fn flags() -> String {
    let encoded = env::var("CARGO_ENCODED_RUSTFLAGS").map(|flags| flags.replace('\x1f', " "));
    let flags = encoded
        .or_else(|_| env::var("RUSTFLAGS"))
        .or_else(|_| env::var("CARGO_BUILD_RUSTFLAGS"));
    flags.unwrap_or_default().trim().to_string()
}

/// Returns the command that repeats the run in a clone, for a POSIX shell.
fn command() -> String {
    let quoted = |word: &str| shlex::try_quote(word).map_or(word.to_string(), Into::into);
    let variable = |name| Some(format!("{name}={}", quoted(&env::var(name).ok()?)));
    let variables = ["RUSTFLAGS", setwise::selection::VARIABLE].into_iter();
    let program = "cargo run --release -p setwise-measure --".to_string();
    let arguments = env::args().skip(1).map(|argument| quoted(&argument));
    let words = variables.filter_map(variable).chain([program]);
    words.chain(arguments).join(" ")
}
