//! Conditions on the rows of blocks, 64 at a time.

use crate::block_rows::{AllRows, BlockColumn, BlockRows};
use crate::expression::{Expression, Facts, Rows, Test};
use crate::value::{Seen, Value};
use setwise_formats::{BlockSets, GameBlocks};

impl Rows for BlockRows<'_> {
    fn with_value(&self, set: u64, value: &Value, test: Test) -> u64 {
        set & match (value.block)(self) {
            Some(BlockColumn::Truths { has, holds }) => {
                let all = |truth: bool, rows: u64| if test.holds(truth.into()) { rows } else { 0 };
                has & (all(true, holds) | all(false, !holds))
            }
            Some(BlockColumn::Numbers(numbers)) => {
                let low = u32::try_from(test.low.max(0)).ok();
                let high = u32::try_from(test.high.min(u32::MAX.into())).ok();
                let (Some(low), Some(high)) = (low, high) else {
                    return if test.outside { set } else { 0 };
                };
                let inside = bits_of(|i| numbers[i] >= low && numbers[i] <= high);
                if test.outside { !inside } else { inside }
            }
            Some(BlockColumn::Scores(has, numbers)) => {
                has & bits_of(|i| test.holds(numbers[i].into()))
            }
            None => self.with_row(set, |row| {
                row.value(value).is_some_and(|found| test.holds(found))
            }),
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

/// Returns the places that satisfy `holds`. The loops have no branches, so that LLVM vectorizes the
/// first one.
#[inline]
fn bits_of(holds: impl Fn(usize) -> bool) -> u64 {
    let mut bytes = [0_u8; 64];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = holds(i).into();
    }
    let (words, _) = bytes.as_chunks::<8>();
    words.iter().enumerate().fold(0, |bits, (i, word)| {
        // Moves the lowest bits of the bytes together.
        let row = u64::from_le_bytes(*word).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits | row << (8 * i)
    })
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
