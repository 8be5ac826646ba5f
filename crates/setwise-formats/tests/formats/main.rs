//! The tests of the formats.

mod binpack;
mod common;
mod compression;
mod conversions;
mod damage;
mod fen;
mod golden;
mod peers;
mod pgn;
mod round_trips;
mod san;
mod table;
