//! Nodes of the tree, and their evaluation: many at once, or one.

use crate::evaluate::evaluate;
use setwise_moves::{Analysis, Move, MoveFunctions, Position, Scalar};
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

/// With this many children or more, a batch is faster than one by one. docs/notes/engine.md has the
/// measurements.
const MIN_BATCH: usize = 8;

pub(crate) struct Evaluator {
    /// Whether the children of a node are evaluated in one batch, and not one by one.
    in_batches: bool,
    many: MoveFunctions,
    /// Scalar code: registers of many positions gain nothing for one.
    one: MoveFunctions,
    positions: Vec<Position>,
    analyses: Vec<Analysis>,
}

impl Evaluator {
    pub(crate) fn new(in_batches: bool, many: MoveFunctions) -> Self {
        Self {
            in_batches,
            many,
            one: MoveFunctions::of(Scalar),
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

    /// Replaces `nodes` by the positions after these moves.
    pub(crate) fn children(&mut self, parent: &Position, moves: &[Move], nodes: &mut Vec<Node>) {
        nodes.clear();
        let children = moves.iter().map(|&found| parent.play_unchecked(found));
        if !self.in_batches || moves.len() < MIN_BATCH {
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
