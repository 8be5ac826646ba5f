//! The decoder of chains in place. A move is pseudo-legal by construction: its number chooses among
//! the squares that its piece reaches. Whether it leaves the king attacked is asked before it is
//! visited. Stems are read by the exact decoder. Whatever is odd is left to that one as well: this
//! decoder never decides what is wrong.

mod cursor;
mod read;

pub(crate) use cursor::{decode_all, decode_chain};
pub(crate) use read::bits_below;
