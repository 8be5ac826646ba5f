//! A kept position.

use setwise_binpack::{ChainPosition, NO_SCORE};
use setwise_formats::Record;
use setwise_moves::{Board, Color, Outcome, Position, Role};
use setwise_nnue::Boards;

/// A position that a loader delivers, with its labels: 48 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    board: Board,
    /// Score (16 bits), ply (16), outcome (8). As a word they go from a register to memory, where
    /// fields of several sizes would wait for each other.
    labels: u64,
}

impl Sample {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn new(board: Board, score: i16, ply: u16, outcome: Outcome) -> Self {
        let labels = u64::from(score as u16) | u64::from(ply) << 16;
        let labels = labels | u64::from(outcome.half_points()) << 32;
        Self { board, labels }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn of_chain(position: &ChainPosition) -> Self {
        let score = position.mover_score().unwrap_or(NO_SCORE);
        Self::new(
            position.to_board(),
            score,
            position.ply() as u16,
            position.outcome(),
        )
    }

    pub(crate) fn of_record(record: &Record, outcome: Outcome) -> Self {
        let board = *record.position.board();
        let score = mover_score(record).unwrap_or(NO_SCORE);
        Self::new(board, score, record.ply.unwrap_or(0), outcome)
    }

    /// Returns the position.
    pub fn position(&self) -> Position {
        self.board.into()
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        self.board.turn()
    }

    /// Returns the score in the units of the file, as the side to move sees it;
    /// [`NO_SCORE`](setwise_binpack::NO_SCORE) if there is none.
    pub const fn mover_score(&self) -> i16 {
        self.labels as i16
    }

    /// Returns the outcome of the game.
    pub const fn outcome(&self) -> Outcome {
        Outcome::ALL[(self.labels >> 32) as usize % 3]
    }

    /// Returns the number of half-moves before the position, 0 if the format does not store it.
    pub const fn ply(&self) -> u16 {
        (self.labels >> 16) as u16
    }

    /// Returns the number of pieces.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn pieces(&self) -> u32 {
        self.board.occupied().count_ones()
    }

    /// Returns the boards.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn boards(&self) -> Boards {
        Boards {
            colors: Color::ALL.map(|color| self.board.by_color(color)),
            roles: Role::ALL.map(|role| self.board.by_role(role)),
            turn: self.turn(),
        }
    }

    /// The points of the side to move: 0, 0.5 or 1.
    pub(crate) fn points(&self) -> f32 {
        let seen = match self.turn() {
            Color::White => self.outcome(),
            Color::Black => self.outcome().exchanged(),
        };
        f32::from(seen.half_points()) / 2.0
    }
}

/// The score of a record as the side to move sees it.
pub(crate) fn mover_score(record: &Record) -> Option<i16> {
    let score = record.white_score?;
    Some(match record.position.turn() {
        Color::White => score,
        Color::Black => score.saturating_neg(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_its_position() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/1bq2ppp/8/2Pp4/8/5N2/PP3PPP/R3K2R b KQkq - 7 19",
            "r3k2r/1bq2ppp/8/2Pp4/8/5N2/PP3PPP/R3K2R w Qk d6 0 20",
        ] {
            let mut record = Record::from(Position::from_fen(fen).unwrap());
            record.white_score = Some(-30);
            record.ply = Some(65_535);
            let sample = Sample::of_record(&record, Outcome::WhiteWins);
            assert_eq!(sample.position(), record.position);
            assert_eq!(sample.boards(), Boards::from(&record.position));
            assert_eq!(sample.turn(), record.position.turn());
            assert_eq!(sample.pieces(), record.position.occupied().count_ones());
            let is_white = sample.turn() == Color::White;
            let expected = if is_white { (-30, 1.0) } else { (30, 0.0) };
            assert_eq!((sample.mover_score(), sample.points()), expected);
            assert_eq!(
                (sample.outcome(), sample.ply()),
                (Outcome::WhiteWins, 65_535)
            );
        }
        assert_eq!(size_of::<Sample>(), 48);
    }
}
