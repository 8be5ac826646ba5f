//! [`Extractor`]: batches of positions in, features out.

#[cfg(feature = "rayon")]
mod in_order;
#[cfg(feature = "rayon")]
mod parallel;
#[cfg(feature = "rayon")]
mod threads;

use crate::error::Error;
use crate::feature_set::extract::{Extract, KnownToPass, append_with};
use crate::feature_set::memory::Memory;
use crate::feature_set::pad::{Job, WriteRows};
use crate::feature_set::{ByRows, FeatureSet};
use crate::inputs::{Boards, Input, Packed, Perspectives, Positions};
use crate::rows::{Csr, Index, Padded, PaddedInt, RowWriter};
use alloc::vec::Vec;
use core::fmt;
use setwise_core::{Function, HandWritten, Isa, LengthMismatch, Pointer, Scalar};
use setwise_dispatch::Level;
use setwise_moves::Color;

/// Extracts the features of a set from batches of positions, with the best instructions of the
/// host.
///
/// Each set states the order of the features in a row. Both rows of a position have the order in
/// which its *first* perspective sees the features. The order is the same on every instruction set.
///
/// ```
/// use setwise_moves::Position;
/// use setwise_nnue::{Csr, Extractor, FullThreats};
/// let extractor = Extractor::new(FullThreats::new());
/// let mut rows = Csr::<u16>::new();
/// extractor.append(&[Position::startpos(); 2], &mut rows)?;
/// let (white, black) = rows.row(1).unwrap();
/// assert_eq!((rows.len(), white.len(), black.len()), (2, 28, 28));
/// # Ok::<(), setwise_nnue::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Extractor<S> {
    set: S,
    perspectives: Perspectives,
    level: Level,
    /// The greatest number of threads.
    #[cfg(feature = "rayon")]
    threads: usize,
}

impl<S: fmt::Debug> fmt::Debug for Extractor<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extractor")
            .field("set", &self.set)
            .field("perspectives", &self.perspectives)
            .field("level", &self.level.name())
            .finish()
    }
}

/// The number of positions per call of a kernel. Their features stay in the cache that is nearest
/// to the CPU.
const CHUNK: usize = 64;

impl<S: FeatureSet> Extractor<S> {
    /// Returns an extractor for a set, with White's features first, one thread, and the level of
    /// the process, `setwise_dispatch::level`: the best of the host, or the one that the program
    /// forces. Without the feature `std` it is the best of the build.
    pub fn new(set: S) -> Self {
        Self {
            set,
            perspectives: Perspectives::default(),
            level: setwise_dispatch::level(),
            #[cfg(feature = "rayon")]
            threads: 1,
        }
    }

    /// Returns the extractor with another order of the perspectives.
    #[must_use]
    pub fn perspectives(self, perspectives: Perspectives) -> Self {
        Self {
            perspectives,
            ..self
        }
    }

    /// Returns the extractor with another instruction set.
    #[must_use]
    pub fn on(self, level: Level) -> Self {
        Self { level, ..self }
    }

