//! Positions from FENs, from board objects and from arrays.

use crate::arrays::{ArrayResult, Input, Out, choice, wrong_type};
use crate::threads::{PART, Signals, Workers};
use crate::{arrow::Number, positions::Positions};
use numpy::PyArray1;
use pyo3::exceptions::{PyAttributeError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;
use setwise_moves::{Color, Position, Role, Setup, Square};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::{fmt::Display, ops::RangeInclusive};

/// An item that was read while the interpreter was attached: the range of a FEN in a text, a board,
/// or what is left out.
enum Item {
    Fen(usize, usize),
    Board(Box<Setup>),
    Wrong,
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
}

/// A ValueError with the attribute `index`.
impl From<WrongEntry> for PyErr {
    fn from(wrong: WrongEntry) -> Self {
        with_index(PyValueError::new_err(wrong.message), wrong.index)
    }
}

/// Sets the attribute `index` of an error.
pub(crate) fn with_index(error: PyErr, index: usize) -> PyErr {
    Python::attach(|py| {
        let set = error.value(py).setattr(intern!(py, "index"), index);
        set.map_or_else(|other| other, |()| error)
    })
}

/// The argument `on_error`: what happens with FENs that cannot be read.
pub(crate) enum OnError {
    Raise,
    /// Leaves them out and keeps the reasons.
    Skip(Mutex<Vec<WrongEntry>>),
}

impl OnError {
    pub(crate) fn new(on_error: &str) -> PyResult<Self> {
        let skip = Self::Skip(Mutex::default());
        choice(
            "on_error",
            on_error,
            [("raise", Self::Raise), ("skip", skip)],
        )
    }

    pub(crate) fn handle(&self, wrong: WrongEntry) -> PyResult<()> {
        let Self::Skip(skipped) = self else {
            return Err(wrong.into());
        };
        let mut skipped = skipped.lock().unwrap_or_else(PoisonError::into_inner);
        skipped.push(wrong);
        Ok(())
    }

    /// Returns the positions; with "skip" a tuple of the positions that are left, and the indices
    /// and reasons of the others.
    pub(crate) fn finish<'py>(
        self,
        py: Python<'py>,
        mut positions: Vec<Position>,
    ) -> ArrayResult<'py> {
        let Self::Skip(skipped) = self else {
            return Ok(Bound::new(py, Positions(positions))?.into_any());
        };
        let mut skipped = skipped.into_inner().unwrap_or_else(PoisonError::into_inner);
        skipped.sort_unstable_by_key(|wrong| wrong.index);
        let (mut i, mut left_out) = (0, skipped.iter().map(|wrong| wrong.index).peekable());
        positions.retain(|_| {
            i += 1;
            left_out.next_if_eq(&(i - 1)).is_none()
        });
        let indices = skipped.iter().map(|wrong| wrong.index as i64).collect();
        let reasons: Vec<String> = skipped.into_iter().map(|wrong| wrong.message).collect();
        let parts = (
            Positions(positions),
            PyArray1::from_vec(py, indices),
            reasons,
        );
        Ok(parts.into_pyobject(py)?.into_any())
    }
}

/// The numbers of items that each thread reads at a time. A small text stays in the cache. The text
/// grows when other threads use the interpreter, because it then takes milliseconds to get it back.
const BUFFERED: RangeInclusive<usize> = 1 << 10..=1 << 16;

/// A longer time than this means that another thread has the interpreter.
const WAITING: Duration = Duration::from_micros(500);

