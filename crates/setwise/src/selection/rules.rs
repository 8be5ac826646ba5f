//! The rules: a table per level of the kernel for each call. `docs/report.html` has the figures behind them,
//! `docs/notes/batch-calls.md` and `docs/notes/streaming-stores.md` the experiments.

use crate::kernel::IN_WORDS;
use setwise_core::EntryPoint::{self, *};

/// The kernel that serves a call from some number of boards on, if a given level is the best of the host. Some CPU families have
/// other rules: [`selected`](super::selected) knows them.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Rule {
    /// The call.
    pub entry: EntryPoint,
    /// The smallest number of boards, up to the next rule for this call; 1 for calls that take one position.
    pub from: usize,
    /// The name of the kernel. (This build may lack it: the rules of every level are in every build.)
    pub kernel: &'static str,
    /// The reason in a few words.
    pub why: &'static str,
}

/// The names of the levels that have [`rules()`].
pub const LEVELS: &[&str] = &{
    let mut names = [""; RULES.len()];
    let mut level = 0;
    while level < names.len() {
        names[level] = RULES[level].0;
        level += 1;
    }
    names
};

/// Returns the rules of one of the [`LEVELS`], by call, numbers of boards ascending. Any other name returns those of
/// `wide`. [`selected`](super::selected) returns what they select on this host.
///
/// ```
/// use setwise::{EntryPoint, selection::rules};
/// let many = rules("avx512").iter().find(|rule| rule.entry == EntryPoint::BatchAttacks && rule.from > 30);
/// assert_eq!(many.map(|rule| rule.kernel), Some("avx512/sliced"));
/// ```
pub fn rules(level: &str) -> &'static [Rule] {
    let found = RULES.iter().find(|(name, _)| *name == level);
    found.map_or(WIDE, |(_, rules)| rules)
}

/// The rules of each level.
pub(crate) const RULES: &[(&str, &[Rule])] = &[
    ("wide", WIDE),
    ("bmi", BMI),
    ("x86-64-v2", X86_64_V2),
    ("avx2", AVX2),
    ("avx2-gfni", AVX2_GFNI),
    ("avx512-v4", AVX512_V4),
    ("avx512", AVX512),
    ("neon", NEON),
    ("neon-sha3", NEON_SHA3),
];

pub(crate) const fn rule(
    entry: EntryPoint,
    from: usize,
    kernel: &'static str,
    why: &'static str,
) -> Rule {
    Rule {
        entry,
        from,
        kernel,
        why,
    }
}

pub(crate) const LANES: &str = "a direction per lane fills all eight at once";
const ONE: &str = "plain words suit a single position";
const INLINED: &str = "compiled into the caller, because the fill takes no longer than a call";
pub(crate) const FEW: &str = "too few boards for a transposition into ranks";
pub(crate) const MANY: &str = "fills by rank need no shifts, which outweighs the transposition";
pub(crate) const LARGE: &str = "results larger than the caches are written past them";
const SINGLE: &str = "one direction does not outweigh a transposition";

const AVX512: &[Rule] = &[
    rule(Attacks, 1, "avx512/direction-per-lane", LANES),
    rule(RayAttacks, 1, "avx512/direction-per-lane", LANES),
    rule(OccludedFill, 1, IN_WORDS, INLINED),
    rule(BatchAttacks, 1, "avx512/direction-per-lane", LANES),
    rule(BatchAttacks, 4, "avx2-gfni/adaptive", FEW),
    rule(BatchAttacks, 5, "avx512/adaptive", FEW),
    rule(BatchAttacks, 44, "avx512/sliced", MANY),
    rule(BatchAttacks, 1 << 20, "avx512/sliced-stream", LARGE),
    rule(BatchRayAttacks, 1, "avx512/direction-per-lane", LANES),
    rule(BatchRayAttacks, 3, "avx2-gfni/adaptive", FEW),
    rule(BatchRayAttacks, 5, "avx512/adaptive", FEW),
    rule(BatchRayAttacks, 64, "avx512/sliced", MANY),
    rule(BatchRayAttacks, 1 << 20, "avx512/sliced-stream", LARGE),
    rule(BatchOccludedFill, 1, "avx512/kogge-stone", SINGLE),
    rule(BatchXrayAttacks, 1, "avx512/direction-per-lane", LANES),
    rule(BatchXrayAttacks, 5, "avx512/adaptive", FEW),
    rule(BatchXrayAttacks, 44, "avx512/sliced", MANY),
    rule(BatchXrayAttacks, 1 << 20, "avx512/sliced-stream", LARGE),
];

