//! Calls for many positions.
//!
//! | | |
//! |---|---|
//! | [`each`] | positions in batches, and the others one by one |
//! | [`counts`] | numbers of legal moves, captures and other kinds of moves |
//! | [`attacks`] | checks, attack maps, analyses |
//! | [`effects`], [`exchange`] | one move for each position: what it does, what it wins |
//! | [`played`] | positions after one move each |
//! | [`mod@keys`] | hash keys |
//! | [`setups`] | positions from setups |

mod attacks;
mod counts;
mod each;
mod effects;
mod exchange;
mod keys;
mod played;
mod setups;

pub use attacks::{analyze, attack_maps, find_checks, find_kings_left_in_check};
pub use counts::{count_captures, count_legal_moves, count_move_kinds};
pub use effects::{MoveEffect, move_effects};
pub use exchange::exchange_values;
pub use keys::keys;
pub use setups::InvalidSetup;
