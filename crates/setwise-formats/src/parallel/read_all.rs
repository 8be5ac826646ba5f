use super::cutter::Cutter;
use super::order::{Limits, Order};
use super::part::{BATCHES, OnBatch, Part, Spare, Take};
use super::pipeline::{self, Work};
use crate::stream::reader::BATCH;
use crate::stream::{Extras, OnDamage, ReadBatch, Reader, Source, Writer};
use crate::vocabulary::{Damage, Error, Record};
use std::io::Write;

/// The number of bytes of the largest part. A chunk of binpack has about half of that.
const MAX_BYTES: usize = 1 << 21;

/// About the number of records for which a part has room: those of such a chunk.
const MAX_RECORDS: usize = 1 << 19;

/// The number of parts that exist at a time, for each working thread.
const PARTS: usize = 3;

impl Reader<'_> {
    /// Reads everything. `worker` returns a function that is called with batches of about a
    /// thousand records, by each of the [threads](crate::ReadOptions::threads) and in any order.
    /// `take` gets the batches with the results in the order of the input, in the calling thread.
    /// Where damage [stops](OnDamage::Stop), `take` gets it in its place; if it returns no error,
    /// reading continues after the damage.
    ///
    /// With several threads, these decode the records, and one more thread reads the input. That
    /// thread also decodes input that cannot be cut: games of PGN that begin with no tag of the
    /// event, and rows of tables. The parts of a binpack chunk of more than 2 MiB are decoded one
    /// after the other. With one thread, the calling thread does everything. The batches do not
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
        let worker = || {
            let mut work = worker();
            move |records: &mut Vec<Record>, _: &mut Extras| work(records)
        };
        self.read_all_with(worker, take)
    }

    /// As [`read_all`](Self::read_all), with the extras of the records. A worker that needs games
    /// no longer may [clear](Extras::clear_games) them.
    ///
    /// # Errors
    /// As [`read_all`](Self::read_all).
    pub fn read_all_with<R: Send, W: FnMut(&mut Vec<Record>, &mut Extras) -> R, E: From<Error>>(
        &mut self,
        worker: impl Fn() -> W + Sync,
        mut take: impl FnMut(Result<ReadBatch<'_, R>, Damage>) -> Result<(), E>,
    ) -> Result<(), E> {
        let bytes = self.codec.cut.map_or(0, |cut| BATCHES * cut.bytes);
        let bytes = self.decoder.part_bytes(self.threads).unwrap_or(bytes);
        let is_long = self.codec.cut.is_some_and(|cut| cut.overlap.is_some());
        let limits = Limits {
            bytes,
            max_bytes: MAX_BYTES.max(bytes),
            records: if is_long {
                BATCHES * BATCH
            } else {
                MAX_RECORDS
            },
            waiting_records: match self.options.numbers {
                true => MAX_RECORDS,
                false => 4 * MAX_RECORDS,
            },
            numbers: self.options.numbers,
        };
        self.read_parts(limits, &|| Box::new(worker()), &mut take)
    }

    /// Reads everything in parts, if the input can be cut.
    fn read_parts<'a, R: Send, E: From<Error>>(
        &mut self,
        limits: Limits,
        worker: &(dyn Fn() -> Box<OnBatch<'a, R>> + Sync),
        take: &mut Take<'_, R, E>,
    ) -> Result<(), E> {
        let (threads, part_reader) = (self.threads, self.part_reader());
        let state = self.decoder.state().filter(|_| self.waiting.is_empty());
        let (Some(cut), Some(state)) = (self.codec.cut, state) else {
            let spare = Spare::default();
            let mut fill = |part: &mut Part<R>| {
                part.spare = spare.clone();
                part.read(self)
            };
            let worker = || -> Work<'_, Part<R>> {
                let mut work = worker();
                Box::new(move |part| {
                    part.work(&mut *work);
                    None
                })
            };
            let mut take = |part: &mut Part<R>| part.take(take);
            return pipeline::run(threads, PARTS * threads, &mut fill, &worker, &mut take);
        };
        let order = &Order::new(cut, state, limits);
        let source = core::mem::replace(&mut self.source, Source::of_bytes(Vec::new()));
        let mut cutter = Cutter::new(order, state, part_reader().with_source(source));
        let decoder = || -> Work<'_, Part<R>> {
            let (mut reader, mut work, spare) = (part_reader(), worker(), Spare::default());
            Box::new(move |part| {
                part.spare = spare.clone();
                part.decode(&mut reader, order, &mut *work)
            })
        };
        let (tally, mut end) = (&mut self.tally, None);
        let mut fill = |part: &mut Part<R>| cutter.fill(part);
        let parts = match cut.overlap {
            None => PARTS * threads,
            // Each of these parts may have many records.
            Some(_) => threads + 1,
        };
        let result = pipeline::run(threads, parts, &mut fill, &decoder, &mut |part| {
            part.join(tally).map_err(E::from)?;
            end = part.end;
            part.take(take)
        });
        self.source = cutter.reader.source;
        result?;
        match end {
            Some(state) => self.decoder.restore(state),
            // Inside a damaged unit, which the reader of the cutter has read.
            None => self.decoder = cutter.reader.decoder,
        }
        if let OnDamage::CopyTo(output) = &mut self.tally.on_damage {
            output.flush().map_err(Error::Copy)?;
        }
        Ok(())
    }
}