    /// Returns the extractor with another number of threads. The default is 1: the calling thread
    /// alone. 0 stands for all threads of the current rayon pool, which are as many as cores unless
    /// the program has made another pool. More than 1 are up to as many threads of the current
    /// pool. The output is the same for any number, and so is the error.
    #[cfg(feature = "rayon")]
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        let threads = if threads == 0 { usize::MAX } else { threads };
        Self { threads, ..self }
    }

    /// The name of the level. One without code of its own runs that of a lower level.
    pub fn level_name(&self) -> &'static str {
        self.level.name()
    }

    /// The set of features.
    pub fn set(&self) -> &S {
        &self.set
    }

    /// Appends the rows of some positions to compressed sparse rows.
    ///
    /// # Errors
    /// [`Error::Position`], [`Error::IndexTooNarrow`]. In that case the rows are as before.
    pub fn append<T: Index, P: Positions + ?Sized>(
        &self,
        positions: &P,
        rows: &mut Csr<T>,
    ) -> Result<(), Error> {
        self.check_index(T::MAX)?;
        #[cfg(feature = "rayon")]
        if self.threads > 1 {
            return self.append_parts(positions, rows);
        }
        self.append_all(positions, rows)
    }

    /// [`append`](Self::append) with the calling thread alone, for a type of indices that has been
    /// checked.
    fn append_all<T: Index, P: Positions + ?Sized>(
        &self,
        positions: &P,
        rows: &mut Csr<T>,
    ) -> Result<(), Error> {
        let before = rows.len();
        let mut append = self.appender();
        if self.all_packed(positions) {
            return each_packed(CHUNK, positions, &mut |packed| {
                append(Input::Packed(packed), rows);
                Ok(())
            });
        }
        let known_to_pass = compiled::<KnownToPass<S>>(self.level);
        let check = |boards: &[Boards]| self.check_each(known_to_pass, boards);
        let mut act = |boards: &[Boards]| {
            append(Input::Boards(boards), rows);
            Ok(())
        };
        let result = each_chunk(CHUNK, positions, self.perspectives, &check, &mut act);
        if result.is_err() {
            rows.truncate(before);
        }
        result
    }

    /// Writes the number of features per perspective of each position.
    ///
    /// # Errors
    /// [`Error::Position`]; [`Error::Length`] if there are not as many counts as positions. In that
    /// case nothing is written.
    pub fn count<P: Positions + ?Sized>(
        &self,
        positions: &P,
        counts: &mut [u32],
    ) -> Result<(), Error> {
        LengthMismatch::check("counts", counts.len(), positions.len())?;
        #[cfg(feature = "rayon")]
        if self.threads > 1 {
            return self.count_parts(positions, counts);
        }
        self.check_all(positions)?;
        self.count_checked(positions, counts)
    }

    fn count_checked<P: Positions + ?Sized>(
        &self,
        positions: &P,
        counts: &mut [u32],
    ) -> Result<(), Error> {
        let (mut counts, mut rows) = (counts.iter_mut(), Csr::<()>::new());
        let mut append = self.appender();
        // Both rows of a position have the same number of features, whichever comes first.
        let white_first = Perspectives::WhiteBlack;
        let mut act = |boards: &[Boards]| {
            rows.clear();
            append(Input::Boards(boards), &mut rows);
            for (ends, count) in rows.offsets().windows(2).zip(&mut counts) {
                *count = (ends[1] - ends[0]) as u32;
            }
            Ok(())
        };
        each_chunk(CHUNK, positions, white_first, &|_| Ok(()), &mut act)
    }

    /// Writes rows of equal length, padded with a filler, into memory of the caller.
    ///
    /// # Errors
    /// [`Error::Position`]; [`Error::Length`] if a slice is not as long as there are positions
    /// times the stride; [`Error::RowTooShort`]; [`Error::IndexTooNarrow`]. After `RowTooShort` the
    /// contents of the rows are unspecified. After another error nothing is written.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// use setwise_nnue::{Extractor, FullThreats, Padded};
    /// let (mut white, mut black) = ([0; 64], [0; 64]);
    /// let rows = Padded { first: &mut white, second: &mut black, stride: 64, filler: -1 };
    /// Extractor::new(FullThreats::new()).pad(&[Position::startpos()], rows)?;
    /// assert_eq!(white.iter().filter(|&&index| index >= 0).count(), 28);
    /// # Ok::<(), setwise_nnue::Error>(())
    /// ```
    pub fn pad<E: PaddedInt, P: Positions + ?Sized>(
        &self,
        positions: &P,
        padded: Padded<'_, E>,
    ) -> Result<(), Error> {
        self.check_memory(positions, &padded)?;
        #[cfg(feature = "rayon")]
        if self.threads > 1 {
            return self.pad_parts(positions, padded);
        }
        let packed = self.check_padded(positions)?;
        self.pad_checked(positions, padded, packed)
    }

    /// Checks the type of the entries and the lengths of the memory of padded rows.
    fn check_memory<E: PaddedInt, P: Positions + ?Sized>(
        &self,
        positions: &P,
        padded: &Padded<'_, E>,
    ) -> Result<(), Error> {
        self.check_index(E::MAX)?;
        let needed = positions.len().checked_mul(padded.stride);
        let needed = needed.unwrap_or(usize::MAX);
        LengthMismatch::check("first", padded.first.len(), needed)?;
        LengthMismatch::check("second", padded.second.len(), needed)?;
        Ok(())
    }

    /// Writes padded rows of positions that have been checked, to memory that has been checked.
    fn pad_checked<E: PaddedInt, P: Positions + ?Sized>(
        &self,
        positions: &P,
        mut padded: Padded<'_, E>,
        packed: bool,
    ) -> Result<(), Error> {
        let kernel = compiled::<WriteRows<S, E>>(self.level);
        let room = self.set.max_active().max(padded.stride) + RowWriter::<E>::SLACK;
        let spare = || alloc::vec![padded.filler; room];
        let mut spare = [spare(), spare()];
        let (mut memory, mut done) = (Memory::default(), 0);
        let mut act = |input: Input<'_>| {
            let job = Job {
                set: &self.set,
                input,
                memory: &mut memory,
                spare: &mut spare,
            };
            let result = kernel(job, padded.after(done));
            done += input.len();
            result
        };
        let chunk = S::Rows::PADDED_CHUNK;
        if packed {
            return each_packed(chunk, positions, &mut |packed| act(Input::Packed(packed)));
        }
        let mut act = |boards: &[Boards]| act(Input::Boards(boards));
        each_chunk(chunk, positions, self.perspectives, &|_| Ok(()), &mut act)
    }

    /// Checks all positions before padded rows are written. Returns whether they are written from
    /// packed positions.
    fn check_padded<P: Positions + ?Sized>(&self, positions: &P) -> Result<bool, Error> {
        let packed = self.all_packed(positions);
        if !packed {
            self.check_all(positions)?;
        }
        Ok(packed)
    }

    /// Whether all positions are [`Packed`] ones that pass the check of the set, and White's
    /// features come first.
    fn all_packed<P: Positions + ?Sized>(&self, positions: &P) -> bool {
        let mover = self.perspectives == Perspectives::MoverOther;
        (0..positions.len()).all(|index| {
            positions.packed(index).is_some_and(|packed| {
                (packed.turn == Color::White || !mover) && S::Rows::check_packed(&self.set, &packed)
            })
        })
    }

    /// Checks each of some positions, first all at once.
    fn check_each(
        &self,
        known_to_pass: Pointer<KnownToPass<S>>,
        boards: &[Boards],
    ) -> Result<(), Error> {
        if known_to_pass(&self.set, boards) {
            return Ok(());
        }
        for (index, boards) in boards.iter().enumerate() {
            self.set
                .check(boards)
                .map_err(|reason| Error::Position { index, reason })?;
        }
        Ok(())
    }

    fn check_all<P: Positions + ?Sized>(&self, positions: &P) -> Result<(), Error> {
        let known_to_pass = compiled::<KnownToPass<S>>(self.level);
        let white_first = Perspectives::WhiteBlack;
        let check = |boards: &[Boards]| self.check_each(known_to_pass, boards);
        each_chunk(CHUNK, positions, white_first, &check, &mut |_| Ok(()))
    }

    /// Returns a function that appends the rows of positions that have been checked, as their first
    /// perspectives see them.
    fn appender<T: Index>(&self) -> impl FnMut(Input<'_>, &mut Csr<T>) {
        let extract = compiled::<Extract<S, T>>(self.level);
        let mut scratch = S::Scratch::default();
        move |input, rows| append_with(extract, &self.set, input, &mut scratch, rows)
    }

    fn check_index(&self, max: u32) -> Result<(), Error> {
        match self.set.size() {
            size if size.wrapping_sub(1) > max => Err(Error::IndexTooNarrow { size }),
            _ => Ok(()),
        }
    }
}

