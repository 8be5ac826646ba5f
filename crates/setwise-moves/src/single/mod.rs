//! One position at a time, with the functions of the best kernel.
//!
//! | | |
//! |---|---|
//! | [`legality`] | legal moves, checks and pins, attackers of a square |
//! | [`status`] | whether the game goes on |
//! | [`play`], [`pseudo_legal`] | moves that are checked, and played |
//! | [`picker`] | moves one by one, in stages |
//! | [`exchange`] | static exchange evaluation |
//! | [`piece_set`], [`side`] | pseudo-legal moves of one role or one side |
//! | [`parse_move`], [`parse_san`], [`san`] | moves as text |

mod exchange;
mod legality;
mod parse_move;
mod parse_san;
mod picker;
mod piece_set;
mod play;
mod pseudo_legal;
mod san;
mod side;
mod status;

pub use parse_move::ParseMoveError;
pub use parse_san::{SanError, SanProblem};
pub use picker::{MovePicker, Stage};
pub use piece_set::{MoveFilter, PieceMove, PieceSet};
pub use san::San;
pub use side::Side;
pub use status::Status;
