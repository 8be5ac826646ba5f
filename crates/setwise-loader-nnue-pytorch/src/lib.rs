//! The functions that nnue-pytorch calls for training data, as its revision 9f729465 has them, on
//! [setwise-loader](setwise_loader). It is a demonstration on top of the stable interfaces: this
//! one has no version.
//!
//! It is a library apart from `setwise-loader-capi`, because nnue-pytorch looks for a file of the
//! name `training_data_loader`, and because no other program should get functions of such names.
//!
//! # Conventions
//! * The interface has no errors. An invalid argument gives a line on standard error and a null
//!   pointer: unknown sets, files that are not binpack, `simple_eval_skipping`, invalid FENs.
//! * Damage is a line on standard error, and is skipped.
//! * Batches belong to the caller until `destroy_…`, which may come from another thread and after
//!   the end of the stream.
//! * The environment variable `SETWISE_LOADER_SEED` is the seed of all random choices; else 0 is.
//! * A panic does not cross the boundary: the function returns a null pointer.
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! | file | content |
//! |---|---|
//! | `layout` | the structures of the revision, with their sizes and offsets |
//! | `report` | lines on standard error |
//! | `settings` | from arguments to a loader |
//! | `sparse`, `fens` | batches of features, of FENs |

mod fens;
mod layout;
mod report;
mod settings;
mod sparse;
#[cfg(test)]
mod tests;

pub use fens::{
    FenStream, create_fen_batch_stream, destroy_fen_batch, destroy_fen_batch_stream,
    fetch_next_fen_batch,
};
pub use layout::{DdpConfig, Fen, FenBatch, SkipConfig, SparseBatch};
pub use sparse::{
    SparseStream, create_sparse_batch_stream, destroy_sparse_batch, destroy_sparse_batch_stream,
    fetch_next_sparse_batch, get_sparse_batch_from_fens,
};
