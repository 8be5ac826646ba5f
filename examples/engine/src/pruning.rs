//! Pruning and reductions of the main search.

use crate::tree::{Progress, history_index};
use crate::{children::Node, evaluate::LEAST_MATE, order::is_quiet, search::Search};
use setwise_moves::{Move, Position, Role, Setup};

impl Search {
    /// Returns a score of at least `beta` if the position is so good that no move needs to be
    /// tried.
    pub(crate) fn prune(&mut self, node: &Node, progress: &Progress) -> Option<i32> {
        let (beta, depth, ply) = (progress.beta, progress.depth, progress.ply);
        if progress.is_open || node.is_check() || beta.abs() >= LEAST_MATE {
            return None;
        }
        let score = self.static_score(node, ply);
        if score < beta {
            return None;
        }
        if depth <= 5 && score - 90 * depth >= beta {
            return Some(score);
        }
        // With pawns and king alone, passing may be better than every move.
        let position = &node.position;
        let pawns_and_king = position.by_role(Role::Pawn) | position.by_role(Role::King);
        if depth < 3 || position.by_color(position.turn()) & !pawns_and_king == 0 {
            return None;
        }
        // If the opponent could move twice and it would not help, one move will not help either.
        let mut setup = Setup::from(*position);
        (setup.turn, setup.en_passant) = (setup.turn.other(), None);
        let passed = self.evaluator.one(&Position::new(setup).ok()?);
        self.make(ply, None, &passed);
        let reduced = depth - 3 - depth / 4;
        let score = -self.search(&passed, reduced, (-beta, 1 - beta), ply + 1);
        (score >= beta && !self.stopped).then_some(score.min(LEAST_MATE - 1))
    }

    /// Returns whether a quiet move near the leaves is not worth a search, by the evaluation of its
    /// child.
    pub(crate) fn is_hopeless(
        &self,
        node: &Node,
        found: Move,
        child: &Node,
        progress: &Progress,
    ) -> bool {
        let depth = progress.depth;
        let is_late = progress.tried > (4 + 3 * depth * depth) as usize;
        let is_futile = -child.score + 80 * depth + 40 <= progress.alpha;
        let is_near = depth <= 3 && !progress.is_open && progress.score > -LEAST_MATE;
        let is_calm = || !node.is_check() && !child.is_check();
        is_near && (is_late || is_futile) && is_calm() && is_quiet(&node.position, found)
    }

    /// Returns the depth that is left out when a late quiet move is searched first.
    pub(crate) fn reduction(&self, node: &Node, found: Move, progress: &Progress) -> i32 {
        if progress.depth < 3 || progress.tried < 2 {
            return 0;
        }
        let by_depth = progress.depth.ilog2() as i32;
        let by_number = progress.tried.ilog2() as i32;
        let by_history = self.history[history_index(node, found)] / 600;
        let reduction = by_depth * by_number / 2 + 1 - i32::from(progress.is_open) - by_history;
        reduction.clamp(0, progress.depth - 2)
    }
}
