use crate::parallel::pipeline;
use crate::{
    Cut, Damage, Error, Extras, OnDamage, ReadBatch, ReadPoint, Reader, Record, Source, Tally,
    Writer,
};
use core::num::NonZeroU32;
use std::io::Write;
use std::sync::{Condvar, Mutex, PoisonError};

/// The number of records of a batch, which fit the cache of a CPU.
const BATCH: usize = 1024;

/// The batches of a part: a thread works on them for longer than it takes to wake another.
const BATCHES: usize = 8;

/// The number of bytes of the largest part.
const MAX_PART: usize = 1 << 20;

impl Reader<'_> {
    /// Reads everything. `worker` returns a function that is called with batches of about a
    /// thousand records, by each of the [threads](crate::ReadOptions::threads) and in any order.
    /// `take` gets the batches with the results in the order of the input, in the calling thread.
    /// Where damage [stops](OnDamage::Stop), `take` gets it in its place; if it returns no error,
    /// reading continues after the damage.
    ///
    /// With several threads, these decode the records; games of PGN that begin with no tag of the
    /// event, chains of binpack and rows of tables are decoded by one thread more. Another thread
    /// reads the input. With one thread, the calling thread does everything. The batches do not
    /// depend on the number of threads.
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
        take: impl FnMut(Result<ReadBatch<'_, R>, Damage>) -> Result<(), E>,
    ) -> Result<(), E> {
        let bytes = self.codec.cut.map_or(0, |cut| cut.bytes);
        self.read_parts(BATCHES * bytes, worker, take)
    }

    /// Reads everything in parts of a number of bytes, if the input can be cut.
    fn read_parts<R: Send, W: FnMut(&mut Vec<Record>) -> R, E: From<Error>>(
        &mut self,
        size: usize,
        worker: impl Fn() -> W + Sync,
        mut take: impl FnMut(Result<ReadBatch<'_, R>, Damage>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (threads, part_reader) = (self.threads, self.part_reader());
        let state = self.decoder.state().filter(|_| self.waiting.is_empty());
        match (self.codec.cut, state) {
            (Some(cut), Some(state)) => {
                let games = Games::new(cut, state);
                let source = core::mem::replace(&mut self.source, Source::of_bytes(Vec::new()));
                let mut cutter = Cutter {
                    cut,
                    size,
                    state: games.uncounted(state),
                    parts: 0,
                    reader: part_reader().with_source(source),
                };
                let (worker, games) = (&worker, &games);
                let fill = |part: &mut Part<R>| cutter.fill(part);
                let decoder = move || {
                    let (mut reader, mut work) = (part_reader(), worker());
                    move |part: &mut Part<R>| part.decode(&mut reader, games, &mut work)
                };
                let (tally, mut end) = (&mut self.tally, None);
                let result = pipeline::run(threads, fill, decoder, |part| {
                    part.join(tally).map_err(E::from)?;
                    end = part.end;
                    part.take(&mut take)
                });
                self.source = cutter.reader.source;
                result?;
                match end {
                    Some(state) => self.decoder.restore(state),
                    // Inside a damaged unit, which has been read and not decoded apart.
                    None => self.decoder = cutter.reader.decoder,
                }
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

/// The numbers of games before the parts, where only decoding a part counts those of it.
struct Games {
    uncounted: Option<u32>,
    /// The number of parts that are counted, and of the games in them.
    counted: Mutex<(usize, u64)>,
    changed: Condvar,
}

impl Games {
    /// The games before a state of the decoder are those before the first part.
    fn new(cut: Cut, state: u64) -> Self {
        let games = cut.uncounted.map_or(0, |bits| state >> bits);
        Self {
            uncounted: cut.uncounted,
            counted: Mutex::new((0, games)),
            changed: Condvar::new(),
        }
    }

    /// Takes the number of games away from a state.
    fn uncounted(&self, state: u64) -> u64 {
        self.uncounted
            .map_or(state, |bits| state & ((1 << bits) - 1))
    }

    /// Waits until all parts before a part are counted, and counts its games. Returns the games
    /// before it. A thread works on each part before it, or has done so.
    fn before(&self, part: usize, games: u64) -> u64 {
        let mut counted = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        while counted.0 < part {
            let woken = self.changed.wait(counted);
            counted = woken.unwrap_or_else(PoisonError::into_inner);
        }
        let before = counted.1;
        *counted = (part + 1, before + games);
        self.changed.notify_all();
        before
    }
}

struct Part<R> {
    number: usize,
    /// Whole units, unless the pieces have been read, and the state of the decoder before them.
    bytes: Vec<u8>,
    state: u64,
    is_read: bool,
    /// The state of the decoder after the part.
    end: Option<u64>,
    /// The error after the part.
    error: Option<Error>,
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
    /// Adds the games before the part, which the decoder has not counted.
    fn add_games(&mut self, before: u64, bits: u32) {
        for record in &mut self.records {
            let game = record.game.map(|game| before + u64::from(game.get()));
            record.game = game.and_then(|game| NonZeroU32::new(u32::try_from(game).ok()?));
        }
        if let Some(point) = &mut self.point {
            point.state += before << bits;
        }
    }

    fn work(&mut self, work: &mut impl FnMut(&mut Vec<Record>) -> R) {
        if !self.records.is_empty() {
            self.result = Some(work(&mut self.records));
        }
    }
}

impl<R> Default for Part<R> {
    fn default() -> Self {
        Self {
            number: 0,
            bytes: Vec::new(),
            state: 0,
            is_read: false,
            end: None,
            error: None,
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
        self.pieces.len() < BATCHES || self.error.is_some()
    }

    /// Reads some batches of an input that cannot be cut here, up to a place where the decoder can
    /// be told how to continue. Returns whether nothing follows.
    fn read_uncut(&mut self, reader: &mut Reader<'_>) -> bool {
        if let Some(aside) = &mut reader.aside {
            *aside = core::mem::take(&mut self.aside);
        }
        let mut is_last = self.read(reader);
        while !is_last && reader.decoder.state().is_none() {
            is_last = !self.piece(reader);
        }
        self.is_read = true;
        self.finish(reader);
        is_last
    }

    /// Decodes the bytes, and works on each batch, at once if its games are counted, while it is
    /// in the cache.
    fn decode(
        &mut self,
        reader: &mut Reader<'static>,
        games: &Games,
        work: &mut impl FnMut(&mut Vec<Record>) -> R,
    ) {
        if !self.is_read {
            let bytes = core::mem::take(&mut self.bytes);
            reader.source.replace(bytes);
            // The games before an error are read, as they are record by record.
            if games.uncounted.is_some()
                && let Some(Error::Read(error)) = self.error.take()
            {
                reader.source.fail_with(error);
            }
            reader.decoder.restore(self.state);
            if let Some(aside) = &mut reader.aside {
                *aside = core::mem::take(&mut self.aside);
            }
            while self.piece(reader) {
                if games.uncounted.is_none()
                    && let Some(piece) = self.pieces.last_mut()
                {
                    piece.work(work);
                }
            }
            self.bytes = reader.source.replace(Vec::new());
            self.finish(reader);
        }
        if let Some(bits) = games.uncounted {
            let before = games.before(self.number, self.end.map_or(0, |end| end >> bits));
            self.end = self.end.map(|end| end + (before << bits));
            for piece in &mut self.pieces {
                piece.add_games(before, bits);
                piece.work(work);
            }
        } else if self.is_read {
            self.pieces.iter_mut().for_each(|piece| piece.work(work));
        }
    }

    /// Takes over what a reader has found beside records.
    fn finish(&mut self, reader: &mut Reader<'_>) {
        self.end = reader.decoder.state();
        let tally = core::mem::take(&mut reader.tally);
        (self.tally.totals, self.tally.lines) = (tally.totals, tally.lines);
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
                self.error = Some(error);
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
        let error = self.error.take();
        error.map_or(Ok(()), |error| Err(error.into()))
    }
}

struct Cutter<'a> {
    cut: Cut,
    /// The number of bytes of a part that has no long unit.
    size: usize,
    state: u64,
    /// The number of parts so far.
    parts: usize,
    /// Reads what cannot be cut.
    reader: Reader<'a>,
}

impl Cutter<'_> {
    /// Fills a part with whole units. Returns whether nothing follows.
    fn fill<R>(&mut self, part: &mut Part<R>) -> bool {
        part.number = self.parts;
        self.parts += 1;
        let source = &mut self.reader.source;
        let mut wanted = self.size;
        loop {
            let filled = source.fill(wanted);
            let data = source.data();
            let is_end = filled.is_ok() && data.len() < wanted;
            let data = data.get(..wanted).unwrap_or(data);
            let takes_rest = is_end || filled.is_err() && self.cut.uncounted.is_some();
            let (cut, state) = match takes_rest {
                true => (data.len(), self.state),
                false => (self.cut.rule)(data, self.state),
            };
            if cut == 0 && !is_end && filled.is_ok() {
                if wanted < MAX_PART {
                    wanted = MAX_PART.min(2 * wanted);
                    continue;
                }
                self.reader.decoder.restore(self.state);
                let is_last = part.read_uncut(&mut self.reader);
                let games = part.end.zip(self.cut.uncounted);
                let end = games.map(|(end, bits)| end & ((1 << bits) - 1));
                self.state = end.or(part.end).unwrap_or(self.state);
                return is_last;
            }
            let units = data.get(..cut).unwrap_or(data);
            part.bytes.clear();
            part.bytes.extend_from_slice(units);
            part.state = self.state;
            part.is_read = false;
            part.error = filled.err().map(Error::Read);
            source.consume(cut);
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

    /// Games of each kind, and what may hide or move the places between them.
    const GAMES: &str = "[Event \"a\"]\n\n1. e4 {one [%clk 0:01:00]} e5 1-0\n\n\
        [Event \"b\"]\n[Site \"é\"]\n\n1. d4 (1. c4 {x}) {♞\ny} d5 *\n\n\n\
        [Event \"c\"]\r\n\r\n1. Nf3 Nf6\r\n0-1\r\n\r\n[Event \"d\"]\n\n1/2-1/2\n\n\
        [Event \"e\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"f\"]\n\n1. g3 1-0\n";

    /// Reads in parts: records, damage with the numbers of records before it, and the end.
    fn in_parts(text: &[u8], size: usize, threads: usize) -> (Vec<Record>, Vec<String>, String) {
        let (mut records, mut found, mut nexts) = (Vec::new(), Vec::new(), Vec::new());
        let options = ReadOptions::default()
            .final_positions(true)
            .threads(threads);
        let mut reader = Reader::new(text, Format::Pgn, options);
        let worker = || |records: &mut Vec<Record>| records.clone();
        let read = reader.read_parts(size, worker, |batch| {
            match batch {
                Ok(batch) => {
                    // The worker sees what is given.
                    assert!(batch.result == *batch.records);
                    records.append(batch.records);
                    let count = records.len();
                    // Reading goes on at the point, if damage does not follow.
                    if let Some(point) = batch.point {
                        assert_eq!(point.totals().records, count as u64);
                        let rest = text.get(point.offset() as usize..).unwrap();
                        let options = ReadOptions::default().final_positions(true);
                        let mut rest = Reader::new(rest, Format::Pgn, options).at(&point);
                        let mut next = Vec::new();
                        if rest.read_batch(&mut next, 1).is_ok() && !next.is_empty() {
                            nexts.push((count, next[0]));
                        }
                    }
                }
                Err(damage) => found.push(format!("{damage} {}", records.len())),
            }
            Ok::<(), Error>(())
        });
        read.unwrap();
        // Batches end with parts, so the points are not those of other parts.
        for (count, next) in nexts {
            assert_eq!(next, records[count]);
        }
        let end = format!("{:?} {:?}", reader.point(), reader.totals());
        (records, found, end)
    }

    #[test]
    fn games_are_the_same_in_parts_of_any_size() {
        let whole = in_parts(GAMES.as_bytes(), GAMES.len() + 1, 1);
        assert_eq!(whole.0.last().unwrap().game.unwrap().get(), 6);
        for size in 1..=GAMES.len() {
            let threads = [1, 2, 5, 16][size % 4];
            assert!(in_parts(GAMES.as_bytes(), size, threads) == whole, "{size}");
        }
    }

    #[test]
    fn damaged_games_are_the_same_in_parts() {
        const EDITS: [&str; 15] = [
            "{", "}", "(", ")", ";", "[", "]", "%", "\"", "\n", "\n\n", " 1-0 ", "*", "[Event ",
            "é",
        ];
        let mut rng = setwise_conformance::Rng::new(75);
        for round in 0..3000 {
            let mut text = GAMES.as_bytes().to_vec();
            for _ in 0..=round % 5 {
                let at = rng.below(text.len());
                let until = text.len().min(at + [0, 0, 1, 12][rng.below(4)]);
                text.splice(at..until, EDITS[rng.below(EDITS.len())].bytes());
            }
            let whole = in_parts(&text, text.len() + 1, 1);
            let size = 1 + rng.below(200);
            let found = in_parts(&text, size, 1 + round % 3);
            assert!(found == whole, "{size}: {}", String::from_utf8_lossy(&text));
        }
    }

    #[test]
    fn a_part_doubles_until_it_has_a_unit() {
        let text = b"abcdefgh\ni\nj\nk\nl\nm\n";
        let mut cutter = Cutter {
            cut: Format::Fen.codec().cut.unwrap(),
            size: 4,
            state: 0,
            parts: 0,
            reader: Reader::new(&text[..], Format::Fen, ReadOptions::default()),
        };
        let mut part = Part::<()>::default();
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
