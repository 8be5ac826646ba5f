//! Functions over arrays of boards.

use crate::arrays::{ArrayResult, Input, Out, Output};
use crate::threads::Workers;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use setwise::{Batch, Direction, LengthMismatch};

/// Returns the number of boards that a thread takes at a time. One thread alone takes many, but
/// leaves time for signals.
fn part(workers: &Workers) -> usize {
    1 << if workers.are_many() { 14 } else { 22 }
}

/// The names of the directions, clockwise from north.
pub(crate) const DIRECTIONS: &str = "north northeast east southeast south southwest west northwest";

const SLIDERS: [&str; 3] = ["orthogonal", "diagonal", "occupied"];

/// Borrows columns of equal length.
fn columns<'py, const N: usize>(
    names: [&str; N],
    arguments: [&Bound<'py, PyAny>; N],
) -> PyResult<Vec<Input<'py, u64>>> {
    let mut columns: Vec<Input<'py, u64>> = Vec::with_capacity(N);
    for (name, object) in names.into_iter().zip(arguments) {
        let first = columns.first().map(Input::entries).transpose()?;
        let length = first.map(<[u64]>::len);
        columns.push(Input::new(name, object, &[length])?);
    }
    Ok(columns)
}

fn entries<'a, const N: usize>(columns: &'a [Input<'_, u64>]) -> PyResult<[&'a [u64]; N]> {
    let mut all = [&[][..]; N];
    for (to, from) in all.iter_mut().zip(columns) {
        *to = from.entries()?;
    }
    Ok(all)
}

/// Calls a function from columns to one board for each position.
fn call<'py, const N: usize>(
    py: Python<'py>,
    names: [&str; N],
    arguments: [&Bound<'py, PyAny>; N],
    out: Out<'_, 'py>,
    threads: i64,
    function: impl Fn([&[u64]; N], &mut [u64]) -> Result<(), LengthMismatch> + Send + Sync,
) -> ArrayResult<'py> {
    let columns = columns(names, arguments)?;
    let inputs: [&[u64]; N] = entries(&columns)?;
    let mut out = Output::<u64>::new(py, out, &[inputs[0].len()])?.apart_from(&columns)?;
    let workers = Workers::new(threads)?;
    let boards = out.entries()?;
    py.detach(|| {
        workers.parts(part(&workers), 1, boards, |range, out| {
            let part = inputs.map(|column| column.get(range.clone()).unwrap_or_default());
            function(part, out).map_err(mismatch)
        })
    })?;
    Ok(out.into_array())
}

const fn batch<'a>([orthogonal, diagonal, occupied]: [&'a [u64]; 3]) -> Batch<'a> {
    Batch {
        orthogonal,
        diagonal,
        occupied,
    }
}

/// The lengths are checked before.
fn mismatch(why: LengthMismatch) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// Returns the squares that sliders attack, all eight directions united. The first blocker of each
/// ray is included.
///
/// orthogonal, diagonal, occupied: uint64 arrays of shape (n,). Rooks and queens; bishops and
/// queens; all pieces (the sliders are added). out: uint64 of shape (n,), made if missing. threads:
/// 0: all cores, 1: the calling thread. Returns out.
///
///     >>> rook, none = np.array([1], np.uint64), np.array([0], np.uint64)
///     >>> hex(setwise.attacks(rook, none, np.array([1 << 3], np.uint64))[0])
///     '0x10101010101010e'
#[pyfunction]
#[pyo3(signature = (orthogonal, diagonal, occupied, *, out=None, threads=1))]
pub(crate) fn attacks<'py>(
    py: Python<'py>,
    orthogonal: &Bound<'py, PyAny>,
    diagonal: &Bound<'py, PyAny>,
    occupied: &Bound<'py, PyAny>,
    out: Out<'_, 'py>,
    threads: i64,
) -> ArrayResult<'py> {
    let arguments = [orthogonal, diagonal, occupied];
    call(py, SLIDERS, arguments, out, threads, |columns, out| {
        setwise::batch_attacks(batch(columns), out)
    })
}

/// Returns the squares that sliders attack through the first blocker of a given set.
///
/// A ray counts if its first occupied square is one of the blockers. The result is the empty
/// squares behind that square, and the next occupied square.
///
/// orthogonal, diagonal, occupied, blockers: uint64 arrays of shape (n,). out: uint64 of shape
/// (n,), made if missing. Returns out.
///
///     >>> rook, none = np.array([1], np.uint64), np.array([0], np.uint64)
///     >>> pieces = np.array([1 << 3 | 1 << 6], np.uint64)
///     >>> bin(setwise.xray_attacks(rook, none, pieces, pieces)[0])
///     '0b1110000'
#[pyfunction]
#[pyo3(signature = (orthogonal, diagonal, occupied, blockers, *, out=None, threads=1))]
pub(crate) fn xray_attacks<'py>(
    py: Python<'py>,
    orthogonal: &Bound<'py, PyAny>,
    diagonal: &Bound<'py, PyAny>,
    occupied: &Bound<'py, PyAny>,
    blockers: &Bound<'py, PyAny>,
    out: Out<'_, 'py>,
    threads: i64,
) -> ArrayResult<'py> {
    let names = ["orthogonal", "diagonal", "occupied", "blockers"];
    let arguments = [orthogonal, diagonal, occupied, blockers];
    call(py, names, arguments, out, threads, |[a, b, c, d], out| {
        setwise::batch_xray_attacks(batch([a, b, c]), d, out)
    })
}