const AVX512_V4: &[Rule] = &[
    rule(Attacks, 1, "avx512-v4/direction-per-lane", LANES),
    rule(RayAttacks, 1, "avx512-v4/direction-per-lane", LANES),
    rule(OccludedFill, 1, IN_WORDS, INLINED),
    rule(BatchAttacks, 1, "avx512-v4/direction-per-lane", LANES),
    rule(BatchAttacks, 4, "avx512-v4/adaptive", FEW),
    rule(BatchAttacks, 44, "avx512-v4/sliced", MANY),
    rule(BatchAttacks, 1 << 20, "avx512-v4/sliced-stream", LARGE),
    rule(BatchRayAttacks, 1, "avx512-v4/direction-per-lane", LANES),
    rule(BatchRayAttacks, 3, "avx512-v4/adaptive", FEW),
    rule(BatchRayAttacks, 64, "avx512-v4/sliced", MANY),
    rule(BatchRayAttacks, 1 << 20, "avx512-v4/sliced-stream", LARGE),
    rule(BatchOccludedFill, 1, "avx512-v4/kogge-stone", SINGLE),
    rule(BatchXrayAttacks, 1, "avx512-v4/direction-per-lane", LANES),
    rule(BatchXrayAttacks, 5, "avx512-v4/adaptive", FEW),
    rule(BatchXrayAttacks, 44, "avx512-v4/sliced", MANY),
    rule(BatchXrayAttacks, 1 << 20, "avx512-v4/sliced-stream", LARGE),
];

const AVX2_GFNI: &[Rule] = &[
    rule(Attacks, 1, "avx2-gfni/direction-per-lane", LANES),
    rule(RayAttacks, 1, "avx2-gfni/direction-per-lane", LANES),
    rule(OccludedFill, 1, IN_WORDS, INLINED),
    rule(BatchAttacks, 1, "avx2-gfni/direction-per-lane", LANES),
    rule(BatchAttacks, 3, "avx2-gfni/adaptive", FEW),
    rule(BatchAttacks, 24, "avx2-gfni/sliced", MANY),
    rule(BatchRayAttacks, 1, "avx2-gfni/direction-per-lane", LANES),
    rule(BatchRayAttacks, 4, "avx2-gfni/adaptive", FEW),
    rule(BatchRayAttacks, 32, "avx2-gfni/sliced", MANY),
    rule(BatchRayAttacks, 1 << 21, "avx2-gfni/sliced-stream", LARGE),
    rule(BatchOccludedFill, 1, "avx2-gfni/adaptive", SINGLE),
    rule(BatchXrayAttacks, 1, "avx2-gfni/direction-per-lane", LANES),
    rule(BatchXrayAttacks, 3, "avx2-gfni/adaptive", FEW),
    rule(BatchXrayAttacks, 22, "avx2-gfni/sliced", MANY),
];

const AVX2: &[Rule] = &[
    rule(Attacks, 1, "avx2/direction-per-lane", LANES),
    rule(RayAttacks, 1, "avx2/direction-per-lane", LANES),
    rule(OccludedFill, 1, IN_WORDS, INLINED),
    rule(BatchAttacks, 1, "avx2/direction-per-lane", LANES),
    rule(BatchAttacks, 3, "avx2/adaptive", FEW),
    rule(BatchAttacks, 22, "avx2/sliced", MANY),
    rule(BatchRayAttacks, 1, "avx2/direction-per-lane", LANES),
    rule(BatchRayAttacks, 4, "avx2/adaptive", FEW),
    rule(BatchRayAttacks, 32, "avx2/sliced", MANY),
    rule(BatchRayAttacks, 1 << 21, "avx2/sliced-stream", LARGE),
    rule(BatchOccludedFill, 1, "avx2/adaptive", SINGLE),
    rule(BatchXrayAttacks, 1, "avx2/direction-per-lane", LANES),
    rule(BatchXrayAttacks, 3, "avx2/adaptive", FEW),
    rule(BatchXrayAttacks, 22, "avx2/sliced", MANY),
];

const X86_64_V2: &[Rule] = &[
    rule(Attacks, 1, "scalar/kogge-stone", ONE),
    rule(RayAttacks, 1, "scalar/kogge-stone", ONE),
    rule(OccludedFill, 1, IN_WORDS, INLINED),
    rule(BatchAttacks, 1, "x86-64-v2/adaptive", FEW),
    rule(BatchAttacks, 11, "x86-64-v2/sliced", MANY),
    rule(BatchRayAttacks, 1, "x86-64-v2/adaptive", FEW),
    rule(BatchRayAttacks, 16, "x86-64-v2/sliced", MANY),
    rule(BatchOccludedFill, 1, "x86-64-v2/adaptive", SINGLE),
    rule(BatchXrayAttacks, 1, "x86-64-v2/adaptive", FEW),
    rule(BatchXrayAttacks, 11, "x86-64-v2/sliced", MANY),
];

