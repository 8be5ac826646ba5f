//! Many positions at once, one per byte of a register.
//!
//! A batch is a [`Frame`](crate::Frame) of rank-sliced boards. The side to move always moves north; after a move the ranks
//! are renamed, not reversed. There are no lookups by square and no branches per position.
//!
//! | | |
//! |---|---|
//! | [`count`] | numbers of legal moves of the positions in a slice |
//! | [`attack_maps`] | attacks of both sides of the positions in a slice |
//! | [`checks`] | attacked kings of the positions in a slice |
//! | [`move_kinds`] | captures, promotions and checks among the moves of the positions in a slice |
//! | [`played`] | the effects of one move for each position in a slice |
//! | [`exchange`] | static exchange evaluation of one move for each position in a slice |
//! | [`analysis`] | checks, pins, attacks, mobility of the positions in a slice |
//! | [`break_even`] | the number of positions from which on a batch is used |
//! | [`tree`], `parallel` | leaf counts of trees, level by level |
//! | [`expand`] | the legal moves of a batch as [`MoveStreams`](move_streams::MoveStreams) of bytes |
//! | [`parents`], [`children`] | positions after a move: computed from boards that all moves of a batch share |
//! | [`leaves`], [`count_moves`] | numbers of legal moves; the moves of the last level are never made |
//! | [`ranks`] | the interface between positions and [`count_moves`]: one rank at a time |
//!
//! Sixteen to sixty-four positions have hundreds to thousands of moves, so batches of children are full.

mod analysis;
mod attack_maps;
mod break_even;
mod checks;
#[cfg(feature = "perft")]
mod children;
mod count;
mod count_moves;
mod exchange;
#[cfg(feature = "perft")]
mod expand;
#[cfg(feature = "perft")]
mod leaves;
mod move_kinds;
#[cfg(feature = "perft")]
mod move_streams;
#[cfg(feature = "rayon")]
mod parallel;
#[cfg(feature = "perft")]
mod parents;
mod played;
mod ranks;
#[cfg(feature = "perft")]
mod tree;

pub use analysis::{Analysis, analyze};
pub(crate) use analysis::{Analyze, AnalyzeOne};
pub(crate) use attack_maps::AttackMaps;
pub use attack_maps::attack_maps;
pub(crate) use break_even::BreakEven;
pub(crate) use checks::FindChecks;
pub use checks::{find_checks, find_kings_left_in_check};
pub(crate) use count::CountAll;
pub use count::count_legal_moves;
pub(crate) use exchange::Recaptures;
pub use exchange::exchange_values;
pub(crate) use move_kinds::{CountCaptures, CountMoveKinds};
pub use move_kinds::{MoveKinds, count_captures, count_move_kinds};
#[cfg(feature = "rayon")]
pub(crate) use parallel::{CountLeavesInParallel, ThreadLists};
pub use played::{MoveEffect, move_effects};
#[cfg(feature = "perft")]
pub(crate) use tree::{CountLeaves, Lists, Roots, Stop, walk_roots_separately};

use setwise_core::{FILE_A, Vector};

/// The same byte in every place of a register.
#[cfg_attr(not(unoptimized), inline(always))]
fn every_byte<V: Vector>(like: V, byte: u8) -> V {
    like.same(u64::from(byte) * FILE_A)
}

/// The squares west of the king on its rank; all squares where there is no king. Subtracting 1 sets the bits below the
/// only bit of a byte:
///
/// ```text
///              a b c d e f g h
/// king         . . . . 1 . . .
/// king − 1     1 1 1 1 . . . .
/// ```
#[cfg_attr(not(unoptimized), inline(always))]
fn west_of<V: Vector>(king: V) -> V {
    king.add_bytes(king.same(!0))
}

/// Splits squares of the king's rank: those east of the king, those west of it.
#[cfg_attr(not(unoptimized), inline(always))]
fn split_at_king<V: Vector>(king: V, squares: V) -> (V, V) {
    let west = west_of(king);
    (squares & !(king | west), squares & west)
}
