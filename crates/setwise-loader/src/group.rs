//! Samples that are shuffled together.

use crate::feed::Point;
use crate::random::{Purpose, Random};
use crate::{rules::PieceControl, sample::Sample};
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
    samples: Vec<Sample>,
    /// Where each part ends.
    ends: [u16; PARTS],
}

impl Block {
    /// Deals rows to parts at random. Without `deals`, all rows stay in order in the first part.
    fn deal(samples: &[Sample], mut memory: Vec<Sample>, deals: bool, random: &mut Random) -> Self {
        let (mut parts, mut ends) = ([0; BLOCK], [0; PARTS]);
        let samples = &samples[..samples.len().min(BLOCK)];
        if deals {
            for parts in parts[..samples.len()].chunks_mut((u64::BITS / BITS) as usize) {
                let mut bits = random.next();
                for part in parts {
                    *part = bits as u8 & (PARTS as u8 - 1);
                    bits >>= BITS;
                }
            }
        }
        for part in &parts[..samples.len()] {
            ends[usize::from(*part) % PARTS] += 1;
        }
        let mut places = [0; PARTS];
        let mut sum = 0;
        for (place, end) in places.iter_mut().zip(&mut ends) {
            *place = sum;
            sum += *end;
            *end = sum;
        }
        if let (Some(sample), true) = (samples.first(), memory.len() < samples.len()) {
            memory.resize(samples.len(), *sample);
        }
        for (sample, part) in samples.iter().zip(parts) {
            let place = &mut places[usize::from(part) % PARTS];
            memory[usize::from(*place)] = *sample;
            *place += 1;
        }
        Self {
            samples: memory,
            ends,
        }
    }

    fn part(&self, part: usize) -> &[Sample] {
        let from = part.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.samples[from.into()..self.ends[part].into()]
    }
}

/// The rows of a unit. A block is dealt when it is full, or by `retain` if a test needs its order.
#[derive(Debug)]
pub(crate) struct Dealt {
    /// The rows of the open block, in the order of the file.
    samples: Vec<Sample>,
    /// The blocks that are not dealt yet, in the order of the file.
    ordered: Vec<Vec<Sample>>,
    blocks: Vec<Block>,
    deals: bool,
    is_ordered: bool,
    random: Random,
    count: usize,
}

