//! Rows that are shuffled together.

use crate::feed::Point;
use crate::random::{Purpose, Random};
use crate::row::Row;
use crate::rules::PieceControl;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of parts among which rows are dealt. A part fits in the cache while it is shuffled.
const PARTS: usize = 64;
/// The bits that choose a part.
const BITS: u32 = PARTS.trailing_zeros();
/// The greatest number of rows of a block. A block fits in the cache while its rows are dealt.
const BLOCK: usize = 4096;

/// Rows of a unit, dealt to parts at random. The rows of a part are contiguous.
#[derive(Debug)]
struct Block {
    /// The rows of all parts, then memory that is not in use.
    rows: Vec<Row>,
    /// Where each part ends.
    ends: [u16; PARTS],
}

impl Block {
    /// Deals rows to parts at random. Without `deals`, all rows stay in order in the first part.
    fn deal(rows: &[Row], mut memory: Vec<Row>, deals: bool, random: &mut Random) -> Self {
        let (mut parts, mut ends) = ([0; BLOCK], [0; PARTS]);
        let rows = &rows[..rows.len().min(BLOCK)];
        if deals {
            for parts in parts[..rows.len()].chunks_mut((u64::BITS / BITS) as usize) {
                let mut bits = random.next();
                for part in parts {
                    *part = bits as u8 & (PARTS as u8 - 1);
                    bits >>= BITS;
                }
            }
        }
        for part in &parts[..rows.len()] {
            ends[usize::from(*part) % PARTS] += 1;
        }
        let mut places = [0; PARTS];
        let mut sum = 0;
        for (place, end) in places.iter_mut().zip(&mut ends) {
            *place = sum;
            sum += *end;
            *end = sum;
        }
        if let (Some(row), true) = (rows.first(), memory.len() < rows.len()) {
            memory.resize(rows.len(), *row);
        }
        for (row, part) in rows.iter().zip(parts) {
            let place = &mut places[usize::from(part) % PARTS];
            memory[usize::from(*place)] = *row;
            *place += 1;
        }
        Self { rows: memory, ends }
    }

    fn part(&self, part: usize) -> &[Row] {
        let from = part.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.rows[from.into()..self.ends[part].into()]
    }
}

/// The rows of a unit. A block is dealt when it is full, or by `retain` if a test needs its order.
#[derive(Debug)]
pub(crate) struct Dealt {
    /// The rows of the open block, in the order of the file.
    rows: Vec<Row>,
    /// The blocks that are not dealt yet, in the order of the file.
    ordered: Vec<Vec<Row>>,
    blocks: Vec<Block>,
    deals: bool,
    is_ordered: bool,
    random: Random,
    count: usize,
}

impl Dealt {
    /// Begins with no rows.
    pub(crate) fn new(deals: bool, is_ordered: bool, random: Random, spare: &Spare) -> Self {
        Self {
            rows: spare.take_empty(),
            ordered: Vec::new(),
            blocks: Vec::new(),
            deals,
            is_ordered,
            random,
            count: 0,
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn push(&mut self, row: Row, spare: &Spare) {
        if self.rows.len() == BLOCK {
            self.end_block(spare);
        }
        self.rows.push(row);
    }

    /// Ends the unit, or a block of it.
    #[inline(never)]
    pub(crate) fn end_block(&mut self, spare: &Spare) {
        self.count += self.rows.len();
        if self.is_ordered {
            let rows = core::mem::replace(&mut self.rows, spare.take_empty());
            self.ordered.push(rows);
        } else {
            self.deal(spare);
        }
    }

    /// Deals the rows of a block.
    fn deal(&mut self, spare: &Spare) {
        let block = Block::deal(&self.rows, spare.take(), self.deals, &mut self.random);
        self.blocks.push(block);
        self.rows.clear();
    }

    /// The number of rows of all blocks.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Keeps the rows for which `keeps` holds, calling it in the order of the file, and deals them.
    pub(crate) fn retain(&mut self, spare: &Spare, mut keeps: impl FnMut(&Row) -> bool) {
        self.count = 0;
        for mut rows in core::mem::take(&mut self.ordered) {
            rows.retain(&mut keeps);
            self.count += rows.len();
            spare.give(core::mem::replace(&mut self.rows, rows));
            self.deal(spare);
        }
    }
}

/// The beginning of a group: all state on which its rows and later ones depend.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub(crate) point: Point,
    pub(crate) control: Option<PieceControl>,
    /// The number of the group in its stream.
    pub(crate) number: u64,
}

/// Rows of some units that follow each other in the stream.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) start: Start,
    blocks: Vec<Block>,
    pub(crate) count: usize,
    /// Whether the first unit of the group is the first one of an epoch.
    begins_epoch: bool,
    seed: u64,
    deals: bool,
}

impl Group {
    /// Returns an empty group. `epoch` is the epoch of its first unit.
    pub(crate) fn new(start: Start, epoch: u64, seed: u64, deals: bool) -> Self {
        Self {
            begins_epoch: start.point.epoch != epoch || start.point.choices == 0,
            start,
            blocks: Vec::new(),
            count: 0,
            seed,
            deals,
        }
    }

