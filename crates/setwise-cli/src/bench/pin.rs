//! One core for the whole run.

use crate::failure::Failure;
use std::ffi::OsStr;
use std::process::{Command, Stdio};

/// The core that a command runs on, or the reason why it has none.
#[derive(Debug)]
pub(super) enum Pin {
    Core(usize),
    None(String),
}

/// Chooses the core: the one that was asked for, `none`, or the last one (the first often serves interrupts).
pub(super) fn choose(asked: Option<&str>) -> Result<Pin, Failure> {
    if asked == Some("none") {
        return Ok(Pin::None("not pinned, as requested".to_string()));
    }
    let last = std::thread::available_parallelism().map_or(1, usize::from) - 1;
    let core = asked.map_or(Ok(last), str::parse).map_err(|_| {
        let asked = asked.unwrap_or_default();
        Failure::usage(format!(
            "--pin takes the number of a CPU or `none`, not `{asked}`"
        ))
    })?;
    match (attempt(core), asked) {
        (Ok(()), _) => Ok(Pin::Core(core)),
        (Err(reason), Some(_)) => Err(Failure::new(format!("--pin {core}: {reason}"))),
        (Err(reason), None) => Ok(Pin::None(format!(
            "not pinned to a core ({reason}): expect more noise"
        ))),
    }
}

/// Does pinning to this core work here?
fn attempt(core: usize) -> Result<(), String> {
    let mut taskset = taskset(core);
    let output = taskset.arg("true").stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("taskset: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    match output.status.success() {
        true => Ok(()),
        false => Err(text.lines().next().unwrap_or("taskset failed").to_string()),
    }
}

fn taskset(core: usize) -> Command {
    let mut command = Command::new("taskset");
    command.args(["-c", &core.to_string()]);
    command
}

impl Pin {
    /// Returns the command for a program on that core.
    pub(super) fn command(&self, program: &OsStr) -> Command {
        match self {
            Self::Core(core) => {
                let mut command = taskset(*core);
                command.arg(program);
                command
            }
            Self::None(_) => Command::new(program),
        }
    }

    /// Returns a line for the log.
    pub(super) fn note(&self) -> String {
        match self {
            Self::Core(core) => format!("pinned to CPU {core}"),
            Self::None(reason) => reason.clone(),
        }
    }
}
