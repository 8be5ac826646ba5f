//! Mistakes that are planted into a copy of the workspace, one at a time.

use crate::workspace::output;
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// An entry of `planted.txt`.
struct Mistake {
    name: String,
    test: String,
    file: PathBuf,
    text: String,
    instead: String,
}

/// Plants each mistake whose name contains a text, and runs the test that must find it.
pub(crate) fn run(root: &Path, wanted: &str) -> Result<()> {
    let folder = root.join("target/planted");
    let copy = folder.join("workspace");
    copy_sources(root, &copy)?;
    let mut mistakes = read(&root.join("xtask/planted.txt"), &copy)?;
    mistakes.retain(|one| one.name.contains(wanted));
    let all = mistakes.len();
    ensure!(all > 0, "no mistake has {wanted:?} in its name");
    let tests: BTreeSet<&str> = mistakes.iter().map(|one| &*one.test).collect();
    println!("{all} mistakes; first all tests without one");
    for test in tests {
        ensure!(passes(&folder, test)?, "{test} fails without a mistake");
    }
    let start = Instant::now();
    let mut missed = 0;
    for (one, number) in mistakes.iter().zip(1..) {
        let source = fs::read_to_string(&one.file)?;
        fs::write(&one.file, source.replace(&one.text, &one.instead))?;
        let is_missed = passes(&folder, &one.test).with_context(|| one.name.clone())?;
        fs::write(&one.file, source)?;
        missed += usize::from(is_missed);
        let found = if is_missed { "NOT FOUND" } else { "found" };
        let left = start.elapsed() * (all - number) as u32 / number as u32;
        let (name, test, left) = (&one.name, &one.test, left.as_secs());
        println!("{number}/{all} {name}: {found} by {test}; {left} s left");
    }
    ensure!(missed == 0, "{missed} of {all} mistakes are not found");
    println!("all {all} mistakes are found");
    Ok(())
}

/// Copies what the tests are built from.
fn copy_sources(root: &Path, copy: &Path) -> Result<()> {
    if copy.exists() {
        fs::remove_dir_all(copy)?;
    }
    let list = "git ls-files *.rs *.toml Cargo.lock crates/setwise-moves";
    for file in output(root, list)?.lines() {
        let to = copy.join(file);
        fs::create_dir_all(to.parent().context("a folder")?)?;
        fs::copy(root.join(file), to).with_context(|| file.to_owned())?;
    }
    Ok(())
}

/// Reads the list. Each text must occur once in its file.
fn read(list: &Path, copy: &Path) -> Result<Vec<Mistake>> {
    let list = fs::read_to_string(list)?;
    let mut mistakes = Vec::new();
    for part in list.split("\n\n").skip(1) {
        let (file, rows) = part.trim_end().split_once('\n').context("a file")?;
        let file = copy.join("crates/setwise-moves/src").join(file);
        let source = fs::read_to_string(&file).with_context(|| part.to_owned())?;
        let rows: Vec<&str> = rows.lines().collect();
        for row in rows.chunks(3) {
            let &[title, text, instead] = row else {
                bail!("a row is incomplete: {row:?}");
            };
            let (test, name) = title.split_once(": ").context("a test and a name")?;
            let text = text.strip_prefix("- ").context("a text")?;
            let times = source.matches(text).count();
            ensure!(times == 1, "{name}: its text occurs {times} times");
            mistakes.push(Mistake {
                name: name.to_owned(),
                test: test.to_owned(),
                file: file.clone(),
                text: text.to_owned(),
                instead: instead.strip_prefix("+ ").context("a text")?.to_owned(),
            });
        }
    }
    Ok(mistakes)
}

/// Builds the copy and runs a test. Without optimization the build takes seconds; only perft with a
/// hash table visits so many positions that it needs some.
fn passes(folder: &Path, test: &str) -> Result<bool> {
    let level = u8::from(test.starts_with("perft::")).to_string();
    let output = Command::new(env!("CARGO"))
        .args("test --package=setwise-moves --test=gate --features=perft -- --exact".split(' '))
        .arg(test)
        .current_dir(folder.join("workspace"))
        .env("CARGO_TARGET_DIR", folder.join("build"))
        .env("CARGO_INCREMENTAL", "1")
        .env("CARGO_PROFILE_TEST_OPT_LEVEL", level)
        .env("CARGO_PROFILE_TEST_DEBUG_ASSERTIONS", "false")
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    if text.contains("test result: ok. 1 passed") {
        return Ok(true);
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(text.contains("1 failed"), "{test} did not run:\n{errors}");
    Ok(false)
}
