#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
//! Chess positions and training data: read and written in batches, in constant memory.
//!
//! A [`Reader`] turns a stream of one [`Format`] into batches of [`Record`]s: a position with what the file says about it. A
//! [`Writer`] writes records. [`convert`] joins both.
//!
//! ```
//! use setwise_formats::{Format, ReadOptions, Reader, WriteOptions, Writer, convert};
//!
//! let games = "[Event \"?\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n";
//! let mut reader = Reader::new(games.as_bytes(), Format::Pgn, ReadOptions::default());
//! let mut writer = Writer::new(Vec::new(), Format::Epd, WriteOptions::default());
//! convert(&mut reader, &mut writer)?;
//! let text = String::from_utf8(writer.finish()?)?;
//! assert!(text.ends_with("hmvc 2; fmvn 3; bm Qxe5#; c9 \"1-0\";\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Formats
//! | format | extension | a unit is a | written | lacks |
//! |---|---|---|---|---|
//! | bulletformat | `.bullet` | record | yes | side to move, castling rights, en passant square, clocks, move, ply |
//! | marlinformat | `.marlin` | record | yes | move, ply |
//! | viriformat | `.vf` | game | yes | |
//! | binpack | `.binpack` | chain | no | |
//! | FEN | `.fen` | line | yes | score, outcome, move, ply |
//! | EPD | `.epd` | line | yes | ply |
//! | bullet text | `.txt` | line | yes | move, ply |
//! | PGN | `.pgn` | game | no | score |
//! | Parquet | `.parquet` | row | yes | |
//! | Arrow | `.arrow` | row | yes | |
//!
//! A record of a format that lacks a part of the position has default values there and tells so ([`Record::assumed`]). A writer
//! refuses records that lack what its format needs, unless [`WriteOptions::assume_missing`] is on.
//!
//! Parquet and Arrow store the columns of a [`PositionEncoding`]; columns may be missing when they are read.
//!
//! Some parts of a file have no place in a record, and are not kept: bytes that a format does not use, the score in the header of a
//! viriformat game, operations of EPD other than `bm`, `ce`, `c9`, `hmvc` and `fmvn`, tags and comments
//! of PGN. The outcome of a PGN game is that of its end mark.
//!
//! # Damage
//! A unit that cannot be read is damaged as a whole. [`Damage`] has its offset, its line and the reason. [`OnDamage`] chooses whether
//! reading stops, skips the unit or copies its bytes aside. [`Totals`] counts it. These are damaged too: positions that break a rule
//! of [`Setup`](setwise_moves::Setup), illegal moves, a unit that the input cuts off, and units beyond a limit: lines of 8 KiB, games
//! of 65,536 half-moves in viriformat, games of 1 MiB in PGN,
//! chunks of 100 MiB in binpack. Behind damage in a binpack, reading goes on at the next chunk. A damaged page of Parquet or Arrow ends the
//! reading.
//!
//! # Features
//! * `simd` (by default): records of 32 bytes are decoded with the best instructions of the host.
//! * `gzip` (by default): files compressed with gzip, through `flate2`. Zstandard and gzip are written too ([`Compression::writer`]).
//! * `zstd` (by default): files compressed with Zstandard, through `ruzstd`, which needs no C compiler.
//! * `arrow`: Arrow files and streams, and positions in Arrow arrays (module [`columns`]), through the `arrow-*` crates.
//! * `parquet`: Parquet files, not compressed or compressed with Snappy, LZ4 or gzip, through `parquet`. Other compressions can be turned
//!   on as features of that crate.

mod binpack;
mod bulletformat;
#[cfg(feature = "arrow")]
pub mod columns;
mod compression;
mod convert;
mod cut;
mod damage;
mod decode;
mod encoding;
mod error;
mod fields;
mod format;
mod formats;
mod game;
mod marlinformat;
mod parallel;
mod pgn;
mod pipeline;
mod points;
mod reader;
mod record;
mod san;
mod source;
mod tally;
mod text;
mod viriformat;
mod write;
#[cfg(feature = "zstd")]
mod zstd;

pub use compression::{Compression, Compressor};
pub use convert::{convert, convert_with};
pub use damage::{Damage, Reason};
pub use encoding::PositionEncoding;
pub use error::Error;
pub use fields::Fields;
pub use format::Format;
pub use parallel::ReadBatch;
pub use points::{ParsePointError, ReadPoint, WritePoint};
pub use reader::{OnDamage, ReadOptions, Reader, Totals};
pub use record::{Outcome, Record};
pub use san::{San, SanError, SanProblem, parse_san};
pub use write::{Unwritable, WriteOptions, Writer};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
