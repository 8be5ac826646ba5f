//! Cargo, which builds and starts benchmarks, on one core if that is wanted.

use crate::failure::usage;
use anyhow::{Context, bail, ensure};
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// The context of errors when cargo is started.
pub(super) const NOT_RUN: &str = "cargo cannot be run";

/// Builds a benchmark of the workspace on all cores and returns the command that runs it, without its arguments. The
/// messages of cargo go to stderr.
pub(super) fn bench(root: &Path, name: &str, pin: &Pin) -> anyhow::Result<Command> {
    // The cargo that runs this program, or the one of the path.
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let bench = |mut cargo: Command| {
        cargo.args(["bench", "--package", "setwise-benches", "--bench", name]);
        cargo.current_dir(root).stdin(Stdio::null());
        cargo
    };
    let mut build = bench(Command::new(&cargo));
    let status = build.arg("--no-run").stdout(io::stderr()).status();
    let problem = "the benchmarks do not build; the messages of cargo above say why";
    ensure!(status.context(NOT_RUN)?.success(), problem);
    let mut run = bench(pin.command(&cargo));
    run.args(["--quiet", "--"]);
    Ok(run)
}

/// Fails unless a benchmark ended well. `place` is where its messages are.
pub(super) fn check(status: ExitStatus, place: &str) -> anyhow::Result<()> {
    let problem = format!("the benchmark failed ({status}) and nothing was written");
    ensure!(status.success(), "{problem}; see {place}");
    Ok(())
}

/// The core that a command runs on, or the reason why it has none.
pub(super) struct Pin {
    /// The words before a command that runs on the core; empty for any core.
    starter: Vec<String>,
    /// A line for the log.
    pub(super) note: String,
}

/// Chooses the core: the one that was asked for, `none`, or the last one (the first often serves interrupts).
pub(super) fn choose_core(asked: Option<&str>) -> anyhow::Result<Pin> {
    let core = match asked {
        Some("none") => return Ok(Pin::none("not pinned, as requested".to_string())),
        Some(core) => {
            let message = format!("--pin takes the number of a CPU or `none`, not `{core}`");
            core.parse().map_err(|_| usage(message))?
        }
        None => std::thread::available_parallelism().map_or(1, usize::from) - 1,
    };
    let starter = format!("taskset -c {core}");
    let pin = Pin {
        starter: starter.split(' ').map(String::from).collect(),
        note: format!("pinned to CPU {core}"),
    };
    match (pin.attempt(), asked) {
        (Ok(()), _) => Ok(pin),
        (Err(reason), Some(_)) => bail!("--pin {core}: {reason}"),
        (Err(reason), None) => {
            let note = format!("not pinned to a core ({reason}): expect more noise");
            Ok(Pin::none(note))
        }
    }
}

impl Pin {
    /// Any core.
    pub(super) const fn none(note: String) -> Self {
        let starter = Vec::new();
        Self { starter, note }
    }

    /// Returns the command for a program on the core.
    pub(super) fn command(&self, program: &OsStr) -> Command {
        let mut words = self.starter.iter().map(OsStr::new).chain([program]);
        let mut command = Command::new(words.next().unwrap_or(program));
        command.args(words);
        command
    }

    /// Does pinning to this core work here?
    fn attempt(&self) -> Result<(), String> {
        let mut command = self.command(OsStr::new("true"));
        let output = command.stdin(Stdio::null()).output();
        let output = output.map_err(|error| format!("taskset: {error}"))?;
        let text = String::from_utf8_lossy(&output.stderr);
        match output.status.success() {
            true => Ok(()),
            false => Err(text.lines().next().unwrap_or("taskset failed").to_string()),
        }
    }
}
