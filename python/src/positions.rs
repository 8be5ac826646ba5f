//! The class `Positions`.

use crate::arrays::{ArrayResult, Out, Output};
use crate::inputs::{OnError, WrongEntry, from_items};
use crate::threads::{PART, Signals, Workers};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use setwise_moves::{Color, FenStyle, Position, Role, Square, keys};

/// A batch of chess positions, orthodox or Chess960: a sequence of FENs.
///
/// len, in, ==, +, iteration, copy and pickle work. positions[i] is a FEN; a slice, a list or an
/// array of integers, or a mask selects a batch. Only positions[key] = value and play_in_place
/// change a batch. Do not use it in another thread then: that is a RuntimeError.
///
/// Positions(items) reads FEN strings and python-chess boards, in any mixture. Boards are
/// recognized by their attributes. A position must be valid: one king a side, no pawn on the edge,
/// the side that is not to move not in check.
///
/// Bitboards are uint64: a1 is bit 0, b1 is bit 1, h8 is bit 63. The argument threads of the
/// methods is 0: all cores, 1: the calling thread. The work runs without the GIL.
///
///     >>> start = setwise.Positions(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"])
///     >>> len(start + start), start == setwise.Positions.startpos()
///     (2, True)
#[pyclass(sequence, module = "setwise")]
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

    /// Reads `n` positions, one by one.
    pub(crate) fn read(
        py: Python<'_>,
        n: usize,
        position: impl Fn(usize) -> Result<Position, WrongEntry> + Send + Sync,
    ) -> PyResult<Self> {
        py.detach(|| {
            let mut positions = vec![Position::startpos(); n];
            Workers::ONE.parts(PART, 1, &mut positions, |range, out| {
                for (i, out) in range.zip(out) {
                    *out = position(i)?;
                }
                Ok(())
            })?;
            Ok(Self(positions))
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
        from_items(py, "items", items, threads, (true, true), &OnError::Raise).map(Self)
    }

    /// Reads FEN strings: standard, Shredder-FEN or X-FEN, with both clocks or without them.
    ///
    /// fens: an iterable of str. A wrong FEN is a ValueError with the attribute index. With
    /// on_error="skip" wrong FENs, and what is no str, are left out. The result is a tuple then:
    /// the positions, the indices of the others (int64 of shape (k,), ascending) and a list of k
    /// reasons.
    ///
    ///     >>> fens = [setwise.Positions.startpos()[0], "8/8 w - - 0 1", None]
    ///     >>> positions, wrong, reasons = setwise.Positions.from_fens(fens, on_error="skip")
    ///     >>> len(positions), wrong.tolist()
    ///     (1, [1, 2])
    ///     >>> reasons[1]
    ///     'fens[2]: expected str, got NoneType'
    #[staticmethod]
    #[pyo3(signature = (fens, *, on_error="raise", threads=1))]
    fn from_fens<'py>(
        py: Python<'py>,
        fens: &Bound<'py, PyAny>,
        on_error: &str,
        threads: i64,
    ) -> ArrayResult<'py> {
        let on_error = OnError::new(on_error)?;
        let positions = from_items(py, "fens", fens, threads, (true, false), &on_error)?;
        on_error.finish(py, positions)
    }

    /// Reads boards of python-chess, or objects with the same attributes.
    ///
    /// boards: an iterable. The attributes are pawns, knights, bishops, rooks, queens, kings,
    /// occupied_co, turn, castling_rights (or the method clean_castling_rights), ep_square,
    /// halfmove_clock, fullmove_number.
    ///
    ///     >>> import chess
    ///     >>> setwise.Positions.from_boards([chess.Board()]) == setwise.Positions.startpos()
    ///     True
    #[staticmethod]
    fn from_boards(py: Python<'_>, boards: &Bound<'_, PyAny>) -> PyResult<Self> {
        from_items(py, "boards", boards, 1, (false, true), &OnError::Raise).map(Self)
    }

    /// Returns n times the initial position.
    ///
    ///     >>> setwise.Positions.startpos(2)
    ///     <setwise.Positions of 2>
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
    ///
    ///     >>> setwise.Positions.chess960([0])[0][:8]
    ///     'bbqnnrkr'
    #[staticmethod]
    fn chess960(numbers: Vec<i64>) -> PyResult<Self> {
        let read = |(i, number): (usize, i64)| {
            let position = u16::try_from(number).ok().and_then(Position::chess960);
            let wrong = || WrongEntry::new("numbers", i, format!("{number} is not in 0 to 959"));
            position.ok_or_else(|| wrong().into())
        };
        let positions: PyResult<_> = numbers.into_iter().enumerate().map(read).collect();
        positions.map(Self)
    }

    fn __repr__(&self) -> String {
        format!("<setwise.Positions of {}>", self.0.len())
    }

    /// Returns the FENs, a list of str. With shredder=True castling rights are the files of the
    /// rooks (Chess960).
    ///
    ///     >>> setwise.Positions.startpos().to_fens(shredder=True)
    ///     ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1']
    #[pyo3(signature = (*, shredder=false))]
    fn to_fens<'py>(&self, py: Python<'py>, shredder: bool) -> PyResult<Bound<'py, PyList>> {
        let style = [FenStyle::Standard, FenStyle::Shredder][usize::from(shredder)];
        let (mut fens, mut signals) = (Vec::with_capacity(self.0.len()), Signals::new());
        for positions in self.0.chunks(PART) {
            let part = positions.iter().map(|position| position.fen(style));
            fens.extend(part.map(|fen| PyString::new(py, &fen)));
            signals.check()?;
        }
        PyList::new(py, fens)
    }

    /// Returns the pieces, uint64 of shape (n, 12): White's pawns, knights, bishops, rooks, queens,
    /// king, then Black's.
    ///
    ///     >>> pieces = setwise.Positions.startpos(2).bitboards()
    ///     >>> pieces.shape, hex(pieces[0, 0])
    ///     ((2, 12), '0xff00')
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
    ///
    ///     >>> keys = setwise.Positions.startpos(2).keys()
    ///     >>> keys.dtype, bool(keys[0] == keys[1])
    ///     (dtype('uint64'), True)
    #[pyo3(signature = (*, out=None, threads=1))]
    fn keys<'py>(&self, py: Python<'py>, out: Out<'_, 'py>, threads: i64) -> ArrayResult<'py> {
        self.table(py, out, &[], threads, |positions, out: &mut [u64]| {
            // The lengths are equal.
            let _ = keys(positions, out);
        })
    }

    /// Returns whether White is to move, bool of shape (n,).
    ///
    ///     >>> setwise.Positions.startpos(2).turns().tolist()
    ///     [True, True]
    fn turns<'py>(&self, py: Python<'py>) -> ArrayResult<'py> {
        self.column(py, |position| position.turn() == Color::White)
    }

    /// Returns the rooks that may castle, uint64 of shape (n,).
    ///
    ///     >>> hex(setwise.Positions.startpos().castling()[0])
    ///     '0x8100000000000081'
    fn castling<'py>(&self, py: Python<'py>) -> ArrayResult<'py> {
        self.column(py, Position::castling)
    }

    /// Returns the en passant squares, int8 of shape (n,); -1 for none.
    ///
    ///     >>> setwise.Positions.startpos(2).en_passant().tolist()
    ///     [-1, -1]
    fn en_passant<'py>(&self, py: Python<'py>) -> ArrayResult<'py> {
        let index = |square: Square| square.index() as i8;
        self.column(py, |position| position.en_passant().map_or(-1, index))
    }

    /// Returns the numbers of half-moves since the last capture or pawn move, uint16 of shape (n,).
    ///
    ///     >>> setwise.Positions.startpos(2).halfmoves().tolist()
    ///     [0, 0]
    fn halfmoves<'py>(&self, py: Python<'py>) -> ArrayResult<'py> {
        self.column(py, Position::halfmoves)
    }

    /// Returns the numbers of the moves, uint16 of shape (n,).
    ///
    ///     >>> setwise.Positions.startpos(2).fullmoves().tolist()
    ///     [1, 1]
    fn fullmoves<'py>(&self, py: Python<'py>) -> ArrayResult<'py> {
        self.column(py, Position::fullmove)
    }
}

/// The pieces of a position, White's first, pawns first.
pub(crate) fn boards(position: &Position) -> [u64; 12] {
    let [white, black] = Color::ALL.map(|color| position.by_color(color));
    let roles = Role::ALL.map(|role| position.by_role(role));
    std::array::from_fn(|i| roles[i % 6] & if i < 6 { white } else { black })
}
