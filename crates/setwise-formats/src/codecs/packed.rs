use crate::stream::{Decode, Decoded, Encode, Encoded, Extra, GameRows, Run, Source, Unit};
use crate::vocabulary::{ReadError, Record, WriteError};
use core::marker::PhantomData;
use setwise_moves::packed::{self, Bits};
use setwise_moves::{Block, Position, Setup};
use std::io;

/// A format of records of 32 bytes.
pub(crate) trait Packed: Send {
    fn decode(bytes: &[u8; 32]) -> Result<Record, ReadError>;

    fn encode(record: &Record) -> Result<[u8; 32], WriteError>;

    /// The occupied squares and the bits of the codes of a row of a game.
    fn board_of_row(slot: (&Block, usize)) -> (u64, Bits);

    /// The last eight bytes for a row of a game; `None` if that needs its record.
    fn labels_of_row(rows: &GameRows<'_>, row: usize, slot: (&Block, usize)) -> Option<[u8; 8]>;

    /// Returns the setup of a record whose codes have these bits; `None` if it is damaged.
    fn setup(bytes: &[u8; 32], bits: Bits) -> Option<Setup>;

    /// Returns the record of bytes and their position; `None` if it is damaged.
    fn record(bytes: &[u8; 32], position: Position) -> Option<Record>;
}

pub(crate) struct PackedDecoder<F> {
    format: PhantomData<F>,
    bits: Vec<Bits>,
    /// Room for the setups of a run.
    setups: Vec<Setup>,
    positions: Vec<Position>,
    /// The number of records in the next run. It falls after damage and grows again, so that
    /// little is decoded twice.
    run: usize,
}

/// The greatest number of records that are decoded together, which fit the nearest cache.
const RUN: usize = 128;

impl<F> PackedDecoder<F> {
    pub(crate) fn new() -> Self {
        Self {
            format: PhantomData,
            bits: Vec::with_capacity(RUN),
            setups: vec![Setup::empty(); RUN],
            positions: Vec::with_capacity(RUN),
            run: RUN,
        }
    }
}

impl<F: Packed> Decode for PackedDecoder<F> {
    fn decode_run(
        &mut self,
        source: &mut Source<'_>,
        records: &mut Vec<Record>,
        max: usize,
    ) -> io::Result<Run> {
        // Only bytes that are available: an error of the input after them concerns later records.
        source.fill(32)?;
        let (stored, _) = source.data().as_chunks();
        let stored = stored.get(..max.min(self.run)).unwrap_or(stored);
        self.bits.clear();
        packed::unpack_all(stored, &mut self.bits);
        let mut sound = 0;
        for ((bytes, bits), setup) in stored.iter().zip(&self.bits).zip(&mut self.setups) {
            let Some(decoded) = F::setup(bytes, *bits) else {
                break;
            };
            *setup = decoded;
            sound += 1;
        }
        self.positions.clear();
        // An invalid position ends the run. It is decoded again alone, to find the reason.
        let setups = self.setups.get(..sound).unwrap_or_default();
        let _ = Position::new_all(setups, &mut self.positions);
        let before = records.len();
        records.reserve(self.positions.len());
        for (bytes, position) in stored.iter().zip(&self.positions) {
            let Some(record) = F::record(bytes, *position) else {
                break;
            };
            records.push(record);
        }
        let decoded = records.len() - before;
        self.run = match decoded == stored.len() {
            true => RUN.min(2 * self.run),
            false => 1,
        };
        Ok(Run {
            bytes: 32 * decoded,
            units: decoded,
        })
    }

    #[inline]
    fn decode(&mut self, source: &mut Source<'_>, records: &mut Vec<Record>) -> Decoded {
        source.fill(32)?;
        let Some(bytes) = source.data().first_chunk() else {
            let bytes = source.data().len();
            let unit = Unit::of(bytes, Err(ReadError::Truncated(bytes)));
            return Ok((bytes > 0).then_some(unit));
        };
        let result = F::decode(bytes).map(|record| records.push(record));
        Ok(Some(Unit::of(32, result)))
    }
}

/// The number of rows that are encoded together.
const ROWS: usize = 32;

/// The writing end of a format whose records do not depend on each other.
pub(crate) struct PackedEncoder<F>(pub(crate) PhantomData<F>);

impl<F: Packed> Encode for PackedEncoder<F> {
    #[inline]
    fn encode(&mut self, record: &Record, _: Extra<'_>, out: &mut Vec<u8>) -> Encoded {
        out.extend_from_slice(&F::encode(record)?);
        Ok(())
    }