/// Copies all records from a reader to a writer. Both count the records.
/// [`ReadOptions::threads`](crate::ReadOptions::threads) is the number of threads, one by default.
/// Use [`Reader::read_all`] and [`Writer::write_batch`] to copy only some records.
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
    use crate::stream::{DecodeOptions, ReadOptions};
    use crate::vocabulary::Format;

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

    /// Games of each kind, with text that may hide or move the places between them.
    const GAMES: &str = "[Event \"a\"]\n\n1. e4 {one [%clk 0:01:00]} e5 1-0\n\n\
        [Event \"b\"]\n[Site \"é\"]\n\n1. d4 (1. c4 {x}) {♞\ny} d5 *\n\n\n\
        [Event \"c\"]\r\n\r\n1. Nf3 Nf6\r\n0-1\r\n\r\n[Event \"d\"]\n\n1/2-1/2\n\n\
        [Event \"e\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"f\"]\n\n1. g3 1-0\n";

    /// Chunks of chains, an empty chunk, and bytes that are no chunk.
    fn chunks() -> Vec<u8> {
        let chains = include_bytes!("../../tests/data/chains.binpack");
        // The ends of the first chains.
        let mut decoder = Format::Binpack.codec().decoder(&DecodeOptions::default());
        let (mut source, mut ends) = (Source::of_bytes(chains.to_vec()), vec![0]);
        while let Some(unit) = decoder.decode(&mut source, &mut Vec::new()).unwrap() {
            source.consume(unit.bytes);
            ends.push(ends[ends.len() - 1] + unit.bytes);
        }
        let chunk = |first: usize, end: usize| {
            let chains = &chains[ends[1 + first]..ends[1 + end]];
            let size = (chains.len() as u32).to_le_bytes();
            [b"BINP", &size[..], chains].concat()
        };
        let else_ = b"no chunk, BIN".to_vec();
        [
            chunk(0, 2),
            chunk(2, 3),
            chunk(3, 3),
            chunk(3, 6),
            else_,
            chunk(6, 9),
            chunk(9, 10),
        ]
        .concat()
    }

    /// The result of reading: the records, the damage as text, and the end.
    type Found = (Vec<Record>, Vec<String>, String);

    /// Reads in parts, whose limits are numbers of bytes and of records.
    fn in_parts(
        format: Format,
        input: &[u8],
        [bytes, max_bytes, records]: [usize; 3],
        threads: usize,
    ) -> Found {
        let (mut all, mut found, mut nexts) = (Vec::new(), Vec::new(), Vec::new());
        let options = |threads| {
            let options = ReadOptions::default().threads(threads);
            options.final_positions(true)
        };
        let mut reader = Reader::new(input, format, options(threads));
        let worker = || -> Box<OnBatch<'_, _>> { Box::new(|records, _| records.clone()) };
        let limits = Limits {
            bytes,
            max_bytes,
            records,
            waiting_records: 2 * records,
            numbers: true,
        };
        let read = reader.read_parts(limits, &worker, &mut |batch| {
            match batch {
                Ok(batch) => {
                    // The worker has seen the records that are given here.
                    assert!(batch.result == *batch.records);
                    all.append(batch.records);
                    // A reader resumes at the point, unless damage follows.
                    if let Some(point) = batch.point {
                        assert_eq!(point.totals().records, all.len() as u64);
                        let rest = input.get(point.offset() as usize..).unwrap();
                        let mut rest = Reader::new(rest, format, options(1)).at(&point);
                        let mut next = Vec::new();
                        if rest.read_batch(&mut next, 1).is_ok() && !next.is_empty() {
                            nexts.push((all.len(), next[0]));
                        }
                    }
                }
                Err(damage) => found.push(format!("{damage} {}", all.len())),
            }
            Ok::<(), Error>(())
        });
        read.unwrap();
        // Batches end with parts, so the points are not those of other parts.
        for (count, next) in nexts {
            assert_eq!(next, all[count]);
        }
        let end = format!("{:?} {:?}", reader.point(), reader.totals());
        (all, found, end)
    }

    /// Reads as one part.
    fn whole(format: Format, input: &[u8]) -> Found {
        in_parts(format, input, [input.len() + 1, 1 << 20, 1 << 20], 1)
    }

    #[test]
    fn units_are_the_same_in_parts_of_any_size() {
        for (format, input, games) in [
            (Format::Pgn, GAMES.into(), 6),
            (Format::Binpack, chunks(), 10),
        ] {
            let whole = whole(format, &input);
            assert_eq!(whole.0.last().unwrap().game.unwrap().get(), games);
            for bytes in 1..=input.len() {
                let threads = [1, 2, 5, 16][bytes % 4];
                // Sometimes chunks have no room in a part, and games no room for their records.
                let limits = [bytes, bytes.max([1 << 20, 8][bytes / 4 % 2]), bytes / 8 % 3];
                let found = in_parts(format, &input, limits, threads);
                assert!(found == whole, "{format} {limits:?}");
            }
        }
    }

    #[test]
    fn damaged_units_are_the_same_in_parts() {
        const GAME_EDITS: [&[u8]; 15] = [
            b"{", b"}", b"(", b")", b";", b"[", b"]", b"%", b"\"", b"\n", b"\n\n", b" 1-0 ", b"*",
            b"[Event ", b"\xc3",
        ];
        const CHUNK_EDITS: [&[u8]; 7] = [
            b"BINP",
            b"BINP\x50\0\0\0",
            b"BINP\0\0\0\0",
            b"BINP\0\x01\0\0",
            b"BINP\0\0\0\xff",
            b"\0",
            b"BI",
        ];
        let mut rng = setwise_conformance::Rng::new(75);
        for (format, input, edits) in [
            (Format::Pgn, GAMES.into(), &GAME_EDITS[..]),
            (Format::Binpack, chunks(), &CHUNK_EDITS),
        ] {
            for round in 0..3000 {
                let mut input = input.clone();
                for _ in 0..=round % 5 {
                    let at = rng.below(input.len());
                    let until = input.len().min(at + [0, 0, 1, 12][rng.below(4)]);
                    input.splice(at..until, edits[rng.below(edits.len())].iter().copied());
                }
                let bytes = 1 + rng.below(200);
                let limits = [bytes, bytes.max(1 << (3 + rng.below(17))), rng.below(3)];
                let found = in_parts(format, &input, limits, 1 + round % 3);
                let text = String::from_utf8_lossy(&input);
                assert!(found == whole(format, &input), "{limits:?}: {text}");
            }
        }
    }

    #[test]
    fn an_error_ends_parts_that_wait() {
        let input = chunks().repeat(100);
        let options = ReadOptions::default().threads(3);
        let mut reader = Reader::new(&input[..], Format::Binpack, options);
        let limits = Limits {
            bytes: 1 << 10,
            max_bytes: 1 << 20,
            records: 1,
            waiting_records: 2,
            numbers: true,
        };
        let worker = || -> Box<OnBatch<'_, _>> { Box::new(|_, _| ()) };
        let read = reader.read_parts(limits, &worker, &mut |_| {
            Err(Error::Copy(std::io::Error::other("enough")))
        });
        assert!(read.unwrap_err().to_string().ends_with("enough"));
    }
}
