//! [`Codec`], a row of the table of formats, and its two ends, [`Decode`] and [`Encode`].

use crate::stream::game_batch::{Scores, label_of, played_of};
use crate::stream::{Extra, Extras, GameBatch, GameRows, Source};
use crate::vocabulary::{
    Fields, Format, GameColumn, Notice, Notices, PositionEncoding, ReadError, Record, WriteError,
};
use core::{num::NonZeroU32, ops::Range};
use setwise_binpack::Chains;
use setwise_moves::{Move, Outcome, Position};
use std::io::{self, Error, ErrorKind};
use std::sync::Arc;

/// A row of the table of formats: what a format is, and the two ends of its codec.
pub(crate) struct Codec {
    pub(crate) format: Format,
    /// The name, and the name as an argument: in lower case, with hyphens.
    pub(crate) names: [&'static str; 2],
    /// The extensions of its files. The first one is that of new files.
    pub(crate) extensions: &'static [&'static str],
    /// The name of the unit that is read as a whole, and damaged as a whole.
    pub(crate) unit: &'static str,
    pub(crate) kind: Kind,
    pub(crate) stores: Fields,
    /// The fields that a record may lack if it was read from the same format.
    pub(crate) spares: Fields,
    /// The extras that the format stores, although no field of a record holds them.
    pub(crate) room: Option<Notice>,
    /// Whether games end with a position without a move.
    pub(crate) has_final_positions: bool,
    /// Whether games are read in place of records on request.
    pub(crate) has_games: bool,
    /// The function that makes a decoder, or `None` if the format is not part of this build.
    pub(crate) decoder: Option<NewDecoder>,
    /// The fields that a record needs, and the function that makes an encoder for an encoding of
    /// columns, or `None` if the format is not part of this build.
    pub(crate) encoder: Option<(Fields, NewEncoder)>,
    /// The rule of cutting an input, or `None` if only decoding finds the units.
    pub(crate) cut: Option<Cut>,
}

/// The choices of [`ReadOptions`](crate::ReadOptions) that decoders use.
#[derive(Clone, Debug, Default)]
pub(crate) struct DecodeOptions {
    pub(crate) columns: Arc<[GameColumn]>,
    /// Whether games are read in place of records, and whether their blocks are made at once.
    pub(crate) games: bool,
    pub(crate) blocks: bool,
    /// Whether games need their numbers while threads work on them.
    pub(crate) numbers: bool,
    pub(crate) counts: bool,
    pub(crate) final_positions: bool,
    pub(crate) best_moves: bool,
    pub(crate) keep_extras: bool,
    pub(crate) strict: bool,
    /// Whether the records of a game before its damage are kept.
    pub(crate) keeps_prefix: bool,
}

pub(crate) type NewDecoder = fn(&DecodeOptions) -> Box<dyn Decode>;
pub(crate) type NewEncoder = fn(PositionEncoding) -> Box<dyn Encode>;

/// How an input is cut into parts that can be decoded independently of each other.
/// ```text
/// input   |====================|====================|==============|
///                              cut                  cut               found by `rule`
/// part 0  |--------------------|....|
/// part 1                       |--------------------|....|
/// part 2                                            |--------------|
///                              |....|                                 `overlap` bytes, in both parts
///         |<- at most 8 x `bytes` ->|                                 unless a unit is longer
///
/// state   | number of games | other state |                           of the decoder at a cut
///                           |<----------->|                           `flag_bits` bits
/// ```
#[derive(Clone, Copy)]
pub(crate) struct Cut {
    pub(crate) rule: CutRule,
    /// The number of bytes with about as many records as a batch. A part has several batches.
    pub(crate) bytes: usize,
    /// The number of low bits of a state below the number of games, if `rule` does not count games.
    /// The decoder of a part then counts from 0, and the games before the part are added later.
    pub(crate) flag_bits: Option<u32>,
    /// The number of bytes after a cut that the part before it gets as well, if `rule` guesses
    /// cuts. A guess is right if the decoder of that part has exactly these bytes left, in the
    /// guessed state; otherwise the next part is decoded again. `None` if cuts are certain.
    pub(crate) overlap: Option<usize>,
    /// Whether all units have the same number of bytes, a power of two.
    pub(crate) is_fixed: bool,
}

