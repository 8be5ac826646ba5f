//! Programs of another architecture or another CPU.

use std::{path::Path, process::Command};

/// Returns a command for a program of this build: under the emulator that cargo is configured to
/// use (`CARGO_TARGET_X86_64_..._RUNNER`), if there is one.
pub fn command(program: &Path) -> Command {
    let Some(runner) = runner() else {
        return Command::new(program);
    };
    let mut words = runner.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).arg(program);
    command
}

fn runner() -> Option<String> {
    let prefix = match std::env::consts::ARCH {
        // Such as i686 and armv7.
        "x86" => "CARGO_TARGET_I".to_string(),
        "arm" => "CARGO_TARGET_ARM".to_string(),
        architecture => format!("CARGO_TARGET_{}_", architecture.to_uppercase()),
    };
    let mut all = std::env::vars().filter(|(name, value)| {
        name.starts_with(&prefix) && name.ends_with("_RUNNER") && !value.trim().is_empty()
    });
    Some(all.next()?.1)
}
