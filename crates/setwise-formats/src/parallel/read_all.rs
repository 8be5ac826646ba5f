use crate::parallel::pipeline;
use crate::{
    Codec, Cut, Damage, Decode, Error, Extras, OnDamage, ReadBatch, ReadPoint, Reader, Record,
    Source, Tally, Writer,
};
use std::io::Write;

/// The number of records of a batch, which fit the cache of a CPU.
const BATCH: usize = 1024;

/// The batches of a part: a thread works on them for longer than it takes to wake another.
const BATCHES: usize = 8;

impl Reader<'_> {
    /// Reads everything. `worker` returns a function that is called with batches of about a
    /// thousand records, by each of the [threads](crate::ReadOptions::threads) and in any order.
    /// `take` gets the batches with the results in the order of the input, in the calling thread.
    /// Where damage [stops](OnDamage::Stop), `take` gets it in its place; if it returns no error,
    /// reading continues after the damage.
    ///
    /// With several threads, these decode records, lines and games of viriformat; records of other
    /// formats are decoded by one thread more. Another thread reads the input. With one thread, the
    /// calling thread does everything. The batches do not depend on the number of threads.
    ///
    /// # Errors
    /// The first error of `take`, or an error of the reader other than damage. In that case the
    /// place of the reader is unspecified.
    ///
    /// ```
    /// use setwise_formats::{Error, Format, ReadOptions, Reader, Record};
    /// let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n".repeat(1000);
    /// let mut reader = Reader::new(text.as_bytes(), Format::Fen, ReadOptions::default().threads(4));
    /// let worker = || {
    ///     |records: &mut Vec<Record>| {
    ///         let moves = |record: &Record| record.position.legal_moves().len();
    ///         records.iter().map(moves).sum::<usize>()
    ///     }
    /// };
    /// let mut moves = 0;
    /// reader.read_all(worker, |batch| {
    ///     moves += batch?.result;
    ///     Ok::<(), Error>(())
    /// })?;
    /// assert_eq!(moves, 15_000);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn read_all<R: Send, W: FnMut(&mut Vec<Record>) -> R, E: From<Error>>(
        &mut self,
        worker: impl Fn() -> W + Sync,
        mut take: impl FnMut(Result<ReadBatch<'_, R>, Damage>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (threads, part_reader) = (self.threads, self.part_reader());
        match Cutter::new(self.codec, self.decoder.as_ref(), &mut self.source) {
            Some(mut cutter) if self.waiting.is_empty() => {
                let worker = &worker;
                let fill = |part: &mut Part<R>| cutter.fill(&mut part.input);
                let decoder = move || {
                    let (mut reader, mut work) = (part_reader(), worker());
                    move |part: &mut Part<R>| part.decode(&mut reader, &mut work)
                };
                let tally = &mut self.tally;
                pipeline::run(threads, fill, decoder, |part| {
                    part.join(tally).map_err(E::from)?;
                    part.take(&mut take)
                })?;
                self.decoder.restore(cutter.state);
                if let OnDamage::CopyTo(output) = &mut self.tally.on_damage {
                    output.flush().map_err(Error::Copy)?;
                }
                Ok(())
            }
            _ => {
                let fill = |part: &mut Part<R>| part.read(self);
                let worker = || {
                    let mut work = worker();
                    move |part: &mut Part<R>| {
                        for piece in &mut part.pieces {
                            piece.work(&mut work);
                        }
                    }
                };
                pipeline::run(threads, fill, worker, |part| part.take(&mut take))
            }
        }
    }
}

#[derive(Default)]
struct Bytes {
    /// Whole units, and the state of the decoder before them.
    bytes: Vec<u8>,
    state: u64,
    /// The error after them.
    error: Option<Error>,
}

struct Part<R> {
    input: Bytes,
    pieces: Vec<Piece<R>>,
    tally: Tally<'static>,
    /// Damaged bytes to be copied.
    aside: Vec<u8>,
    /// Memory for records.
    spare: Vec<Vec<Record>>,
}

/// Records up to damage, or to the end of a part.
struct Piece<R> {
    records: Vec<Record>,
    extras: Extras,
    result: Option<R>,
    damage: Option<Damage>,
    point: Option<ReadPoint>,
}

