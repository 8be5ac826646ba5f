//! The tokens of the architecture, and `levels!`, which declares their levels.

#[cfg(target_arch = "aarch64")]
pub(crate) use setwise_neon::*;
#[cfg(target_arch = "x86_64")]
pub(crate) use setwise_x86::*;

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
macro_rules! levels {
    ($callback:ident) => {
        $callback! {}
    };
}
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) use levels;
