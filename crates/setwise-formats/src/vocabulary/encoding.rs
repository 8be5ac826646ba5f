use crate::vocabulary::Fields;

/// How Parquet and Arrow store a position.
///
/// | encoding | columns |
/// |---|---|
/// | `Fen` | `fen`: text |
/// | `Packed` | `position`: 32 bytes, as marlinformat stores them, with score and outcome 0 |
/// | `Bitboards` | `white`, `black`, `pawns`, `knights`, `bishops`, `rooks`, `queens`, `kings`: 64 bits, a1 = bit 0; `white_to_move`: Boolean; `castling`: 64 bits, the rooks that may castle; `en_passant`: the index of the square, or null; `halfmoves`, `fullmove`: 16 bits |
///
/// With `Bitboards`, fields that a record lacks are null. These columns follow in every encoding,
/// each null where a record lacks it: `score`: 16 bits, centipawns as White sees them; `outcome`: 0
/// Black wins, 1 draw, 2 White wins; `move`: text as in UCI; `ply`: 16 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PositionEncoding {
    /// The text of the FEN.
    #[default]
    Fen,
    /// 32 bytes.
    Packed,
    /// Eight bitboards and the state of the game.
    Bitboards,
}

impl PositionEncoding {
    /// All encodings.
    pub const ALL: [Self; 3] = [Self::Fen, Self::Packed, Self::Bitboards];

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fen => "fen",
            Self::Packed => "packed",
            Self::Bitboards => "bitboards",
        }
    }

    /// Finds the encoding of a name.
    pub fn named(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|encoding| encoding.name() == name)
    }

    /// The fields that a record needs to be stored.
    pub(crate) const fn needs(self) -> Fields {
        match self {
            Self::Fen => Fields::POSITION,
            Self::Packed => Fields::POSITION.without(Fields::CLOCKS),
            Self::Bitboards => Fields::NONE,
        }
    }
}