impl<R> Piece<R> {
    fn work(&mut self, work: &mut impl FnMut(&mut Vec<Record>) -> R) {
        if !self.records.is_empty() {
            self.result = Some(work(&mut self.records));
        }
    }
}

impl<R> Default for Part<R> {
    fn default() -> Self {
        Self {
            input: Bytes::default(),
            pieces: Vec::new(),
            tally: Tally::default(),
            aside: Vec::new(),
            spare: Vec::new(),
        }
    }
}

impl<R> Part<R> {
    /// Reads some batches. Returns whether nothing follows.
    fn read(&mut self, reader: &mut Reader<'_>) -> bool {
        while self.pieces.len() < BATCHES && self.piece(reader) {}
        self.pieces.len() < BATCHES || self.input.error.is_some()
    }

    /// Decodes the bytes, and works on each batch while it is in the cache.
    fn decode(
        &mut self,
        reader: &mut Reader<'static>,
        work: &mut impl FnMut(&mut Vec<Record>) -> R,
    ) {
        let bytes = core::mem::take(&mut self.input.bytes);
        reader.source.replace(bytes);
        reader.decoder.restore(self.input.state);
        if let Some(aside) = &mut reader.aside {
            *aside = core::mem::take(&mut self.aside);
        }
        while self.piece(reader) {
            if let Some(piece) = self.pieces.last_mut() {
                piece.work(work);
            }
        }
        self.input.bytes = reader.source.replace(Vec::new());
        self.tally = core::mem::take(&mut reader.tally);
        if let Some(aside) = &mut reader.aside {
            self.aside = core::mem::take(aside);
        }
    }

    /// Reads a piece: a batch, or what is before damage. Returns false at the end and at an error.
    fn piece(&mut self, reader: &mut Reader<'_>) -> bool {
        let mut records = self.spare.pop().unwrap_or_default();
        let read = reader.read_batch(&mut records, BATCH);
        if let Ok(0) = read {
            self.spare.push(records);
            return false;
        }
        let (damage, goes_on) = match read {
            Ok(_) => (None, true),
            Err(Error::Damage(damage)) => (Some(damage), true),
            Err(error) => {
                self.input.error = Some(error);
                (None, false)
            }
        };
        // Not before an error: the reader stands after the damage, which another reader would not
        // see.
        let point = reader.point().filter(|_| goes_on && damage.is_none());
        self.pieces.push(Piece {
            records,
            extras: reader.decoder.take_extras(),
            result: None,
            damage,
            point,
        });
        goes_on
    }

    /// Finds the places of damage in the whole input, deals with it, and adds the numbers of the
    /// part to those of the parts before it.
    fn join(&mut self, tally: &mut Tally<'_>) -> Result<(), Error> {
        for piece in &mut self.pieces {
            piece.point = piece.point.take().map(|point| tally.located_point(&point));
            let Some(damage) = piece.damage.take() else {
                continue;
            };
            let damage = tally.located(damage);
            tally.note(&damage);
            if matches!(tally.on_damage, OnDamage::Stop) {
                piece.damage = Some(damage);
            }
        }
        if let OnDamage::CopyTo(output) = &mut tally.on_damage {
            output.write_all(&self.aside).map_err(Error::Copy)?;
            self.aside.clear();
        }
        tally.add(&self.tally);
        Ok(())
    }

    fn take<E: From<Error>>(
        &mut self,
        take: &mut impl FnMut(Result<ReadBatch<'_, R>, Damage>) -> Result<(), E>,
    ) -> Result<(), E> {
        for mut piece in self.pieces.drain(..) {
            if let Some(result) = piece.result {
                take(Ok(ReadBatch {
                    records: &mut piece.records,
                    result,
                    extras: &piece.extras,
                    point: piece.point,
                }))?;
            }
            if let Some(damage) = piece.damage {
                take(Err(damage))?;
            }
            piece.records.clear();
            self.spare.push(piece.records);
        }
        // Damage may have made many.
        self.spare.truncate(BATCHES);
        let error = self.input.error.take();
        error.map_or(Ok(()), |error| Err(error.into()))
    }
}

struct Cutter<'a, 'b> {
    source: &'b mut Source<'a>,
    cut: Cut,
    /// The number of bytes of a part that has no long unit.
    size: usize,
    state: u64,
}

impl<'a, 'b> Cutter<'a, 'b> {
    /// Returns `None` if the format has no rule, or inside a damaged unit.
    fn new(codec: &Codec, decoder: &dyn Decode, source: &'b mut Source<'a>) -> Option<Self> {
        let (cut, size) = codec.cut?;
        Some(Self {
            source,
            cut,
            size: BATCHES * size,
            state: decoder.state()?,
        })
    }

