//! `Positions` as a sequence: selection, replacement, concatenation, search, copies.

use crate::arrays::{ArrayResult, Input, wrong_type};
use crate::arrow::Number;
use crate::inputs::{OnError, from_items};
use crate::positions::Positions;
use numpy::{PyArrayDescrMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyInt, PyList, PySlice, PyString, PyTuple};
use setwise_moves::{FenStyle, Position};

/// The positions that a key selects.
enum Selection {
    One(usize),
    Many(Vec<usize>),
}

impl Selection {
    fn new(key: &Bound<'_, PyAny>, n: usize) -> PyResult<Self> {
        let py = key.py();
        let unexpected = || {
            PyTypeError::new_err(format!(
                "key: expected int, slice, integers of shape (n,) or bools of shape ({n},)"
            ))
        };
        if key.is_instance_of::<PyInt>() {
            let index = key
                .extract()
                .map_err(|_| out_of_range("positions", key, n))?;
            return Ok(Self::One(wrap("positions", index, n)?));
        }
        if let Ok(slice) = key.cast::<PySlice>() {
            let slice = slice.indices(n.cast_signed())?;
            let steps = (0..slice.slicelength).map(|i| slice.start + i.cast_signed() * slice.step);
            return Ok(Self::Many(steps.map(isize::cast_unsigned).collect()));
        }
        if key.is_instance_of::<PyTuple>() || key.is_instance_of::<PyString>() {
            return Err(unexpected());
        }
        let array = py.import("numpy")?.call_method1("asarray", (key,));
        let array = array.map_err(|_| unexpected())?;
        let untyped = array.cast::<PyUntypedArray>()?;
        let integers = match untyped.dtype().kind() {
            b'b' => {
                let mask = Input::bools("key", &contiguous(&array, "bool")?, &[Some(n)])?;
                let chosen = mask.entries()?.iter().enumerate();
                let chosen = chosen.filter_map(|(i, &chosen)| (chosen != 0).then_some(i));
                return Ok(Self::Many(chosen.collect()));
            }
            b'i' if untyped.ndim() > 0 => indices::<i64>(&contiguous(&array, "int64")?, n),
            b'u' if untyped.ndim() > 0 => indices::<u64>(&contiguous(&array, "uint64")?, n),
            _ if key.cast::<PyUntypedArray>().is_ok() => return Err(unexpected()),
            _ if key.cast::<PyList>().is_ok_and(|list| list.is_empty()) => Ok(Vec::new()),
            // Arrow objects that NumPy does not know, and nulls.
            _ if key.hasattr("__arrow_c_array__")? || key.hasattr("__arrow_c_stream__")? => {
                indices::<i64>(key, n)
            }
            _ => {
                let index = key.extract().map_err(|_| unexpected())?;
                return Ok(Self::One(wrap("positions", index, n)?));
            }
        };
        integers.map(Self::Many)
    }
}

/// Returns an array with a dtype and in C order: the array itself if it has both, else a copy.
fn contiguous<'py>(array: &Bound<'py, PyAny>, dtype: &str) -> ArrayResult<'py> {
    let py = array.py();
    let options = [("order", "C".into_pyobject(py)?.into_any())];
    let options = options.into_py_dict(py)?;
    options.set_item("copy", false)?;
    array.call_method("astype", (dtype,), Some(&options))
}

fn indices<T: Number + TryInto<isize>>(key: &Bound<'_, PyAny>, n: usize) -> PyResult<Vec<usize>> {
    let indices = Input::<T>::new("key", key, &[None])?;
    // Integers that are too large or too small are out of range anyway.
    let index = |&index: &T| wrap("key", index.try_into().unwrap_or(isize::MAX), n);
    indices.entries()?.iter().map(index).collect()
}

/// Returns an index that counts from the end if it is negative.
fn wrap(name: &str, index: isize, n: usize) -> PyResult<usize> {
    let wrapped = match index {
        ..0 => index.wrapping_add_unsigned(n),
        _ => index,
    };
    let found = usize::try_from(wrapped).ok().filter(|&i| i < n);
    found.ok_or_else(|| out_of_range(name, index, n))
}

fn out_of_range(name: &str, index: impl std::fmt::Display, n: usize) -> PyErr {
    let message = format!("{name}: index {index} is out of range for {n} positions");
    PyIndexError::new_err(message)
}

impl Positions {
    /// Finds the positions whose FEN is a str, as indexing gives it.
    fn find(&self, value: &Bound<'_, PyAny>) -> impl Iterator<Item = usize> {
        let fen = value.cast::<PyString>().ok();
        let fen = fen.and_then(|fen| fen.to_cow().ok()).unwrap_or_default();
        let wanted = Position::from_fen(&fen).ok();
        let wanted = wanted.filter(|wanted| *wanted.fen(FenStyle::Standard) == *fen);
        let positions = self.0.iter().enumerate();
        positions.filter_map(move |(i, position)| (Some(*position) == wanted).then_some(i))
    }
}

