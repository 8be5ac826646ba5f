//! Legal moves, their numbers, and playing them.
//!
//! A move is a uint16, the bits of a [`Move`]; 0 is no move.

use crate::arrays::{ArrayResult, Input, Out, Output};
use crate::positions::Positions;
use crate::threads::{PART, Workers};
use numpy::PyArray1;
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use setwise_moves::{Move, MoveRows, Position, count_legal_moves, legal_moves};
use std::cell::RefCell;
use std::collections::TryReserveError;

/// The value that leaves a position unchanged.
pub(crate) const NO_MOVE: u16 = 0;

/// Returns the move of a value; `None` if it is not legal.
fn decode(position: &Position, code: u16) -> Option<Move> {
    Move::from_bits(code).filter(|&found| position.is_legal(found))
}

/// The number of positions whose moves are listed at once: the lists stay in the first cache.
const BLOCK: usize = 128;

thread_local! {
    /// Memory for the moves of a block: new pages cost as much as half of the moves.
    static ROWS: RefCell<MoveRows> = RefCell::default();
}

/// Calls a function with the moves of each block of positions, until there is no memory for them.
fn each_block(
    positions: &[Position],
    mut act: impl FnMut(&MoveRows) -> Result<(), TryReserveError>,
) -> Result<(), TryReserveError> {
    ROWS.with_borrow_mut(|rows| {
        positions.chunks(BLOCK).try_for_each(|positions| {
            legal_moves(positions, rows);
            act(rows)
        })
    })
}

/// Legal moves as compressed sparse rows.
#[derive(Clone)]
struct Lists {
    offsets: Vec<i64>,
    moves: Vec<u16>,
}

impl Lists {
    fn of(positions: &[Position], workers: &Workers) -> Result<Self, TryReserveError> {
        let size = if workers.are_many() {
            PART
        } else {
            positions.len().max(1)
        };
        let (offsets, moves) = (vec![0], Vec::new());
        let mut all = Self { offsets, moves };
        let mut parts = vec![all.clone(); positions.len().div_ceil(size)];
        workers.each(
            positions.chunks(size).zip(&mut parts).collect(),
            |(positions, part)| part.list(positions),
        )?;
        if let [one] = &mut parts[..] {
            return Ok(std::mem::replace(one, all));
        }
        all.offsets.try_reserve_exact(positions.len())?;
        let moves = parts.iter().map(|part| part.moves.len());
        all.moves.try_reserve_exact(moves.sum())?;
        for part in parts {
            let before = all.moves.len() as i64;
            all.offsets
                .extend(part.offsets[1..].iter().map(|end| before + end));
            all.moves.extend(part.moves);
        }
        Ok(all)
    }

    /// Adds rows for some positions.
    fn list(&mut self, positions: &[Position]) -> Result<(), TryReserveError> {
        let Self { offsets, moves } = self;
        offsets.try_reserve_exact(positions.len())?;
        let mut left = positions.len();
        each_block(positions, |rows| {
            let (found, before) = (rows.moves(), moves.len());
            offsets.extend(rows.offsets()[1..].iter().map(|end| (before + end) as i64));
            if moves.capacity() - before < found.len() {
                // The positions that are left have about as many: one allocation is enough.
                let most = found.len() * left.div_ceil(BLOCK);
                moves.try_reserve(most + most / 8)?;
            }
            moves.extend(found.iter().map(|found| found.bits()));
            left -= rows.len();
            Ok(())
        })
    }
}

/// Writes a legal move of each position. The numbers are at least 0 and below 1.
fn sample(positions: &[Position], numbers: &[f64], out: &mut [u16]) {
    let mut chosen = numbers.iter().zip(out);
    // It needs no memory.
    let _ = each_block(positions, |rows| {
        for (row, (number, out)) in rows.iter().zip(&mut chosen) {
            let found = row.get((number * row.len() as f64) as usize);
            *out = found.map_or(NO_MOVE, |found| found.bits());
        }
        Ok(())
    });
}

/// Describes a move that is not legal.
fn illegal(i: usize, code: u16, position: &Position) -> String {
    format!("moves[{i}]: {code:#06x} is not a legal move in {position}")
}

