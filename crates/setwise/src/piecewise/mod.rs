//! Attacks of one slider at a time: the systems of [`setwise_core::piecewise`] for the host.
//!
//! | task | function |
//! |---|---|
//! | the attacks of a piece, outside of a search | [`piece_attacks`] |
//! | the same in a search | the methods of a [`Handle`], resolved once: [`best`], [`Handle::named`], [`Handle::of`] |
//! | your own loop, compiled together with the system | [`dispatch`] |
//! | many pieces at once, from slices to slices | [`batch_piece_attacks`] |
//! | whole sets, one slider after the other | [`Handle::slider_attacks`] and its batches |
//!
//! Set-wise kernels are measured against the last row. [`attacks`](crate::attacks) computes all
//! sliders of a position at once.
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
//! All systems define attacks in the same way: the square of the piece is excluded, and the first
//! piece on each ray is included, whatever its color. The bit of the piece's own square in
//! `occupied` makes no difference.

mod compiled;
mod handle;
mod handles;

pub use handle::Handle;
pub use handles::{UnusableSystem, best, handles};
pub use setwise_core::piecewise::{
    About, ByLine, ByRay, Described, Instruction, PieceKind, System, SystemTask, blockers,
    classical, hyperbola, obstruction, one_run, rays, strongchess, systems,
};

#[cfg(target_arch = "x86_64")]
pub use setwise_x86::QuintessenceInLanes;

use setwise_core::{LengthMismatch, Square};

/// Returns the squares that a piece attacks, by the [`best`] system.
///
/// Each call finds the function for the host and calls it through a pointer, which takes about a
/// nanosecond more than the calculation. If you keep a [`Handle`], you save a part of that, and
/// with [`dispatch`] all of it (docs/notes/piece-wise-calls.md).
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

/// Computes the attacks of many pieces of one kind by the [`best`] system: `out[i]` is for a piece
/// on `squares[i]` with `occupied[i]`.
///
/// # Errors
/// The slices differ in length; nothing is written.
///
/// ```
/// use setwise::{Square, piecewise::{PieceKind, batch_piece_attacks}};
/// let squares = [Square::A1, Square::H8];
/// let mut out = [0; 2];
/// batch_piece_attacks(PieceKind::Rook, &squares, &[0, !0], &mut out)?;
/// assert_eq!(out.map(u64::count_ones), [14, 2]);
/// let error = batch_piece_attacks(PieceKind::Rook, &squares, &[0], &mut out).unwrap_err();
/// assert_eq!(error.to_string(), "`occupied` has length 1, but goes with 2");
/// # Ok::<(), setwise::LengthMismatch>(())
/// ```
#[inline]
pub fn batch_piece_attacks(
    kind: PieceKind,
    squares: &[Square],
    occupied: &[u64],
    out: &mut [u64],
) -> Result<(), LengthMismatch> {
    best().batch_piece_attacks(kind, squares, occupied, out)
}

/// Runs your own computation with a system. Both are inlined into one function that is compiled for
/// the host. Mark the task's `run`, and every helper that it calls, `#[inline(always)]`.
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
