#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
//! Values of chess positions, and conditions on them, in batches.
//!
//! A [`Value`] is a number or a yes-or-no fact of a [`Record`](setwise_formats::Record): the number
//! of legal moves, whether the side to move is in check, the material that the stored move wins.
//! [`Value::ALL`] is the table of all values with their definitions. A [`Condition`] compares
//! values. [`Analyses`] holds what the kernels of `setwise-moves` find in the positions of a batch.
//!
//! ```
//! use setwise_formats::Record;
//! use setwise_moves::Position;
//! use setwise_values::{Analyses, Seen, Value};
//!
//! let batch = [Record::from(Position::from_fen("4k3/8/8/8/1b6/8/3N4/4K2R w K - 0 1")?)];
//! let mut analyses = Analyses::default();
//! analyses.load(&batch);
//! let seen = Seen::new(&batch[0], &analyses, 0);
//! let pinned = Value::named("pinned").unwrap();
//! assert_eq!(pinned.definition(), "pieces of the side to move that are pinned to its king");
//! assert_eq!(pinned.of(&seen), Some(1));
//! assert_eq!(Value::named("score").unwrap().of(&seen), None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! | file | content |
//! |---|---|
//! | `material.rs` | [`material()`], [`phase`], [`phase_of_row`], [`material_signature`] |
//! | `mates.rs` | [`Mates`]: the moves that mate, found for many positions at once |
//! | `analyses.rs` | [`Analyses`]: what the kernels find in a batch, computed when it is asked for |
//! | `block_rows.rs` | the rows of blocks, 64 at a time, and what the kernels find in them |
//! | `value.rs` | [`Value`], and [`Seen`], the record that a value is computed from |
//! | `similar.rs` | names that a misspelled one may stand for |
//! | `table.rs` | the table of values: name, definition and function of each |
//! | `expression.rs` | a condition as a tree, evaluated for a record or for 64 rows |
//! | `error.rs` | [`ParseConditionError`], which shows the place; [`NameError`] |
//! | `names.rs` | the names of values and columns, and similar ones |
//! | `columns.rs` | [`GameColumns`] that inputs have |
//! | `parser.rs` | a text becomes an expression |
//! | `never.rs` | conditions that hold for no record |
//! | `records.rs`, `blocks.rs` | conditions on the records of a batch and on the rows of blocks |
//! | `condition.rs` | [`Condition`] joins parser and expression |

mod analyses;
mod block_rows;
mod blocks;
mod columns;
mod condition;
mod error;
mod expression;
mod material;
mod mates;
mod names;
mod never;
mod parser;
mod records;
mod similar;
mod table;
mod value;

pub use analyses::Analyses;
pub use columns::GameColumns;
pub use condition::Condition;
pub use error::{NameError, ParseConditionError};
pub use material::{WORTH, material, material_signature, phase, phase_of_row};
pub use mates::Mates;
pub use names::{Named, column_named};
pub use value::{Kind, Seen, Source, Value};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
