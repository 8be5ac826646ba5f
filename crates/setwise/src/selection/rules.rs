//! The rules: for each level, which kernel runs a call by the number of boards.
//! `docs/report.html` has the figures for them, `docs/notes/batch-calls.md` and
//! `docs/notes/streaming-stores.md` the experiments.

use setwise_core::EntryPoint::{self, *};
use setwise_core::{const_array, const_for};

/// The kernel that runs a call for some number of positions or more, if a given level is the best
/// of the host. Some CPU families have other rules, which [`selected`](super::selected) includes.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Rule {
    /// The call.
    pub entry: EntryPoint,
    /// The smallest number of positions, up to the next rule for this call; 1 for single positions.
    pub from: usize,
    /// The name of the kernel. This build may lack it, but has the rules of every level.
    pub kernel: &'static str,
    /// The reason in a few words.
    pub why: &'static str,
}

/// The kernel that is compiled into callers, for calls that are short in scalar code.
pub(crate) const IN_WORDS: &str = "scalar/kogge-stone";

/// The number of boards from which `batch_occluded_fill` calls a kernel. Fewer are filled in scalar
/// code in the caller (`docs/notes/fills.md`).
pub(crate) const FILL_BY_CALL: usize = 6;

/// The most rules for a call.
pub(crate) const MAX_STEPS: usize = 5;

/// The rules of a level: its kernels, and the numbers of boards from which they are used.
#[derive(Clone, Copy)]
pub(crate) struct LevelRules {
    pub(crate) level: &'static str,
    /// The kernel for single positions.
    pub(super) one: One,
    pub(super) few: &'static str,
    pub(super) many: &'static str,
    /// The kernel for results larger than the caches.
    pub(super) large: &'static str,
    /// The kernel of `batch_occluded_fill` from [`FILL_BY_CALL`] boards on.
    pub(super) fill: &'static str,
    /// The numbers of positions from which `batch_attacks` uses `few`, `many` and `large`.
    pub(super) attacks: [usize; 3],
    /// The same for `batch_ray_attacks`.
    pub(super) rays: [usize; 3],
    /// The same for `batch_xray_attacks`.
    pub(super) xrays: [usize; 3],
    /// Additional rules, at most one for each call.
    pub(super) also: &'static [Rule],
}

