#![forbid(unsafe_code)]
//! Set-wise bitboard kernels that choose the fastest instructions of the host.
//!
//! A board is a plain `u64`, a1 = bit 0, b1 = bit 1, h8 = bit 63, so every engine's own bitboard type fits with
//! `.0` or `into()`. Sliders come as two sets, rooks with queens and bishops with queens; the result is the set
//! of attacked squares, for one position or for any number of them at once.
//!
//! ```
//! use setwise::{Batch, Diagram, Sliders, attacks, batch_attacks};
//!
//! // A rook on d4, men on d6 and g4.
//! let rook = Sliders { orthogonal: 1 << 27, diagonal: 0 };
//! let occupied = 1 << 43 | 1 << 30;
//! assert_eq!(format!("{:#}", Diagram(attacks(rook, occupied))), "\
//! 8 . . . . . . . .
//! 7 . . . . . . . .
//! 6 . . . 1 . . . .
//! 5 . . . 1 . . . .
//! 4 1 1 1 . 1 1 1 .
//! 3 . . . 1 . . . .
//! 2 . . . 1 . . . .
//! 1 . . . 1 . . . .
//!   a b c d e f g h
//! ");
//!
//! // A thousand positions at once.
//! let (orthogonal, diagonal, occupied) = ([1 << 27; 1000], [0; 1000], [occupied; 1000]);
//! let mut attacked = [0; 1000];
//! batch_attacks(Batch::new(&orthogonal, &diagonal, &occupied)?, &mut attacked)?;
//! assert_eq!(attacked[999].count_ones(), 11);
//! # Ok::<(), setwise::LengthMismatch>(())
//! ```
//!
//! Every input is valid: sliders are added to `occupied` by the kernels, any length will do, no alignment is
//! asked for. Slices that differ in length are an error value, and nothing is written then.
//!
//! Which kernel serves a call is decided at the first one, from the CPU's features and the number of boards:
//! [`selected`] tells, [`kernels`] lists them all, and `SETWISE_KERNEL=<name>` in the environment forces one where it
//! serves the call. Code of your own runs on the same packs through [`dispatch`].
//!
//! The attacks of a single piece are in [`piecewise`].

/// The code in the README of the workspace is tested too.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

mod host;
mod kernel;
pub mod piecewise;
mod registry;
mod rules;
mod selection;
mod sliced_boards;

pub use kernel::{EntryPoint, Kernel, Layout, Runner, Technique};
pub use registry::{kernel, kernels};
pub use rules::{Rule, TIERS, rules};
pub use selection::{Choice, Forced, Selection, UnusableKernel, VARIABLE, selected};
pub use setwise_core::{
    Batch, Boards, Counts, Diagram, Direction, Isa, KnightDirection, LengthMismatch, Pack, Rays,
    Sliders, Square, Squares, Task,
};
pub use sliced_boards::SlicedBoards;

use selection::plan;
use setwise_core::entry::Fill;

/// The squares that the sliders of one position attack, all eight directions united: first blockers included,
/// nothing beyond them. (`setwise_core::attacks` is that of one direction.)
///
/// ```
/// let bishop_c1 = setwise::Sliders { orthogonal: 0, diagonal: 1 << 2 };
/// let attacked = setwise::attacks(bishop_c1, 0xffff);
/// assert_eq!(attacked, 1 << 9 | 1 << 11); // b2 and d2
/// ```
#[inline]
pub fn attacks(sliders: Sliders, occupied: u64) -> u64 {
    (plan().attacks)(sliders, occupied)
}

/// The squares that the sliders of one position attack, by direction.
///
/// ```
/// use setwise::{Direction, Sliders, ray_attacks};
/// let queen_a1 = Sliders { orthogonal: 1, diagonal: 1 };
/// let rays = ray_attacks(queen_a1, 1 << 16);
/// assert_eq!(rays[Direction::North], 1 << 8 | 1 << 16); // a2, a3
/// assert_eq!(rays[Direction::NorthEast].count_ones(), 7); // b2 to h8
/// assert_eq!(rays[Direction::West], 0);
/// ```
#[inline]
pub fn ray_attacks(sliders: Sliders, occupied: u64) -> Rays {
    (plan().ray_attacks)(sliders, occupied)
}

/// The squares that `generators` reach over `propagators` in one direction, generators included, blockers not.
///
/// ```
/// use setwise::{Direction, occluded_fill};
/// // From a1 over b1 and c1; d1 is not free.
/// assert_eq!(occluded_fill(Direction::East, 1, 0b0110), 0b0111);
/// ```
#[inline]
pub fn occluded_fill(direction: Direction, generators: u64, propagators: u64) -> u64 {
    match plan().occluded_fill {
        None => setwise_core::occluded_fill(generators, propagators, direction),
        Some(kernel) => kernel(direction, (generators, propagators)),
    }
}

