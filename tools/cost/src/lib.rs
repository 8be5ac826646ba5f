#![forbid(unsafe_code)]
//! The cost of the kernels: instructions per board, counted in the assembly of the library
//! `setwise`, and cycles that llvm-mca predicts for other CPUs.
//!
//! ```text
//! cargo run --release -p setwise-cost                                   count, write docs/kernels/<architecture>.txt
//! cargo run --release -p setwise-cost -- --check                        count, compare with that file
//! cargo run --release -p setwise-cost -- --predict                      also docs/results/predictions/<architecture>.json
//! cargo run --release -p setwise-cost -- --target aarch64-unknown-linux-gnu
//! ```
//!
//! The steps, a module each:
//!
//! * [`listing`] reads a disassembly, and [`machine`] holds the facts of the architecture.
//! * [`name`] finds the kernel of a function from its symbol.
//! * [`flow`] divides a function into blocks and loops, and [`count`] counts the hot loop.
//! * [`fence`] finds functions that lack the fence behind non-temporal stores, and [`pieces`]
//!   piece-wise systems that lack the instructions of BMI1, BMI2 and LZCNT.
//! * [`table`] formats and compares the counts. [`predict`] passes the loop to llvm-mca.

pub mod count;
pub mod fence;
pub mod flow;
pub mod listing;
pub mod machine;
pub mod name;
pub mod pieces;
pub mod predict;
pub mod table;
