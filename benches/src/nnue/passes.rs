//! What is timed: calls of the library, scalar code for the same rows, and floors.

use super::opponents::{Peer, ROOM, Scalar};
use crate::boards::Boards as Words;
use crate::isa::{Isa, widest};
use crate::rounds::{Contender, Pass, Shared, timed};
use rayon::ThreadPool;
use rayon::prelude::*;
use setwise_nnue::{Boards, Csr, Entry, Extractor, FeatureSet, Index, Padded};
use setwise_results::nnue::{FILL, STREAM};
use std::hint::black_box;

/// The number of positions that a thread takes at a time, as in the library.
const PART: usize = 1024;

/// Rows without gaps as scalar code writes them.
pub(super) struct Lists<T> {
    rows: [Vec<T>; 2],
    ends: Vec<usize>,
}

impl<T: Entry> Lists<T> {
    /// Returns memory for rows of so many features per perspective.
    pub(super) fn new(positions: usize, features: usize) -> Self {
        let row = || vec![T::from_index(0); features + ROOM];
        Self {
            rows: [row(), row()],
            ends: vec![0; positions],
        }
    }

    /// Returns the rows of a position.
    pub(super) fn row(&self, position: usize) -> Option<(&[T], &[T])> {
        let before = position.checked_sub(1);
        let start = before.map_or(0, |before| self.ends[before]);
        let [first, second] = &self.rows;
        let range = start..*self.ends.get(position)?;
        Some((first.get(range.clone())?, second.get(range)?))
    }
}

/// Rows of [`ROOM`] entries, of both perspectives.
pub(super) struct PaddedRows([Words; 2]);

/// The value behind the features of a padded row.
pub(super) const FILLER: i32 = -1;

impl PaddedRows {
    pub(super) fn new(positions: usize) -> Self {
        let words = positions * ROOM / 2;
        Self([4, 8].map(|place| Words::from_fn(words, place, 0, |_| 0)))
    }

    fn entries(&mut self) -> [&mut [i32]; 2] {
        let words = self.0.each_mut();
        words.map(|words| bytemuck::cast_slice_mut(words))
    }

    /// The rows of all positions.
    fn rows(&mut self) -> impl Iterator<Item = [&mut [i32; ROOM]; 2]> {
        let [first, second] = self.entries().map(|entries| entries.as_chunks_mut().0);
        let rows = first.iter_mut().zip(second);
        rows.map(|(first, second)| [first, second])
    }

    pub(super) fn clear(&mut self) {
        self.entries().into_iter().for_each(|rows| rows.fill(0));
    }

    /// The rows of a position.
    pub(super) fn row(&mut self, i: usize) -> [&[i32; ROOM]; 2] {
        self.entries().map(|entries| &entries.as_chunks().0[i])
    }
}

/// The calling thread, or the threads of a pool.
pub(super) type Workers = Option<&'static ThreadPool>;

/// Does something with all items.
fn for_each<T: Send>(workers: Workers, items: Vec<T>, act: impl Fn(T) + Send + Sync) {
    match workers {
        None => items.into_iter().for_each(act),
        Some(pool) => pool.install(|| items.into_par_iter().for_each(act)),
    }
}

/// Runs passes that write to memory.
pub(super) fn write<T>(memory: Shared<T>, mut pass: impl FnMut(&mut T) + 'static) -> Pass {
    timed(move || {
        let memory = &mut *memory.borrow_mut();
        pass(memory);
        black_box(memory);
    })
}

/// Returns an extractor with the threads of some workers.
fn on<S: FeatureSet>(workers: Workers, extractor: &Extractor<S>) -> Extractor<S> {
    let threads = workers.map_or(1, ThreadPool::current_num_threads);
    extractor.clone().threads(threads)
}

/// The library's rows without gaps.
pub(super) fn append<S: FeatureSet, T: Index>(
    workers: Workers,
    extractor: &Extractor<S>,
    positions: &'static [Boards],
    rows: Shared<Csr<T>>,
) -> Pass {
    let extractor = on(workers, extractor);
    write(rows, move |rows| {
        rows.clear();
        // After a failure the rows are empty, which the check finds.
        let _ = black_box(match workers {
            None => extractor.append(positions, rows),
            Some(pool) => pool.install(|| extractor.append(positions, rows)),
        });
    })
}

/// The library's padded rows.
pub(super) fn pad<S: FeatureSet>(
    workers: Workers,
    extractor: &Extractor<S>,
    positions: &'static [Boards],
    memory: Shared<PaddedRows>,
) -> Pass {
    let extractor = on(workers, extractor);
    write(memory, move |memory| {
        let [first, second] = memory.entries();
        let padded = Padded {
            first,
            second,
            stride: ROOM,
            filler: FILLER,
        };
        // A failure leaves the memory as it is, which the check finds.
        let _ = black_box(match workers {
            None => extractor.pad(positions, padded),
            Some(pool) => pool.install(|| extractor.pad(positions, padded)),
        });
    })
}

/// Scalar code with its instruction set, and the positions.
pub(super) struct Task<I, const RULE: usize, L: 'static> {
    pub(super) isa: I,
    pub(super) scalar: &'static Scalar<RULE, L>,
    pub(super) positions: &'static [Boards],
}