    fn takes_games_apart(&self) -> bool {
        true
    }

    fn encode_rows(&mut self, rows: &GameRows<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let mut together = Together::<F>::new(rows);
        let mut take = |records: &[[u8; 32]]| out.extend_from_slice(records.as_flattened());
        let mut count = 0;
        for run in rows.runs() {
            count += run.len();
            for row in run {
                together.push(row, &mut take)?;
            }
        }
        together.flush(take)?;
        Some(count)
    }
}

/// Rows that are encoded together.
pub(crate) struct Together<'a, F> {
    rows: &'a GameRows<'a>,
    boards: [(u64, Bits); ROWS],
    records: [[u8; 32]; ROWS],
    count: usize,
    format: PhantomData<F>,
}

impl<'a, F: Packed> Together<'a, F> {
    pub(crate) const fn new(rows: &'a GameRows<'a>) -> Self {
        Self {
            rows,
            boards: [(0, [0; 4]); ROWS],
            records: [[0; 32]; ROWS],
            count: 0,
            format: PhantomData,
        }
    }

    /// Adds a row. Gives the records of all to `take` when there are enough. Returns `None` if the
    /// record of a row is needed.
    #[inline]
    pub(crate) fn push(&mut self, row: usize, take: impl FnMut(&[[u8; 32]])) -> Option<()> {
        let slot = self.rows.slot(row)?;
        self.boards[self.count] = F::board_of_row(slot);
        let labels = F::labels_of_row(self.rows, row, slot)?;
        self.records[self.count][24..].copy_from_slice(&labels);
        self.count += 1;
        match self.count == ROWS {
            true => self.flush(take),
            false => Some(()),
        }
    }

    /// Gives the records of the rows to `take`.
    pub(crate) fn flush(&mut self, mut take: impl FnMut(&[[u8; 32]])) -> Option<()> {
        let count = core::mem::take(&mut self.count);
        let records = self.records.get_mut(..count)?;
        packed::pack_all(self.boards.get(..count)?, records).ok()?;
        take(records);
        Some(())
    }
}

/// Cuts an input after its last whole record.
pub(crate) fn cut(data: &[u8], state: u64) -> (usize, u64) {
    (data.len() / 32 * 32, state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codecs::marlinformat::{Marlinformat, encode_position};
    use crate::stream::codec::Content;

    #[test]
    fn runs_are_short_behind_damage_and_grow_again() {
        let record = Record::from(Position::startpos());
        let sound = encode_position(&record).unwrap();
        // Bytes that are no code of an outcome, and no code of an en passant square.
        for (at, wrong) in [(30, 3), (24, 65)] {
            let mut damaged = sound;
            damaged[at] = wrong;
            let bytes = [sound.repeat(300), damaged.to_vec(), sound.repeat(300)].concat();
            let mut source = Source::new(Box::new(&bytes[..]));
            let mut decoder = PackedDecoder::<Marlinformat>::new();
            let (mut records, mut runs) = (Vec::new(), Vec::new());
            loop {
                let run = decoder.decode_run(&mut source, &mut records, 1000);
                let bytes = run.unwrap().bytes;
                source.consume(bytes);
                runs.push(bytes / 32);
                if bytes > 0 {
                    continue;
                }
                let Some(unit) = decoder.decode(&mut source, &mut records).unwrap() else {
                    break;
                };
                assert!(matches!(unit.content, Content::Damaged(_, 0)));
                source.consume(unit.bytes);
            }
            assert_eq!(runs, [128, 128, 44, 0, 1, 2, 4, 8, 16, 32, 64, 128, 45, 0]);
            assert_eq!(records.len(), 600);
        }
    }

    #[test]
    fn runs_are_no_longer_than_asked_for() {
        let record = Record::from(Position::startpos());
        let bytes = encode_position(&record).unwrap().repeat(10);
        let mut source = Source::new(Box::new(&bytes[..]));
        let mut decoder = PackedDecoder::<Marlinformat>::new();
        let mut records = vec![record];
        let run = decoder.decode_run(&mut source, &mut records, 5);
        assert_eq!((run.unwrap().bytes, records.len()), (160, 6));
    }

    #[test]
    fn whole_records() {
        assert_eq!(cut(&[0; 100], 7), (96, 7));
        assert_eq!(cut(&[0; 64], 0), (64, 0));
        assert_eq!(cut(&[0; 31], 0), (0, 0));
    }
}
