//! Iterative deepening, and the state that all parts of a search share.

use crate::children::{Evaluator, Node};
use crate::evaluate::{LEAST_MATE, MATE, MAX_SCORE};
use crate::{limits::Limits, order::Choices, table::Table, threats::Network};
use setwise_moves::{History, Move, Position};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Greater than every score.
pub(crate) const INFINITE: i32 = 31_000;
pub(crate) const DRAW: i32 = 0;
/// The greatest depth of an iteration.
pub(crate) const MAX_DEPTH: i32 = 100;
/// The number of half-moves from the root after which positions are evaluated without search.
pub(crate) const MAX_PLY: usize = 200;
/// The clock is read once in this number of nodes.
const NODES_PER_CHECK: u64 = 256;
/// Half the width of the first window around the score of the last iteration.
const WINDOW: i32 = 35;

const _: () = assert!(MAX_SCORE < LEAST_MATE && MATE < INFINITE);

/// The memory of a search for one distance from the root.
#[derive(Clone, Default)]
pub(crate) struct Ply {
    /// The best line from this node.
    pub(crate) line: Vec<Move>,
    /// The last quiet moves that were better than the opponent allows.
    pub(crate) killers: [Option<Move>; 2],
    pub(crate) choices: Choices,
}

/// A search, with the memory that it keeps from move to move.
pub(crate) struct Search {
    pub(crate) table: Table,
    pub(crate) evaluator: Evaluator,
    /// What is added to the evaluation; nothing by default.
    pub(crate) network: Option<Network>,
    pub(crate) plies: Vec<Ply>,
    /// How well quiet moves have done, by color, source and target.
    pub(crate) history: Vec<i32>,
    /// The positions of the game and of the line that is being searched, without the present one.
    pub(crate) path: History,
    pub(crate) nodes: u64,
    pub(crate) stopped: bool,
    stop: Arc<AtomicBool>,
    started: Instant,
    limits: Limits,
}

impl Search {
    /// Makes a search that ends when `stop` becomes true.
    pub(crate) fn new(table: Table, evaluator: Evaluator, stop: Arc<AtomicBool>) -> Self {
        Self {
            table,
            evaluator,
            network: None,
            plies: vec![Ply::default(); MAX_PLY + 1],
            history: vec![0; 2 << 12],
            path: History::new(),
            nodes: 0,
            stopped: false,
            stop,
            started: Instant::now(),
            limits: Limits::default(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.table.clear();
        self.history.fill(0);
        self.plies.fill(Ply::default());
    }

    /// Searches a position. `earlier` are the earlier positions of the game. `report` gets the
    /// depth, the score and the time of each iteration. Returns the best move; `None` if there is
    /// no legal move.
    pub(crate) fn run(
        &mut self,
        position: &Position,
        earlier: &History,
        limits: &Limits,
        mut report: impl FnMut(&Self, i32, i32, Duration),
    ) -> Option<Move> {
        self.started = Instant::now();
        self.limits = *limits;
        self.nodes = 0;
        self.stopped = false;
        self.table.begin_search();
        self.path.clone_from(earlier);
        self.history.iter_mut().for_each(|value| *value /= 8);

        let root = self.evaluator.one(position);
        if let Some(network) = &mut self.network {
            network.start(position);
        }
        let mut best = *position.legal_moves().first()?;
        let mut score = root.score;
        for depth in 1..=limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
            score = self.iterate(&root, depth, score);
            if self.stopped {
                break;
            }
            if let Some(&first) = self.plies[0].line.first() {
                best = first;
            }
            let time = self.started.elapsed();
            report(self, depth, score, time);
            // An iteration takes about twice as long as all before.
            if limits.time.is_some_and(|all| 2 * time >= all) {
                break;
            }
        }
        Some(best)
    }

    /// Searches to a depth, first with a small window around the score of the last iteration.
    fn iterate(&mut self, root: &Node, depth: i32, last: i32) -> i32 {
        let mut window = (last - WINDOW, last + WINDOW);
        if depth < 4 {
            window = (-INFINITE, INFINITE);
        }
        loop {
            let score = self.search(root, depth, window, 0);
            if self.stopped {
                return score;
            }
            window = match score {
                low if low <= window.0 && window.0 > -INFINITE => (-INFINITE, window.1),
                high if high >= window.1 && window.1 < INFINITE => (window.0, INFINITE),
                exact => return exact,
            };
        }
    }

    /// Passes the network a move, or a null move, that leads from a ply to the next one.
    pub(crate) fn make(&mut self, ply: usize, found: Option<Move>, child: &Node) {
        if let Some(network) = &mut self.network {
            network.make(ply, found, &child.position);
        }
    }

    /// Returns the static score of the node of a ply, for the side to move.
    pub(crate) fn static_score(&mut self, node: &Node, ply: usize) -> i32 {
        let Some(network) = &mut self.network else {
            return node.score;
        };
        (node.score + network.evaluate(ply)).clamp(-MAX_SCORE, MAX_SCORE)
    }

    /// Counts a node. Sets `stopped` if the search must end.
    pub(crate) fn count_node(&mut self) {
        self.nodes += 1;
        self.stopped |= self.limits.nodes.is_some_and(|all| self.nodes >= all);
        if self.nodes.is_multiple_of(NODES_PER_CHECK) {
            let time = self.limits.time;
            self.stopped |= self.stop.load(Ordering::Relaxed)
                || time.is_some_and(|all| self.started.elapsed() >= all);
        }
    }

    /// Returns the score of a position where the game is over.
    pub(crate) fn game_over(&self, node: &Node, ply: usize) -> Option<i32> {
        let position = &node.position;
        if !node.has_moves {
            let mated = ply as i32 - MATE;
            return Some(if node.is_check() { mated } else { DRAW });
        }
        let is_draw = position.halfmoves() >= 100
            || position.has_insufficient_material()
            // Once is enough: a line that repeats makes no progress.
            || self.path.plies_to_repetition(position).is_some();
        (ply > 0 && is_draw).then_some(DRAW)
    }
}
