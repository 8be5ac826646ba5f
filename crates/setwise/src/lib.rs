#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
//! Attacks, fills and other set-wise bitboard operations, by the fastest instructions of the host.
//!
//! A board is a plain `u64`, a1 = bit 0, b1 = bit 1, h8 = bit 63, so the bitboard type of any
//! engine fits with `.0` or `into()`. Sliders are two sets: rooks with queens, and bishops with
//! queens. The result is the set of attacked squares, for one position or for many at once.
//!
//! ```
//! use setwise::{Batch, Diagram, Sliders, attacks, batch_attacks};
//!
//! // A rook on d4, pieces on d6 and g4.
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
//! let batch = Batch { orthogonal: &[1 << 27; 1000], diagonal: &[0; 1000], occupied: &[occupied; 1000] };
//! let mut attacked = [0; 1000];
//! batch_attacks(batch, &mut attacked)?;
//! assert_eq!(attacked[999].count_ones(), 11);
//! # Ok::<(), setwise::LengthMismatch>(())
//! ```
//!
//! [`Squares`] iterates over the squares of a board, and every [`Square`] has a constant:
//!
//! ```
//! use setwise::{Sliders, Square, Squares, attacks};
//!
//! let bishop = Sliders { orthogonal: 0, diagonal: Square::C1.bit() };
//! let attacked = attacks(bishop, Square::E3.bit());
//! assert!(Squares(attacked).eq([Square::B2, Square::D2, Square::A3, Square::E3]));
//! ```
//!
//! Every input is valid. The kernels add the sliders to `occupied`. Slices may have any length and
//! any alignment. If lengths differ, the call returns an error value and writes nothing.
//!
//! The first call chooses the kernels by the features of the CPU; each call then takes one by its
//! number of positions. The module [`selection`] shows the choice, and a program can change it.
//! [`kernels`] lists all kernels. [`dispatch`] runs your own code on the same packs.
//!
//! [`piecewise`] has the attacks of a single piece.
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! The levels and [`dispatch`] are those of `setwise-dispatch`.
//!
//! | file | |
//! |---|---|
//! | `kernel.rs` | a technique in a layout on a level, and its function pointers |
//! | `selection/rules.rs`, `selection/families.rs` | which kernel runs a call: by level, by family of CPUs |
//! | `registry.rs` | all kernels of the build |
//! | `selection/choice.rs` | the choices on this host |
//! | `plan.rs` | the choices as function pointers by number of positions, for the calls |
//! | `selection/mod.rs`, `selection/tuned.rs` | other choices: by name, from a measured file |
//! | `sliced_boards/` | boards that stay transposed |
//! | `lib.rs`, `each.rs` | the calls |
//! | `piecewise/` | one piece at a time |
//!
//! # Features
//! * `level-avx512`, `level-avx512-v4`, `level-avx2-gfni`, `level-avx2`, `level-x86-64-v2`,
//!   `level-bmi`, `level-neon-sha3`, `level-neon` (by default): the levels, which are instruction
//!   sets. `wide` and `scalar` are in every build.
//! * `all-kernels`: kernels, and calls of kernels, that no rule selects.
//! * `all-systems`: all piece-wise systems, compiled for the host, not only the best one.
//! * `sliced-boards`: `SlicedBoards`, several operations on the same boards.
//!
//! [`Level::left_out`] and [`kernels_left_out`] list what a build lacks.

mod each;
mod kernel;
pub mod piecewise;
mod plan;
mod registry;
pub mod selection;
#[cfg(feature = "sliced-boards")]
mod sliced_boards;

