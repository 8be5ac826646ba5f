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
//!   they become frames again ([`tree`]), which threads can take from each other (`parallel`).
//!
//! [`count`] needs no tree: the number of legal moves of each position of a slice, by [`tally`] too.
//!
//! Sixteen to sixty-four positions have hundreds to thousands of moves, so that batches of children are full.

mod count;
mod expand;
mod family;
mod list;
#[cfg(feature = "rayon")]
mod parallel;
mod ranks;
mod tally;
mod tree;

pub(crate) use count::{CountAll, Uncounted};
#[cfg(feature = "rayon")]
pub(crate) use parallel::{CountLeavesInParallel, ThreadLists};
pub(crate) use tree::{CountLeaves, Lists, Roots, alone};

use setwise_core::{FILE_A, Lanes};

/// The same byte everywhere.
#[inline(always)]
fn every<L: Lanes>(like: L, byte: u8) -> L {
    like.same(u64::from(byte) * FILE_A)
}

/// The squares of the rank west of the king, by arithmetic: what a number has below its only bit. Where there is no
/// king, all.
#[inline(always)]
fn west_of<L: Lanes>(king: L) -> L {
    king.add_bytes(king.same(!0))
}

/// Of some squares of the king's rank those to the east of it, and those to the west.
#[inline(always)]
fn sides<L: Lanes>(king: L, squares: L) -> (L, L) {
    let west = west_of(king);
    (squares & !(king | west), squares & west)
}
