//! The matrix as a process.

use super::cargo::{self, Pin};
use crate::failure::at;
use anyhow::Context;
use setwise_results::options::Options;
use setwise_results::{MeasuredCell, readback};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::Stdio;

/// A run of the matrix.
pub(super) struct Matrix {
    pub(super) root: PathBuf,
    /// The folder of criterion's files.
    pub(super) raw: PathBuf,
    /// The file for criterion's output.
    pub(super) log: PathBuf,
    pub(super) pin: Pin,
    pub(super) options: Options,
}

impl Matrix {
    /// Builds the matrix, runs it on one core, and returns the results. The progress goes to stderr.
    pub(super) fn run(&self) -> anyhow::Result<(readback::Run, Vec<MeasuredCell>)> {
        let mut matrix = cargo::bench(&self.root, "matrix", &self.pin)?;
        eprintln!("setwise: {}", self.pin.note);
        let output = File::create(&self.log).with_context(at(&self.log))?;
        // In this format criterion is almost silent on stderr, where the progress is shown.
        matrix.args(["--output-format", "bencher"]);
        matrix.envs(self.options.to_env()?);
        matrix.stdout(output.try_clone().with_context(at(&self.log))?);
        let running = matrix.stderr(Stdio::piped()).spawn();
        let mut running = running.context(cargo::NOT_RUN)?;
        if let Some(stderr) = running.stderr.take() {
            pass_on(stderr, output);
        }
        let status = running.wait().context(cargo::NOT_RUN)?;
        cargo::check(status, &format!("above and {}", self.log.display()))?;
        Ok(readback::read(&self.raw)?)
    }
}

/// Shows lines as they come; criterion's advice about sampling goes to its other output.
fn pass_on(stderr: impl Read, mut output: File) {
    for line in BufReader::new(stderr).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        if line.is_empty() || line.starts_with("Warning: ") {
            // The log is for reading only: a full disk must not end the measurement.
            let _ = writeln!(output, "{line}");
        } else {
            eprintln!("{line}");
        }
    }
}
