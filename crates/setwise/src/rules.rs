//! Which kernel for which call: the tables, one per instruction set. The figures behind them stand in
//! `docs/performance.md`.

use crate::kernel::EntryPoint::{self, *};

/// From `from` boards on, `kernel` serves `entry`.
pub(crate) struct Rule {
    pub(crate) entry: EntryPoint,
    pub(crate) from: usize,
    pub(crate) kernel: &'static str,
    pub(crate) why: &'static str,
}

/// The instruction sets that have rules.
#[cfg(test)]
pub(crate) const TIERS: [&str; 7] = [
    "wide",
    "bmi",
    "avx2",
    "avx2-gfni",
    "avx512",
    "neon",
    "neon-sha3",
];

/// The rules of an instruction set; by entry point, sizes ascending.
pub(crate) fn rules(isa: &str) -> &'static [Rule] {
    match isa {
        "avx512" => &AVX512,
        "avx2-gfni" => &AVX2_GFNI,
        "avx2" => &AVX2,
        "bmi" => &BMI,
        "neon" => &NEON,
        "neon-sha3" => &NEON_SHA3,
        _ => &WIDE,
    }
}

const fn rule(entry: EntryPoint, from: usize, kernel: &'static str, why: &'static str) -> Rule {
    Rule {
        entry,
        from,
        kernel,
        why,
    }
}

const LANES: &str = "a direction per lane does all eight at once";
const HALVES: &str = "two registers of four directions unite sooner than one of eight";
const ONE: &str = "one direction of one board has nothing to share";
const FEW: &str = "too few boards for slices";
const MANY: &str = "slices need no shifts, which pays for the transposition";
const LARGE: &str = "beyond the caches, written past them";
const SINGLE: &str = "one direction does not pay for a transposition";

static AVX512: [Rule; 11] = [
    rule(Attacks, 1, "avx2/compass", HALVES),
    rule(RayAttacks, 1, "avx512/compass", LANES),
    rule(OccludedFill, 1, "bmi/kogge-stone", ONE),
    rule(BatchAttacks, 1, "avx512/compass", LANES),
    rule(BatchAttacks, 4, "avx512/adaptive", FEW),
    rule(BatchAttacks, 44, "avx512/sliced", MANY),
    rule(BatchAttacks, 1 << 21, "avx512/sliced-stream", LARGE),
    rule(BatchRayAttacks, 1, "avx512/compass", LANES),
    rule(BatchRayAttacks, 3, "avx512/adaptive", FEW),
    rule(BatchRayAttacks, 72, "avx512/sliced", MANY),
    rule(BatchOccludedFill, 1, "avx512/kogge-stone", SINGLE),
];

static AVX2_GFNI: [Rule; 10] = [
    rule(Attacks, 1, "avx2-gfni/compass", LANES),
    rule(RayAttacks, 1, "avx2-gfni/compass", LANES),
    rule(OccludedFill, 1, "bmi/kogge-stone", ONE),
    rule(BatchAttacks, 1, "avx2-gfni/compass", LANES),
    rule(BatchAttacks, 3, "avx2-gfni/adaptive", FEW),
    rule(BatchAttacks, 24, "avx2-gfni/sliced", MANY),
    rule(BatchRayAttacks, 1, "avx2-gfni/compass", LANES),
    rule(BatchRayAttacks, 4, "avx2-gfni/adaptive", FEW),
    rule(BatchRayAttacks, 64, "avx2-gfni/sliced", MANY),
    rule(BatchOccludedFill, 1, "avx2-gfni/adaptive", SINGLE),
];

static AVX2: [Rule; 10] = [
    rule(Attacks, 1, "avx2/compass", LANES),
    rule(RayAttacks, 1, "avx2/compass", LANES),
    rule(OccludedFill, 1, "bmi/kogge-stone", ONE),
    rule(BatchAttacks, 1, "avx2/compass", LANES),
    rule(BatchAttacks, 3, "avx2/adaptive", FEW),
    rule(BatchAttacks, 22, "avx2/sliced", MANY),
    rule(BatchRayAttacks, 1, "avx2/compass", LANES),
    rule(BatchRayAttacks, 4, "avx2/adaptive", FEW),
    rule(BatchRayAttacks, 32, "avx2/sliced", MANY),
    rule(BatchOccludedFill, 1, "avx2/adaptive", SINGLE),
];

static BMI: [Rule; 8] = [
    rule(Attacks, 1, "bmi/kogge-stone", ONE),
    rule(RayAttacks, 1, "bmi/kogge-stone", ONE),
    rule(OccludedFill, 1, "bmi/kogge-stone", ONE),
    rule(BatchAttacks, 1, "wide/adaptive", FEW),
    rule(BatchAttacks, 11, "wide/sliced", MANY),
    rule(BatchRayAttacks, 1, "wide/adaptive", FEW),
    rule(BatchRayAttacks, 16, "wide/sliced", MANY),
    rule(BatchOccludedFill, 1, "wide/adaptive", SINGLE),
];

/// From predictions (`docs/results/predictions/aarch64.json`): no such CPU was at hand.
static NEON: [Rule; 11] = [
    rule(Attacks, 1, "neon/compass", LANES),
    rule(RayAttacks, 1, "neon/compass", LANES),
    rule(OccludedFill, 1, "scalar/kogge-stone", ONE),
    rule(BatchAttacks, 1, "neon/compass", LANES),
    rule(BatchAttacks, 2, "neon/adaptive", FEW),
    rule(BatchAttacks, 10, "neon/sliced", MANY),
    rule(BatchRayAttacks, 1, "neon/compass", LANES),
    rule(BatchRayAttacks, 2, "neon/adaptive", FEW),
    rule(BatchRayAttacks, 10, "neon/sliced", MANY),
    rule(BatchOccludedFill, 1, "neon/adaptive", FEW),
    rule(BatchOccludedFill, 10, "neon/sliced", MANY),
];

/// From predictions too.
static NEON_SHA3: [Rule; 11] = [
    rule(Attacks, 1, "neon/compass", LANES),
    rule(RayAttacks, 1, "neon/compass", LANES),
    rule(OccludedFill, 1, "scalar/kogge-stone", ONE),
    rule(BatchAttacks, 1, "neon/compass", LANES),
    rule(BatchAttacks, 2, "neon/adaptive", FEW),
    rule(BatchAttacks, 10, "neon-sha3/sliced", MANY),
    rule(BatchRayAttacks, 1, "neon/compass", LANES),
    rule(BatchRayAttacks, 2, "neon/adaptive", FEW),
    rule(BatchRayAttacks, 10, "neon-sha3/sliced", MANY),
    rule(BatchOccludedFill, 1, "neon/adaptive", FEW),
    rule(BatchOccludedFill, 10, "neon/sliced", MANY),
];

static WIDE: [Rule; 8] = [
    rule(Attacks, 1, "scalar/kogge-stone", ONE),
    rule(RayAttacks, 1, "scalar/kogge-stone", ONE),
    rule(OccludedFill, 1, "scalar/kogge-stone", ONE),
    rule(BatchAttacks, 1, "wide/adaptive", FEW),
    rule(BatchAttacks, 11, "wide/sliced", MANY),
    rule(BatchRayAttacks, 1, "wide/adaptive", FEW),
    rule(BatchRayAttacks, 16, "wide/sliced", MANY),
    rule(BatchOccludedFill, 1, "wide/adaptive", SINGLE),
];
