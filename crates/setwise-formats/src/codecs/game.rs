use crate::vocabulary::{Fields, Record};
use core::num::NonZeroU32;
use setwise_moves::{Move, Outcome, Position, find_kings_left_in_check};

/// Whether two positions are the same. An en passant square where no capture is legal does not
/// count, because formats differ in it.
#[inline]
pub(crate) fn is_same_position(one: &Position, other: &Position) -> bool {
    one == other || {
        let [one, other] = [one, other].map(|position| position.without_useless_en_passant());
        one == other
    }
}

/// The number of a game as records have it, from the number of games up to it; `None` for 0, and if
/// it does not fit.
pub(crate) fn number_of(games: u64) -> Option<NonZeroU32> {
    u32::try_from(games).ok().and_then(NonZeroU32::new)
}

/// A game that is being played. It makes a record of each position.
pub(crate) struct Game<'a> {
    pub(crate) position: Position,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) assumed: Fields,
    /// Its number in the input.
    pub(crate) number: Option<NonZeroU32>,
    /// The number of half-moves before its first position.
    pub(crate) first_ply: Option<u16>,
    /// The number of half-moves that were played after that.
    pub(crate) ply: usize,
    pub(crate) records: &'a mut Vec<Record>,
}

impl<'a> Game<'a> {
    pub(crate) fn new(start: &Record, number: u64, records: &'a mut Vec<Record>) -> Self {
        Self {
            position: start.position,
            outcome: start.outcome,
            assumed: start.assumed,
            number: number_of(number),
            first_ply: start.ply,
            ply: 0,
            records,
        }
    }

    /// Appends the record of the position, in which a move or a passed turn leads to the
    /// next one.
    #[inline]
    pub(crate) fn go_on(&mut self, played: Option<Move>, white_score: Option<i16>, next: Position) {
        self.append(played, white_score);
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
    /// `first` on. All of them have been played, and are pseudo-legal.
    pub(crate) fn first_illegal(&self, first: usize) -> Option<usize> {
        let records = self.records.get(first + 1..).unwrap_or_default();
        let mut after: Vec<Position> = records.iter().map(|record| record.position).collect();
        after.push(self.position);
        let mut attacked = vec![false; after.len()];
        // The lengths are equal.
        let _ = find_kings_left_in_check(&after, &mut attacked);
        attacked.iter().position(|&attacked| attacked)
    }

    #[inline]
    pub(crate) fn append(&mut self, played: Option<Move>, white_score: Option<i16>) {
        let first = self.first_ply.map(usize::from);
        let ply = first.and_then(|first| u16::try_from(first + self.ply).ok());
        self.records.push(Record {
            white_score,
            outcome: self.outcome,
            played,
            ply,
            game: self.number,
            assumed: self.assumed,
            ..Record::from(self.position)
        });
    }
}
