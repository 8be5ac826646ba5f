//! Positions from FENs, from board objects and from arrays.

use crate::arrays::Input;
use crate::arrow::Number;
use crate::positions::PART;
use crate::threads::Workers;
use pyo3::exceptions::{PyAttributeError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;
use setwise_moves::{Color, Position, Role, Setup, Square};
use std::fmt::Display;

/// An item that was read while the interpreter was attached: the range of a FEN in a text, or a
/// board.
enum Item {
    Fen(usize, usize),
    Board(Setup),
}

/// Why an entry of an argument is not read.
pub(crate) struct WrongEntry {
    index: usize,
    message: String,
}

impl WrongEntry {
    pub(crate) fn new(name: &str, index: usize, why: impl Display) -> Self {
        let message = format!("{name}[{index}]: {why}");
        Self { index, message }
    }

    pub(crate) fn into_error(self, py: Python<'_>) -> PyErr {
        with_index(PyValueError::new_err(self.message), py, self.index)
    }
}

/// Sets the attribute `index` of an error.
fn with_index(error: PyErr, py: Python<'_>, index: usize) -> PyErr {
    match error.value(py).setattr(intern!(py, "index"), index) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// Reads an iterable of FENs and boards.
pub(crate) fn from_items(
    py: Python<'_>,
    name: &str,
    items: &Bound<'_, PyAny>,
    threads: i64,
    fens: bool,
    boards: bool,
) -> PyResult<Vec<Position>> {
    let workers = Workers::new(threads)?;
    let expected = match (fens, boards) {
        (true, true) => "str or a board of python-chess",
        (true, false) => "str",
        _ => "a board of python-chess",
    };
    let unexpected = |place: &str, object: &Bound<'_, PyAny>| match object.get_type().name() {
        Ok(found) => PyTypeError::new_err(format!("{place}: expected {expected}, got {found}")),
        Err(error) => error,
    };
    if items.is_instance_of::<PyString>() {
        let message = format!("{name}: expected an iterable of {expected}, got str");
        return Err(PyTypeError::new_err(message));
    }
    let iterator = items
        .try_iter()
        .map_err(|_| PyTypeError::new_err(format!("{name}: expected an iterable of {expected}")))?;
    let (mut text, mut list) = (String::new(), Vec::new());
    for (i, item) in iterator.enumerate() {
        let item = item?;
        let place = || format!("{name}[{i}]");
        list.push(if let Ok(fen) = item.cast::<PyString>() {
            if !fens {
                return Err(unexpected(&place(), &item));
            }
            let start = text.len();
            let why = "the text is not valid Unicode";
            let unreadable = |_| WrongEntry::new(name, i, why).into_error(py);
            text.push_str(&fen.to_cow().map_err(unreadable)?);
            Item::Fen(start, text.len())
        } else if boards && item.hasattr(intern!(py, "occupied_co"))? {
            let board = read_board(&item, &place());
            Item::Board(board.map_err(|error| with_index(error, py, i))?)
        } else {
            return Err(unexpected(&place(), &item));
        });
    }
    let mut positions = vec![Position::startpos(); list.len()];
    py.detach(|| {
        workers.parts(PART, 1, &mut positions, |range, out| {
            let first = range.start;
            let items = list.get(range).unwrap_or_default();
            for (i, (out, item)) in out.iter_mut().zip(items).enumerate() {
                let i = first + i;
                *out = match *item {
                    Item::Fen(start, end) => {
                        let fen = text.get(start..end).unwrap_or_default();
                        Position::from_fen(fen).map_err(|why| WrongEntry::new(name, i, why))?
                    }
                    Item::Board(setup) => {
                        Position::new(setup).map_err(|why| WrongEntry::new(name, i, why))?
                    }
                };
            }
            Ok(())
        })
    })
    .map_err(|wrong: WrongEntry| wrong.into_error(py))?;
    Ok(positions)
}

/// Reads the attributes of a board of python-chess. `place` names the board in errors.
fn read_board<'py>(board: &Bound<'py, PyAny>, place: &str) -> PyResult<Setup> {
    let py = board.py();
    let attribute = |name: &Bound<'py, PyString>| {
        board.getattr(name).map_err(|error| {
            if error.is_instance_of::<PyAttributeError>(py) {
                PyTypeError::new_err(format!("{place}: a board without the attribute {name}"))
            } else {
                error
            }
        })
    };
    fn number<'a, 'py, T: FromPyObject<'a, 'py>>(
        value: &'a Bound<'py, PyAny>,
        name: &str,
        place: &str,
    ) -> PyResult<T> {
        value.extract().map_err(|_| {
            PyValueError::new_err(format!("{place}: the attribute {name} is out of range"))
        })
    }
    let bits =
        |name: &Bound<'py, PyString>| number::<u64>(&attribute(name)?, &name.to_cow()?, place);
    let variant = board.getattr_opt(intern!(py, "uci_variant"))?;
    if let Some(variant) = variant
        && !variant.is_none()
        && variant.str()?.to_cow()? != "chess"
    {
        let message = format!("{place}: the variant {variant} is not supported");
        return Err(PyValueError::new_err(message));
    }

    let mut setup = Setup::empty();
    let sides = attribute(intern!(py, "occupied_co"))?;
    let roles = [
        bits(intern!(py, "pawns"))?,
        bits(intern!(py, "knights"))?,
        bits(intern!(py, "bishops"))?,
        bits(intern!(py, "rooks"))?,
        bits(intern!(py, "queens"))?,
        bits(intern!(py, "kings"))?,
    ];
    for color in Color::ALL {
        let side = sides.get_item(color == Color::White)?;
        let side = number::<u64>(&side, "occupied_co", place)?;
        for (role, board) in Role::ALL.into_iter().zip(roles) {
            *setup.pieces_mut(color, role) = side & board;
        }
    }
    let white = attribute(intern!(py, "turn"))?.is_truthy()?;
    setup.turn = if white { Color::White } else { Color::Black };
    setup.castling = match board.getattr_opt(intern!(py, "clean_castling_rights"))? {
        Some(method) => number(&method.call0()?, "castling_rights", place)?,
        None => bits(intern!(py, "castling_rights"))?,
    };
    let square = attribute(intern!(py, "ep_square"))?;
    if !square.is_none() {
        let square = number::<usize>(&square, "ep_square", place)?;
        let found = Square::from_index(square).ok_or_else(|| {
            PyValueError::new_err(format!("{place}: the attribute ep_square is out of range"))
        })?;
        setup.en_passant = Some(found);
    }
    let clock = attribute(intern!(py, "halfmove_clock"))?;
    setup.halfmoves = number(&clock, "halfmove_clock", place)?;
    let fullmove = attribute(intern!(py, "fullmove_number"))?;
    setup.fullmove = number(&fullmove, "fullmove_number", place)?;
    Ok(setup)
}

