//! The capture of a move.

use crate::position::{Move, Position, Role};
use setwise_core::{Square, const_for};

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
        let passed = usize::from(legal.is_en_passant()) << 3;
        let square = Square::wrapping(legal.target().index() ^ passed);
        // The codes of the other side's pieces, without the bit of the color.
        let code = self.code_on(square) ^ self.turn().other().index() << 3;
        ENEMIES[code & 15].map(|role| (role, square))
    }

    /// The material that a move wins before any recapture.
    pub(crate) fn won_by(&self, found: Move, values: &[i32; 6]) -> i32 {
        let value = |role: Role| values[role.index()];
        let captured = self.captured(found).map_or(0, |(role, _)| value(role));
        let promoted = value(found.placed()).saturating_sub(value(found.role()));
        captured.saturating_add(promoted)
    }
}

/// Roles by code. The other side's pieces have no color bit here; other codes have no role.
static ENEMIES: [Option<Role>; 16] = {
    let mut roles = [None; 16];
    const_for!(i, 6, {
        roles[Role::ALL[i].code()] = Some(Role::ALL[i]);
    });
    roles
};
