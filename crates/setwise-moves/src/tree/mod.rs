//! Leaf counts of trees of many positions, level by level (docs/notes/perft-tree-walk.md).
//!
//! | | |
//! |---|---|
//! | [`walk`], `parallel` | batch by batch, on one thread or many |
//! | [`expand`] | the legal moves of a batch as [`streams`] of bytes |
//! | [`parents`], [`children`] | positions after a move, from boards that all moves of a batch share |
//! | [`leaves`] | the moves of the last level are counted, not made |
//!
//! Sixteen to sixty-four positions have hundreds to thousands of moves, so batches of children are
//! full.

mod children;
mod expand;
mod leaves;
#[cfg(feature = "rayon")]
pub(crate) mod parallel;
mod parents;
mod streams;
pub(crate) mod walk;