impl<I: Isa, const RULE: usize, L: Peer> Task<I, RULE, L> {
    /// Scalar code to rows without gaps.
    pub(super) fn lists<T: Entry, const ONE_PASS: bool>(&self, lists: Shared<Lists<T>>) -> Pass {
        let (isa, scalar, positions) = (self.isa, self.scalar, self.positions);
        write(lists, move |lists| {
            isa.run(|| {
                let ([first, second], mut at) = (&mut lists.rows, 0);
                for (boards, end) in positions.iter().zip(&mut lists.ends) {
                    let rows = [&mut *first, &mut *second];
                    let [Some(first), Some(second)] =
                        rows.map(|row| row.get_mut(at..).and_then(<[T]>::first_chunk_mut))
                    else {
                        break;
                    };
                    at += scalar.write::<T, ONE_PASS>(boards, [first, second]);
                    *end = at;
                }
                at as u64
            });
        })
    }

    /// Scalar code to padded rows.
    pub(super) fn padded<const ONE_PASS: bool>(&self, memory: Shared<PaddedRows>) -> Pass {
        let (isa, scalar, positions) = (self.isa, self.scalar, self.positions);
        write(memory, move |memory| {
            isa.run(|| {
                for (boards, [first, second]) in positions.iter().zip(memory.rows()) {
                    let rows = [&mut *first, &mut *second];
                    let features = scalar.write::<i32, ONE_PASS>(boards, rows);
                    for row in [first, second] {
                        row[features.min(ROOM)..].fill(FILLER);
                    }
                }
                0
            });
        })
    }
}

/// The floor of rows without gaps: a copy of the finished ones.
pub(super) fn copy<T: Index + Entry>(
    workers: Workers,
    finished: &'static Csr<T>,
    lists: Shared<Lists<T>>,
) -> Pass {
    fn parts<'a, E>(from: &'a [E], to: &'a mut [E]) -> Vec<(&'a [E], &'a mut [E])> {
        let part = from.len() / 16 + 1;
        from.chunks(part).zip(to.chunks_mut(part)).collect()
    }
    fn copy<E: Copy>((from, to): (&[E], &mut [E])) {
        to[..from.len()].copy_from_slice(from);
    }
    write(lists, move |lists| {
        let [first, second] = &mut lists.rows;
        let mut rows = parts(finished.first(), first);
        rows.extend(parts(finished.second(), second));
        for_each(workers, rows, copy);
        let ends = parts(&finished.offsets()[1..], &mut lists.ends);
        for_each(workers, ends, copy);
    })
}

/// Returns the floors of padded rows.
pub(super) fn floors(workers: Workers, memory: Shared<PaddedRows>) -> Vec<Contender> {
    let threads = workers.map_or(1, ThreadPool::current_num_threads);
    let mut floors = vec![Contender::new(FILL, threads, fill(workers, memory))];
    #[cfg(target_arch = "x86_64")]
    floors.push(Contender::new(STREAM, threads, stream(workers, memory)));
    floors
}

/// The floor of padded rows: the same number in every entry, with ordinary stores of the widest
/// vectors.
fn fill(workers: Workers, memory: Shared<PaddedRows>) -> Pass {
    write(memory, move |memory| {
        // Not known to the compiler, which would call `memset`.
        let number = black_box(FILLER);
        let [first, second] = memory.entries();
        let part = PART * ROOM;
        let parts = first.chunks_mut(part).zip(second.chunks_mut(part));
        for_each(workers, parts.collect(), |(first, second)| {
            widest(|| {
                let rows = first.as_chunks_mut::<ROOM>().0.iter_mut();
                for (first, second) in rows.zip(second.as_chunks_mut::<ROOM>().0) {
                    first.fill(number);
                    second.fill(number);
                }
                0
            });
        });
    })
}

/// The same floor with non-temporal stores.
#[cfg(target_arch = "x86_64")]
fn stream(workers: Workers, memory: Shared<PaddedRows>) -> Pass {
    use crate::calls::Calls;
    use crate::peers::Streamed;
    use setwise::Batch;
    // It has the size of some rows and stays in the cache. The exclusive or of three times the same
    // is the same.
    let constant = [!0; 1024];
    write(memory, move |memory| {
        let [first, second] = memory
            .0
            .each_mut()
            .map(|words| words.chunks_mut(PART * ROOM / 2));
        for_each(workers, first.zip(second).collect(), |(first, second)| {
            let rows = first.chunks_mut(constant.len());
            for (first, second) in rows.zip(second.chunks_mut(constant.len())) {
                for out in [first, second] {
                    let numbers = &constant[..out.len()];
                    let batch = Batch {
                        orthogonal: numbers,
                        diagonal: numbers,
                        occupied: numbers,
                    };
                    // All have the same length.
                    let _ = Streamed.batch_attacks(batch, out);
                }
            }
        });
    })
}

/// Computes in registers for about as long as a set of features takes for so many positions.
pub(super) fn registers(workers: Workers, positions: usize) -> Pass {
    timed(move || {
        let parts = (0..positions.div_ceil(PART) as u64).collect();
        for_each(workers, parts, |mut number: u64| {
            for _ in 0..20 * PART {
                number = (number ^ number >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
            black_box(number);
        });
    })
}
