//! The perft benchmark: the library's kernels, cozy-chess and `chess` count the same trees and the
//! same arrays of positions in one process, and answer other calls for many positions. Every answer
//! of every pass is checked; a wrong one ends the run without a result.

mod arrays;
mod cozy;
mod trees;

use crate::rounds::measure;
use setwise_moves::MoveFunctions;
use setwise_results::Measured;
use setwise_results::perft::{COZY_PEXT, PerftRun};
use std::time::Duration;

/// Runs the benchmark, in about four minutes; a smoke run measures little. `rounds` replaces the
/// usual number of rounds. `progress` gets a line for each case of a round.
///
/// # Errors
/// A contender counts wrong, or the system gives no threads.
pub fn run(smoke: bool, rounds: Option<usize>, progress: &dyn Fn(&str)) -> Measured<PerftRun> {
    let (usual, sample, budget) = if smoke { (1, 0, 0) } else { (7, 100, 8_000) };
    let (rounds, times) = (rounds.unwrap_or(usual), [sample, budget]);
    let (trees, mut contests) = trees::all(smoke)?;
    let (arrays, others) = arrays::all(smoke)?;
    contests.extend(others);
    let (rows, _) = measure(contests, rounds, times.map(Duration::from_millis), progress)?;
    let run = PerftRun {
        built_for: built_for(),
        best: MoveFunctions::selected().name().into(),
        trees,
        arrays,
    };
    Ok((rounds, rows, run))
}

fn built_for() -> Vec<String> {
    macro_rules! enabled {
        ($($feature:literal)*) => {
            [$((cfg!(target_feature = $feature), $feature)),*]
        };
    }
    let all = enabled!("popcnt" "lzcnt" "bmi1" "bmi2" "avx2" "gfni" "avx512f" "avx512vbmi2" "neon");
    let enabled = all.into_iter().filter(|(is_enabled, _)| *is_enabled);
    let enabled = enabled.map(|(_, feature)| feature.into());
    // Cargo.toml enables the feature under the same condition.
    let pext = cfg!(target_feature = "bmi2").then(|| COZY_PEXT.into());
    enabled.chain(pext).collect()
}
