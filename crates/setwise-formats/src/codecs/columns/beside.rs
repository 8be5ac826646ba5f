//! The columns of games that a table has beside its records.

use super::cells::{Cells, NoNumber};
use super::error::ColumnError;
use crate::vocabulary::{ColumnKind, GameColumn, Notice, Notices, ReadError};
use crate::{stream::ColumnValues, vocabulary::column::ColumnOf};
use arrow_array::{Array, RecordBatch};
use arrow_buffer::NullBuffer;
use std::borrow::Cow;

/// For each column without one of some names, the rows in which it is null; `None` if there are no
/// such rows.
pub(super) type Others = Vec<Option<NullBuffer>>;

pub(super) fn columns_but(batch: &RecordBatch, names: &[&str]) -> Others {
    let fields = batch.schema_ref().fields().iter().zip(batch.columns());
    let others = fields.filter(|(field, _)| !names.contains(&&**field.name()));
    others.map(|(_, column)| column.logical_nulls()).collect()
}

/// Whether one of the columns has a value in a row.
pub(super) fn has_value(others: &Others, row: usize) -> bool {
    let mut others = others.iter();
    others.any(|nulls| nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row)))
}

/// The columns of a batch from which columns of games are made, by their names.
pub(super) struct Beside(Vec<(String, Cells)>);

impl Beside {
    /// Finds the columns that are wanted, as far as the batch has them.
    pub(super) fn new(batch: &RecordBatch, wanted: &[GameColumn]) -> Result<Self, ColumnError> {
        let mut names: Vec<&str> = wanted.iter().map(GameColumn::name).collect();
        let is_of_control =
            |column: &GameColumn| matches!(column.of, ColumnOf::Base | ColumnOf::Increment);
        if wanted.iter().any(is_of_control) {
            names.push("TimeControl");
        }
        let found = names.into_iter().filter_map(|name| {
            let array = batch.column_by_name(name)?;
            Some(Cells::of(name, array).map(|cells| (name.to_owned(), cells)))
        });
        let found = Self(found.collect::<Result<_, _>>()?);
        for column in wanted
            .iter()
            .filter(|column| column.kind() != ColumnKind::Text)
        {
            if let Some(cells) = found.get(column.name()) {
                cells.check_whole(column.name())?;
            }
        }
        Ok(found)
    }

    pub(super) fn get(&self, name: &str) -> Option<&Cells> {
        let found = self.0.iter().find(|(other, _)| other == name);
        found.map(|(_, cells)| cells)
    }

    pub(super) fn text(&self, name: &str, row: usize) -> Option<Cow<'_, str>> {
        self.get(name)?.text(row)
    }

    /// Appends the values of `rows` rows, each of which is a position. Returns the notices about
    /// each of them.
    pub(super) fn append(&self, columns: &mut ColumnValues, rows: usize) -> Vec<Notices> {
        (0..rows).map(|row| self.append_row(columns, row)).collect()
    }

    fn append_row(&self, columns: &mut ColumnValues, row: usize) -> Notices {
        let mut notices = columns.begin_game(1, |name| self.text(name, row));
        let last = columns.len() - 1;
        for (column, values) in columns.each_mut() {
            let cells = self.get(column.name());
            let is_clear = match column.of {
                ColumnOf::Note(_) => {
                    let number = cells.map_or(Ok(None), |cells| cells.number(row));
                    if let (Ok(Some(number)), Some(place)) =
                        (number, values.numbers().get_mut(last))
                    {
                        *place = number;
                    }
                    number.is_ok()
                }
                ColumnOf::San => {
                    values.push_text(self.text(column.name(), row).as_deref());
                    true
                }
                ColumnOf::Nags => {
                    let marks = cells.map_or(Ok(Vec::new()), |cells| cells.marks(row));
                    values.push_list(marks.as_deref().unwrap_or_default());
                    marks.is_ok()
                }
                _ => true,
            };
            if !is_clear && column.is_written() {
                notices.insert(Notice::UnclearNumbers);
            }
        }
        notices
    }

    /// Sets the values of half-moves in the last `rows` rows, those of a game, from the lists of
    /// `row`. Reports numbers that do not fit.
    pub(super) fn fill(&self, columns: &mut ColumnValues, rows: usize, row: usize) -> Notices {
        let first = columns.len() - rows;
        let mut notices = Notices::NONE;
        for (column, values) in columns.each_mut() {
            let list = || self.get(column.name()).and_then(|cells| cells.list(row));
            let mut is_clear = true;
            match column.of {
                ColumnOf::Note(_) => {
                    let Some(list) = list() else {
                        continue;
                    };
                    for (i, place) in values.numbers().iter_mut().skip(first).enumerate() {
                        match list.number(i) {
                            Ok(number) => *place = number.unwrap_or(*place),
                            Err(_) => is_clear = false,
                        }
                    }
                }
                ColumnOf::Nags => {
                    let list = list();
                    for i in 0..rows {
                        let marks = list
                            .as_ref()
                            .map_or(Ok(Vec::new()), |list| list.marks_of(i));
                        values.push_list(marks.as_deref().unwrap_or_default());
                        is_clear &= marks.is_ok();
                    }
                }
                _ => {}
            }
            if !is_clear && column.is_written() {
                notices.insert(Notice::UnclearNumbers);
            }
        }
        notices
    }

    /// Refuses values that are no lists, and lists of another length than the number of moves.
    pub(super) fn check_lists(
        &self,
        columns: &ColumnValues,
        row: usize,
        moves: usize,
    ) -> Result<(), ReadError> {
        let of_half_moves = columns.columns().iter();
        for column in of_half_moves.filter(|column| column.is_of_half_moves()) {
            let (name, cells) = (column.static_name(), self.get(column.name()));
            let Some(cells) = cells.filter(|_| column.of != ColumnOf::San) else {
                continue;
            };
            let list = match cells.list(row) {
                Some(list) if list.len() > 1 || list.number(0) != Ok(None) => list,
                None if cells.text(row).is_some() => return Err(ReadError::Field(name)),
                _ => continue,
            };
            if list.len() != moves {
                return Err(ReadError::Lists(name, list.len(), moves));
            }
            let is_number = |i| list.number(i) != Err(NoNumber::Text);
            let is_note = matches!(column.of, ColumnOf::Note(_));
            if is_note && !list.has_numbers() && !(0..moves).all(is_number) {
                return Err(ReadError::Field(name));
            }
        }
        Ok(())
    }
}
