//! Mistakes that are planted into a copy of the workspace, one at a time.

use crate::workspace::output;
use anyhow::{Context, Result, ensure};
use std::{collections::BTreeSet, fs, path::Path, process::Command};

/// The tests that the mistakes below it in the list name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Target<'a> {
    /// Of cargo: the package, its target, features.
    arguments: &'a str,
    /// The number of seeds with which a test must find each mistake. A test of one seed runs
    /// unoptimized and at full length, one of several as `cargo test` runs it.
    seeds: u32,
}

impl<'a> Target<'a> {
    fn of(line: &'a str) -> Result<Self> {
        let Some((arguments, seeds)) = line.split_once(", ") else {
            return Ok(Self {
                arguments: line,
                seeds: 1,
            });
        };
        let seeds = seeds.strip_suffix(" seeds").context("a number of seeds")?;
        Ok(Self {
            arguments,
            seeds: seeds.parse()?,
        })
    }

    fn package(self) -> &'a str {
        self.arguments.split(' ').nth(1).unwrap_or_default()
    }
}

/// Plants each mistake of `planted.txt` whose name or package contains a text, and runs the test
/// that must find it.
pub(crate) fn run(root: &Path, wanted: &str) -> Result<()> {
    let folder = root.join("target/planted");
    let copy = folder.join("workspace");
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    let staged = "git checkout-index --all --prefix=target/planted/workspace/";
    output(root, staged)?;
    let list = fs::read_to_string(root.join("xtask/planted.txt"))?;
    let (mut target, mut path, mut mistake) = (Target::of("")?, "", "");
    let mut tests = BTreeSet::new();
    let (mut all, mut missed) = (0, 0);
    // Lines of targets and of files, below them lines of mistakes, below these a line of a change.
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let Some(change) = line.strip_prefix("    ") else {
            match line.as_bytes().first() {
                Some(b'-') => target = Target::of(line)?,
                Some(b' ') => mistake = line.trim(),
                _ => path = line.trim(),
            }
            continue;
        };
        let (test, name) = mistake.split_once(": ").context("a test and a name")?;
        let (text, instead) = change.split_once(" ~> ").context("two texts")?;
        let sources = copy.join("crates").join(target.package()).join("src");
        let file = sources.join(path);
        let source = fs::read_to_string(&file).with_context(|| path.to_owned())?;
        let times = source.matches(text).count();
        let is_clear = times == 1;
        ensure!(is_clear, "{name}: its text occurs {times} times in {path}");
        if !name.contains(wanted) && !target.package().contains(wanted) {
            continue;
        }
        if tests.insert((target, test)) {
            let passed = passes(&folder, target, test)?;
            ensure!(passed == target.seeds, "{test} fails without a mistake");
        }
        fs::write(&file, source.replace(text, instead))?;
        let passed = passes(&folder, target, test).with_context(|| name.to_owned())?;
        fs::write(&file, source)?;
        all += 1;
        missed += usize::from(passed > 0);
        let of = target.seeds;
        let found = match (passed, of) {
            (0, 1) => "found".to_owned(),
            (0, _) => format!("found with {of} seeds"),
            (_, 1) => "NOT FOUND".to_owned(),
            _ => format!("NOT FOUND with {passed} of {of} seeds"),
        };
        println!("{all} {name}: {found} by {test}");
    }
    ensure!(all > 0, "no mistake has {wanted:?} in its name or package");
    ensure!(missed == 0, "{missed} of {all} mistakes are not found");
    Ok(())
}

/// Builds the copy and runs a test. Returns with how many seeds it passes. Without optimization the
/// build takes seconds; only perft with a hash table visits so many positions that it needs some.
fn passes(folder: &Path, target: Target<'_>, test: &str) -> Result<u32> {
    let mut command = Command::new(env!("CARGO"));
    command
        .args(["test", "--locked"])
        .args(target.arguments.split(' '))
        .args(["--", "--exact", test])
        .current_dir(folder.join("workspace"))
        .env("CARGO_TARGET_DIR", folder.join("build"))
        .env("CARGO_INCREMENTAL", "1");
    if target.seeds == 1 {
        let level = u8::from(test.starts_with("perft::")).to_string();
        command
            .env("CARGO_PROFILE_TEST_OPT_LEVEL", level)
            .env("CARGO_PROFILE_TEST_DEBUG_ASSERTIONS", "false");
    }
    let mut passed = 0;
    for seed in 0..target.seeds {
        let output = command.env("SUITE_SEED", seed.to_string()).output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let passes = text.contains("test result: ok. 1 passed");
        let errors = String::from_utf8_lossy(&output.stderr);
        let has_run = passes || text.contains("1 failed");
        ensure!(has_run, "{test} did not run:\n{errors}");
        passed += u32::from(passes);
    }
    Ok(passed)
}
