//! Games of viriformat.
//!
//! A game is a `PackedBoard` of marlinformat, then four bytes for each half-move, then four zero
//! bytes. The four bytes are a move and the score of the position before it as White sees it,
//! little-endian. Bits of a move: 0 to 5 the source, 6 to 11 the target (the rook for castling), 12
//! and 13 the promotion (knight first), 14 and 15 the kind (1 en passant, 2 castling, 3 promotion).

pub(crate) mod decode;
pub(crate) mod encode;
mod layout;
