//! [`Extractor`]: batches of positions in, features out.

use crate::padded::WriteRows;
use crate::positions::check_length;
use crate::{Boards, Csr, Error, FeatureSet, Index, Padded, Positions, Rows};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
#[cfg(not(feature = "std"))]
use setwise_core::Scalar;
use setwise_core::{Function, Isa, Pack, Pointer};

/// The perspective of a position that comes first in the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Perspectives {
    /// White's features first, then Black's.
    #[default]
    WhiteBlack,
    /// The features of the side to move first, then those of the other side.
    MoverOther,
}

/// Extracts the features of a set from batches of positions, with the best instructions of the host.
///
/// Each set states the order of the features in a row. Both rows of a position have the order in which its *first* perspective sees
/// the features. The order is the same on every instruction set.
///
/// ```
/// use setwise_moves::Position;
/// use setwise_nnue::{Csr, Extractor, FullThreats};
/// let extractor = Extractor::new(FullThreats::new());
/// let mut rows = Csr::<u16>::new();
/// extractor.append(&[Position::startpos(); 2][..], &mut rows)?;
/// let (white, black) = rows.row(1).unwrap();
/// assert_eq!((rows.len(), white.len(), black.len()), (2, 28, 28));
/// # Ok::<(), setwise_nnue::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Extractor<S> {
    set: S,
    perspectives: Perspectives,
    level: Level,
}

impl<S: fmt::Debug> fmt::Debug for Extractor<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extractor")
            .field("set", &self.set)
            .field("perspectives", &self.perspectives)
            .field("level", &name(self.level))
            .finish()
    }
}

/// The instruction set.
#[cfg(feature = "std")]
type Level = setwise::Level;
#[cfg(not(feature = "std"))]
type Level = Scalar;

/// The number of positions per call of a kernel. Their features stay in the cache that is nearest to the CPU.
const CHUNK: usize = 64;

/// The same for padded rows. The stores of so few fit the buffers of a CPU, which writes them to memory while the kernel works on the
/// next positions (docs/notes/nnue-features.md).
const PADDED_CHUNK: usize = 8;

