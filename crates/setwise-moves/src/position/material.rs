//! Dead positions by material.

use super::{Color, Position, Role};

/// The dark squares, a1 among them.
const DARK_SQUARES: u64 = 0xaa55_aa55_aa55_aa55;

impl Position {
    /// Whether neither side has the pieces to mate, whatever the moves: two kings alone, with a
    /// single knight, or with bishops that all stand on squares of one color.
    ///
    /// Blocked positions without a way to mate are not recognized.
    ///
    /// ```
    /// use setwise_moves::Position;
    /// let bishops = Position::from_fen("4k1b1/8/8/8/8/8/8/4KB2 w - - 0 1").unwrap();
    /// assert!(bishops.has_insufficient_material());
    /// assert!(!Position::startpos().has_insufficient_material());
    /// ```
    pub const fn has_insufficient_material(&self) -> bool {
        self.has_insufficient_material_of(Color::White)
            && self.has_insufficient_material_of(Color::Black)
    }

    /// Whether this color lacks the pieces to mate, whatever the moves of both sides. If the other
    /// color runs out of time, the game is a draw (article 6.9 of FIDE's laws). Such material is:
    ///
    /// * the king alone;
    /// * a single knight, if the other color has at most queens besides its king;
    /// * bishops, if those of both colors stand on squares of one color, without pawns and knights.
    ///
    /// Blocked positions without a way to mate are not recognized. shakmaty and python-chess call
    /// this function `has_insufficient_material` with a color.
    ///
    /// ```
    /// use setwise_moves::{Color, Position};
    /// let position = Position::from_fen("4k2r/8/8/8/8/8/8/4KB2 w - - 0 1").unwrap();
    /// assert!(position.has_insufficient_material_of(Color::White));
    /// assert!(!position.has_insufficient_material_of(Color::Black));
    /// ```
    pub const fn has_insufficient_material_of(&self, color: Color) -> bool {
        let (own, knights) = (self.by_color(color), self.by_role(Role::Knight));
        let bishops = self.by_role(Role::Bishop);
        let strong =
            self.by_role(Role::Pawn) | self.by_role(Role::Rook) | self.by_role(Role::Queen);
        if own & strong != 0 {
            return false;
        }
        if own & knights != 0 {
            // The king and one more piece.
            let single = own & (knights | bishops);
            let harmless = self.by_role(Role::King) | self.by_role(Role::Queen);
            return single & single.wrapping_sub(1) == 0
                && self.by_color(color.other()) & !harmless == 0;
        }
        let one_color = bishops & DARK_SQUARES == 0 || bishops & !DARK_SQUARES == 0;
        let blockers = knights | self.by_role(Role::Pawn);
        own & bishops == 0 || one_color && blockers == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material() {
        let cases = [
            ("4k3/8/8/8/8/8/8/4K3", true),
            ("4k3/8/8/8/8/8/8/4KN2", true),
            ("4kb2/8/8/8/8/8/8/4K3", true),
            ("2b1k1b1/8/8/8/8/8/8/4KB2", true),
            ("4kb2/8/8/8/8/8/8/4KB2", false),
            ("4kn2/8/8/8/8/8/8/4KN2", false),
            ("4k3/8/8/8/8/8/8/4KNN1", false),
            ("4kb2/8/8/8/8/8/8/4KN2", false),
            ("4k3/8/8/8/8/8/7P/4K3", false),
            ("4k3/8/8/8/8/8/8/4KR2", false),
            ("4k3/8/8/8/8/8/8/4KQ2", false),
        ];
        for (pieces, expected) in cases {
            for turn in ["w", "b"] {
                let fen = std::format!("{pieces} {turn} - - 0 1");
                let found = Position::from_fen(&fen).map(|p| p.has_insufficient_material());
                assert_eq!(found, Ok(expected), "{fen}");
            }
        }
    }
}
