//! The class `Positions`.

use crate::arrays::{ArrayResult, Input, Out, Output};
use crate::inputs;
use crate::threads::Workers;
use numpy::PyUntypedArray;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyString};
use setwise_moves::{Color, FenStyle, Position, Role, Square, keys};

/// A batch of chess positions, orthodox or Chess960. It does not change.
///
/// Positions(items) reads FEN strings and python-chess boards, in any mixture. Boards are
/// recognized by their attributes. A position must be valid: one king a side, no pawn on the edge,
/// the side that is not to move not in check.
///
/// Bitboards are uint64: a1 is bit 0, b1 is bit 1, h8 is bit 63. The argument threads of the
/// methods is 1 for the calling thread and 0 for all cores. The work runs without the GIL.
#[pyclass(frozen, module = "setwise")]
pub(crate) struct Positions(pub(crate) Vec<Position>);

impl Positions {
    /// Computes `per` entries for each position, in an array of shape (n, ...axes).
    pub(crate) fn table<'py, T: numpy::Element + Send>(
        &self,
        py: Python<'py>,
        out: Out<'_, 'py>,
        axes: &[usize],
        threads: i64,
        act: impl Fn(&[Position], &mut [T]) + Send + Sync,
    ) -> ArrayResult<'py> {
        let mut shape = vec![self.0.len()];
        shape.extend(axes);
        let out = Output::new(py, out, &shape)?;
        let per = axes.iter().product();
        out.fill(py, &Workers::new(threads)?, per, |range, out| {
            act(self.0.get(range).unwrap_or_default(), out);
        })
    }

    /// Computes an entry for each position, one by one.
    pub(crate) fn column<'py, T: numpy::Element + Send>(
        &self,
        py: Python<'py>,
        entry: impl Fn(&Position) -> T + Send + Sync,
    ) -> ArrayResult<'py> {
        self.table(py, None, &[], 1, |positions, out: &mut [T]| {
            for (out, position) in out.iter_mut().zip(positions) {
                *out = entry(position);
            }
        })
    }
}

#[pymethods]
impl Positions {
    #[new]
    #[pyo3(signature = (items, *, threads=1))]
    fn new(py: Python<'_>, items: &Bound<'_, PyAny>, threads: i64) -> PyResult<Self> {
        inputs::from_items(py, "items", items, threads, true, true).map(Self)
    }

    /// Reads FEN strings: standard, Shredder-FEN or X-FEN, with or without clocks.
    ///
    /// fens: an iterable of str. An error names the index of the FEN.
    #[staticmethod]
    #[pyo3(signature = (fens, *, threads=1))]
    fn from_fens(py: Python<'_>, fens: &Bound<'_, PyAny>, threads: i64) -> PyResult<Self> {
        inputs::from_items(py, "fens", fens, threads, true, false).map(Self)
    }

    /// Reads boards of python-chess, or objects with the same attributes.
    ///
    /// boards: an iterable. The attributes are pawns, knights, bishops, rooks, queens, kings,
    /// occupied_co, turn, castling_rights (or the method clean_castling_rights), ep_square,
    /// halfmove_clock, fullmove_number.
    #[staticmethod]
    fn from_boards(py: Python<'_>, boards: &Bound<'_, PyAny>) -> PyResult<Self> {
        inputs::from_items(py, "boards", boards, 1, false, true).map(Self)
    }

    /// Returns n times the initial position.
    #[staticmethod]
    #[pyo3(signature = (n=1))]
    fn startpos(n: i64) -> PyResult<Self> {
        let wrong = |why: String| PyValueError::new_err(format!("n: {why}"));
        let n = usize::try_from(n).map_err(|_| wrong(format!("{n} is negative")))?;
        let mut positions = Vec::new();
        let reserved = positions.try_reserve_exact(n);
        reserved.map_err(|_| wrong(format!("no memory for {n} positions")))?;
        positions.resize(n, Position::startpos());
        Ok(Self(positions))
    }

    /// Returns the initial positions of Chess960 of some numbers 0 to 959; 518 is orthodox chess.
    #[staticmethod]
    fn chess960(numbers: Vec<i64>) -> PyResult<Self> {
        let read = |(i, number): (usize, i64)| {
            let position = u16::try_from(number).ok().and_then(Position::chess960);
            position.ok_or_else(|| {
                PyValueError::new_err(format!("numbers[{i}]: {number} is not in 0 to 959"))
            })
        };
        let positions: PyResult<_> = numbers.into_iter().enumerate().map(read).collect();
        positions.map(Self)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        format!("<setwise.Positions of {}>", self.0.len())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>();
        other.is_ok_and(|other| other.get().0 == self.0)
    }

