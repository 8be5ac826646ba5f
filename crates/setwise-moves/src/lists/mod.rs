//! Legal moves of one position as values.
//!
//! | | |
//! |---|---|
//! | [`move_sets`] | sets of targets, and the moves in them, in the frame of the side to move |
//! | [`legal_move_sets`] | all moves as sets in a value of fixed size |
//! | [`move_list`] | moves in an array |

pub(crate) mod legal_move_sets;
pub(crate) mod move_list;
pub(crate) mod move_sets;

pub use legal_move_sets::{LegalMoveSets, MovesInSets};
pub use move_list::{MoveList, Moves};
