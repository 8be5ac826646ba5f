//! The common code of threats and pawn pairs. Both are pairs of squares, which they list before
//! they compute indices: [`edges`] has the lists, [`view`] turns squares to a perspective, and
//! [`byte_table`] has constants for the bytes of vectors.

pub(crate) mod byte_table;
pub(crate) mod edges;
pub(crate) mod view;
