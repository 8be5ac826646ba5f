use super::arrays::{Text, valid};
use super::build::schema;
use super::error::{ColumnError, optional};
use super::{numbers::integers, position::PositionColumn};
use crate::codecs::text::has_small_letter;
use crate::vocabulary::{Notice, Notices, PositionEncoding, ReadError, Record};
use arrow_array::{Int64Array, RecordBatch};
use core::num::NonZeroU32;
use setwise_moves::Outcome;

/// The columns of a batch that records are made of.
///
/// The position comes from the columns that [`PositionColumn::of_batch`] finds. `score`, `outcome`,
/// `move`, `ply` and `game` may be missing or null. Numbers may be of any type if they are whole,
/// and NaN is null. A move is in UCI notation; `0000` and an empty text are no move. All columns
/// may be dictionaries or runs.
#[derive(Clone, Debug)]
pub struct RecordColumns {
    positions: PositionColumn,
    score: Option<Int64Array>,
    outcome: Option<Int64Array>,
    played: Option<Text>,
    ply: Option<Int64Array>,
    game: Option<Int64Array>,
    /// The columns that no field holds, if there are any.
    pub(super) others: Option<RecordBatch>,
}

impl RecordColumns {
    /// Finds the columns of a batch by their names.
    ///
    /// # Errors
    /// No column has positions, or a column has another type.
    pub fn new(batch: &RecordBatch) -> Result<Self, ColumnError> {
        let numbers = |name| optional(name, batch.column_by_name(name), integers);
        Ok(Self {
            positions: PositionColumn::of_batch(batch)?,
            score: numbers("score")?,
            outcome: numbers("outcome")?,
            played: optional("move", batch.column_by_name("move"), Text::of_column)?,
            ply: numbers("ply")?,
            game: numbers("game")?,
            others: others(batch),
        })
    }

    /// The number of rows.
    pub const fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no rows.
    pub const fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the record of a row. Without a column `ply`, its ply is that of the position.
    ///
    /// # Errors
    /// The position is null or not valid, a number is out of range, or the move is not legal.
    pub fn record(&self, row: usize) -> Result<Record, ReadError> {
        Ok(self.noted_record(row)?.0)
    }

    /// Returns the record of a row, and the notices about it.
    pub(crate) fn noted_record(&self, row: usize) -> Result<(Record, Notices), ReadError> {
        let position = self.positions.noted_record(row)?;
        let (mut record, mut notices) = position.ok_or(ReadError::NoPosition)?;
        let number = |column: &Option<Int64Array>| column.as_ref().and_then(|all| valid(all, row));
        if let Some(score) = number(&self.score) {
            record.white_score = Some(score.try_into().map_err(|_| ReadError::ScoreRange)?);
        }
        record.outcome = number(&self.outcome).map(outcome).transpose()?;
        if let Some(text) = self.played.as_ref().and_then(|moves| moves.get(row)) {
            match text {
                "" => notices.insert(Notice::MoveSpelling),
                "0000" => notices.insert(Notice::NullMove),
                text => {
                    let played = record.position.parse_move(text);
                    record.played = Some(played.map_err(|_| ReadError::Uci(text.to_owned()))?);
                    if !has_small_letter(text) {
                        notices.insert(Notice::MoveSpelling);
                    }
                }
            }
        }
        if self.ply.is_some() {
            let ply = number(&self.ply).map(u16::try_from).transpose();
            record.ply = ply.map_err(|_| ReadError::Field("ply"))?;
        }
        if let Some(game) = number(&self.game) {
            let game = u32::try_from(game).map_err(|_| ReadError::Field("game"))?;
            record.game = NonZeroU32::new(game);
        }
        Ok((record, notices))
    }
}

/// Returns the outcome of the half points of White.
pub(super) fn outcome(points: impl TryInto<u8>) -> Result<Outcome, ReadError> {
    let points = points.try_into().ok();
    let outcome = points.and_then(Outcome::from_half_points);
    outcome.ok_or(ReadError::Field("outcome"))
}

/// Returns the columns that no field holds. Bitboards are fields only if they are the position,
/// because a table may have the players as `white` and `black`.
fn others(batch: &RecordBatch) -> Option<RecordBatch> {
    let texts = ["fen", "position"];
    let known = match texts.map(|name| batch.column_by_name(name)) {
        [None, None] => schema(PositionEncoding::Bitboards),
        _ => schema(PositionEncoding::Fen),
    };
    let is_known = |name: &str| texts.contains(&name) || known.field_with_name(name).is_ok();
    let fields = batch.schema_ref().fields().iter().enumerate();
    let others = fields.filter(|(_, field)| !is_known(field.name()));
    let others: Vec<usize> = others.map(|(at, _)| at).collect();
    match others.is_empty() {
        true => None,
        false => batch.project(&others).ok(),
    }
}
