//! Rules of CPU families, where CPUs with the same level need different kernels.

use crate::selection::rules::{AVX512, LevelRules, RAYS_IN_AVX2, rules_of};

/// The first family of AMD with other rules for a level, and the rules.
pub(crate) const AMD: &[(u32, LevelRules)] = &[(ZEN_5, AVX512_ZEN_5)];

/// The family of Zen 5.
const ZEN_5: u32 = 26;

/// Zen 5 computes with all 64 bytes of a register at once, so that four boards in half of one take
/// less time than in a whole one of AVX2.
const AVX512_ZEN_5: LevelRules = LevelRules {
    attacks: [4, 44, 1 << 20],
    also: &[RAYS_IN_AVX2],
    ..AVX512
};

/// Returns the rules on this CPU if `level` is its best level.
pub(crate) fn rules_here(level: &str) -> &'static LevelRules {
    rules_on(amd_family(), level)
}

/// Returns the rules on CPUs of a family of AMD, or of other makers.
pub(crate) fn rules_on(amd: Option<u32>, level: &str) -> &'static LevelRules {
    let special = AMD
        .iter()
        .find(|(first, rules)| rules.level == level && amd.is_some_and(|family| family >= *first));
    special.map_or_else(|| rules_of(level), |(_, rules)| rules)
}

/// The maker of the CPU, and its signature: family, model and stepping.
#[cfg(target_arch = "x86_64")]
pub(crate) fn signature() -> (String, u32) {
    use core::arch::x86_64::__cpuid;
    let maker = __cpuid(0);
    let maker = [maker.ebx, maker.edx, maker.ecx].map(u32::to_le_bytes);
    let maker = maker.as_flattened().iter().map(|&byte| byte as char);
    (maker.collect(), __cpuid(1).eax)
}

/// Returns the family of this CPU if AMD made it. Miri has no CPUID.
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub fn amd_family() -> Option<u32> {
    let (maker, signature) = signature();
    let family = (signature >> 8 & 15) + (signature >> 20 & 255);
    (maker == "AuthenticAMD").then_some(family)
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
/// Returns the family of this CPU if AMD made it: `None` here.
pub const fn amd_family() -> Option<u32> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_core::EntryPoint::{BatchAttacks, BatchRayAttacks};

    #[test]
    fn families() {
        let fours = |amd, level| {
            let rules = rules_on(amd, level).of(BatchAttacks);
            let rules = rules.filter(|rule| rule.from <= 4);
            rules.last().map(|rule| rule.kernel)
        };
        assert_eq!(fours(Some(ZEN_5), "avx512"), Some("avx512/adaptive"));
        for amd in [None, Some(ZEN_5 - 1)] {
            assert_eq!(fours(amd, "avx512"), Some("avx2-gfni/adaptive"));
        }
        assert_eq!(fours(Some(ZEN_5), "avx2"), Some("avx2/adaptive"));
        // Other calls have the rules of the level.
        let rays = |amd| rules_on(amd, "avx512").of(BatchRayAttacks).count();
        assert_eq!(rays(Some(ZEN_5)), rays(None));
    }

    /// AMD adds two parts of the number. CPUs of others have no family here.
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn this_cpu() {
        use core::arch::x86_64::__cpuid;
        let about = __cpuid(0);
        let name = [about.ebx, about.edx, about.ecx]
            .map(u32::to_le_bytes)
            .concat();
        let (maker, number) = signature();
        assert_eq!((maker.as_bytes(), number), (&name[..], __cpuid(1).eax));
        let [_, family, low, high] = number.to_le_bytes().map(u32::from);
        let extended = low >> 4 | (high & 15) << 4;
        let is_amd = name == b"AuthenticAMD";
        assert_eq!(amd_family(), is_amd.then_some((family & 15) + extended));
    }
}
