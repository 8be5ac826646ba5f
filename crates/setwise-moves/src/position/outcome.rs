use super::Color;
use core::fmt;

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Outcome {
    /// Black wins.
    BlackWins,
    /// The game is drawn.
    Draw,
    /// White wins.
    WhiteWins,
}

impl Outcome {
    /// The three outcomes, in the order of White's points.
    pub const ALL: [Self; 3] = [Self::BlackWins, Self::Draw, Self::WhiteWins];

    /// Returns the half points of White: 0, 1 or 2.
    #[inline]
    pub const fn half_points(self) -> u8 {
        self as u8
    }

    /// Returns the outcome of White's half points; `None` above 2.
    #[inline]
    pub const fn from_half_points(half_points: u8) -> Option<Self> {
        match half_points {
            0..=2 => Some(Self::ALL[half_points as usize]),
            _ => None,
        }
    }

    /// Returns the outcome as it is written in PGN: `0-1`, `1/2-1/2` or `1-0`.
    pub const fn as_str(self) -> &'static str {
        ["0-1", "1/2-1/2", "1-0"][self as usize]
    }

    /// Reads the outcome as it is written in PGN. Returns `None` for any other text.
    ///
    /// ```
    /// use setwise_moves::Outcome;
    /// assert_eq!(Outcome::from_ascii(b"1-0"), Some(Outcome::WhiteWins));
    /// assert_eq!(Outcome::from_ascii(b"*"), None);
    /// ```
    pub const fn from_ascii(text: &[u8]) -> Option<Self> {
        match text {
            b"0-1" => Some(Self::BlackWins),
            b"1/2-1/2" => Some(Self::Draw),
            b"1-0" => Some(Self::WhiteWins),
            _ => None,
        }
    }

    /// Returns the outcome with the sides exchanged.
    #[must_use]
    pub const fn exchanged(self) -> Self {
        Self::ALL[2 - self as usize]
    }

    /// Converts between White's view and the view of `turn`. The function is its own inverse.
    #[must_use]
    pub const fn seen_by(self, turn: Color) -> Self {
        match turn {
            Color::White => self,
            Color::Black => self.exchanged(),
        }
    }
}

/// Formats as in PGN: `0-1`, `1/2-1/2`, `1-0`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