/// [`attacks`] for many positions: `out[i]` is for position `i` of the batch.
///
/// # Errors
/// `out` is not as long as the batch; nothing was written.
///
/// ```
/// use setwise::{Batch, batch_attacks};
/// let batch = Batch::new(&[1, 2], &[0, 0], &[0, 0])?;
/// let mut out = [0; 2];
/// batch_attacks(batch, &mut out)?;
/// assert_eq!(out.map(u64::count_ones), [14, 14]);
/// let error = batch_attacks(batch, &mut [0; 3]).unwrap_err();
/// assert_eq!(error.to_string(), "`out` has length 3, but goes with 2");
/// # Ok::<(), setwise::LengthMismatch>(())
/// ```
#[inline]
pub fn batch_attacks(batch: Batch<'_>, out: &mut [u64]) -> Result<(), LengthMismatch> {
    (plan().batch_attacks.pick(batch.len()))(batch, out)
}

/// [`ray_attacks`] for many positions: `out[d][i]` is direction `d` (clockwise from north) of position `i`.
///
/// # Errors
/// An output is not as long as the batch; nothing was written.
///
/// ```
/// use setwise::{Batch, Direction, batch_ray_attacks};
/// let batch = Batch::new(&[1, 2], &[0, 0], &[0, 0])?;
/// let mut out = [[0; 2]; 8];
/// batch_ray_attacks(batch, out.each_mut().map(|board| &mut board[..]))?;
/// assert_eq!(out[Direction::West.index()], [0, 1]);
/// # Ok::<(), setwise::LengthMismatch>(())
/// ```
#[inline]
pub fn batch_ray_attacks(batch: Batch<'_>, out: [&mut [u64]; 8]) -> Result<(), LengthMismatch> {
    (plan().batch_ray_attacks.pick(batch.len()))(batch, out)
}

/// [`occluded_fill`] for many boards: `out[i]` is for `generators[i]` and `propagators[i]`.
///
/// # Errors
/// The slices differ in length; nothing was written.
///
/// ```
/// use setwise::{Direction, batch_occluded_fill};
/// let mut out = [0; 2];
/// batch_occluded_fill(Direction::East, &[1, 2], &[0b10, 0b1100], &mut out)?;
/// assert_eq!(out, [0b11, 0b1110]);
/// # Ok::<(), setwise::LengthMismatch>(())
/// ```
#[inline]
pub fn batch_occluded_fill(
    direction: Direction,
    generators: &[u64],
    propagators: &[u64],
    out: &mut [u64],
) -> Result<(), LengthMismatch> {
    let fill = Fill {
        direction,
        generators,
        propagators,
    };
    (plan().batch_occluded_fill.pick(generators.len()))(fill, out)
}

/// Runs a computation of your own on the best packs of the host: 8 or 64 boards at once with AVX-512, 4 or 32 with
/// AVX2, 2 or 16 elsewhere. See [`Task`] for what keeps it fast.
///
/// ```
/// use setwise::{Boards, Direction, Pack, Task, dispatch};
///
/// /// The squares that pawns of both colours attack.
/// struct PawnAttacks<'a> { white: &'a [u64], black: &'a [u64], out: &'a mut [u64] }
///
/// impl Task for PawnAttacks<'_> {
///     type Output = ();
///     fn boards(&self) -> usize { self.out.len() }
///     #[inline(always)]
///     fn run<P: Pack>(&mut self, proof: P::Proof) {
///         // Loads and stores at the end of a slice do what there is: no remainder to care for.
///         for at in (0..self.out.len()).step_by(P::COUNT) {
///             let white = P::load(proof, &self.white[at..]);
///             let black = P::load(proof, &self.black[at..]);
///             let up = white.step(Direction::NorthEast) | white.step(Direction::NorthWest);
///             let down = black.step(Direction::SouthEast) | black.step(Direction::SouthWest);
///             (up | down).store(&mut self.out[at..]);
///         }
///     }
/// }
///
/// let mut out = [0; 100];
/// dispatch(PawnAttacks { white: &[1 << 8; 100], black: &[0; 100], out: &mut out });
/// assert_eq!(out, [1 << 17; 100]); // a2 attacks b3
/// ```
#[inline]
pub fn dispatch<T: Task>(mut task: T) -> T::Output {
    plan().run(&mut task)
}

/// [`dispatch`] on a named instruction set (`wide`, `avx2`, `avx2-gfni`, `avx512`, `neon`, `neon-sha3`); `None` if there is
/// none of that name, or this host does not have it. `scalar` and `bmi` are names too, but run on the packs of `wide`:
/// nothing in plain words beats vectors of 128 bits.
///
/// ```
/// use setwise::{Pack, Task};
/// struct Width;
/// impl Task for Width {
///     type Output = usize;
///     fn run<P: Pack>(&mut self, _: P::Proof) -> usize { P::COUNT }
/// }
/// assert_eq!(setwise::dispatch_on("wide", Width), Some(16));
/// assert_eq!(setwise::dispatch_on("mmx", Width), None);
/// ```
pub fn dispatch_on<T: Task>(instruction_set: &str, mut task: T) -> Option<T::Output> {
    Some(host::Host::named(instruction_set)?.run(None, &mut task))
}
