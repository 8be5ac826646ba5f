//! Plants each mistake of `data/mutations.txt` into a copy of the workspace and shows which tests find it.
//!
//! `cargo test -p setwise-moves --test mutations -- --ignored --nocapture` prints the table of `docs/mutations.md`;
//! it takes half a minute per mistake.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

struct Mutation {
    mistake: &'static str,
    position: &'static str,
    file: &'static str,
    text: &'static str,
    instead: &'static str,
}

fn mutations() -> Vec<Mutation> {
    let text = include_str!("data/mutations.txt");
    let parse = |block: &'static str| {
        let field = |name: &str| {
            let line = block.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap_or_else(|| panic!("{name:?} is missing: {block}"))
        };
        Mutation {
            mistake: field("mistake: "),
            position: field("position: "),
            file: field("file: "),
            text: field("- "),
            instead: field("+ "),
        }
    };
    text.split("\n\n").skip(1).map(parse).collect()
}

fn package() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The list fits the sources as they are now, and names positions that exist.
#[test]
fn every_mistake_can_be_planted() {
    let lines = include_str!("data/mistakes.txt").lines();
    let positions: Vec<&str> = lines.filter_map(|line| line.split(" | ").next()).collect();
    let all = mutations();
    for mutation in &all {
        let source = fs::read_to_string(package().join("src").join(mutation.file));
        let found = source
            .expect("a source file")
            .matches(mutation.text)
            .count();
        assert_eq!(found, 1, "{}: {}", mutation.mistake, mutation.text);
        assert_ne!(mutation.text, mutation.instead);
        let position = mutation.position;
        assert!(
            position == "-" || positions.contains(&position),
            "{position}"
        );
    }
    assert!(all.len() > 40);
}

/// Copies a directory without build products and hidden files.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a directory");
    for entry in fs::read_dir(from).expect("a directory") {
        let entry = entry.expect("an entry");
        let name = entry.file_name();
        if name == "target" || name.to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type().expect("a type").is_dir() {
            copy(&entry.path(), &to.join(name));
            continue;
        }
        // What has not changed keeps its time, so that it is not compiled again.
        let (new, place) = (fs::read(entry.path()).expect("a file"), to.join(name));
        if fs::read(&place).ok().as_ref() != Some(&new) {
            fs::write(place, new).expect("to write");
        }
    }
}

/// The tests that fail; nothing if it does not compile.
fn failing(workspace: &Path) -> Option<BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["test", "-q", "-p", "setwise-moves", "--test", "gate"])
        .current_dir(workspace)
        .env("RUST_BACKTRACE", "0")
        .output()
        .expect("cargo");
    let text = String::from_utf8_lossy(&output.stdout);
    if !text.contains("test result") {
        eprintln!("{}", String::from_utf8_lossy(&output.stderr));
        return None;
    }
    let listed = text.lines().filter_map(|line| line.strip_prefix("    "));
    let names = listed.filter(|name| name.contains("::") && !name.contains(' '));
    Some(names.map(str::to_owned).collect())
}

#[test]
#[ignore = "plants every mistake: half a minute each"]
fn every_mistake_is_found() {
    let root = package()
        .join("../..")
        .canonicalize()
        .expect("the workspace");
    let workspace = root.join("target/mutations");
    copy(&root, &workspace);
    assert_eq!(
        failing(&workspace),
        Some(BTreeSet::new()),
        "without a mistake"
    );
    println!(
        "| mistake | its own position | leaf counts of the suites | other tests that find it |"
    );
    println!("|---|---|---|---|");
    let mut missed = Vec::new();
    for mutation in mutations() {
        let path = workspace
            .join("crates/setwise-moves/src")
            .join(mutation.file);
        let source = fs::read_to_string(&path).expect("a source file");
        fs::write(&path, source.replace(mutation.text, mutation.instead)).expect("to write");
        let failed = failing(&workspace);
        fs::write(&path, source).expect("to write");
        let failed = failed.unwrap_or_else(|| panic!("{} does not compile", mutation.mistake));
        let own = format!("mistakes::{}", mutation.position.replace('-', "_"));
        let own = match mutation.position {
            "-" => "",
            _ if failed.contains(&own) => mutation.position,
            _ => {
                missed.push(mutation.position);
                "**missed**"
            }
        };
        let of = |suites: bool| {
            let wanted = |name: &&String| {
                !name.starts_with("mistakes::") && name.starts_with("suites::") == suites
            };
            let names: Vec<&str> = failed.iter().filter(wanted).map(String::as_str).collect();
            names.join(", ")
        };
        let (suites, others) = (of(true), of(false));
        println!("| {} | {own} | {suites} | {others} |", mutation.mistake);
        if failed.is_empty() {
            missed.push(mutation.mistake);
        }
    }
    assert!(missed.is_empty(), "not found: {missed:?}");
}
