#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
//! Stockfish's binpack: chains of positions, 2 to 2.5 bytes each, read with every move checked, and
//! written.
//!
//! ```
//! use setwise_binpack::{ChainPosition, Chunks, Decoder, Writer};
//! use setwise_moves::{Outcome, Position};
//! // A game, as a file in memory.
//! let (mut writer, mut file) = (Writer::new(), Vec::new());
//! let mut position = Position::startpos();
//! for (ply, text) in ["e2e4", "e7e5", "g1f3"].into_iter().enumerate() {
//!     let played = position.parse_move(text)?;
//!     let chained =
//!         ChainPosition::new(&position, Some(played), Some(25), Outcome::Draw, ply as u32)?;
//!     writer.write(&chained, &mut file)?;
//!     position = position.play(played)?;
//! }
//! writer.finish(&mut file);
//!
//! let mut pieces = 0;
//! for chunk in Chunks::new(&file) {
//!     let count = &mut |position: &ChainPosition| pieces += position.occupied().count_ones();
//!     Decoder::new().chunk(chunk?, count)?;
//! }
//! assert_eq!(pieces, 3 * 32);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The format
//! A file is a row of chunks: `BINP`, the number of bytes after it (32 bits, little-endian), and
//! chains of positions. A position has an en passant square only if a capture there is legal. All
//! numbers of a chain are big-endian:
//! ```text
//! byte 0          8                 24     26      28       30      32      34
//!      +----------+-----------------+------+-------+--------+-------+-------+----------------+
//!      | occupied | codes of pieces | move | score | labels | clock | count | `count` half-  |
//!      | squares  |                 |      |       |        |       |       | moves, in bits |
//!      +----------+-----------------+------+-------+--------+-------+-------+----------------+
//!      |<-------------------------- stem -------------------------->|
//!
//! a half-move:   | piece | choice | 1dddd | 1dddd | 0dddd |   no gaps between half-moves;
//!                |<--- move ----->|<------- score ------->|   the chain ends with a whole byte
//!                1 to 4 groups of a score, lowest digits first: 1 if another follows, 4 digits
//! ```
//! A choice is the number of a target, of a promotion or of a castling right. The digits of a score
//! are those of its sum with the score before it (each as its own side to move sees it), sign in
//! the lowest bit.
//!
//! | bytes of a stem | |
//! |---|---|
//! | 0 to 7 | the occupied squares |
//! | 8 to 23 | four bits for each piece in ascending order of squares, low half first |
//! | 24, 25 | the move: kind (2 bits), source (6), target (6; the rook for castling), promotion (2; knight first) |
//! | 26, 27 | the score as the side to move sees it, sign in the lowest bit |
//! | 28, 29 | the outcome as the side to move sees it (2 bits, signed as the score), the ply (14) |
//! | 30, 31 | the half-move clock |
//!
//! A score of 32,002 ([`NO_SCORE`]) means that there is no score.
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! | file or folder | |
//! |---|---|
//! | `error`, `tables`, `cut`; `chunks` | what is wrong with a file, constants, where a file is cut; its chunks |
//! | `kernel` | operations of the instruction sets |
//! | `position`, `rules` | a position that moves change, and when rare moves are legal |
//! | `visit` | the visitor of positions, and the positions that it passes over |
//! | `exact`; `fast` | the decoder of any chain; the decoder of sound chains |
//! | `decoder`, `write`; `stored`; `games` | chains read and written; a game of moves that are stored as squares; many of them |

mod chunks;
mod cut;
mod decoder;
mod error;
mod exact;
mod fast;
mod games;
mod kernel;
mod position;
mod rules;
mod stored;
mod tables;
#[cfg(test)]
mod tests;
mod visit;
mod write;

pub use chunks::{CHUNK, Chunks, header, header_of};
pub use cut::{DAMAGED, HEADER, LEFT_BITS, LIMIT, MARK, cut};
pub use decoder::Decoder;
pub use error::{Damage, ReadError};
pub use games::{StoredGame, StoredGames};
pub use position::{ChainPosition, NO_SCORE};
pub use stored::{StoredMoves, VisitStored};
pub use visit::Visit;
pub use write::{Chains, WriteError, Writer, check_board};

// The part of other crates that the interface of this one needs.
pub use setwise_dispatch::Level;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
