//! The C interface, called from Rust.

mod array_errors;
mod boundary;
mod common;
mod entry_points;
mod errors;
mod header;
mod history;
mod levels;
mod perft;
mod pointers;
mod position;
mod positions;
mod table;
