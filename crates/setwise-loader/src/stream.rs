//! Threads that work ahead of the consumer.
//!
//! The number of threads does not change the delivered rows: only decoding is parallel, and a
//! random draw depends on nothing but the last column.
//!
//! ```text
//! stage                 work                                             random draws by
//!
//! Feed (locked)         numbers units 0, 1, 2, ... of the stream; draws  seed, epoch, choice
//!       |               the file of each one by unread bytes
//!   +---+---+
//!   A   B   C           threads decode some units each; rules and      seed, epoch, unit
//!  0,1 2,3 4,5          the condition skip; rows are dealt to parts (*)
//!   +---+---+
//!       |
//! Progress (locked)     puts units in order again (early ones wait);     seed, earlier rows
//!       |               balances pieces; joins units to groups 0, 1, ...
//! Queue (locked)        holds groups that are ready, in order
//!       |
//! Delivery (consumer)   takes part 0, 1, ... of group 0, then of group   seed, epoch, group,
//!                       1, ...; shuffles the rows of each part           part
//! ```
//!
//! (*) Balanced rows are dealt after the balance. Without a shuffle, files follow each other, and a
//! group has one part, which keeps the order of the file.

use crate::counters::{add, add_time};
use crate::decode::{Context, Kept};
use crate::error::{Damage, Error, OnDamage};
use crate::feed::{Feed, Point};
use crate::files::Unit;
use crate::group::{Group, Start, lock};
use crate::rules::{PieceControl, Rule};
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The greatest number of damages that are kept for the caller.
const DESCRIBED: usize = 100;
/// The number of ready groups at which threads wait, if the groups hold the rows of a batch.
const AHEAD: usize = 64;

/// The state that threads share. Locks are taken in the order of the fields.
#[derive(Debug)]
pub(crate) struct Shared {
    feed: Mutex<Issue>,
    progress: Mutex<Progress>,
    queue: Mutex<Queue>,
    /// Signals that there is room for more rows, or that the stream ends.
    room: Condvar,
    /// Signals that a group is ready, or that the stream ends.
    any: Condvar,
    pub(crate) context: Context,
    /// The number of units that a thread takes at a time.
    units_per_call: usize,
    /// The greatest number of units that threads have taken and that are not in a group yet.
    window: usize,
    /// The least number of rows of a group, except for small epochs and the end; 0 keeps the order.
    samples: usize,
    batch_size: usize,
}

#[derive(Debug)]
struct Issue {
    feed: Feed,
    /// The units given so far.
    units: u64,
}

/// A unit and its place in the stream.
#[derive(Debug)]
struct Job {
    sequence: u64,
    before: Point,
    epoch: u64,
}

/// Puts decoded units into groups, in the order of the stream.
#[derive(Debug, Default)]
struct Progress {
    /// Decoded units, by number, that wait for earlier ones.
    waiting: BTreeMap<u64, (Job, Kept)>,
    next: u64,
    /// The number of all units, once it is known.
    total: Option<u64>,
    group: Option<Group>,
    groups: u64,
    control: Option<PieceControl>,
    epoch: u64,
    kept_in_epoch: u64,
    has_ended: bool,
}

#[derive(Debug, Default)]
struct Queue {
    ready: VecDeque<Group>,
    /// The number of rows of the ready groups.
    samples: usize,
    /// The number of units that threads have taken and that are not in a group yet.
    units: usize,
    end: Option<End>,
    damages: Vec<Damage>,
}

/// Why no more groups come.
#[derive(Clone, Debug)]
enum End {
    Files,
    Damage(Damage),
    NothingKept,
    Thread,
    Dropped,
}

impl End {
    fn result(&self) -> Result<(), Error> {
        match self {
            Self::Files | Self::Dropped => Ok(()),
            Self::Damage(damage) => Err(Error::Damage(damage.clone())),
            Self::NothingKept => Err(Error::NothingKept),
            Self::Thread => Err(Error::Thread),
        }
    }
}