impl<S: FeatureSet> Extractor<S> {
    /// Returns an extractor for a set, with White's features first and the best instruction set of the host, or that of the kernel
    /// that `setwise::selection::select_from_env` has forced. Without the feature `std` it is `scalar`.
    pub fn new(set: S) -> Self {
        Self {
            set,
            perspectives: Perspectives::default(),
            #[cfg(feature = "std")]
            level: setwise::selection::selected().level,
            #[cfg(not(feature = "std"))]
            level: Scalar,
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
    ///
    /// ```
    /// use setwise::Level;
    /// use setwise_nnue::{Extractor, FullThreats};
    /// let words = Level::named("scalar").unwrap();
    /// assert_eq!(Extractor::new(FullThreats::new()).on(words).level(), "scalar");
    /// ```
    #[cfg(feature = "std")]
    #[must_use]
    pub fn on(self, level: setwise::Level) -> Self {
        Self { level, ..self }
    }

    /// The name of the instruction set.
    pub fn level(&self) -> &'static str {
        name(self.level)
    }

    /// The set of features.
    pub fn set(&self) -> &S {
        &self.set
    }

    /// Appends the rows of some positions to compressed sparse rows.
    ///
    /// # Errors
    /// [`Error::Position`], [`Error::IndexTooNarrow`]. The rows are as before then.
    pub fn append<T: Index, P: Positions + ?Sized>(
        &self,
        positions: &P,
        rows: &mut Csr<T>,
    ) -> Result<(), Error> {
        self.check_index::<T>()?;
        let before = rows.len();
        let known_to_pass = compiled::<KnownToPass<S>>(self.level);
        let mut kernel = Kernel::new(self);
        let result = each_chunk(CHUNK, positions, self.perspectives, |boards| {
            self.check_each(known_to_pass, boards)?;
            kernel.append(boards, rows);
            Ok(())
        });
        result.map_err(|error| {
            rows.truncate(before);
            match error {
                // The colors in the problem are those of the position, not those that the first perspective sees.
                Error::Position { index, problem } => Error::Position {
                    index,
                    problem: self
                        .set
                        .check(&positions.boards(index))
                        .err()
                        .unwrap_or(problem),
                },
                other => other,
            }
        })
    }

    /// Writes the number of features per perspective of each position.
    ///
    /// # Errors
    /// [`Error::Position`]; [`Error::Length`] if there are not as many counts as positions. Nothing is written then.
    pub fn count<P: Positions + ?Sized>(
        &self,
        positions: &P,
        counts: &mut [u32],
    ) -> Result<(), Error> {
        check_length("counts", counts.len(), positions.len())?;
        self.check_all(positions)?;
        self.count_checked(positions, counts)
    }

    /// Counts the features of positions that have been checked.
    pub(crate) fn count_checked<P: Positions + ?Sized>(
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
    /// [`Error::Position`]; [`Error::Length`] if a slice is not as long as there are positions times the stride;
    /// [`Error::RowTooShort`]; [`Error::IndexTooNarrow`]. Nothing is written then.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// use setwise_nnue::{Extractor, FullThreats, Padded};
    /// let (mut white, mut black) = ([0; 64], [0; 64]);
    /// let rows = Padded { first: &mut white, second: &mut black, stride: 64, filler: -1 };
    /// Extractor::new(FullThreats::new()).pad(&[Position::startpos()][..], rows)?;
    /// assert_eq!(white.iter().filter(|&&index| index >= 0).count(), 28);
    /// # Ok::<(), setwise_nnue::Error>(())
    /// ```
    pub fn pad<E: crate::Entry, P: Positions + ?Sized>(
        &self,
        positions: &P,
        padded: Padded<'_, E>,
    ) -> Result<(), Error> {
        self.check_memory(positions, &padded)?;
        if !self.check_and_bound(positions, padded.stride)? {
            self.check_counts(positions, padded.stride)?;
        }
        self.pad_checked(positions, padded)
    }

    /// Checks the type of the entries and the lengths of the memory of padded rows.
    pub(crate) fn check_memory<E: crate::Entry, P: Positions + ?Sized>(
        &self,
        positions: &P,
        padded: &Padded<'_, E>,
    ) -> Result<(), Error> {
        let size = self.set.size();
        if size.wrapping_sub(1) > E::MAX {
            return Err(Error::IndexTooNarrow { size });
        }
        let needed = positions.len().checked_mul(padded.stride);
        let needed = needed.unwrap_or(usize::MAX);
        check_length("the first rows", padded.first.len(), needed)?;
        check_length("the second rows", padded.second.len(), needed)
    }

    /// Writes padded rows of positions that have been checked, to memory that has been checked.
    pub(crate) fn pad_checked<E: crate::Entry, P: Positions + ?Sized>(
        &self,
        positions: &P,
        padded: Padded<'_, E>,
    ) -> Result<(), Error> {
        let mut rows = Csr::<u32>::new();
        let mut padded = padded;
        let mut kernel = Kernel::new(self);
        let write = compiled::<WriteRows<E>>(self.level);
        each_chunk(PADDED_CHUNK, positions, self.perspectives, |boards| {
            rows.clear();
            kernel.append(boards, &mut rows);
            write(&rows, padded.split(rows.len()));
            Ok(())
        })
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

    /// Checks all positions.
    pub(crate) fn check_all<P: Positions + ?Sized>(&self, positions: &P) -> Result<(), Error> {
        self.check_and_bound(positions, usize::MAX).map(drop)
    }

    /// Checks all positions. Returns whether a cheap bound tells that the features of each fit a row.
    pub(crate) fn check_and_bound<P: Positions + ?Sized>(
        &self,
        positions: &P,
        stride: usize,
    ) -> Result<bool, Error> {
        let known_to_pass = compiled::<KnownToPass<S>>(self.level);
        let any_fits = stride >= self.set.max_active();
        let mut all_fit = true;
        each_chunk(CHUNK, positions, Perspectives::WhiteBlack, |boards| {
            self.check_each(known_to_pass, boards)?;
            all_fit &= any_fits || boards.iter().all(|boards| self.set.bound(boards) <= stride);
            Ok(())
        })?;
        Ok(all_fit)
    }

    /// Counts the features of positions that have been checked, and fails if some do not fit a row.
    pub(crate) fn check_counts<P: Positions + ?Sized>(
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

    /// Calls `act` with the number of each position, from the beginning of its chunk, and of its features. The positions have been
    /// checked.
    fn each_counted<P: Positions + ?Sized>(
        &self,
        positions: &P,
        mut act: impl FnMut(usize, usize) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut rows = Csr::<()>::new();
        let mut kernel = Kernel::new(self);
        each_chunk(CHUNK, positions, self.perspectives, |boards| {
            rows.clear();
            kernel.append(boards, &mut rows);
            for (index, ends) in rows.offsets().windows(2).enumerate() {
                act(index, ends[1] - ends[0])?;
            }
            Ok(())
        })
    }

    pub(crate) fn check_index<T: Index>(&self) -> Result<(), Error> {
        if self.set.size().wrapping_sub(1) <= T::MAX {
            Ok(())
        } else {
            Err(Error::IndexTooNarrow {
                size: self.set.size(),
            })
        }
    }
}

/// Calls `act` with up to `chunk` positions at a time, as the first perspective sees them. Errors of `act` count positions from the
/// beginning of the chunk.
#[cfg_attr(not(unoptimized), inline(always))]
fn each_chunk<P: Positions + ?Sized>(
    chunk: usize,
    positions: &P,
    perspectives: Perspectives,
    mut act: impl FnMut(&[Boards]) -> Result<(), Error>,
) -> Result<(), Error> {
    if let (Some(boards), Perspectives::WhiteBlack) = (positions.as_boards(), perspectives) {
        for (number, boards) in boards.chunks(chunk).enumerate() {
            act(boards).map_err(|error| error.shifted(number * chunk))?;
        }
        return Ok(());
    }
    let mut boards = Vec::with_capacity(chunk);
    for start in (0..positions.len()).step_by(chunk) {
        let end = positions.len().min(start + chunk);
        boards.clear();
        boards.extend((start..end).map(|index| positions.boards_of_first(index, perspectives)));
        act(&boards).map_err(|error| error.shifted(start))?;
    }
    Ok(())
}

/// Memory that extraction needs besides the rows; reused from batch to batch.
#[derive(Debug)]
pub struct Scratch {
    pub(crate) edges: Box<crate::threats::Edges>,
    pub(crate) parts: Option<Box<crate::joined::Parts>>,
}

impl Scratch {
    /// Returns memory for any set.
    pub(crate) fn new() -> Self {
        Self {
            edges: crate::threats::Edges::new(),
            parts: None,
        }
    }
}

/// The extraction of a set that is compiled for the instruction set of an extractor, and its memory.
struct Kernel<'a, S: FeatureSet, T: Index> {
    extract: Pointer<Extract<S, T>>,
    set: &'a S,
    scratch: Scratch,
}

impl<'a, S: FeatureSet, T: Index> Kernel<'a, S, T> {
    fn new(extractor: &'a Extractor<S>) -> Self {
        Self {
            extract: compiled::<Extract<S, T>>(extractor.level),
            set: &extractor.set,
            scratch: Scratch::new(),
        }
    }

    /// Appends the rows of positions that have been checked.
    fn append(&mut self, boards: &[Boards], rows: &mut Csr<T>) {
        append_with(self.extract, self.set, boards, &mut self.scratch, rows);
    }
}

/// Appends the rows of positions that have been checked.
pub(crate) fn append_with<S: FeatureSet, T: Index>(
    kernel: Pointer<Extract<S, T>>,
    set: &S,
    boards: &[Boards],
    scratch: &mut Scratch,
    rows: &mut Csr<T>,
) {
    let features = boards.len() * set.max_active();
    rows.append(boards.len(), features, |rows| {
        kernel(Job { set, boards }, Output { scratch, rows });
    });
}

/// Positions and the set of features to extract.
pub(crate) struct Job<'a, S> {
    set: &'a S,
    boards: &'a [Boards],
}

/// Memory to extract to.
pub(crate) struct Output<'a, T> {
    scratch: &'a mut Scratch,
    rows: Rows<'a, T>,
}

/// [`FeatureSet::extract`], to be compiled for each instruction set.
pub(crate) struct Extract<S, T>(PhantomData<(S, T)>);

impl<S: FeatureSet, T: Index> Function for Extract<S, T> {
    type First<'a> = Job<'a, S>;
    type Second<'a> = Output<'a, T>;
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, job: Job<'_, S>, mut output: Output<'_, T>) {
        job.set.extract::<<P::Token as Isa>::Register, T>(
            token,
            job.boards,
            output.scratch,
            &mut output.rows,
        );
    }
}

