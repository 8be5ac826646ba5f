//! What the C interfaces of setwise share. Only sister crates use it; it may change in any version.
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! | file | content |
//! |---|---|
//! | `status` | status codes |
//! | `failure` | failures, the message of the last one, and the end of panics |
//! | `memory` | from pointers to slices and texts |
//! | `build` | for build scripts: the name of a shared library |

mod build;
mod failure;
mod memory;
mod status;

pub use build::name_library;
pub use failure::{Failure, guard, guard_or, last_error};
pub use memory::{Output, Span, array, check, check_size, check_structure, disjoint, place, text};
pub use status::{Status, describe};
