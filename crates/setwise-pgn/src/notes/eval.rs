use core::fmt;
use setwise_moves::Color;

/// An evaluation, as White sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Eval {
    /// Hundredths of a pawn, positive if White is better.
    Centipawns(i32),
    /// Mate in so many moves, positive if White mates. With 0, the side to move is mated.
    Mate(i32),
}

impl Eval {
    /// Converts between White's view and the view of `color`. The function is its own inverse.
    ///
    /// ```
    /// use setwise_moves::Color;
    /// use setwise_pgn::Eval;
    /// assert_eq!(Eval::Mate(3).seen_by(Color::Black), Eval::Mate(-3));
    /// ```
    #[must_use]
    pub const fn seen_by(self, color: Color) -> Self {
        match (self, color) {
            (_, Color::White) => self,
            (Self::Centipawns(value), _) => Self::Centipawns(value.saturating_neg()),
            (Self::Mate(moves), _) => Self::Mate(moves.saturating_neg()),
        }
    }
}

/// Writes the parameter of `%eval`: pawns with two decimals, or `#` and the moves to mate.
impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(value) => {
                let sign = if value < 0 { "-" } else { "" };
                let value = value.unsigned_abs();
                write!(f, "{sign}{}.{:02}", value / 100, value % 100)
            }
            Self::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}
