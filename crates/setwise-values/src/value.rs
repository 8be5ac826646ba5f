use crate::block_rows::{BlockColumn, BlockRows};
use crate::mates::{Mates, find_mates};
use crate::{analyses::Analyses, material::WORTH};
use core::fmt;
use setwise_formats::{Fields, Record};
use setwise_moves::{Color, MoveEffect, Position, move_effects};

/// A value of a record.
///
/// ```
/// use setwise_formats::Fields;
/// use setwise_values::{Kind, Source, Value};
/// let mate = Value::named("mate").unwrap();
/// assert_eq!((mate.kind(), mate.source()), (Kind::Truth, Source::Analysis));
/// assert_eq!(mate.definition(), "the side to move is mated");
/// let score = Value::named("score").unwrap();
/// assert!(score.can_be_missing());
/// assert_eq!(score.needs(), Fields::SCORE);
/// ```
#[derive(Clone, Copy)]
pub struct Value {
    pub(crate) name: &'static str,
    pub(crate) definition: &'static str,
    pub(crate) source: Source,
    pub(crate) kind: Kind,
    pub(crate) needs: Fields,
    pub(crate) of: fn(&Seen<'_>) -> Option<i64>,
    pub(crate) column: fn(&Analyses) -> Option<Column<'_>>,
    pub(crate) block: for<'a> fn(&'a BlockRows<'_>) -> Option<BlockColumn<'a>>,
}

/// The value of each record of a batch, if no record lacks it.
pub(crate) enum Column<'a> {
    Numbers(&'a [u32]),
    Truths(&'a [bool]),
}

/// The inputs of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Source {
    /// The position.
    Position,
    /// The position and the results of the kernels for it.
    Analysis,
    /// The position, the stored move, and the results of the kernels for both.
    Move,
    /// The other fields of the record.
    Label,
}

/// The meaning of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A number.
    Number,
    /// Yes (1) or no (0).
    Truth,
}

impl Value {
    /// The name: lower-case words joined by underscores.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The definition: of a number, the objects that it counts; of a truth, the statement. *Own*
    /// pieces are those of the side to move.
    pub const fn definition(&self) -> &'static str {
        self.definition
    }

    /// The inputs of the value.
    pub const fn source(&self) -> Source {
        self.source
    }

    /// Whether the value is a number or a truth.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the field of a record without which the value is missing; no field if every record
    /// has the value.
    pub const fn needs(&self) -> Fields {
        self.needs
    }

    /// Whether a record can lack the value.
    pub const fn can_be_missing(&self) -> bool {
        !self.needs.is_empty()
    }

    /// Returns the value; `None` if the record lacks it.
    pub fn of(&self, seen: &Seen<'_>) -> Option<i64> {
        (self.of)(seen)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Values are equal if they are the same row of the table.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Value {}

/// A record and the results of the kernels for its position, from which values are computed.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    pub(crate) record: &'a Record,
    pub(crate) analyses: &'a Analyses,
    pub(crate) i: usize,
}

impl<'a> Seen<'a> {
    /// Joins a record with the analyses of its batch, where it is record `i`. Values of
    /// [`Source::Position`] and [`Source::Label`] do not read the analyses. Values of
    /// [`Source::Move`] are computed alone if the batch has no record `i`.
    pub const fn new(record: &'a Record, analyses: &'a Analyses, i: usize) -> Self {
        Self {
            record,
            analyses,
            i,
        }
    }

    pub(crate) const fn position(&self) -> &Position {
        &self.record.position
    }

    pub(crate) const fn own(&self) -> Color {
        self.position().turn()
    }

    pub(crate) fn effect(&self) -> Option<MoveEffect> {
        if self.analyses.holds(self.i) {
            return self.analyses.effect(self.i);
        }
        let mut effect = [None];
        // The lengths are equal.
        let _ = move_effects(&[*self.position()], &[self.record.played?], &mut effect);
        effect[0]
    }

    /// The centipawns that the stored move wins by exchanges.
    pub(crate) fn exchange(&self) -> Option<i32> {
        if self.analyses.holds(self.i) {
            return self.analyses.exchange(self.i);
        }
        self.position().exchange_value(self.record.played?, &WORTH)
    }

    /// The number of moves that mate, and whether the stored one does.
    pub(crate) fn mates(&self) -> Mates {
        if self.analyses.holds(self.i) {
            return self.analyses.mates(self.i);
        }
        let mut mates = [Mates::default()];
        find_mates(&[*self.position()], &[self.record.played], &mut mates);
        mates[0]
    }

    pub(crate) fn unless_assumed(&self, field: Fields, value: impl Into<i64>) -> Option<i64> {
        (!self.record.assumed.contains(field)).then(|| value.into())
    }
}
