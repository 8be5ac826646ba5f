//! One core for the whole run.

use crate::failure::Failure;
use std::ffi::OsStr;
use std::process::{Command, Stdio};

/// A command that runs on one core, if that can be had: the core, or why not.
#[derive(Debug)]
pub(super) enum Pin {
    Core(usize),
    None(String),
}

/// Which core: the one that was asked for, `none`, or the last one (the first often serves interrupts).
pub(super) fn choose(asked: Option<&str>) -> Result<Pin, Failure> {
    match asked {
        Some("none") => Ok(Pin::None("not pinned, as asked for".to_string())),
        Some(text) => {
            let core = text.parse().map_err(|_| {
                Failure::usage(format!(
                    "--pin takes the number of a CPU or `none`, not `{text}`"
                ))
            })?;
            attempt(core).map_err(|reason| Failure::new(format!("--pin {core}: {reason}")))?;
            Ok(Pin::Core(core))
        }
        None => {
            let last = std::thread::available_parallelism().map_or(1, usize::from) - 1;
            Ok(match attempt(last) {
                Ok(()) => Pin::Core(last),
                Err(reason) => Pin::None(format!(
                    "not pinned to a core ({reason}): expect more noise"
                )),
            })
        }
    }
}

/// Does pinning to this core work here?
fn attempt(core: usize) -> Result<(), String> {
    let output = Command::new("taskset")
        .args(["-c", &core.to_string(), "true"])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("taskset: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(text.lines().next().unwrap_or("taskset failed").to_string())
}

impl Pin {
    /// A program on that core.
    pub(super) fn command(&self, program: &OsStr) -> Command {
        match self {
            Self::Core(core) => {
                let mut command = Command::new("taskset");
                command.args(["-c", &core.to_string()]).arg(program);
                command
            }
            Self::None(_) => Command::new(program),
        }
    }

    /// A line about it.
    pub(super) fn note(&self) -> String {
        match self {
            Self::Core(core) => format!("pinned to CPU {core}"),
            Self::None(reason) => reason.clone(),
        }
    }
}
