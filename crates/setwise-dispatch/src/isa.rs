//! The tokens of the architecture, and `levels!`, which declares their levels.

#[cfg(all(target_arch = "aarch64", not(target_abi = "softfloat")))]
pub use setwise_neon as tokens;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub use setwise_x86 as tokens;

/// Replaces the crate of the architecture if there is none, or if the target lacks its registers.
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", not(target_abi = "softfloat"))
)))]
pub mod tokens {
    #[doc(hidden)]
    #[macro_export]
    macro_rules! no_levels {
        ($callback:ident) => {
            $callback! {}
        };
    }
    pub use no_levels as levels;
    pub use setwise_core::{carryless_sum, quad_code};
}

pub use tokens::levels;
