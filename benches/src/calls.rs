//! The entry points of the library as methods.

use crate::inputs::sliders;
use setwise::{Batch, Direction, LengthMismatch, Rays, Runner, SlicedBoards, Sliders};
use setwise_core::step;

pub(crate) type Outcome = Result<(), LengthMismatch>;

/// Code that implements entry points. Calls for many positions default to loops over the call for
/// one position: the slices have one length and the loop does nothing else, so that the compiler
/// can vectorize it. Other missing calls return nothing. The matrix uses only the entry points on
/// the list of a contender.
pub(crate) trait Calls: Copy + 'static {
    /// Whether there is code for fills in a direction.
    const HAS_FILLS: bool = true;

    #[inline(always)]
    fn attacks(self, sliders: Sliders, occupied: u64) -> u64 {
        self.ray_attacks(sliders, occupied).union()
    }

    #[inline(always)]
    fn ray_attacks(self, _: Sliders, _: u64) -> Rays {
        Rays::default()
    }

    #[inline(always)]
    fn occluded_fill(self, _generators: u64, _propagators: u64, _: Direction) -> u64 {
        0
    }

    /// Returns the attacks of a bishop or a rook; the set has one square.
    #[inline(always)]
    fn piece_attacks<const BISHOP: bool>(self, piece: u64, occupied: u64) -> u64 {
        let [rook, bishop] = if BISHOP { [0, piece] } else { [piece, 0] };
        self.attacks(sliders(rook, bishop), occupied)
    }

    /// All slices are as long as `out`, here and below.
    #[inline(always)]
    fn batch_attacks(self, batch: Batch<'_>, out: &mut [u64]) -> Outcome {
        let [orthogonal, diagonal, occupied] = columns(batch, out.len());
        for i in 0..out.len() {
            out[i] = self.attacks(sliders(orthogonal[i], diagonal[i]), occupied[i]);
        }
        Ok(())
    }

    #[inline(always)]
    fn batch_ray_attacks(self, batch: Batch<'_>, out: [&mut [u64]; 8]) -> Outcome {
        batch_ray_attacks(self, batch, out)
    }

    #[inline(always)]
    fn batch_occluded_fill(
        self,
        generators: &[u64],
        propagators: &[u64],
        direction: Direction,
        out: &mut [u64],
    ) -> Outcome {
        let n = out.len();
        let (generators, propagators) = (&generators[..n], &propagators[..n]);
        for i in 0..n {
            out[i] = self.occluded_fill(generators[i], propagators[i], direction);
        }
        Ok(())
    }

    /// Computes x-rays by two fills: the blockers that the first one attacks start the second.
    #[inline(always)]
    fn batch_xray_attacks(self, batch: Batch<'_>, blockers: &[u64], out: &mut [u64]) -> Outcome {
        let [orthogonal, diagonal, occupied] = columns(batch, out.len());
        let blockers = &blockers[..out.len()];
        for i in 0..out.len() {
            let (sliders, empty) = (sliders(orthogonal[i], diagonal[i]), !occupied[i]);
            let through = by_direction!(d => {
                let first = step(self.occluded_fill(sliders.of(d), empty, d), d);
                step(self.occluded_fill(first & blockers[i], empty, d), d)
            });
            out[i] = Rays(through).union();
        }
        Ok(())
    }

    /// Whether [`sliced_attacks`](Self::sliced_attacks) takes the layout of the library. Other code
    /// runs the loop of [`batch_attacks`](Self::batch_attacks) instead.
    const KEEPS_SLICES: bool = false;

    /// Writes the union of each position. Boards (rooks and queens, bishops and queens, all pieces)
    /// and results are in the layout of the library.
    #[inline(always)]
    fn sliced_attacks(self, _: &[SlicedBoards; 3], _: &mut SlicedBoards) -> Outcome {
        Ok(())
    }
}

#[inline(always)]
fn columns(batch: Batch<'_>, n: usize) -> [&[u64]; 3] {
    let occupied = &batch.occupied[..n];
    [&batch.orthogonal[..n], &batch.diagonal[..n], occupied]
}

#[inline(always)]
pub(crate) fn batch_ray_attacks(
    code: impl Calls,
    batch: Batch<'_>,
    out: [&mut [u64]; 8],
) -> Outcome {
    let n = out[0].len();
    let [orthogonal, diagonal, occupied] = columns(batch, n);
    let out = out.map(|slice| &mut slice[..n]);
    for i in 0..n {
        let rays = code.ray_attacks(sliders(orthogonal[i], diagonal[i]), occupied[i]);
        for d in 0..8 {
            out[d][i] = rays.0[d];
        }
    }
    Ok(())
}

#[derive(Clone, Copy)]
pub(crate) struct Forced(pub(crate) Runner);

#[derive(Clone, Copy)]
pub(crate) struct Chosen;

macro_rules! library {
    ($(
        $kind:ident fn $name:ident($($argument:ident: $type:ty),* $(,)?) -> $output:ty
            = $function:ident $call:tt;
    )*) => {
        impl Calls for Forced {$(
            #[inline(always)]
            fn $name(self, $($argument: $type),*) -> $output {
                self.0.$name($($argument),*)
            }
        )*}

        impl Calls for Chosen {
            $(
                #[inline(always)]
                fn $name(self, $($argument: $type),*) -> $output {
                    setwise::$name($($argument),*)
                }
            )*

            const KEEPS_SLICES: bool = true;

            #[inline(always)]
            fn sliced_attacks(self, boards: &[SlicedBoards; 3], out: &mut SlicedBoards) -> Outcome {
                let [orthogonal, diagonal, occupied] = boards;
                out.set_all_attacks(orthogonal, diagonal, occupied)
            }
        }
    };
}

setwise_core::entry_points!(library);
