//! Names of moves, in the notation of UCI and in standard algebraic notation.

use crate::arrays::{ArrayResult, Input};
use crate::inputs::WrongEntry;
use crate::moves::{BLOCK, NO_MOVE, decode, illegal};
use crate::positions::Positions;
use crate::threads::{PART, Signals};
use numpy::PyArray1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use setwise_moves::{Move, MoveRows, Position, legal_moves};

#[derive(Clone, Copy, PartialEq)]
enum Notation {
    Uci,
    Chess960,
    San,
}

impl Notation {
    fn of_uci(chess960: bool) -> Self {
        if chess960 { Self::Chess960 } else { Self::Uci }
    }

    fn no_move(self) -> &'static str {
        if self == Self::San { "--" } else { "0000" }
    }

    fn name<'py>(self, py: Python<'py>, position: &Position, found: Move) -> Bound<'py, PyString> {
        match self {
            Self::Uci => PyString::new(py, &found.uci()),
            Self::Chess960 => PyString::new(py, &found.uci_chess960()),
            Self::San => PyString::new(py, &position.san(found)),
        }
    }

    fn parse(self, position: &Position, name: &str) -> Result<Move, String> {
        let problem = |why: &dyn std::fmt::Display| format!("{name:?} in {position}: {why}");
        match self {
            Self::San => position.parse_san(name).map_err(|why| problem(&why.reason)),
            _ => position.parse_move(name).map_err(|why| problem(&why)),
        }
    }
}

impl Positions {
    /// Returns the names of one move in each position.
    fn names<'py>(
        &self,
        moves: &Bound<'py, PyAny>,
        notation: Notation,
    ) -> PyResult<Vec<Bound<'py, PyString>>> {
        let (py, mut signals) = (moves.py(), Signals::new());
        let moves = Input::<u16>::new("moves", moves, &[Some(self.0.len())])?;
        let moves = moves.entries()?.iter().zip(&self.0).enumerate();
        let name = |(i, (&code, position)): (usize, (&u16, &Position))| {
            if i % PART == 0 {
                signals.check()?;
            }
            if code == NO_MOVE {
                return Ok(PyString::new(py, notation.no_move()));
            }
            let found = decode(position, code).ok_or_else(|| illegal(i, code, position))?;
            Ok(notation.name(py, position, found))
        };
        moves.map(name).collect()
    }

    /// Reads the names of one move in each position.
    fn parse<'py>(&self, names: &Bound<'py, PyAny>, notation: Notation) -> ArrayResult<'py> {
        let (py, mut signals) = (names.py(), Signals::new());
        let unexpected = |_| PyTypeError::new_err("names: expected an iterable of str");
        let names = names.try_iter().map_err(unexpected)?;
        let names: Vec<Bound<'py, PyAny>> = names.collect::<PyResult<_>>()?;
        if names.len() != self.0.len() {
            let message = format!("names: expected {}, got {}", self.0.len(), names.len());
            return Err(PyValueError::new_err(message));
        }
        let mut codes = vec![NO_MOVE; names.len()];
        for (i, (name, (code, position))) in
            names.iter().zip(codes.iter_mut().zip(&self.0)).enumerate()
        {
            if i % PART == 0 {
                signals.check()?;
            }
            let unexpected = |_| PyTypeError::new_err(format!("names[{i}]: expected str"));
            let name = name.cast::<PyString>().map_err(unexpected)?.to_cow();
            let unreadable = |_| WrongEntry::new("names", i, "the text is not valid Unicode");
            let name = name.map_err(unreadable)?;
            if name != notation.no_move() {
                let found = notation.parse(position, &name);
                *code = found
                    .map_err(|why| WrongEntry::new("names", i, why))?
                    .bits();
            }
        }
        Ok(PyArray1::from_vec(py, codes).into_any())
    }

    /// Returns the names of all legal moves.
    fn legal_names<'py>(
        &self,
        py: Python<'py>,
        notation: Notation,
    ) -> PyResult<Bound<'py, PyList>> {
        // A name of UCI depends on the bits of the move alone, so each name is made once. `numbers`
        // has the number of its string, from 1, by the bits.
        let mut numbers = vec![0_u16; usize::from(notation != Notation::San) << 16];
        let (mut known, mut lists) = (Vec::new(), Vec::with_capacity(self.0.len()));
        let (mut rows, mut signals) = (MoveRows::default(), Signals::new());
        for positions in self.0.chunks(BLOCK) {
            legal_moves(positions, &mut rows);
            for (position, row) in positions.iter().zip(rows.iter()) {
                let names = row.iter().map(|&found| {
                    let Some(number) = numbers.get_mut(usize::from(found.bits())) else {
                        return notation.name(py, position, found);
                    };
                    if *number == 0 {
                        known.push(notation.name(py, position, found));
                        *number = known.len() as u16;
                    }
                    known[usize::from(*number) - 1].clone()
                });
                lists.push(PyList::new(py, names)?);
            }
            signals.check()?;
        }
        PyList::new(py, lists)
    }
}

