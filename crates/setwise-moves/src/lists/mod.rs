//! Legal moves of one position as values.
//!
//! | | |
//! |---|---|
//! | [`move_sets`] | sets of targets, and the moves in them, in the frame of the side to move |
//! | [`legal_moves`] | all moves as sets in a value of fixed size |
//! | [`move_list`] | moves in an array |

pub(crate) mod legal_moves;
pub(crate) mod move_list;
pub(crate) mod move_sets;

pub use legal_moves::{LegalMoves, Moves};
pub use move_list::{MAX_MOVES, MoveList};
