#![no_std]
#![forbid(unsafe_code)]
//! Chess moves from set-wise bitboards: what the fills of `setwise-core` are for.
//!
//! A [`Position`] is read from FEN, Shredder-FEN or X-FEN, orthodox or Chess960, and gives its legal moves, found without a
//! look-up and without a branch per man: rays from the sliders of the other side and from the own king meet where men are pinned
//! and checks are blocked ([`Legality`], after DirGolem), and each of sixteen [`Heading`]s gets one set of targets
//! ([`Targets`]).
//!
//! ```
//! use setwise_moves::Position;
//!
//! let position = Position::from_fen("4k3/8/8/8/1b6/8/3N4/4K2R w K - 0 1")?;
//! let moves = position.legal_moves();
//! assert_eq!(moves.len(), 14); // the knight is pinned
//! let castling = position.parse_move("e1g1")?;
//! assert!(moves.contains(castling));
//! let next = position.play(castling)?;
//! assert_eq!(next.to_fen(), "4k3/8/8/8/1b6/8/3N4/5RK1 b - - 1 1");
//! assert_eq!(Position::startpos().perft(4), 197_281);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Ways to the same moves
//! | | |
//! |---|---|
//! | [`Position::legal_moves`] | sixteen sets in a value of fixed size: counted, cut, intersected, iterated |
//! | [`Position::picker`] | one by one, captures first, without what was tried before |
//! | [`LegalMoves::runs`] | with sources, each ray in one run |
//! | [`Position::each_by_direction`] | captures, then the rest |
//! | [`Position::each_by_piece`] | piece by piece, over any system of the piece-wise registry |
//! | [`Position::each_hybrid`] | pawns by direction, pieces piece by piece |
//! | [`count_legal_moves`], [`analyze`], [`Perft`] | many positions at once: how many, which checks, pins, attacks; leaves |
//! | [`Targets`] over a [`Pack`](setwise_core::Pack) | many positions at once, in code of your own |
//! | [`PieceSet`], [`Side`] | pseudo-legal, of one kind or one side |
//!
//! [`sets`] holds what engines ask of sets of men besides: pawn structure, spans, attack maps. Directions, squares, packs and
//! [`LengthMismatch`](setwise_core::LengthMismatch) are those of `setwise-core`, which has to be a dependency where they are named.
//!
//! # Features
//! * `std` (by default): the best instructions of the host, through `setwise`; a hash table for [`Perft`]. Without it
//!   the crate is `no_std` and works with plain words.
//! * `rayon`: [`Perft`] on all cores.
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod analysis;
mod chess960;
mod count;
mod fen;
mod frame;
mod generate;
mod kernel;
mod lanes;
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

pub use analysis::{Analysis, analyze};
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
