//! Legal moves, their numbers, and playing them.
//!
//! A move is a uint16, the bits of a [`Move`]; 0 is no move.

use crate::arrays::{ArrayResult, Input, Out, Output};
use crate::threads::{PART, Signals, Workers};
use crate::{inputs::WrongEntry, positions::Positions};
use numpy::PyArray1;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PySlice;
use setwise_moves::{Move, MoveRows, Position, count_legal_moves, legal_moves};
use std::{cell::RefCell, collections::TryReserveError, ops::Range};

/// The value that leaves a position unchanged.
pub(crate) const NO_MOVE: u16 = 0;

/// Returns the move of a value; `None` if it is not legal.
pub(crate) fn decode(position: &Position, code: u16) -> Option<Move> {
    Move::from_bits(code).filter(|&found| position.is_legal(found))
}

/// The number of positions whose moves are listed at once: the lists stay in the first cache.
pub(crate) const BLOCK: usize = 128;

thread_local! {
    /// Memory for the moves of a block: new pages cost as much as half of the moves.
    static ROWS: RefCell<MoveRows> = RefCell::default();
}

/// Calls a function with the moves of each block of positions, until there is an error or a signal.
fn each_block(
    positions: &[Position],
    mut act: impl FnMut(&MoveRows) -> PyResult<()>,
) -> PyResult<()> {
    let mut signals = Signals::new();
    positions.chunks(BLOCK).try_for_each(|positions| {
        ROWS.with_borrow_mut(|rows| {
            legal_moves(positions, rows);
            act(rows)
        })?;
        // `ROWS` is not borrowed here, because a signal handler may list moves, too.
        signals.check()
    })
}

fn no_memory(why: TryReserveError) -> PyErr {
    PyMemoryError::new_err(why.to_string())
}

/// Legal moves as compressed sparse rows.
#[derive(Clone)]
struct Lists {
    offsets: Vec<i64>,
    moves: Vec<u16>,
}

impl Lists {
    const EMPTY: Self = Self {
        offsets: Vec::new(),
        moves: Vec::new(),
    };

    /// Lists the moves of some positions on one thread.
    fn of(positions: &[Position]) -> PyResult<Self> {
        let (mut moves, mut left) = (Vec::new(), positions.len());
        let offsets = list(positions, |rows| {
            let found = rows.moves();
            if moves.capacity() - moves.len() < found.len() {
                // Assumes as many moves in each block, so that one allocation is usually enough.
                let most = found.len() * left.div_ceil(BLOCK);
                moves.try_reserve(most + most / 8).map_err(no_memory)?;
            }
            moves.extend(found.iter().map(|found| found.bits()));
            left -= rows.len();
            Ok(())
        })?;
        Ok(Self { offsets, moves })
    }

    fn of_parts(positions: &[Position], workers: &Workers) -> PyResult<Self> {
        let mut parts = vec![Self::EMPTY; positions.len().div_ceil(PART)];
        workers.each(
            positions.chunks(PART).zip(&mut parts).collect(),
            |(positions, part)| {
                *part = Self::of(positions)?;
                Ok(())
            },
        )?;
        let mut all = Self::EMPTY;
        all.offsets
            .try_reserve_exact(positions.len() + 1)
            .map_err(no_memory)?;
        all.offsets.push(0);
        let moves = parts.iter().map(|part| part.moves.len());
        all.moves
            .try_reserve_exact(moves.sum())
            .map_err(no_memory)?;
        for part in parts {
            let before = all.moves.len() as i64;
            all.offsets
                .extend(part.offsets[1..].iter().map(|end| before + end));
            all.moves.extend(part.moves);
        }
        Ok(all)
    }
}

/// Passes the moves of each block to a function, and returns the offsets of the rows.
fn list(
    positions: &[Position],
    mut put: impl FnMut(&MoveRows) -> PyResult<()>,
) -> PyResult<Vec<i64>> {
    let (mut offsets, mut before) = (Vec::new(), 0);
    let reserved = offsets.try_reserve_exact(positions.len() + 1);
    reserved.map_err(no_memory)?;
    offsets.push(0);
    each_block(positions, |rows| {
        offsets.extend(rows.offsets()[1..].iter().map(|end| (before + end) as i64));
        before += rows.moves().len();
        put(rows)
    })?;
    Ok(offsets)
}

/// Writes the moves into an array. Returns the offsets.
fn list_into(positions: &[Position], workers: &Workers, out: &mut [u16]) -> PyResult<Vec<i64>> {
    let (room, mut rest) = (out.len(), out);
    let mut put = |found: &mut dyn ExactSizeIterator<Item = u16>| {
        let Some((place, after)) = std::mem::take(&mut rest).split_at_mut_checked(found.len())
        else {
            let message = format!("out: the moves need more room than {room} entries");
            return Err(PyValueError::new_err(message));
        };
        place
            .iter_mut()
            .zip(found)
            .for_each(|(to, from)| *to = from);
        rest = after;
        Ok(())
    };
    if workers.are_many() {
        let lists = Lists::of_parts(positions, workers)?;
        put(&mut lists.moves.into_iter())?;
        return Ok(lists.offsets);
    }
    list(positions, |rows| {
        put(&mut rows.moves().iter().map(|found| found.bits()))
    })
}

