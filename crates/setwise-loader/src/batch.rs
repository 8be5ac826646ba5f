//! Batches in memory of the caller, written by several threads.

use crate::error::Error;
use crate::features::{Features, Parts};
use crate::sample::Sample;
use setwise_moves::Color;
use setwise_nnue::Boards;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Memory for a batch, with room for at least its rows. The entries after the last row keep their
/// contents, unless a field says otherwise.
///
/// [`Memory`](crate::Memory) allocates such memory.
#[derive(Debug)]
pub struct Batch<'a> {
    /// The features of both perspectives.
    pub features: FeatureMemory<'a>,
    /// The score in the units of the file, as the side to move sees it;
    /// [`NO_SCORE`](setwise_binpack::NO_SCORE) if there is none.
    pub mover_score: &'a mut [f32],
    /// The points of the side to move: 0, 0.5 or 1.
    pub outcome: &'a mut [f32],
    /// 1 if White is to move, else 0.
    pub white: &'a mut [f32],
    /// The number of pieces.
    pub pieces: &'a mut [i32],
}

/// Memory for the features of a batch.
#[derive(Debug)]
pub enum FeatureMemory<'a> {
    /// Rows of equal length: row i begins at entry `i * stride`. The entries after its features are
    /// -1.
    Padded {
        /// The first perspective.
        first: &'a mut [i32],
        /// The second perspective.
        second: &'a mut [i32],
        /// The number of entries of a row.
        stride: usize,
    },
    /// Rows without gaps: row i of both perspectives is from entry `offsets[i]` to
    /// `offsets[i + 1]`. There is one more offset than rows. The offsets after the last row of a
    /// short batch are equal to its last one.
    Csr {
        /// The first perspective.
        first: &'a mut [i32],
        /// The second perspective.
        second: &'a mut [i32],
        /// The offsets of rows.
        offsets: &'a mut [i32],
    },
}

impl Batch<'_> {
    /// Checks that there is memory for `rows` rows.
    pub(crate) fn check(&self, rows: usize) -> Result<(), Error> {
        let check = |field, entries, needed| match entries < needed {
            true => Err(Error::Memory {
                field,
                entries,
                needed,
            }),
            false => Ok(()),
        };
        match &self.features {
            FeatureMemory::Padded {
                first,
                second,
                stride,
            } => {
                check("stride", *stride, 1)?;
                let needed = rows.saturating_mul(*stride);
                check("first", first.len(), needed)?;
                check("second", second.len(), needed)?;
            }
            FeatureMemory::Csr { offsets, .. } => check("offsets", offsets.len(), rows + 1)?,
        }
        check("score", self.mover_score.len(), rows)?;
        check("outcome", self.outcome.len(), rows)?;
        check("white", self.white.len(), rows)?;
        check("pieces", self.pieces.len(), rows)
    }

    /// Writes rows, the first one as row `from`. There is memory for all. Adds the number of
    /// features of padded rows to `counted`, while the rows are in the cache.
    pub(crate) fn write(
        &mut self,
        from: usize,
        features: &Features,
        samples: &[Sample],
        threads: usize,
        parts: &mut Vec<Parts>,
        counted: Option<&AtomicUsize>,
    ) -> Result<(), Error> {
        let floats = self.mover_score[from..].chunks_mut(BLOCK);
        let floats = floats.zip(self.outcome[from..].chunks_mut(BLOCK));
        let others = self.white[from..].chunks_mut(BLOCK);
        let labels = floats.zip(others.zip(self.pieces[from..].chunks_mut(BLOCK)));
        let blocks = samples.chunks(BLOCK).zip(labels);
        match &mut self.features {
            FeatureMemory::Padded {
                first,
                second,
                stride,
            } => {
                let stride = *stride;
                let entries = stride.max(1) * BLOCK;
                let (first, second) = (&mut first[from * stride..], &mut second[from * stride..]);
                let places = first.chunks_mut(entries).zip(second.chunks_mut(entries));
                each(threads, blocks.zip(places), |(block, (first, second))| {
                    let (samples, boards) = prepare(block);
                    let entries = samples.len() * stride;
                    let (first, second) = (&mut first[..entries], &mut second[..entries]);
                    features.pad(&boards, first, second, stride)?;
                    if let Some(counted) = counted {
                        counted.fetch_add(count(first, stride), Ordering::Relaxed);
                    }
                    Ok(())
                })
            }
            FeatureMemory::Csr {
                first,
                second,
                offsets,
            } => {
                let count = samples.len().div_ceil(BLOCK);
                parts.resize_with(count.max(parts.len()), Parts::default);
                each(threads, blocks.zip(&mut *parts), |(block, parts)| {
                    features.extract(&prepare(block).1, parts)
                })?;
                let [start, ends @ ..] = &mut offsets[from..] else {
                    return Ok(());
                };
                if from == 0 {
                    *start = 0;
                }
                let (mut at, mut places) = (*start, Vec::new());
                let mut first = first.get_mut(at as usize..).unwrap_or_default();
                let mut second = second.get_mut(at as usize..).unwrap_or_default();
                let ends = &mut ends[..samples.len()];
                let ends = ends.chunks_mut(BLOCK).zip(samples.chunks(BLOCK));
                for (parts, (ends, samples)) in parts[..count].iter().zip(ends) {
                    let needed = parts.features();
                    let short = |field, entries: usize| Error::Memory {
                        field,
                        entries: at as usize + entries,
                        needed: at as usize + needed,
                    };
                    let (entries, other) = (first.len(), second.len());
                    let one = first
                        .split_off_mut(..needed)
                        .ok_or_else(|| short("first", entries))?;
                    let two = second
                        .split_off_mut(..needed)
                        .ok_or_else(|| short("second", other))?;
                    places.push((parts, samples.len(), at, ends, one, two));
                    at += needed as i32;
                }
                let places = places.into_iter();
                each(threads, places, |(parts, rows, start, ends, one, two)| {
                    let mut used = 0;
                    for number in 0..rows {
                        used +=
                            features.copy_row(parts, number, &mut one[used..], &mut two[used..]);
                        ends[number] = start + used as i32;
                    }
                    Ok(())
                })
            }
        }
    }

    /// Ends the batch after `rows` rows.
    pub(crate) fn end(&mut self, rows: usize) {
        if let FeatureMemory::Csr { offsets, .. } = &mut self.features {
            let last = if rows == 0 { 0 } else { offsets[rows] };
            offsets[rows..].fill(last);
        }
    }
}

