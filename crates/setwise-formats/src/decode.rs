//! The interface between a reader and its formats.

use crate::source::Source;
use crate::{Reason, Record};
use core::marker::PhantomData;
use setwise_moves::{Position, Setup};
use setwise_packed::Bits;
use std::io::{BufRead, Result};

/// The bytes at the front of the input that belong together.
pub(crate) struct Unit {
    /// The number of bytes. It may be 0 where damage begins or ends.
    pub(crate) bytes: usize,
    pub(crate) content: Content,
}

/// What a unit is.
pub(crate) enum Content {
    /// Its records were appended.
    Records,
    /// It has no records: an empty line, a comment, a header.
    Blank,
    /// It is damaged. The problem is at this byte of it.
    Damaged(Reason, usize),
    /// It continues a damaged unit that was too long for memory.
    Rest,
}

impl Unit {
    /// Makes a unit of the result of decoding `bytes` bytes.
    #[inline]
    pub(crate) fn of(bytes: usize, result: core::result::Result<(), Reason>) -> Self {
        let content = match result {
            Ok(()) => Content::Records,
            Err(reason) => Content::Damaged(reason, 0),
        };
        Self { bytes, content }
    }
}

/// A format, with the state of reading it.
pub(crate) trait Decode: Send {
    /// Decodes the unit at the front of the input and appends its records. Returns `None` at the end of the input. The caller
    /// consumes the bytes, and removes the records of a damaged unit.
    fn decode(
        &mut self,
        source: &mut Source<'_>,
        records: &mut Vec<Record>,
    ) -> Result<Option<Unit>>;

    /// Decodes sound units at the front of the input together, each of one record, and appends at most `max` records. Returns the number of
    /// bytes, which the caller consumes; 0 if the next unit is damaged, or if the format has no units that are decoded together.
    fn decode_run(
        &mut self,
        _source: &mut Source<'_>,
        _records: &mut Vec<Record>,
        _max: usize,
    ) -> Result<usize> {
        Ok(0)
    }

    /// The state that another decoder needs to go on at the front of the input. `None` if it cannot, inside a damaged unit.
    fn state(&self) -> Option<u64> {
        Some(0)
    }

    /// Takes over the state of another decoder.
    fn restore(&mut self, _state: u64) {}
}

/// A format of records of 32 bytes.
pub(crate) trait Packed: Send {
    /// Decodes a record.
    fn decode(bytes: &[u8; 32]) -> core::result::Result<Record, Reason>;

    /// Returns the setup of a record whose codes have these bits; `None` if it is damaged.
    fn setup(bytes: &[u8; 32], bits: Bits) -> Option<Setup>;

    /// Returns the record of a position that comes from the setup of these bytes; `None` if it is damaged.
    fn record(bytes: &[u8; 32], position: Position) -> Option<Record>;
}

/// Decodes records of 32 bytes.
pub(crate) struct PackedDecoder<F> {
    format: PhantomData<F>,
    bits: Vec<Bits>,
    /// Room for the setups of a run.
    setups: Vec<Setup>,
    positions: Vec<Position>,
    /// The number of records in the next run. It falls behind damage and grows again, so that little is decoded twice.
    run: usize,
}

/// The number of records that are decoded together at most: few enough for the first level of the cache.
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
    ) -> Result<usize> {
        // What is there already: an error of the input behind it concerns later records.
        source.fill(32)?;
        let (stored, _) = source.data().as_chunks();
        let stored = stored.get(..max.min(self.run)).unwrap_or(stored);
        self.bits.clear();
        setwise_packed::unpack_all(stored, &mut self.bits);
        let mut sound = 0;
        for ((bytes, bits), setup) in stored.iter().zip(&self.bits).zip(&mut self.setups) {
            let Some(found) = F::setup(bytes, *bits) else {
                break;
            };
            *setup = found;
            sound += 1;
        }
        self.positions.clear();
        // Invalid positions end the run. They are decoded once more, alone, for the reason.
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
        Ok(32 * decoded)
    }

    #[inline]
    fn decode(
        &mut self,
        source: &mut Source<'_>,
        records: &mut Vec<Record>,
    ) -> Result<Option<Unit>> {
        source.fill(32)?;
        let Some(bytes) = source.data().first_chunk() else {
            let bytes = source.data().len();
            let unit = Unit::of(bytes, Err(Reason::Truncated(bytes)));
            return Ok((bytes > 0).then_some(unit));
        };
        let result = F::decode(bytes).map(|record| records.push(record));
        Ok(Some(Unit::of(32, result)))
    }
}

/// Decodes lines of text.
pub(crate) struct Lines {
    parse: fn(&[u8]) -> core::result::Result<Record, Reason>,
    /// Whether the front of the input belongs to a line that is too long.
    in_long_line: bool,
}

impl Lines {
    /// The number of bytes of the longest line.
    pub(crate) const LIMIT: usize = 1 << 13;

    pub(crate) fn new(parse: fn(&[u8]) -> core::result::Result<Record, Reason>) -> Self {
        Self {
            parse,
            in_long_line: false,
        }
    }
}

impl Decode for Lines {
    fn decode(
        &mut self,
        source: &mut Source<'_>,
        records: &mut Vec<Record>,
    ) -> Result<Option<Unit>> {
        source.fill(Self::LIMIT)?;
        let data = source.data();
        let data = data.get(..Self::LIMIT).unwrap_or(data);
        // `skip_until` searches with memchr.
        let bytes = (&mut &*data).skip_until(b'\n')?;
        if bytes == 0 {
            return Ok(None);
        }
        let line = data.get(..bytes).unwrap_or(data);
        let too_long = bytes == Self::LIMIT && !line.ends_with(b"\n");
        let content = if core::mem::replace(&mut self.in_long_line, too_long) {
            Content::Rest
        } else if too_long {
            Content::Damaged(Reason::TooLong(Self::LIMIT), 0)
        } else {
            match line.trim_ascii() {
                [] | [b'#', ..] => Content::Blank,
                line => {
                    Unit::of(bytes, (self.parse)(line).map(|found| records.push(found))).content
                }
            }
        };
        Ok(Some(Unit { bytes, content }))
    }

    fn state(&self) -> Option<u64> {
        Some(self.in_long_line.into())
    }

    fn restore(&mut self, state: u64) {
        self.in_long_line = state != 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::marlinformat::{Marlinformat, encode_position};

    #[test]
    fn runs_are_short_behind_damage_and_grow_again() {
        let record = Record::from(Position::startpos());
        let sound = encode_position(&record).unwrap();
        // An outcome that is none, and an en passant square that is none.
        for (at, wrong) in [(30, 3), (24, 65)] {
            let mut damaged = sound;
            damaged[at] = wrong;
            let bytes = [sound.repeat(300), damaged.to_vec(), sound.repeat(300)].concat();
            let mut source = Source::new(Box::new(&bytes[..]));
            let mut decoder = PackedDecoder::<Marlinformat>::new();
            let (mut records, mut runs) = (Vec::new(), Vec::new());
            loop {
                let run = decoder.decode_run(&mut source, &mut records, 1000);
                let bytes = run.unwrap();
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
        assert_eq!((run.unwrap(), records.len()), (160, 6));
    }
}