#[pymethods]
impl Positions {
    /// Returns the UCI names of one move in each position, a list of str; NO_MOVE is "0000".
    ///
    /// moves: uint16 of shape (n,). With chess960=True castling is written as the king taking its
    /// rook (e1h1).
    ///
    ///     >>> start = setwise.Positions.startpos(2)
    ///     >>> start.uci(start.parse_san(["Nf3", "e4"]))
    ///     ['g1f3', 'e2e4']
    #[pyo3(signature = (moves, *, chess960=false))]
    fn uci<'py>(
        &self,
        moves: &Bound<'py, PyAny>,
        chess960: bool,
    ) -> PyResult<Vec<Bound<'py, PyString>>> {
        self.names(moves, Notation::of_uci(chess960))
    }

    /// Returns the names of one move in each position in standard algebraic notation, a list of
    /// str; NO_MOVE is "--".
    ///
    /// moves: uint16 of shape (n,).
    ///
    ///     >>> start = setwise.Positions.startpos(2)
    ///     >>> start.san(start.parse_uci(["g1f3", "0000"]))
    ///     ['Nf3', '--']
    fn san<'py>(&self, moves: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyString>>> {
        self.names(moves, Notation::San)
    }

    /// Returns the moves of UCI names, one for each position: uint16 of shape (n,).
    ///
    /// names: an iterable of n str such as "e2e4", "e7e8q", "e1g1" or "e1h1"; "0000" is NO_MOVE.
    ///
    ///     >>> setwise.Positions.startpos(2).parse_uci(["e2e4", "0000"]).tolist()
    ///     [29468, 0]
    fn parse_uci<'py>(&self, names: &Bound<'py, PyAny>) -> ArrayResult<'py> {
        self.parse(names, Notation::Uci)
    }

    /// Returns the moves of names in standard algebraic notation, one for each position: uint16 of
    /// shape (n,).
    ///
    /// names: an iterable of n str such as "Nf3", "exd5", "e8=Q+" or "O-O"; "--" is NO_MOVE. Signs
    /// of check and mate may be missing.
    ///
    ///     >>> setwise.Positions.startpos(2).parse_san(["e4", "--"]).tolist()
    ///     [29468, 0]
    fn parse_san<'py>(&self, names: &Bound<'py, PyAny>) -> ArrayResult<'py> {
        self.parse(names, Notation::San)
    }

    /// Returns the UCI names of all legal moves: a list of n lists of str, in the order of
    /// legal_moves.
    ///
    /// With chess960=True castling is written as the king taking its rook (e1h1). Equal names are
    /// one object.
    ///
    ///     >>> setwise.Positions(["8/8/8/8/8/k7/p7/K7 w - - 0 1", "8/8/8/8/8/1k6/8/K7 w - - 0 1"]).legal_uci()
    ///     [[], ['a1b1']]
    #[pyo3(signature = (*, chess960=false))]
    fn legal_uci<'py>(&self, py: Python<'py>, chess960: bool) -> PyResult<Bound<'py, PyList>> {
        self.legal_names(py, Notation::of_uci(chess960))
    }

    /// Returns the names of all legal moves in standard algebraic notation: a list of n lists of
    /// str, in the order of legal_moves.
    ///
    ///     >>> setwise.Positions(["8/8/8/8/8/k7/p7/K7 w - - 0 1", "8/8/8/8/8/1k6/8/K7 w - - 0 1"]).legal_san()
    ///     [[], ['Kb1']]
    fn legal_san<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.legal_names(py, Notation::San)
    }
}
