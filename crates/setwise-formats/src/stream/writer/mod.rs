mod blocks;
mod encoded;
mod games;

pub use encoded::{EncodedGames, GameEncoder, GameEncoders};

use crate::stream::{
    Codec, Encode, Extra, Kind, ReadBatch, State, Unencoded, WriteOptions, WritePoint,
};
use crate::vocabulary::{Error, Fields, Format, GameColumn, Notice, Record};
use core::fmt;
use std::io::Write;

/// Writes records in one format. Equal records give equal bytes.
///
/// Viriformat stores games. A record continues the game if its position and outcome follow from the
/// record before; otherwise it begins a game.
///
/// ```
/// use setwise_formats::{Format, Record, WriteOptions, Writer};
/// use setwise_moves::Position;
/// let mut record = Record::from(Position::startpos());
/// let mut writer = Writer::new(Vec::new(), Format::Marlinformat, WriteOptions::default());
/// let error = writer.write(&record).unwrap_err();
/// assert_eq!(error.to_string(), "record 1 does not fit marlinformat: missing: score, outcome");
/// record.white_score = Some(30);
/// record.outcome = Some(setwise_formats::Outcome::Draw);
/// writer.write(&record)?;
/// assert_eq!(writer.finish()?.len(), 32);
/// # Ok::<(), setwise_formats::Error>(())
/// ```
pub struct Writer<W> {
    output: W,
    buffer: Vec<u8>,
    codec: &'static Codec,
    options: WriteOptions,
    /// The fields that a record needs, and the encoder; `None` if the format is not written.
    encoder: Option<(Fields, Box<dyn Encode>)>,
    /// The point that writing has reached, without the state of the encoder.
    point: WritePoint,
    /// The point before the chunk that is open.
    closed: Option<WritePoint>,
    /// The numbers of records whose operations of EPD, or whose columns, were not written.
    lost_extras: [u64; 2],
}

impl<W> fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer")
            .field("format", &self.codec.format)
            .field("written", &self.point.written)
            .finish_non_exhaustive()
    }
}

/// The number of bytes that are written at once.
const BUFFER: usize = 1 << 16;

impl<W: Write> Writer<W> {
    pub(crate) fn of(output: W, codec: &'static Codec, options: WriteOptions) -> Self {
        let encoder = codec.encoder.map(|(needs, new)| {
            let needs = match codec.kind.is_columnar() {
                true => options.encoding.needs(),
                false => needs,
            };
            (needs, new(options.encoding))
        });
        Self {
            output,
            buffer: Vec::with_capacity(2 * BUFFER),
            codec,
            options,
            encoder,
            point: WritePoint::default(),
            closed: None,
            lost_extras: [0; 2],
        }
    }

    /// The format.
    pub const fn format(&self) -> Format {
        self.codec.format
    }

    /// The choices.
    pub const fn options(&self) -> WriteOptions {
        self.options
    }

    /// The fields that a record needs to be written, or `None` if the format is not part
    /// of this build.
    /// [`PositionEncoding`](crate::PositionEncoding) decides for columnar formats.
    pub fn needs(&self) -> Option<Fields> {
        self.encoder.as_ref().map(|(needs, _)| *needs)
    }

    /// Prepares for records of a format, or refuses them. Records of the same format may lack a
    /// field that both leave out, such as the side to move of bulletformat.
    ///
    /// # Errors
    /// The format of the writer is not part of this build, or the input format lacks fields that it
    /// needs, and [`assume_missing`](WriteOptions::assume_missing) does not replace them.
    pub fn accept_input(&mut self, input: Format) -> Result<(), Error> {
        let Some((needs, _)) = &mut self.encoder else {
            return Err(Error::NotWritten(self.codec.format));
        };
        if input == self.codec.format {
            *needs = needs.without(self.codec.spares);
        }
        let mut lacks = needs.and(input.lacks());
        if self.options.assume_missing {
            lacks = lacks.and(Fields::MOVE);
        }
        match lacks.is_empty() {
            true => Ok(()),
            false => Err(Error::Lacks(lacks)),
        }
    }

    /// The number of records written.
    pub const fn written(&self) -> u64 {
        self.point.written
    }

    /// The fields of written records that the format does not hold, with the number of records that
    /// have them.
    pub fn lost(&self) -> impl Iterator<Item = (Fields, u64)> {
        counted(&self.point.lost)
    }

