//! The perft benchmark: the library's kernels, cozy-chess and `chess` count the same trees and the same arrays of
//! positions in one process.
//!
//! * **Rounds**: in each one the cases come in random order, and within a case the contenders, one right after the
//!   other. Ratios are taken within a round ([`Row::ratio_to`]).
//! * **Samples**: a contender passes over the case until a tenth of a second is over; the time of a sample is the mean
//!   of its passes. Contenders that need long for a pass sit out later rounds, but not the first three.
//! * **Right or nothing**: every count of every pass of a tree, and every single count of an array, is compared with the
//!   known one. A wrong one ends the run, and there is no result.
//! * **Threads** are not bound to CPUs, as some rows need several of them.
//!
//! ```
//! let settings = setwise_benches::perft::Settings::smoke();
//! let run = setwise_benches::perft::run(settings, |_| ()).unwrap();
//! assert!(run.rows.iter().any(|row| row.contender == "cozy-chess"));
//! ```

mod cases;
mod contenders;

use crate::results::perft::{PerftRun, Row};
use crate::rng::Rng;
use cases::{ArrayCase, TreeCase};
use contenders::Contender;
use setwise_moves::MoveKernel;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Small trees and arrays?
    pub smoke: bool,
    /// How many rounds.
    pub rounds: usize,
    /// How long a sample is at least.
    pub sample: Duration,
    /// After so much time in one case a contender sits out.
    pub budget: Duration,
}

/// Rounds that nobody sits out.
const LEAST: usize = 3;

impl Settings {
    /// What result files are made with: about three minutes.
    pub const fn new() -> Self {
        Self {
            smoke: false,
            rounds: 7,
            sample: Duration::from_millis(100),
            budget: Duration::from_secs(8),
        }
    }

    /// As short as can be, to see that everything works.
    pub const fn smoke() -> Self {
        Self {
            smoke: true,
            rounds: 1,
            sample: Duration::ZERO,
            budget: Duration::ZERO,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self::new()
    }
}

/// A case of either kind.
enum Case {
    Tree(TreeCase),
    Array(ArrayCase),
}

impl Case {
    fn name(&self) -> &str {
        match self {
            Self::Tree(case) => &case.tree.name,
            Self::Array(case) => &case.array.name,
        }
    }

    fn has(&self, contender: &Contender) -> bool {
        match self {
            Self::Tree(case) => !case.for_threads || contender.is_best(),
            Self::Array(_) => contender.threads == 1,
        }
    }

