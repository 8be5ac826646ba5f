use crate::vocabulary::{Fields, Record, score_seen_by};
use core::fmt;
use setwise_binpack::WriteError as BinpackWriteError;
use setwise_moves::{Color, Outcome};

/// Why a format cannot hold a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The record lacks these fields, which the format needs.
    Missing(Fields),
    /// The board has this number of pieces, but the format has room for 32.
    PieceCount(u32),
    /// The half-move clock is above 255.
    HalfmoveClock(u16),
    /// The score, as the side to move sees it, does not fit 16 bits.
    Score(i16),
    /// The move is not legal.
    Move,
    /// A binpack cannot hold it.
    Binpack(BinpackWriteError),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(fields) => write!(f, "missing: {fields}"),
            Self::PieceCount(count) => BinpackWriteError::PieceCount(*count).fmt(f),
            Self::HalfmoveClock(clock) => write!(f, "the half-move clock {clock} is above 255"),
            Self::Score(score) => BinpackWriteError::Score(*score).fmt(f),
            Self::Move => BinpackWriteError::Move.fmt(f),
            Self::Binpack(why) => why.fmt(f),
        }
    }
}

impl core::error::Error for WriteError {}

impl Record {
    /// Returns the score and the outcome as `turn` sees them.
    pub(crate) fn labels_seen_by(&self, turn: Color) -> Result<(i16, Outcome), WriteError> {
        let (Some(score), Some(outcome)) = (self.white_score, self.outcome) else {
            let labels = Fields::SCORE | Fields::OUTCOME;
            return Err(WriteError::Missing(labels.without(self.known())));
        };
        let seen = score_seen_by(turn, score).ok_or(WriteError::Score(score))?;
        Ok((seen, outcome.seen_by(turn)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_labels_are_named() {
        let mut record = Record::from(setwise_moves::Position::startpos());
        let labels = Fields::SCORE | Fields::OUTCOME;
        let missing =
            |fields| -> Result<(i16, Outcome), WriteError> { Err(WriteError::Missing(fields)) };
        assert_eq!(record.labels_seen_by(Color::White), missing(labels));
        record.outcome = Some(Outcome::WhiteWins);
        assert_eq!(record.labels_seen_by(Color::White), missing(Fields::SCORE));
        record.white_score = Some(300);
        let seen = record.labels_seen_by(Color::Black);
        assert_eq!(seen, Ok((-300, Outcome::BlackWins)));
        record.outcome = None;
        let seen = record.labels_seen_by(Color::Black);
        assert_eq!(seen, missing(Fields::OUTCOME));
    }

    #[test]
    fn the_least_score_fits_only_as_white_sees_it() {
        let mut record = Record::from(setwise_moves::Position::startpos());
        (record.white_score, record.outcome) = (Some(i16::MIN), Some(Outcome::Draw));
        let seen = record.labels_seen_by(Color::White);
        assert_eq!(seen, Ok((i16::MIN, Outcome::Draw)));
        let seen = record.labels_seen_by(Color::Black);
        assert_eq!(seen, Err(WriteError::Score(i16::MIN)));
    }
}