/// Finds the last cut between whole units. Takes the bytes at the front of an input, and the state
/// of the decoder there. Returns the number of bytes before the cut, or 0 if there is none, and the
/// state of the decoder at the cut. If cuts are guesses and there is none, the state is that of the
/// rule after all bytes except the last [`overlap`](Cut::overlap) ones.
pub(crate) type CutRule = fn(&[u8], u64) -> (usize, u64);

impl Cut {
    pub(crate) const fn new(rule: CutRule, bytes: usize) -> Self {
        Self {
            rule,
            bytes,
            flag_bits: None,
            overlap: None,
            is_fixed: false,
        }
    }

    pub(crate) fn without_games(&self, state: u64) -> u64 {
        self.flag_bits
            .map_or(state, |bits| state & ((1 << bits) - 1))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Binary,
    /// Text whose units are lines.
    Lines,
    /// Text whose units have any number of lines.
    Text,
    /// Columns, whose rows have no place among the bytes of the input.
    Columns,
}

impl Kind {
    pub(crate) const fn is_text(self) -> bool {
        matches!(self, Self::Lines | Self::Text)
    }

    pub(crate) const fn is_columnar(self) -> bool {
        matches!(self, Self::Columns)
    }
}

impl Codec {
    /// Returns a decoder. If the format is not part of this build, it fails.
    pub(crate) fn decoder(&self, options: &DecodeOptions) -> Box<dyn Decode> {
        match self.decoder {
            Some(new) => new(options),
            None => Box::new(NotInBuild(self.format)),
        }
    }
}

/// The result of decoding: a unit, or `None` at the end of the input.
pub(crate) type Decoded = io::Result<Option<Unit>>;

struct NotInBuild(Format);

impl Decode for NotInBuild {
    fn decode(&mut self, _: &mut Source<'_>, _: &mut Vec<Record>) -> Decoded {
        let why = format!("{} is not part of this build", self.0);
        Err(Error::new(ErrorKind::Unsupported, why))
    }

    fn state(&self) -> Option<u64> {
        None
    }
}

/// The bytes at the front of the input that belong together.
pub(crate) struct Unit {
    /// The number of bytes, which may be 0 where damage begins or ends.
    pub(crate) bytes: usize,
    pub(crate) content: Content,
    pub(crate) notices: Notices,
}

pub(crate) enum Content {
    /// A sound unit, whose records were appended.
    Records,
    /// A unit without records: an empty line, a comment, a header.
    Blank,
    /// A unit with a problem at this byte. The records before the problem were appended.
    Damaged(ReadError, usize),
    /// The continuation of a damaged unit that is too long for memory.
    Rest,
}

impl Unit {
    pub(crate) const fn new(bytes: usize, content: Content) -> Self {
        Self {
            bytes,
            content,
            notices: Notices::NONE,
        }
    }

    pub(crate) const fn with(mut self, notices: Notices) -> Self {
        self.notices = notices;
        self
    }

    /// Makes a unit of the result of decoding `bytes` bytes.
    #[inline]
    pub(crate) fn of(bytes: usize, result: Result<(), ReadError>) -> Self {
        let content = match result {
            Ok(()) => Content::Records,
            Err(reason) => Content::Damaged(reason, 0),
        };
        Self::new(bytes, content)
    }
}

/// Sound units that are decoded together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run {
    /// The number of bytes, which the caller consumes.
    pub(crate) bytes: usize,
    pub(crate) units: usize,
}

/// The reading end of a format, with the state of reading it.
pub(crate) trait Decode: Send {
    /// Opens a file, for formats that are not read from front to end. Returns the number of units,
    /// if the file states it. By default, does nothing.
    fn open(&mut self, _source: &mut Source<'_>) -> io::Result<Option<u64>> {
        Ok(None)
    }

