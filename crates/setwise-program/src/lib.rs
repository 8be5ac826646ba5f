#![forbid(unsafe_code)]
//! What the programs of setwise share. It is no interface for others, and may change.
//!
//! | module | |
//! |---|---|
//! | [`host`] | the CPU that the program runs on |
//! | [`table`], [`number`] | tables for the terminal and in Markdown, numbers for people |
//! | [`files`] | files that no reader sees half written |
//! | [`failure`], [`progress`] | errors as one line, progress lines |
//! | [`command`] | from the arguments to the exit code |

pub mod command;
pub mod failure;
pub mod files;
pub mod host;
pub mod number;
pub mod progress;
pub mod table;
