//! Legal moves as values.

pub(crate) mod legal_move_sets;
pub(crate) mod move_list;
pub(crate) mod move_rows;
pub(crate) mod move_sets;

pub use legal_move_sets::{LegalMoveSets, MovesInSets};
pub use move_list::{MoveList, Moves};
pub use move_rows::MoveRows;
