//! What is recorded about a run beside its measurements.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// The compiler that cargo uses in the workspace.
pub(super) fn rustc(root: &Path) -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    let output = Command::new(rustc)
        .arg("--version")
        .current_dir(root)
        .output();
    match output {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().to_string()
        }
        _ => "unknown".to_string(),
    }
}

/// Compiler flags from the environment.
pub(super) fn flags() -> String {
    let encoded = std::env::var("CARGO_ENCODED_RUSTFLAGS").map(|flags| flags.replace('\x1f', " "));
    let flags = encoded
        .or_else(|_| std::env::var("RUSTFLAGS"))
        .or_else(|_| std::env::var("CARGO_BUILD_RUSTFLAGS"));
    flags.unwrap_or_default().trim().to_string()
}

/// How to start the same run again from a clone.
pub(super) fn command(arguments: impl Iterator<Item = String>) -> String {
    let mut command = String::new();
    for name in ["RUSTFLAGS", "SETWISE_KERNEL"] {
        if let Ok(value) = std::env::var(name) {
            command += &format!("{name}={} ", quoted(&value));
        }
    }
    command += "cargo run --release -p setwise-cli --";
    for argument in arguments {
        command += &format!(" {}", quoted(&argument));
    }
    command
}

/// As a POSIX shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+,:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_string()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// The day in UTC.
pub(super) fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH);
    date(seconds.map_or(0, |elapsed| elapsed.as_secs() / 86_400))
}

/// The date of a number of days after 1 January 1970, in the Gregorian calendar.
fn date(mut days: u64) -> String {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let cases = [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (364, "1970-12-31"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_593, "2026-05-20"),
        ];
        for (days, text) in cases {
            assert_eq!(date(days), text);
        }
    }

    #[test]
    fn words_of_a_shell() {
        assert_eq!(
            ["--only", "a b", "it's", "", "avx2+gfni/sliced"].map(quoted),
            ["--only", "'a b'", "'it'\\''s'", "''", "avx2+gfni/sliced"]
        );
    }
}