impl Dealt {
    pub(crate) fn new(deals: bool, is_ordered: bool, random: Random, spare: &Spare) -> Self {
        Self {
            samples: spare.take_empty(),
            ordered: Vec::new(),
            blocks: Vec::new(),
            deals,
            is_ordered,
            random,
            count: 0,
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn push(&mut self, sample: Sample, spare: &Spare) {
        if self.samples.len() == BLOCK {
            self.end_block(spare);
        }
        self.samples.push(sample);
    }

    /// Ends the unit, or a block of it.
    #[inline(never)]
    pub(crate) fn end_block(&mut self, spare: &Spare) {
        self.count += self.samples.len();
        if self.is_ordered {
            let samples = core::mem::replace(&mut self.samples, spare.take_empty());
            self.ordered.push(samples);
        } else {
            self.deal(spare);
        }
    }

    /// Deals the samples of a block.
    fn deal(&mut self, spare: &Spare) {
        let block = Block::deal(&self.samples, spare.take(), self.deals, &mut self.random);
        self.blocks.push(block);
        self.samples.clear();
    }

    /// The number of samples of all blocks.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Keeps the rows for which `keeps` holds, calling it in the order of the file, and deals them.
    pub(crate) fn retain(&mut self, spare: &Spare, mut keeps: impl FnMut(&Sample) -> bool) {
        self.count = 0;
        for mut samples in core::mem::take(&mut self.ordered) {
            samples.retain(&mut keeps);
            self.count += samples.len();
            spare.give(core::mem::replace(&mut self.samples, samples));
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

/// Samples of some units that follow each other in the stream.
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

    /// Takes over the samples of the next unit.
    pub(crate) fn push(&mut self, mut unit: Dealt, spare: &Spare) {
        self.count += unit.count;
        self.blocks.append(&mut unit.blocks);
        spare.give(unit.samples);
    }

    /// Returns, at the end of an epoch, whether the group has exactly the rows of the epoch, and
    /// far fewer than `rows`.
    pub(crate) fn is_small_epoch(&self, samples: usize) -> bool {
        self.begins_epoch && self.count > 0 && self.count < samples / 16
    }

    pub(crate) const fn parts(&self) -> usize {
        if self.deals { PARTS } else { 1 }
    }

    /// The number of samples of a part.
    pub(crate) fn samples(&self, part: usize) -> usize {
        self.blocks.iter().map(|block| block.part(part).len()).sum()
    }

    /// Replaces `rows` with the rows of a part. Dealt rows are shuffled: all orders are as likely.
    pub(crate) fn take(&self, part: usize, samples: &mut Vec<Sample>) {
        samples.clear();
        if !self.deals {
            samples.extend(self.blocks.iter().flat_map(|block| block.part(0)));
            return;
        }
        let Start { point, number, .. } = &self.start;
        // A damaged state can contain any number.
        let place = number.wrapping_mul(PARTS as u64) ^ part as u64;
        let mut random = Random::of(self.seed, Purpose::Samples, point.epoch, place);
        for block in &self.blocks {
            for sample in block.part(part) {
                let at = random.below(samples.len() as u64 + 1) as usize;
                samples.push(*samples.get(at).unwrap_or(sample));
                samples[at] = *sample;
            }
        }
    }

    /// Returns the memory of the group to `spare`.
    pub(crate) fn end(self, spare: &Spare) {
        let samples = self.blocks.into_iter().map(|block| block.samples);
        lock(&spare.0).extend(samples);
    }
}

/// Memory of rows for reuse. Fresh pages would take more time than the writes to them.
#[derive(Debug, Default)]
pub(crate) struct Spare(Mutex<Vec<Vec<Sample>>>);

impl Spare {
    fn take(&self) -> Vec<Sample> {
        lock(&self.0).pop().unwrap_or_default()
    }

    fn take_empty(&self) -> Vec<Sample> {
        let mut samples = self.take();
        samples.clear();
        samples
    }

    fn give(&self, samples: Vec<Sample>) {
        if samples.capacity() > 0 {
            lock(&self.0).push(samples);
        }
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_formats::Record;
    use setwise_moves::{Outcome, Position};

    /// Samples whose number is their score.
    fn dealt(from: i16, samples: i16, is_ordered: bool) -> Dealt {
        let mut record = Record::from(Position::startpos());
        let random = Random::from_state(from as u64);
        let mut dealt = Dealt::new(true, is_ordered, random, &Spare::default());
        for score in from..from + samples {
            record.white_score = Some(score);
            dealt.push(Sample::of_record(&record, Outcome::Draw), &Spare::default());
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
        let (mut samples, mut scores) = (Vec::new(), Vec::new());
        for part in 0..PARTS {
            group.take(part, &mut samples);
            assert_eq!(samples.len(), group.samples(part));
            scores.extend(samples.iter().map(Sample::mover_score));
        }
        assert_eq!(scores.len(), group.count);
        scores
    }

    #[test]
    fn tests_see_the_order_of_the_file() {
        let mut unit = dealt(0, 9000, true);
        let mut next = 0;
        unit.retain(&Spare::default(), |sample| {
            assert_eq!(sample.mover_score(), next);
            next += 1;
            next % 3 == 0
        });
        assert_eq!((next, unit.len()), (9000, 3000));
        let mut left = scores([unit]);
        left.sort_unstable();
        assert!(left.iter().zip(0..).all(|(score, i)| *score == 3 * i + 2));
    }

    /// Places of samples of two units are as far from each other as by chance.
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
