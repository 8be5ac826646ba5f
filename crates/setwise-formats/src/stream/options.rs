use crate::vocabulary::{Fields, GameColumn, PositionEncoding, Record, WriteError};
use core::{fmt, num::NonZeroUsize};
use setwise_moves::Outcome;
use std::{io::Write, thread::available_parallelism};

/// The policy for damaged records, lines and games. [`Reader::totals`](crate::Reader::totals)
/// counts them in any case.
#[derive(Default)]
#[non_exhaustive]
pub enum OnDamage<'a> {
    /// Returns an error.
    #[default]
    Stop,
    /// Skips the damaged [unit](crate::Format::unit) as a whole, with records before the damage.
    /// (`Skip` of `setwise-loader` keeps these.)
    Skip,
    /// Skips the damaged unit, but keeps the records of a game before the damaged half-move.
    KeepPrefix,
    /// Skips the damaged unit and writes its bytes here, with a line end after each game of PGN.
    /// The output is flushed at the end of the input.
    CopyTo(Box<dyn Write + Send + 'a>),
}

impl fmt::Debug for OnDamage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stop => "Stop",
            Self::Skip => "Skip",
            Self::KeepPrefix => "KeepPrefix",
            Self::CopyTo(_) => "CopyTo",
        })
    }
}

/// Choices for reading.
#[derive(Debug)]
#[non_exhaustive]
pub struct ReadOptions<'a> {
    /// The policy for damage. The default is to stop.
    pub on_damage: OnDamage<'a>,
    /// Whether anything that a format does not allow is damage. By default it is read as other
    /// programs read it, and counted ([`Notice::is_lenient`](crate::Notice::is_lenient)).
    pub strict: bool,
    /// Whether the move of an EPD record is the first one of `bm` instead of that of `sm`. The
    /// default is no.
    pub best_moves: bool,
    /// Whether games end with a record of their last position, which has no move. The default is
    /// no.
    pub final_positions: bool,
    /// Whether batches end only between units. They may then be longer than requested, by less
    /// than a unit, and each of them ends at a [point](crate::Reader::point) from which
    /// reading can go on. The default is no.
    pub whole_units: bool,
    /// Whether batches have [extras](crate::ReadBatch::extras), the data beside the fields of
    /// records: the operations of EPD, and the other columns of a table. Batches then end only
    /// between units. The default is no.
    pub keep_extras: bool,
    /// The number that is added to the numbers of games. Set it to [`Reader::last_game`] of the
    /// input before to number games over several inputs. The default is 0.
    ///
    /// [`Reader::last_game`]: crate::Reader::last_game
    pub games_before: u32,
    /// The columns of games that batches have ([`Extras::columns`](crate::Extras::columns)), of PGN
    /// and of tables. Nothing else of tags and comments is parsed. Batches then end only between
    /// units. The default is none.
    ///
    /// With `eval`, the evaluation after a move is the score of the next record.
    pub columns: Vec<GameColumn>,
    /// Whether games of PGN, viriformat, binpack and of tables whose rows are games are read as
    /// [`GameBatch`](crate::GameBatch), which takes less time. The vectors of records then stay
    /// empty, and rows of games are counted as records. For other formats, and for viriformat and
    /// binpack with final positions, the choice has no effect. The default is no.
    pub games: bool,
    /// Whether the [blocks](crate::GameBatch::blocks) of these games are made at once, which takes
    /// less time than on demand. The default is no.
    pub blocks: bool,
    /// Whether workers need the numbers of games. Without them, threads need not wait for the
    /// number of games in the parts before theirs. The default is yes.
    pub numbers: bool,
    /// Whether the records of games of PGN, viriformat, binpack and tables are only counted
    /// ([`Reader::totals`](crate::Reader::totals)), which takes the least time: no vector of
    /// records has them. Every move is checked. For other formats the choice has no effect. The
    /// default is no.
    pub counts: bool,
    /// The number of threads of [`Reader::read_all`](crate::Reader::read_all) and
    /// [`convert`](crate::convert()) that decode records and compute with them.
    /// [`Reader::read_batch`](crate::Reader::read_batch) works in the calling thread. The default
    /// is 1: the calling thread alone. 0 stands for all cores.
    pub threads: usize,
}

impl Default for ReadOptions<'_> {
    fn default() -> Self {
        Self {
            on_damage: OnDamage::Stop,
            strict: false,
            best_moves: false,
            final_positions: false,
            whole_units: false,
            keep_extras: false,
            games_before: 0,
            columns: Vec::new(),
            games: false,
            blocks: false,
            numbers: true,
            counts: false,
            threads: 1,
        }
    }
}

/// Returns the number of threads that a choice stands for: 0 is one for each core.
pub(crate) fn number_of(threads: usize) -> usize {
    match threads {
        0 => available_parallelism().map_or(1, NonZeroUsize::get),
        threads => threads,
    }
}

/// Defines the methods that return options with another choice.
macro_rules! choices {
    ($($name:ident: $type:ty, $what:literal;)*) => {$(
        #[doc = concat!("Returns the options with another ", $what, ".")]
        #[must_use]
        pub fn $name(mut self, $name: $type) -> Self {
            self.$name = $name;
            self
        }
    )*};
}

impl<'a> ReadOptions<'a> {
    choices! {
        on_damage: OnDamage<'a>, "choice for damage";
        strict: bool, "choice for what a format does not allow";
        best_moves: bool, "choice for the moves of EPD";
        final_positions: bool, "choice for the last positions of games";
        whole_units: bool, "choice for the ends of batches";
        keep_extras: bool, "choice for what a file says beside the fields of records";
        games_before: u32, "number of games before";
        columns: Vec<GameColumn>, "choice of columns of games";
        games: bool, "choice between games and records";
        blocks: bool, "choice of the time when blocks are made";
        numbers: bool, "choice whether games have numbers";
        counts: bool, "choice between counting records and making them";
        threads: usize, "number of threads";
    }
}

/// Choices for writing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOptions {
    /// Whether to write default values for fields that are missing: those of
    /// [`Record::assumed`](crate::Record::assumed), score 0, and a draw. Otherwise a missing field
    /// that the format needs is an error. A missing move is an error in any case.
    pub assume_missing: bool,
    /// How Parquet and Arrow store positions. The default is as FEN.
    pub encoding: PositionEncoding,
}

impl WriteOptions {
    choices! {
        assume_missing: bool, "choice for missing fields";
        encoding: PositionEncoding, "encoding of positions in columns";
    }

    /// Returns a record that has default values for the fields that are missing.
    pub(crate) fn assumed(self, record: &Record, missing: Fields) -> Result<Record, WriteError> {
        let refused = match self.assume_missing {
            true => missing.and(Fields::MOVE),
            false => missing,
        };
        if !refused.is_empty() {
            return Err(WriteError::Missing(refused));
        }
        let score = missing.contains(Fields::SCORE).then_some(0);
        let outcome = missing.contains(Fields::OUTCOME).then_some(Outcome::Draw);
        Ok(Record {
            white_score: record.white_score.or(score),
            outcome: record.outcome.or(outcome),
            ..*record
        })
    }
}
