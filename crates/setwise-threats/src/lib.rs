#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![expect(unnameable_types, reason = "parts of sealed traits")]
#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "tables for vectors")
)]
//! The threat features of a neural network (NNUE) that a move changes, for chess engines.
//!
//! A network of threats has a feature for each pair of pieces of which one attacks the other. At
//! every evaluation an engine needs those that moves remove and add, to update its accumulators.
//!
//! 1. When the engine makes a move, it keeps a [`Before`]: its mailbox, the occupied squares, and
//!    what the move does ([`Played`]).
//! 2. When it needs the features, [`Updater::changes`] finds the indices of both perspectives and
//!    [`Updater::changes_of`] those of one, or [`Updater::attacks`] finds attacks, which
//!    [`Updater::number`] numbers for any later position. [`Updater::changes_between`] compares two
//!    sets of bitboards, for an engine without a mailbox.
//! 3. Where [`Played::refreshes`] says so, the king has crossed the middle of the board, and the
//!    engine recomputes the features, by [`Updater::features`].
//!
//! [`Updater`] has an example. The sets are [`FullThreats`], [`FullThreats60144`] and
//! [`FullThreats79856`]; their indices are those of the sets of the same names in `setwise-nnue`,
//! which lists the features of whole positions. [`Joined`] finds other features with them.
//!
//! # Levels
//! [`level()`] is the best level of the CPU, unless the program forces another: AVX-512 (of Ice
//! Lake and Zen 4), AVX2, NEON, or scalar code. Keep its value, and pass it to the updater.
//! [`Level::best`] cannot be forced. In a build for one CPU it is a constant, and the code is
//! inlined. A level for which this crate has no code runs the code of the next lower one.
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! | file or folder | |
//! |---|---|
//! | `geometry` | codes of pieces; where pieces reach on the empty board |
//! | `numbers`, `lanes` | numbers of attacks; the pairs that a step can change |
//! | `threat_set` | the sets, and their tables |
//! | `step`, `bitboards` | what a move does, and what an engine keeps of it; positions without a mailbox |
//! | `attacks`, `changed` | attacks, and indices |
//! | `pawn_pairs`, `piece_squares` | other features |
//! | `kernels` | the changes of a step with each instruction set |
//! | `updater` | the calls |
//! | `others`, `chosen` | other features as a part of the lists |
//! | `joined` | threats with other features |
//!
//! # Features
//! * `std` (by default): detection at run time. Without it, `no_std` and the level of the build.
//! * `levels` (by default): all levels of this crate.
#[cfg(any(test, feature = "std"))]
extern crate std;

mod attacks;
mod bitboards;
mod changed;
mod chosen;
mod geometry;
mod joined;
mod kernels;
mod lanes;
mod numbers;
mod others;
mod pawn_pairs;
mod piece_squares;
mod step;
mod threat_set;
mod updater;

pub use attacks::{Attack, Attacks};
pub use bitboards::Bitboards;
pub use changed::{Changed, Index, TooManyFeatures};
pub use joined::Joined;
pub use others::Others;
pub use pawn_pairs::PawnPairs;
pub use piece_squares::{
    Chess768, HalfKaV2Hm, HalfKaV2HmTraining, KingBuckets, MirroredKingBuckets, PieceSquares,
};
pub use setwise_dispatch::{Level, level};
pub use step::{Before, Codes, Perspective, Played, SquareChange, Standard, Table};
pub use threat_set::{FullThreats, FullThreats60144, FullThreats79856, Targets, ThreatSet};
pub use updater::Updater;

/// What `setwise-nnue` and `setwise-threats-capi` use. It may change in every version, so no other
/// crate should name it.
#[doc(hidden)]
pub mod internal {
    pub use crate::attacks::ATTACKS_OFFSETS;
    pub use crate::bitboards::bits_to_bytes;
    pub use crate::changed::{ROOMS, changed_offsets};
    pub use crate::chosen::{Chosen, ChosenPieces};
    pub use crate::geometry::{
        JUMPS, STEPS, attacks, is_mutual, offsets, on_board, step, to_queenside,
    };
    pub use crate::lanes::WAY;
    pub use crate::numbers::{NUMBERS, table_of};
    pub use crate::pawn_pairs::{PAIRS, THEIRS, files_around, pair_index, pairs_of};
    pub use crate::piece_squares::plane_of;
    pub use crate::step::BEFORE_OFFSETS;
    pub use crate::threat_set::{
        AS_KING, AS_PAWN, JUMPING, MOVES_DIAGONALLY, MOVES_STRAIGHT, first_features, moves_of,
    };
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
