//! The perft benchmark: the library's kernels, cozy-chess and `chess` count the same trees and the
//! same arrays of positions in one process, and answer other calls for many positions.
//!
//! * **Rounds**: in each one the cases come in random order, and within a case the contenders, one
//!   right after the other. Ratios are taken within a round ([`setwise_results::Timed::ratio_to`]).
//! * **Samples**: a contender counts the case again and again for a tenth of a second; the time of
//!   a sample is the mean of its passes. Slow contenders take part in the first three rounds only.
//! * **Checks**: every count of every pass is compared with the known count, for arrays that of
//!   each position. A wrong count ends the run without a result.
//! * **Threads** are not bound to CPUs, as some rows need several of them.
//!
//! ```
//! let settings = setwise_benches::perft::Settings::new(true);
//! let run = setwise_benches::perft::run(settings, |_| ()).unwrap();
//! assert!(run.rows.iter().any(|row| row.contender == "cozy-chess"));
//! ```

mod calls;
mod cases;
mod contenders;

use anyhow::{Context, Result, ensure};
use calls::Answers;
use cases::Case;
use contenders::Contender;
use setwise_conformance::Rng;
use setwise_moves::MoveKernel;
use setwise_results::Row;
use setwise_results::perft::PerftRun;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The length of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Whether trees and arrays are small.
    pub smoke: bool,
    /// The number of rounds.
    pub rounds: usize,
    /// The least length of a sample.
    pub sample: Duration,
    /// The time for one case after which a contender sits out.
    pub budget: Duration,
}

/// Rounds that no contender sits out.
const LEAST: usize = 3;

impl Settings {
    /// Returns the settings of result files, which take about four minutes; or for a smoke run, the
    /// shortest ones.
    pub const fn new(smoke: bool) -> Self {
        let (rounds, sample, budget) = if smoke { (1, 0, 0) } else { (7, 100, 8_000) };
        Self {
            smoke,
            rounds,
            sample: Duration::from_millis(sample),
            budget: Duration::from_millis(budget),
        }
    }
}

/// A contender that takes part in a case.
struct Entry<'a> {
    case: &'a Case,
    contender: &'a Contender,
    seconds: Vec<Option<f64>>,
    used: Duration,
}

/// Measures everything; `progress` gets a line for each case.
///
/// # Errors
/// A contender counts wrong, or the system gives no threads.
pub fn run(settings: Settings, progress: impl Fn(&str)) -> Result<PerftRun> {
    let (contenders, cases) = (contenders::all()?, cases::all(settings.smoke)?);
    let entries = |case| {
        let entry = move |contender| Entry {
            case,
            contender,
            seconds: vec![None; settings.rounds],
            used: Duration::ZERO,
        };
        let counts = contenders.iter().filter(move |one| one.counts(case));
        counts.map(entry)
    };
    let groups = cases.iter().map(|case| entries(case).collect());
    let mut groups: Vec<Vec<Entry<'_>>> = groups.collect();
    let mut rng = Rng::new(3);
    let mut answers = Answers::default();
    for round in 0..settings.rounds {
        let mut order: Vec<_> = groups.iter_mut().zip(&cases).collect();
        rng.shuffle(&mut order);
        for (group, case) in order {
            let (name, number) = (&case.name, round + 1);
            progress(&format!("round {number} of {}: {name}", settings.rounds));
            let takes_part = |entry: &&mut Entry<'_>| round < LEAST || entry.used < settings.budget;
            let mut entries: Vec<_> = group.iter_mut().filter(takes_part).collect();
            rng.shuffle(&mut entries);
            for entry in entries {
                let sampled = sample(case, entry.contender, settings.sample, &mut answers);
                let what = || format!("{} on {name}", entry.contender.name());
                let (mean, all) = sampled.with_context(what)?;
                entry.seconds[round] = Some(mean);
                entry.used += all;
            }
        }
    }
    let rows = groups.into_iter().flatten().map(|entry| Row {
        case: entry.case.name.clone(),
        contender: entry.contender.name().into(),
        threads: entry.contender.threads,
        seconds: entry.seconds,
    });
    Ok(PerftRun {
        rounds: settings.rounds,
        built_for: built_for(),
        best: MoveKernel::best().name().into(),
        rows: rows.collect(),
        trees: cases.iter().filter_map(|case| case.tree.clone()).collect(),
        arrays: cases.iter().filter_map(|case| case.array.clone()).collect(),
    })
}

