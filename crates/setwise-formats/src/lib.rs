#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
//! Chess positions and training data: read and written in batches, in constant memory.
//!
//! A [`Reader`] turns a stream of one [`Format`] into batches of [`Record`]s, which are positions
//! with their scores, outcomes and moves. A [`Writer`] writes records. [`convert`] joins both.
//!
//! ```
//! use setwise_formats::{Format, ReadOptions, Reader, WriteOptions, Writer, convert};
//!
//! let games = "[Event \"?\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n";
//! let mut reader = Reader::new(games.as_bytes(), Format::Pgn, ReadOptions::default());
//! let mut writer = Writer::new(Vec::new(), Format::Epd, WriteOptions::default());
//! convert(&mut reader, &mut writer)?;
//! let text = String::from_utf8(writer.finish()?)?;
//! assert!(text.ends_with("hmvc 2; fmvn 3; sm Qxe5#; c9 \"1-0\"; tcgs 1;\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Formats
//! | format | extension | a unit is a | written | lacks |
//! |---|---|---|---|---|
//! | bulletformat | `.bullet` | record | yes | side to move, castling rights, en passant square, clocks, move, ply, game |
//! | marlinformat | `.marlin` | record | yes | move, game |
//! | viriformat | `.vf` | game | yes | |
//! | binpack | `.binpack` | chain | yes | |
//! | FEN | `.fen` | line | yes | score, outcome, move, game |
//! | EPD | `.epd` | line | yes | |
//! | bullet text | `.txt` | line | yes | move, game |
//! | PGN | `.pgn` | game | yes | score |
//! | Parquet | `.parquet` | row | yes | |
//! | Arrow | `.arrow` | row | yes | |
//! | CSV | `.csv` | row | yes | |
//!
//! A field that a format does not store gets a default value ([`Record::assumed`]). A writer
//! refuses records that lack a field that its format needs, unless [`WriteOptions::assume_missing`]
//! is on.
//!
//! Parquet, Arrow and CSV store the columns of a [`PositionEncoding`]; columns may be missing when
//! they are read. A row may also be a game: its moves are a text as in PGN (`movetext`) or a list
//! in UCI or standard notation (`moves`, `Moves`), from the position `FEN`.
//!
//! The move of EPD is that of `sm`, or of `bm` with [`ReadOptions::best_moves`]. The outcome of EPD
//! is that of `c9`, as `c0` to `c8` are comments, or a result after the position: `1-0` or `[0.5]`,
//! but no number alone, which may be a score. The outcome of a PGN game is that of its end mark.
//!
//! # Notices
//! Reading is as lenient as other programs: a move number 0, null moves, a game without an end
//! mark. Lenient reading adds no position, drops no move and changes no label. [`Totals::notices`]
//! counts the units for each [`Notice`]; with [`ReadOptions::strict`] such units are damaged. The
//! book has a table of the notices, and of leniency without a notice: white space, semicolons and
//! quotes in lines, types of columns and NaN in tables.
//!
//! Some parts of a file have no place in a record. [`Notice`] counts these: operations of EPD other
//! than `sm`, `ce`, `c9`, `hmvc`, `fmvn` and `tcgs` (the number of the game), columns of a table,
//! scores in comments of PGN. With [`ReadOptions::keep_extras`], [`Writer::write_batch`] writes
//! operations of EPD into EPD and columns into a table. These are not counted: bytes that a format
//! does not use, the score in the header of a viriformat game, tags and other comments of PGN.
//! [`Writer::lost`] returns the fields of records that the output cannot hold.
//!
//! # Columns of games
//! [`ReadOptions::columns`] asks for tags, clocks, evaluations and marks of PGN and of tables.
//! Readers return them beside the records, as arrays ([`ColumnValues`]).
//!
//! # Damage
//! A unit that cannot be read is damaged as a whole. [`Damage`] has its offset, its line and the
//! reason. [`OnDamage`] chooses whether reading stops, skips the unit, keeps the half-moves of a
//! game before the damage, or copies the unit's bytes aside.
//! [`Totals`] counts damaged units. These count as damage: positions that break a rule of
//! [`Setup`](setwise_moves::Setup), illegal moves, a unit that the input cuts off, and units beyond
//! a limit: lines of 8 KiB, games of 65,536 half-moves in viriformat, games of 1 MiB in PGN, chunks
//! of 100 MiB in binpack. After damage in a binpack, reading resumes at the next chunk. A damaged
//! page of Parquet or Arrow ends the reading.
//!
//! If an input of text begins like a packed file or like UTF-16, reading fails at once, with an
//! error that names the kind of file. An empty input is not a compressed file.
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! | place | content |
//! |---|---|
//! | `quiet.rs` | panics of other crates, which become errors |
//! | `vocabulary/` | [`Record`], [`Fields`], [`Format`], [`PositionEncoding`]; why reading and writing stop ([`Damage`], [`WriteError`], [`Error`]) |
//! | `stream/` | the machinery of any format: the bytes of an input, [`Compression`], [`Reader`], [`Writer`], their totals, and the points at which another process resumes; `codec.rs` has the traits of the two ends of a codec, `Decode` and `Encode`, and `Codec`, a row of the table of formats |
//! | `codecs/` | for each format a decoder, and beside it the encoder and how to split an input; FEN, EPD and bullet text share `lines.rs`, which reads lines, and `text.rs`, which reads and writes what is in one |
//! | `formats.rs`, `open.rs` | the table of formats, a row for each, which the methods of [`Format`] read; readers and writers of a format that is named or that a path gives |
//! | `units/` | where a file may be cut ([`units`]) |
//! | `paths.rs` | [`expand_paths`]: folders and patterns as files |
//! | `parallel/` | whole inputs with several threads: [`Reader::read_all`], [`convert()`] |
//!
//! A new format is a file in `codecs/`, a variant of [`Format`] and a row of the table.
//!
//! # Features
//! * `simd` (by default): records of 32 bytes are decoded with the best instructions of the host.
//! * `gzip`, `zstd` (by default): compressed files, through `flate2` and `ruzstd`, which need no C
//!   compiler.
//! * `arrow`: Arrow files and streams, not compressed or compressed with LZ4, and positions in
//!   Arrow arrays (module [`columns`]), through the `arrow-*` crates.
//! * `parquet`: Parquet files, not compressed or compressed with Snappy, LZ4 or gzip.
//! * `tables-zstd`: reads Arrow and Parquet compressed with Zstandard. It needs a C compiler: the
//!   crates of Arrow support only the C library of Zstandard.
//! * `codecs`: the same, and Parquet compressed with Brotli.

mod codecs;
mod formats;
mod open;
mod parallel;
mod paths;
mod quiet;
mod stream;
pub mod units;
mod vocabulary;

#[cfg(feature = "arrow")]
pub use codecs::columns;
pub use parallel::read_all::convert;
pub use paths::expand_paths;
pub use quiet::silence_caught_panics;
pub use stream::{
    BlockSets, ColumnValues, Compression, Compressor, EncodedGames, Extras, GameBatch, GameEncoder,
    GameEncoders, GameHead, Lists, OnDamage, ParsePointError, ReadBatch, ReadOptions, ReadPoint,
    Reader, Texts, Totals, Values, WriteOptions, WritePoint, Writer,
};
pub use vocabulary::{
    ColumnKind, Damage, Error, Fields, Format, GameColumn, Notice, PositionEncoding, ReadError,
    Record, WriteError,
};

// The part of other crates that `Record` and the errors need.
pub use setwise_binpack::{ReadError as BinpackReadError, WriteError as BinpackWriteError};
pub use setwise_moves::{Outcome, SanError, SanReason};
pub use setwise_pgn::ReadError as PgnReadError;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