const BMI: &[Rule] = &[
    rule(Attacks, 1, "bmi/kogge-stone", ONE),
    rule(RayAttacks, 1, "bmi/kogge-stone", ONE),
    rule(OccludedFill, 1, IN_WORDS, INLINED),
    rule(BatchAttacks, 1, "wide/adaptive", FEW),
    rule(BatchAttacks, 11, "wide/sliced", MANY),
    rule(BatchRayAttacks, 1, "wide/adaptive", FEW),
    rule(BatchRayAttacks, 16, "wide/sliced", MANY),
    rule(BatchOccludedFill, 1, "wide/adaptive", SINGLE),
    rule(BatchXrayAttacks, 1, "wide/adaptive", FEW),
    rule(BatchXrayAttacks, 11, "wide/sliced", MANY),
];

/// From predictions (`docs/results/predictions/aarch64.json`), because no such CPU was at hand.
const NEON: &[Rule] = &[
    rule(Attacks, 1, "neon/direction-per-lane", LANES),
    rule(RayAttacks, 1, "neon/direction-per-lane", LANES),
    rule(OccludedFill, 1, IN_WORDS, INLINED),
    rule(BatchAttacks, 1, "neon/direction-per-lane", LANES),
    rule(BatchAttacks, 2, "neon/adaptive", FEW),
    rule(BatchAttacks, 10, "neon/sliced", MANY),
    rule(BatchRayAttacks, 1, "neon/direction-per-lane", LANES),
    rule(BatchRayAttacks, 2, "neon/adaptive", FEW),
    rule(BatchRayAttacks, 10, "neon/sliced", MANY),
    rule(BatchOccludedFill, 1, "neon/adaptive", FEW),
    rule(BatchOccludedFill, 10, "neon/sliced", MANY),
    rule(BatchXrayAttacks, 1, "neon/direction-per-lane", LANES),
    rule(BatchXrayAttacks, 2, "neon/adaptive", FEW),
    rule(BatchXrayAttacks, 10, "neon/sliced", MANY),
];

/// Also from predictions.
const NEON_SHA3: &[Rule] = &[
    rule(Attacks, 1, "neon/direction-per-lane", LANES),
    rule(RayAttacks, 1, "neon/direction-per-lane", LANES),
    rule(OccludedFill, 1, IN_WORDS, INLINED),
    rule(BatchAttacks, 1, "neon/direction-per-lane", LANES),
    rule(BatchAttacks, 2, "neon/adaptive", FEW),
    rule(BatchAttacks, 10, "neon-sha3/sliced", MANY),
    rule(BatchRayAttacks, 1, "neon/direction-per-lane", LANES),
    rule(BatchRayAttacks, 2, "neon/adaptive", FEW),
    rule(BatchRayAttacks, 10, "neon-sha3/sliced", MANY),
    rule(BatchOccludedFill, 1, "neon/adaptive", FEW),
    rule(BatchOccludedFill, 10, "neon/sliced", MANY),
    rule(BatchXrayAttacks, 1, "neon/direction-per-lane", LANES),
    rule(BatchXrayAttacks, 2, "neon/adaptive", FEW),
    rule(BatchXrayAttacks, 10, "neon-sha3/sliced", MANY),
];

const WIDE: &[Rule] = &[
    rule(Attacks, 1, "scalar/kogge-stone", ONE),
    rule(RayAttacks, 1, "scalar/kogge-stone", ONE),
    rule(OccludedFill, 1, IN_WORDS, INLINED),
    rule(BatchAttacks, 1, "wide/adaptive", FEW),
    rule(BatchAttacks, 11, "wide/sliced", MANY),
    rule(BatchRayAttacks, 1, "wide/adaptive", FEW),
    rule(BatchRayAttacks, 16, "wide/sliced", MANY),
    rule(BatchOccludedFill, 1, "wide/adaptive", SINGLE),
    rule(BatchXrayAttacks, 1, "wide/adaptive", FEW),
    rule(BatchXrayAttacks, 11, "wide/sliced", MANY),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    #[test]
    fn every_level_has_rules() {
        let names = [
            "wide",
            "bmi",
            "x86-64-v2",
            "avx2",
            "avx2-gfni",
            "avx512-v4",
            "avx512",
            "neon",
            "neon-sha3",
        ];
        assert_eq!(LEVELS, names);
        for (name, _) in Level::of_build() {
            assert!(LEVELS.contains(name) || *name == "scalar", "{name}");
        }
    }
}
