//! Games, from which records are made by playing the moves.

use crate::{Fields, Outcome, Record};
use setwise_moves::{
    Move, MoveDirection, Position, Role, Square, direction_between, find_kings_left_in_check,
};

/// The legal move from one square to another. The target of castling is the square of the rook.
pub(crate) fn find_move(
    position: &Position,
    source: Square,
    target: Square,
    promoted: Option<Role>,
    is_castling: bool,
) -> Option<Move> {
    let found = move_between(source, target, promoted, is_castling)?;
    let is_from_source = position.resolve(found)?.source == source;
    (is_from_source && position.is_legal(found)).then_some(found)
}

/// The move from one square to another, possible or not. The target of castling is the square of the rook.
pub(crate) fn move_between(
    source: Square,
    target: Square,
    promoted: Option<Role>,
    is_castling: bool,
) -> Option<Move> {
    match (direction_between(source, target)?, promoted) {
        (MoveDirection::Ray(direction), Some(role)) => {
            Some(Move::promotion(target, direction, role))
        }
        (MoveDirection::Ray(direction), None) if is_castling => {
            Some(Move::castling(target, direction))
        }
        (direction, None) => Some(Move::new(target, direction)),
        _ => None,
    }
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
        self.go_on(played, score, self.position.play_unchecked(played));
    }

    /// Appends the record of the position, in which a move leads to the next one.
    pub(crate) fn go_on(&mut self, played: Move, score: Option<i16>, next: Position) {
        self.append(Some(played), score);
        self.position = next;
        self.ply += 1;
    }

    /// Appends the record of the last position, if that is wanted.
    pub(crate) fn end(&mut self, with_final_position: bool) {
        if with_final_position {
            self.append(None, None);
        }
    }

    /// Finds the first move that leaves its king attacked, among the moves of the records from `first` on. They all are played, and pseudo-legal.
    pub(crate) fn first_illegal(&self, first: usize) -> Option<usize> {
        let records = self.records.get(first + 1..).unwrap_or_default();
        let mut after: Vec<Position> = records.iter().map(|record| record.position).collect();
        after.push(self.position);
        let mut attacked = vec![false; after.len()];
        // The lengths are equal.
        let _ = find_kings_left_in_check(&after, &mut attacked);
        attacked.iter().position(|&attacked| attacked)
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
