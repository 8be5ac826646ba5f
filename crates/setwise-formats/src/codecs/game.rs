//! Games, from which records are made by playing the moves.

use crate::vocabulary::fields::Fields;
use crate::vocabulary::record::{Outcome, Record};
use setwise_moves::{Move, Position, find_kings_left_in_check};

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

    /// Finds the first move that leaves its king attacked, among the moves of the records from
    /// `first` on. They all are played, and pseudo-legal.
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
