//! The C interface of `setwise-threats`. `include/setwise_threats.h` declares it, for C11 and
//! C++17, and begins with an example; the folder `examples` shows both.
//!
//! # Conventions
//! * Nothing is allocated, no thread is started, and nothing is kept between calls.
//! * Calls return a [`Status`] as an `int32_t`. Pointers are checked for null, alignment and
//!   overlap. Nothing is written if a call fails. They must point to structures of the header.
//! * Any bytes in these structures are valid, but the results may then have no meaning.
//! * The contents of outputs before a call do not matter. Memory of C counts as initialized.
//! * All functions may be called from several threads at once.
//! * What an engine links of an optimized build has no panic: `.ci/capi` looks for it in a linked
//!   program. In other builds a panic ends the process.
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! | file | |
//! |---|---|
//! | `status` | the status of a call, and the end of panics |
//! | `layout` | the structures of the header, and from pointers to them |
//! | `level` | the levels by number |
//! | `calls` | the functions of each set |
//! | `joined` | the same with other features |

// The header has the functions in this order.
mod level;

mod calls;
mod joined;
mod layout;
mod status;
#[cfg(test)]
mod tests;

pub use calls::*;
pub use joined::*;
pub use layout::setwise_threats_ways;
pub use level::*;
pub use setwise_ffi::Status;