#[pymethods]
impl Positions {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Self>() {
            Ok(other) => Ok(other.try_borrow()?.0 == self.0),
            Err(_) => Ok(false),
        }
    }

    /// positions[i] is the FEN of position i. A slice, integers of shape (n,) (a list or an array)
    /// or bools of shape (n,) select a batch, which is a copy.
    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> ArrayResult<'py> {
        let chosen = match Selection::new(key, self.0.len())? {
            Selection::One(i) => {
                let fen = self.0[i].fen(FenStyle::Standard);
                return Ok(PyString::new(py, &fen).into_any());
            }
            Selection::Many(chosen) => chosen,
        };
        let positions = py.detach(|| chosen.iter().map(|&i| self.0[i]).collect());
        Ok(Bound::new(py, Self(positions))?.into_any())
    }

    /// positions[key] = value replaces the positions that the key selects.
    ///
    /// value: as many positions as the key selects, or one for all of them: Positions, FENs or
    /// boards of python-chess.
    fn __setitem__(
        slf: &Bound<'_, Self>,
        key: &Bound<'_, PyAny>,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let py = slf.py();
        let read = |items| from_items(py, "value", items, 1, (true, true), &OnError::Raise);
        let selection = Selection::new(key, slf.try_borrow()?.0.len())?;
        let values = match (value.cast::<Self>(), &selection) {
            (Ok(value), _) => value.try_borrow()?.0.clone(),
            (_, Selection::One(_)) => read(PyList::new(py, [value])?.as_any())?,
            (_, Selection::Many(_)) => read(value)?,
        };
        let chosen = match selection {
            Selection::One(i) => vec![i],
            Selection::Many(chosen) => chosen,
        };
        if ![1, chosen.len()].contains(&values.len()) {
            let (expected, found) = (chosen.len(), values.len());
            let message = format!("value: expected {expected} positions or one, got {found}");
            return Err(PyValueError::new_err(message));
        }
        let mut positions = slf.try_borrow_mut()?;
        for (i, value) in chosen.into_iter().zip(values.iter().cycle()) {
            positions.0[i] = *value;
        }
        Ok(())
    }

    fn __contains__(&self, value: &Bound<'_, PyAny>) -> bool {
        self.find(value).next().is_some()
    }

    /// Returns how many positions have a FEN.
    ///
    ///     >>> positions = setwise.Positions.startpos(3)
    ///     >>> positions.count(positions[0])
    ///     3
    fn count(&self, value: &Bound<'_, PyAny>) -> usize {
        self.find(value).count()
    }

    /// Returns the first index from start to stop, without stop, of a FEN. ValueError if there is
    /// none.
    ///
    ///     >>> positions = setwise.Positions.startpos(3)
    ///     >>> positions.index(positions[0], 1)
    ///     1
    #[pyo3(signature = (value, start=0, stop=None))]
    fn index(
        &self,
        value: &Bound<'_, PyAny>,
        start: isize,
        stop: Option<isize>,
    ) -> PyResult<usize> {
        let n = self.0.len();
        let bound = |index: isize| match index {
            ..0 => n.saturating_add_signed(index),
            _ => index.cast_unsigned(),
        };
        let range = bound(start)..stop.map_or(n, bound);
        let found = self.find(value).find(|i| range.contains(i));
        found.ok_or_else(|| PyValueError::new_err("value: no position has this FEN"))
    }

    fn __add__(&self, other: PyRef<'_, Self>) -> PyResult<Self> {
        join([&self.0[..], &other.0])
    }

    fn __copy__(&self) -> Self {
        Self(self.0.clone())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.__copy__()
    }
}

fn join<'a>(batches: impl IntoIterator<Item = &'a [Position]>) -> PyResult<Positions> {
    let mut all = Vec::new();
    for batch in batches {
        let reserved = all.try_reserve(batch.len());
        reserved.map_err(|why| PyMemoryError::new_err(why.to_string()))?;
        all.extend_from_slice(batch);
    }
    Ok(Positions(all))
}

/// Returns the positions of several batches, one after the other.
///
/// batches: an iterable of Positions.
///
///     >>> start = setwise.Positions.startpos()
///     >>> len(setwise.concatenate([start, start, start]))
///     3
#[pyfunction]
pub(crate) fn concatenate(batches: &Bound<'_, PyAny>) -> PyResult<Positions> {
    let expected = "batches: expected an iterable of Positions";
    let iterator = batches.try_iter();
    let iterator = iterator.map_err(|_| wrong_type(expected, batches))?;
    let mut all = Vec::new();
    for (i, batch) in iterator.enumerate() {
        let batch = batch?;
        let expected = || format!("batches[{i}]: expected Positions");
        let found = batch.cast::<Positions>();
        let found = found.map_err(|_| wrong_type(expected(), &batch))?;
        all.push(found.clone().try_borrow()?);
    }
    join(all.iter().map(|batch| &batch.0[..]))
}
