//! What is timed: calls of the library, scalar code for the same rows, and floors.

use super::opponents::{Peer, ROOM, Scalar};
use crate::boards::Boards as Words;
use crate::isa::{Isa, widest};
use crate::rounds::{Contender, Pass, Shared, timed};
use rayon::ThreadPool;
use rayon::prelude::*;
use setwise_nnue::{Boards, Csr, Error, Extractor, FeatureSet, Index, Padded, PaddedInt};
use setwise_results::nnue::{FILL, STREAM};
use std::hint::black_box;

/// The number of positions that a thread takes at a time, as in the library.
const PART: usize = 1024;

/// Rows without gaps as scalar code writes them.
pub(super) struct Lists<T> {
    rows: [Vec<T>; 2],
    ends: Vec<usize>,
}

impl<T: PaddedInt> Lists<T> {
    pub(super) fn new(positions: usize, features: usize) -> Self {
        let row = || vec![T::from_index(0); features + ROOM];
        Self {
            rows: [row(), row()],
            ends: vec![0; positions],
        }
    }

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

pub(super) const FILLER: i32 = -1;

impl PaddedRows {
    pub(super) fn new(positions: usize) -> Self {
        let words = positions * ROOM / 2;
        Self([4, 8].map(|place| Words::from_fn(words, place, |_| 0)))
    }

    pub(super) fn entries(&mut self) -> [&mut [i32]; 2] {
        let words = self.0.each_mut();
        words.map(|words| bytemuck::cast_slice_mut(words))
    }

    fn rows(&mut self) -> impl Iterator<Item = [&mut [i32; ROOM]; 2]> {
        let [first, second] = self.entries().map(|entries| entries.as_chunks_mut().0);
        let rows = first.iter_mut().zip(second);
        rows.map(|(first, second)| [first, second])
    }

    pub(super) fn row(&mut self, i: usize) -> [&[i32; ROOM]; 2] {
        self.entries().map(|entries| &entries.as_chunks().0[i])
    }
}

/// The calling thread, or the threads of a pool.
pub(super) type Workers = Option<&'static ThreadPool>;

fn for_each<T: Send>(workers: Workers, items: Vec<T>, act: impl Fn(T) + Send + Sync) {
    match workers {
        None => items.into_iter().for_each(act),
        Some(pool) => pool.install(|| items.into_par_iter().for_each(act)),
    }
}

pub(super) fn write<T>(memory: Shared<T>, mut pass: impl FnMut(&mut T) + 'static) -> Pass {
    timed(move || {
        let memory = &mut *memory.borrow_mut();
        pass(memory);
        black_box(memory);
    })
}

type Call<S, T> = fn(&Extractor<S>, &[Boards], &mut T) -> Result<(), Error>;

/// Returns a call of the library as a contender. A call that fails leaves the memory as it was,
/// which the check detects.
pub(super) fn library<S: FeatureSet, T: Send>(
    workers: Workers,
    extractor: &Extractor<S>,
    positions: &'static [Boards],
    memory: Shared<T>,
    call: Call<S, T>,
) -> Contender {
    let threads = workers.map_or(1, ThreadPool::current_num_threads);
    let extractor = extractor.clone().threads(threads);
    let level = extractor.level_name();
    let pass = write(memory, move |memory| {
        let _ = black_box(match workers {
            None => call(&extractor, positions, memory),
            Some(pool) => pool.install(|| call(&extractor, positions, memory)),
        });
    });
    Contender::new(level, threads, pass)
}

pub(super) fn append<S: FeatureSet, T: Index>(
    extractor: &Extractor<S>,
    positions: &[Boards],
    rows: &mut Csr<T>,
) -> Result<(), Error> {
    rows.clear();
    extractor.append(positions, rows)
}

pub(super) fn pad<S: FeatureSet>(
    extractor: &Extractor<S>,
    positions: &[Boards],
    memory: &mut PaddedRows,
) -> Result<(), Error> {
    let [first, second] = memory.entries();
    let padded = Padded {
        first,
        second,
        stride: ROOM,
        filler: FILLER,
    };
    extractor.pad(positions, padded)
}

pub(super) struct Task<I, const RULE: usize, L: 'static> {
    pub(super) isa: I,
    pub(super) scalar: &'static Scalar<RULE, L>,
    pub(super) positions: &'static [Boards],
}

impl<I: Isa, const RULE: usize, L: Peer> Task<I, RULE, L> {
    pub(super) fn lists<T: PaddedInt, const ONE_PASS: bool>(&self, out: Shared<Lists<T>>) -> Pass {
        let (isa, scalar, positions) = (self.isa, self.scalar, self.positions);
        write(out, move |lists| {
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
pub(super) fn copy<T: Index + PaddedInt>(
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

/// Returns the floors of padded rows: the same number in every entry, with ordinary stores of the
/// widest vectors, and with non-temporal ones.
pub(super) fn floors(workers: Workers, memory: Shared<PaddedRows>) -> Vec<Contender> {
    // Not known to the compiler, which would call `memset`.
    let number = black_box(!0);
    let fill = floor::<{ ROOM / 2 }>(workers, memory, move |row| row.fill(number));
    let threads = workers.map_or(1, ThreadPool::current_num_threads);
    let mut floors = vec![Contender::new(FILL, threads, fill)];
    #[cfg(target_arch = "x86_64")]
    {
        let stream = floor::<1024>(workers, memory, move |rows| stream(rows, number as i64));
        floors.push(Contender::new(STREAM, threads, stream));
    }
    floors
}

/// Fills memory with non-temporal stores of the longest registers.
#[cfg(target_arch = "x86_64")]
fn stream(rows: &mut [u64], number: i64) {
    use std::arch::x86_64::*;
    macro_rules! fill {
        ($feature:tt, $words:literal, $splat:ident, $store:ident) => {{
            #[target_feature(enable = $feature)]
            fn fill(rows: &mut [[u64; $words]], number: i64) {
                for row in rows {
                    // SAFETY: the array has the size of the register and lies on a multiple of it;
                    // the fence below precedes all other accesses.
                    unsafe { $store(row.as_mut_ptr().cast(), $splat(number)) }
                }
                _mm_sfence();
            }
            if std::arch::is_x86_feature_detected!($feature) {
                // SAFETY: the CPU has the instructions.
                return unsafe { fill(rows.as_chunks_mut().0, number) };
            }
        }};
    }
    assert!(rows.as_ptr().addr().is_multiple_of(64), "whole lines");
    fill!("avx512f", 8, _mm512_set1_epi64, _mm512_stream_si512);
    fill!("avx", 4, _mm256_set1_epi64x, _mm256_stream_si256);
    fill!("sse2", 2, _mm_set1_epi64x, _mm_stream_si128);
}

/// Fills `WORDS` words at a time, in turn of the first rows and of the second ones.
fn floor<const WORDS: usize>(
    workers: Workers,
    memory: Shared<PaddedRows>,
    store: impl Fn(&mut [u64]) + Send + Sync + 'static,
) -> Pass {
    write(memory, move |memory| {
        let words = memory.0.each_mut();
        let [first, second] = words.map(|words| words.chunks_mut(PART * ROOM / 2));
        for_each(workers, first.zip(second).collect(), |(first, second)| {
            widest(|| {
                for (first, second) in first.chunks_mut(WORDS).zip(second.chunks_mut(WORDS)) {
                    store(first);
                    store(second);
                }
                0
            });
        });
    })
}

/// Computes in registers for about as long as a set takes for this number of positions.
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
