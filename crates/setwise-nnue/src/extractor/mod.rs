//! [`Extractor`]: batches of positions in, features out.

#[cfg(feature = "rayon")]
mod in_order;
#[cfg(feature = "rayon")]
mod parallel;
#[cfg(feature = "rayon")]
mod threads;

use crate::feature_set::extract::{Extract, KnownToPass, append_with};
use crate::rows::padded::WriteRows;
use crate::{Boards, Csr, Entry, Error, FeatureSet, Index, Padded, Perspectives, Positions};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use setwise_core::{Function, Isa, LengthMismatch, Pointer};
use setwise_dispatch::{Level, LevelVisitor};

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
    /// The number of threads: one, or more.
    #[cfg(feature = "rayon")]
    pub(crate) threads: usize,
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

/// The same for padded rows. The stores of so few fit the buffers of a CPU, which writes them to
/// memory while the kernel works on the next positions (docs/notes/nnue-features.md).
const PADDED_CHUNK: usize = 8;

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

    /// Returns the extractor with another number of threads. By default, and with 0, a call runs on
    /// the calling thread alone. With more threads it runs on the current rayon pool and uses at
    /// most as many as the pool has. The output is the same for any number, and so is the error.
    #[cfg(feature = "rayon")]
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// The name of the instruction set.
    pub fn level(&self) -> &'static str {
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
        let known_to_pass = compiled::<KnownToPass<S>>(self.level);
        let mut kernel = Kernel::new(self);
        let check = |boards: &[Boards]| self.check_each(known_to_pass, boards);
        let result = each_chunk(CHUNK, positions, self.perspectives, check, |boards| {
            kernel.append(boards, rows);
            Ok(())
        });
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
        let mut counts = counts.iter_mut();
        self.each_counted(positions, |_, features| {
            if let Some(count) = counts.next() {
                *count = features as u32;
            }
            Ok(())
        })
    }

    /// Writes rows of equal length, padded with a filler, into memory of the caller.
    ///
    /// # Errors
    /// [`Error::Position`]; [`Error::Length`] if a slice is not as long as there are positions
    /// times the stride; [`Error::RowTooShort`]; [`Error::IndexTooNarrow`]. In that case nothing is
    /// written.
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
    pub fn pad<E: Entry, P: Positions + ?Sized>(
        &self,
        positions: &P,
        padded: Padded<'_, E>,
    ) -> Result<(), Error> {
        self.check_memory(positions, &padded)?;
        #[cfg(feature = "rayon")]
        if self.threads > 1 {
            return self.pad_parts(positions, padded);
        }
        if !self.check_and_bound(positions, padded.stride)? {
            self.check_counts(positions, padded.stride)?;
        }
        self.pad_checked(positions, padded)
    }

    /// Checks the type of the entries and the lengths of the memory of padded rows.
    fn check_memory<E: Entry, P: Positions + ?Sized>(
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
    fn pad_checked<E: Entry, P: Positions + ?Sized>(
        &self,
        positions: &P,
        padded: Padded<'_, E>,
    ) -> Result<(), Error> {
        let mut rows = Csr::<u32>::new();
        let mut padded = padded;
        let mut kernel = Kernel::new(self);
        let write = compiled::<WriteRows<E>>(self.level);
        let checked = |_: &[Boards]| Ok(());
        each_chunk(
            PADDED_CHUNK,
            positions,
            self.perspectives,
            checked,
            |boards| {
                rows.clear();
                kernel.append(boards, &mut rows);
                write(&rows, padded.split(rows.len()));
                Ok(())
            },
        )
    }

    /// Checks each of some positions, first all at once.
    #[cfg_attr(not(unoptimized), inline(always))]
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
                .map_err(|problem| Error::Position { index, problem })?;
        }
        Ok(())
    }

    fn check_all<P: Positions + ?Sized>(&self, positions: &P) -> Result<(), Error> {
        self.check_and_bound(positions, usize::MAX).map(drop)
    }

    /// Checks all positions. Returns whether a cheap bound shows that the features of each fit a
    /// row.
    fn check_and_bound<P: Positions + ?Sized>(
        &self,
        positions: &P,
        stride: usize,
    ) -> Result<bool, Error> {
        let known_to_pass = compiled::<KnownToPass<S>>(self.level);
        let any_fits = stride >= self.set.max_active();
        let mut all_fit = true;
        let white_first = Perspectives::WhiteBlack;
        let check = |boards: &[Boards]| self.check_each(known_to_pass, boards);
        each_chunk(CHUNK, positions, white_first, check, |boards| {
            all_fit &= any_fits || boards.iter().all(|boards| self.set.bound(boards) <= stride);
            Ok(())
        })?;
        Ok(all_fit)
    }

    /// Counts the features of positions that have been checked, and fails if some do not fit a row.
    fn check_counts<P: Positions + ?Sized>(
        &self,
        positions: &P,
        stride: usize,
    ) -> Result<(), Error> {
        self.each_counted(positions, |index, features| {
            if features <= stride {
                return Ok(());
            }
            Err(Error::RowTooShort {
                index,
                features,
                stride,
            })
        })
    }

    /// Calls `act` with the number of each position, from the beginning of its chunk, and of its
    /// features. The positions have been checked.
    fn each_counted<P: Positions + ?Sized>(
        &self,
        positions: &P,
        mut act: impl FnMut(usize, usize) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut rows = Csr::<()>::new();
        let mut kernel = Kernel::new(self);
        // Both rows of a position have the same number of features, whichever comes first.
        let white_first = Perspectives::WhiteBlack;
        let checked = |_: &[Boards]| Ok(());
        each_chunk(CHUNK, positions, white_first, checked, |boards| {
            rows.clear();
            kernel.append(boards, &mut rows);
            for (index, ends) in rows.offsets().windows(2).enumerate() {
                act(index, ends[1] - ends[0])?;
            }
            Ok(())
        })
    }

    fn check_index(&self, max: u32) -> Result<(), Error> {
        match self.set.size() {
            size if size.wrapping_sub(1) > max => Err(Error::IndexTooNarrow { size }),
            _ => Ok(()),
        }
    }
}

