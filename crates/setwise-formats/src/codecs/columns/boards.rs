use super::arrays::valid;
use super::error::{ColumnError, optional};
use super::numbers::{bitboards, integers, truths};
use crate::vocabulary::{Fields, ReadError, Record};
use arrow_array::{ArrayRef, BooleanArray, Int64Array, UInt64Array};
use arrow_buffer::NullBuffer;
use setwise_moves::{Color, Position, Role, Setup, Square};

/// The names of the bitboards: two colors, then the roles in the order of [`Role::ALL`].
pub(super) const BOARDS: [&str; 8] = [
    "white", "black", "pawns", "knights", "bishops", "rooks", "queens", "kings",
];

pub(super) const STATE: [&str; 5] = [
    "white_to_move",
    "castling",
    "en_passant",
    "halfmoves",
    "fullmove",
];

/// Whether a column has bitboards, or the side to move.
pub(super) fn is_board(name: &str) -> bool {
    BOARDS.contains(&name) || STATE.contains(&name)
}

#[derive(Clone, Debug)]
pub(super) struct BoardColumns {
    /// The bitboards, in the order of [`BOARDS`].
    sets: Vec<UInt64Array>,
    turn: Option<BooleanArray>,
    castling: Option<UInt64Array>,
    /// The en passant squares. A null means no square.
    en_passant: Option<Int64Array>,
    halfmoves: Option<Int64Array>,
    fullmove: Option<Int64Array>,
    /// The nulls of the structure around the columns.
    nulls: Option<NullBuffer>,
}

impl BoardColumns {
    pub(super) fn new<'a>(get: impl Fn(&str) -> Option<&'a ArrayRef>) -> Result<Self, ColumnError> {
        let set = |name| optional(name, get(name), bitboards);
        let number = |name| optional(name, get(name), integers);
        let sets = BOARDS.map(|name| set(name)?.ok_or(ColumnError::Missing(name)));
        let [turn, castling, en_passant, halfmoves, fullmove] = STATE;
        Ok(Self {
            sets: sets.into_iter().collect::<Result<_, _>>()?,
            turn: optional(turn, get(turn), truths)?,
            castling: set(castling)?,
            en_passant: number(en_passant)?,
            halfmoves: number(halfmoves)?,
            fullmove: number(fullmove)?,
            nulls: None,
        })
    }

    /// Returns the same columns, where the rows of `nulls` are null.
    pub(super) fn without(mut self, nulls: Option<&NullBuffer>) -> Self {
        self.nulls = nulls.cloned();
        self
    }

    /// Returns the position of a row; `None` if one of its bitboards is null.
    pub(super) fn record(&self, row: usize) -> Result<Option<Record>, ReadError> {
        let is_null = |nulls: &NullBuffer| row < nulls.len() && nulls.is_null(row);
        if self.nulls.as_ref().is_some_and(is_null) {
            return Ok(None);
        }
        let mut sets = [0; 8];
        for (set, column) in sets.iter_mut().zip(&self.sets) {
            match valid(column, row) {
                Some(found) => *set = found,
                None => return Ok(None),
            }
        }
        let [white, black, roles @ ..] = sets;
        if white | black != roles.into_iter().fold(0, |all, set| all | set) {
            return Err(ReadError::Boards);
        }
        let mut setup = Setup::empty();
        for (role, set) in Role::ALL.into_iter().zip(roles) {
            *setup.pieces_mut(Color::White, role) = set & white;
            *setup.pieces_mut(Color::Black, role) = set & black;
        }
        let mut assumed = Fields::NONE;
        match self.turn.as_ref().and_then(|turn| valid(turn, row)) {
            Some(true) => {}
            Some(false) => setup.turn = Color::Black,
            // A null en passant square means none, but is not known if the side to move is not.
            None => assumed = assumed | Fields::TURN | Fields::EN_PASSANT,
        }
        match self.castling.as_ref().and_then(|sets| valid(sets, row)) {
            Some(rooks) => setup.castling = rooks,
            None => assumed = assumed | Fields::CASTLING,
        }
        match &self.en_passant {
            Some(squares) => setup.en_passant = en_passant(valid(squares, row))?,
            None => assumed = assumed | Fields::EN_PASSANT,
        }
        let clock =
            |column: &Option<Int64Array>| column.as_ref().and_then(|found| valid(found, row));
        match (clock(&self.halfmoves), clock(&self.fullmove)) {
            (Some(halfmoves), Some(fullmove)) => {
                let fullmove = u16::try_from(fullmove).ok().filter(|number| *number > 0);
                setup.halfmoves =
                    u16::try_from(halfmoves).map_err(|_| ReadError::Field("halfmoves"))?;
                setup.fullmove = fullmove.ok_or(ReadError::Field("fullmove"))?;
            }
            _ => assumed = assumed | Fields::CLOCKS,
        }
        let mut record = Record::from(Position::new(setup)?);
        record.assumed = assumed;
        Ok(Some(record))
    }
}

fn en_passant(index: Option<i64>) -> Result<Option<Square>, ReadError> {
    let square = |index| usize::try_from(index).ok().and_then(Square::from_index);
    let square = |index| square(index).ok_or(ReadError::Field("en_passant"));
    index.map(square).transpose()
}
