#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]
//! The instruction set that runs on this host, for all crates of setwise.
//!
//! A [`Level`] is an instruction set that the build has and the CPU supports. [`level()`] returns
//! that of the process: the best one, unless the program forces another ([`select`],
//! [`select_from_env`]). [`dispatch`] runs your own code on its packs.
//!
//! A crate that compiles functions for fewer levels uses the best of them that is no better than
//! this one. [`Level::run_hand_written`] runs code that is written for single instruction sets.
//!
//! # Map of the source
//! Each row uses the rows above it only.
//!
//! | file | |
//! |---|---|
//! | `isa` | the tokens of the architecture, and the list of their levels |
//! | `wide` | the token and the register of portable vectors |
//! | `level` | the levels, and which of them the host has |
//! | `host` | the level of this process; the family of the CPU |
//! | `select` | the level by name, and by the environment |
//! | `task` | tasks |
//!
//! # Features
//! * `std`: detection at run time. Without it the crate is `no_std`, with the level of the build.
//! * `multiversion`: detection by the crate of that name.
//! * `levels`, or `level-avx512`, `level-avx512-v4`, `level-avx2-gfni`, `level-avx2`,
//!   `level-x86-64-v2`, `level-bmi`, `level-neon-sha3`, `level-neon`: the levels besides `scalar`.
//! * `wide`: the level `wide`.
extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

mod host;
mod isa;
mod level;
#[cfg(feature = "std")]
mod select;
mod task;
#[cfg(feature = "wide")]
mod wide;

pub use host::{KernelLayout, amd_family, level};
pub use level::{HandWrittenForAll, Level, LevelVisitor};
#[cfg(feature = "std")]
pub use select::{UnusableName, UnusableReason, VARIABLE, select, select_from_env};
pub use task::{dispatch, dispatch_on};
#[cfg(feature = "wide")]
pub use wide::{Duo, Wide};

/// What the other crates of setwise use. It may change in every version, so no other crate should
/// name it.
#[doc(hidden)]
pub mod internal {
    #[cfg(feature = "std")]
    pub use crate::host::force;
    #[cfg(target_arch = "x86_64")]
    pub use crate::host::signature;
    pub use crate::isa::{levels, tokens};
    #[cfg(feature = "std")]
    pub use crate::select::{KERNELS, from_env, unusable, usable};
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
