use crate::stream::options::number_of;
use crate::stream::{
    Codec, Content, Decode, DecodeOptions, Extras, Kind, OnDamage, ReadOptions, ReadPoint, Source,
    Tally, Totals,
};
use crate::vocabulary::{Damage, Error, Format, ReadError, Record};
use core::{fmt, num::NonZeroU32};
use memchr::memchr_iter;
use std::{collections::VecDeque, io};

/// The number of records of a batch. They fit the cache of a CPU.
pub(crate) const BATCH: usize = 1024;

/// Some consecutive records of the input, as [`Reader::read_all`] gives them.
#[derive(Debug)]
#[non_exhaustive]
pub struct ReadBatch<'a, R> {
    /// The records. Their memory is reused for other batches.
    pub records: &'a mut Vec<Record>,
    /// The result of the worker for these records.
    pub result: R,
    /// The extras of these records ([`ReadOptions::keep_extras`], [`ReadOptions::columns`]).
    pub extras: &'a Extras,
    /// The point after them, if reading can resume there ([`Reader::point`]).
    pub point: Option<ReadPoint>,
}

/// Reads records of one format in batches, in constant memory.
///
/// ```
/// use setwise_formats::{Format, OnDamage, ReadOptions, Reader};
/// let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\nnonsense\n";
/// let options = ReadOptions::default().on_damage(OnDamage::Skip);
/// let mut reader = Reader::new(text.as_bytes(), Format::Fen, options);
/// let mut batch = Vec::new();
/// while reader.read_batch(&mut batch, 4096)? > 0 {
///     assert_eq!(batch[0].position.legal_moves().len(), 15);
///     batch.clear();
/// }
/// assert_eq!((reader.totals().records, reader.totals().damaged), (1, 1));
/// assert_eq!(
///     reader.first_damage().unwrap().to_string(),
///     "FEN, line 2 at byte 31, line 2: FEN (placement): 8 ranks are needed, found 1",
/// );
/// # Ok::<(), setwise_formats::Error>(())
/// ```
pub struct Reader<'a> {
    pub(crate) codec: &'static Codec,
    pub(crate) source: Source<'a>,
    pub(crate) decoder: Box<dyn Decode>,
    /// The number of units of the input, if it is known.
    units: Option<u64>,
    games_before: u32,
    pub(crate) options: DecodeOptions,
    whole_units: bool,
    pub(crate) threads: usize,
    /// Records of a game for which the last batch had no room.
    pub(crate) waiting: VecDeque<Record>,
    pub(crate) tally: Tally<'a>,
    /// Whether there may be extras of an earlier batch.
    has_extras: bool,
    /// Damaged bytes for the reader of the whole input, which copies them.
    pub(crate) copy_buffer: Option<Vec<u8>>,
    /// The line of the last record, if the units are lines.
    line: Option<u64>,
}

impl<'a> Reader<'a> {
    pub(crate) fn of(source: Source<'a>, codec: &'static Codec, options: ReadOptions<'a>) -> Self {
        let mut source = source;
        source.expects_text = match codec.kind {
            Kind::Lines | Kind::Text => Some(true),
            // The decoder of binpack checks the mark itself.
            Kind::Binary if codec.format != Format::Binpack => Some(false),
            _ => None,
        };
        // Viriformat and binpack have no rows for last positions.
        let holds_ends = codec.kind == Kind::Text || codec.kind.is_columnar();
        let games = options.games && !options.counts && (!options.final_positions || holds_ends);
        let decoding = DecodeOptions {
            final_positions: options.final_positions,
            best_moves: options.best_moves,
            keep_extras: options.keep_extras,
            columns: options.columns.into(),
            games,
            blocks: games && options.blocks,
            numbers: options.numbers || !games,
            counts: options.counts,
            strict: options.strict,
            keeps_prefix: matches!(options.on_damage, OnDamage::KeepPrefix),
        };
        Self {
            whole_units: options.whole_units || options.keep_extras || !decoding.columns.is_empty(),
            threads: number_of(options.threads),
            games_before: options.games_before,
            tally: Tally {
                on_damage: options.on_damage,
                ..Tally::default()
            },
            ..Self::decoding(source, codec, decoding)
        }
    }