pub use each::attacks_of_each;
pub use kernel::{Kernel, Runner};
pub use registry::{kernels, kernels_left_out};
pub use setwise_core::{
    Batch, ByteVector, Counts, Diagram, Direction, EntryArguments, EntryPoint, FILE_A, FILE_B,
    FILE_C, FILE_D, FILE_E, FILE_F, FILE_G, FILE_H, Function, Isa, KnightDirection, LengthMismatch,
    NotASquare, Occupied, Pack, PackWriter, Pointer, RANK_1, RANK_2, RANK_3, RANK_4, RANK_5,
    RANK_6, RANK_7, RANK_8, Rays, Sliders, Square, Squares, Task, Vector,
};
pub use setwise_dispatch::{KernelLayout, Level, LevelVisitor, dispatch, dispatch_on};
#[cfg(feature = "sliced-boards")]
pub use sliced_boards::SlicedBoards;

/// What the conformance suite uses. It may change in every version, so no other crate should name
/// it.
#[doc(hidden)]
pub mod internal {
    pub use crate::kernel::functions_of;
}

use plan::plan;
use selection::rules::FILL_BY_CALL;
use setwise_core::entry::Fill;

/// Returns the squares that the sliders of one position attack, all eight directions united. The
/// first blocker of each ray is included. (`setwise_core::attacks` computes one direction.)
///
/// ```
/// use setwise::{Sliders, Square, attacks};
/// let bishop = Sliders { orthogonal: 0, diagonal: Square::C1.bit() };
/// assert_eq!(attacks(bishop, 0xffff), Square::B2.bit() | Square::D2.bit());
/// ```
#[inline]
pub fn attacks(sliders: Sliders, occupied: u64) -> u64 {
    (plan().attacks.first)(sliders, occupied)
}

/// Returns the squares that the sliders of one position attack, by direction.
///
/// ```
/// use setwise::{Direction, Sliders, Square, ray_attacks};
/// let queen = Sliders { orthogonal: Square::A1.bit(), diagonal: Square::A1.bit() };
/// let rays = ray_attacks(queen, Square::A3.bit());
/// assert_eq!(rays[Direction::North], Square::A2.bit() | Square::A3.bit());
/// assert_eq!(rays[Direction::NorthEast].count_ones(), 7); // b2 to h8
/// assert_eq!(rays[Direction::West], 0);
/// ```
#[inline]
pub fn ray_attacks(sliders: Sliders, occupied: u64) -> Rays {
    (plan().ray_attacks.first)(sliders, occupied)
}

/// Returns the squares that `generators` reach over `propagators` in one direction. Generators are
/// included, blockers are not. A fill takes no longer than a call, so it is compiled into the
/// caller, in scalar code.
///
/// ```
/// use setwise::{Direction, occluded_fill};
/// // From a1 over b1 and c1; d1 is not free.
/// assert_eq!(occluded_fill(1, 0b0110, Direction::East), 0b0111);
/// ```
#[inline]
pub fn occluded_fill(generators: u64, propagators: u64, direction: Direction) -> u64 {
    setwise_core::occluded_fill(generators, propagators, direction)
}

/// Computes [`attacks`] for many positions: `out[i]` is for position `i` of the batch.
///
/// # Errors
/// The slices differ in length; nothing is written.
///
/// ```
/// use setwise::{Batch, batch_attacks};
/// let batch = Batch { orthogonal: &[1, 2], diagonal: &[0, 0], occupied: &[0, 0] };
/// let mut out = [0; 2];
/// batch_attacks(batch, &mut out)?;
/// assert_eq!(out.map(u64::count_ones), [14, 14]);
/// let error = batch_attacks(batch, &mut [0; 3]).unwrap_err();
/// assert_eq!(error.to_string(), "`out` has length 3, but goes with 2");
/// # Ok::<(), setwise::LengthMismatch>(())
/// ```
#[inline]
pub fn batch_attacks(batch: Batch<'_>, out: &mut [u64]) -> Result<(), LengthMismatch> {
    let batch = batch.check()?;
    if let (Some((sliders, occupied)), [out]) = (batch.only(), &mut *out) {
        *out = attacks(sliders, occupied);
        return Ok(());
    }
    plan().batch_attacks.pick(batch.len())(batch, out)
}