    /// Decodes the unit at the front of the input and appends its records. Returns `None` at the
    /// end of the input. The caller consumes the bytes, and removes the records of a damaged unit.
    fn decode(&mut self, source: &mut Source<'_>, records: &mut Vec<Record>) -> Decoded;

    /// Decodes sound units at the front of the input together, and appends their records, at most
    /// `max` of them but for those of the last unit. The run is empty if the next unit is damaged,
    /// or if the format has no units that are decoded together.
    fn decode_run(
        &mut self,
        _source: &mut Source<'_>,
        _records: &mut Vec<Record>,
        _max: usize,
    ) -> io::Result<Run> {
        Ok(Run::default())
    }

    /// Takes the extras of the records that were decoded since the last call.
    fn take_extras(&mut self) -> Extras {
        Extras::default()
    }

    /// The number of bytes of a part for these threads, if it is not that of the [`Cut`].
    fn part_bytes(&self, _threads: usize) -> Option<usize> {
        None
    }

    /// Gives memory back for other extras.
    fn reuse(&mut self, _games: Vec<GameBatch>) {}

    /// Returns the number of records that were counted, or made as rows of
    /// [`GameBatch`](crate::GameBatch), since the last call of [`take_extras`](Self::take_extras).
    fn rows(&self) -> usize {
        0
    }

    /// The number of the last game, damaged ones included; 0 if the records have the numbers of
    /// all.
    fn last_game(&self) -> u64 {
        0
    }

    /// Returns the names of the columns of a table, if they are known before its first row.
    fn column_names(&mut self, _source: &mut Source<'_>) -> io::Result<Option<Vec<String>>> {
        Ok(None)
    }

    /// Sets the number of bytes of the input before the next unit. Called if there are columns.
    fn stand_at(&mut self, _offset: u64) {}

    /// Returns the state for another decoder to continue here; `None` inside a damaged unit.
    fn state(&self) -> Option<u64> {
        Some(0)
    }

    /// Takes over the state of another decoder.
    fn restore(&mut self, _state: u64) {}
}

/// The writing end of a format, with the state of writing it.
pub(crate) trait Encode: Send {
    /// Appends the bytes of a record, or keeps the record until there are enough for a batch.
    /// Nothing is appended if the format cannot hold the record.
    fn encode(&mut self, record: &Record, extra: Extra<'_>, out: &mut Vec<u8>) -> Encoded;

    /// Whether [`encode_moves`](Self::encode_moves) does anything.
    fn takes_moves(&self) -> bool {
        false
    }

    /// Appends the records after `record`, which was the last one, of a game that continues with
    /// these moves and ends with the last one. Their records have its labels. Returns the number of
    /// records, up to the first one for which [`encode`](Self::encode) is needed: that of a move
    /// that may not be legal, for example.
    fn encode_moves(&mut self, _record: &Record, _moves: Moves<'_>, _out: &mut Vec<u8>) -> usize {
        0
    }

    /// Whether the bytes of a game are the same whatever games come before it, but for the chunks
    /// that they are joined to.
    fn takes_games_apart(&self) -> bool {
        false
    }

    /// Prepares an encoder for games that another one appends: they are not joined to chunks.
    fn begin_apart(&mut self) {}

    /// Takes the chains since the last call, if the format has chains.
    fn take_chains(&mut self) -> Chains {
        Chains::default()
    }

    /// Appends chains of another encoder.
    fn append_chains(&mut self, _chains: &Chains, _out: &mut Vec<u8>) {}

    /// Appends the records of rows of a game, and ends the game. Returns the number of rows, or
    /// `None` if it cannot: what it has appended is then removed.
    fn encode_rows(&mut self, _rows: &GameRows<'_>, _out: &mut Vec<u8>) -> Option<usize> {
        None
    }

    /// Appends the records of rows of a game that follow each other. Returns the number of rows, up
    /// to the first one for which [`encode`](Self::encode) is needed.
    fn encode_run(&mut self, _rows: &GameRows<'_>, _run: Range<usize>, _: &mut Vec<u8>) -> usize {
        0
    }

    /// Ends the game that is open: the next record begins another.
    fn end_game(&mut self, _out: &mut Vec<u8>) {}

    /// Appends the end of the output. By default, ends the game that is open.
    fn finish(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        self.end_game(out);
        Ok(())
    }

    /// Returns the state from which another encoder can continue, or `None` if none can.
    fn state(&self) -> Option<State> {
        Some(State::default())
    }

    /// Takes over the state of another encoder.
    fn restore(&mut self, _state: State) {}

    /// Returns the number of chains that were begun, if the format has chains.
    fn units(&self) -> Option<u64> {
        None
    }

    /// Returns the number of records with a value of a column that the format cannot hold.
    fn lost_columns(&self) -> u64 {
        0
    }
}

/// Moves that follow each other, to the end of a game; `None` passes the turn.
#[derive(Clone, Copy)]
pub(crate) enum Moves<'a> {
    /// Legal moves and labels of a game, which rows have a score, and whether the first one has.
    Words(&'a [[u8; 4]], Scores, bool),
    /// Moves, each with the score of the position before it as White sees it, and whether the first
    /// move of the game has one.
    Scored(&'a [(Option<Move>, Option<i16>)], bool),
    /// Legal moves of the rows of a game from one row to another one, which is not included.
    Rows(&'a GameRows<'a>, [usize; 2]),
}

impl<'a> Moves<'a> {
    /// The moves without the first one.
    pub(crate) fn after_first(self) -> Self {
        match self {
            Self::Words(words, scores, has) => {
                Self::Words(words.get(1..).unwrap_or_default(), scores, has)
            }
            Self::Scored(moves, has) => Self::Scored(moves.get(1..).unwrap_or_default(), has),
            Self::Rows(rows, [from, to]) => Self::Rows(rows, [to.min(from + 1), to]),
        }
    }

    pub(crate) const fn len(self) -> usize {
        match self {
            Self::Words(words, ..) => words.len(),
            Self::Scored(moves, _) => moves.len(),
            Self::Rows(_, [from, to]) => to - from,
        }
    }

    pub(crate) const fn are_legal(self) -> bool {
        !matches!(self, Self::Scored(..))
    }

    /// The moves and their scores, which is `score` for games without scores, up to one that has a
    /// score where the first one has none, or has none.
    pub(crate) fn each(
        self,
        score: Option<i16>,
    ) -> impl Iterator<Item = (Option<Move>, Option<i16>)> + 'a {
        (0..self.len()).map_while(move |i| match self {
            Self::Words(words, scores, has) => {
                let word = *words.get(i)?;
                let found = scores.of(label_of(word));
                let is_like_first = found.is_some() == has;
                is_like_first.then(|| (played_of(word), found.or(score)))
            }
            Self::Scored(moves, has) => {
                let scored = moves.get(i).copied();
                scored.filter(|(_, score)| score.is_some() == has)
            }
            Self::Rows(rows, [from, _]) => rows.half_move(from + i),
        })
    }
}

pub(crate) type Encoded = Result<(), Unencoded>;

/// Why a record is not encoded.
#[derive(Debug)]
pub(crate) enum Unencoded {
    /// The format cannot hold the record.
    Refused(WriteError),
    /// A batch of records failed.
    #[cfg_attr(
        not(feature = "arrow"),
        expect(dead_code, reason = "only columns have batches")
    )]
    Failed(Error),
}

impl From<WriteError> for Unencoded {
    fn from(why: WriteError) -> Self {
        Self::Refused(why)
    }
}

/// The state of an encoder between two records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct State {
    /// The game that the next record continues, if it fits.
    pub(crate) open_game: Option<OpenGame>,
    /// The number of half-moves of that game that are written.
    pub(crate) half_moves: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpenGame {
    pub(crate) position: Position,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) assumed: Fields,
    pub(crate) number: Option<NonZeroU32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_that_are_not_in_the_build_are_not_read() {
        let mut source = Source::of_bytes(Vec::new());
        let decoded = NotInBuild(Format::Arrow).decode(&mut source, &mut Vec::new());
        let error = decoded.err().unwrap();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert_eq!(error.to_string(), "Arrow is not part of this build");
    }
}