/// Reads an iterable of FENs and boards.
pub(crate) fn from_items(
    py: Python<'_>,
    name: &str,
    items: &Bound<'_, PyAny>,
    threads: i64,
    (fens, boards): (bool, bool),
    on_error: &OnError,
) -> PyResult<Vec<Position>> {
    let workers = Workers::new(threads)?;
    let expected = match (fens, boards) {
        (true, true) => "str or a board of python-chess",
        (true, false) => "str",
        _ => "a board of python-chess",
    };
    if items.is_instance_of::<PyString>() {
        let message = format!("{name}: expected an iterable of {expected}, got str");
        return Err(PyTypeError::new_err(message));
    }
    let iterator = items
        .try_iter()
        .map_err(|_| PyTypeError::new_err(format!("{name}: expected an iterable of {expected}")))?;
    let mut positions = Vec::new();
    // The length may be missing or wrong.
    let _ = positions.try_reserve(items.len().unwrap_or(0));
    let mut items = iterator.enumerate();
    let read_item = |text: &mut String, (i, item): (usize, PyResult<Bound<'_, PyAny>>)| {
        let item = item?;
        let place = || format!("{name}[{i}]");
        let why = if let (true, Ok(fen)) = (fens, item.cast::<PyString>()) {
            let start = text.len();
            if let Ok(fen) = fen.to_cow() {
                text.push_str(&fen);
                return Ok(Item::Fen(start, text.len()));
            }
            "the text is not valid Unicode".to_owned()
        } else if boards && item.hasattr(intern!(py, "occupied_co"))? {
            let board = read_board(&item, &place());
            let board = board.map_err(|error| with_index(error, i))?;
            return Ok(Item::Board(Box::new(board)));
        } else if matches!(on_error, OnError::Skip(_)) {
            format!("expected {expected}, got {}", item.get_type().name()?)
        } else {
            let what = format!("{}: expected {expected}", place());
            return Err(with_index(wrong_type(what, &item), i));
        };
        on_error.handle(WrongEntry::new(name, i, why))?;
        Ok(Item::Wrong)
    };
    let (mut text, mut list, mut buffered) = (String::new(), Vec::new(), *BUFFERED.start());
    let mut signals = Signals::new();
    loop {
        let first = positions.len();
        for item in items.by_ref().take(buffered * workers.number()) {
            list.push(read_item(&mut text, item)?);
        }
        if list.is_empty() {
            return Ok(positions);
        }
        let done = py.detach(|| {
            positions.resize(first + list.len(), Position::startpos());
            let out = positions.get_mut(first..).unwrap_or_default();
            workers.parts(PART, 1, out, |range, out| {
                for (i, out) in range.zip(out) {
                    let wrong = |why: &dyn Display| WrongEntry::new(name, first + i, why);
                    let read = match &list[i] {
                        Item::Fen(start, end) => {
                            let fen = text.get(*start..*end).unwrap_or_default();
                            Position::from_fen(fen).map_err(|why| wrong(&why))
                        }
                        Item::Board(setup) => Position::new(**setup).map_err(|why| wrong(&why)),
                        Item::Wrong => continue,
                    };
                    match read {
                        Ok(position) => *out = position,
                        Err(wrong) => on_error.handle(wrong)?,
                    }
                }
                Ok(())
            })?;
            PyResult::Ok(Instant::now())
        })?;
        if done.elapsed() > WAITING {
            buffered = BUFFERED.end().min(&(2 * buffered)).to_owned();
        }
        text.clear();
        list.clear();
        signals.check()?;
    }
}

/// Reads the attributes of a board of python-chess. `place` names the board in errors.
fn read_board<'py>(board: &Bound<'py, PyAny>, place: &str) -> PyResult<Setup> {
    let py = board.py();
    let attribute = |name: &Bound<'py, PyString>| {
        board.getattr(name).map_err(|error| match error {
            missing if missing.is_instance_of::<PyAttributeError>(py) => {
                PyTypeError::new_err(format!("{place}: a board without the attribute {name}"))
            }
            other => other,
        })
    };
    fn out_of_range(name: &str, place: &str) -> PyErr {
        PyValueError::new_err(format!("{place}: the attribute {name} is out of range"))
    }
    fn number<'a, 'py, T: FromPyObject<'a, 'py>>(
        value: &'a Bound<'py, PyAny>,
        name: &str,
        place: &str,
    ) -> PyResult<T> {
        value.extract().map_err(|_| out_of_range(name, place))
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
    macro_rules! roles {
        ($($name:literal)*) => { [$(bits(intern!(py, $name))?),*] };
    }
    let roles = roles!("pawns" "knights" "bishops" "rooks" "queens" "kings");
    for color in Color::ALL {
        let side = sides.get_item(color == Color::White)?;
        let side = number::<u64>(&side, "occupied_co", place)?;
        for (role, board) in Role::ALL.into_iter().zip(roles) {
            *setup.pieces_mut(color, role) = side & board;
        }
    }
    let white = attribute(intern!(py, "turn"))?.is_truthy()?;
    setup.turn = Color::ALL[usize::from(!white)];
    setup.castling = match board.getattr_opt(intern!(py, "clean_castling_rights"))? {
        Some(method) => number(&method.call0()?, "castling_rights", place)?,
        None => bits(intern!(py, "castling_rights"))?,
    };
    let square = attribute(intern!(py, "ep_square"))?;
    if !square.is_none() {
        let square = number::<usize>(&square, "ep_square", place)?;
        let found = Square::from_index(square);
        setup.en_passant = Some(found.ok_or_else(|| out_of_range("ep_square", place))?);
    }
    let clock = |name| number(&attribute(name)?, &name.to_cow()?, place);
    setup.halfmoves = clock(intern!(py, "halfmove_clock"))?;
    setup.fullmove = clock(intern!(py, "fullmove_number"))?;
    Ok(setup)
}

