//! Compares batches with one position after the other, and the ways of finding threats.

use crate::threats::{Network, Way};
use crate::{bench, children::Evaluator};
use setwise_moves::MoveFunctions;
use std::time::Duration;

/// The number of rounds without an argument.
pub(crate) const ROUNDS: i32 = 7;
/// The depth of the bench here.
const DEPTH: i32 = 8;
/// The least times of both ways so far, in parts: batches, and one by one.
type Least = [Vec<Duration>; 2];

/// Returns the times of the children of a node in a batch, and one by one. The two ways take turns;
/// each part of a figure is the least of its rounds.
pub(crate) fn run(rounds: i32) -> Result<String, String> {
    let kernel = MoveFunctions::selected();
    let mut least = Least::default();
    for _ in 0..rounds {
        for (least, in_batches) in least.iter_mut().zip([true, false]) {
            let evaluator = Evaluator::new(in_batches, kernel);
            keep_least(least, bench::run(DEPTH, evaluator, &mut None)?.times);
        }
    }
    let [batch, single] = least.map(|times| times.iter().sum::<Duration>().as_secs_f64() * 1e3);
    let (name, ratio) = (kernel.name(), batch / single);
    Ok(format!(
        "kernel {name}, {rounds} rounds\nchildren of a node, ms: {batch:.0} in a batch, {single:.0} one by one, ratio {ratio:.2}\n"
    ))
}

/// Returns a table of nodes per second with a network of threats, by the way of finding them, and
/// without a network. The ways take turns; the time of each position is the least of its rounds.
/// The ratio is the speedup of the first way; beside it is the median of the ratios
/// of all positions and rounds.
pub(crate) fn threats(rounds: i32) -> Result<String, String> {
    let kernel = MoveFunctions::selected();
    let names = Way::NAMES.into_iter().chain(["none"]);
    let networks = names.clone().map(|name| Way::named(name).map(Network::new));
    let mut networks: Vec<Option<Network>> = networks.collect();
    let mut outcomes = vec![bench::Outcome::default(); networks.len()];
    let mut ratios: Vec<Vec<f64>> = vec![vec![]; networks.len()];
    for _ in 0..rounds {
        let mut of_changes = vec![];
        for (place, network) in networks.iter_mut().enumerate() {
            let found = bench::run(DEPTH, Evaluator::new(true, kernel), network)?;
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
