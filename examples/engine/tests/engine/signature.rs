//! The signature on every level.

use crate::player::ENGINE;
use std::process::Command;

#[test]
fn every_level_has_the_same_signature() {
    let expected = format!("signature {}", include_str!("../signature.txt").trim());
    for level in setwise_dispatch::Level::all() {
        let mut command = Command::new(ENGINE);
        command
            .args(["bench", "4"])
            .env("SETWISE_KERNEL", level.name());
        let output = command.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            text.lines().any(|line| line == expected),
            "{}: {text}",
            level.name()
        );
    }
}
