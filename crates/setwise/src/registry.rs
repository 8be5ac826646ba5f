//! The table of all kernels.

use crate::kernel::{Kernel, Layout, Technique};
use setwise_core::natural::{self, Dumb7, KoggeStone, Subtraction, Using};
use setwise_core::{Isa, Scalar, Sliced};
use setwise_wide::Wide;

/// On every machine.
const PORTABLE: [Kernel; 11] = [
    using::<Scalar, Dumb7>("scalar/dumb7", Technique::Dumb7),
    using::<Scalar, KoggeStone>("scalar/kogge-stone", Technique::KoggeStone),
    using::<Scalar, Subtraction>("scalar/subtraction", Technique::Subtraction),
    adaptive::<Scalar>("scalar/adaptive"),
    sliced::<Scalar>("scalar/sliced"),
    using::<Wide, Dumb7>("wide/dumb7", Technique::Dumb7),
    using::<Wide, KoggeStone>("wide/kogge-stone", Technique::KoggeStone),
    using::<Wide, Subtraction>("wide/subtraction", Technique::Subtraction),
    adaptive::<Wide>("wide/adaptive"),
    sliced::<Wide>("wide/sliced"),
    compass::<Wide>("wide/compass"),
];

/// x86-64.
#[cfg(target_arch = "x86_64")]
const NATIVE: [Kernel; 26] = {
    use setwise_x86::{Avx2, Avx2Gfni, Avx512, Bmi};
    [
        using::<Bmi, Dumb7>("bmi/dumb7", Technique::Dumb7),
        using::<Bmi, KoggeStone>("bmi/kogge-stone", Technique::KoggeStone),
        using::<Bmi, Subtraction>("bmi/subtraction", Technique::Subtraction),
        adaptive::<Bmi>("bmi/adaptive"),
        sliced::<Bmi>("bmi/sliced"),
        using::<Avx2, Dumb7>("avx2/dumb7", Technique::Dumb7),
        using::<Avx2, KoggeStone>("avx2/kogge-stone", Technique::KoggeStone),
        using::<Avx2, Subtraction>("avx2/subtraction", Technique::Subtraction),
        adaptive::<Avx2>("avx2/adaptive"),
        sliced::<Avx2>("avx2/sliced"),
        stream::<Avx2>("avx2/sliced-stream"),
        compass::<Avx2>("avx2/compass"),
        using::<Avx2Gfni, Dumb7>("avx2-gfni/dumb7", Technique::Dumb7),
        using::<Avx2Gfni, KoggeStone>("avx2-gfni/kogge-stone", Technique::KoggeStone),
        using::<Avx2Gfni, Subtraction>("avx2-gfni/subtraction", Technique::Subtraction),
        adaptive::<Avx2Gfni>("avx2-gfni/adaptive"),
        sliced::<Avx2Gfni>("avx2-gfni/sliced"),
        stream::<Avx2Gfni>("avx2-gfni/sliced-stream"),
        compass::<Avx2Gfni>("avx2-gfni/compass"),
        using::<Avx512, Dumb7>("avx512/dumb7", Technique::Dumb7),
        using::<Avx512, KoggeStone>("avx512/kogge-stone", Technique::KoggeStone),
        using::<Avx512, Subtraction>("avx512/subtraction", Technique::Subtraction),
        adaptive::<Avx512>("avx512/adaptive"),
        sliced::<Avx512>("avx512/sliced"),
        stream::<Avx512>("avx512/sliced-stream"),
        compass::<Avx512>("avx512/compass"),
    ]
};

/// aarch64. Of SHA3 only the kernel that it lifts above the others.
#[cfg(target_arch = "aarch64")]
const NATIVE: [Kernel; 7] = {
    use setwise_neon::{Neon, NeonSha3};
    [
        using::<Neon, Dumb7>("neon/dumb7", Technique::Dumb7),
        using::<Neon, KoggeStone>("neon/kogge-stone", Technique::KoggeStone),
        using::<Neon, Subtraction>("neon/subtraction", Technique::Subtraction),
        adaptive::<Neon>("neon/adaptive"),
        sliced::<Neon>("neon/sliced"),
        compass::<Neon>("neon/compass"),
        sliced::<NeonSha3>("neon-sha3/sliced"),
    ]
};

/// Architectures without a crate of their own.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const NATIVE: [Kernel; 0] = [];

static KERNELS: [Kernel; PORTABLE.len() + NATIVE.len()] = {
    let mut all = [PORTABLE[0]; PORTABLE.len() + NATIVE.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = if i < PORTABLE.len() {
            PORTABLE[i]
        } else {
            NATIVE[i - PORTABLE.len()]
        };
        i += 1;
    }
    all
};

/// A board per lane, one technique for everything.
const fn using<I: Isa, T: natural::Technique>(name: &'static str, technique: Technique) -> Kernel {
    Kernel::of_pack::<Using<T, I::Register>, false>(name, Layout::Natural, technique)
}

/// A board per lane, each direction in the way that the register does best.
const fn adaptive<I: Isa>(name: &'static str) -> Kernel {
    Kernel::of_pack::<I::Register, false>(name, Layout::Natural, Technique::Adaptive)
}

/// A rank per register.
const fn sliced<I: Isa>(name: &'static str) -> Kernel {
    Kernel::of_pack::<Sliced<I::Register>, false>(name, Layout::Sliced, Technique::RankByRank)
}

/// A rank per register; results go past the caches.
#[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
const fn stream<I: Isa>(name: &'static str) -> Kernel {
    Kernel::of_pack::<Sliced<I::Register>, true>(name, Layout::Sliced, Technique::RankByRank)
}

/// A direction per lane.
const fn compass<I: Isa>(name: &'static str) -> Kernel {
    Kernel::of_compass::<I>(name)
}

/// All kernels that this build contains, supported by the host or not.
///
/// ```
/// let sliced = setwise::kernels().iter().filter(|k| k.name().ends_with("/sliced"));
/// assert!(sliced.count() >= 2);
/// ```
pub fn kernels() -> &'static [Kernel] {
    &KERNELS
}

/// The kernel of a name, such as `avx512/sliced`.
pub fn kernel(name: &str) -> Option<&'static Kernel> {
    KERNELS.iter().find(|kernel| kernel.name() == name)
}
