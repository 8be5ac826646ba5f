//! Static exchange evaluation.

use crate::position::{Color, Move, Position, Role};
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
    /// captures after it. Castling wins nothing.
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
    #[doc(alias = "see")]
    pub fn exchange_value(&self, wanted: Move, values: &[i32; 6]) -> Option<i32> {
        if !self.is_legal(wanted) {
            return None;
        }
        if wanted.is_castling() {
            return Some(0);
        }
        let (exchange, occupied) = Exchange::after(self, wanted);
        let lost = exchange.recapture(self.turn().other(), occupied, wanted.placed(), values);
        Some(self.won_by(wanted, values).saturating_sub(lost))
    }

    /// Whether the [`exchange_value`](Self::exchange_value) of a legal move is at least
    /// `threshold`. Engines call this function `see_ge`. It stops as soon as the answer is known
    /// (after the threshold form of the swap algorithm, Chess Programming Wiki).
    ///
    /// For a move that is not legal the answer means nothing; nothing panics.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let fen = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
    /// let position = Position::from_fen(fen)?;
    /// let takes = position.parse_move("d3e5")?;
    /// let values = [100, 325, 325, 500, 975, 20_000];
    /// assert!(!position.exchange_reaches(takes, &values, 0)); // loses 225
    /// assert!(position.exchange_reaches(takes, &values, -225));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "see_ge")]
    pub fn exchange_reaches(&self, legal: Move, values: &[i32; 6], threshold: i32) -> bool {
        if legal.is_castling() {
            return threshold <= 0;
        }
        let value = |role: Role| i64::from(values[role.index()]);
        // The move fails if the other side wins this by capturing. After a capture, the question is
        // turned round: `v - won >= needed` if not `won >= v - needed + 1`.
        let mut needed = i64::from(self.won_by(legal, values)) - i64::from(threshold) + 1;
        let mut on_target = legal.placed();
        if needed <= 0 || value(on_target) < needed {
            return needed > 0;
        }
        let (exchange, mut occupied) = Exchange::after(self, legal);
        let mut color = self.turn().other();
        let mut reaches = true;
        while let Some((role, left)) = exchange.next_capture(color, occupied) {
            reaches = !reaches;
            needed = value(on_target) - needed + 1;
            if value(role) < needed {
                break;
            }
            (color, occupied, on_target) = (color.other(), left, role);
        }
        reaches
    }
}

struct Exchange<'a> {
    position: &'a Position,
    target: Square,
}

impl<'a> Exchange<'a> {
    /// The captures on the target of a move. Returns them with the pieces that can take part: all
    /// but the moved and the captured one.
    fn after(position: &'a Position, played: Move) -> (Self, u64) {
        let captured = position.captured(played);
        let captured = captured.map_or(0, |(_, square)| square.bit());
        let (target, source) = (played.target(), played.source().bit());
        let left = position.occupied() & !source & !captured;
        (Self { position, target }, left)
    }

    /// The pieces of a color that attack the target, where only the pieces on `occupied` are left.
    fn attackers(&self, color: Color, occupied: u64) -> u64 {
        let attackers = self.position.attackers_to(self.target, occupied);
        attackers & self.position.by_color(color) & occupied
    }

    /// Returns the role of the piece that captures next, and the pieces that are left behind it;
    /// `None` if the color cannot capture.
    fn next_capture(&self, color: Color, occupied: u64) -> Option<(Role, u64)> {
        let attackers = self.attackers(color, occupied);
        let of_role = |role: &Role| attackers & self.position.by_role(*role) != 0;
        let role = Role::ALL.into_iter().find(of_role)?;
        let capturing = attackers & self.position.by_role(role);
        let mover = self.position.turn();
        let seen = mover.view(capturing);
        let left = occupied & !mover.view(seen & seen.wrapping_neg());
        if role == Role::King && self.attackers(color.other(), left) != 0 {
            return None;
        }
        Some((role, left))
    }

    /// The material that a color wins by capturing the piece on the target, or by not capturing.
    fn recapture(&self, color: Color, occupied: u64, on_target: Role, values: &[i32; 6]) -> i32 {
        let Some((role, left)) = self.next_capture(color, occupied) else {
            return 0;
        };
        let lost = self.recapture(color.other(), left, role, values);
        values[on_target.index()].saturating_sub(lost).max(0)
    }
}
