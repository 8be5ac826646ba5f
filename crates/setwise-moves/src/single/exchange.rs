//! Static exchange evaluation.

use crate::position::{Color, Move, Position, Role};
use crate::sets::{Pieces, attackers_to};
use setwise_core::Square;

impl Position {
    /// Returns the material that a move wins if both sides then capture on its target, each time
    /// with the least valuable piece (the one on the lowest square, as the side to move sees the
    /// board, if there are several), as long as that gains something: static exchange evaluation. A
    /// loss is negative; `None` if the move is not legal.
    ///
    /// `values` are those of [`Role::ALL`], in ascending order. Pieces behind others take part once
    /// the way is free. Pins and checks do not matter, except that a king does not capture on a
    /// square that the other side still attacks. Promotion counts for the move itself, not for the
    /// captures behind it. Castling wins nothing.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// // The pawn on e5 is defended twice, by the knight and by the queen behind the bishop.
    /// let fen = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
    /// let position = Position::from_fen(fen)?;
    /// let takes = position.parse_move("d3e5")?;
    /// let values = [100, 325, 325, 500, 975, 20_000];
    /// assert_eq!(position.exchange_value(takes, &values), Some(100 - 325));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn exchange_value(&self, wanted: Move, values: &[i32; 6]) -> Option<i32> {
        if !self.is_legal(wanted) {
            return None;
        }
        if wanted.is_castling() {
            return Some(0);
        }
        let captured = self.captured(wanted).map_or(0, |(_, square)| square.bit());
        let occupied = self.occupied() & !wanted.source().bit() & !captured;
        let exchange = Exchange {
            position: self,
            target: wanted.target(),
            sides: Color::ALL.map(|color| Pieces::of(self, color)),
            values,
        };
        let lost = exchange.recapture(self.turn().other(), occupied, wanted.placed());
        Some(self.won_by(wanted, values).saturating_sub(lost))
    }
}

/// The captures on a square.
struct Exchange<'a> {
    position: &'a Position,
    target: Square,
    sides: [Pieces<u64>; 2],
    values: &'a [i32; 6],
}

impl Exchange<'_> {
    /// The pieces of a color that attack the target, where only the pieces on `occupied` are left.
    fn attackers(&self, color: Color, occupied: u64) -> u64 {
        let pieces = &self.sides[color.index()];
        attackers_to(self.target.bit(), occupied, pieces) & occupied
    }

    /// The material that a color wins by capturing the piece on the target, or by not capturing.
    fn recapture(&self, color: Color, occupied: u64, on_target: Role) -> i32 {
        let attackers = self.attackers(color, occupied);
        let of_role = |role: &Role| attackers & self.position.by_role(*role) != 0;
        let Some(role) = Role::ALL.into_iter().find(of_role) else {
            return 0;
        };
        let capturing = attackers & self.position.by_role(role);
        let mover = self.position.turn();
        let seen = mover.view(capturing);
        let left = occupied & !mover.view(seen & seen.wrapping_neg());
        if role == Role::King && self.attackers(color.other(), left) != 0 {
            return 0;
        }
        let lost = self.recapture(color.other(), left, role);
        self.values[on_target.index()].saturating_sub(lost).max(0)
    }
}
