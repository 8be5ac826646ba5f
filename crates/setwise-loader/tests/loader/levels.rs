//! The same batches on all instruction sets, each in a process of its own.

use crate::data::{FILES, HAS_FILES, builder, rows};
use setwise_dispatch::{Level, VARIABLE, select_from_env};
use setwise_loader::{Condition, Opening, SkipRules};
use std::env::current_exe;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;

/// Of these batches, on every level and architecture. It changes with what a seed stands for.
const HASH: u64 = 0x0ffb_0fa7_2cdc_05e0;

/// The test below runs it.
#[test]
#[ignore = "a part of the test of levels"]
fn hash() {
    select_from_env().unwrap();
    let rules = SkipRules::default().random(1).by_outcome(true);
    let rules = rules.opening(Some(Opening::default()));
    let rules = rules.pieces(Some([0.0, 0.4, 1.0, 1.0, 0.8]));
    let files = [FILES[0].clone(), FILES[1].clone(), FILES[3].clone()];
    let mut hasher = DefaultHasher::new();
    for (rules, batches) in [(SkipRules::default(), 100), (rules, 50)] {
        let settings = builder(&files).rules(rules).cyclic(true).batch_size(20);
        let settings = settings
            .condition(Condition::parse("in_check || hanging < 2").unwrap())
            .threads(2);
        let settings = settings.shuffle(500);
        rows(&mut settings.open().unwrap(), batches).hash(&mut hasher);
    }
    assert_eq!(hasher.finish(), HASH);
}

#[test]
fn every_level() {
    assert_eq!(FILES.len(), 5);
    for level in Level::all() {
        let output = Command::new(current_exe().unwrap())
            .args(["levels::hash", "--exact", "--ignored"])
            .env(HAS_FILES, "1")
            .env(VARIABLE, level.name())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("1 passed"), "{level}: {text}");
    }
}
