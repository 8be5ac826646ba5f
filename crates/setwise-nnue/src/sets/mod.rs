//! The sets of features.

pub(crate) mod joined;
pub(crate) mod monty;
pub(crate) mod pairs;
pub(crate) mod pawn_pairs;
pub(crate) mod piece_squares;
pub(crate) mod pieces;
pub(crate) mod requirements;
pub(crate) mod threats;
