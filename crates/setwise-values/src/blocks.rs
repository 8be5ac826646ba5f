//! Conditions on the rows of blocks, 64 at a time.

use crate::block_rows::{AllRows, BlockColumn, BlockRows};
use crate::expression::{Expression, Facts, Rows, Test, bits_of, each_of};
use crate::value::{Seen, Value};
use setwise_formats::{BlockSets, GameBatch};

impl Rows for BlockRows<'_> {
    fn with_value(&self, set: u64, value: &Value, test: Test) -> u64 {
        set & match (value.block)(self) {
            Some(BlockColumn::Truths { has, holds }) => has & test.of_truths(holds),
            Some(BlockColumn::Numbers(numbers)) => test.of_numbers(numbers),
            Some(BlockColumn::Scores(has, numbers)) => {
                has & bits_of(|i| test.holds(numbers[i].into()))
            }
            None => self.with_row(set, |row| {
                row.value(value).is_some_and(|found| test.holds(found))
            }),
        }
    }

    fn with_row(&self, set: u64, holds: impl Fn(&dyn Facts) -> bool) -> u64 {
        each_of(set, |i| holds(&BlockRow(self, i)))
    }
}

struct BlockRow<'a>(&'a BlockRows<'a>, usize);

impl Facts for BlockRow<'_> {
    fn value(&self, value: &Value) -> Option<i64> {
        let (records, analyses) = self.0.records();
        value.of(&Seen::new(records.get(self.1)?, analyses, self.1))
    }
}

/// Returns the rows of games for which an expression without columns holds, as a set for each
/// block.
pub(crate) fn keep(expression: &Expression, games: &GameBatch) -> BlockSets {
    let all = AllRows::new(games);
    let sets = all.blocks();
    sets.map(|rows| expression.keep(rows.block.live, &rows))
        .collect()
}
