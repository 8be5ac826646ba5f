#![forbid(unsafe_code)]
//! The frame of the program `setwise`, which the measuring tools share.
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! | module | |
//! |---|---|
//! | `host` | the CPU that the program runs on |
//! | `table`, `markdown`, `number` | tables for the terminal and in Markdown, numbers for people |
//! | `failure`, `progress` | errors as one line, progress lines |
//! | `files` | files that no reader sees half written |
//! | `command` | from the arguments to the exit code |

pub mod command;
pub mod failure;
pub mod files;
pub mod host;
mod markdown;
pub mod number;
pub mod progress;
pub mod table;