    /// Fills a part with whole units. Returns whether nothing follows.
    fn fill(&mut self, part: &mut Bytes) -> bool {
        let mut wanted = self.size;
        loop {
            let filled = self.source.fill(wanted);
            let data = self.source.data();
            let is_end = filled.is_ok() && data.len() < wanted;
            let data = data.get(..wanted).unwrap_or(data);
            let (cut, state) = match is_end {
                true => (data.len(), (self.cut)(data, self.state).1),
                false => (self.cut)(data, self.state),
            };
            if cut == 0 && !is_end && filled.is_ok() {
                wanted *= 2;
                continue;
            }
            let units = data.get(..cut).unwrap_or(data);
            part.bytes.clear();
            part.bytes.extend_from_slice(units);
            part.state = self.state;
            part.error = filled.err().map(Error::Read);
            self.source.consume(cut);
            self.state = state;
            return is_end || part.error.is_some();
        }
    }
}

/// Copies all records from a reader to a writer. The totals of both say how many there were.
/// [`ReadOptions::threads`](crate::ReadOptions::threads) is the number of threads, one by default.
/// [`Reader::read_all`] and [`Writer::write_batch`] copy a choice of them.
///
/// # Errors
/// The input format lacks fields that the output format needs and
/// [`assume_missing`](crate::WriteOptions::assume_missing) is off, a single record lacks them, or
/// reading or writing fails.
///
/// ```
/// use setwise_formats::{Format, ReadOptions, Reader, WriteOptions, Writer, convert};
/// let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 | 600 | 1.0\n";
/// let mut reader = Reader::new(text.as_bytes(), Format::BulletText, ReadOptions::default().threads(4));
/// let mut writer = Writer::new(Vec::new(), Format::Bulletformat, WriteOptions::default());
/// convert(&mut reader, &mut writer)?;
/// assert_eq!(writer.finish()?.len(), 32);
/// # Ok::<(), setwise_formats::Error>(())
/// ```
pub fn convert<W: Write>(reader: &mut Reader<'_>, writer: &mut Writer<W>) -> Result<(), Error> {
    writer.accept_input(reader.format())?;
    reader.read_all(
        || |_: &mut Vec<Record>| (),
        |batch| writer.write_batch(&batch?),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, ReadOptions};

    #[test]
    fn parts_have_eight_pieces() {
        // Each damaged line ends a piece.
        let text = "x\n".repeat(20);
        let mut reader = Reader::new(text.as_bytes(), Format::Fen, ReadOptions::default());
        let mut read = || {
            let mut part = Part::<()>::default();
            let is_last = part.read(&mut reader);
            (part.pieces.len(), is_last)
        };
        assert_eq!(
            [read(), read(), read()],
            [(8, false), (8, false), (4, true)]
        );
    }

    #[test]
    fn a_part_doubles_until_it_has_a_unit() {
        let text = b"abcdefgh\ni\nj\nk\nl\nm\n";
        let mut source = Source::new(Box::new(&text[..]));
        let (cut, _) = Format::Fen.codec().cut.unwrap();
        let mut cutter = Cutter {
            source: &mut source,
            cut,
            size: 4,
            state: 0,
        };
        let mut part = Bytes::default();
        for (bytes, is_last) in [
            // 16 bytes, without the beginning of a line.
            (&b"abcdefgh\ni\nj\nk\n"[..], false),
            (b"l\nm\n", false),
            (b"", true),
        ] {
            assert_eq!(cutter.fill(&mut part), is_last);
            assert_eq!(part.bytes, bytes);
        }
    }
}