/// Writes a legal move of each position. The numbers are at least 0 and below 1.
fn sample(positions: &[Position], numbers: &[f64], out: &mut [u16]) -> PyResult<()> {
    let mut chosen = numbers.iter().zip(out);
    each_block(positions, |rows| {
        for (row, (number, out)) in rows.iter().zip(&mut chosen) {
            let found = row.get((number * row.len() as f64) as usize);
            *out = found.map_or(NO_MOVE, |found| found.bits());
        }
        Ok(())
    })
}

/// Describes a move that is not legal.
pub(crate) fn illegal(i: usize, code: u16, position: &Position) -> WrongEntry {
    let why = format!("{code:#06x} is not a legal move in {position}");
    WrongEntry::new("moves", i, why)
}

/// Plays a move in each position of a part. The first index is that of the part.
fn play(moves: &[u16], range: Range<usize>, positions: &mut [Position]) -> PyResult<()> {
    for (i, position) in range.zip(positions) {
        let code = moves.get(i).copied().unwrap_or(NO_MOVE);
        if code != NO_MOVE {
            let found = decode(position, code).ok_or_else(|| illegal(i, code, position))?;
            *position = position.play_unchecked(found);
        }
    }
    Ok(())
}

#[pymethods]
impl Positions {
    /// Returns the numbers of legal moves, uint32 of shape (n,).
    ///
    ///     >>> setwise.Positions.startpos(2).legal_move_counts().tolist()
    ///     [20, 20]
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
    /// machines. out: uint16 of shape (m,), memory for the moves, which are a view of its beginning
    /// then. In calls that follow each other, this saves new memory. 218 entries for each position
    /// are enough for games; too few are a ValueError.
    ///
    /// Bits of a move: 0 to 5 the target (for castling the square of the rook), 6 to 11 the source,
    /// 12 to 15 the kind: 1 pawn, 2 bishop, 3 knight, 4 rook, 5 king, 6 queen, 7 double push, 9 en
    /// passant, 13 castling; promotion to 10 bishop, 11 knight, 12 rook, 14 queen.
    ///
    ///     >>> offsets, moves = setwise.Positions.startpos(2).legal_moves()
    ///     >>> offsets.tolist(), moves.shape
    ///     ([0, 20, 40], (40,))
    #[pyo3(signature = (*, out=None, threads=1))]
    fn legal_moves<'py>(
        &self,
        py: Python<'py>,
        out: Out<'_, 'py>,
        threads: i64,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let workers = Workers::new(threads)?;
        if let Some(array) = out {
            let mut out = Output::<u16>::any_length("out", array)?;
            let memory = out.entries()?;
            let offsets = py.detach(|| list_into(&self.0, &workers, memory))?;
            let used = PySlice::new(py, 0, offsets.last().map_or(0, |&n| n as isize), 1);
            let moves = out.into_array().get_item(used)?;
            return Ok((PyArray1::from_vec(py, offsets).into_any(), moves));
        }
        let lists = py.detach(|| match workers.are_many() {
            true => Lists::of_parts(&self.0, &workers),
            false => Lists::of(&self.0),
        })?;
        let offsets = PyArray1::from_vec(py, lists.offsets).into_any();
        Ok((offsets, PyArray1::from_vec(py, lists.moves).into_any()))
    }

    /// Returns a legal move of each position, uint16 of shape (n,); NO_MOVE if there is none.
    ///
    /// numbers: float64 of shape (n,), at least 0 and below 1, such as
    /// numpy.random.Generator.random(n). With offsets and moves of legal_moves and their counts,
    /// the result is moves[offsets[i] + int(numbers[i] * counts[i])].
    ///
    ///     >>> positions = setwise.Positions.startpos(2)
    ///     >>> positions.uci(positions.sample_moves(np.array([0.0, 0.5])))
    ///     ['b1a3', 'g2g3']
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
            let why = format!("{} is not at least 0 and below 1", numbers[i]);
            return Err(WrongEntry::new("numbers", i, why).into());
        }
        let mut out = Output::<u16>::new(py, out, &[n])?.apart_from(&inputs)?;
        let (workers, chosen) = (Workers::new(threads)?, out.entries()?);
        py.detach(|| {
            workers.parts(PART, 1, chosen, |range, out| {
                sample(&self.0[range.clone()], &numbers[range], out)
            })
        })?;
        Ok(out.into_array())
    }

    /// Plays one move in each position and returns the new batch.
    ///
    /// moves: uint16 of shape (n,), encoded as in legal_moves; NO_MOVE leaves a position unchanged.
    /// ValueError names the index of an illegal move; in that case nothing is played.
    ///
    ///     >>> positions = setwise.Positions.startpos(2)
    ///     >>> positions.play(positions.parse_uci(["e2e4", "0000"])).turns().tolist()
    ///     [False, True]
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
            workers.parts(PART, 1, &mut next, |range, out| play(moves, range, out))?;
            Ok(Self(next))
        })
    }

    /// Plays one move in each position of this batch, as play does.
    ///
    /// ValueError names the index of an illegal move; in that case nothing is played.
    ///
    ///     >>> positions = setwise.Positions.startpos(2)
    ///     >>> positions.play_in_place(positions.parse_uci(["e2e4", "0000"]))
    ///     >>> positions.turns().tolist()
    ///     [False, True]
    #[pyo3(signature = (moves, *, threads=1))]
    fn play_in_place<'py>(
        &mut self,
        py: Python<'py>,
        moves: &Bound<'py, PyAny>,
        threads: i64,
    ) -> PyResult<()> {
        self.0 = self.play(py, moves, threads)?.0;
        Ok(())
    }
}