    /// The numbers of records with operations of EPD, or with values of columns, that
    /// [`write_batch`](Self::write_batch) got and the format does not hold.
    pub fn lost_extras(&self) -> impl Iterator<Item = (Notice, u64)> {
        let of_encoder = self.encoder.as_ref();
        let of_encoder = of_encoder.map_or(0, |(_, encoder)| encoder.lost_columns());
        let [operations, columns] = self.lost_extras;
        let lost = [
            (Notice::Operations, operations),
            (Notice::Columns, columns + of_encoder),
        ];
        lost.into_iter().filter(|&(_, records)| records > 0)
    }

    /// The fields that written records lack and for which default values were written
    /// ([`assume_missing`](WriteOptions::assume_missing)), with the number of these records.
    pub fn assumed(&self) -> impl Iterator<Item = (Fields, u64)> {
        counted(&self.point.assumed)
    }

    /// Writes a record.
    ///
    /// # Errors
    /// The format cannot hold the record, or the output fails.
    pub fn write(&mut self, record: &Record) -> Result<(), Error> {
        self.write_with(record, Extra::None)
    }

    /// Writes the records of a batch and their extras, if the format stores these: operations of
    /// EPD in EPD, columns in tables. The columns of a table are those of the first batch.
    ///
    /// # Errors
    /// As [`write`](Self::write). The records before the one that fails are written.
    pub fn write_batch<R>(&mut self, batch: &ReadBatch<'_, R>) -> Result<(), Error> {
        let mut games = batch.extras.games().iter();
        games.try_for_each(|games| self.write_games(games))?;
        let mut records = batch.records.iter();
        records.try_for_each(|record| self.write_with(record, batch.extras.get(record.extra)))
    }

    fn write_with(&mut self, record: &Record, extra: Extra<'_>) -> Result<(), Error> {
        if self.point.skipped > 0 {
            self.point.skipped -= 1;
            return Ok(());
        }
        self.point.given += 1;
        let before = self.buffer.len();
        let known = record.known();
        let missing = self.encode(record, known, extra)?;
        if self.buffer.len() > before {
            self.close();
        }
        self.count(record, known, missing, 1);
        self.count_extra(extra);
        self.flush_if_full()
    }

    /// Counts written records with these known fields, for which the missing ones were assumed.
    fn count(&mut self, record: &Record, known: Fields, missing: Fields, records: u64) {
        self.point.written += records;
        let mut lost = known.without(self.codec.stores);
        if self.codec.kind == Kind::Text {
            // PGN has the score in a comment.
            lost = lost.without(Fields::SCORE);
        }
        // Only columns can store a ply that is not that of the position.
        let derives_ply = !self.codec.kind.is_columnar();
        if derives_ply && record.ply.is_some() && record.ply != record.ply_of_position() {
            // In chains the move number follows from the ply.
            lost = lost
                | match self.codec.format {
                    Format::Binpack => Fields::CLOCKS,
                    _ => Fields::PLY,
                };
        }
        count(&mut self.point.lost, lost, records);
        count(&mut self.point.assumed, missing, records);
    }

    fn flush_if_full(&mut self) -> Result<(), Error> {
        match self.buffer.len() >= BUFFER {
            true => self.flush_buffer(),
            false => Ok(()),
        }
    }

    /// Counts the extra of a record, unless the format stores it.
    fn count_extra(&mut self, extra: Extra<'_>) {
        let [operations, columns] = &mut self.lost_extras;
        let room = self.codec.room;
        match extra {
            Extra::Operations(_) if room != Some(Notice::Operations) => *operations += 1,
            #[cfg(feature = "arrow")]
            Extra::Row(..) if room != Some(Notice::Columns) => *columns += 1,
            Extra::Columns(extras, _)
                if room != Some(Notice::Columns) && self.codec.kind != Kind::Text =>
            {
                let mut all = extras.columns().columns().iter();
                *columns += u64::from(all.any(GameColumn::is_written));
            }
            _ => {}
        }
    }

    /// Writes records in their order.
    ///
    /// # Errors
    /// As [`write`](Self::write). The records before the one that fails are written.
    pub fn write_all(&mut self, records: &[Record]) -> Result<(), Error> {
        records.iter().try_for_each(|record| self.write(record))
    }

    /// Ends the game that is open, so that records of another input do not continue it.
    pub fn end_game(&mut self) {
        if let Some((_, encoder)) = &mut self.encoder {
            encoder.end_game(&mut self.buffer);
        }
    }

    /// Resumes at a point that another writer of the same format and the same options has reached.
    /// The output of this writer ends [there](WritePoint::offset).
    #[must_use]
    pub fn at(mut self, point: &WritePoint) -> Self {
        self.point = *point;
        if let Some((_, encoder)) = &mut self.encoder {
            encoder.restore(point.state);
        }
        self
    }

