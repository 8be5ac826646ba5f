//! What a move captures.

use crate::position::{Move, MoveKind, Position, Role};
use setwise_core::Square;

impl Position {
    /// Returns the piece that a legal move captures, and its square. The square differs from the
    /// target for en passant only.
    ///
    /// ```
    /// use setwise_moves::{Position, Role, Square};
    /// let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")?;
    /// let en_passant = position.parse_move("e5d6")?;
    /// assert_eq!(position.captured(en_passant), Some((Role::Pawn, Square::D5)));
    /// assert_eq!(position.captured(position.parse_move("e5e6")?), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn captured(&self, legal: Move) -> Option<(Role, Square)> {
        let square = match legal.kind() {
            MoveKind::EnPassant => {
                Square::wrapping(legal.source().index() & 56 | legal.target().file())
            }
            _ => legal.target(),
        };
        let is_enemy = self.them() & square.bit() != 0;
        Some((Role::of_code(self.code_on(square))?, square)).filter(|_| is_enemy)
    }

    /// The material that a move wins before any recapture.
    pub(crate) fn won_by(&self, found: Move, values: &[i32; 6]) -> i32 {
        let value = |role: Role| values[role.index()];
        let captured = self.captured(found).map_or(0, |(role, _)| value(role));
        let promoted = value(found.placed()).saturating_sub(value(found.role()));
        captured.saturating_add(promoted)
    }
}
