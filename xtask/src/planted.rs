//! Mistakes that are planted into a copy of the workspace, one at a time.

use crate::workspace::output;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Plants each mistake of `planted.txt` whose name contains a text, and runs the test that must
/// find it.
pub(crate) fn run(root: &Path, wanted: &str) -> Result<()> {
    let folder = root.join("target/planted");
    let copy = folder.join("workspace");
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    let staged = "git checkout-index --all --prefix=target/planted/workspace/";
    output(root, staged)?;
    let list = fs::read_to_string(root.join("xtask/planted.txt"))?;
    let (mut path, mut mistake) = ("", "");
    let mut tests = BTreeSet::new();
    let (mut all, mut missed) = (0, 0);
    // Lines of files, below them lines of mistakes, below these a line of a change.
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let Some(change) = line.strip_prefix("    ") else {
            match line.starts_with(' ') {
                true => mistake = line.trim(),
                false => path = line.trim(),
            }
            continue;
        };
        let (test, name) = mistake.split_once(": ").context("a test and a name")?;
        let (text, instead) = change.split_once(" ~> ").context("two texts")?;
        let file = copy.join("crates/setwise-moves/src").join(path);
        let source = fs::read_to_string(&file).with_context(|| path.to_owned())?;
        let times = source.matches(text).count();
        let is_clear = times == 1;
        ensure!(is_clear, "{name}: its text occurs {times} times in {path}");
        if !name.contains(wanted) {
            continue;
        }
        let is_fine = !tests.insert(test) || passes(&folder, test)?;
        ensure!(is_fine, "{test} fails without a mistake");
        fs::write(&file, source.replace(text, instead))?;
        let is_missed = passes(&folder, test).with_context(|| name.to_owned())?;
        fs::write(&file, source)?;
        all += 1;
        missed += usize::from(is_missed);
        let found = if is_missed { "NOT FOUND" } else { "found" };
        println!("{all} {name}: {found} by {test}");
    }
    ensure!(all > 0, "no mistake has {wanted:?} in its name");
    ensure!(missed == 0, "{missed} of {all} mistakes are not found");
    Ok(())
}

/// Builds the copy and runs a test. Without optimization the build takes seconds; only perft with a
/// hash table visits so many positions that it needs some.
fn passes(folder: &Path, test: &str) -> Result<bool> {
    let level = u8::from(test.starts_with("perft::")).to_string();
    let output = Command::new(env!("CARGO"))
        .args(
            "test --package=setwise-moves --test=positions --features=perft -- --exact".split(' '),
        )
        .arg(test)
        .current_dir(folder.join("workspace"))
        .env("CARGO_TARGET_DIR", folder.join("build"))
        .env("CARGO_INCREMENTAL", "1")
        .env("CARGO_PROFILE_TEST_OPT_LEVEL", level)
        .env("CARGO_PROFILE_TEST_DEBUG_ASSERTIONS", "false")
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let passes = text.contains("test result: ok. 1 passed");
    let errors = String::from_utf8_lossy(&output.stderr);
    let has_run = passes || text.contains("1 failed");
    ensure!(has_run, "{test} did not run:\n{errors}");
    Ok(passes)
}
