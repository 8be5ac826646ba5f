//! Attacks of one slider at a time: the systems of [`setwise_core::piecewise`], compiled for the host.
//!
//! | task | function |
//! |---|---|
//! | the attacks of a piece, outside of a search | [`piece_attacks`] |
//! | the same in a search | the methods of a [`Handle`], resolved once: [`best`], [`Handle::named`], [`Handle::of`] |
//! | your own loop, compiled together with the system | [`dispatch`] |
//! | many pieces at once, from slices to slices | [`piece_attacks_batch`] |
//! | whole sets, one slider after the other | [`Handle::set_attacks`] and its batches |
//!
//! Set-wise kernels are measured against the last row. [`attacks`](crate::attacks) computes all sliders of a position
//! at once.
//!
//! ```
//! use setwise::{Diagram, Square};
//! use setwise::piecewise::{PieceKind, handles, piece_attacks};
//! let d4: Square = "d4".parse()?;
//! let occupied = 1 << 43 | 1 << 45 | 1 << 25; // d6, f6, b4
//! let attacked = piece_attacks(PieceKind::Queen, d4, occupied);
//! assert_eq!(format!("{:#}", Diagram(attacked)), "\
//! 8 . . . . . . . .
//! 7 1 . . . . . . .
//! 6 . 1 . 1 . 1 . .
//! 5 . . 1 1 1 . . .
//! 4 . 1 1 . 1 1 1 1
//! 3 . . 1 1 1 . . .
//! 2 . 1 . 1 . 1 . .
//! 1 1 . . 1 . . 1 .
//!   a b c d e f g h
//! ");
//! // Every system gives the same result.
//! for handle in handles() {
//!     assert_eq!(handle.queen(d4, occupied), attacked, "{}", handle.about().name);
//! }
//! # Ok::<(), setwise_core::NotASquare>(())
//! ```
//!
//! All systems define attacks in the same way: the square of the piece is excluded, and the first piece on each ray is
//! included, whatever its color. The bit of the piece's own square in `occupied` makes no difference.

mod compiled;
mod handle;

pub use handle::Handle;
pub use setwise_core::piecewise::{
    About, ByLine, ByRay, Described, Instruction, PieceKind, System, SystemTask, blockers,
    classical, hyperbola, obstruction, one_run, rays, strongchess, systems,
};

use setwise_core::{LengthMismatch, Square};
use std::fmt;
use std::sync::LazyLock;

/// Separate from all others, so that a program which uses only this system contains no other.
static BEST: LazyLock<Handle> = LazyLock::new(Handle::of::<hyperbola::HyperbolaQuintessence>);

/// Returns the systems that are compiled for the host: with the feature `all-systems` all, in the order of [`systems`], else the
/// [`best`].
///
/// ```
/// use setwise::{Square, piecewise::handles};
/// for handle in handles() {
///     println!("{} compiled for {}", handle.about().name, handle.level());
///     assert_eq!(handle.rook(Square::A1, 0).count_ones(), 14);
/// }
/// ```
pub fn handles() -> &'static [Handle] {
    #[cfg(feature = "all-systems")]
    {
        static ALL: LazyLock<[Handle; 15]> = LazyLock::new(|| {
            [
                Handle::of::<classical::Conditional>(),
                Handle::of::<classical::Branchless>(),
                Handle::of::<classical::GeneralizedConditional>(),
                Handle::of::<classical::GeneralizedBranchless>(),
                Handle::of::<classical::ZeroCount>(),
                Handle::of::<classical::ZeroCountFolded>(),
                Handle::of::<one_run::OneRun>(),
                Handle::of::<one_run::BranchlessOneRun>(),
                Handle::of::<blockers::BlockersAndBeyond>(),
                Handle::of::<blockers::Pruned>(),
                Handle::of::<strongchess::StrongChess>(),
                Handle::of::<hyperbola::HyperbolaQuintessence>(),
                Handle::of::<hyperbola::BitReversal>(),
                Handle::of::<obstruction::ObstructionDifference>(),
                Handle::of::<obstruction::FlippedDifference>(),
            ]
        });
        &*ALL
    }
    #[cfg(not(feature = "all-systems"))]
    std::slice::from_ref(&*BEST)
}

/// A name for which [`Handle::named`] has no system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusableSystem {
    name: String,
    is_left_out: bool,
}

impl UnusableSystem {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_string(),
            is_left_out: setwise_core::piecewise::named(name).is_some(),
        }
    }

    /// Returns whether there is such a system, which this build leaves out.
    pub const fn is_left_out(&self) -> bool {
        self.is_left_out
    }
}

