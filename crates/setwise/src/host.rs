//! What the host has: runtime dispatch by `multiversion`.

use crate::kernel::Layout;
use multiversion::{multiversion, target::match_target};
use setwise_core::{Isa, Pack, Sliced, Task};
use setwise_wide::Wide;

/// An instruction set of the host, and the proof of it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Host {
    Wide(Wide),
    #[cfg(target_arch = "x86_64")]
    Bmi(setwise_x86::Bmi),
    #[cfg(target_arch = "x86_64")]
    Avx2(setwise_x86::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx2Gfni(setwise_x86::Avx2Gfni),
    #[cfg(target_arch = "x86_64")]
    Avx512(setwise_x86::Avx512),
    #[cfg(target_arch = "aarch64")]
    Neon(setwise_neon::Neon),
    #[cfg(target_arch = "aarch64")]
    NeonSha3(setwise_neon::NeonSha3),
}

/// The best instruction set of the host. The code of each target is compiled for it, which is the proof that its
/// token asks for.
#[multiversion(
    targets(
        "x86_64+avx512f+avx512bw+avx512cd+avx512dq+avx512vl+avx512ifma+avx512vbmi+avx512vbmi2+avx512vnni+avx512bitalg+avx512vpopcntdq+gfni+vaes+vpclmulqdq+bmi1+bmi2+lzcnt+popcnt",
        "x86_64+avx2+gfni+bmi1+bmi2+lzcnt+popcnt",
        "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt",
        "x86_64+bmi1+lzcnt+popcnt",
        "aarch64+neon+sha3",
        "aarch64+neon",
    ),
    dispatcher = "indirect"
)]
pub(crate) fn host() -> Host {
    match_target! {
        "x86_64+avx512f+avx512bw+avx512cd+avx512dq+avx512vl+avx512ifma+avx512vbmi+avx512vbmi2+avx512vnni+avx512bitalg+avx512vpopcntdq+gfni+vaes+vpclmulqdq+bmi1+bmi2+lzcnt+popcnt" => Host::Avx512(setwise_x86::Avx512::here()),
        "x86_64+avx2+gfni+bmi1+bmi2+lzcnt+popcnt" => Host::Avx2Gfni(setwise_x86::Avx2Gfni::here()),
        "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt" => Host::Avx2(setwise_x86::Avx2::here()),
        "x86_64+bmi1+lzcnt+popcnt" => Host::Bmi(setwise_x86::Bmi::here()),
        "aarch64+neon+sha3" => Host::NeonSha3(setwise_neon::NeonSha3::here()),
        "aarch64+neon" => Host::Neon(setwise_neon::Neon::here()),
        _ => Host::Wide(Wide),
    }
}

impl Host {
    /// The name of the instruction set.
    pub(crate) fn name(self) -> &'static str {
        fn name<I: Isa>(_: I) -> &'static str {
            I::NAME
        }
        match self {
            Self::Wide(proof) => name(proof),
            #[cfg(target_arch = "x86_64")]
            Self::Bmi(proof) => name(proof),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(proof) => name(proof),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2Gfni(proof) => name(proof),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(proof) => name(proof),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(proof) => name(proof),
            #[cfg(target_arch = "aarch64")]
            Self::NeonSha3(proof) => name(proof),
        }
    }

    /// The instruction set of a kernel, if the host has it. Words run as `wide`.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            #[cfg(target_arch = "x86_64")]
            "bmi" => setwise_x86::Bmi::detect().map(Self::Bmi),
            #[cfg(target_arch = "x86_64")]
            "avx2" => setwise_x86::Avx2::detect().map(Self::Avx2),
            #[cfg(target_arch = "x86_64")]
            "avx2-gfni" => setwise_x86::Avx2Gfni::detect().map(Self::Avx2Gfni),
            #[cfg(target_arch = "x86_64")]
            "avx512" => setwise_x86::Avx512::detect().map(Self::Avx512),
            #[cfg(target_arch = "aarch64")]
            "neon" => setwise_neon::Neon::detect().map(Self::Neon),
            #[cfg(target_arch = "aarch64")]
            "neon-sha3" => setwise_neon::NeonSha3::detect().map(Self::NeonSha3),
            "wide" | "scalar" => Some(Self::Wide(Wide)),
            _ => None,
        }
    }

    /// Runs a task, in a given layout or in the one that suits the number of boards.
    #[inline]
    pub(crate) fn run<T: Task>(self, layout: Option<Layout>, task: &mut T) -> T::Output {
        match self {
            // A single word per register gains nothing from slices, and nothing in words beats 128 bits.
            Self::Wide(proof) => run(proof, layout, task),
            #[cfg(target_arch = "x86_64")]
            Self::Bmi(_) => run(Wide, layout, task),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(proof) => run(proof, layout, task),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2Gfni(proof) => run(proof, layout, task),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(proof) => run(proof, layout, task),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(proof) => run(proof, layout, task),
            #[cfg(target_arch = "aarch64")]
            Self::NeonSha3(proof) => run(proof, layout, task),
        }
    }
}

#[inline]
fn run<I: Isa, T: Task>(isa: I, layout: Option<Layout>, task: &mut T) -> T::Output {
    let sliced = match layout {
        Some(layout) => layout == Layout::Sliced,
        None => task.boards() >= Sliced::<I::Register>::WORTH,
    };
    if sliced {
        isa.run_on::<Sliced<I::Register>, T>(task)
    } else {
        isa.run_on::<I::Register, T>(task)
    }
}