    /// Counts once; the time, if the count is right.
    fn pass(&self, contender: &Contender, counts: &mut Vec<u32>) -> Result<Duration, String> {
        match self {
            Self::Tree(case) => {
                let start = Instant::now();
                let leaves = black_box(contender.perft(black_box(case)));
                let elapsed = start.elapsed();
                right(leaves == case.tree.leaves, || {
                    format!("{leaves} leaves, not {}", case.tree.leaves)
                })
                .map(|()| elapsed)
            }
            Self::Array(case) => {
                // No count of an earlier pass can stand for one that was not written.
                counts.clear();
                counts.resize(case.counts.len(), u32::MAX);
                let start = Instant::now();
                contender.count(black_box(case), black_box(&mut counts[..]))?;
                let elapsed = start.elapsed();
                let mut pairs = counts.iter().zip(&case.counts);
                let wrong = pairs.position(|(found, known)| found != known);
                right(wrong.is_none(), || {
                    format!("a wrong number of moves of position {wrong:?}")
                })
                .map(|()| elapsed)
            }
        }
    }
}

fn right(is_right: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if is_right { Ok(()) } else { Err(what()) }
}

/// Measures everything; `progress` gets a line now and then.
///
/// # Errors
/// A contender counts wrong, or threads cannot be had.
pub fn run(settings: Settings, progress: impl Fn(&str)) -> Result<PerftRun, String> {
    let contenders = contenders::all()?;
    let trees = cases::trees(settings.smoke)?.into_iter().map(Case::Tree);
    let arrays = cases::arrays(settings.smoke)?.into_iter().map(Case::Array);
    let cases: Vec<Case> = trees.chain(arrays).collect();
    let mut rows: Vec<(Row, usize, usize, Duration)> = Vec::new();
    for (c, case) in cases.iter().enumerate() {
        for (who, contender) in contenders.iter().enumerate() {
            if case.has(contender) {
                let row = Row {
                    case: case.name().into(),
                    contender: contender.name().into(),
                    threads: contender.threads,
                    seconds: vec![None; settings.rounds],
                };
                rows.push((row, c, who, Duration::ZERO));
            }
        }
    }
    let mut rng = Rng::new(3);
    let mut counts = Vec::new();
    for round in 0..settings.rounds {
        let mut order: Vec<usize> = (0..cases.len()).collect();
        rng.shuffle(&mut order);
        for c in order {
            let case = &cases[c];
            progress(&format!(
                "round {} of {}: {}",
                round + 1,
                settings.rounds,
                case.name()
            ));
            let mut takes_part: Vec<_> = rows
                .iter_mut()
                .filter(|(_, of, _, used)| *of == c && (round < LEAST || *used < settings.budget))
                .collect();
            rng.shuffle(&mut takes_part);
            for (row, _, who, used) in takes_part {
                let sample = sample(case, &contenders[*who], settings.sample, &mut counts)
                    .map_err(|wrong| format!("{} on {}: {wrong}", row.contender, row.case))?;
                row.seconds[round] = Some(sample.mean);
                *used += sample.all;
            }
        }
    }
    let (mut tree_cases, mut array_cases) = (Vec::new(), Vec::new());
    for case in cases {
        match case {
            Case::Tree(case) => tree_cases.push(case.tree),
            Case::Array(case) => array_cases.push(case.array),
        }
    }
    Ok(PerftRun {
        rounds: settings.rounds,
        built_for: built_for(),
        best: MoveKernel::best().name().into(),
        trees: tree_cases,
        arrays: array_cases,
        rows: rows.into_iter().map(|(row, ..)| row).collect(),
    })
}

struct Sample {
    /// Seconds per pass.
    mean: f64,
    all: Duration,
}

fn sample(
    case: &Case,
    contender: &Contender,
    least: Duration,
    counts: &mut Vec<u32>,
) -> Result<Sample, String> {
    // The first pass finds the caches as the contender before left them. A long one is not told from others by that.
    let mut all = Duration::ZERO;
    let first = case.pass(contender, counts)?;
    let mut passes = 0;
    if first >= least && !least.is_zero() {
        (all, passes) = (first, 1);
    }
    while all < least || passes == 0 {
        all += case.pass(contender, counts)?;
        passes += 1;
    }
    Ok(Sample {
        // The clock may be too coarse for a smoke run.
        mean: (all.as_secs_f64() / f64::from(passes)).max(1e-9),
        all,
    })
}

/// Instruction sets that the compiler may use in all code of this program.
fn built_for() -> Vec<String> {
    let mut found = Vec::new();
    macro_rules! look {
        ($($feature:literal)*) => {
            $(if cfg!(target_feature = $feature) {
                found.push(String::from($feature));
            })*
        };
    }
    look!("popcnt" "lzcnt" "bmi1" "bmi2" "avx2" "gfni" "avx512f" "avx512vbmi2" "neon");
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every contender counts everything right, in every round that it takes part in.
    #[test]
    fn a_run() {
        let settings = Settings {
            rounds: LEAST + 1,
            ..Settings::smoke()
        };
        let run = run(settings, |_| ()).unwrap();
        assert_eq!((run.trees.len(), run.arrays.len()), (5, 2));
        let kernels = MoveKernel::all().count();
        let alone = run.rows.iter().filter(|row| row.threads == 1).count();
        assert_eq!(alone, (kernels + 3) * 5 + 2);
        for row in &run.rows {
            let there = row.seconds.iter().flatten().count();
            assert_eq!(there, LEAST, "{row:?}: who has no budget sits out");
            assert!(row.time().unwrap().min > 0.0, "{row:?}");
        }
        assert!(run.rows.iter().any(|row| row.contender == run.best));
    }

    #[test]
    fn a_wrong_count_is_an_error() {
        let mut trees = cases::trees(true).unwrap();
        trees[0].tree.leaves += 1;
        let case = Case::Tree(trees.remove(0));
        let mut arrays = cases::arrays(true).unwrap();
        arrays[0].counts[5] += 1;
        let array = Case::Array(arrays.remove(0));
        for contender in contenders::all().unwrap() {
            let wrong = case.pass(&contender, &mut Vec::new()).unwrap_err();
            assert_eq!(wrong, "197281 leaves, not 197282", "{contender:?}");
            let wrong = array.pass(&contender, &mut Vec::new()).unwrap_err();
            assert!(wrong.contains("position Some(5)"), "{contender:?}");
        }
    }
}