impl fmt::Display for UnusableSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, is_left_out } = self;
        if *is_left_out {
            write!(
                f,
                "the piece-wise system {name:?} is not in this build: it needs the feature `all-systems` of setwise"
            )
        } else {
            write!(f, "no piece-wise system is named {name:?}")
        }
    }
}

impl std::error::Error for UnusableSystem {}

/// Returns the default system: hyperbola quintessence.
///
/// It is among the fastest systems on every CPU measured. It has the smallest tables (2 kB), and uses only byte swaps,
/// which are fast on every CPU. `docs/notes/piece-wise-calls.md` has the measurements.
///
/// ```
/// use setwise::{Square, piecewise::best};
/// let pieces = *best(); // Keep it beside the other data of the search.
/// assert_eq!(pieces.queen(Square::D4, 0).count_ones(), 27);
/// ```
#[inline]
pub fn best() -> &'static Handle {
    &BEST
}

/// Returns the squares that a piece attacks, by the [`best`] system.
///
/// A call finds the function for the host and calls it through a pointer, which takes about a nanosecond more than the
/// calculation. A [`Handle`] of your own saves a part of that, and [`dispatch`] saves it all
/// (docs/notes/piece-wise-calls.md).
///
/// ```
/// use setwise::{Square, piecewise::{PieceKind, piece_attacks}};
/// let a1 = Square::A1;
/// assert_eq!(piece_attacks(PieceKind::Rook, a1, 1 << 2 | 1 << 8), 1 << 1 | 1 << 2 | 1 << 8); // b1, c1, a2
/// assert_eq!(piece_attacks(PieceKind::Knight, a1, !0), 1 << 10 | 1 << 17); // c2, b3
/// ```
#[inline]
pub fn piece_attacks(kind: PieceKind, square: Square, occupied: u64) -> u64 {
    best().piece_attacks(kind, square, occupied)
}

/// Computes the attacks of many pieces of one kind by the [`best`] system: `out[i]` is for a piece on `squares[i]` with
/// `occupied[i]`.
///
/// # Errors
/// The slices differ in length; nothing is written.
///
/// ```
/// use setwise::{Square, piecewise::{PieceKind, piece_attacks_batch}};
/// let squares = [Square::A1, Square::H8];
/// let mut out = [0; 2];
/// piece_attacks_batch(PieceKind::Rook, &squares, &[0, !0], &mut out)?;
/// assert_eq!(out.map(u64::count_ones), [14, 2]);
/// let error = piece_attacks_batch(PieceKind::Rook, &squares, &[0], &mut out).unwrap_err();
/// assert_eq!(error.to_string(), "`occupied` has length 1, but goes with 2");
/// # Ok::<(), setwise::LengthMismatch>(())
/// ```
#[inline]
pub fn piece_attacks_batch(
    kind: PieceKind,
    squares: &[Square],
    occupied: &[u64],
    out: &mut [u64],
) -> Result<(), LengthMismatch> {
    best().piece_attacks_batch(kind, squares, occupied, out)
}

/// Runs your own computation with a system. Both are inlined into one function that is compiled for the host. Mark the
/// task's `run`, and every helper that it calls, `#[inline(always)]`.
///
/// The system may be your own, with tables: unlike [`Handle::of`], this function takes a value.
///
/// ```
/// use setwise::{Square, Squares};
/// use setwise::piecewise::{System, SystemTask, dispatch, obstruction::FlippedDifference};
/// /// The number of moves of the rooks of a position.
/// struct Mobility { rooks: u64, us: u64, occupied: u64 }
/// impl SystemTask for Mobility {
///     type Output = u32;
///     #[inline(always)]
///     fn run<S: System>(&mut self, system: &S) -> u32 {
///         let mut moves = 0;
///         for square in Squares(self.rooks) {
///             moves += (system.rook(square, self.occupied) & !self.us).count_ones();
///         }
///         moves
///     }
/// }
/// let rooks = 1 | 1 << 7; // a1 and h1
/// let task = Mobility { rooks, us: rooks | 0xff00, occupied: rooks | 0xff00 };
/// assert_eq!(dispatch(&FlippedDifference, task), 12); // b1 to g1, twice
/// ```
#[inline]
pub fn dispatch<S: System, T: SystemTask>(system: &S, mut task: T) -> T::Output {
    compiled::run(system, &mut task)
}