    /// positions[i] is the FEN of position i. A slice, an int64 array of indices or a bool array of
    /// shape (n,) selects a batch.
    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> ArrayResult<'py> {
        let is_array = key.cast::<PyUntypedArray>().is_ok();
        if !is_array && let Ok(index) = key.extract::<isize>() {
            let position = &self.0[self.index(index, "positions")?];
            let fen = position.fen(FenStyle::Standard);
            return Ok(PyString::new(py, &fen).into_any());
        }
        let chosen = if let Ok(slice) = key.cast::<PySlice>() {
            let slice = slice.indices(self.0.len().cast_signed())?;
            let steps = (0..slice.slicelength).map(|i| slice.start + i.cast_signed() * slice.step);
            let chosen = steps.filter_map(|i| self.0.get(i.cast_unsigned()));
            chosen.copied().collect()
        } else if let Ok(mask) = Input::bools("key", key, &[Some(self.0.len())]) {
            let chosen = self.0.iter().zip(mask.entries()?);
            let chosen = chosen.filter(|(_, chosen)| **chosen != 0);
            chosen.map(|(position, _)| *position).collect()
        } else if let Ok(indices) = Input::<i64>::new("key", key, &[None]) {
            let position = |&i: &i64| Ok(self.0[self.index(i as isize, "key")?]);
            indices
                .entries()?
                .iter()
                .map(position)
                .collect::<PyResult<_>>()?
        } else {
            return Err(PyTypeError::new_err(format!(
                "key: expected int, slice, an int64 array of shape (n,) or a bool array of shape ({},)",
                self.0.len()
            )));
        };
        Ok(Bound::new(py, Self(chosen))?.into_any())
    }

    /// Returns the FENs, a list of str. With shredder=True castling rights are the files of the
    /// rooks (Chess960).
    #[pyo3(signature = (*, shredder=false))]
    fn to_fens<'py>(&self, py: Python<'py>, shredder: bool) -> PyResult<Bound<'py, PyList>> {
        let style = [FenStyle::Standard, FenStyle::Shredder][usize::from(shredder)];
        let fens = self.0.iter().map(|position| position.fen(style));
        PyList::new(py, fens.map(|fen| PyString::new(py, &fen)))
    }

    /// Returns the pieces, uint64 of shape (n, 12): White's pawns, knights, bishops, rooks, queens,
    /// king, then Black's.
    #[pyo3(signature = (*, out=None, threads=1))]
    fn bitboards<'py>(&self, py: Python<'py>, out: Out<'_, 'py>, threads: i64) -> ArrayResult<'py> {
        self.table(py, out, &[12], threads, |positions, out: &mut [u64]| {
            for (out, position) in out.as_chunks_mut().0.iter_mut().zip(positions) {
                *out = boards(position);
            }
        })
    }

    /// Returns the hash keys, uint64 of shape (n,): equal for positions with the same moves, now
    /// and later. An en passant square counts only if a capture there is legal, and clocks do not
    /// count. They are not the keys of Polyglot.
    #[pyo3(signature = (*, out=None, threads=1))]
    fn keys<'py>(&self, py: Python<'py>, out: Out<'_, 'py>, threads: i64) -> ArrayResult<'py> {
        self.table(py, out, &[], threads, |positions, out: &mut [u64]| {
            // The lengths are equal.
            let _ = keys(positions, out);
        })
    }

    /// Returns whether White is to move, bool of shape (n,).
    fn turns<'py>(&self, py: Python<'py>) -> ArrayResult<'py> {
        self.column(py, |position| position.turn() == Color::White)
    }

    /// Returns the rooks that may castle, uint64 of shape (n,).
    fn castling<'py>(&self, py: Python<'py>) -> ArrayResult<'py> {
        self.column(py, Position::castling)
    }

    /// Returns the en passant squares, int8 of shape (n,); -1 for none.
    fn en_passant<'py>(&self, py: Python<'py>) -> ArrayResult<'py> {
        let index = |square: Square| square.index() as i8;
        self.column(py, |position| position.en_passant().map_or(-1, index))
    }

    /// Returns the numbers of half-moves since the last capture or pawn move, uint16 of shape (n,).
    fn halfmoves<'py>(&self, py: Python<'py>) -> ArrayResult<'py> {
        self.column(py, Position::halfmoves)
    }

    /// Returns the numbers of the moves, uint16 of shape (n,).
    fn fullmoves<'py>(&self, py: Python<'py>) -> ArrayResult<'py> {
        self.column(py, Position::fullmove)
    }
}

impl Positions {
    /// Returns an index that counts from the end if it is negative.
    fn index(&self, index: isize, name: &str) -> PyResult<usize> {
        let n = self.0.len();
        let wrapped = match index {
            ..0 => index.wrapping_add_unsigned(n),
            _ => index,
        };
        let found = usize::try_from(wrapped).ok().filter(|&i| i < n);
        let problem = || format!("{name}: index {index} is out of range for {n} positions");
        found.ok_or_else(|| PyIndexError::new_err(problem()))
    }
}

/// The pieces of a position, White's first, pawns first.
pub(crate) fn boards(position: &Position) -> [u64; 12] {
    let [white, black] = Color::ALL.map(|color| position.by_color(color));
    let roles = Role::ALL.map(|role| position.by_role(role));
    std::array::from_fn(|i| roles[i % 6] & if i < 6 { white } else { black })
}
