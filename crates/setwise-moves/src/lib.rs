#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
//! Chess moves from set-wise bitboards: one position, or many at once.
//!
//! A [`Position`] is read from FEN, Shredder-FEN or X-FEN, orthodox or Chess960. Legal moves are
//! found without lookups and without a branch per piece. The intersection of rays from the enemy's
//! sliders and from our king gives pins and the squares that block checks ([`Legality`], after
//! DirGolem). Each of sixteen [`MoveDirection`]s then gets one set of targets ([`Targets`]).
//!
//! ```
//! use setwise_moves::Position;
//!
//! let position = Position::from_fen("4k3/8/8/8/1b6/8/3N4/4K2R w K - 0 1")?;
//! let moves = position.legal_moves();
//! assert_eq!(moves.len(), 14); // the knight is pinned
//! let castling = position.parse_move("e1g1")?;
//! assert!(moves.contains(&castling));
//! let next = position.play(castling)?;
//! assert_eq!(next.to_fen(), "4k3/8/8/8/1b6/8/3N4/5RK1 b - - 1 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # One position
//! | | |
//! |---|---|
//! | [`Position::piece_on`], [`pieces`](Position::pieces), [`by_color`](Position::by_color), [`by_role`](Position::by_role), [`king`](Position::king) | the pieces: on a square, as sets of squares |
//! | [`Position::legal_moves`], [`captures`](Position::captures) | the moves in a list, which can be sorted like a slice |
//! | [`Position::list_legal_moves`], [`list_captures`](Position::list_captures) | the same in place, the form for searches |
//! | [`Position::write_legal_moves`], [`words`](Position::words) | moves and positions as numbers, for other languages |
//! | [`Position::count_legal`], [`is_legal`](Position::is_legal) | the number of legal moves; whether a move is one of them |
//! | [`Position::play`], [`play_unchecked`](Position::play_unchecked) | the position after a move, checked or known to be legal |
//! | [`Position::legal_move_sets`] | the moves as sets of targets by direction |
//! | [`Position::checking_moves`], [`list_checking_moves`](Position::list_checking_moves) | the moves that give check, looked for from the other king |
//! | [`Position::picker`] | one by one in stages, captures first; some moves can be excluded |
//! | [`PieceSet`], [`Side`] | pseudo-legal, of one role or one side |
//! | [`Position::exchange_value`], [`exchange_reaches`](Position::exchange_reaches) | material that a move wins, or whether it wins so much: static exchange evaluation |
//! | [`Position::checkers`], [`pinned`](Position::pinned), [`attackers_to`](Position::attackers_to), [`gives_check`](Position::gives_check) | checks, pins, attackers of a square |
//! | [`piece_attacks`] | attacks of one piece |
//! | [`Position::null_move`], [`Position::mirror`] | a pass; the colors exchanged |
//! | [`Position::status`], [`has_insufficient_material_of`](Position::has_insufficient_material_of) | whether the game is over, and who can still win it |
//! | [`History`] | repetitions in a game |
//! | [`Position::key`], [`polyglot_key`](Position::polyglot_key) | the hash key; that of opening books |
//! | [`Position::from_fen`], [`from_epd`](Position::from_epd), [`fen`](Position::fen), [`parse_move`](Position::parse_move), [`Move::uci`], [`Position::parse_san`], [`san`](Position::san) | positions and moves as text, read and written |
//!
//! # Many positions
//! [`legal_moves`], [`count_legal_moves`], [`count_move_kinds`], [`count_captures`],
//! [`move_effects`], [`exchange_values`], [`find_checks`], [`find_kings_left_in_check`],
//! [`attack_maps`], [`analyze`] (checks, pins, attacks, mobility), [`keys`], `Perft` (feature
//! `perft`), and your own code by [`Frame`], [`Legality`] and [`Targets`] over a [`Pack`]. The page
//! "Which call do I need?" of the book (`docs/book/src/entry_points.md`) lists the calls by job,
//! with the number of positions from which each is faster.
//!
//! [`sets`] has attacks, spans, pawn structure and attack maps, for one position or many.
//! [`packed`] has the boards of bulletformat and marlinformat.
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! | folder or file | |
//! |---|---|
//! | `text` | texts in buffers of fixed size |
//! | `position` | positions and moves: boards, state, names |
//! | `geometry`, `frame` | lines of the board; boards as the side to move sees them |
//! | `sets` | set-wise functions for engines |
//! | `rules` | valid positions, legality, targets, making moves, over whole boards |
//! | `fen`; `lists` | positions as text; legal moves as values |
//! | `packed` | boards of 24 bytes, as in records of training data |
//! | `packs` | many positions, one per byte of a register: loading them, counting rank by rank |
//! | `functions`, `tree` | functions compiled for each instruction set; those for trees |
//! | `kernel` | these functions for one instruction set, as a value |
//! | `single` | one position: legal moves, playing, picker, exchange, moves as text |
//! | `calls` | many positions |
//! | `perft` | leaf counts with hash table, threads, progress |
//! | `serde` | serialization |
//!
//! # Features
//! * `std` (by default): the best instructions of the host. Without it: `no_std` and scalar code.
//! * `level-avx512`, `level-avx2`, `level-neon-sha3`, `level-neon` (by default), `level-avx2-gfni`:
//!   the instruction sets that functions are compiled for, besides scalar code.
//!   ([`MoveFunctions::left_out`] lists those that a build lacks.)
//! * `narrow-batches`: functions for many positions on x86-64 CPUs without AVX2. Without it, such
//!   CPUs work with scalar code, in about 2.5 times the time.
//! * `perft`: leaf counts of trees, the type `Perft` and `Position::perft`.
//! * `rayon`: perft on all cores.
//! * `serde`: serialization of positions, moves, squares, colors and roles, in the module `serde`.
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod calls;
mod fen;
mod frame;
mod functions;
mod geometry;
mod kernel;
mod lists;
pub mod packed;
mod packs;
#[cfg(feature = "perft")]
mod perft;
mod position;
mod rules;
#[cfg(feature = "serde")]
pub mod serde;
pub mod sets;
mod single;
mod text;
#[cfg(feature = "perft")]
mod tree;

