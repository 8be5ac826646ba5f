//! The instruction sets that functions of this crate are compiled for.

#[cfg(feature = "std")]
use setwise_core::{Isa, Scalar, is_same_name};

/// An instruction set that functions of this crate are compiled for, if the build has a feature.
pub(super) struct LevelFeature {
    pub(super) name: &'static str,
    pub(super) feature: &'static str,
    pub(super) is_in_build: bool,
}

macro_rules! levels {
    ($($(#[$condition:meta])* $name:literal: $feature:tt;)*) => {
        &[$($(#[$condition])* LevelFeature {
            name: $name,
            feature: $feature,
            is_in_build: cfg!(feature = $feature),
        },)*]
    };
}

/// The instruction sets with a feature. Every build has `scalar`, and other architectures than
/// x86-64 have `wide`. There are no functions for `bmi`, as positions gain nothing from its words,
/// and none for `avx512-v4`, as its CPUs count legal moves faster with `avx2`.
pub(super) const LEVELS: &[LevelFeature] = levels! {
    #[cfg(target_arch = "x86_64")] "avx512": "level-avx512";
    #[cfg(target_arch = "x86_64")] "avx2-gfni": "level-avx2-gfni";
    #[cfg(target_arch = "x86_64")] "avx2": "level-avx2";
    #[cfg(target_arch = "x86_64")] "x86-64-v2": "narrow-batches";
    #[cfg(target_arch = "x86_64")] "wide": "narrow-batches";
    #[cfg(target_arch = "aarch64")] "neon-sha3": "level-neon-sha3";
    #[cfg(target_arch = "aarch64")] "neon": "level-neon";
};

/// Returns whether this build has functions for an instruction set.
#[cfg(feature = "std")]
pub(super) const fn is_in_build<I: Isa>() -> bool {
    let mut i = 0;
    while i < LEVELS.len() {
        if is_same_name(LEVELS[i].name, I::NAME) {
            return LEVELS[i].is_in_build;
        }
        i += 1;
    }
    is_same_name(I::NAME, Scalar::NAME) || is_same_name(I::NAME, "wide")
}
