use core::{fmt, ops::BitOr};

/// A set of the fields of a [`Record`](crate::Record). The pieces are not among them: every format
/// stores these.
///
/// ```
/// use setwise_formats::Fields;
/// let lacking = Fields::POSITION.without(Fields::CLOCKS);
/// assert_eq!(lacking.to_string(), "side to move, castling rights, en passant square");
/// assert!(lacking.contains(Fields::TURN));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Fields(pub(crate) u16);

impl Fields {
    /// No field.
    pub const NONE: Self = Self(0);
    /// The side to move.
    pub const TURN: Self = Self(1);
    /// The castling rights.
    pub const CASTLING: Self = Self(1 << 1);
    /// The en passant square.
    pub const EN_PASSANT: Self = Self(1 << 2);
    /// The half-move clock and the move number.
    pub const CLOCKS: Self = Self(1 << 3);
    /// The evaluation.
    pub const SCORE: Self = Self(1 << 4);
    /// The result of the game.
    pub const OUTCOME: Self = Self(1 << 5);
    /// The move.
    pub const MOVE: Self = Self(1 << 6);
    /// The number of half-moves from the beginning of the game.
    pub const PLY: Self = Self(1 << 7);
    /// The number of the game in its file.
    pub const GAME: Self = Self(1 << 8);
    /// The fields of a [`Position`](setwise_moves::Position).
    pub const POSITION: Self = Self(0xf);
    /// All fields.
    pub const ALL: Self = Self(0x1ff);

    pub(crate) const COUNT: usize = 9;

    /// The fields with their names, in the order of their bits.
    const NAMES: [&str; Self::COUNT] = [
        "side to move",
        "castling rights",
        "en passant square",
        "clocks",
        "score",
        "outcome",
        "move",
        "ply",
        "game",
    ];

    /// Whether all fields of `other` are in the set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the set without the fields of `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the fields that are in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) fn each(self) -> impl Iterator<Item = Self> {
        let fields = (0..Self::COUNT).map(|bit| Self(1 << bit));
        fields.filter(move |&field| self.contains(field))
    }

    /// Iterates over the names of the fields.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let named = Self::NAMES.into_iter().enumerate();
        named.filter_map(move |(bit, name)| (self.0 >> bit & 1 != 0).then_some(name))
    }
}

impl BitOr for Fields {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.or(other)
    }
}

impl fmt::Debug for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fields({self})")
    }
}

/// Lists the names, separated by commas.
impl fmt::Display for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, name) in self.names().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            f.write_str(name)?;
        }
        Ok(())
    }
}
