//! One position at a time.
//!
//! | | |
//! |---|---|
//! | [`legal_moves`] | all moves as sixteen sets in a value of fixed size |
//! | [`picker`] | moves one by one, in stages |
//! | [`move_sets`] | sets of targets, and the moves in them, in the frame of the side to move |
//! | [`functions`] | the functions that are compiled for each instruction set |
//! | [`move_list`] | moves in an array |
//! | [`exchange`] | static exchange evaluation |
//! | [`piece_set`], [`side`] | pseudo-legal moves of one role or one side |

mod exchange;
pub(crate) mod functions;
mod legal_moves;
mod move_list;
mod move_sets;
mod picker;
mod piece_set;
mod side;

pub(crate) use exchange::won_by;
pub use legal_moves::{LegalMoves, Moves};
pub use move_list::{MAX_MOVES, MoveList};
pub use picker::{MovePicker, Stage};
pub use piece_set::{MoveFilter, PieceMove, PieceSet};
pub use side::Side;
