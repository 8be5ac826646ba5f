//! Kogge-Stone.

use super::{Technique, join, shift, without_wraps};
use crate::{direction::Direction, vector::Vector};

/// A parallel-prefix network of strides 1, 2 and 4: 13 operations, 14 with the last step.
///
/// The associative operator (g, p) # (g′, p′) = ((g & p′) | g′, p & p′) combines pairs of
/// generators g and propagators p. The adder of Peter M. Kogge and Harold S. Stone (1973) combines
/// carries in the same way. Steffen A. Westcott brought it to bitboards (2003).
///
/// ```text
/// stride 1 reaches 1 square, stride 2 up to 3, stride 4 up to 7:
/// R 1 . . . . . .  ->  R 1 1 1 . . . .  ->  R 1 1 1 1 1 1 1
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct KoggeStone;

/// Fills by strides of 1, 2 and 4. `APART` says that no generator is a propagator. After stride 1 a
/// filled square is at most 1 square, after stride 2 at most 3 squares beyond one that is not free.
/// So it is not in `free2` or `free4`, respectively.
#[cfg_attr(not(unoptimized), inline(always))]
fn network<V: Vector, const APART: bool>(generators: V, propagators: V, direction: Direction) -> V {
    // `free2` and `free4` are clear on the first ranks (files) of the direction. No stride of 2 or
    // 4 ends there, because it would start outside of the board.
    let free1 = without_wraps(propagators, direction);
    let filled = join::<V, APART>(generators, free1, shift(generators, direction, 1));
    let free2 = free1 & shift(free1, direction, 1);
    let filled = join::<V, APART>(filled, free2, shift(filled, direction, 2));
    let free4 = free2 & shift(free2, direction, 2);
    join::<V, APART>(filled, free4, shift(filled, direction, 4))
}

impl Technique for KoggeStone {
    const NAME: &'static str = "kogge-stone";

    #[cfg_attr(not(unoptimized), inline(always))]
    fn occluded_fill<V: Vector>(generators: V, propagators: V, direction: Direction) -> V {
        network::<V, false>(generators, propagators, direction)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run_up<V: Vector>(sliders: V, occupied: V, direction: Direction) -> V {
        network::<V, true>(sliders, !occupied, direction)
    }
}
