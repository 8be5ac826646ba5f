//! The main search: alpha-beta with a zero window after the first move (principal variation search).

use crate::children::Node;
use crate::key::key;
use crate::order::{is_quiet, rank_of_child};
use crate::search::{INFINITE, LEAST_MATE, MATE, MAX_PLY, Search};
use crate::table::{Bound, Entry};
use setwise_moves::{Move, Position, Role, Setup};

/// The search of the moves of a node, so far.
struct Progress {
    alpha: i32,
    beta: i32,
    /// Whether the window is open, so that the exact score is wanted.
    is_open: bool,
    depth: i32,
    ply: usize,
    tried: usize,
    score: i32,
    best: Option<Move>,
}

impl Progress {
    fn is_cutoff(&self) -> bool {
        self.alpha >= self.beta
    }
}

impl Search {
    /// Returns the score of a node for the side to move. It is exact within the window, a bound outside.
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

        let is_open = beta - alpha > 1;
        let key = key(&node.position);
        let entry = self.table.get(key);
        if let Some(entry) = entry
            && !is_open
            && entry.depth() >= depth
        {
            let score = from_table(entry.score(), ply);
            match entry.bound {
                Bound::Exact => return score,
                Bound::Lower if score >= beta => return score,
                Bound::Upper if score <= alpha => return score,
                _ => {}
            }
        }
        self.path.push(key);
        let pruned = (!is_open && !node.is_check())
            .then(|| self.prune(node, depth, beta, ply))
            .flatten();
        let progress = pruned.is_none().then(|| {
            let mut progress = Progress {
                alpha,
                beta,
                is_open,
                depth,
                ply,
                tried: 0,
                score: -INFINITE,
                best: None,
            };
            self.moves(node, entry.and_then(|entry| entry.best()), &mut progress);
            progress
        });
        self.path.pop();
        let Some(progress) = progress else {
            return pruned.unwrap_or(alpha);
        };
        if self.stopped {
            return 0;
        }
        let bound = match progress.score {
            score if score >= beta => Bound::Lower,
            score if score > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let score = to_table(progress.score, ply);
        self.table
            .put(key, Entry::new(progress.best, score, depth, bound));
        progress.score
    }

    /// Returns a score of at least `beta` if the position is so good that no move needs to be tried.
    fn prune(&mut self, node: &Node, depth: i32, beta: i32, ply: usize) -> Option<i32> {
        if beta.abs() >= LEAST_MATE || node.score < beta {
            return None;
        }
        if depth <= 5 && node.score - 90 * depth >= beta {
            return Some(node.score);
        }
        if depth < 3 || !has_pieces(&node.position) {
            return None;
        }
        // If the opponent could move twice and it would not help, one move will not help either.
        let passed = self.evaluator.one(&pass(&node.position)?);
        let reduced = depth - 3 - depth / 4;
        let score = -self.search(&passed, reduced, (-beta, 1 - beta), ply + 1);
        (score >= beta && !self.stopped).then_some(score.min(LEAST_MATE - 1))
    }

    /// Searches the moves: that of the hash table alone, then the others, which are evaluated first.
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

    /// Returns whether a quiet move near the leaves is not worth a search, by the evaluation of its child.
    fn is_hopeless(&self, node: &Node, found: Move, child: &Node, progress: &Progress) -> bool {
        let depth = progress.depth;
        let is_late = progress.tried > (4 + 3 * depth * depth) as usize;
        let is_futile = -child.score + 80 * depth + 40 <= progress.alpha;
        depth <= 3
            && !progress.is_open
            && progress.score > -LEAST_MATE
            && (is_late || is_futile)
            && !node.is_check()
            && !child.is_check()
            && is_quiet(&node.position, found)
    }

    /// Searches one move, and records what it brings.
    fn child(&mut self, node: &Node, found: Move, child: &Node, progress: &mut Progress) {
        let Progress {
            alpha, beta, ply, ..
        } = *progress;
        let depth = progress.depth - 1;
        let quiet = is_quiet(&node.position, found);
        let score = if progress.tried == 0 {
            -self.search(child, depth, (-beta, -alpha), ply + 1)
        } else {
            let calm = quiet && !node.is_check() && !child.is_check();
            let reduction = if calm {
                self.reduction(node, found, progress)
            } else {
                0
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

    /// Returns by how much less deep a quiet move is searched first.
    fn reduction(&self, node: &Node, found: Move, progress: &Progress) -> i32 {
        if progress.depth < 3 || progress.tried < 2 {
            return 0;
        }
        let by_depth = progress.depth.ilog2() as i32;
        let by_number = progress.tried.ilog2() as i32;
        let by_history = self.history[history_index(node, found)] / 600;
        let reduction = by_depth * by_number / 2 + 1 - i32::from(progress.is_open) - by_history;
        reduction.clamp(0, progress.depth - 2)
    }

    /// Adds to the history of a quiet move, which stays within 1024.
    fn learn(&mut self, node: &Node, found: Move, bonus: i32) {
        let bonus = bonus.clamp(-256, 256);
        let value = &mut self.history[history_index(node, found)];
        *value += bonus - *value * bonus.abs() / 1024;
    }

    /// Makes the best line of a ply from a move and the best line after it.
    pub(crate) fn record_line(&mut self, found: Move, ply: usize) {
        if let Some([here, next]) = self
            .plies
            .get_mut(ply..ply + 2)
            .and_then(|both| both.as_mut_array())
        {
            here.line.clear();
            here.line.push(found);
            here.line.extend(&next.line);
        }
    }
}

fn history_index(node: &Node, found: Move) -> usize {
    node.position.turn().index() << 13 | usize::from(found.bits())
}

/// Returns whether the side to move has more than pawns and king. With pawns alone, passing may be better than every move.
fn has_pieces(position: &Position) -> bool {
    let pawns_and_king = position.by_role(Role::Pawn) | position.by_role(Role::King);
    position.by_color(position.turn()) & !pawns_and_king != 0
}

/// Returns the position with the other side to move.
fn pass(position: &Position) -> Option<Position> {
    let mut setup = Setup::from(*position);
    setup.turn = setup.turn.other();
    setup.en_passant = None;
    Position::new(setup).ok()
}

/// The table stores the distance of a mate from the position, not from the root.
fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        mate if mate >= LEAST_MATE => mate + ply as i32,
        mated if mated <= -LEAST_MATE => mated - ply as i32,
        other => other,
    }
}

fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        mate if mate >= LEAST_MATE => mate - ply as i32,
        mated if mated <= -LEAST_MATE => mated + ply as i32,
        other => other,
    }
}
