//! Calls for many positions.

mod attacks;
mod blocks;
mod counts;
mod each;
mod effects;
mod exchange;
mod keys;
mod lists;
mod setups;

pub use attacks::{analyze, attack_maps, find_checks, find_kings_left_in_check};
pub use counts::{count_captures, count_legal_moves, count_move_kinds};
pub use effects::{MoveEffect, move_effects};
pub use exchange::exchange_values;
pub use keys::keys;
pub use lists::legal_moves;
pub use setups::InvalidSetup;
