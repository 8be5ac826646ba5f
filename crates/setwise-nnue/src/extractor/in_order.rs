//! Rows that several threads extract part by part, appended in the order of the parts.

use super::threads::{lock, on_threads};
use crate::rows::{Csr, Index};
use crate::{error::Error, rows::csr::Room};
use alloc::{collections::BTreeMap, vec::Vec};
use std::sync::Mutex;

/// Appends the rows of the part of some number.
type Extract<'a, T> = dyn Fn(usize, &mut Csr<T>) -> Result<(), Error> + Sync + 'a;

/// Appends the rows of parts of `size` positions each (the last one may be shorter), on up to
/// `threads` threads. `extract` appends the rows of the part of some number to memory of the
/// thread. The rows of a part are copied as soon as all earlier parts have their places, so that
/// they are still in the cache.
///
/// # Errors
/// The first error in the order of the parts. In that case the rows are as before.
pub(super) fn append<T: Index>(
    threads: usize,
    parts: usize,
    size: usize,
    rows: &mut Csr<T>,
    extract: &Extract<'_, T>,
) -> Result<(), Error> {
    let before = rows.len();
    let mut progress = Progress {
        end: parts,
        spare: core::mem::take(&mut rows.spare),
        ..Progress::default()
    };
    while progress.placed < progress.end {
        let features = progress.features_left();
        let shared = Shared {
            room: rows.room((parts - progress.placed) * size, features),
            progress: &mut progress,
            full: false,
        };
        let shared = Mutex::new(shared);
        on_threads(threads, &|| work(&shared, extract));
        rows.truncate(before + progress.positions);
    }
    rows.spare = progress.spare;
    progress.error.map_or(Ok(()), |error| {
        rows.truncate(before);
        Err(error)
    })
}

/// Extracts and copies parts until none is left, or there is no room.
fn work<T: Index>(shared: &Mutex<Shared<'_, '_, T>>, extract: &Extract<'_, T>) {
    let mut copied = Vec::new();
    loop {
        let placed = lock(shared).place();
        for (rows, room) in placed {
            room.copy(&rows);
            copied.push(rows);
        }
        let Some((number, mut rows)) = lock(shared).start(&mut copied) else {
            return;
        };
        let result = extract(number, &mut rows);
        lock(shared).progress.finish(number, rows, result);
    }
}

#[derive(Default)]
struct Progress<T> {
    /// The next part to start.
    next: usize,
    /// The number of parts. After an error, the number of the part that has it.
    end: usize,
    /// The number of parts that have a place.
    placed: usize,
    /// The number of positions of these parts.
    positions: usize,
    /// Rows that have no place yet, by the number of their part.
    waiting: BTreeMap<usize, Csr<T>>,
    /// Memory for rows.
    spare: Vec<Csr<T>>,
    /// The error of the part `end`.
    error: Option<Error>,
}

impl<T: Index> Progress<T> {
    /// Estimates the number of features of all parts without a place, from the parts that wait for
    /// one. The estimate is at least the number of features of the waiting parts.
    fn features_left(&self) -> usize {
        let waiting = self.waiting.values().map(|rows| rows.first().len());
        let left = (self.end - self.placed).div_ceil(self.waiting.len().max(1));
        let features = waiting.sum::<usize>().saturating_mul(left);
        features + features / 8
    }

    /// Keeps the rows of a part, or its error.
    fn finish(&mut self, number: usize, rows: Csr<T>, result: Result<(), Error>) {
        match result {
            Ok(()) => drop(self.waiting.insert(number, rows)),
            Err(error) if number < self.end => {
                self.end = number;
                self.error = Some(error);
            }
            Err(_) => {}
        }
    }
}

/// The state that threads share.
struct Shared<'a, 'b, T> {
    /// The room after the rows that have a place.
    room: Room<'a, T>,
    progress: &'b mut Progress<T>,
    /// Whether the room was too small for a part.
    full: bool,
}

impl<'a, T: Index> Shared<'a, '_, T> {
    /// Assigns room to the extracted parts that follow the placed ones. Returns these parts, to be
    /// copied without the lock.
    fn place(&mut self) -> Vec<(Csr<T>, Room<'a, T>)> {
        let mut placed = Vec::new();
        let progress = &mut *self.progress;
        while let Some(rows) = progress.waiting.remove(&progress.placed) {
            let Some(room) = self.room.take(&rows) else {
                progress.waiting.insert(progress.placed, rows);
                self.full = true;
                break;
            };
            progress.placed += 1;
            progress.positions += rows.len();
            placed.push((rows, room));
        }
        placed
    }

    /// Returns the next part, and memory for its rows. Takes back memory that is no longer in use.
    fn start(&mut self, copied: &mut Vec<Csr<T>>) -> Option<(usize, Csr<T>)> {
        let progress = &mut *self.progress;
        progress.spare.append(copied);
        if self.full || progress.next >= progress.end {
            return None;
        }
        progress.next += 1;
        let mut rows = progress.spare.pop().unwrap_or_default();
        rows.clear();
        Some((progress.next - 1, rows))
    }
}
