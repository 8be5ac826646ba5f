//! The main search: alpha-beta with a zero window after the first move (principal variation
//! search).

use crate::order::{is_quiet, rank_of_child};
use crate::search::{INFINITE, MAX_PLY, Search};
use crate::table::{Bound, Entry};
use crate::{children::Node, evaluate::MATE};
use setwise_moves::Move;

/// The search of the moves of a node, so far.
pub(crate) struct Progress {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    /// Whether the window is open, so that the exact score is wanted.
    pub(crate) is_open: bool,
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    /// The number of moves that were searched or found hopeless.
    pub(crate) tried: usize,
    pub(crate) score: i32,
    pub(crate) best: Option<Move>,
}

impl Progress {
    fn is_cutoff(&self) -> bool {
        self.alpha >= self.beta
    }
}

impl Search {
    /// Returns the score of a node for the side to move. It is exact within the window, a bound
    /// outside.
    pub(crate) fn search(
        &mut self,
        node: &Node,
        depth: i32,
        (mut alpha, mut beta): (i32, i32),
        ply: usize,
    ) -> i32 {
        let depth = depth + i32::from(node.is_check());
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiescence(node, (alpha, beta), ply);
        }
        self.count_node();
        self.plies[ply].line.clear();
        if self.stopped {
            return 0;
        }
        if let Some(score) = self.game_over(node, ply) {
            return score;
        }
        // No line from here is better than mate at once.
        if ply > 0 {
            alpha = alpha.max(ply as i32 - MATE);
            beta = beta.min(MATE - ply as i32 - 1);
            if alpha >= beta {
                return alpha;
            }
        }

        let key = node.position.key();
        let entry = self.table.get(key);
        if let Some(entry) = entry
            && beta - alpha == 1
            && i32::from(entry.depth) >= depth
            && let Some(score) = entry.score_for((alpha, beta), ply)
        {
            return score;
        }
        self.path.push(&node.position);
        let from_table = entry.and_then(|entry| entry.best);
        let mut progress = Progress {
            alpha,
            beta,
            is_open: beta - alpha > 1,
            depth,
            ply,
            tried: 0,
            score: -INFINITE,
            best: None,
        };
        let pruned = self.prune(node, &progress);
        if pruned.is_none() {
            self.moves(node, from_table, &mut progress);
        }
        self.path.pop();
        if self.stopped {
            return 0;
        }
        if let Some(score) = pruned {
            return score;
        }
        let bound = match progress.score {
            score if score >= beta => Bound::Lower,
            score if score > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let entry = Entry::new(progress.best, progress.score, depth, bound, ply);
        self.table.put(key, entry);
        progress.score
    }

    /// Searches the move of the hash table alone. Then evaluates the other moves and searches them
    /// in order.
    fn moves(&mut self, node: &Node, from_table: Option<Move>, progress: &mut Progress) {
        let ply = progress.ply;
        let mut picker = node.position.picker();
        if let Some(found) = from_table
            && picker.exclude(found)
        {
            let child = self.evaluator.one(&node.position.play_unchecked(found));
            self.child(node, found, &child, progress);
            if self.stopped || progress.is_cutoff() {
                return;
            }
        }
        let mut choices = std::mem::take(&mut self.plies[ply].choices);
        choices.moves.clear();
        choices.moves.extend(picker);
        self.evaluator
            .children(&node.position, &choices.moves, &mut choices.children);
        choices.sort_by(|found, child| self.rank(node, found, child, ply));
        for (index, found) in choices.in_order() {
            let child = &choices.children[index];
            if self.is_hopeless(node, found, child, progress) {
                progress.tried += 1;
                continue;
            }
            self.child(node, found, child, progress);
            if self.stopped || progress.is_cutoff() {
                break;
            }
        }
        self.plies[ply].choices = choices;
    }

    fn rank(&self, node: &Node, found: Move, child: &Node, ply: usize) -> i32 {
        let rank = rank_of_child(found, child);
        if !is_quiet(&node.position, found) {
            return rank + 30;
        }
        let is_killer = self.plies[ply].killers.contains(&Some(found));
        rank + self.history[history_index(node, found)] / 16 + if is_killer { 80 } else { 0 }
    }

    fn child(&mut self, node: &Node, found: Move, child: &Node, progress: &mut Progress) {
        let (alpha, beta, ply) = (progress.alpha, progress.beta, progress.ply);
        let depth = progress.depth - 1;
        let quiet = is_quiet(&node.position, found);
        self.make(ply, Some(found), child);
        let score = if progress.tried == 0 {
            -self.search(child, depth, (-beta, -alpha), ply + 1)
        } else {
            let reduction = match quiet && !node.is_check() && !child.is_check() {
                true => self.reduction(node, found, progress),
                false => 0,
            };
            let zero = (-alpha - 1, -alpha);
            let mut score = -self.search(child, depth - reduction, zero, ply + 1);
            if score > alpha && reduction > 0 {
                score = -self.search(child, depth, zero, ply + 1);
            }
            if score > alpha && score < beta {
                score = -self.search(child, depth, (-beta, -alpha), ply + 1);
            }
            score
        };
        if self.stopped {
            return;
        }
        progress.tried += 1;
        progress.score = progress.score.max(score);
        if score <= alpha {
            if quiet {
                self.learn(node, found, -progress.depth);
            }
            return;
        }
        progress.alpha = score;
        progress.best = Some(found);
        self.record_line(found, ply);
        if progress.is_cutoff() && quiet {
            self.learn(node, found, progress.depth * progress.depth);
            let [first, second] = &mut self.plies[ply].killers;
            if *first != Some(found) {
                (*second, *first) = (*first, Some(found));
            }
        }
    }

    /// Adds to the history of a quiet move, which stays within 1024.
    fn learn(&mut self, node: &Node, found: Move, bonus: i32) {
        let bonus = bonus.clamp(-256, 256);
        let value = &mut self.history[history_index(node, found)];
        *value += bonus - *value * bonus.abs() / 1024;
    }

    /// Makes the best line of a ply from a move and the best line after it.
    pub(crate) fn record_line(&mut self, found: Move, ply: usize) {
        if let Some([here, next]) = self.plies[ply..].first_chunk_mut() {
            here.line.clear();
            here.line.push(found);
            here.line.extend(&next.line);
        }
    }
}

pub(crate) fn history_index(node: &Node, found: Move) -> usize {
    let squares = found.source().index() << 6 | found.target().index();
    node.position.turn().index() << 12 | squares
}