    /// Takes over the rows of the next unit.
    pub(crate) fn push(&mut self, mut unit: Dealt, spare: &Spare) {
        self.count += unit.count;
        self.blocks.append(&mut unit.blocks);
        spare.give(unit.rows);
    }

    /// Returns, at the end of an epoch, whether the group has exactly the rows of the epoch, and
    /// far fewer than `rows`.
    pub(crate) fn is_small_epoch(&self, rows: usize) -> bool {
        self.begins_epoch && self.count > 0 && self.count < rows / 16
    }

    /// The number of parts.
    pub(crate) const fn parts(&self) -> usize {
        if self.deals { PARTS } else { 1 }
    }

    /// The number of rows of a part.
    pub(crate) fn rows(&self, part: usize) -> usize {
        self.blocks.iter().map(|block| block.part(part).len()).sum()
    }

    /// Replaces `rows` with the rows of a part. Dealt rows are shuffled: all orders are as likely.
    pub(crate) fn take(&self, part: usize, rows: &mut Vec<Row>) {
        rows.clear();
        if !self.deals {
            rows.extend(self.blocks.iter().flat_map(|block| block.part(0)));
            return;
        }
        let Start { point, number, .. } = &self.start;
        // A damaged state can contain any number.
        let place = number.wrapping_mul(PARTS as u64) ^ part as u64;
        let mut random = Random::of(self.seed, Purpose::Rows, point.epoch, place);
        for block in &self.blocks {
            for row in block.part(part) {
                let at = random.below(rows.len() as u64 + 1) as usize;
                rows.push(*rows.get(at).unwrap_or(row));
                rows[at] = *row;
            }
        }
    }

    /// Returns the memory of the group to `spare`.
    pub(crate) fn end(self, spare: &Spare) {
        spare
            .lock()
            .extend(self.blocks.into_iter().map(|block| block.rows));
    }
}

/// Memory of rows for reuse. Fresh pages would take more time than the writes to them.
#[derive(Debug, Default)]
pub(crate) struct Spare(Mutex<Vec<Vec<Row>>>);

impl Spare {
    fn take(&self) -> Vec<Row> {
        self.lock().pop().unwrap_or_default()
    }

    fn take_empty(&self) -> Vec<Row> {
        let mut rows = self.take();
        rows.clear();
        rows
    }

    fn give(&self, rows: Vec<Row>) {
        if rows.capacity() > 0 {
            self.lock().push(rows);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Vec<Row>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_formats::Record;
    use setwise_moves::Position;

    /// Rows whose number is their score.
    fn dealt(from: i16, rows: i16, is_ordered: bool) -> Dealt {
        let mut record = Record::from(Position::startpos());
        let random = Random::from_state(from as u64);
        let mut dealt = Dealt::new(true, is_ordered, random, &Spare::default());
        for score in from..from + rows {
            record.score = Some(score);
            dealt.push(Row::of_record(&record), &Spare::default());
        }
        dealt.end_block(&Spare::default());
        dealt
    }

    /// The scores of a group in the order in which it is delivered.
    fn scores(units: impl IntoIterator<Item = Dealt>) -> Vec<i16> {
        let start = Start {
            point: Point::default(),
            control: None,
            number: 0,
        };
        let mut group = Group::new(start, 0, 5, true);
        for unit in units {
            group.push(unit, &Spare::default());
        }
        let (mut rows, mut scores) = (Vec::new(), Vec::new());
        for part in 0..PARTS {
            group.take(part, &mut rows);
            assert_eq!(rows.len(), group.rows(part));
            scores.extend(rows.iter().map(Row::score));
        }
        assert_eq!(scores.len(), group.count);
        scores
    }

    #[test]
    fn tests_see_the_order_of_the_file() {
        let mut unit = dealt(0, 9000, true);
        let mut next = 0;
        unit.retain(&Spare::default(), |row| {
            assert_eq!(row.score(), next);
            next += 1;
            next % 3 == 0
        });
        assert_eq!((next, unit.len()), (9000, 3000));
        let mut left = scores([unit]);
        left.sort_unstable();
        assert!(left.iter().zip(0..).all(|(score, i)| *score == 3 * i + 2));
    }

    /// Places of rows of two units are as far from each other as by chance.
    #[test]
    fn places_are_random() {
        let order = scores([0, 10_000].map(|from| dealt(from, 10_000, false)));
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..20_000));
        for step in [1, 2, 100, 10_000] {
            let pairs = order.iter().zip(&order[step..]);
            let distance = pairs.map(|(a, b)| f64::from(a.abs_diff(*b)));
            let mean = distance.sum::<f64>() / (20_000 - step) as f64;
            // A third of the range, with a deviation of 33.
            assert!((mean - 20_000.0 / 3.0).abs() < 170.0, "{step} {mean}");
        }
        let places = order
            .iter()
            .zip(0..)
            .map(|(score, place)| f64::from(*score) * f64::from(place));
        let correlation = places.sum::<f64>() / 20_000.0 / 1e8 - 1.0;
        assert!(correlation.abs() < 0.012, "{correlation}");
    }
}
