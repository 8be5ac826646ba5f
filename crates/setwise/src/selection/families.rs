//! Rules of CPU families, where CPUs with the same level need different kernels.

use crate::selection::rules::{AVX512, LevelRules, RAYS_IN_AVX2, rules_of};
use setwise_dispatch::amd_family;

/// Families of AMD with special rules for a level: the first family, and the rules from it on.
pub(crate) const AMD: &[(u32, LevelRules)] = &[(ZEN_5, AVX512_ZEN_5)];

const ZEN_5: u32 = 26;

/// Zen 5 computes with all 64 bytes of a register at once. Four boards in half of such a register
/// take less time than in a whole register of AVX2.
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
}
