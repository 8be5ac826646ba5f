//! The fast decoder, which changes one position in place. Moves are pseudo-legal by construction: a
//! number selects one of the squares that the piece reaches. Before a visit, the decoder tests
//! whether the move leaves the king attacked. The exact decoder reads any chain in doubt, and alone
//! reports damage.

mod cursor;
#[cfg(target_arch = "x86_64")]
mod eight;
#[cfg(target_arch = "x86_64")]
mod lanes;
#[cfg(target_arch = "x86_64")]
mod piece;
mod read;
mod stem;
mod together;
#[cfg(target_arch = "x86_64")]
mod walk;

#[cfg(test)]
pub(crate) use cursor::EXACT_CHAINS;
pub(crate) use cursor::{decode_chain, decode_chunk};
pub(crate) use read::{bits_below, promoted};
pub(crate) use together::decode_chunks;
#[cfg(target_arch = "x86_64")]
pub(crate) use walk::{LanePosition, Walk, put};
