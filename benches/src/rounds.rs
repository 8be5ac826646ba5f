//! Contenders measured in rounds, so that those that are compared run within moments of one
//! another.

use crate::clock;
use anyhow::{Context, Result};
use rayon::ThreadPool;
use setwise_conformance::Rng;
use setwise_results::{Row, five_digits};
use std::cell::RefCell;
use std::time::{Duration, Instant};

/// Runs as many passes over the input of a contest as asked for, and returns their time.
pub(crate) type Pass = Box<dyn FnMut(u32) -> Result<Duration>>;

pub(crate) struct Contender {
    pub(crate) name: String,
    pub(crate) threads: usize,
    pass: Pass,
}

pub(crate) struct Contest {
    pub(crate) case: String,
    pub(crate) contenders: Vec<Contender>,
}

/// Rounds that no contender sits out.
const LEAST: usize = 3;

pub(crate) type Shared<T> = &'static RefCell<T>;

/// Keeps a value until the process ends. The contenders of a benchmark, which runs once, share it.
pub(crate) fn keep<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

pub(crate) fn shared<T>(value: T) -> Shared<T> {
    keep(RefCell::new(value))
}

pub(crate) fn pool(threads: usize) -> Result<&'static ThreadPool> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    Ok(keep(pool.with_context(|| format!("{threads} threads"))?))
}

/// Returns the numbers of threads that are compared with one: 2, 4, 8 and so on, and all CPUs.
pub(crate) fn several() -> impl Iterator<Item = usize> {
    let cpus = std::thread::available_parallelism().map_or(1, usize::from);
    let powers = std::iter::successors(Some(2), |n| Some(2 * n));
    let powers = powers.take_while(move |n| *n < cpus);
    powers.chain([cpus]).filter(|n| *n > 1)
}

pub(crate) fn timed(mut pass: impl FnMut() + 'static) -> Pass {
    Box::new(move |passes| {
        let start = Instant::now();
        (0..passes).for_each(|_| pass());
        Ok(start.elapsed())
    })
}

pub(crate) fn each(mut pass: impl FnMut() -> Result<Duration> + 'static) -> Pass {
    Box::new(move |passes| (0..passes).map(|_| pass()).sum())
}

impl Contender {
    pub(crate) fn new(name: &str, threads: usize, pass: Pass) -> Self {
        let name = name.into();
        Self {
            name,
            threads,
            pass,
        }
    }

    /// Runs one pass. Fails if the contender or its answer is wrong.
    pub(crate) fn try_once(&mut self) -> Result<()> {
        let done = (self.pass)(1).map(drop);
        done.with_context(|| self.name.clone())
    }
}

/// Measures contests in rounds. In each round the contests come in random order, and within a
/// contest the contenders. A sample is the mean of passes that take `least` together, after one
/// that is not counted. After the time `budget` in one case a contender sits out.
///
/// Returns a row for each contender and ns per cycle of the CPU for each round. `progress` gets a
/// line for each contest of a round. Fails if an answer is wrong.
pub(crate) fn measure(
    contests: Vec<Contest>,
    rounds: usize,
    [least, budget]: [Duration; 2],
    progress: &dyn Fn(&str),
) -> Result<(Vec<Row>, Vec<f64>)> {
    let entries = |Contest { case, contenders }| {
        let entry = |contender: Contender| {
            let row = Row {
                case: String::clone(&case),
                contender: contender.name,
                threads: contender.threads,
                seconds: vec![None; rounds],
            };
            (row, contender.pass, Duration::ZERO)
        };
        contenders.into_iter().map(entry).collect()
    };
    let mut contests: Vec<Vec<_>> = contests.into_iter().map(entries).collect();
    let (mut rng, mut cycles) = (Rng::new(5), Vec::new());
    for round in 0..rounds {
        let mut order: Vec<_> = contests.iter_mut().collect();
        rng.shuffle(&mut order);
        for contest in order {
            if let Some((Row { case, .. }, ..)) = contest.first() {
                progress(&format!("round {} of {rounds}: {case}", round + 1));
            }
            let takes_part = |used| round < LEAST || used < budget;
            let mut order: Vec<_> = contest.iter_mut().filter(|one| takes_part(one.2)).collect();
            rng.shuffle(&mut order);
            for (row, pass, used) in order {
                let sampled = sample(pass, least);
                let what = || format!("{} on {}", row.contender, row.case);
                let (mean, all) = sampled.with_context(what)?;
                row.seconds[round] = Some(five_digits(mean * 1e9) / 1e9);
                *used += all;
            }
        }
        cycles.push(five_digits(clock::cycle()));
    }
    let rows = contests.into_iter().flatten().map(|(row, ..)| row);
    Ok((rows.collect(), cycles))
}

/// Returns the seconds per pass of a sample, and its time.
fn sample(pass: &mut Pass, least: Duration) -> Result<(f64, Duration)> {
    // The first pass starts with the caches of the previous contender. In a long pass that does not
    // matter.
    let mut one = pass(1)?;
    let (mut all, mut passes) = match one >= least && !least.is_zero() {
        true => (one, 1),
        false => (Duration::ZERO, 0),
    };
    while all < least || passes == 0 {
        let left = (least - all).as_nanos() / one.as_nanos().max(1);
        let more = left.clamp(1, 1 << 20) as u32;
        let time = pass(more)?;
        (all, passes, one) = (all + time, passes + more, time / more);
    }
    // The clock may be too coarse for a smoke run.
    let mean = (all.as_secs_f64() / f64::from(passes)).max(1e-9);
    Ok((mean, all))
}