/// Returns a function that is compiled for the level whose code a level runs: `avx512`, `avx2`,
/// `neon` or `scalar`. On CPUs without AVX2, code for the other levels would save at most a tenth
/// of the time of rows and a fifth of that of counts. It would compile all sets for each level.
fn compiled<F: Function>(level: Level) -> Pointer<F> {
    struct Compile<'a, F: Function>(&'a mut Option<Pointer<F>>);

    impl<F: Function, I: Isa> HandWritten<I> for Compile<'_, F> {
        type Output = ();

        fn run(self, isa: I) {
            *self.0 = Some(isa.pointer::<I::Register, F>());
        }
    }

    let mut pointer = None;
    level.run_hand_written(Compile(&mut pointer));
    pointer.unwrap_or_else(|| Scalar.pointer::<u64, F>())
}

/// Calls `check` with up to `chunk` positions at a time, and then `act` with the same positions as
/// the first perspective sees them. An error of `check` concerns the positions as White sees them.
/// The errors of both count positions from the beginning of the chunk. Both are called through
/// pointers, which costs nothing per chunk, so this is compiled once for each type of positions.
fn each_chunk<P: Positions + ?Sized>(
    chunk: usize,
    positions: &P,
    perspectives: Perspectives,
    check: &dyn Fn(&[Boards]) -> Result<(), Error>,
    act: &mut dyn FnMut(&[Boards]) -> Result<(), Error>,
) -> Result<(), Error> {
    let seen = |boards: &Boards| boards.seen_by_first(perspectives);
    let mut buffer = Vec::new();
    if let Some(all) = positions.as_boards() {
        for (number, boards) in all.chunks(chunk).enumerate() {
            let shifted = |error: Error| error.shifted(number * chunk);
            check(boards).map_err(shifted)?;
            if perspectives == Perspectives::WhiteBlack {
                act(boards).map_err(shifted)?;
            } else {
                buffer.clear();
                buffer.extend(boards.iter().map(seen));
                act(&buffer).map_err(shifted)?;
            }
        }
        return Ok(());
    }
    for start in (0..positions.len()).step_by(chunk) {
        let shifted = |error: Error| error.shifted(start);
        let range = start..positions.len().min(start + chunk);
        buffer.clear();
        // Boards are flipped in registers. White's view of them is needed for an error only.
        buffer.extend(range.clone().map(|index| seen(&positions.boards(index))));
        check(&buffer)
            .map_err(|error| {
                let boards: Vec<_> = range.map(|index| positions.boards(index)).collect();
                check(&boards).err().unwrap_or(error)
            })
            .map_err(shifted)?;
        act(&buffer).map_err(shifted)?;
    }
    Ok(())
}

/// Calls `act` with up to `chunk` packed positions at a time.
fn each_packed<P: Positions + ?Sized>(
    chunk: usize,
    positions: &P,
    act: &mut dyn FnMut(&[Packed]) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut buffer = Vec::new();
    for start in (0..positions.len()).step_by(chunk) {
        let range = start..positions.len().min(start + chunk);
        buffer.clear();
        // Every position is packed. The known length saves a check of the capacity for each.
        buffer.extend(range.map(|index| positions.packed(index).unwrap_or(Packed::EMPTY)));
        act(&buffer).map_err(|error| error.shifted(start))?;
    }
    Ok(())
}
