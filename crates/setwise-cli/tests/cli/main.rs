//! The program `setwise`, run as its users run it.

mod commands;
mod common;
mod nnue;
mod perft;
mod report;
