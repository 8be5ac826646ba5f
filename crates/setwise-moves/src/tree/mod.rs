//! Leaf counts of trees of many positions, level by level (docs/notes/perft-tree-walk.md).
//!
//! Sixteen to sixty-four positions have hundreds to thousands of moves, which fill batches.

mod children;
mod expand;
mod leaves;
#[cfg(feature = "rayon")]
pub(crate) mod parallel;
mod parents;
mod streams;
pub(crate) mod walk;
