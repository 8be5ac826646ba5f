//! Plants each mistake of `data/mutations.txt` into a copy of the workspace and shows which tests
//! find it.
//!
//! `cargo test -p setwise-moves --test mutations -- --ignored --nocapture` prints the first table
//! of `docs/mutations.md`; it takes half a minute per mistake. `MUTATION=text` plants only those
//! whose description contains the text.
//!
//! The mistakes are in code that all instruction sets share. The copy is built for two of them, as
//! each takes seconds to compile.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{env, fs};

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

/// Each text of the list occurs once in its source file, and each position exists.
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

/// The tables of `docs/mutations.md` have the same mistakes, in the same order. The first one has
/// the same positions too.
#[test]
fn the_document_lists_the_same_mistakes() {
    let document = fs::read_to_string(package().join("../../docs/mutations.md"));
    let document = document.expect("the document");
    let rows = document
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| mistake |"));
    let cells = rows.map(|row| row.split('|').map(str::trim).skip(1));
    let documented: Vec<_> = cells.map(|mut row| (row.next(), row.next())).collect();
    let all = mutations();
    let listed: Vec<_> = all.iter().map(|one| Some(one.mistake)).collect();
    let names: Vec<_> = documented.iter().map(|row| row.0).collect();
    assert_eq!(names, listed);
    for (mutation, (_, position)) in all.iter().zip(documented) {
        let expected = if mutation.position == "-" {
            "–"
        } else {
            mutation.position
        };
        if !mutation.mistake.starts_with("batches: ") {
            assert_eq!(position, Some(expected), "{}", mutation.mistake);
        }
    }
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
        // An unchanged file keeps its time, so cargo does not compile it again.
        let (new, place) = (fs::read(entry.path()).expect("a file"), to.join(name));
        if fs::read(&place).ok().as_ref() != Some(&new) {
            fs::write(place, new).expect("to write");
        }
    }
}

/// The settings of the build. More optimization would take twice as long, and the tests run for
/// seconds only.
const FAST: [(&str, &str); 5] = [
    ("CARGO_PROFILE_TEST_OPT_LEVEL", "1"),
    ("CARGO_PROFILE_DEV_DEBUG", "0"),
    ("CARGO_PROFILE_TEST_DEBUG", "0"),
    ("CARGO_PROFILE_DEV_DEBUG_ASSERTIONS", "false"),
    ("CARGO_PROFILE_TEST_DEBUG_ASSERTIONS", "false"),
];

/// Plain words and one instruction set with batches.
const FEATURES: &str = "std,perft,level-avx2,level-neon";

/// Builds the gate and returns the program; nothing if it does not compile.
fn gate(workspace: &Path) -> Option<PathBuf> {
    let output = Command::new(env!("CARGO"))
        .args(["test", "--no-run", "-p", "setwise-moves", "--test", "gate"])
        .args(["--no-default-features", "--features", FEATURES])
        .current_dir(workspace)
        .envs(FAST)
        .output()
        .expect("cargo");
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().find(|line| line.contains("Executable"));
    let Some(path) = line.and_then(|line| line.split(['(', ')']).nth(1)) else {
        eprintln!("{text}");
        return None;
    };
    Some(workspace.join(path))
}

/// The tests that fail.
fn failing(gate: &Path) -> BTreeSet<String> {
    let mut failed = run(gate, &["mistakes::"]);
    failed.extend(run(gate, &["--skip", "mistakes::"]));
    failed
}

/// The failing tests of a selection. An endless run is stopped.
fn run(gate: &Path, wanted: &[&str]) -> BTreeSet<String> {
    let log = gate.with_extension("log");
    let mut child = Command::new(gate)
        .args(wanted)
        .current_dir(package())
        .env("RUST_BACKTRACE", "0")
        .stdout(fs::File::create(&log).expect("a file"))
        .stderr(Stdio::null())
        .spawn()
        .expect("the gate");
    let start = Instant::now();
    while child.try_wait().expect("its state").is_none() {
        if start.elapsed() > Duration::from_secs(120) {
            child.kill().expect("to stop it");
            child.wait().expect("its end");
            let mut failed = failed_tests(&log);
            failed.insert("(no end in two minutes)".to_owned());
            return failed;
        }
        sleep(Duration::from_millis(100));
    }
    failed_tests(&log)
}

fn failed_tests(log: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(log).expect("the output of the gate");
    let lines = text.lines().filter_map(|line| line.strip_prefix("test "));
    let names = lines.filter_map(|line| line.strip_suffix(" ... FAILED"));
    names.map(str::to_owned).collect()
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
    let wanted = env::var("MUTATION").unwrap_or_default();
    let sound = gate(&workspace).expect("the workspace compiles");
    assert_eq!(failing(&sound), BTreeSet::new(), "without a mistake");
    println!("| mistake | its own position | leaf counts | other tests |");
    println!("|---|---|---|---|");
    let mut missed = Vec::new();
    for mutation in mutations()
        .iter()
        .filter(|one| one.mistake.contains(&wanted))
    {
        let path = workspace
            .join("crates/setwise-moves/src")
            .join(mutation.file);
        let source = fs::read_to_string(&path).expect("a source file");
        fs::write(&path, source.replace(mutation.text, mutation.instead)).expect("to write");
        let gate = gate(&workspace);
        fs::write(&path, source).expect("to write");
        let failed =
            failing(&gate.unwrap_or_else(|| panic!("{} does not compile", mutation.mistake)));
        let own = format!("mistakes::{}", mutation.position.replace('-', "_"));
        let own = match mutation.position {
            "-" => "–",
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
            let names = failed.iter().filter(wanted);
            let names: Vec<&str> = names
                .map(|name| name.trim_start_matches("suites::"))
                .collect();
            if names.is_empty() {
                "–".to_owned()
            } else {
                names.join(", ")
            }
        };
        let (suites, others) = (of(true), of(false));
        println!("| {} | {own} | {suites} | {others} |", mutation.mistake);
        if failed.is_empty() {
            missed.push(mutation.mistake);
        }
    }
    assert!(missed.is_empty(), "not found: {missed:?}");
}
