//! The level of this process, and the family of the CPU.

use crate::level::Level;
use core::fmt;

/// The layout of the boards in the registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KernelLayout {
    /// A board per 64-bit lane.
    Natural,
    /// A rank of many boards per register.
    Sliced,
    /// One board, a direction per lane.
    DirectionPerLane,
}

impl fmt::Display for KernelLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Natural => "natural",
            Self::Sliced => "sliced",
            Self::DirectionPerLane => "direction-per-lane",
        })
    }
}

/// The level of this process.
#[derive(Clone, Copy)]
pub(crate) struct Chosen {
    pub(crate) level: Level,
    /// The level for tasks.
    pub(crate) with_vectors: Level,
    /// The layout for tasks. With `None` the number of boards of a task selects it.
    pub(crate) layout: Option<KernelLayout>,
}

impl Chosen {
    fn new(level: Level, layout: Option<KernelLayout>) -> Self {
        Self {
            level,
            with_vectors: level.with_vectors(),
            layout,
        }
    }
}

#[cfg(feature = "std")]
static CHOSEN: std::sync::OnceLock<Chosen> = std::sync::OnceLock::new();

#[inline]
pub(crate) fn chosen() -> Chosen {
    let best = || Chosen::new(Level::best(), None);
    #[cfg(feature = "std")]
    return *CHOSEN.get_or_init(best);
    #[cfg(not(feature = "std"))]
    best()
}

/// Returns the level of this process: the one that [`select`](crate::select) or
/// [`select_from_env`](crate::select_from_env) forced, or the best of the host.
///
/// The first call of this or of any function of setwise that runs on a level chooses it.
///
/// ```
/// use setwise_dispatch::{Level, level};
/// assert_eq!(level().name(), Level::best().name());
/// # #[cfg(feature = "std")]
/// assert!(setwise_dispatch::select("scalar").is_err()); // too late
/// ```
#[inline]
pub fn level() -> Level {
    chosen().level
}

/// Forces the level of this process, and the layout of [tasks](crate::dispatch). Returns false if
/// the level has been chosen before.
#[cfg(feature = "std")]
pub fn force(level: Level, layout: Option<KernelLayout>) -> bool {
    CHOSEN.set(Chosen::new(level, layout)).is_ok()
}

/// Returns the maker of the CPU, and its signature: family, model and stepping.
#[cfg(target_arch = "x86_64")]
pub fn signature() -> ([u8; 12], u32) {
    use core::arch::x86_64::__cpuid;
    let maker = __cpuid(0);
    let mut name = [0; 12];
    let words = [maker.ebx, maker.edx, maker.ecx].map(u32::to_le_bytes);
    name.copy_from_slice(words.as_flattened());
    (name, __cpuid(1).eax)
}

/// Returns the family of this CPU if AMD made it. Miri has no CPUID.
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub fn amd_family() -> Option<u32> {
    let (maker, signature) = signature();
    let family = (signature >> 8 & 15) + (signature >> 20 & 255);
    (maker == *b"AuthenticAMD").then_some(family)
}

/// Returns `None`: this target has no CPUID.
#[cfg(not(all(target_arch = "x86_64", not(miri))))]
pub const fn amd_family() -> Option<u32> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn layouts_are_shown_by_their_names() {
        assert_eq!(
            format!(
                "{}|{:>8}|{}",
                KernelLayout::Natural,
                KernelLayout::Sliced,
                KernelLayout::DirectionPerLane
            ),
            "natural|  sliced|direction-per-lane"
        );
    }

    /// The family of AMD is the sum of two parts of the number; other makers have `None`.
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn this_cpu() {
        use core::arch::x86_64::__cpuid;
        let about = __cpuid(0);
        let name = [about.ebx, about.edx, about.ecx]
            .map(u32::to_le_bytes)
            .concat();
        let (maker, number) = signature();
        assert_eq!((&maker[..], number), (&name[..], __cpuid(1).eax));
        let [_, family, low, high] = number.to_le_bytes().map(u32::from);
        let extended = low >> 4 | (high & 15) << 4;
        let is_amd = name == b"AuthenticAMD";
        assert_eq!(amd_family(), is_amd.then_some((family & 15) + extended));
    }
}
