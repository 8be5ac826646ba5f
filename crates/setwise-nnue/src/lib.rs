#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![expect(unnameable_types, reason = "sealed traits, and the memory of sets")]
//! Features of neural networks (NNUE) for chess positions, in batches.
//!
//! A network that evaluates a position reads it as a list of active features, once as White sees it
//! and once as Black does. An [`Extractor`] turns batches of positions into such lists: for
//! training data, or for the tests of an engine. One pass gives both perspectives.
//!
//! ```
//! use setwise_moves::Position;
//! use setwise_nnue::{Csr, Extractor, FullThreats, Joined, PawnPairs, Perspectives};
//!
//! let positions = [
//!     Position::startpos(),
//!     Position::from_fen("4k3/8/8/3n4/8/2B5/8/4K2R w - - 0 1")?,
//! ];
//! let inputs = Joined::new(FullThreats::new(), PawnPairs);
//! let extractor = Extractor::new(inputs).perspectives(Perspectives::MoverOther);
//! let mut rows = Csr::<u16>::new();
//! extractor.append(&positions, &mut rows)?;
//! let (mover, other) = rows.row(1).unwrap();
//! assert_eq!((mover.len(), other.len()), (1, 1)); // the knight attacks the bishop
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Sets
//! | set | features | a feature is | of |
//! |---|---|---|---|
//! | [`FullThreats`] | 59,808 | a piece attacks a piece | Stockfish `762dd1da`, nnue-pytorch `9f729465`, Viridithas `8bc07064` |
//! | [`FullThreats60144`] | 60,144 | the same, with pawns that attack pawns | Stockfish `83e42045a` |
//! | [`FullThreats79856`] | 79,856 | the same, with kings | Stockfish `8e5392d79` |
//! | [`PawnPairs`] | 4,560 | two pawns on the same file or on adjacent ones | Stockfish `762dd1da`, nnue-pytorch `9f729465` |
//! | [`HalfKaV2Hm`] | 22,528 | a piece on a square, for each region of the king | Stockfish |
//! | [`HalfKaV2HmTraining`] | 24,576 | the same, with the kings apart | nnue-pytorch `9f729465` |
//! | [`Chess768`] | 768 | a piece on a square | bullet `cebc78a0` |
//! | [`KingBuckets`] | 768 per bucket | the same, by the bucket of the king's square | bullet `cebc78a0` |
//! | [`MirroredKingBuckets`] | 768 per bucket | the same, with mirrored files | bullet `cebc78a0` |
//! | [`MontyValue`] | 80,624 | as in `FullThreats79856`, then a piece on a square | Monty `562b13e9` |
//! | [`Joined`] | the sum | two sets side by side | |
//!
//! The indices are those of the programs in the last column. The order within a row is that of this
//! crate; each set states it. Your own set implements [`FeatureSet`]; `examples/own_set.rs` is one.
//!
//! # Inputs
//! Slices, arrays and vectors of [`Boards`] (eight bitboards), [`TwelveBoards`],
//! [`Position`](setwise_moves::Position), [`Setup`](setwise_moves::Setup), and bullet's
//! `ChessBoard` with the feature `bulletformat`; [`Columns`] and [`TwelveColumns`] (structure of
//! arrays); records of training data ([`Marlinformat`], [`Bulletformat`]). Your own type implements
//! [`ToBoards`] if it is one position, [`Positions`] if it is many.
//!
//! # Outputs
//! | call | |
//! |---|---|
//! | [`Extractor::append`] | rows without gaps ([`Csr`]), of `u16` or `u32` |
//! | [`Extractor::pad`] | rows of equal length ([`Padded`]), in memory of the caller |
//! | [`Extractor::count`] | the numbers of features |
//!
//! A position without features of the set, such as one without a king, gives an [`Error`] with the
//! index of the position, and nothing is written. After [`Error::RowTooShort`] the contents of the
//! rows are unspecified.
//!
//! # For engines and tools
//! [`Changes`] finds what a move removes and adds, per perspective, without extracting everything.
//! [`Describe`] explains an index. `NamedSet` (feature `named`) finds a set by its
//! name at run time.
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! | folder | |
//! |---|---|
//! | `error` | why positions have no features |
//! | `inputs` | positions as boards, which all others read, and the formats that become boards |
//! | `rows` | the output: indices, compressed sparse rows with what sets write to, padded rows |
//! | `feature_set` | the trait of a set, with the optional parts (changes, descriptions); its compiled functions |
//! | `sets`: `sets/requirements`, `sets/pieces` | the requirements on positions; the piece on each square |
//! | `sets/pairs` | common code of threats and pawn pairs: lists of squares, the view of a perspective |
//! | `sets/piece_squares`, `sets/threats`, `sets/pawn_pairs` | sets that do not know each other |
//! | `sets/joined`, `sets/monty` | concatenated sets |
//! | `extractor` | positions in, rows out: chunks, levels, threads |
//! | `named` | sets by name |
//!
//! A position becomes a row in this order: `append` in `extractor`; `inputs/positions` and
//! `inputs/boards`; `append_with` in `feature_set/extract`; `Csr::append` in `rows/csr`; `extract`
//! of the set, which writes to `RowWriter`. Padded rows and the rows of joined sets are written one
//! by one: `list` of `ByRows` for few positions, then `write` for each.
//!
//! # Kernels
//! With AVX-512 (VBMI2), threats, pawn pairs and pieces are found and numbered in vectors of 64
//! bytes. With AVX2 and NEON, vectors find threats on whole sets of squares, pack pawn pairs and
//! pieces by shuffles, and compute the indices. Other levels compute indices in scalar code; only
//! `avx512-v4` and `avx2-gfni` run the code of `avx2`. All levels give the same features in the
//! same order. `docs/nnue.md` has times.
//!
//! # Features
//! * `std` (by default): the best instructions of the host. Without it the crate is `no_std`, and
//!   uses the level of the build.
//! * `bulletformat`: bullet's `ChessBoard` as input.
//! * `named`: sets by name. Then all sets are compiled, which takes minutes.
//! * `rayon`: several threads per call, by `Extractor::threads`.
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod error;
mod extractor;
mod feature_set;
mod inputs;
#[cfg(feature = "named")]
mod named;
mod rows;
mod sets;

pub use error::{Error, PositionError};
pub use extractor::Extractor;
pub use feature_set::changes::{Change, Changes, Incremental};
pub use feature_set::describe::{Describe, Feature, PlacedPiece};
pub use feature_set::{Extracted, FeatureSet};
pub use inputs::{
    Boards, Bulletformat, Columns, Marlinformat, Perspectives, Positions, ToBoards, TwelveBoards,
    TwelveColumns,
};
#[cfg(feature = "named")]
pub use named::{AnyExtractor, NamedSet};
pub use rows::{Csr, Index, Padded, PaddedInt, RowWriter};
pub use sets::joined::Joined;
pub use sets::monty::MontyValue;
#[doc(inline)]
pub use sets::pawn_pairs::PawnPairs;
#[doc(inline)]
pub use sets::piece_squares::{
    Chess768, HalfKaV2Hm, HalfKaV2HmTraining, KingBuckets, MirroredKingBuckets,
};
pub use sets::threats::{
    FullThreats, FullThreats60144, FullThreats60144Rule, FullThreats79856, FullThreats79856Rule,
    FullThreatsRule, ThreatRule, Threats,
};
pub use setwise_dispatch::Level;

// The part of `setwise-core` that the interface of this crate needs.
pub use setwise_core::{ByteVector, LengthMismatch};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