#[pymethods]
impl Positions {
    /// Returns the numbers of legal moves, uint32 of shape (n,).
    #[pyo3(signature = (*, out=None, threads=1))]
    fn legal_move_counts<'py>(
        &self,
        py: Python<'py>,
        out: Out<'_, 'py>,
        threads: i64,
    ) -> ArrayResult<'py> {
        self.table(py, out, &[], threads, |positions, out: &mut [u32]| {
            // The lengths are equal.
            let _ = count_legal_moves(positions, out);
        })
    }

    /// Returns the legal moves as compressed sparse rows: (offsets, moves).
    ///
    /// offsets: int64 of shape (n + 1,). moves: uint16 of shape (offsets[n],). The moves of
    /// position i are moves[offsets[i]:offsets[i + 1]], in an order that is the same on all
    /// machines.
    ///
    /// Bits of a move: 0 to 5 the target (for castling the square of the rook), 6 to 11 the source,
    /// 12 to 15 the kind: 1 pawn, 2 bishop, 3 knight, 4 rook, 5 king, 6 queen, 7 double push, 9 en
    /// passant, 13 castling; promotion to 10 bishop, 11 knight, 12 rook, 14 queen.
    #[pyo3(signature = (*, threads=1))]
    fn legal_moves<'py>(
        &self,
        py: Python<'py>,
        threads: i64,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let workers = Workers::new(threads)?;
        let lists = py.detach(|| Lists::of(&self.0, &workers));
        let lists = lists.map_err(|why| PyMemoryError::new_err(why.to_string()))?;
        let offsets = PyArray1::from_vec(py, lists.offsets).into_any();
        Ok((offsets, PyArray1::from_vec(py, lists.moves).into_any()))
    }

    /// Returns a legal move of each position, uint16 of shape (n,); NO_MOVE if there is none.
    ///
    /// numbers: float64 of shape (n,), at least 0 and below 1, such as
    /// numpy.random.Generator.random(n). With offsets and moves of legal_moves and their counts,
    /// the result is moves[offsets[i] + int(numbers[i] * counts[i])].
    #[pyo3(signature = (numbers, *, out=None, threads=1))]
    fn sample_moves<'py>(
        &self,
        py: Python<'py>,
        numbers: &Bound<'py, PyAny>,
        out: Out<'_, 'py>,
        threads: i64,
    ) -> ArrayResult<'py> {
        let n = self.0.len();
        let inputs = [Input::<f64>::new("numbers", numbers, &[Some(n)])?];
        let numbers = inputs[0].entries()?;
        let is_wrong = |number: &f64| !(0.0..1.0).contains(number);
        if let Some(i) = numbers.iter().position(is_wrong) {
            let message = format!("numbers[{i}]: {} is not at least 0 and below 1", numbers[i]);
            return Err(PyValueError::new_err(message));
        }
        let out = Output::<u16>::new(py, out, &[n])?.apart_from(&inputs)?;
        out.fill(py, &Workers::new(threads)?, 1, |range, out| {
            sample(&self.0[range.clone()], &numbers[range], out);
        })
    }

    /// Plays one move in each position and returns the new batch.
    ///
    /// moves: uint16 of shape (n,), encoded as in legal_moves; NO_MOVE leaves a position unchanged.
    /// ValueError names the index of an illegal move; in that case nothing is played.
    #[pyo3(signature = (moves, *, threads=1))]
    fn play<'py>(
        &self,
        py: Python<'py>,
        moves: &Bound<'py, PyAny>,
        threads: i64,
    ) -> PyResult<Self> {
        let moves = Input::<u16>::new("moves", moves, &[Some(self.0.len())])?;
        let moves = moves.entries()?;
        let workers = Workers::new(threads)?;
        py.detach(|| {
            let mut next = self.0.clone();
            workers.parts(PART, 1, &mut next, |range, out| {
                for (i, position) in range.zip(out) {
                    let code = moves.get(i).copied().unwrap_or(NO_MOVE);
                    if code != NO_MOVE {
                        let found =
                            decode(position, code).ok_or_else(|| illegal(i, code, position))?;
                        *position = position.play_unchecked(found);
                    }
                }
                Ok::<(), String>(())
            })?;
            Ok(Self(next))
        })
        .map_err(|why: String| PyValueError::new_err(why))
    }

    /// Returns the UCI names of one move in each position, a list of str; NO_MOVE is "0000".
    ///
    /// moves: uint16 of shape (n,). With chess960=True castling is written as the king taking its
    /// rook (e1h1).
    #[pyo3(signature = (moves, *, chess960=false))]
    fn uci<'py>(&self, moves: &Bound<'py, PyAny>, chess960: bool) -> PyResult<Vec<String>> {
        let moves = Input::<u16>::new("moves", moves, &[Some(self.0.len())])?;
        let moves = moves.entries()?.iter().zip(&self.0).enumerate();
        let name = |(i, (&code, position)): (usize, (&u16, &Position))| {
            if code == NO_MOVE {
                return Ok("0000".to_owned());
            }
            match decode(position, code) {
                Some(found) if chess960 => Ok(format!("{found:#}")),
                Some(found) => Ok(found.to_string()),
                None => Err(PyValueError::new_err(illegal(i, code, position))),
            }
        };
        moves.map(name).collect()
    }

    /// Returns the moves of UCI names, one for each position: uint16 of shape (n,).
    ///
    /// names: an iterable of n str such as "e2e4", "e7e8q", "e1g1" or "e1h1"; "0000" is NO_MOVE.
    fn parse_uci<'py>(&self, py: Python<'py>, names: &Bound<'py, PyAny>) -> ArrayResult<'py> {
        let mut out = Output::<u16>::new(py, None, &[self.0.len()])?;
        let names: Vec<Bound<'py, PyAny>> = names.try_iter()?.collect::<PyResult<_>>()?;
        if names.len() != self.0.len() {
            let message = format!("names: expected {}, got {}", self.0.len(), names.len());
            return Err(PyValueError::new_err(message));
        }
        let codes = out.entries()?.iter_mut().zip(&self.0);
        for (i, (name, (code, position))) in names.iter().zip(codes).enumerate() {
            let unexpected = |_| PyTypeError::new_err(format!("names[{i}]: expected str"));
            let name = name.cast::<PyString>().map_err(unexpected)?.to_cow()?;
            // The array has zeros, which are NO_MOVE.
            if name != "0000" {
                let found = position.parse_move(&name).map_err(|error| {
                    let message = format!("names[{i}]: {name:?} in {position}: {error}");
                    PyValueError::new_err(message)
                })?;
                *code = found.bits();
            }
        }
        Ok(out.into_array())
    }
}
