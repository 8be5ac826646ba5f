//! One position at a time, with the functions of the best kernel.
//!
//! | | |
//! |---|---|
//! | [`legality`] | legal moves, checks and pins, attackers of a square |
//! | [`status`] | whether the game goes on |
//! | [`play`], [`move_between`] | moves that are checked and played, moves between two squares |
//! | [`picker`] | moves one by one, in stages |
//! | [`exchange`] | static exchange evaluation |
//! | [`history`] | repetitions |
//! | [`polyglot`], [`isaac64`] | keys of opening books, and the generator of their numbers |
//! | [`mirror`] | positions with the colors exchanged |
//! | [`piece_set`], [`side`] | pseudo-legal moves of one role or one side |
//! | [`parse_move`], [`parse_san`], [`san`] | moves as text |

mod exchange;
mod history;
mod isaac64;
mod legality;
mod mirror;
mod move_between;
mod parse_move;
mod parse_san;
mod picker;
mod piece_set;
mod play;
mod polyglot;
mod san;
mod side;
mod status;

pub use history::History;
pub use parse_move::ParseMoveError;
pub use parse_san::{SanError, SanProblem};
pub use picker::{MovePicker, Stage};
pub use piece_set::{MoveFilter, PieceMove, PieceSet};
pub use san::San;
pub use side::Side;
pub use status::Status;
