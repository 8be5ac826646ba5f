#![forbid(unsafe_code)]
//! What the kernels cost: instructions per board, counted in the assembly that the compiler made of the library
//! `setwise`, and the cycles that llvm-mca predicts for CPUs that are not at hand.
//!
//! ```text
//! cargo run --release -p setwise-cost                                   count, write docs/kernels/<architecture>.txt
//! cargo run --release -p setwise-cost -- --check                        count, compare with that file
//! cargo run --release -p setwise-cost -- --predict                      also docs/results/predictions/<architecture>.json
//! cargo run --release -p setwise-cost -- --target aarch64-unknown-linux-gnu
//! ```
//!
//! From a disassembly ([`listing`]) to blocks and loops ([`flow`]), with what little has to be known of an architecture
//! ([`machine`]); the names of the functions tell which kernel they are ([`name`]); of each the hot loop is counted
//! ([`count`]), the result is a table in a text file ([`table`]) or goes through llvm-mca ([`predict`]).

pub mod count;
pub mod flow;
pub mod listing;
pub mod machine;
pub mod name;
pub mod predict;
pub mod table;
