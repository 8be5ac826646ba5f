//! The functions that are compiled for each instruction set, without those for trees.
//!
//! | | |
//! |---|---|
//! | [`one`], [`list`] | legal moves of one position: sets and numbers, lists |
//! | [`count`] | numbers of legal moves |
//! | [`attack_maps`] | attacks of both sides |
//! | [`checks`] | attacked kings |
//! | [`captures`], [`move_kinds`] | captures, promotions and checks among the legal moves |
//! | [`movers`], [`giving_check`] | legal moves by direction; those that give check |
//! | [`exchange`] | the captures on one square of each position |
//! | [`analysis`] | checks, pins, attacks, mobility |

pub(crate) mod analysis;
pub(crate) mod attack_maps;
pub(crate) mod captures;
pub(crate) mod checks;
pub(crate) mod count;
pub(crate) mod exchange;
mod giving_check;
pub(crate) mod list;
pub(crate) mod move_kinds;
mod movers;
pub(crate) mod one;

pub use analysis::Analysis;
pub use move_kinds::MoveKinds;
