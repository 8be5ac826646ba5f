//! The output of a command: its format, its compression, and the checkpoints of a run that can be
//! resumed.

use super::destination::Destination;
use super::names::{format_of, format_parser, is_standard};
use super::resume::{Checkpoints, Points};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use setwise_formats::columns::{GameTable, MoveNotation};
use setwise_formats::{
    BlockSets, Compression, Compressor, EncodedGames, Error, Extras, Fields, Format, GameColumn,
    GameEncoders, Notice, PositionEncoding, ReadBatch, Record, WriteOptions, WritePoint, Writer,
};
use setwise_program::failure::usage;
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

/// What is written: records, or games as rows of a table.
enum Sink {
    Records(Box<Writer<Compressor<Destination>>>),
    Games(Box<GameTable<Compressor<Destination>>>),
}

/// An output of records or games. It appears as a whole at the end; a run that can be resumed
/// writes checkpoints before.
pub(super) struct Output {
    pub(super) name: String,
    sink: Sink,
    // After the sink, whose last bytes are written first.
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
            sink: Sink::Records(Box::new(writer)),
            checkpoints,
            waiting: None,
        })
    }

    /// Opens a table whose rows are games, with these columns.
    pub(super) fn of_games(
        path: &Path,
        (format, compression): (Format, Compression),
        columns: &[GameColumn],
        notation: MoveNotation,
    ) -> anyhow::Result<Self> {
        let destination = Destination::open(path)?;
        let name = destination.name.clone();
        let table = GameTable::new(compression.writer(destination)?, format, columns, notation);
        let table = table.map_err(|error| usage(format!("{name}: {error}")))?;
        Ok(Self {
            name,
            sink: Sink::Games(Box::new(table)),
            checkpoints: None,
            waiting: None,
        })
    }

    /// Prepares for records of a format, or refuses them. Games have all fields.
    pub(super) fn accept_input(&mut self, input: Format) -> Result<(), Error> {
        match &mut self.sink {
            Sink::Records(writer) => writer.accept_input(input),
            Sink::Games(_) => Ok(()),
        }
    }

    /// Whether games need no records.
    pub(super) fn takes_games(&self) -> bool {
        match &self.sink {
            Sink::Records(writer) => writer.takes_games(),
            Sink::Games(_) => true,
        }
    }

    /// Whether rows of blocks are written in less time than records.
    pub(super) fn takes_blocks(&self) -> bool {
        match &self.sink {
            Sink::Records(writer) => writer.takes_blocks(),
            Sink::Games(_) => false,
        }
    }

    /// Makes encoders of games, if these can be encoded in any order. Chains that are encoded apart
    /// have no checkpoints.
    pub(super) fn game_encoders(&self) -> Option<GameEncoders> {
        match &self.sink {
            Sink::Records(_) if self.checkpoints.is_some() => None,
            Sink::Records(writer) => writer.game_encoders(),
            Sink::Games(_) => None,
        }
    }

    /// Writes a batch. Of its games, these rows are written; all, where there are none.
    /// `encoded` has them already.
    pub(super) fn write_batch<R>(
        &mut self,
        batch: &ReadBatch<'_, R>,
        kept: &[BlockSets],
        encoded: Option<EncodedGames>,
    ) -> Result<(), Error> {
        match &mut self.sink {
            Sink::Records(writer) => {
                if let Some(encoded) = encoded {
                    return writer.write_encoded(encoded);
                }
                let mut chosen = batch.extras.games().iter().zip(kept);
                chosen.try_for_each(|(games, sets)| writer.write_rows(games, sets))?;
                match kept.is_empty() {
                    true => writer.write_batch(batch),
                    false => Ok(()),
                }
            }
            Sink::Games(table) => table
                .push(batch.records, batch.extras)
                .map_err(Error::Write),
        }
    }

    /// Ends the game that is open: records of the next input do not continue it.
    pub(super) fn end_game(&mut self) {
        match &mut self.sink {
            Sink::Records(writer) => writer.end_game(),
            Sink::Games(table) => table.end_game(),
        }
    }

    /// The number of records written.
    pub(super) const fn written(&self) -> u64 {
        match &self.sink {
            Sink::Records(writer) => writer.written(),
            Sink::Games(_) => 0,
        }
    }

    /// Writes records without extras.
    pub(super) fn write_all(&mut self, records: &[Record]) -> Result<(), Error> {
        match &mut self.sink {
            Sink::Records(writer) => writer.write_all(records),
            Sink::Games(table) => table
                .push(records, &Extras::default())
                .map_err(Error::Write),
        }
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
        let (Some(checkpoints), Sink::Records(writer)) = (
            self.checkpoints.as_mut().filter(|all| all.is_due()),
            &mut self.sink,
        ) else {
            return Ok(());
        };
        let (points, written) = match self.waiting.take() {
            Some((before, given)) => match writer.point_after(given)? {
                Some(written) => (before, written),
                None => {
                    self.waiting = Some((before, given));
                    return Ok(());
                }
            },
            None => match (points(), writer.point()?) {
                (Some(points), Some(written)) => (points, written),
                (Some(points), None) => {
                    self.waiting = Some((points, writer.given()));
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
        let finish = |stream| Compressor::finish(stream).map_err(Error::Write);
        let written = self.written();
        let mut lost_extras = Vec::new();
        let (chains, games, assumed, lost, destination) = match self.sink {
            Sink::Records(writer) => {
                let (lost, assumed) = (writer.lost().collect(), writer.assumed().collect());
                lost_extras.extend(writer.lost_extras());
                let chains = writer.chains();
                (chains, None, assumed, lost, finish(writer.finish()?)?)
            }
            Sink::Games(table) => {
                let lost = table.lost().collect();
                let columns = table.lost_columns();
                lost_extras.extend((columns > 0).then_some((Notice::Columns, columns)));
                let (output, games) = table.finish().map_err(Error::Write)?;
                (None, Some(games), Vec::new(), lost, finish(output)?)
            }
        };
        Ok(Finished {
            written,
            chains,
            games,
            lost,
            lost_extras,
            assumed,
            destination,
            checkpoints: self.checkpoints,
        })
    }
}

/// A complete output that has not got its name yet.
pub(super) struct Finished {
    pub(super) written: u64,
    /// The number of chains, if the format has them.
    pub(super) chains: Option<u64>,
    /// The number of games, if they are rows of a table.
    pub(super) games: Option<u64>,
    /// The fields that the format does not hold, with the numbers of records that had them.
    pub(super) lost: Vec<(Fields, u64)>,
    /// The same for what stands beside records.
    pub(super) lost_extras: Vec<(Notice, u64)>,
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

/// Returns the text for the standard output. If records go there, prints it on stderr instead.
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