/// [`FeatureSet::known_to_pass`], to be compiled for each instruction set.
struct KnownToPass<S>(PhantomData<S>);

impl<S: FeatureSet> Function for KnownToPass<S> {
    type First<'a> = &'a S;
    type Second<'a> = &'a [Boards];
    type Output = bool;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, set: &S, boards: &[Boards]) -> bool {
        set.known_to_pass::<<P::Token as Isa>::Register>(token, boards)
    }
}

#[cfg(feature = "std")]
fn name(level: Level) -> &'static str {
    level.name()
}

#[cfg(not(feature = "std"))]
fn name(_: Level) -> &'static str {
    Scalar::NAME
}

/// Returns a function that is compiled for a level.
#[cfg(feature = "std")]
fn compiled<F: Function>(level: Level) -> Pointer<F> {
    struct Compile<F>(PhantomData<F>);

    impl<F: Function> setwise::LevelVisitor for Compile<F> {
        type Output = Pointer<F>;

        fn visit<I: Isa>(self, isa: I) -> Self::Output {
            isa.pointer::<I::Register, F>()
        }
    }

    level.visit(Compile(PhantomData))
}

#[cfg(not(feature = "std"))]
fn compiled<F: Function>(isa: Level) -> Pointer<F> {
    isa.pointer::<u64, F>()
}
