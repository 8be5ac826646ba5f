#![no_std]
#![forbid(unsafe_code)]
//! Chess moves from set-wise bitboards: what the fills of `setwise-core` are for.
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod fen;
mod frame;
mod generate;
mod legal;
mod legality;
mod list;
mod men;
mod moves;
mod parse;
mod perft;
mod picker;
mod position;
mod runs;
mod sets;
mod setup;
mod sight;
mod step;
mod tables;
mod targets;

pub use fen::{Fen, FenError, FenField, FenProblem, FenStyle};
pub use frame::Frame;
pub use legal::{LegalMoves, Moves};
pub use legality::Legality;
pub use list::{MAX_MOVES, MoveList};
pub use men::{Color, Kind};
pub use moves::{Heading, IllegalMove, Move, ResolvedMove};
pub use parse::ParseMoveError;
pub use perft::{Perft, PerftCounts, PerftKernel, PerftProgress, PerftResult};
pub use picker::{MovePicker, Stage};
pub use position::Position;
pub use runs::Runs;
pub use sets::{king_attacks, knight_attacks};
pub use setup::{InvalidPosition, Setup};
pub use tables::{between, line, ray};
pub use targets::{PawnTargets, Targets};
