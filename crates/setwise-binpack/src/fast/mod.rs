//! The decoder of chains in place. A move is pseudo-legal by construction: its number chooses among
//! the squares that its piece reaches. Whether it leaves the king attacked is asked before it is
//! visited. Whatever is odd is left to the exact decoder: this one never decides what is wrong.

mod cursor;
#[cfg(target_arch = "x86_64")]
mod eight;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod read;
mod stem;
mod together;

#[cfg(test)]
pub(crate) use cursor::EXACT_CHAINS;
pub(crate) use cursor::{decode_chain, decode_chunk};
pub(crate) use read::bits_below;
pub(crate) use together::decode_chunks;