    /// Flushes the buffer, and returns the point that writing has reached. `None` for columnar
    /// formats, which write the schema and the groups of rows at the end.
    ///
    /// # Errors
    /// The output fails.
    pub fn point(&mut self) -> Result<Option<WritePoint>, Error> {
        let encoder = self.encoder.as_ref();
        let Some(state) = encoder.map_or(Some(State::default()), |(_, one)| one.state()) else {
            return Ok(None);
        };
        self.flush_buffer()?;
        self.output.flush().map_err(Error::Write)?;
        Ok(Some(WritePoint {
            state,
            ..self.point
        }))
    }

    /// The number of records given so far.
    pub const fn given(&self) -> u64 {
        self.point.given
    }

    /// The number of chains that the records needed, if the format has them.
    pub fn chains(&self) -> Option<u64> {
        let chains = self.encoder.as_ref()?.1.units()?;
        Some(self.point.chains + chains)
    }

    /// Flushes the buffer, and returns the end of the last whole chunk, for a reader that resumes
    /// after `given` [records](Self::given). A writer [at](Self::at) this point skips the records
    /// that the reader repeats, because they are in the chunk. `None` if the format has no chunks,
    /// or if the chunk has no record after the first `given` ones.
    ///
    /// # Errors
    /// The output fails.
    pub fn point_after(&mut self, given: u64) -> Result<Option<WritePoint>, Error> {
        let Some(closed) = self.closed.filter(|closed| closed.given > given) else {
            return Ok(None);
        };
        self.flush_buffer()?;
        self.output.flush().map_err(Error::Write)?;
        Ok(Some(WritePoint {
            skipped: closed.given - given,
            ..closed
        }))
    }

    /// Notes the end of a chunk, after which the last record begins another.
    fn close(&mut self) {
        if let Some((_, encoder)) = &self.encoder
            && let Some(chains) = encoder.units()
        {
            self.closed = Some(WritePoint {
                given: self.point.given - 1,
                bytes: self.point.bytes + self.buffer.len() as u64,
                chains: self.point.chains + chains - 1,
                ..self.point
            });
        }
    }

    /// Ends the last game, writes the buffer, and returns the output. Without this call the output
    /// is not complete.
    ///
    /// # Errors
    /// The output fails.
    pub fn finish(mut self) -> Result<W, Error> {
        if let Some((_, encoder)) = &mut self.encoder {
            encoder.finish(&mut self.buffer).map_err(Error::Write)?;
        }
        self.flush_buffer()?;
        self.output.flush().map_err(Error::Write)?;
        Ok(self.output)
    }

    fn flush_buffer(&mut self) -> Result<(), Error> {
        self.output.write_all(&self.buffer).map_err(Error::Write)?;
        self.point.bytes += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    /// Encodes a record with these known fields. Returns the needed ones that it lacks.
    fn encode(
        &mut self,
        record: &Record,
        known: Fields,
        extra: Extra<'_>,
    ) -> Result<Fields, Error> {
        let Some((needs, encoder)) = &mut self.encoder else {
            return Err(Error::NotWritten(self.codec.format));
        };
        // In a game of PGN, a record without a move is a null move or the last position.
        let needs = match self.codec.kind {
            Kind::Text => needs.without(Fields::MOVE),
            _ => *needs,
        };
        let missing = needs.without(known);
        let encoded = match missing.is_empty() {
            true => encoder.encode(record, extra, &mut self.buffer),
            false => match self.options.assumed(record, missing) {
                Ok(record) => encoder.encode(&record, extra, &mut self.buffer),
                Err(missing) => Err(missing.into()),
            },
        };
        encoded.map(|()| missing).map_err(|why| match why {
            Unencoded::Refused(reason) => Error::Record {
                number: self.point.given,
                format: self.codec.format,
                reason,
            },
            Unencoded::Failed(error) => Error::Write(error),
        })
    }
}

/// Counts records that have these fields.
pub(crate) fn count(numbers: &mut [u64; Fields::COUNT], fields: Fields, records: u64) {
    if fields.is_empty() {
        return;
    }
    for (field, number) in Fields::ALL.each().zip(numbers) {
        if fields.contains(field) {
            *number += records;
        }
    }
}

/// Adds numbers of records.
fn sum(numbers: &mut [u64; Fields::COUNT], more: &[u64; Fields::COUNT]) {
    for (number, more) in numbers.iter_mut().zip(more) {
        *number += more;
    }
}

/// Returns the fields that some records have, with the numbers of these records.
pub(crate) fn counted(numbers: &[u64; Fields::COUNT]) -> impl Iterator<Item = (Fields, u64)> {
    let fields = Fields::ALL.each().zip(*numbers);
    fields.filter(|&(_, records)| records > 0)
}
