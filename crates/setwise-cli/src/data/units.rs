//! Files as sequences of units that are copied unchanged: records, games, chains or chunks.

use super::destination::Destination;
use super::input::{compression_of, open_bytes};
use super::names::{format_of, format_parser, is_same_file, is_standard, name};
use anyhow::Context;
use clap::Args;
use indicatif::ProgressBar;
use setwise_formats::units::{CopiedUnit, UnitKind, UnitWriter, Units};
use setwise_formats::{Compression, Compressor, Format};
use setwise_program::failure::usage;
use std::fs;
use std::path::Path;

/// The format of all files of a command.
#[derive(Args, Debug)]
pub(super) struct UnitArgs {
    /// Format of the files: bulletformat, marlinformat, viriformat or binpack [default: the one of
    /// their extensions]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(|format| UnitKind::of(format, false).is_some()))]
    format: Option<Format>,
}

impl UnitArgs {
    /// Returns the format of some inputs and outputs, and the kind of its units. No output is an
    /// input or another output.
    pub(super) fn kind(
        &self,
        inputs: &[&Path],
        outputs: &[&Path],
        by_chunk: bool,
    ) -> anyhow::Result<(Format, UnitKind)> {
        let mut common = None;
        for path in inputs.iter().chain(outputs) {
            let (format, _) = format_of(path, self.format, "--format")?;
            let other = *common.get_or_insert(format);
            if other != format {
                let name = path.display();
                return Err(usage(format!(
                    "{name}: {format}, but another file is {other} (setwise data convert changes the format)"
                )));
            }
        }
        for (i, output) in outputs.iter().enumerate() {
            let others = inputs.iter().chain(outputs.iter().take(i));
            let is_other = |other: &&&Path| !is_standard(output) && is_same_file(other, output);
            if let Some(other) = others.clone().find(is_other) {
                let (output, other) = (output.display(), other.display());
                return Err(usage(format!(
                    "{output}: the output is the same file as {other}"
                )));
            }
        }
        let format = common.context("no file")?;
        let kind = UnitKind::of(format, by_chunk);
        let kind = kind.ok_or_else(|| usage(format!("{format} is not copied by units")))?;
        Ok((format, kind))
    }
}

/// Returns the size of a file in bytes; `None` if it is compressed or no file.
pub(super) fn size(path: &Path) -> Option<u64> {
    let about = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    (compression_of(path).ok()? == Compression::None).then_some(about.len())
}

/// The units of a file.
pub(super) struct UnitInput {
    name: String,
    units: Units<'static>,
    progress: ProgressBar,
}

impl UnitInput {
    pub(super) fn open(path: &Path, format: Format, kind: UnitKind) -> anyhow::Result<Self> {
        let name = name(path);
        let opened = open_bytes(path, Compression::of_path(path), 0, 1);
        let (source, progress) = opened.with_context(|| name.clone())?;
        Ok(Self {
            name,
            units: Units::new(source, format, kind),
            progress,
        })
    }

    /// Returns the next unit, or `None` at the end.
    pub(super) fn next(&mut self) -> anyhow::Result<Option<CopiedUnit<'_>>> {
        self.units.next().with_context(|| self.name.clone())
    }
}

impl Drop for UnitInput {
    fn drop(&mut self) {
        self.progress.finish_and_clear();
    }
}

/// Writes units. The file appears as a whole at the end.
pub(super) struct UnitOutput {
    name: String,
    writer: UnitWriter<Compressor<Destination>>,
}

impl UnitOutput {
    pub(super) fn create(path: &Path, kind: UnitKind) -> anyhow::Result<Self> {
        let destination = Destination::open(path)?;
        let name = destination.name.clone();
        let output = Compression::of_path(path).writer(destination)?;
        Ok(Self {
            name,
            writer: UnitWriter::new(output, kind),
        })
    }

    pub(super) fn push(&mut self, unit: &[u8]) -> anyhow::Result<()> {
        self.writer.push(unit).with_context(|| self.name.clone())
    }

    pub(super) fn commit(self) -> anyhow::Result<()> {
        let finished = self.writer.finish().and_then(Compressor::finish);
        finished.with_context(|| self.name)?.commit()
    }
}
