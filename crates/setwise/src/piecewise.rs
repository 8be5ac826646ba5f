//! One slider at a time: the lookups and calculations of [`setwise_core::piecewise`], compiled for the host.
//!
//! | to have | call |
//! |---|---|
//! | the attacks of a piece now and then | [`piece_attacks`] |
//! | the same in a search | the methods of a [`Handle`], resolved once: [`best`], [`handle()`], [`Handle::of`] |
//! | no call at all: a loop of your own, system and loop compiled together | [`dispatch`] |
//! | many pieces at once, from slices to slices | [`piece_attacks_batch`] |
//! | whole sets, one slider after the other | [`Handle::set_attacks`] and its batches |
//!
//! The last are what set-wise kernels are compared with; where all sliders of a position are wanted, see
//! [`attacks`](crate::attacks).
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
//! // Every system says the same.
//! for handle in handles() {
//!     assert_eq!(handle.queen(d4, occupied), attacked, "{}", handle.about().name);
//! }
//! # Ok::<(), setwise_core::NotASquare>(())
//! ```
//!
//! Attacks mean the same everywhere: the origin is excluded, the first man on each ray is included whatever its colour,
//! nothing beyond it; the origin's own bit in `occupied` makes no difference.

mod compiled;
mod handle;

pub use handle::Handle;
pub use setwise_core::piecewise::{
    About, ByLine, ByRay, Described, Instruction, PieceKind, System, SystemTask, blockers,
    classical, hyperbola, obstruction, one_run, rays, strongchess, systems,
};

use setwise_core::{LengthMismatch, Square};
use std::sync::LazyLock;

static HANDLES: LazyLock<[Handle; 15]> = LazyLock::new(|| {
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

/// Apart from [`HANDLES`], so that a program that asks for no other system contains no other.
static BEST: LazyLock<Handle> = LazyLock::new(Handle::of::<hyperbola::HyperbolaQuintessence>);

/// All systems as the host runs them, in the order of [`systems`].
///
/// ```
/// use setwise::{Square, piecewise::handles};
/// for handle in handles() {
///     println!("{} compiled for {}", handle.about().name, handle.isa());
///     assert_eq!(handle.rook(Square::wrapping(0), 0).count_ones(), 14);
/// }
/// ```
pub fn handles() -> &'static [Handle] {
    &*HANDLES
}

/// The system of a name, such as `hyperbola-quintessence`, as the host runs it; `None` if there is none.
///
/// ```
/// use setwise::{Square, piecewise::handle};
/// let pieces = handle("one-run/branchless").unwrap();
/// assert_eq!(pieces.bishop(Square::wrapping(0), 1 << 18).count_ones(), 2); // from a1, with a piece on c3: b2, c3
/// assert!(handle("magic").is_none());
/// ```
pub fn handle(name: &str) -> Option<&'static Handle> {
    handles().iter().find(|handle| handle.about().name == name)
}

/// The system for whoever does not want to choose: hyperbola quintessence.
///
/// In the table "All sliders of a position" of `docs/performance/` (real and random positions, throughput and latency) it takes
/// the least time of the systems here on a Zen 4 server, but for random positions, where blockers and beyond with its 38 kB of
/// tables needs a tenth less throughput time; on an Intel server the flipped obstruction difference is ahead of it by 4 and 6 % in
/// throughput, but not in latency. It has the smallest tables (2 kB) and wants nothing but byte swaps, which are fast everywhere. (The
/// figures are of loops with the system inlined. Called piece by piece through a [`Handle`], it and the flipped obstruction
/// difference take the same time within 3 %, timed by hand on Zen 4.)
///
/// ```
/// use setwise::{Square, piecewise::best};
/// let pieces = *best(); // to be kept where the search has its data
/// assert_eq!(pieces.queen(Square::wrapping(27), 0).count_ones(), 27); // d4
/// ```
#[inline]
pub fn best() -> &'static Handle {
    &BEST
}

/// The squares that a piece attacks, by the [`best`] system.
///
/// A call takes 2.6 ns where the calculation alone takes 1.6: the function for the host is found, and called through a
/// pointer. With a [`Handle`] of your own it takes 2.3 ns, with [`dispatch`] 1.6. (Throughput, rooks and bishops, timed by
/// hand on one x86-64 CPU.)
///
/// ```
/// use setwise::{Square, piecewise::{PieceKind, piece_attacks}};
/// let a1 = Square::wrapping(0);
/// assert_eq!(piece_attacks(PieceKind::Rook, a1, 1 << 2 | 1 << 8), 1 << 1 | 1 << 2 | 1 << 8); // b1, c1, a2
/// assert_eq!(piece_attacks(PieceKind::Knight, a1, !0), 1 << 10 | 1 << 17); // c2, b3
/// ```
#[inline]
pub fn piece_attacks(kind: PieceKind, square: Square, occupied: u64) -> u64 {
    best().piece_attacks(kind, square, occupied)
}

/// The attacks of many pieces of one kind, by the [`best`] system: `out[i]` is what a piece on `squares[i]` attacks
/// among the men `occupied[i]`.
///
/// # Errors
/// The slices differ in length; nothing was written.
///
/// ```
/// use setwise::{Square, piecewise::{PieceKind, piece_attacks_batch}};
/// let squares = [Square::wrapping(0), Square::wrapping(63)];
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

/// Runs a computation of your own with a system, the two inlined into one function that is compiled for the host.
/// Mark the task's `run`, and so the helpers that it calls, `#[inline(always)]`.
///
/// The system may be one of your own, with its tables: unlike [`Handle::of`] this takes a value.
///
/// ```
/// use setwise::{Square, Squares};
/// use setwise::piecewise::{System, SystemTask, dispatch, obstruction::FlippedDifference};
/// /// How many squares the rooks of a position can go to, each by itself.
/// struct Mobility { rooks: u64, own: u64, occupied: u64 }
/// impl SystemTask for Mobility {
///     type Output = u32;
///     #[inline(always)]
///     fn run<S: System>(&mut self, system: &S) -> u32 {
///         let mut moves = 0;
///         for square in Squares(self.rooks) {
///             moves += (system.rook(square, self.occupied) & !self.own).count_ones();
///         }
///         moves
///     }
/// }
/// let rooks = 1 | 1 << 7; // a1 and h1
/// let task = Mobility { rooks, own: rooks | 0xff00, occupied: rooks | 0xff00 };
/// assert_eq!(dispatch(&FlippedDifference, task), 12); // b1 to g1, twice
/// ```
#[inline]
pub fn dispatch<S: System, T: SystemTask>(system: &S, mut task: T) -> T::Output {
    compiled::run(system, &mut task)
}
