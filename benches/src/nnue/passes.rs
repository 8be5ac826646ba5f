//! What is timed besides the library: scalar code, and floors.

use super::opponents::{Peer, ROOM, Scalar};
use crate::boards::Boards as Words;
use crate::isa::Isa;
#[cfg(target_arch = "x86_64")]
use crate::isa::{Avx2, Avx512V4};
use crate::rounds::Pass;
use anyhow::Result;
use rayon::prelude::*;
use setwise_nnue::{Boards, Csr, Entry, Index, Padded};
use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

/// Something that the passes of a case share.
pub(super) type Shared<T> = Rc<RefCell<T>>;

/// Returns something to be shared.
pub(super) fn shared<T>(value: T) -> Shared<T> {
    Rc::new(RefCell::new(value))
}

/// The number of positions that a thread takes at a time, as in the library.
const PART: usize = 1024;

/// Rows without gaps as scalar code writes them.
pub(super) struct Lists<T> {
    pub(super) rows: [Vec<T>; 2],
    pub(super) ends: Vec<usize>,
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
        let start = position
            .checked_sub(1)
            .map_or(0, |before| self.ends[before]);
        let [first, second] = self.rows.each_ref();
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
        let Self([first, second]) = self;
        [first, second].map(|words| bytemuck::cast_slice_mut(words))
    }

    /// The memory as the library writes to it.
    pub(super) fn padded(&mut self) -> Padded<'_, i32> {
        let [first, second] = self.entries();
        Padded {
            first,
            second,
            stride: ROOM,
            filler: FILLER,
        }
    }

    /// The rows of all positions.
    pub(super) fn rows(&mut self) -> impl Iterator<Item = [&mut [i32; ROOM]; 2]> {
        let [first, second] = self.entries().map(|entries| entries.as_chunks_mut().0);
        first
            .iter_mut()
            .zip(second)
            .map(|(first, second)| [first, second])
    }
}

/// Returns a pass of scalar code to rows without gaps.
pub(super) fn lists<I, const RULE: usize, L, T, const ONE_PASS: bool>(
    isa: I,
    scalar: &Rc<Scalar<RULE, L>>,
    positions: &Rc<[Boards]>,
    lists: &Shared<Lists<T>>,
) -> Pass
where
    I: Isa,
    L: Peer,
    T: Entry,
{
    let (scalar, positions, lists) = (scalar.clone(), positions.clone(), lists.clone());
    Box::new(move || {
        let lists = &mut *lists.borrow_mut();
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
        black_box(lists);
    })
}

/// Returns a pass of scalar code to padded rows.
pub(super) fn padded<I, const RULE: usize, L, const ONE_PASS: bool>(
    isa: I,
    scalar: &Rc<Scalar<RULE, L>>,
    positions: &Rc<[Boards]>,
    memory: &Shared<PaddedRows>,
) -> Pass
where
    I: Isa,
    L: Peer,
{
    let (scalar, positions, memory) = (scalar.clone(), positions.clone(), memory.clone());
    Box::new(move || {
        let memory = &mut *memory.borrow_mut();
        isa.run(|| {
            for (boards, [first, second]) in positions.iter().zip(memory.rows()) {
                let features = scalar.write::<i32, ONE_PASS>(boards, [&mut *first, &mut *second]);
                for row in [first, second] {
                    row[features.min(ROOM)..].fill(FILLER);
                }
            }
            0
        });
        black_box(memory);
    })
}

/// The calling thread, or the threads of a pool.
#[derive(Clone)]
pub(super) struct Workers(pub(super) Option<Rc<rayon::ThreadPool>>);

impl Workers {
    /// Makes a pool with so many threads.
    pub(super) fn new(threads: usize) -> Result<Self> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()?;
        Ok(Self(Some(Rc::new(pool))))
    }

    /// Runs something in the pool.
    pub(super) fn run<O: Send>(&self, act: impl FnOnce() -> O + Send) -> O {
        match &self.0 {
            None => act(),
            Some(pool) => pool.install(act),
        }
    }

    /// Does something with all items.
    fn each<T: Send>(&self, items: Vec<T>, act: impl Fn(T) + Send + Sync) {
        match &self.0 {
            None => items.into_iter().for_each(act),
            Some(pool) => pool.install(|| items.into_par_iter().for_each(act)),
        }
    }
}