/// Returns the number of features of padded rows. For `setwise-loader-nnue-pytorch`.
#[doc(hidden)]
pub fn count(rows: &[i32], stride: usize) -> usize {
    let rows = rows.chunks_exact(stride.max(1));
    rows.map(|row| row.partition_point(|index| *index >= 0))
        .sum()
}

/// Samples, and the places of their labels.
type Block<'a> = (
    &'a [Sample],
    (
        (&'a mut [f32], &'a mut [f32]),
        (&'a mut [f32], &'a mut [i32]),
    ),
);

/// Writes the labels of some samples. Returns the samples, and their boards.
fn prepare((samples, ((score, outcome), (white, pieces))): Block<'_>) -> (&[Sample], Vec<Boards>) {
    let places = score.iter_mut().zip(outcome);
    let places = places.zip(white.iter_mut().zip(pieces));
    let boards = samples.iter().zip(places);
    let boards = boards.map(|(sample, ((score, outcome), (white, pieces)))| {
        *score = sample.mover_score().into();
        *outcome = sample.points();
        *white = f32::from(u8::from(sample.turn() == Color::White));
        *pieces = sample.pieces() as i32;
        sample.boards()
    });
    (samples, boards.collect())
}

/// The number of rows that a thread takes at a time.
const BLOCK: usize = 256;

/// Calls `act` with each item, on up to `threads` threads. Returns one of the errors, if any.
fn each<T: Send>(
    threads: usize,
    items: impl ExactSizeIterator<Item = T> + Send,
    act: impl Fn(T) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    // A thread is not started for less than a hundred microseconds of work.
    let threads = threads.min(items.len().div_ceil(4));
    let (items, failed) = (Mutex::new(items), Mutex::new(None));
    let work = || {
        loop {
            let next = items.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(item) = next else { return };
            if let Err(error) = act(item) {
                *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // If no thread can be started, the calling thread does all the work.
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    failed
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .map_or(Ok(()), Err)
}
