//! The opponents: code that users have without setwise, built as well as possible.
//!
//! Unlike the kernels of setwise, they may assume that sliders stand on occupied squares.

pub(crate) mod bounds;
#[cfg(feature = "more-opponents")]
pub(crate) mod fearless;
pub(crate) mod fills;
#[cfg(target_arch = "x86_64")]
pub(crate) mod intrinsics;
pub(crate) mod pieces;
pub(crate) mod ranks;