/// Returns the floor of rows without gaps: a copy of the finished ones.
pub(super) fn copy<T: Index + Entry>(
    workers: Workers,
    finished: &Rc<Csr<T>>,
    lists: &Shared<Lists<T>>,
) -> Pass {
    fn parts<'a, E>(from: &'a [E], to: &'a mut [E]) -> Vec<(&'a [E], &'a mut [E])> {
        let part = from.len() / 16 + 1;
        from.chunks(part).zip(to.chunks_mut(part)).collect()
    }
    let (finished, lists) = (finished.clone(), lists.clone());
    Box::new(move || {
        let Lists {
            rows: [first, second],
            ends,
        } = &mut *lists.borrow_mut();
        let mut rows = parts(finished.first(), first);
        rows.extend(parts(finished.second(), second));
        workers.each(rows, |(from, to)| to[..from.len()].copy_from_slice(from));
        workers.each(parts(&finished.offsets()[1..], ends), |(from, to)| {
            to[..from.len()].copy_from_slice(from);
        });
        black_box((first, second, ends));
    })
}

/// Returns the floor of padded rows: the same number in every entry, with ordinary stores of the
/// widest vectors.
pub(super) fn fill(workers: Workers, memory: &Shared<PaddedRows>) -> Pass {
    let memory = memory.clone();
    Box::new(move || {
        let memory = &mut *memory.borrow_mut();
        // Not known to the compiler, which would call `memset`.
        let number = black_box(FILLER);
        let [first, second] = memory.entries();
        let part = PART * ROOM;
        let parts = first.chunks_mut(part).zip(second.chunks_mut(part));
        workers.each(parts.collect(), |(first, second)| {
            widest(|| {
                let rows = first.as_chunks_mut::<ROOM>().0.iter_mut();
                for (first, second) in rows.zip(second.as_chunks_mut::<ROOM>().0) {
                    first.fill(number);
                    second.fill(number);
                }
                0
            });
        });
        black_box(memory);
    })
}

/// Runs a loop compiled for the widest vectors of the host.
fn widest(work: impl FnOnce() -> u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(isa) = Avx512V4::new() {
            return isa.run(work);
        }
        if let Some(isa) = Avx2::new() {
            return isa.run(work);
        }
    }
    crate::isa::Baseline.run(work)
}

/// Returns the same floor with non-temporal stores, where the benchmarks have them.
#[cfg(target_arch = "x86_64")]
pub(super) fn stream(workers: Workers, memory: &Shared<PaddedRows>) -> Option<Pass> {
    use crate::calls::Calls;
    use crate::peers::Streamed;
    use setwise::Batch;

    // It has the size of some rows and stays in the cache. The exclusive or of three times the same
    // is the same.
    let constant = [!0; 1024];
    let memory = memory.clone();
    Some(Box::new(move || {
        let PaddedRows([first, second]) = &mut *memory.borrow_mut();
        let parts = [first, second].map(|words| words.chunks_mut(PART * ROOM / 2));
        let [first, second] = parts;
        workers.each(first.zip(second).collect(), |(first, second)| {
            let rows = first.chunks_mut(constant.len());
            for (first, second) in rows.zip(second.chunks_mut(constant.len())) {
                for out in [first, second] {
                    let numbers = &constant[..out.len()];
                    // All have the same length.
                    let batch = Batch {
                        orthogonal: numbers,
                        diagonal: numbers,
                        occupied: numbers,
                    };
                    let _ = Streamed.batch_attacks(batch, out);
                }
            }
        });
        black_box(&memory);
    }))
}

/// No non-temporal stores are measured here.
#[cfg(not(target_arch = "x86_64"))]
pub(super) fn stream(_: Workers, _: &Shared<PaddedRows>) -> Option<Pass> {
    None
}

/// Returns a pass that computes in registers for about as long as a set of features takes for so
/// many positions.
pub(super) fn registers(workers: Workers, positions: usize) -> Pass {
    Box::new(move || {
        let parts = (0..positions.div_ceil(PART) as u64).collect();
        workers.each(parts, |mut number: u64| {
            for _ in 0..20 * PART {
                number = (number ^ number >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
            black_box(number);
        });
    })
}
