//! The order in which moves are searched.

use crate::{children::Node, squares::exchange_value};
use setwise_moves::sets::pawn_attacks;
use setwise_moves::{Move, Position, Role};

/// The moves of a node that are to be searched.
#[derive(Clone, Default)]
pub(crate) struct Choices {
    pub(crate) moves: Vec<Move>,
    /// The positions after the moves; empty if they are evaluated later.
    pub(crate) children: Vec<Node>,
    /// Negated ranks and indices of the moves.
    order: Vec<(i32, usize)>,
}

impl Choices {
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.children.clear();
        self.order.clear();
    }

    /// Adds a move whose rank is known before its child is evaluated.
    pub(crate) fn push(&mut self, found: Move, rank: i32) {
        self.order.push((-rank, self.moves.len()));
        self.moves.push(found);
    }

    /// Sorts by the ranks of the moves that were pushed, the highest first. Equal ranks keep their
    /// order.
    pub(crate) fn sort(&mut self) {
        self.order.sort_unstable();
    }

    pub(crate) fn sort_by(&mut self, rank: impl Fn(Move, &Node) -> i32) {
        let pairs = self.moves.iter().zip(&self.children);
        let ranks = pairs.map(|(&found, child)| -rank(found, child));
        self.order.clear();
        self.order.extend(ranks.zip(0..));
        self.sort();
    }

    pub(crate) fn in_order(&self) -> impl Iterator<Item = (usize, Move)> {
        let indices = self.order.iter().map(|order| order.1);
        indices.map(|index| (index, self.moves[index]))
    }
}

/// Returns whether a move neither captures nor promotes. En passant counts as quiet.
pub(crate) fn is_quiet(position: &Position, found: Move) -> bool {
    let enemies = position.by_color(position.turn().other());
    found.promotion().is_none() && enemies & found.target().bit() == 0
}

/// Returns the static score of a child for the side that has moved there, less the likely loss of
/// the moved piece on its target, by the attack maps of the child.
pub(crate) fn rank_of_child(found: Move, child: &Node) -> i32 {
    let target = found.target();
    let enemy = child.position.turn();
    let attacked = child.analysis.attacked_by(enemy) & target.bit() != 0;
    if !attacked || found.is_castling() {
        return -child.score;
    }
    let Some((_, role)) = child.position.piece_on(target) else {
        return -child.score;
    };
    let pawns = child.position.pieces(enemy, Role::Pawn);
    let is_by_pawn = pawn_attacks(pawns, enemy) & target.bit() != 0;
    let taker = [exchange_value(Role::Bishop), exchange_value(Role::Pawn)][usize::from(is_by_pawn)];
    let is_protected = child.analysis.attacked_by(enemy.other()) & target.bit() != 0;
    let gain_back = if is_protected { taker } else { 0 };
    -child.score - (exchange_value(role) - gain_back).max(0)
}

/// The material that a capture or promotion of the quiescence search gains at first, and its rank;
/// `None` if it is likely to lose material or is an underpromotion. Valuable victims come first,
/// then cheap attackers.
pub(crate) fn rank_of_capture(node: &Node, found: Move) -> Option<(i32, i32)> {
    let promotion = match found.promotion() {
        Some(Role::Queen) => exchange_value(Role::Queen),
        Some(_) => return None,
        None => 0,
    };
    let captured = node.position.captured(found);
    let victim = captured.map_or(0, |(role, _)| exchange_value(role));
    let attacker = exchange_value(found.role());
    let enemy = node.position.turn().other();
    let is_protected = node.analysis.attacked_by(enemy) & found.target().bit() != 0;
    if is_protected && promotion == 0 && victim + 50 < attacker {
        return None;
    }
    let gain = victim + promotion;
    Some((gain, 16 * gain - attacker / 16))
}
