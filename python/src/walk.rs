//! Plays through games to find the positions before their moves, or arrays of their boards.

use crate::arrays::Output;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use setwise_moves::{Color, Mailbox, Move, Position, Walk};

/// Games one after the other: their first positions, their first rows and the end of the last one,
/// and the moves of all rows.
pub(crate) struct Games<'a> {
    pub(crate) starts: &'a [Position],
    pub(crate) offsets: &'a [i64],
    pub(crate) moves: &'a [u16],
}

impl<'a> Games<'a> {
    fn each(&self) -> impl Iterator<Item = (&'a Position, &'a [u16])> {
        let moves = self.moves;
        let rows = self.offsets.array_windows().map(move |&[start, end]| {
            let rows = start.try_into().ok().zip(end.try_into().ok());
            rows.and_then(|(start, end): (usize, usize)| moves.get(start..end))
                .unwrap_or_default()
        });
        self.starts.iter().zip(rows)
    }

    /// Returns the position of each row.
    pub(crate) fn positions(&self) -> Vec<Position> {
        let mut positions = Vec::with_capacity(self.moves.len());
        for (&start, moves) in self.each() {
            let moves = moves.iter().map(|&bits| Move::from_bits_unchecked(bits));
            positions.extend(Walk::new(start, moves).map(|(position, _)| position));
        }
        // Offsets that a user has overwritten may leave rows out.
        positions.resize(self.moves.len(), Position::default());
        positions
    }

    /// Writes the rows of arrays, of which no two have one name.
    pub(crate) fn fill(&self, py: Python<'_>, arrays: &mut [RowArray<'_>]) -> PyResult<()> {
        let mut rows = Rows::default();
        for array in arrays {
            match array {
                RowArray::Squares(array) => rows.squares = array.entries()?.as_chunks_mut().0,
                RowArray::Turns(array) => rows.turns = array.entries()?,
                RowArray::Castling(array) => rows.castling = array.entries()?,
                RowArray::EnPassant(array) => rows.en_passant = array.entries()?,
                RowArray::Halfmoves(array) => rows.halfmoves = array.entries()?,
                RowArray::Fullmoves(array) => rows.fullmoves = array.entries()?,
            }
        }
        py.detach(|| {
            let mut row = 0;
            for (start, moves) in self.each() {
                let moves = moves.iter().map(|&bits| Move::from_bits_unchecked(bits));
                Walk::new(Mailbox::from(start), moves).visit(|mailbox, _| {
                    rows.set(row, mailbox);
                    row += 1;
                });
            }
            // Offsets that a user has overwritten may leave rows out.
            let empty = Mailbox::from(&Position::default());
            (row..self.moves.len()).for_each(|row| rows.set(row, &empty));
        });
        Ok(())
    }
}

/// The rows of the arrays that are asked for. The slices of others are empty.
#[derive(Default)]
struct Rows<'a> {
    squares: &'a mut [[u8; 64]],
    turns: &'a mut [u8],
    castling: &'a mut [u64],
    en_passant: &'a mut [i8],
    halfmoves: &'a mut [u16],
    fullmoves: &'a mut [u16],
}

impl Rows<'_> {
    fn set(&mut self, row: usize, mailbox: &Mailbox) {
        fn put<T>(out: &mut [T], row: usize, value: T) {
            if let Some(place) = out.get_mut(row) {
                *place = value;
            }
        }
        put(self.squares, row, mailbox.squares);
        put(self.turns, row, u8::from(mailbox.turn == Color::White));
        put(self.castling, row, mailbox.castling);
        let passed = mailbox.en_passant();
        let passed = passed.map_or(-1, |square| square.index() as i8);
        put(self.en_passant, row, passed);
        put(self.halfmoves, row, mailbox.halfmoves);
        put(self.fullmoves, row, mailbox.fullmove);
    }
}

/// An array with a row for each half-move. The names are those of the methods of `Positions`.
pub(crate) enum RowArray<'py> {
    Squares(Output<'py, u8>),
    Turns(Output<'py, u8>),
    Castling(Output<'py, u64>),
    EnPassant(Output<'py, i8>),
    Halfmoves(Output<'py, u16>),
    Fullmoves(Output<'py, u16>),
}

impl<'py> RowArray<'py> {
    pub(crate) const NAMES: [&'static str; 6] = [
        "squares",
        "turns",
        "castling",
        "en_passant",
        "halfmoves",
        "fullmoves",
    ];

    /// Makes the array of a name, with this number of rows.
    pub(crate) fn new(py: Python<'py>, name: &str, rows: usize) -> PyResult<Self> {
        Ok(match name {
            "squares" => Self::Squares(Output::empty(py, &[rows, 64])?),
            "turns" => Self::Turns(Output::empty_bools(py, &[rows])?),
            "castling" => Self::Castling(Output::empty(py, &[rows])?),
            "en_passant" => Self::EnPassant(Output::empty(py, &[rows])?),
            "halfmoves" => Self::Halfmoves(Output::empty(py, &[rows])?),
            "fullmoves" => Self::Fullmoves(Output::empty(py, &[rows])?),
            _ => {
                let known = Self::NAMES.join(", ");
                let why = format!("{name}: the arrays are {known}");
                return Err(PyValueError::new_err(why));
            }
        })
    }

    /// Returns the array.
    pub(crate) fn object(&self) -> Bound<'py, PyAny> {
        match self {
            Self::Squares(array) | Self::Turns(array) => array.array(),
            Self::Castling(array) => array.array(),
            Self::EnPassant(array) => array.array(),
            Self::Halfmoves(array) | Self::Fullmoves(array) => array.array(),
        }
    }
}
