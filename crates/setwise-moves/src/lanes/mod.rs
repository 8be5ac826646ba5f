//! As many positions at once as a register has bytes: legal moves, children, counts.

mod count;
mod expand;
mod family;
mod list;
mod ranks;
mod tally;
mod tree;

pub(crate) use count::CountAll;
pub(crate) use tree::{CountLeaves, Lists, Roots};
