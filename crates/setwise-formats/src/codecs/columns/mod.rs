//! Positions in Arrow arrays, Arrow files and Parquet.
//!
//! [`PositionColumn`] reads positions from an array of text, of 32 bytes or of bitboards, without
//! copying it. [`RecordColumns`] reads records from a `RecordBatch`, and [`record_batch`] makes
//! one. [`PositionEncoding`](crate::PositionEncoding) names the columns. Readers and writers of
//! [`Format::Arrow`](crate::Format::Arrow) and [`Format::Parquet`](crate::Format::Parquet) use
//! them.
//!
//! ```
//! use setwise_formats::columns::{RecordColumns, record_batch};
//! use setwise_formats::{PositionEncoding, Record};
//! use setwise_moves::Position;
//!
//! let mut record = Record::from(Position::startpos());
//! record.white_score = Some(20);
//! for encoding in PositionEncoding::ALL {
//!     let batch = record_batch(&[record], encoding)?;
//!     assert_eq!(RecordColumns::new(&batch)?.record(0)?, record);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arrays;
pub(crate) mod arrow;
mod arrow_file;
mod batch;
mod beside;
mod boards;
mod build;
mod cells;
pub(crate) mod csv;
pub(crate) mod decode;
pub(crate) mod encode;
mod error;
mod game_rows;
mod game_table;
mod games;
mod numbers;
mod others;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
mod position;
pub(crate) mod table;

pub use batch::RecordColumns;
pub use build::{record_batch, schema};
pub use error::ColumnError;
pub use game_rows::rows_are_games;
pub use game_table::GameTable;
pub use games::{GameBatches, MoveNotation};
pub use position::PositionColumn;
pub use table::{record_batch_with, schema_with};
