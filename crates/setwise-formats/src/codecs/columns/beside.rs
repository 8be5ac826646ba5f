//! The columns of games that a table has beside its records.

use super::cells::{Cells, List};
use super::error::ColumnError;
use crate::vocabulary::column::ColumnOf;
use crate::{ColumnKind, ColumnValues, GameColumn};
use arrow_array::RecordBatch;
use std::borrow::Cow;

/// The columns of a batch that others are made of, by their names.
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
            .filter(|column| column.kind() == ColumnKind::Number)
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

    /// The text of a row.
    pub(super) fn text(&self, name: &str, row: usize) -> Option<Cow<'_, str>> {
        self.get(name)?.text(row)
    }

    /// Appends the values of so many rows, each of which is a position.
    pub(super) fn append(&self, columns: &mut ColumnValues, rows: usize) {
        for row in 0..rows {
            columns.begin_game(1, |name| self.text(name, row));
            let last = columns.len() - 1;
            for (column, values) in columns.each_mut() {
                match column.of {
                    ColumnOf::Note(_) => {
                        let number = self.get(column.name()).and_then(|cells| cells.number(row));
                        if let (Some(number), Some(place)) =
                            (number, values.numbers().get_mut(last))
                        {
                            *place = number;
                        }
                    }
                    ColumnOf::San => values.push_text(self.text(column.name(), row).as_deref()),
                    ColumnOf::Nags => {
                        let list = self.get(column.name()).and_then(|cells| cells.list(row));
                        let numbers = list.iter().flat_map(List::small_numbers);
                        values.push_list(&numbers.collect::<Vec<u8>>());
                    }
                    _ => {}
                }
            }
        }
    }

    /// Sets the values of half-moves in the last rows, which are those of a game, from its lists.
    pub(super) fn fill(&self, columns: &mut ColumnValues, rows: usize, row: usize) {
        let first = columns.len() - rows;
        for (column, values) in columns.each_mut() {
            match column.of {
                ColumnOf::Note(_) => {
                    let Some(list) = self.get(column.name()).and_then(|cells| cells.list(row))
                    else {
                        continue;
                    };
                    for (i, place) in values.numbers().iter_mut().skip(first).enumerate() {
                        *place = list.number(i).unwrap_or(*place);
                    }
                }
                ColumnOf::Nags => {
                    let list = self.get(column.name()).and_then(|cells| cells.list(row));
                    let marks = |i| list.as_ref().map_or_else(Vec::new, |list| list.numbers(i));
                    (0..rows).for_each(|i| values.push_list(&marks(i)));
                }
                _ => {}
            }
        }
    }
}
