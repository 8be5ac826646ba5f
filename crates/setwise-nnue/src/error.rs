//! Why positions have no features, and why features are not extracted.

use core::fmt;
use setwise_core::LengthMismatch;
use setwise_moves::Color;

/// Why a position has no features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PositionError {
    /// A piece has two colors or two roles, or a color without a role, or a role without a color.
    Overlap,
    /// The color has no king, or several.
    Kings(Color),
    /// A pawn is on the first or the last rank.
    PawnOnBackRank,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overlap => f.write_str("a piece does not have exactly one color and one role"),
            Self::Kings(color) => write!(f, "{color} does not have exactly one king"),
            Self::PawnOnBackRank => f.write_str("a pawn is on the first or the last rank"),
        }
    }
}

impl core::error::Error for PositionError {}

/// Why features were not extracted. The output is as it was, except after
/// [`RowTooShort`](Self::RowTooShort).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A position has no features of this set.
    Position {
        /// The number of the position in the input, from 0.
        index: usize,
        /// The reason.
        reason: PositionError,
    },
    /// A position has more features than a padded row has places. The contents of all rows are
    /// unspecified.
    RowTooShort {
        /// The number of the position in the input, from 0.
        index: usize,
        /// The number of its features per perspective.
        features: usize,
        /// The number of places in a row.
        stride: usize,
    },
    /// The output has a different number of entries than the input needs; [`usize::MAX`] stands for
    /// more than that.
    Length(LengthMismatch),
    /// The type of the indices cannot hold all indices of the set.
    IndexTooNarrow {
        /// The number of features of the set.
        size: u32,
    },
}

impl Error {
    /// Returns the error with `by` added to the number of its position.
    pub(crate) fn shifted(mut self, by: usize) -> Self {
        if let Self::Position { index, .. } | Self::RowTooShort { index, .. } = &mut self {
            *index += by;
        }
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position { index, reason } => write!(f, "position {index}: {reason}"),
            Self::RowTooShort {
                index,
                features,
                stride,
            } => write!(
                f,
                "position {index}: {features} features do not fit a row of {stride}"
            ),
            Self::Length(mismatch) => mismatch.fmt(f),
            Self::IndexTooNarrow { size } => {
                let reason = "the type of the indices is too narrow for";
                write!(f, "{reason} {size} features")
            }
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Position { reason, .. } => Some(reason),
            Self::Length(mismatch) => Some(mismatch),
            Self::RowTooShort { .. } | Self::IndexTooNarrow { .. } => None,
        }
    }
}

impl From<LengthMismatch> for Error {
    fn from(mismatch: LengthMismatch) -> Self {
        Self::Length(mismatch)
    }
}
