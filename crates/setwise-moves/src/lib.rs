#![no_std]
#![forbid(unsafe_code)]
//! Chess moves from set-wise bitboards: what the fills of `setwise-core` are for.
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod count;
mod fen;
mod frame;
mod generate;
mod kernel;
mod legal;
mod legality;
mod list;
mod men;
mod moves;
mod parse;
mod perft;
mod picker;
mod piece_set;
mod position;
mod runs;
pub mod sets;
mod setup;
mod side;
mod sight;
mod step;
mod steps;
mod tables;
mod targets;

pub use count::count_legal_moves;
pub use fen::{Fen, FenError, FenField, FenProblem, FenStyle};
pub use frame::Frame;
pub use kernel::MoveKernel;
pub use legal::{LegalMoves, Moves};
pub use legality::Legality;
pub use list::{MAX_MOVES, MoveList};
pub use men::{Color, Kind};
pub use moves::{Heading, IllegalMove, Move, ResolvedMove};
pub use parse::ParseMoveError;
pub use perft::{Perft, PerftCounts, PerftProgress, PerftResult};
pub use picker::{MovePicker, Stage};
pub use piece_set::{MoveFilter, PieceMove, PieceSet};
pub use position::Position;
pub use runs::Runs;
pub use setup::{InvalidPosition, Setup};
pub use side::Side;
pub use tables::{between, line, ray};
pub use targets::{PawnTargets, Targets};
