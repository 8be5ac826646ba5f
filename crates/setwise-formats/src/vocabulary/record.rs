use crate::vocabulary::Fields;
use core::num::NonZeroU32;
use setwise_moves::{Color, Move, Outcome, Position};

/// A position with the score, the outcome, the move, the ply and the game that a file states.
///
/// ```
/// use setwise_formats::{Fields, Record};
/// use setwise_moves::Position;
/// let mut record = Record::from(Position::startpos());
/// record.white_score = Some(25);
/// assert_eq!(record.known(), Fields::POSITION | Fields::SCORE);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// The position.
    pub position: Position,
    /// The evaluation in centipawns. Positive numbers are good for White.
    pub white_score: Option<i16>,
    /// The result of the game.
    pub outcome: Option<Outcome>,
    /// The move that was played or found best.
    pub played: Option<Move>,
    /// The number of half-moves from the beginning of the game to this position. A format that does
    /// not store it derives it from the move number and the side to move.
    pub ply: Option<u16>,
    /// The number of the game in its file, from 1. Games without moves and damaged games count.
    pub game: Option<NonZeroU32>,
    /// The fields of [`position`](Self::position) that the file does not store. They have default
    /// values: White is to move, no castling right, no en passant square, clocks 0 and 1.
    pub assumed: Fields,
    /// The number of the extras of this record in its batch; 0 for none.
    pub(crate) extra: u32,
}

impl Record {
    /// Returns the fields that are known: those of the position that are not assumed, and the
    /// optional ones that are present.
    pub fn known(&self) -> Fields {
        let mut known = Fields::POSITION;
        for (present, field) in [
            (self.white_score.is_some(), Fields::SCORE),
            (self.outcome.is_some(), Fields::OUTCOME),
            (self.played.is_some(), Fields::MOVE),
            (self.ply.is_some(), Fields::PLY),
            (self.game.is_some(), Fields::GAME),
        ] {
            if present {
                known = known | field;
            }
        }
        known.without(self.assumed)
    }

    #[inline]
    pub(crate) fn with_ply_of_position(mut self) -> Self {
        self.ply = self.ply_of_position();
        self
    }

    /// Returns the half-moves before the position by its move number and its side to move. `None`
    /// if these are not known, or if there are more than 65,535.
    #[inline]
    pub(crate) fn ply_of_position(&self) -> Option<u16> {
        let counted = Fields::TURN | Fields::CLOCKS;
        if !self.assumed.and(counted).is_empty() {
            return None;
        }
        let moves = u32::from(self.position.fullmove()).checked_sub(1)?;
        let black = u32::from(self.position.turn() == Color::Black);
        u16::try_from(2 * moves + black).ok()
    }
}

impl From<Position> for Record {
    /// Makes a record of a position whose fields are all known, without score, outcome, move, ply
    /// and game.
    fn from(position: Position) -> Self {
        Self {
            position,
            white_score: None,
            outcome: None,
            played: None,
            ply: None,
            game: None,
            assumed: Fields::NONE,
            extra: 0,
        }
    }
}

/// Converts a score between White's view and that of `turn`. `None` if the result does not fit.
pub(crate) const fn score_seen_by(turn: Color, score: i16) -> Option<i16> {
    match turn {
        Color::White => Some(score),
        Color::Black => score.checked_neg(),
    }
}
