//! The functions that are compiled for each instruction set, without those for trees.

pub(crate) mod analysis;
pub(crate) mod attack_maps;
pub(crate) mod blocks;
pub(crate) mod captures;
pub(crate) mod checks;
pub(crate) mod count;
mod giving_check;
pub(crate) mod list;
pub(crate) mod list_all;
pub(crate) mod move_kinds;
mod movers;
pub(crate) mod one;

pub use analysis::Analysis;
pub use move_kinds::MoveKindCounts;