impl Shared {
    /// Begins at the point of `feed`.
    pub(crate) fn new(
        feed: Feed,
        context: Context,
        control: Option<PieceControl>,
        groups: u64,
        threads: usize,
        samples: usize,
        batch_size: usize,
    ) -> Self {
        let epoch = feed.point.epoch;
        Self {
            progress: Mutex::new(Progress {
                groups,
                control,
                epoch,
                kept_in_epoch: feed.given,
                ..Progress::default()
            }),
            feed: Mutex::new(Issue { feed, units: 0 }),
            queue: Mutex::default(),
            room: Condvar::new(),
            any: Condvar::new(),
            units_per_call: context.units_per_call(),
            window: context.units_per_call() * (threads + usize::from(threads > 1)),
            context,
            samples,
            batch_size,
        }
    }

    /// Decodes units until the stream ends. Each thread runs this function.
    pub(crate) fn work(&self) {
        let _alarm = Alarm(self);
        let mut bytes = Vec::new();
        while self.wait_for_room() {
            let (jobs, units) = self.take(&mut bytes);
            let is_last = units.len() < self.units_per_call;
            let kept = self.context.decode(&units);
            bytes.extend(units.into_iter().map(|(unit, _)| unit.part.bytes));
            self.finish(jobs.into_iter().zip(kept));
            if is_last {
                return;
            }
        }
    }

    /// Waits until a thread may take units, and counts them as taken. Returns false at the end.
    fn wait_for_room(&self) -> bool {
        let since = Instant::now();
        let mut queue = lock(&self.queue);
        let enough = self.samples.max(1 << 18);
        let has_enough = |queue: &Queue| {
            queue.samples >= enough
                || queue.ready.len() >= AHEAD && queue.samples >= self.batch_size
        };
        let is_full = |queue: &mut Queue| {
            queue.end.is_none()
                && (has_enough(queue) || queue.units + self.units_per_call > self.window)
        };
        let is_for_consumer = has_enough(&queue);
        if is_full(&mut queue) {
            let waited = self.room.wait_while(queue, is_full);
            queue = waited.unwrap_or_else(PoisonError::into_inner);
            if is_for_consumer {
                add_time(&self.context.tally.consumer, since);
            }
        }
        queue.units += self.units_per_call;
        queue.end.is_none()
    }

    /// Reads the next units, each with its epoch.
    fn take(&self, bytes: &mut Vec<Vec<u8>>) -> (Vec<Job>, Vec<(Unit, u64)>) {
        let since = Instant::now();
        let (mut jobs, mut units) = (Vec::new(), Vec::new());
        let mut issue = lock(&self.feed);
        while units.len() < self.units_per_call {
            let before = issue.feed.point();
            let memory = bytes.pop().unwrap_or_default();
            let Some(unit) = issue.feed.next(memory) else {
                break;
            };
            add(&self.context.tally.bytes, unit.part.bytes.len() as u64);
            // `before` may be in the previous epoch: the call of `next` begins the new one.
            let epoch = issue.feed.point.epoch;
            jobs.push(Job {
                sequence: issue.units,
                before,
                epoch,
            });
            units.push((unit, epoch));
            issue.units += 1;
        }
        let total = (units.len() < self.units_per_call).then_some(issue.units);
        drop(issue);
        add_time(&self.context.tally.disk, since);
        if let Some(total) = total {
            lock(&self.progress).total = Some(total);
            lock(&self.queue).units -= self.units_per_call - units.len();
        }
        (jobs, units)
    }

    /// Stores decoded units, and appends each one whose predecessors are all decoded to the group.
    fn finish(&self, decoded: impl Iterator<Item = (Job, Kept)>) {
        let mut progress = lock(&self.progress);
        for (job, kept) in decoded {
            progress.waiting.insert(job.sequence, (job, kept));
        }
        let first = progress.next;
        while let Some((job, kept)) = {
            let next = progress.next;
            progress.waiting.remove(&next)
        } {
            progress.next += 1;
            if !progress.has_ended {
                self.append(&mut progress, job, kept);
            }
        }
        if progress.total == Some(progress.next) && !progress.has_ended {
            self.end(&mut progress, End::Files);
        }
        let units = (progress.next - first) as usize;
        drop(progress);
        lock(&self.queue).units -= units;
        self.room.notify_all();
    }

