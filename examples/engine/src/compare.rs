//! Compares batches with one position after the other, at each place where the search evaluates
//! children.

use crate::bench;
use crate::children::{Batching, Evaluator, FASTEST};
use crate::threats::{Network, Way};
use setwise_moves::MoveKernel;
use std::time::Duration;

/// The number of rounds without an argument.
pub(crate) const ROUNDS: usize = 7;
/// The depth of the bench here.
const DEPTH: i32 = 8;
/// The least times of both ways so far, in parts: batches, and one by one.
type Least = [Vec<Duration>; 2];

/// Returns tables of times. The two ways take turns; each part of a figure is the least of its
/// rounds.
pub(crate) fn run(rounds: usize) -> Result<String, String> {
    let kernel = MoveKernel::best();
    let mut text = format!("kernel {}, {rounds} rounds\n\n", kernel.name());
    text += "bench, ms                  batch  one by one  ratio\n";
    let [singly, children, captures] = [(false, false), (true, false), (true, true)]
        .map(|(children, captures)| Batching { children, captures });
    for (place, batch, single) in [
        ("children of a node", children, singly),
        ("captures in quiescence", captures, children),
    ] {
        let times = |batching| {
            let evaluator = Evaluator::new(batching, kernel);
            bench::run(DEPTH, evaluator, &mut None).map(|outcome| outcome.times)
        };
        let mut least = Least::default();
        for _ in 0..rounds {
            keep_least(&mut least[0], times(batch)?);
            keep_least(&mut least[1], times(single)?);
        }
        row(&mut text, place, &least);
    }
    Ok(text)
}

/// Returns a table of nodes per second with a network of threats, by the way of finding them, and
/// without a network. The ways take turns; the time of each position is the least of its rounds.
/// The ratio is the speedup of the first way; beside it is the median of the ratios
/// of all positions and rounds.
pub(crate) fn threats(rounds: usize) -> Result<String, String> {
    let kernel = MoveKernel::best();
    let names = Way::NAMES.into_iter().chain(["none"]);
    let networks = names.clone().map(|name| Way::named(name).map(Network::new));
    let mut networks: Vec<Option<Network>> = networks.collect();
    let mut outcomes = vec![bench::Outcome::default(); networks.len()];
    let mut ratios: Vec<Vec<f64>> = vec![vec![]; networks.len()];
    for _ in 0..rounds {
        let mut of_changes = vec![];
        for (place, network) in networks.iter_mut().enumerate() {
            let found = bench::run(DEPTH, Evaluator::new(FASTEST, kernel), network)?;
            if place == 0 {
                of_changes.clone_from(&found.times);
            }
            let pairs = found.times.iter().zip(&of_changes);
            ratios[place].extend(pairs.map(|(time, of)| time.div_duration_f64(*of)));
            outcomes[place].nodes = found.nodes;
            keep_least(&mut outcomes[place].times, found.times);
        }
    }
    let mut text = format!("kernel {}, {rounds} rounds\n\n", kernel.name());
    text += "threats     nodes/s  ratio  median  signature\n";
    let of_changes = outcomes[0].nodes_per_second() as f64;
    for ((name, outcome), ratios) in names.zip(&outcomes).zip(&mut ratios) {
        let (rate, nodes) = (outcome.nodes_per_second(), outcome.nodes);
        ratios.sort_by(f64::total_cmp);
        let median = ratios.get(ratios.len() / 2).copied().unwrap_or(f64::NAN);
        let ratio = of_changes / rate as f64;
        text += &format!("{name:10} {rate:8} {ratio:6.2} {median:7.2} {nodes:10}\n");
    }
    Ok(text)
}

fn keep_least(least: &mut Vec<Duration>, times: Vec<Duration>) {
    if least.is_empty() {
        *least = times;
        return;
    }
    for (least, time) in least.iter_mut().zip(times) {
        *least = time.min(*least);
    }
}

fn row(text: &mut String, name: &str, least: &Least) {
    let sum = |times: &Vec<Duration>| times.iter().sum::<Duration>().as_secs_f64() * 1e3;
    let [batch, single] = least.each_ref().map(sum);
    let ratio = batch / single;
    *text += &format!("{name:24} {batch:7.0} {single:11.0} {ratio:6.2}\n");
}
