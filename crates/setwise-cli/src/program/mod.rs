//! The frame of a program. The measuring tools use the same files (`tools/results/src/lib.rs`).
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! | module | |
//! |---|---|
//! | `host` | the CPU that the program runs on |
//! | `table`, `number` | tables for the terminal and in Markdown, numbers for people |
//! | `failure`, `progress` | errors as one line, progress lines |
//! | `files` | files that no reader sees half written |
//! | `command` | from the arguments to the exit code |
#![allow(unreachable_pub, reason = "public in the measuring tools")]

pub mod command;
pub mod failure;
pub mod files;
pub mod host;
pub mod number;
pub mod progress;
pub mod table;