pub use calls::{
    InvalidSetup, MoveEffect, analyze, attack_maps, count_captures, count_legal_moves,
    count_move_kinds, exchange_values, find_checks, find_kings_left_in_check, keys, legal_moves,
    move_effects,
};
pub use fen::{Fen, FenError, FenField, FenReason, FenStyle};
pub use frame::Frame;
pub use functions::{Analysis, MoveKindCounts};
pub use geometry::{between, direction_between, line, ray};
pub use kernel::MoveFunctions;
pub use lists::{LegalMoveSets, MoveList, MoveRows, Moves, MovesInSets};
pub use packs::{
    block::Block,
    blocks::{Blocks, Place},
};
#[cfg(feature = "perft")]
pub use perft::{Perft, PerftCounts, PerftProgress, PerftResult};
pub use position::{
    Board, Color, IllegalMove, InvalidPosition, Mailbox, Move, MoveDirection, MoveKind, Outcome,
    Position, Role, Setup, Uci,
};
pub use rules::{
    Checks, EnPassantTargets, Legality, PawnTargets, PromotionTargets, Targets, piece_attacks,
};
pub use single::{
    History, MoveFilter, MovePicker, ParseMoveError, PieceMove, PieceSet, San, SanError, SanReason,
    Side, Stage, Status, Walk, Walked,
};

// The part of `setwise-core` that the interface of this crate needs.
pub use setwise_core::piecewise::PieceKind;
pub use setwise_core::{
    Diagram, Direction, Isa, KnightDirection, LengthMismatch, Line, NotASquare, Pack, Scalar,
    Sliced, Square, Squares,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
