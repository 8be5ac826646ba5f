//! Contenders measured in rounds, so that those that are compared run within moments of one
//! another.

use crate::clock;
use setwise_conformance::Rng;
use setwise_results::Row;
use setwise_results::five_digits;
use std::time::{Duration, Instant};

/// One pass over the input of a contest.
pub type Pass = Box<dyn FnMut()>;

/// Contenders with the same task.
pub struct Contest {
    /// The name of the task.
    pub case: String,
    /// Name, number of threads, and a pass of each.
    pub contenders: Vec<(String, usize, Pass)>,
}

/// Measures contests in rounds. In each round the contests come in random order, and within a
/// contest the contenders. A sample is the mean of passes that take `sample` together, after one
/// that is not counted.
///
/// Returns a row for each contender and ns per cycle of the CPU for each round. `progress` gets a
/// line for each contest of a round.
pub fn measure(
    contests: &mut [Contest],
    rounds: usize,
    sample: Duration,
    progress: &dyn Fn(&str),
) -> (Vec<Row>, Vec<f64>) {
    let rows = |contest: &Contest| {
        let case = contest.case.clone();
        let row = |(contender, threads, _): &(String, usize, Pass)| Row {
            case: case.clone(),
            contender: contender.clone(),
            threads: *threads,
            seconds: Vec::new(),
        };
        contest.contenders.iter().map(row).collect::<Vec<_>>()
    };
    let mut measured: Vec<Vec<Row>> = contests.iter().map(rows).collect();
    let (mut rng, mut cycles) = (Rng::new(5), Vec::new());
    for round in 1..=rounds {
        let mut order: Vec<_> = contests.iter_mut().zip(&mut measured).collect();
        rng.shuffle(&mut order);
        for (contest, rows) in order {
            progress(&format!("round {round} of {rounds}: {}", contest.case));
            let mut order: Vec<_> = contest.contenders.iter_mut().zip(rows).collect();
            rng.shuffle(&mut order);
            for ((_, _, pass), row) in order {
                let seconds = five_digits(mean(pass, sample) * 1e9) / 1e9;
                row.seconds.push(Some(seconds));
            }
        }
        cycles.push(five_digits(clock::cycle()));
    }
    (measured.into_iter().flatten().collect(), cycles)
}

/// Returns the seconds per pass.
fn mean(pass: &mut Pass, least: Duration) -> f64 {
    pass();
    let (start, mut passes) = (Instant::now(), 0_u32);
    loop {
        pass();
        passes += 1;
        let elapsed = start.elapsed();
        if elapsed >= least {
            // The clock may be too coarse for a smoke run.
            return (elapsed.as_secs_f64() / f64::from(passes)).max(1e-9);
        }
    }
}