/// Returns the occluded fill: the generators and all squares that they reach in one direction over
/// propagators.
///
/// generators, propagators: uint64 arrays of shape (n,). direction: a name of DIRECTIONS or its
/// number 0 to 7, clockwise from north. out: uint64 of shape (n,), made if missing. Returns out.
///
///     >>> start, free = np.array([1], np.uint64), np.array([0b0110], np.uint64)
///     >>> bin(setwise.occluded_fill(start, free, "east")[0])
///     '0b111'
#[pyfunction]
#[pyo3(signature = (generators, propagators, direction, *, out=None, threads=1))]
pub(crate) fn occluded_fill<'py>(
    py: Python<'py>,
    generators: &Bound<'py, PyAny>,
    propagators: &Bound<'py, PyAny>,
    direction: &Bound<'py, PyAny>,
    out: Out<'_, 'py>,
    threads: i64,
) -> ArrayResult<'py> {
    let direction = read_direction(direction)?;
    let (names, arguments) = (["generators", "propagators"], [generators, propagators]);
    call(py, names, arguments, out, threads, |[from, over], out| {
        setwise::batch_occluded_fill(from, over, direction, out)
    })
}

fn read_direction(object: &Bound<'_, PyAny>) -> PyResult<Direction> {
    let number = if let Ok(name) = object.extract::<String>() {
        DIRECTIONS.split(' ').position(|known| known == name)
    } else if object.is_instance_of::<pyo3::types::PyInt>() {
        object.extract::<usize>().ok()
    } else {
        return Err(PyTypeError::new_err("direction: expected str or int"));
    };
    number
        .and_then(|number| Direction::ALL.get(number).copied())
        .ok_or_else(|| PyValueError::new_err("direction: expected a name of DIRECTIONS or 0 to 7"))
}

/// Returns the squares that sliders attack, by direction.
///
/// orthogonal, diagonal, occupied: uint64 arrays of shape (n,), as for attacks. out: uint64 of
/// shape (8, n), made if missing: row d is the direction DIRECTIONS[d]. Returns out.
///
///     >>> rook, none = np.array([1], np.uint64), np.array([0], np.uint64)
///     >>> rays = setwise.ray_attacks(rook, none, none)
///     >>> rays.shape, bin(rays[setwise.DIRECTIONS.index("east"), 0])
///     ((8, 1), '0b11111110')
#[pyfunction]
#[pyo3(signature = (orthogonal, diagonal, occupied, *, out=None, threads=1))]
pub(crate) fn ray_attacks<'py>(
    py: Python<'py>,
    orthogonal: &Bound<'py, PyAny>,
    diagonal: &Bound<'py, PyAny>,
    occupied: &Bound<'py, PyAny>,
    out: Out<'_, 'py>,
    threads: i64,
) -> ArrayResult<'py> {
    let columns = columns(SLIDERS, [orthogonal, diagonal, occupied])?;
    let inputs: [&[u64]; 3] = entries(&columns)?;
    let n = inputs[0].len();
    let mut out = Output::<u64>::new(py, out, &[8, n])?.apart_from(&columns)?;
    let workers = Workers::new(threads)?;
    let boards = out.entries()?;
    py.detach(|| {
        workers.each(rows_in_parts(boards, n, part(&workers)), |(start, rows)| {
            let range = start..start + rows[0].len();
            let part = inputs.map(|column| column.get(range.clone()).unwrap_or_default());
            setwise::batch_ray_attacks(batch(part), rows).map_err(mismatch)
        })
    })?;
    Ok(out.into_array())
}

/// Divides eight rows of `n` boards into parts of `size` columns, each with the number of its first
/// column.
fn rows_in_parts(boards: &mut [u64], n: usize, size: usize) -> Vec<(usize, [&mut [u64]; 8])> {
    let mut rows = boards.chunks_mut(n.max(1));
    let mut left: [&mut [u64]; 8] = std::array::from_fn(|_| rows.next().unwrap_or_default());
    let mut parts = Vec::with_capacity(n.div_ceil(size));
    for start in (0..n).step_by(size) {
        let part = left.each_mut().map(|row| {
            let (part, rest) = std::mem::take(row).split_at_mut(size.min(n - start));
            *row = rest;
            part
        });
        parts.push((start, part));
    }
    parts
}
