//! Rows that are shuffled together.

use crate::feed::Point;
use crate::random::Random;
use crate::{PieceControl, Row};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The parts among which rows are dealt. A part is shuffled in the cache.
const PARTS: usize = 64;
/// The bits that choose a part.
const BITS: u32 = PARTS.trailing_zeros();

/// The rows of a unit, dealt at random to parts.
#[derive(Debug)]
pub(crate) struct Dealt {
    parts: Vec<Vec<Row>>,
    /// The part of each row in the order of the file, if somebody asks for that.
    order: Option<Vec<u8>>,
    random: Random,
    /// The random bits that are left, and a 1 before them.
    bits: u64,
}

impl Dealt {
    /// Begins with no rows. Without parts rows keep their order.
    pub(crate) fn new(deals: bool, is_ordered: bool, random: Random, spare: &Spare) -> Self {
        let parts = if deals { PARTS } else { 1 };
        Self {
            parts: spare.take(Of::Unit, parts),
            order: is_ordered.then(Vec::new),
            random,
            bits: 1,
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn push(&mut self, row: Row) {
        if self.bits == 1 {
            // A whole number of choices.
            const TOP: u64 = 1 << (64 / BITS * BITS);
            self.bits = self.random.next() & (TOP - 1) | TOP;
        }
        // A single part has the number 0.
        let part = self.bits as usize & (self.parts.len() - 1);
        self.bits >>= BITS;
        if let Some(rows) = self.parts.get_mut(part) {
            rows.push(row);
        }
        if let Some(order) = &mut self.order {
            order.push(part as u8);
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.parts.iter().map(Vec::len).sum()
    }

    /// Keeps the rows for which a test holds, which sees them in the order of the file.
    pub(crate) fn retain(&mut self, mut keeps: impl FnMut(&Row) -> bool) {
        let mut places = [(0, 0); PARTS];
        for part in self.order.take().unwrap_or_default() {
            let rows = &mut self.parts[usize::from(part)];
            let (seen, kept) = &mut places[usize::from(part)];
            if keeps(&rows[*seen]) {
                rows[*kept] = rows[*seen];
                *kept += 1;
            }
            *seen += 1;
        }
        for (rows, (_, kept)) in self.parts.iter_mut().zip(places) {
            rows.truncate(kept);
        }
    }
}

/// Where a group begins: all that the rows from there on depend on.
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
    /// Rows in the order in which they are delivered.
    pub(crate) parts: Vec<Vec<Row>>,
    pub(crate) count: usize,
    random: Random,
}

impl Group {
    pub(crate) fn new(start: Start, random: Random) -> Self {
        Self {
            start,
            parts: Vec::new(),
            count: 0,
            random,
        }
    }

    /// Takes over the rows of the next unit. Those of a part are shuffled, together with those that
    /// are there: so each order of all rows has the same probability.
    pub(crate) fn push(&mut self, unit: Dealt, spare: &Spare) {
        self.count += unit.len();
        if unit.parts.len() == 1 {
            self.parts.extend(unit.parts);
            return;
        }
        if self.parts.is_empty() {
            self.parts = spare.take(Of::Group, PARTS);
        }
        for (rows, more) in self.parts.iter_mut().zip(&unit.parts) {
            let shuffled = rows.len();
            rows.reserve_exact(more.len());
            rows.extend_from_slice(more);
            for last in shuffled..rows.len() {
                rows.swap(last, self.random.below(last as u64 + 1) as usize);
            }
        }
        spare.give(Of::Unit, unit.parts);
    }
}

/// What memory is of. That of groups is larger.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Of {
    Unit,
    Group,
}

/// Memory of rows that is used again: fresh pages cost more than what is written to them.
#[derive(Debug, Default)]
pub(crate) struct Spare([Mutex<Vec<Vec<Row>>>; 2]);

impl Spare {
    /// Those of some units, or of three groups: one is delivered, one is ready, one grows.
    const MOST: usize = 3 * PARTS;

    fn take(&self, of: Of, count: usize) -> Vec<Vec<Row>> {
        let mut spare = self.of(of);
        let from = spare.len().saturating_sub(count);
        let mut taken = spare.split_off(from);
        drop(spare);
        taken.resize_with(count, Vec::new);
        taken
    }

    pub(crate) fn give(&self, of: Of, parts: Vec<Vec<Row>>) {
        let mut spare = self.of(of);
        let room = Self::MOST.saturating_sub(spare.len());
        spare.extend(parts.into_iter().take(room).map(|mut rows| {
            rows.clear();
            rows
        }));
    }

    fn of(&self, of: Of) -> MutexGuard<'_, Vec<Vec<Row>>> {
        let spare = &self.0[of as usize];
        spare.lock().unwrap_or_else(PoisonError::into_inner)
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
            dealt.push(Row::of_record(&record));
        }
        dealt
    }

    fn scores(parts: &[Vec<Row>]) -> Vec<i16> {
        parts.iter().flatten().map(Row::score).collect()
    }

    #[test]
    fn tests_see_the_order_of_the_file() {
        let mut unit = dealt(0, 9000, true);
        let mut next = 0;
        unit.retain(|row| {
            assert_eq!(row.score(), next);
            next += 1;
            next % 3 == 0
        });
        assert_eq!((next, unit.len()), (9000, 3000));
        let mut left = scores(&unit.parts);
        left.sort_unstable();
        assert!(left.iter().zip(0..).all(|(score, i)| *score == 3 * i + 2));
    }

    /// Places of rows of two units are as far from each other as by chance.
    #[test]
    fn places_are_random() {
        let start = Start {
            point: Point::default(),
            control: None,
            number: 0,
        };
        let mut group = Group::new(start, Random::from_state(5));
        for from in [0, 10_000] {
            group.push(dealt(from, 10_000, false), &Spare::default());
        }
        let order = scores(&group.parts);
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