    fn append(&self, progress: &mut Progress, job: Job, mut kept: Kept) {
        let (point, epoch) = (job.before, job.epoch);
        if epoch != progress.epoch {
            if progress.kept_in_epoch == 0 {
                return self.end(progress, End::NothingKept);
            }
            // A group of the usual size would need many epochs of a small file.
            let group = progress.group.as_ref();
            if group.is_some_and(|group| group.is_small_epoch(self.samples)) {
                self.close(progress);
            }
            (progress.epoch, progress.kept_in_epoch) = (epoch, 0);
        }
        let Progress { control, group, .. } = progress;
        let number = progress.groups;
        let group = group.get_or_insert_with(|| {
            let start = Start {
                point,
                control: control.clone(),
                number,
            };
            Group::new(start, epoch, self.context.seed, self.context.deals)
        });
        if let Some(control) = control {
            let before = kept.samples.len();
            let spare = &self.context.spare;
            kept.samples
                .retain(spare, |sample| control.keeps(sample.pieces()));
            let skipped = before - kept.samples.len();
            let by = Rule::Pieces as usize;
            add(&self.context.tally.skipped[by], skipped as u64);
        }
        progress.kept_in_epoch += kept.samples.len() as u64;
        group.push(kept.samples, &self.context.spare);
        let is_whole = group.count > 0 && group.count >= self.samples;
        if kept.damaged > 0 {
            add(&self.context.tally.damaged, kept.damaged);
            if let (OnDamage::Stop, Some(damage)) = (self.context.on_damage, kept.damages.first()) {
                let end = End::Damage(damage.clone());
                lock(&self.queue).damages.append(&mut kept.damages);
                return self.end(progress, end);
            }
            let mut queue = lock(&self.queue);
            let room = DESCRIBED.saturating_sub(queue.damages.len());
            queue.damages.extend(kept.damages.drain(..).take(room));
        }
        if is_whole {
            self.close(progress);
        }
    }

    /// Closes the open group and makes it ready for the consumer.
    fn close(&self, progress: &mut Progress) {
        let Some(group) = progress.group.take() else {
            return;
        };
        progress.groups += 1;
        let mut queue = lock(&self.queue);
        queue.samples += group.count;
        queue.ready.push_back(group);
        self.any.notify_all();
    }

    fn end(&self, progress: &mut Progress, end: End) {
        self.close(progress);
        progress.has_ended = true;
        self.stop(end);
    }

    /// Ends the work of all threads.
    fn stop(&self, end: End) {
        lock(&self.queue).end.get_or_insert(end);
        self.room.notify_all();
        self.any.notify_all();
    }

    /// Ends the work of all threads when the consumer is dropped.
    pub(crate) fn drop_all(&self) {
        self.stop(End::Dropped);
    }

    /// Waits for the next group. Returns `None` at the end.
    pub(crate) fn next(&self) -> Result<Option<Group>, Error> {
        let since = Instant::now();
        let waits = |queue: &mut Queue| queue.ready.is_empty() && queue.end.is_none();
        let queue = self.any.wait_while(lock(&self.queue), waits);
        let mut queue = queue.unwrap_or_else(PoisonError::into_inner);
        add_time(&self.context.tally.starved, since);
        let Some(group) = queue.ready.pop_front() else {
            return queue
                .end
                .as_ref()
                .map_or(Ok(()), End::result)
                .map(|()| None);
        };
        queue.samples -= group.count;
        drop(queue);
        self.room.notify_all();
        Ok(Some(group))
    }

    /// Waits until `rows` rows are ready or the stream ends. Returns false after a timeout.
    pub(crate) fn wait(&self, samples: usize, time: Duration) -> bool {
        let waits = |queue: &mut Queue| queue.samples < samples && queue.end.is_none();
        let waited = self.any.wait_timeout_while(lock(&self.queue), time, waits);
        !waited.unwrap_or_else(PoisonError::into_inner).1.timed_out()
    }

    pub(crate) fn damages(&self) -> Vec<Damage> {
        lock(&self.queue).damages.clone()
    }
}

/// Ends the stream if a thread panics, so that the consumer and other threads stop waiting.
struct Alarm<'a>(&'a Shared);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop(End::Thread);
        }
    }
}
