//! The same batches on all instruction sets, each in a process of its own.

use crate::data::{FILES, HAS_FILES, builder, rows};
use setwise_dispatch::{Level, VARIABLE, select_from_env};
use setwise_loader::{Opening, SkipRules};
use std::env::current_exe;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;

const MARK: &str = "hash of batches: ";

/// Prints a hash. The test below runs it.
#[test]
#[ignore = "a part of the test of levels"]
fn print_hash() {
    select_from_env().unwrap();
    let rules = SkipRules {
        random: 1,
        by_outcome: true,
        opening: Some(Opening::default()),
        pieces: Some([0.0, 0.4, 1.0, 1.0, 0.8]),
        ..SkipRules::default()
    };
    let files = [FILES[0].clone(), FILES[1].clone(), FILES[3].clone()];
    let mut hasher = DefaultHasher::new();
    for (rules, batches) in [(SkipRules::default(), 100), (rules, 200)] {
        let settings = builder(&files).rules(rules).cyclic(true).batch_size(20);
        let settings = settings.condition("in_check || hanging < 2").threads(2);
        rows(&mut settings.open().unwrap(), batches).hash(&mut hasher);
    }
    println!("{MARK}{:016x}", hasher.finish());
}

#[test]
fn every_level() {
    assert_eq!(FILES.len(), 5);
    let run = |level: Level| {
        let mut command = Command::new(current_exe().unwrap());
        let arguments = ["levels::print_hash", "--exact", "--ignored", "--nocapture"];
        let output = command
            .args(arguments)
            .env(HAS_FILES, "1")
            .env(VARIABLE, level.name())
            .output();
        let text = String::from_utf8(output.unwrap().stdout).unwrap();
        let at = text.find(MARK).unwrap_or_else(|| panic!("{level}: {text}"));
        text[at + MARK.len()..][..16].to_owned()
    };
    let hashes: Vec<_> = Level::all()
        .map(|level| (level.name(), run(level)))
        .collect();
    assert!(
        hashes.iter().all(|(_, hash)| *hash == hashes[0].1),
        "{hashes:?}"
    );
}
