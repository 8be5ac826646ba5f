//! The quiescence search: captures and promotions until the position is quiet; all moves in check.

use crate::children::Node;
use crate::order::{Choices, rank_of_capture, rank_of_child};
use crate::search::{INFINITE, MAX_PLY, Search};
use setwise_moves::Stage;

/// A capture is not tried if its gain and this much more would leave the score below the window.
const MARGIN: i32 = 150;

impl Search {
    /// Returns the score of a node after the main search. It is exact within the window, a bound
    /// outside.
    pub(crate) fn quiescence(
        &mut self,
        node: &Node,
        (mut alpha, beta): (i32, i32),
        ply: usize,
    ) -> i32 {
        self.count_node();
        self.plies[ply].line.clear();
        if self.stopped {
            return 0;
        }
        if let Some(score) = self.game_over(node, ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return node.score;
        }
        let mut best = -INFINITE;
        if !node.is_check() {
            best = self.static_score(node, ply);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut choices = std::mem::take(&mut self.plies[ply].choices);
        if node.is_check() {
            self.list_evasions(node, &mut choices);
        } else {
            self.list_captures(node, alpha - best, &mut choices);
        }
        for (index, found) in choices.in_order() {
            let child = match choices.children.get(index) {
                Some(child) => *child,
                None => self.evaluator.one(&node.position.play_unchecked(found)),
            };
            self.make(ply, Some(found), &child);
            let score = -self.quiescence(&child, (-beta, -alpha), ply + 1);
            if self.stopped {
                break;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                self.record_line(found, ply);
            }
            if alpha >= beta {
                break;
            }
        }
        self.plies[ply].choices = choices;
        best
    }

    /// Lists all moves. Their order depends on the evaluation of their children.
    fn list_evasions(&mut self, node: &Node, choices: &mut Choices) {
        choices.moves.clear();
        choices.moves.extend(node.position.picker());
        self.evaluator
            .children(&node.position, &choices.moves, &mut choices.children);
        choices.sort_by(rank_of_child);
    }

    /// Lists the captures and promotions that may raise the score by more than `wanted`. Their
    /// order does not depend on the evaluation of their children. These are left out if it is
    /// faster to evaluate them one by one later.
    fn list_captures(&mut self, node: &Node, wanted: i32, choices: &mut Choices) {
        choices.clear();
        let mut picker = node.position.picker();
        while let Some(found) = picker.next_of(Stage::Promotions) {
            if let Some((gain, rank)) = rank_of_capture(node, found)
                && gain + MARGIN > wanted
            {
                choices.push(found, rank);
            }
        }
        choices.sort();
        if self.evaluator.batching.captures {
            let (moves, children) = (&choices.moves, &mut choices.children);
            self.evaluator.all(&node.position, moves, children, true);
        }
    }
}
