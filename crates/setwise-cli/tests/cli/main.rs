//! The program `setwise`, run as its users run it.

mod chains;
mod commands;
mod common;
mod data;
mod games;
mod losses;
mod nnue;
mod perft;
mod resume;
mod same_bytes;
