//! Conditions on the rows of blocks, 64 at a time.

use crate::block_rows::{AllRows, BlockColumn, BlockRows};
use crate::expression::{Expression, Facts, Rows};
use crate::value::{Seen, Value};
use setwise_formats::{BlockSets, GameBlocks};

impl Rows for BlockRows<'_> {
    fn with_value(&self, set: u64, value: &Value, holds: impl Fn(i64) -> bool) -> u64 {
        match (value.block)(self) {
            Some(BlockColumn::Truths { has, holds: truths }) => {
                let all = |holds: bool, set: u64| if holds { set } else { 0 };
                set & has & (all(holds(1), truths) | all(holds(0), !truths))
            }
            Some(BlockColumn::Numbers(numbers)) => {
                let numbers = numbers.iter().enumerate();
                let found = numbers.fold(0, |found, (i, number)| {
                    found | u64::from(holds(i64::from(*number))) << i
                });
                set & found
            }
            Some(BlockColumn::Scores(numbers)) => {
                let numbers = numbers.iter().enumerate();
                let found = numbers.fold(0, |found, (i, number)| {
                    found | u64::from(holds(i64::from(*number))) << i
                });
                set & found
            }
            None => self.with_row(set, |row| row.value(value).is_some_and(&holds)),
        }
    }

    fn with_row(&self, set: u64, holds: impl Fn(&dyn Facts) -> bool) -> u64 {
        let (mut left, mut found) = (set, 0);
        while left != 0 {
            let i = left.trailing_zeros() as usize;
            left &= left - 1;
            found |= u64::from(holds(&BlockRow(self, i))) << i;
        }
        found
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
pub(crate) fn keep(expression: &Expression, games: &GameBlocks) -> BlockSets {
    let all = AllRows::new(games);
    let sets = all.blocks();
    sets.map(|rows| expression.keep(rows.block.live, &rows))
        .collect()
}
