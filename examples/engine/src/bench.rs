//! The signature of the search: the number of nodes that it visits in fixed positions at a fixed
//! depth.

use crate::{children::Evaluator, limits::Limits, search::Search, table::Table, threats::Network};
use setwise_moves::{History, Position};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The depth without an argument.
pub(crate) const DEPTH: i32 = 12;

/// Openings, middlegames, endgames, and positions of Chess960 with castling.
const POSITIONS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R b KQkq - 3 8",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3N4/1BN1P3/PP2QPPP/R1BR2K1 b - - 2 13",
    "2r3k1/1p3ppp/p2rpn2/3q4/3P4/P2Q1N1P/1P3PP1/2RR2K1 w - - 0 24",
    "r4rk1/2p2ppp/p1np1q2/1pb1p3/4P1b1/1BPP1N2/PP1N1PPP/R2Q1RK1 w - - 1 12",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/5pk1/4p1p1/1R5p/5P1P/4PKP1/r7/8 b - - 4 42",
    "4k3/1p1n1p2/p3p1p1/3pP2p/3P1P1P/1P1B2P1/P4K2/8 w - - 3 33",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1rkr2bq/p1pp1ppp/1p2pn2/2b1n3/4P3/2N2NP1/PPPPBP1P/1RKR2BQ w DBdb - 4 7",
    "qrk2r1b/ppppbppp/2n1pn2/8/3PP1b1/2N2N2/PPPBBPPP/QRK2R1B b FBfb - 6 6",
];

#[derive(Clone, Default)]
pub(crate) struct Outcome {
    pub(crate) nodes: u64,
    /// By position.
    pub(crate) times: Vec<Duration>,
}

/// Searches each position with an empty table, and with a network of threats if there is one.
pub(crate) fn run(
    depth: i32,
    evaluator: Evaluator,
    network: &mut Option<Network>,
) -> Result<Outcome, String> {
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let table = Table::new(16).ok_or("no memory for the hash table")?;
    let mut search = Search::new(table, evaluator, Arc::default());
    search.network = network.take();
    let mut outcome = Outcome::default();
    for fen in POSITIONS {
        let position = Position::from_fen(fen).map_err(|error| format!("{fen}: {error}"))?;
        search.clear();
        let started = Instant::now();
        search.run(&position, &History::new(), &limits, |_, _, _, _| {});
        outcome.times.push(started.elapsed());
        outcome.nodes += search.nodes;
    }
    *network = search.network;
    Ok(outcome)
}

impl Outcome {
    pub(crate) fn nodes_per_second(&self) -> u128 {
        let time: Duration = self.times.iter().sum();
        u128::from(self.nodes) * 1_000_000 / time.as_micros().max(1)
    }
}

pub(crate) fn text(depth: i32, outcome: &Outcome) -> String {
    let time: Duration = outcome.times.iter().sum();
    let (count, millis) = (POSITIONS.len(), time.as_millis());
    let (nps, nodes) = (outcome.nodes_per_second(), outcome.nodes);
    format!(
        "positions {count}\ndepth     {depth}\ntime      {millis} ms\nnps       {nps}\nsignature {nodes}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threats::Way;
    use setwise_moves::MoveFunctions;
    use setwise_threats::Level;

    /// The signature at depth 4.
    fn signature() -> u64 {
        let text = include_str!("../tests/signature.txt");
        text.trim().parse().unwrap()
    }

    #[test]
    fn every_instruction_set_has_the_same_signature() {
        for kernel in MoveFunctions::all() {
            let outcome = run(4, Evaluator::new(true, kernel), &mut None).unwrap();
            assert_eq!(outcome.nodes, signature(), "{}", kernel.name());
        }
    }

    #[test]
    fn batches_do_not_change_the_signature() {
        let evaluator = Evaluator::new(false, MoveFunctions::selected());
        assert_eq!(run(4, evaluator, &mut None).unwrap().nodes, signature());
    }

    /// Each evaluation compares its accumulators with full extraction.
    #[test]
    fn threats_do_not_depend_on_the_way() {
        let mut nodes = vec![];
        let levels = Level::hand_written().map(Way::Changes);
        for way in levels.chain([Way::Extraction]) {
            let mut network = Some(Network::new(way));
            let evaluator = Evaluator::new(true, MoveFunctions::selected());
            nodes.push(run(3, evaluator, &mut network).unwrap().nodes);
            let checked = network.unwrap().checked;
            assert!(checked > nodes[0] / 2, "{way:?}: {checked} of {nodes:?}");
        }
        assert_ne!(
            nodes[0],
            run(
                3,
                Evaluator::new(true, MoveFunctions::selected()),
                &mut None
            )
            .unwrap()
            .nodes
        );
        assert!(nodes.iter().all(|count| *count == nodes[0]), "{nodes:?}");
    }
}