#[pymethods]
impl Positions {
    /// Reads arrays of bitboards.
    ///
    /// pieces: uint64 of shape (n, 12): White's pawns, knights, bishops, rooks, queens, king, then
    /// Black's. turns: bool of shape (n,), True for White. The others have shape (n,) and may be
    /// missing: castling, uint64, the rooks that may castle; en_passant, int8, the square behind a
    /// pawn that has just made a double push, or -1; halfmoves and fullmoves, uint16. As an Arrow
    /// array, pieces is a column of lists of the fixed size 12; turns must be of NumPy.
    ///
    ///     >>> start = setwise.Positions.startpos(2)
    ///     >>> again = setwise.Positions.from_bitboards(start.bitboards(), start.turns(), start.castling())
    ///     >>> again == start
    ///     True
    #[staticmethod]
    #[pyo3(signature = (pieces, turns, castling=None, en_passant=None, halfmoves=None, fullmoves=None))]
    fn from_bitboards<'py>(
        py: Python<'py>,
        pieces: &Bound<'py, PyAny>,
        turns: &Bound<'py, PyAny>,
        castling: Out<'_, 'py>,
        en_passant: Out<'_, 'py>,
        halfmoves: Out<'_, 'py>,
        fullmoves: Out<'_, 'py>,
    ) -> PyResult<Self> {
        fn column<'py, T: Number>(
            (name, object): (&str, Out<'_, 'py>),
            n: usize,
        ) -> PyResult<Option<Input<'py, T>>> {
            let column = object.map(|object| Input::new(name, object, &[Some(n)]));
            column.transpose()
        }
        fn entries<'a, T: Number>(column: &'a Option<Input<'_, T>>) -> PyResult<&'a [T]> {
            column.as_ref().map_or(Ok(&[]), Input::entries)
        }
        let pieces = Input::<u64>::new("pieces", pieces, &[None, Some(12)])?;
        let n = pieces.entries()?.len() / 12;
        let turns = Input::bools("turns", turns, &[Some(n)])?;
        let castling = column::<u64>(("castling", castling), n)?;
        let en_passant = column::<i8>(("en_passant", en_passant), n)?;
        let halfmoves = column::<u16>(("halfmoves", halfmoves), n)?;
        let fullmoves = column::<u16>(("fullmoves", fullmoves), n)?;
        let (pieces, turns) = (pieces.entries()?.as_chunks::<12>().0, turns.entries()?);
        let (castling, en_passant) = (entries(&castling)?, entries(&en_passant)?);
        let (halfmoves, fullmoves) = (entries(&halfmoves)?, entries(&fullmoves)?);
        let read = |i: usize| {
            let mut setup = Setup::empty();
            let (row, white) = (pieces.get(i).copied().unwrap_or_default(), turns.get(i));
            let (of_white, of_black) = row.split_at(6);
            for (color, boards) in [(Color::White, of_white), (Color::Black, of_black)] {
                for (role, &board) in Role::ALL.into_iter().zip(boards) {
                    *setup.pieces_mut(color, role) = board;
                }
            }
            setup.turn = Color::ALL[usize::from(white == Some(&0))];
            setup.castling = castling.get(i).copied().unwrap_or(0);
            setup.halfmoves = halfmoves.get(i).copied().unwrap_or(0);
            setup.fullmove = fullmoves.get(i).copied().unwrap_or(1);
            if let Some(&square) = en_passant.get(i).filter(|square| **square != -1) {
                let found = usize::try_from(square).ok().and_then(Square::from_index);
                let why = || format!("{square} is not -1 or a square 0 to 63");
                let wrong = || WrongEntry::new("en_passant", i, why());
                setup.en_passant = Some(found.ok_or_else(wrong)?);
            }
            Position::new(setup).map_err(|why| WrongEntry::new("pieces", i, why))
        };
        Self::read(py, n, read)
    }
}
