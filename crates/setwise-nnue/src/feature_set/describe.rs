//! Descriptions of indices.

use crate::{feature_set::FeatureSet, inputs::Boards};
use core::fmt;
use setwise_core::Square;
use setwise_moves::{Color, Role};

/// A set that explains what its indices stand for.
pub trait Describe: FeatureSet {
    /// The feature of an index, as the perspective sees it: its own pieces are White's, and the
    /// squares have the orientation of the set. `None` if the index is not below
    /// [`size`](FeatureSet::size).
    ///
    /// The formula of a set includes features that no position has, such as pairs of pawns on files
    /// far apart. They are described as well.
    fn describe(&self, index: u32) -> Option<Feature>;

    /// The feature of an index of a perspective, with the colors and squares of a position.
    ///
    /// ```
    /// use setwise_moves::{Color, Position};
    /// use setwise_nnue::{Boards, Csr, Describe, Extractor, FullThreats};
    /// let position = Position::from_fen("4k3/8/8/3n4/8/2B5/8/3R2K1 w - - 0 1")?;
    /// let (set, mut rows) = (FullThreats::new(), Csr::<u16>::new());
    /// Extractor::new(set).append(&[position], &mut rows)?;
    /// let (_, black) = rows.row(0).unwrap();
    /// let feature = set.locate(black[0].into(), &Boards::from(&position), Color::Black).unwrap();
    /// assert_eq!(feature.to_string(), "White rook d1 attacks Black knight d5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn locate(&self, index: u32, boards: &Boards, perspective: Color) -> Option<Feature>;
}

/// A piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlacedPiece {
    /// The color.
    pub color: Color,
    /// The role.
    pub role: Role,
    /// The square.
    pub square: Square,
}

impl fmt::Display for PlacedPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.color, self.role, self.square)
    }
}

/// The property of a position that an active feature means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Feature {
    /// A piece attacks another one.
    Threat {
        /// The piece that attacks. Of two pieces that attack each other as one feature, either.
        attacker: PlacedPiece,
        /// The piece that is attacked.
        attacked: PlacedPiece,
    },
    /// Two pawns are on the board. The pawn with the greater number comes first.
    PawnPair([PlacedPiece; 2]),
    /// A piece is on the board, and the king of the perspective on a square of the bucket.
    Piece {
        /// The number of the bucket, 0 if there is only one.
        bucket: u32,
        /// The piece.
        piece: PlacedPiece,
    },
}

impl Feature {
    /// Returns the feature in the view of White. `orientation` is what the perspective xors to
    /// squares.
    pub(crate) fn located(self, orientation: u8, perspective: Color) -> Self {
        let locate = |piece: PlacedPiece| PlacedPiece {
            color: Color::ALL[piece.color.index() ^ perspective.index()],
            square: Square::wrapping(piece.square.index() ^ usize::from(orientation)),
            ..piece
        };
        match self {
            Self::Threat { attacker, attacked } => Self::Threat {
                attacker: locate(attacker),
                attacked: locate(attacked),
            },
            Self::PawnPair(pawns) => Self::PawnPair(pawns.map(locate)),
            Self::Piece { bucket, piece } => Self::Piece {
                bucket,
                piece: locate(piece),
            },
        }
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Threat { attacker, attacked } => write!(f, "{attacker} attacks {attacked}"),
            Self::PawnPair([one, other]) => write!(f, "{one} with {other}"),
            Self::Piece { piece, .. } => piece.fmt(f),
        }
    }
}
