//! Dead positions by material.

use super::{Position, Role};

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
        let knights = self.by_role(Role::Knight);
        let bishops = self.by_role(Role::Bishop);
        let minor = knights | bishops;
        if self.occupied() != minor | self.by_role(Role::King) {
            return false;
        }
        let single = minor & minor.wrapping_sub(1) == 0;
        let one_color = bishops & DARK_SQUARES == 0 || bishops & !DARK_SQUARES == 0;
        single || knights == 0 && one_color
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
