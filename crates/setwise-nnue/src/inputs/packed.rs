//! Boards of 24 bytes.

use crate::Boards;
use setwise_moves::Color;
use setwise_moves::packed::{Bits, roles, unpack};

/// Unpacks a board. `adapt` makes the bits of its codes those of roles.
///
/// A board with more than 32 pieces or with a piece of an unknown role has no roles, so that
/// [`Boards::check_pieces`] fails for it.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn boards(
    occupied: u64,
    codes: &[u8; 16],
    turn: Color,
    adapt: impl Fn(Bits) -> Bits,
) -> Boards {
    let bits = unpack(occupied, codes).map(adapt).unwrap_or([!0; 4]);
    let roles = roles(occupied, bits).unwrap_or_default();
    let black = occupied & bits[3];
    Boards {
        colors: [occupied ^ black, black],
        roles,
        turn,
    }
}
