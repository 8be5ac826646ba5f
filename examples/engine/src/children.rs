//! Nodes of the tree, and their evaluation: many at once, or one.

use crate::evaluate::evaluate;
use setwise_moves::{Analysis, Move, MoveKernel, Position, Scalar};
use std::slice::{from_mut, from_ref};

#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) position: Position,
    pub(crate) analysis: Analysis,
    /// The static evaluation, for the side to move.
    pub(crate) score: i32,
    pub(crate) has_moves: bool,
}

impl Node {
    fn new(position: &Position, analysis: &Analysis) -> Self {
        Self {
            position: *position,
            analysis: *analysis,
            score: evaluate(position, analysis),
            has_moves: analysis.legal_moves() != 0,
        }
    }

    pub(crate) fn is_check(&self) -> bool {
        self.analysis.is_check()
    }
}

/// The places of the search where children are evaluated in one batch, and not one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Batching {
    /// The children of a node of the main search, and those of a check. All are needed for the
    /// order of moves.
    pub(crate) children: bool,
    /// The captures of the quiescence search, of which only those before the first cutoff are
    /// needed.
    pub(crate) captures: bool,
}

/// The faster way at each place. docs/notes/engine.md has the measurements.
pub(crate) const FASTEST: Batching = Batching {
    children: true,
    captures: false,
};

/// With this many children or more, a batch is faster than one by one. docs/notes/engine.md has the
/// measurements.
const MIN_BATCH: usize = 8;

pub(crate) struct Evaluator {
    pub(crate) batching: Batching,
    many: MoveKernel,
    /// Scalar code: registers of many positions gain nothing for one.
    one: MoveKernel,
    positions: Vec<Position>,
    analyses: Vec<Analysis>,
}

impl Evaluator {
    pub(crate) fn new(batching: Batching, many: MoveKernel) -> Self {
        Self {
            batching,
            many,
            one: MoveKernel::of(Scalar),
            positions: Vec::new(),
            analyses: Vec::new(),
        }
    }

    pub(crate) fn one(&self, position: &Position) -> Node {
        let mut analysis = Analysis::default();
        let analyzed = self
            .one
            .analyze(from_ref(position), from_mut(&mut analysis));
        debug_assert!(analyzed.is_ok());
        Node::new(position, &analysis)
    }

    pub(crate) fn children(&mut self, parent: &Position, moves: &[Move], nodes: &mut Vec<Node>) {
        let in_batch = self.batching.children && moves.len() >= MIN_BATCH;
        self.all(parent, moves, nodes, in_batch);
    }

    /// Replaces `nodes` by the positions after these moves, in one batch or one by one.
    pub(crate) fn all(
        &mut self,
        parent: &Position,
        moves: &[Move],
        nodes: &mut Vec<Node>,
        in_batch: bool,
    ) {
        nodes.clear();
        let children = moves.iter().map(|&found| parent.play_unchecked(found));
        if !in_batch {
            nodes.extend(children.map(|child| self.one(&child)));
            return;
        }
        self.positions.clear();
        self.positions.extend(children);
        self.analyses.resize(moves.len(), Analysis::default());
        let analyzed = self.many.analyze(&self.positions, &mut self.analyses);
        debug_assert!(analyzed.is_ok());
        let pairs = self.positions.iter().zip(&self.analyses);
        nodes.extend(pairs.map(|(position, analysis)| Node::new(position, analysis)));
    }
}
