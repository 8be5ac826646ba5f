//! The C interface of [setwise-loader](setwise_loader): batches of network inputs from training
//! data, in memory of the caller. `include/setwise_loader.h` declares it, `examples/batches.c`
//! shows it.
//!
//! # Conventions
//! * Functions that can fail return a [`Status`] as an `int32_t`: 0, or a positive code.
//!   [`setwise_loader_last_error`] then has a message, and nothing else is written; after
//!   [`Status::RowTooShort`] the contents of the batch are unspecified.
//! * Structures begin with their size. Pointers are checked for null and alignment, and outputs of
//!   a batch for overlap.
//! * The contents of outputs before a call do not matter. A caller in Rust initializes them.
//! * Calls with one loader may come from several threads: they wait for each other, except
//!   [`setwise_loader_counters`], which never waits. [`setwise_loader_free`] comes last.
//! * A panic does not cross the boundary: it is the status [`Status::Panic`].
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! | file | content |
//! |---|---|
//! | `status` | status codes and messages |
//! | `memory` | structures, texts and paths at pointers |
//! | `options` | settings |
//! | `batch` | memory of a batch |
//! | `calls` | the functions of a loader |

// The header has the functions in this order.
mod memory;
mod status;

mod options;

mod batch;
mod calls;
#[cfg(test)]
mod tests;

pub use batch::*;
pub use calls::*;
pub use options::*;
pub use setwise_ffi::Status;
pub use status::*;
