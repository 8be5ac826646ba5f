use super::cutter::Cutter;
use super::order::Order;
use super::part::{BATCH, BATCHES, Part, Spare};
use super::pipeline;
use crate::{Damage, Error, OnDamage, ReadBatch, Reader, Record, Source, Writer};
use std::io::Write;

/// The number of records, about, for which a part has room: those of a chunk of binpack.
const MAX_RECORDS: usize = 1 << 19;

/// The number of parts that exist at a time, for each thread that works on them; fewer if each may
/// have as many records as that.
const PARTS: usize = 3;
const LONG_PARTS: usize = 2;

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
        let (Some(cut), Some(state)) = (self.codec.cut, state) else {
            let spare = Spare::default();
            let fill = |part: &mut Part<R>| part.read(self, &spare);
            let worker = || {
                let mut work = worker();
                move |part: &mut Part<R>| part.work(&mut work)
            };
            let take = |part: &mut Part<R>| part.take(&spare, &mut take);
            return pipeline::run(threads, PARTS, fill, worker, take);
        };
        // One thread gets a long part in pieces that fit the cache.
        let (parts, limit) = match cut.shown {
            None => (PARTS, MAX_RECORDS),
            Some(_) if threads > 1 => (LONG_PARTS, MAX_RECORDS),
            Some(_) => (1, BATCHES * BATCH),
        };
        let order = &Order::new(cut, state, limit);
        let source = core::mem::replace(&mut self.source, Source::of_bytes(Vec::new()));
        let mut cutter = Cutter::new(order, size, state, part_reader().with_source(source));
        let decoder = || {
            let (mut reader, mut work) = (part_reader(), worker());
            move |part: &mut Part<R>| part.decode(&mut reader, order, &mut work)
        };
        let (tally, mut end, mut rest) = (&mut self.tally, None, None);
        let fill = |part: &mut Part<R>| cutter.fill(part);
        let result = pipeline::run(threads, parts, fill, &decoder, |part| -> Result<(), E> {
            loop {
                part.join(tally).map_err(E::from)?;
                end = part.end;
                part.take(&order.spare, &mut take)?;
                if !part.has_rest {
                    return Ok(());
                }
                rest.get_or_insert_with(&decoder)(part);
            }
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
            let is_last = part.read(&mut reader, &Spare::default());
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
}
