//! One position at a time.
//!
//! | | |
//! |---|---|
//! | [`legal_moves`] | all moves as sixteen sets in a value of fixed size |
//! | [`picker`] | moves one by one, in stages |
//! | [`by_source`] | moves with their sources, ray by ray |
//! | [`generators`] | moves by direction, by piece, or both |
//! | [`functions`] | the functions that are compiled for each instruction set |
//! | [`move_list`] | moves in an array |
//! | [`frame_moves`] | moves in an array, for walks through trees |
//! | [`exchange`] | static exchange evaluation |
//! | [`piece_set`], [`side`] | pseudo-legal moves of one role or one side |

mod by_source;
mod exchange;
#[cfg(feature = "perft")]
pub(crate) mod frame_moves;
pub(crate) mod functions;
mod generators;
mod legal_moves;
mod move_list;
mod picker;
mod piece_set;
mod side;

pub use by_source::BySource;
pub(crate) use exchange::won_by;
pub use legal_moves::{LegalMoves, Moves};
pub use move_list::{MAX_MOVES, MoveList};
pub use picker::{MovePicker, Stage};
pub use piece_set::{MoveFilter, PieceMove, PieceSet};
pub use side::Side;