fn compiled<F: Function>(level: Level) -> Pointer<F> {
    struct Compile<F>(PhantomData<F>);

    impl<F: Function> LevelVisitor for Compile<F> {
        type Output = Pointer<F>;

        fn visit<I: Isa>(self, isa: I) -> Self::Output {
            isa.pointer::<I::Register, F>()
        }
    }

    level.visit(Compile(PhantomData))
}

/// Calls `check` with up to `chunk` positions at a time, and then `act` with the same positions as
/// the first perspective sees them. An error of `check` is that of the positions as White sees
/// them. Errors of both count positions from the beginning of the chunk.
#[cfg_attr(not(unoptimized), inline(always))]
fn each_chunk<P: Positions + ?Sized>(
    chunk: usize,
    positions: &P,
    perspectives: Perspectives,
    check: impl Fn(&[Boards]) -> Result<(), Error>,
    mut act: impl FnMut(&[Boards]) -> Result<(), Error>,
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
        // Turned while they are in registers. Only an error needs the boards as White sees them.
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

/// The extraction of a set that is compiled for the instruction set of an extractor, and its
/// memory.
struct Kernel<'a, S: FeatureSet, T: Index> {
    extract: Pointer<Extract<S, T>>,
    set: &'a S,
    scratch: S::Scratch,
}

impl<'a, S: FeatureSet, T: Index> Kernel<'a, S, T> {
    fn new(extractor: &'a Extractor<S>) -> Self {
        Self {
            extract: compiled::<Extract<S, T>>(extractor.level),
            set: &extractor.set,
            scratch: S::Scratch::default(),
        }
    }

    /// Appends the rows of positions that have been checked, as their first perspectives see them.
    fn append(&mut self, boards: &[Boards], rows: &mut Csr<T>) {
        append_with(self.extract, self.set, boards, &mut self.scratch, rows);
    }
}