/// The arrays of `Positions.from_bitboards`.
pub(crate) struct Columns<'py> {
    pieces: Input<'py, u64>,
    turns: Input<'py, u8>,
    castling: Option<Input<'py, u64>>,
    en_passant: Option<Input<'py, i8>>,
    halfmoves: Option<Input<'py, u16>>,
    fullmoves: Option<Input<'py, u16>>,
}

/// The entries of [`Columns`]. Missing columns are empty.
pub(crate) struct Rows<'a> {
    pieces: &'a [u64],
    /// True is 1.
    turns: &'a [u8],
    castling: &'a [u64],
    en_passant: &'a [i8],
    halfmoves: &'a [u16],
    fullmoves: &'a [u16],
}

impl<'py> Columns<'py> {
    pub(crate) fn new(
        pieces: &Bound<'py, PyAny>,
        turns: &Bound<'py, PyAny>,
        castling: Option<&Bound<'py, PyAny>>,
        en_passant: Option<&Bound<'py, PyAny>>,
        halfmoves: Option<&Bound<'py, PyAny>>,
        fullmoves: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Self> {
        let pieces = Input::<u64>::new("pieces", pieces, &[None, Some(12)])?;
        let n = &[Some(pieces.entries()?.len() / 12)];
        let clocks = |name, object: Option<&Bound<'py, PyAny>>| {
            object
                .map(|object| Input::<u16>::new(name, object, n))
                .transpose()
        };
        Ok(Self {
            turns: Input::bools("turns", turns, n)?,
            castling: castling.map(|o| Input::new("castling", o, n)).transpose()?,
            en_passant: en_passant
                .map(|o| Input::new("en_passant", o, n))
                .transpose()?,
            halfmoves: clocks("halfmoves", halfmoves)?,
            fullmoves: clocks("fullmoves", fullmoves)?,
            pieces,
        })
    }

    pub(crate) fn rows(&self) -> PyResult<Rows<'_>> {
        fn entries<'a, T: Number>(column: &'a Option<Input<'_, T>>) -> PyResult<&'a [T]> {
            column.as_ref().map_or(Ok(&[]), Input::entries)
        }
        Ok(Rows {
            pieces: self.pieces.entries()?,
            turns: self.turns.entries()?,
            castling: entries(&self.castling)?,
            en_passant: entries(&self.en_passant)?,
            halfmoves: entries(&self.halfmoves)?,
            fullmoves: entries(&self.fullmoves)?,
        })
    }
}

impl Rows<'_> {
    /// Checks the positions. The error names the index of the first that is not valid.
    pub(crate) fn read(&self) -> Result<Vec<Position>, WrongEntry> {
        let (rows, _) = self.pieces.as_chunks::<12>();
        let read = |(i, (row, &white)): (usize, (&[u64; 12], &u8))| {
            let mut setup = Setup::empty();
            let places = Color::ALL
                .into_iter()
                .flat_map(|color| Role::ALL.map(|role| (color, role)));
            for ((color, role), &board) in places.zip(row) {
                *setup.pieces_mut(color, role) = board;
            }
            setup.turn = if white != 0 {
                Color::White
            } else {
                Color::Black
            };
            setup.castling = self.castling.get(i).copied().unwrap_or(0);
            setup.halfmoves = self.halfmoves.get(i).copied().unwrap_or(0);
            setup.fullmove = self.fullmoves.get(i).copied().unwrap_or(1);
            setup.en_passant = match self.en_passant.get(i) {
                None | Some(-1) => None,
                Some(&square) => Some(
                    usize::try_from(square)
                        .ok()
                        .and_then(Square::from_index)
                        .ok_or_else(|| {
                            let why = format!("{square} is not -1 or a square 0 to 63");
                            WrongEntry::new("en_passant", i, why)
                        })?,
                ),
            };
            Position::new(setup).map_err(|why| WrongEntry::new("pieces", i, why))
        };
        rows.iter().zip(self.turns).enumerate().map(read).collect()
    }
}
