//! Static exchange evaluation.

use crate::position::{Color, Move, Position, Role};
use crate::rules::attackers::{bishop_attacks, rook_attacks};
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
        let any = [i32::MIN, i32::MAX].map(i64::from);
        let value = || Exchange::after(self, wanted, values).value_within(any) as i32;
        self.is_legal(wanted).then(value)
    }

    /// Whether the [`exchange_value`](Self::exchange_value) of a legal move is at least
    /// `threshold`. Engines call this function `see_ge`. It stops as soon as the answer is known.
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
        let threshold = i64::from(threshold);
        let exchange = Exchange::after(self, legal, values);
        exchange.value_within([threshold - 1, threshold]) == threshold
    }
}

/// A legal move, and captures on its target, one after the other.
struct Exchange<'a> {
    position: &'a Position,
    values: &'a [i32; 6],
    target: Square,
    on_target: Role,
    /// What the move wins before the captures.
    won: i64,
    /// The pieces that are left, without the moved and the captured one.
    left: u64,
    /// The pawns, knights and kings that attack the target.
    near: u64,
}

impl<'a> Exchange<'a> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn after(position: &'a Position, played: Move, values: &'a [i32; 6]) -> Self {
        let captured = position.captured(played);
        let captured = captured.map_or(0, |(_, square)| square.bit());
        let (target, source) = (played.target(), played.source().bit());
        let mut exchange = Self {
            position,
            values,
            target,
            on_target: played.placed(),
            won: position.won_by(played, values).into(),
            left: position.occupied() & !source & !captured,
            near: position.near_attackers(target),
        };
        // Castling wins nothing, and nothing captures on its target.
        if played.is_castling() {
            (exchange.won, exchange.left) = (0, 0);
        }
        exchange
    }

    /// Returns the value of the move, clamped to two bounds.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn value_within(mut self, [low, high]: [i64; 2]) -> i64 {
        // The balance of the side that captures next, and the bounds of its value.
        let (mut won, mut least, mut most) = (-self.won, -high, -low);
        let (mut color, mut sign) = (self.position.turn().other(), -1);
        loop {
            let stopped = won.clamp(least, most);
            won += i64::from(self.values[self.on_target.index()]);
            // This side wins at most the piece on the target.
            if won.clamp(least, most) <= stopped || !self.capture(color) {
                return sign * stopped;
            }
            (least, most, won) = (-most, -stopped, -won);
            (color, sign) = (color.other(), -sign);
        }
    }

    /// The pieces of a color that attack the target.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn attackers(&self, color: Color) -> u64 {
        let straight = rook_attacks(self.target, self.left) & self.position.orthogonal();
        let slanted = bishop_attacks(self.target, self.left) & self.position.diagonal();
        (self.near | straight | slanted) & self.left & self.position.by_color(color)
    }

    /// Captures with the least valuable piece of a color, if it can.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn capture(&mut self, color: Color) -> bool {
        let attackers = self.attackers(color);
        if attackers == 0 {
            return false;
        }
        // Without a branch for each role, which would be mispredicted.
        let mut capturing = attackers;
        for lesser in Role::ALL.into_iter().rev() {
            let found = attackers & self.position.by_role(lesser);
            (self.on_target, capturing) = match found {
                0 => (self.on_target, capturing),
                _ => (lesser, found),
            };
        }
        let mover = self.position.turn();
        let seen = mover.view(capturing);
        self.left &= !mover.view(seen & seen.wrapping_neg());
        self.on_target != Role::King || self.attackers(color.other()) == 0
    }
}
