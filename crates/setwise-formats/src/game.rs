//! Games, from which records are made by playing the moves.

use crate::{Fields, Outcome, Record};
use setwise_moves::{Move, Position, Role, Square};

/// The legal move from one square to another. The target of castling is the square of the rook.
pub(crate) fn find_move(
    position: &Position,
    source: Square,
    target: Square,
    promoted: Option<Role>,
    is_castling: bool,
) -> Option<Move> {
    let moves = position.legal_moves().to(target.bit());
    moves.into_iter().find(|&found| {
        found.is_castling() == is_castling
            && found.promoted() == promoted
            && position
                .resolve(found)
                .is_some_and(|resolved| resolved.source == source)
    })
}

/// A game that is being played. It makes a record of each position.
pub(crate) struct Game<'a> {
    pub(crate) position: Position,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) assumed: Fields,
    pub(crate) ply: usize,
    pub(crate) records: &'a mut Vec<Record>,
}

impl Game<'_> {
    /// Plays a legal move and appends the record of the position before it.
    pub(crate) fn play(&mut self, played: Move, score: Option<i16>) {
        self.append(Some(played), score);
        self.position = self.position.play_unchecked(played);
        self.ply += 1;
    }

    /// Appends the record of the last position, if that is wanted.
    pub(crate) fn end(&mut self, with_final_position: bool) {
        if with_final_position {
            self.append(None, None);
        }
    }

    /// Appends a record of the position.
    pub(crate) fn append(&mut self, played: Option<Move>, score: Option<i16>) {
        self.records.push(Record {
            score,
            outcome: self.outcome,
            played,
            ply: u16::try_from(self.ply).ok(),
            assumed: self.assumed,
            ..Record::from(self.position)
        });
    }
}