/// The kernel for single positions.
#[derive(Clone, Copy)]
pub(super) enum One {
    /// Scalar code.
    Words(&'static str),
    /// A direction per lane. It runs batches of fewer boards than `few` as well.
    Lanes(&'static str),
    /// Scalar code, which runs everything.
    Only(&'static str),
}
use One::{Lanes, Only, Words};

const NEVER: usize = usize::MAX;

#[rustfmt::skip]
pub(crate) const RULES: &[LevelRules] = &[SCALAR, WIDE, BMI, X86_64_V2, AVX2, AVX2_GFNI, AVX512_V4, AVX512, NEON, NEON_SHA3];

#[rustfmt::skip]
const SCALAR: LevelRules = LevelRules {
    level: "scalar", one: Only(IN_WORDS), few: "", many: "", large: "", fill: "",
    attacks: [NEVER; 3], rays: [NEVER; 3], xrays: [NEVER; 3], also: &[],
};

#[rustfmt::skip]
const WIDE: LevelRules = LevelRules {
    level: "wide", one: Words(IN_WORDS), few: "wide/adaptive", many: "wide/sliced", large: "", fill: "wide/adaptive",
    attacks: [1, 11, NEVER], rays: [1, 16, NEVER], xrays: [1, 11, NEVER], also: &[],
};

#[rustfmt::skip]
const BMI: LevelRules = LevelRules { level: "bmi", one: Words("bmi/kogge-stone"), ..WIDE };

#[rustfmt::skip]
const X86_64_V2: LevelRules = LevelRules {
    level: "x86-64-v2", few: "x86-64-v2/adaptive", many: "x86-64-v2/sliced", fill: "x86-64-v2/adaptive", ..WIDE
};

#[rustfmt::skip]
const AVX2: LevelRules = LevelRules {
    level: "avx2", one: Lanes("avx2/direction-per-lane"), few: "avx2/adaptive", many: "avx2/sliced",
    large: "avx2/sliced-stream", fill: "avx2/adaptive",
    attacks: [3, 22, NEVER], rays: [4, 32, 1 << 21], xrays: [3, 22, NEVER], also: &[],
};

#[rustfmt::skip]
const AVX2_GFNI: LevelRules = LevelRules {
    level: "avx2-gfni", one: Lanes("avx2-gfni/direction-per-lane"), few: "avx2-gfni/adaptive", many: "avx2-gfni/sliced",
    large: "avx2-gfni/sliced-stream", fill: "avx2-gfni/adaptive",
    attacks: [3, 24, NEVER], ..AVX2
};

#[rustfmt::skip]
const AVX512_V4: LevelRules = LevelRules {
    level: "avx512-v4", one: Lanes("avx512-v4/direction-per-lane"), few: "avx512-v4/adaptive", many: "avx512-v4/sliced",
    large: "avx512-v4/sliced-stream", fill: "avx512-v4/kogge-stone",
    attacks: [4, 44, 1 << 20], rays: [3, 64, 1 << 20], xrays: [5, 44, 1 << 20], also: &[],
};

/// Four boards fill only half a register, and take longer there than in a whole one of AVX2.
#[rustfmt::skip]
pub(super) const AVX512: LevelRules = LevelRules {
    level: "avx512", one: Lanes("avx512/direction-per-lane"), few: "avx512/adaptive", many: "avx512/sliced",
    large: "avx512/sliced-stream", fill: "avx512/kogge-stone",
    attacks: [5, 44, 1 << 20], rays: [5, 64, 1 << 20], xrays: [5, 44, 1 << 20],
    also: &[rule(BatchAttacks, 4, "avx2-gfni/adaptive", FEW), RAYS_IN_AVX2],
};

pub(super) const RAYS_IN_AVX2: Rule = rule(BatchRayAttacks, 3, "avx2-gfni/adaptive", FEW);

/// Predicted (`docs/results/predictions/aarch64.json`), because no such CPU is available.
#[rustfmt::skip]
const NEON: LevelRules = LevelRules {
    level: "neon", one: Lanes("neon/direction-per-lane"), few: "neon/adaptive", many: "neon/sliced", large: "",
    fill: "neon/adaptive", attacks: [2, 10, NEVER], rays: [2, 10, NEVER], xrays: [2, 10, NEVER],
    also: &[rule(BatchOccludedFill, 10, "neon/sliced", MANY)],
};

/// Predicted as well.
#[rustfmt::skip]
const NEON_SHA3: LevelRules = LevelRules { level: "neon-sha3", many: "neon-sha3/sliced", ..NEON };

const IN_LANES: &str = "a direction per lane fills all eight at once";
const ONE: &str = "scalar code suits a single position";
const ONLY: &str = "the level has scalar code only";
const INLINED: &str = "compiled into the caller, because the fill takes no longer than a call";
const FEW: &str = "too few boards for a transposition into ranks";
const MANY: &str = "fills by rank need no shifts, which outweighs the transposition";
const LARGE: &str = "results larger than the caches are written past them";
const SINGLE: &str = "one direction does not outweigh a transposition into ranks";

const fn rule(entry: EntryPoint, from: usize, kernel: &'static str, why: &'static str) -> Rule {
    Rule {
        entry,
        from,
        kernel,
        why,
    }
}

const fn rule_unless_never(
    entry: EntryPoint,
    from: usize,
    kernel: &'static str,
    why: &'static str,
) -> Option<Rule> {
    match from {
        NEVER => None,
        _ => Some(rule(entry, from, kernel, why)),
    }
}

impl LevelRules {
    /// Returns the rules for a call, numbers of boards ascending.
    pub(crate) fn of(&'static self, entry: EntryPoint) -> impl Iterator<Item = Rule> {
        self.steps(entry).into_iter().flatten()
    }

    /// Returns the rules for a call: the first, the added one, those for few, many, large batches.
    pub(crate) const fn steps(&self, entry: EntryPoint) -> [Option<Rule>; MAX_STEPS] {
        if let BatchOccludedFill = entry {
            let fill = match self.one {
                Only(_) => None,
                _ => Some(rule(entry, FILL_BY_CALL, self.fill, SINGLE)),
            };
            return [self.first(entry), fill, self.also(entry), None, None];
        }
        let [few, many, large] = match entry {
            BatchAttacks => self.attacks,
            BatchRayAttacks => self.rays,
            BatchXrayAttacks => self.xrays,
            _ => [NEVER; 3],
        };
        [
            self.first(entry),
            self.also(entry),
            rule_unless_never(entry, few, self.few, FEW),
            rule_unless_never(entry, many, self.many, MANY),
            rule_unless_never(entry, large, self.large, LARGE),
        ]
    }

    const fn first(&self, entry: EntryPoint) -> Option<Rule> {
        let (kernel, why) = match (entry, self.one) {
            (OccludedFill | BatchOccludedFill, _) => (IN_WORDS, INLINED),
            (_, Only(kernel)) => (kernel, ONLY),
            (_, Lanes(kernel)) => (kernel, IN_LANES),
            (Attacks | RayAttacks, Words(kernel)) => (kernel, ONE),
            _ => return None,
        };
        Some(rule(entry, 1, kernel, why))
    }

    const fn also(&self, entry: EntryPoint) -> Option<Rule> {
        const_for!(i, self.also.len(), {
            if self.also[i].entry.bit() == entry.bit() {
                return Some(self.also[i]);
            }
        });
        None
    }
}

/// The names of the levels that have [`rules()`].
pub const LEVELS: &[&str] = &const_array!(i, RULES.len(), RULES[i].level);

/// Returns the rules of one of the [`LEVELS`], by call, numbers of positions ascending. Any other
/// name returns those of `wide`. [`selected`](super::selected) returns their choice on this host.
///
/// ```
/// use setwise::{EntryPoint, selection::rules};
/// let many = rules("avx512").find(|rule| rule.entry == EntryPoint::BatchAttacks && rule.from > 30);
/// assert_eq!(many.map(|rule| rule.kernel), Some("avx512/sliced"));
/// ```
pub fn rules(level: &str) -> impl Iterator<Item = Rule> {
    let rules = rules_of(level);
    EntryPoint::ALL.iter().flat_map(|&entry| rules.of(entry))
}

/// Returns the rules of a level, or of `wide`.
pub(crate) fn rules_of(level: &str) -> &'static LevelRules {
    let found = RULES.iter().find(|rules| rules.level == level);
    found.unwrap_or(&WIDE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_dispatch::Level;

    #[test]
    fn every_level_has_rules() {
        let names = [
            "scalar",
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
            assert!(LEVELS.contains(name), "{name}");
        }
    }
}
