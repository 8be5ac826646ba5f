//! The record of a run beside its measurements.

use itertools::Itertools;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// Returns the version of the compiler that cargo uses in the workspace.
pub(super) fn rustc(root: &Path) -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    let mut rustc = Command::new(rustc);
    let output = rustc.arg("--version").current_dir(root).output().ok();
    let output = output.filter(|output| output.status.success());
    let version = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string());
    version.unwrap_or_else(|| "unknown".to_string())
}

/// Returns the compiler flags of the environment.
pub(super) fn flags() -> String {
    let encoded = std::env::var("CARGO_ENCODED_RUSTFLAGS").map(|flags| flags.replace('\x1f', " "));
    let flags = encoded
        .or_else(|_| std::env::var("RUSTFLAGS"))
        .or_else(|_| std::env::var("CARGO_BUILD_RUSTFLAGS"));
    flags.unwrap_or_default().trim().to_string()
}

/// Returns the command that starts the same run from a clone.
pub(super) fn command() -> String {
    let variables = ["RUSTFLAGS", setwise::VARIABLE].into_iter();
    let variables =
        variables.filter_map(|name| Some(format!("{name}={}", quoted(&std::env::var(name).ok()?))));
    let program = "cargo run --release -p setwise-cli --".to_string();
    let arguments = std::env::args().skip(1).map(|argument| quoted(&argument));
    variables.chain([program]).chain(arguments).join(" ")
}

/// A word as a POSIX shell reads it.
fn quoted(word: &str) -> String {
    shlex::try_quote(word).map_or_else(|_| word.to_string(), |word| word.into_owned())
}

/// Returns the day in UTC.
pub(super) fn today() -> String {
    jiff::Timestamp::now().strftime("%F").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_has_ten_characters() {
        assert_eq!(today().len(), 10);
        assert!(today().starts_with("20"));
    }

    #[test]
    fn words_of_a_shell() {
        let words = ["--only", "a b", "", "avx2+gfni/sliced"];
        assert_eq!(
            words.map(quoted),
            ["--only", "'a b'", "''", "avx2+gfni/sliced"]
        );
        assert_eq!(shlex::split(&quoted("it's")).unwrap(), ["it's"]);
    }
}
