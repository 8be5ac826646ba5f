//! The C interface of `setwise-threats`. `include/setwise_threats.h` declares it, for C11 and
//! C++17; the folder `examples` shows both.
//!
//! An engine keeps a `setwise_threats_before` for each ply, and asks for the features that the move
//! changes when it evaluates the position:
//!
//! ```c
//! // Once: the instruction set.
//! uint32_t level = setwise_threats_best_level();
//! // When a move is made, before the mailbox changes.
//! memcpy(before->mailbox, mailbox, 64);
//! before->occupied = occupied;
//! before->played = setwise_threats_step_quiet(from, to, piece);
//! // When the position is evaluated.
//! setwise_threats_59808_changes(level, NULL, before, white_king, black_king, &changed);
//! ```
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

mod calls;
mod joined;
mod layout;
mod level;
mod status;
#[cfg(test)]
mod tests;

pub use calls::{
    setwise_threats_59808_changes, setwise_threats_59808_changes_of,
    setwise_threats_59808_features, setwise_threats_59808_number, setwise_threats_59808_records,
    setwise_threats_60144_changes, setwise_threats_60144_changes_of,
    setwise_threats_60144_features, setwise_threats_60144_number, setwise_threats_60144_records,
    setwise_threats_79856_changes, setwise_threats_79856_changes_of,
    setwise_threats_79856_features, setwise_threats_79856_number, setwise_threats_79856_records,
};
pub use joined::{
    Description, setwise_threats_59808_joined_changes, setwise_threats_59808_joined_changes_of,
    setwise_threats_59808_joined_features, setwise_threats_60144_joined_changes,
    setwise_threats_60144_joined_changes_of, setwise_threats_60144_joined_features,
    setwise_threats_79856_joined_changes, setwise_threats_79856_joined_changes_of,
    setwise_threats_79856_joined_features, setwise_threats_joined_refreshes,
    setwise_threats_others_size,
};
pub use layout::setwise_threats_ways;
pub use level::{setwise_threats_best_level, setwise_threats_has_level};
pub use setwise_ffi::Status;
