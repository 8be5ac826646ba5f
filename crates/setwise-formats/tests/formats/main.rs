//! The tests of the formats.

mod binpack;
mod blocks;
mod cases;
#[cfg(feature = "parquet")]
mod columns;
mod common;
mod compression;
mod conversions;
mod damage;
mod golden;
mod lenient;
mod oracle;
mod parallel;
mod peers;
mod pgn;
mod points;
mod reading;
mod records;
mod round_trips;
mod table;
#[cfg(all(feature = "codecs", feature = "parquet"))]
mod tables;
mod text;
mod units;
mod whole_games;
