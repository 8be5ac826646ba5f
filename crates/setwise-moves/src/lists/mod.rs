//! Legal moves of one position as values.

pub(crate) mod legal_move_sets;
pub(crate) mod move_list;
pub(crate) mod move_sets;

pub use legal_move_sets::{LegalMoveSets, MovesInSets};
pub use move_list::{MoveList, Moves};
