//! Attacked kings.

use crate::packs::per_position::{BoardPack, PerPosition};
use crate::sets::{Pieces, attackers_by_kind};
use crate::{frame::Frame, position::Position};
use setwise_core::Counts;

/// Finds out whether the king of the side to move, or that of the other side, is attacked.
pub(crate) struct FindChecks<const OF_MOVER: bool>;

impl<const OF_MOVER: bool> PerPosition for FindChecks<OF_MOVER> {
    const PREFETCH: bool = true;
    type Output = bool;
    /// Not zero where the king is attacked.
    type Lanes<const N: usize> = [u8; N];

    #[cfg_attr(not(unoptimized), inline(always))]
    fn lanes<const N: usize>() -> [u8; N] {
        [0; N]
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn fill<P: BoardPack, const N: usize>(frame: &Frame<P>, lanes: &mut [u8; N]) {
        let (side, attackers) = match OF_MOVER {
            true => (frame.us, Pieces::of_them(frame)),
            false => (frame.them, Pieces::of_us(frame)),
        };
        let checkers = attackers_by_kind(frame.kings & side, frame.occupied(), &attackers);
        P::any(checkers).store(lanes);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn output<const N: usize>(lanes: &[u8; N], lane: usize, _: &Position) -> bool {
        lanes[lane] != 0
    }

    /// LLVM vectorizes this loop, because it reads no positions.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn outputs<const N: usize>(lanes: &[u8; N], _: &[Position], out: &mut [bool]) {
        for (check, lane) in out.iter_mut().zip(lanes) {
            *check = *lane != 0;
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn of(position: &Position) -> bool {
        position.is_king_attacked::<OF_MOVER>()
    }
}