    /// Makes a reader that stops at damage and gives whole units.
    fn decoding(source: Source<'a>, codec: &'static Codec, options: DecodeOptions) -> Self {
        Self {
            codec,
            source,
            decoder: codec.decoder(&options),
            units: None,
            games_before: 0,
            options,
            whole_units: true,
            threads: 1,
            waiting: VecDeque::new(),
            tally: Tally::default(),
            has_extras: false,
            copy_buffer: None,
            line: None,
        }
    }

    /// Reads the beginning of a file, if its format has one.
    pub(crate) fn opened(mut self) -> io::Result<Self> {
        self.units = self.decoder.open(&mut self.source)?;
        Ok(self)
    }

    /// Returns a function that makes readers of parts of the input, which stop at damage.
    pub(crate) fn part_reader(&self) -> impl Fn() -> Reader<'static> + Send + Sync + use<> {
        let (codec, options) = (self.codec, self.options.clone());
        let games_before = self.games_before;
        let is_copied = matches!(self.tally.on_damage, OnDamage::CopyTo(_));
        move || Reader {
            copy_buffer: is_copied.then(Vec::new),
            games_before,
            ..Reader::decoding(Source::of_bytes(Vec::new()), codec, options.clone())
        }
    }

    /// Returns a reader of another input.
    pub(crate) fn with_source(self, source: Source<'_>) -> Reader<'_> {
        Reader {
            copy_buffer: self.copy_buffer,
            games_before: self.games_before,
            ..Reader::decoding(source, self.codec, self.options)
        }
    }

    /// The format.
    pub const fn format(&self) -> Format {
        self.codec.format
    }

    /// Returns the numbers of records, units and bytes read so far.
    pub const fn totals(&self) -> Totals {
        self.tally.totals
    }

    /// Returns the greatest number of a game that was read so far, damaged games included;
    /// [`ReadOptions::games_before`] if there was none.
    pub const fn last_game(&self) -> u32 {
        if self.tally.last_game > self.games_before {
            self.tally.last_game
        } else {
            self.games_before
        }
    }

    /// The number of rows of a Parquet or Arrow file.
    pub const fn rows(&self) -> Option<u64> {
        self.units
    }

    /// Returns the names of the columns of a table; `None` for other formats.
    ///
    /// # Errors
    /// The beginning of the file is damaged.
    pub fn column_names(&mut self) -> Result<Option<Vec<String>>, Error> {
        let names = self.decoder.column_names(&mut self.source);
        names.map_err(Error::Read)
    }

    /// The first damage that this reader has found.
    pub const fn first_damage(&self) -> Option<&Damage> {
        self.tally.first_damage.as_ref()
    }

    /// Resumes at a point that another reader of the same input and the same options has reached.
    /// The input of this reader begins [there](ReadPoint::offset).
    #[must_use]
    pub fn at(mut self, point: &ReadPoint) -> Self {
        self.tally.restore(point);
        self.decoder.restore(point.state);
        self.source.expects_text = None;
        self
    }

    /// The point that reading has reached. `None` inside a unit, inside the damage of PGN,
    /// and for columnar formats.
    pub fn point(&self) -> Option<ReadPoint> {
        if !self.waiting.is_empty() {
            return None;
        }
        Some(self.tally.point(self.decoder.state()?))
    }

    /// The line of the last record that [`read_batch`](Self::read_batch) has read, from 1. `None`
    /// before the first one, and for formats whose records are not lines.
    pub const fn line(&self) -> Option<u64> {
        self.line
    }

    /// Takes the extras of the records of the last [`read_batch`](Self::read_batch). They are empty
    /// without [`ReadOptions::keep_extras`] and [`ReadOptions::columns`].
    pub fn take_extras(&mut self) -> Extras {
        self.has_extras = false;
        let mut extras = self.decoder.take_extras();
        for game in extras.heads_mut() {
            self.number(&mut game.number);
        }
        extras
    }

    /// Appends at most `max` records to `batch`. Returns their number, or that of the rows of
    /// [`GameBatch`](crate::GameBatch) or of records that are
    /// [counted](ReadOptions::counts), which is 0 only at the end or for `max` 0. With
    /// [`ReadOptions::whole_units`] there are as many more as the last unit has.
    ///
    /// # Errors
    /// The input is damaged and damage stops, or the input or the output of damaged records fails.
    /// Records before the damage are in `batch`. The next call continues after a damaged record.
    pub fn read_batch(&mut self, batch: &mut Vec<Record>, max: usize) -> Result<usize, Error> {
        // Drops the extras of earlier batches, unless the caller has taken them.
        if self.has_extras {
            self.decoder.take_extras();
        }
        self.has_extras = true;
        let before = batch.len();
        let goal = before.saturating_add(max);
        batch.extend(self.waiting.drain(..max.min(self.waiting.len())));
        while self.count(batch) < goal {
            if !self.read_run(batch, goal)? && !self.read_unit(batch)? {
                break;
            }
        }
        if batch.len() > goal && !self.whole_units {
            self.waiting.extend(batch.drain(goal..));
        }
        Ok(self.count(batch) - before)
    }

    /// About the number of records of a batch. Games that make none have more of them, because the
    /// lanes in which they are walked do not end together.
    pub(crate) fn batch(&self) -> usize {
        let makes_none = self.options.games && self.options.columns.is_empty();
        match self.codec.has_games && (makes_none || self.options.counts) {
            true => 16 * BATCH,
            false => BATCH,
        }
    }

    /// Adds the games before the input to the number of a game, and notes the greatest number.
    #[inline]
    fn number(&mut self, game: &mut Option<NonZeroU32>) {
        if let Some(number) = game {
            *number = number.saturating_add(self.games_before);
            self.tally.last_game = self.tally.last_game.max(number.get());
        }
    }

    /// Returns the number of records, and of those that are counted or rows of games.
    fn count(&self, batch: &[Record]) -> usize {
        batch.len() + self.decoder.rows()
    }

    /// Reads sound records together. Returns false if there are none.
    #[inline]
    fn read_run(&mut self, batch: &mut Vec<Record>, goal: usize) -> Result<bool, Error> {
        let before = self.count(batch);
        let (decoder, source) = (&mut self.decoder, &mut self.source);
        let run = decoder.decode_run(source, batch, goal - before);
        let run = run.map_err(Error::Read)?;
        self.tally.totals.units += run.units as u64;
        self.tally.totals.records += (self.count(batch) - before) as u64;
        self.tally.totals.bytes += run.bytes as u64;
        self.source.consume(run.bytes);
        Ok(run.bytes > 0)
    }

    /// Reads one record, line or game. Returns false at the end.
    #[inline]
    fn read_unit(&mut self, batch: &mut Vec<Record>) -> Result<bool, Error> {
        let (before, rows) = (batch.len(), self.count(batch));
        if !self.options.columns.is_empty() {
            self.decoder.stand_at(self.tally.totals.bytes);
        }
        let unit = self.decoder.decode(&mut self.source, batch);
        let Some(mut unit) = unit.map_err(Error::Read)? else {
            if let OnDamage::CopyTo(output) = &mut self.tally.on_damage {
                output.flush().map_err(Error::Copy)?;
            }
            let failure = self.source.failure.take();
            return failure.map_or(Ok(false), |error| Err(Error::Read(error)));
        };
        let first = match self.games_before {
            // No number changes, and the last record has the greatest one.
            0 => before.max(batch.len().saturating_sub(1)),
            _ => before,
        };
        for record in batch.iter_mut().skip(first) {
            self.number(&mut record.game);
        }
        let mut result = Ok(true);
        if self.options.strict
            && matches!(unit.content, Content::Records | Content::Blank)
            && let Some(notice) = unit.notices.iter().find(|notice| notice.is_lenient())
        {
            unit.content = Content::Damaged(ReadError::NotStrict(notice), 0);
        }
        match unit.content {
            Content::Records => {
                self.line = (self.codec.kind == Kind::Lines).then_some(self.tally.lines + 1);
                self.tally.totals.count(unit.notices);
                self.tally.totals.units += 1;
                self.tally.totals.records += (self.count(batch) - rows) as u64;
            }
            Content::Blank => self.tally.totals.count(unit.notices),
            Content::Damaged(reason, at) => {
                let last = u32::try_from(self.decoder.last_game()).unwrap_or(u32::MAX);
                self.number(&mut NonZeroU32::new(last));
                if !self.options.keeps_prefix {
                    batch.truncate(before);
                }
                self.tally.totals.records += (self.count(batch) - rows) as u64;
                let damage = self.damage(reason, at);
                result = match self.tally.on_damage {
                    OnDamage::CopyTo(_) if self.codec.kind.is_columnar() => {
                        let why = format!("rows of {} are not copied: {damage}", self.codec.format);
                        let error = io::Error::new(io::ErrorKind::Unsupported, why);
                        Err(Error::Copy(error))
                    }
                    OnDamage::Stop => self.set_aside(unit.bytes).and(Err(Error::Damage(damage))),
                    _ => self.set_aside(unit.bytes),
                };
            }
            Content::Rest => result = self.set_aside(unit.bytes),
        }
        if self.codec.kind.is_text() {
            let data = self.source.data();
            let text = data.get(..unit.bytes).unwrap_or(data);
            self.tally.lines += match self.codec.kind {
                // The only line feed of a line is at its end.
                Kind::Lines => u64::from(text.ends_with(b"\n")),
                _ => newlines(text),
            };
        }
        self.tally.totals.bytes += unit.bytes as u64;
        self.source.consume(unit.bytes);
        result
    }

    /// Counts a unit that is damaged at a byte of it.
    #[cold]
    fn damage(&mut self, reason: ReadError, at: usize) -> Damage {
        let totals = self.tally.totals;
        let line = self.codec.kind.is_text().then(|| {
            let data = self.source.data();
            1 + self.tally.lines + newlines(data.get(..at).unwrap_or(data))
        });
        self.tally.totals.damaged += 1;
        let damage = Damage {
            format: self.codec.format,
            number: totals.units + totals.damaged + 1,
            offset: match self.codec.kind.is_columnar() {
                true => totals.units + totals.damaged,
                false => totals.bytes,
            },
            line,
            reason,
        };
        self.tally.note(&damage);
        damage
    }

    /// Counts damaged bytes, and copies them on request. A copied game of PGN ends with a line end.
    fn set_aside(&mut self, bytes: usize) -> Result<bool, Error> {
        self.tally.totals.damaged_bytes += bytes as u64;
        let data = self.source.data();
        let damaged = data.get(..bytes).unwrap_or(data);
        let ends_game = self.codec.kind == Kind::Text && self.decoder.state().is_some();
        let line_end: &[u8] = match damaged {
            [.., b'\n'] => b"",
            _ => &b"\n"[..usize::from(ends_game)],
        };
        for part in [damaged, line_end] {
            if let Some(copy_buffer) = &mut self.copy_buffer {
                copy_buffer.extend_from_slice(part);
            }
            if let OnDamage::CopyTo(output) = &mut self.tally.on_damage {
                output.write_all(part).map_err(Error::Copy)?;
            }
        }
        Ok(true)
    }
}

impl fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("format", &self.codec.format)
            .field("totals", &self.tally.totals)
            .finish_non_exhaustive()
    }
}

fn newlines(text: &[u8]) -> u64 {
    memchr_iter(b'\n', text).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codecs::marlinformat;
    use setwise_moves::Position;

    #[test]
    fn sound_records_are_read_together() {
        let record = Record::from(Position::startpos());
        let bytes = marlinformat::encode_position(&record).unwrap().repeat(10);
        let mut reader = Reader::new(&bytes[..], Format::Marlinformat, ReadOptions::default());
        let mut batch = Vec::new();
        for (goal, expected) in [(2, 2), (5, 5), (100, 10)] {
            assert!(reader.read_run(&mut batch, goal).unwrap());
            assert_eq!(batch.len(), expected);
            let totals = Totals {
                records: expected as u64,
                units: expected as u64,
                bytes: 32 * expected as u64,
                ..Totals::default()
            };
            assert_eq!(reader.totals(), totals);
        }
        assert!(!reader.read_run(&mut batch, 100).unwrap());
        assert_eq!(batch.len(), 10);
    }
}
