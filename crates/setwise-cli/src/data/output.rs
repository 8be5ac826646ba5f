//! The output of a command: its format, its compression, and the checkpoints of a run that can be
//! resumed.

use super::destination::Destination;
use super::names::{format_of, format_parser, is_standard};
use super::resume::{Checkpoints, Points};
use crate::program::failure::usage;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use setwise_formats::{
    Compression, Compressor, Error, Fields, Format, PositionEncoding, WriteOptions, WritePoint,
    Writer,
};
use std::io::{self, Write};
use std::path::Path;

/// How records are written to a file.
#[derive(Args, Debug)]
pub(super) struct OutputArgs {
    /// Format of the output [default: the one of its extension]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(Format::is_written))]
    to: Option<Format>,
    /// Columns of positions in Parquet and Arrow
    #[arg(long, value_name = "LAYOUT", value_parser = layout_parser(), default_value = PositionEncoding::default().name())]
    layout: PositionEncoding,
}

impl OutputArgs {
    /// Returns the format and the compression, as [`format_of`].
    pub(super) fn format(&self, path: &Path) -> anyhow::Result<(Format, Compression)> {
        let (format, compression) = format_of(path, self.to, "--to")?;
        if format.is_columnar() && format != Format::Csv && compression != Compression::None {
            let name = path.display();
            return Err(usage(format!(
                "{name}: {format} is compressed inside the file, not as a whole"
            )));
        }
        Ok((format, compression))
    }

    pub(super) fn options(&self) -> WriteOptions {
        WriteOptions::default().encoding(self.layout)
    }
}

fn layout_parser() -> impl TypedValueParser<Value = PositionEncoding> {
    let named = |name: String| PositionEncoding::named(&name).ok_or("no such layout");
    PossibleValuesParser::new(PositionEncoding::ALL.map(PositionEncoding::name)).try_map(named)
}

/// The entry of a checkpoint for the output.
const WRITTEN: &str = "written";

/// An output of records. It appears as a whole at the end; a run that can be resumed writes
/// checkpoints before.
pub(super) struct Output {
    pub(super) name: String,
    pub(super) writer: Writer<Compressor<Destination>>,
    // After the writer, whose last bytes are written first.
    checkpoints: Option<Checkpoints>,
    /// The points that wait for the end of a chunk, and the records given before them.
    waiting: Option<(Points, u64)>,
}

impl Output {
    /// Opens an output; with checkpoints, where the last one of them stands.
    pub(super) fn open(
        path: &Path,
        (format, compression): (Format, Compression),
        options: WriteOptions,
        checkpoints: Option<Checkpoints>,
    ) -> anyhow::Result<Self> {
        let destination = match &checkpoints {
            Some(checkpoints) => Destination::of_file(path, checkpoints.sink()?),
            None => Destination::open(path)?,
        };
        let name = destination.name.clone();
        let mut writer = Writer::new(compression.writer(destination)?, format, options);
        if let Some(points) = checkpoints.as_ref().and_then(|all| all.begin.as_ref()) {
            writer = writer.at(&points.get::<WritePoint>(WRITTEN)?);
        }
        Ok(Self {
            name,
            writer,
            checkpoints,
            waiting: None,
        })
    }

    /// The points of the last checkpoint, from which this run continues; `None` if it starts over.
    pub(super) fn begin(&self) -> Option<&Points> {
        self.checkpoints.as_ref()?.begin.as_ref()
    }

    /// Writes a checkpoint with these points if it is time, and if there are points.
    pub(super) fn checkpoint(
        &mut self,
        points: impl FnOnce() -> Option<Points>,
    ) -> Result<(), Error> {
        let Some(checkpoints) = self.checkpoints.as_mut().filter(|all| all.is_due()) else {
            return Ok(());
        };
        let (points, written) = match self.waiting.take() {
            Some((before, given)) => match self.writer.point_after(given)? {
                Some(written) => (before, written),
                None => {
                    self.waiting = Some((before, given));
                    return Ok(());
                }
            },
            None => match (points(), self.writer.point()?) {
                (Some(points), Some(written)) => (points, written),
                (Some(points), None) => {
                    self.waiting = Some((points, self.writer.given()));
                    return Ok(());
                }
                _ => return Ok(()),
            },
        };
        let points = points.with(WRITTEN, &written);
        let saved = checkpoints.save(written.offset(), points);
        saved.map_err(Error::Write)
    }

    pub(super) fn finish(self) -> Result<Finished, Error> {
        let written = self.writer.written();
        let chains = self.writer.chains();
        let lost = self.writer.lost().collect();
        let assumed = self.writer.assumed().collect();
        let stream = self.writer.finish()?;
        Ok(Finished {
            written,
            chains,
            lost,
            assumed,
            destination: Compressor::finish(stream).map_err(Error::Write)?,
            checkpoints: self.checkpoints,
        })
    }
}

/// A complete output that has not got its name yet.
pub(super) struct Finished {
    pub(super) written: u64,
    /// The number of chains, if the format has them.
    pub(super) chains: Option<u64>,
    /// The fields that the format does not hold, with the numbers of records that had them.
    pub(super) lost: Vec<(Fields, u64)>,
    /// The fields for which default values were written, with the numbers of these records.
    pub(super) assumed: Vec<(Fields, u64)>,
    destination: Destination,
    checkpoints: Option<Checkpoints>,
}

impl Finished {
    /// Gives the output its name.
    pub(super) fn commit(self) -> anyhow::Result<()> {
        self.destination.commit()?;
        self.checkpoints.map_or(Ok(()), Checkpoints::commit)
    }
}

/// Returns what to print on the standard output. If records are there, the text goes to stderr.
pub(super) fn beside_records(text: String, is_taken: bool) -> String {
    if !is_taken {
        return text;
    }
    // If stderr is closed, the records remain.
    let _ = io::stderr().write_all(text.as_bytes());
    String::new()
}

/// Whether the standard output is closed before its end, as with `head`, which is no failure.
pub(super) fn is_closed(output: &Path, error: &Error) -> bool {
    let is_closed = |why: &io::Error| why.kind() == io::ErrorKind::BrokenPipe;
    is_standard(output) && matches!(error, Error::Write(why) if is_closed(why))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;

    #[test]
    fn a_closed_standard_output_is_no_failure() {
        for (path, kind, expected) in [
            ("-", ErrorKind::BrokenPipe, true),
            ("-", ErrorKind::StorageFull, false),
            ("a.fen", ErrorKind::BrokenPipe, false),
            ("a.fen", ErrorKind::StorageFull, false),
        ] {
            let error = Error::Write(kind.into());
            assert_eq!(
                is_closed(Path::new(path), &error),
                expected,
                "{path} {kind}"
            );
        }
    }
}