/// Computes [`ray_attacks`] for many positions: `out[d][i]` is direction `d` (clockwise from north)
/// of position `i`.
///
/// # Errors
/// The slices differ in length; nothing is written.
///
/// ```
/// use setwise::{Batch, Direction, batch_ray_attacks};
/// let batch = Batch { orthogonal: &[1, 2], diagonal: &[0, 0], occupied: &[0, 0] };
/// let mut out = [[0; 2]; 8];
/// batch_ray_attacks(batch, out.each_mut().map(|board| &mut board[..]))?;
/// assert_eq!(out[Direction::West.index()], [0, 1]);
/// # Ok::<(), setwise::LengthMismatch>(())
/// ```
#[inline]
pub fn batch_ray_attacks(batch: Batch<'_>, out: [&mut [u64]; 8]) -> Result<(), LengthMismatch> {
    let batch = batch.check()?;
    plan().batch_ray_attacks.pick(batch.len())(batch, out)
}

/// Computes [`occluded_fill`] for many boards: `out[i]` is for `generators[i]` and
/// `propagators[i]`. Up to five boards are filled in scalar code in the caller, where a constant
/// direction makes the code shorter.
///
/// # Errors
/// The slices differ in length; nothing is written.
///
/// ```
/// use setwise::{Direction, batch_occluded_fill};
/// let mut out = [0; 2];
/// batch_occluded_fill(&[1, 2], &[0b10, 0b1100], Direction::East, &mut out)?;
/// assert_eq!(out, [0b11, 0b1110]);
/// # Ok::<(), setwise::LengthMismatch>(())
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
pub fn batch_occluded_fill(
    generators: &[u64],
    propagators: &[u64],
    direction: Direction,
    out: &mut [u64],
) -> Result<(), LengthMismatch> {
    let fill = Fill {
        generators,
        propagators,
        direction,
    };
    if generators.len() < FILL_BY_CALL {
        return fill.in_words(out);
    }
    fill.call(&plan().batch_occluded_fill.pick(generators.len()), out)
}

/// Returns the squares that the sliders of many positions attack through the first blocker of a
/// given set, all directions united: `out[i]` is for position `i` of the batch and `blockers[i]`.
///
/// A ray counts if its first occupied square is one of the `blockers`. The result is the empty
/// squares behind that square, and the next occupied square. Blockers of the same side give
/// batteries and discovered attacks, those of the other side pins and skewers.
///
/// # Errors
/// The slices differ in length; nothing is written.
///
/// ```
/// use setwise::{Batch, batch_xray_attacks};
/// // A rook on a1, pieces on c1, f1 and a3. Only c1 is looked through.
/// let batch = Batch { orthogonal: &[1], diagonal: &[0], occupied: &[1 << 2 | 1 << 5 | 1 << 16] };
/// let mut out = [0];
/// batch_xray_attacks(batch, &[1 << 2], &mut out)?;
/// assert_eq!(out, [1 << 3 | 1 << 4 | 1 << 5]); // d1, e1, f1
/// # Ok::<(), setwise::LengthMismatch>(())
/// ```
#[inline]
pub fn batch_xray_attacks(
    batch: Batch<'_>,
    blockers: &[u64],
    out: &mut [u64],
) -> Result<(), LengthMismatch> {
    let batch = batch.check()?;
    plan().batch_xray_attacks.pick(batch.len())((batch, blockers), out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The public functions are those of the table of entry points, in its order.
    #[test]
    fn every_entry_point_is_a_function() {
        fn name<F>(_: F) -> &'static str {
            let path = std::any::type_name::<F>();
            path.rsplit("::").next().unwrap_or(path)
        }
        let names = [
            name(attacks),
            name(ray_attacks),
            name(occluded_fill),
            name(batch_attacks),
            name(batch_ray_attacks),
            name(batch_occluded_fill),
            name(batch_xray_attacks),
        ];
        let entries: Vec<&str> = EntryPoint::ALL.iter().map(|entry| entry.name()).collect();
        assert_eq!(entries, names);
    }
}