/// Counts once and returns the time, if the count is right.
fn pass(case: &Case, contender: &Contender, answers: &mut Answers) -> Result<Duration> {
    answers.spoil(case.call, case.digests.len());
    let start = Instant::now();
    if let Some(tree) = &case.tree {
        let leaves = black_box(contender.perft(black_box(case), tree.depth));
        let elapsed = start.elapsed();
        let known = tree.leaves;
        ensure!(leaves == known, "{leaves} leaves, not {known}");
        return Ok(elapsed);
    }
    contender.answer(black_box(case), black_box(answers))?;
    let elapsed = start.elapsed();
    let found = answers.digests(case.call);
    let mut pairs = found.iter().zip(&case.digests);
    let wrong = pairs.position(|(found, known)| found != known);
    ensure!(wrong.is_none(), "wrong answer for position {wrong:?}");
    Ok(elapsed)
}

/// Returns the seconds per pass of a sample, and its time.
fn sample(
    case: &Case,
    contender: &Contender,
    least: Duration,
    answers: &mut Answers,
) -> Result<(f64, Duration)> {
    // The first pass starts with the caches of the previous contender. In a long pass that does not
    // matter.
    let first = pass(case, contender, answers)?;
    let (mut all, mut passes) = match first >= least && !least.is_zero() {
        true => (first, 1),
        false => (Duration::ZERO, 0),
    };
    while all < least || passes == 0 {
        all += pass(case, contender, answers)?;
        passes += 1;
    }
    // The clock may be too coarse for a smoke run.
    let mean = (all.as_secs_f64() / f64::from(passes)).max(1e-9);
    Ok((mean, all))
}

/// Returns the instruction sets that the compiler may use in all code of this program.
fn built_for() -> Vec<String> {
    let mut found = Vec::new();
    macro_rules! add {
        ($($feature:literal)*) => {
            $(found.extend(cfg!(target_feature = $feature).then(|| $feature.into()));)*
        };
    }
    add!("popcnt" "lzcnt" "bmi1" "bmi2" "avx2" "gfni" "avx512f" "avx512vbmi2" "neon");
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every contender answers everything right, in every round that it takes part in.
    #[test]
    fn a_run() {
        let settings = Settings {
            rounds: LEAST + 1,
            ..Settings::new(true)
        };
        let run = run(settings, |_| ()).unwrap();
        assert_eq!((run.trees.len(), run.arrays.len()), (5, 8));
        let kernels = MoveKernel::all().count();
        let alone = run.rows.iter().filter(|row| row.threads == 1).count();
        // Two trees and the aligned array are for the best kernel only. The other libraries have no
        // function for some calls.
        assert_eq!(alone, (kernels + 3) * 5 + 3 + (kernels + 1) * 5 + 3);
        for row in &run.rows {
            let there = row.seconds.iter().flatten().count();
            assert_eq!(there, LEAST, "{row:?}: without a budget it sits out");
            assert!(row.seconds.iter().flatten().all(|time| *time > 0.0));
        }
        assert!(run.rows.iter().any(|row| row.contender == run.best));
    }

    #[test]
    fn a_wrong_count_is_an_error() {
        let mut cases = cases::all(true).unwrap();
        let array = cases.iter().position(|case| case.tree.is_none()).unwrap();
        cases[0].tree.as_mut().unwrap().leaves += 1;
        cases[array].digests[5] += 1;
        let all = contenders::all().unwrap();
        for contender in all.iter().filter(|one| one.counts(&cases[array])) {
            let wrong = |case| {
                pass(case, contender, &mut Answers::default())
                    .unwrap_err()
                    .to_string()
            };
            assert_eq!(
                wrong(&cases[0]),
                "197281 leaves, not 197282",
                "{contender:?}"
            );
            assert!(
                wrong(&cases[array]).contains("position Some(5)"),
                "{contender:?}"
            );
        }
    }
}
