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

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_moves::{Direction, KnightDirection};

    /// The square of a name.
    fn at(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn moves_between_squares() {
        let between = |source, target, promoted, is_castling| {
            move_between(at(source), at(target), promoted, is_castling)
        };
        assert_eq!(
            between("e2", "e4", None, false),
            Some(Move::new(at("e4"), Direction::North))
        );
        assert_eq!(
            between("g1", "f3", None, false),
            Some(Move::new(at("f3"), KnightDirection::NorthNorthWest))
        );
        assert_eq!(
            between("e1", "a1", None, true),
            Some(Move::castling(at("a1"), Direction::West))
        );
        assert_eq!(
            between("b7", "a8", Some(Role::Rook), false),
            Some(Move::promotion(at("a8"), Direction::NorthWest, Role::Rook))
        );
        // A jump does not promote, and no piece moves like the last one.
        assert_eq!(between("b6", "a8", Some(Role::Rook), false), None);
        assert_eq!(between("a1", "b4", None, false), None);
    }

    #[test]
    fn only_legal_moves_from_the_source_are_found() {
        let fen = "4k3/1P6/8/8/8/8/4P3/4K2R w K - 0 1";
        let position = Position::from_fen(fen).unwrap();
        let find = |source, target, promoted, is_castling| {
            let found = find_move(&position, at(source), at(target), promoted, is_castling);
            found.map(|found| position.resolve(found).unwrap().to_string())
        };
        assert_eq!(find("e2", "e4", None, false).as_deref(), Some("e2e4"));
        assert_eq!(find("e1", "h1", None, true).as_deref(), Some("e1g1"));
        let knight = Some(Role::Knight);
        assert_eq!(find("b7", "b8", knight, false).as_deref(), Some("b7b8n"));
        // The pawn on e2 is between, and moves to e3 instead.
        assert_eq!(find("e1", "e3", None, false), None);
        // Too far for the pawn, and on the king's own rook.
        assert_eq!(find("e2", "e5", None, false), None);
        assert_eq!(find("e1", "h1", None, false), None);
        assert_eq!(find("b7", "b8", None, false), None);
    }
}
