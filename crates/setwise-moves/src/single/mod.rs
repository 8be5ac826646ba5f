//! One position at a time, with the functions of the best level.

mod checking;
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
mod walk;

pub use history::History;
pub use parse_move::ParseMoveError;
pub use parse_san::{SanError, SanReason};
pub use picker::{MovePicker, Stage};
pub use piece_set::{MoveFilter, PieceMove, PieceSet};
pub use san::San;
pub use side::Side;
pub use status::Status;
pub use walk::{Walk, Walked};
