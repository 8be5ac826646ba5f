//! As many positions at once as a register has bytes: legal moves, children, counts.
//!
//! A batch is a [`Frame`](crate::Frame) of rank-sliced boards, whose side to move always moves up: after a move the ranks
//! are renamed, not reversed. Nothing is looked up per square, and no position has a branch of its own. A tree is walked
//! level by level:
//!
//! * [`expand`]: the legal moves of a batch, by [`Legality`](crate::Legality) as everywhere, as a list of source,
//!   target and lane ([`list`]). Sliders go step by step, so that both ends of a move are known.
//! * [`family`]: what the children of a batch have in common is computed once; a child then is the boards of its parent,
//!   picked by lane, and two bits. It is a position that is asked for rank by rank ([`ranks`]).
//! * [`tally`]: the number of legal moves of such positions, which at the last level are counted and not made. Above it
//!   they become frames again ([`tree`]).
//!
//! Sixteen to sixty-four positions have hundreds to thousands of moves, so that batches of children are full.

mod count;
mod expand;
mod family;
mod list;
mod ranks;
mod tally;
mod tree;

pub(crate) use count::CountAll;
pub(crate) use tree::{CountLeaves, Lists, Roots};
