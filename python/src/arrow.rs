//! Arrow objects as arguments and results, through the PyCapsule interface. Every error names the
//! argument.

use crate::arrays::{ArrayResult, Axis, shape_text};
use crate::capsules;
use crate::inputs::{OnError, WrongEntry};
use crate::positions::Positions;
use crate::threads::{PART, Signals, Workers};
use arrow_array::builder::GenericStringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Float64Type, Int8Type, Int64Type, UInt8Type, UInt16Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayAccessor, ArrayRef, BinaryArray, LargeBinaryArray, OffsetSizeTrait, new_empty_array,
};
use arrow_buffer::{ArrowNativeType, ScalarBuffer};
use arrow_schema::{DataType, Field};
use arrow_select::take::take;
use numpy::{Element, dtype};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use setwise_moves::{Fen, Position};
use std::fmt::{Display, Write};
use std::sync::Arc;

/// A number that is an entry of NumPy's and of Arrow's arrays.
pub(crate) trait Number: Element + ArrowNativeType {
    type Arrow: ArrowPrimitiveType<Native = Self>;
}

macro_rules! numbers {
    ($($number:ty: $arrow:ty;)*) => {$(
        impl Number for $number {
            type Arrow = $arrow;
        }
    )*};
}

numbers! {
    u64: UInt64Type;
    u16: UInt16Type;
    u8: UInt8Type;
    f64: Float64Type;
    i64: Int64Type;
    i8: Int8Type;
}

fn null(name: &str, i: usize) -> WrongEntry {
    WrongEntry::new(name, i, "the entry is null")
}

fn first_null(array: &dyn Array) -> Option<usize> {
    if array.null_count() == 0 {
        return None;
    }
    (0..array.len()).find(|&i| array.is_null(i))
}

/// Returns the numbers of an Arrow array without copying them, or `None` if the object is not of
/// Arrow. An array of two axes is a column of lists of fixed size.
pub(crate) fn numbers<T: Number>(
    name: &str,
    object: &Bound<'_, PyAny>,
    shape: &[Axis],
) -> PyResult<Option<ScalarBuffer<T>>> {
    let Some((found, mut chunks)) = capsules::chunks(name, object)? else {
        return Ok(None);
    };
    let number = T::Arrow::DATA_TYPE;
    let width = match shape {
        [_, Some(width)] => Some(*width),
        _ => None,
    };
    let fits = match (&found, width) {
        (DataType::FixedSizeList(entry, size), Some(width)) => {
            *entry.data_type() == number && usize::try_from(*size) == Ok(width)
        }
        (entry, None) => *entry == number,
        _ => false,
    };
    if !fits {
        let dtype = dtype::<T>(object.py());
        let lists = width.map(|width| format!(" in lists of fixed size {width}"));
        let lists = lists.unwrap_or_default();
        let message = format!("{name}: expected an Arrow array of {dtype}{lists}, got {found}");
        return Err(PyTypeError::new_err(message));
    }
    if chunks.len() > 1 {
        let found = chunks.len();
        let message = format!("{name}: expected one chunk, got {found}; combine them first");
        return Err(PyValueError::new_err(message));
    }
    let chunk = chunks.pop().unwrap_or_else(|| new_empty_array(&found));
    if let Some(&Some(n)) = shape.first()
        && n != chunk.len()
    {
        let rest = shape.get(1..).unwrap_or_default();
        let expected = shape_text(shape);
        let found = shape_text(&[&[Some(chunk.len())], rest].concat());
        let message = format!("{name}: expected shape {expected}, got {found}");
        return Err(PyValueError::new_err(message));
    }
    let entries = match width {
        Some(_) => chunk.as_fixed_size_list().values(),
        None => &chunk,
    };
    let in_entries = first_null(entries).map(|i| i / width.unwrap_or(1).max(1));
    if let Some(i) = first_null(&chunk).or(in_entries) {
        return Err(null(name, i).into());
    }
    Ok(Some(entries.as_primitive::<T::Arrow>().values().clone()))
}

fn read_fens(
    object: &Bound<'_, PyAny>,
    threads: i64,
    on_error: &OnError,
) -> PyResult<Vec<Position>> {
    let (py, name, workers) = (object.py(), "column", Workers::new(threads)?);
    let unexpected = |found: &dyn Display| {
        let message = format!("{name}: expected an Arrow array of strings, got {found}");
        PyTypeError::new_err(message)
    };
    let Some((found, chunks)) = capsules::chunks(name, object)? else {
        return Err(unexpected(&object.get_type().name()?));
    };
    let entries = match &found {
        DataType::Dictionary(_, values) => values,
        entries => entries,
    };
    if ![DataType::Utf8, DataType::LargeUtf8, DataType::Utf8View].contains(entries) {
        return Err(unexpected(&found));
    }
    let n = chunks.iter().map(|chunk| chunk.len()).sum();
    let mut positions = vec![Position::startpos(); n];
    py.detach(|| {
        let mut first = 0;
        for chunk in &chunks {
            let (place, out) = (
                (name, first, on_error),
                positions.get_mut(first..first + chunk.len()),
            );
            let out = out.unwrap_or_default();
            let chunk = match chunk.as_any_dictionary_opt() {
                Some(dictionary) => take(dictionary.values(), dictionary.keys(), None)
                    .map_err(|why| WrongEntry::new(name, first, why))?,
                None => chunk.clone(),
            };
            // As bytes: they are not checked to be UTF-8.
            if let Some(fens) = chunk.as_string_opt::<i32>() {
                read(&BinaryArray::from(fens.clone()), place, &workers, out)?;
            } else if let Some(fens) = chunk.as_string_opt::<i64>() {
                read(&LargeBinaryArray::from(fens.clone()), place, &workers, out)?;
            } else {
                let fens = chunk.as_string_view().clone().to_binary_view();
                read(&fens, place, &workers, out)?;
            }
            first += chunk.len();
        }
        PyResult::Ok(())
    })?;
    Ok(positions)
}

/// Reads a chunk of a column of FENs: the name of the column, the index of the first FEN in it, and
/// what happens with wrong ones.
fn read<'a>(
    fens: impl ArrayAccessor<Item = &'a [u8]> + Sync,
    (name, first, on_error): (&str, usize, &OnError),
    workers: &Workers,
    out: &mut [Position],
) -> PyResult<()> {
    workers.parts(PART, 1, out, |range, out| {
        for (i, out) in range.zip(out) {
            let wrong = |why: &dyn Display| WrongEntry::new(name, first + i, why);
            let text = |fen| str::from_utf8(fen).map_err(|_| wrong(&"the text is not valid UTF-8"));
            let read = match fens.is_null(i) {
                true => Err(null(name, first + i)),
                false => text(fens.value(i))
                    .and_then(|fen| Position::from_fen(fen).map_err(|why| wrong(&why))),
            };
            match read {
                Ok(position) => *out = position,
                Err(wrong) => on_error.handle(wrong)?,
            }
        }
        Ok(())
    })
}

impl Positions {
    /// Returns the FENs, with offsets of 32 or 64 bits.
    fn fens<O: OffsetSizeTrait>(&self) -> PyResult<ArrayRef> {
        let (mut fens, mut signals) = (GenericStringBuilder::<O>::new(), Signals::new());
        for positions in self.0.chunks(PART) {
            if fens.values_slice().len() > i32::MAX as usize - Fen::MAX_LEN * PART && !O::IS_LARGE {
                let message = "the FENs are too long for the type string; use large_string";
                return Err(PyValueError::new_err(message));
            }
            for position in positions {
                // Writing into memory does not fail.
                let _ = write!(fens, "{position}");
                fens.append_value("");
            }
            signals.check()?;
        }
        Ok(Arc::new(fens.finish()))
    }
}

#[pymethods]
impl Positions {
    /// Reads FENs of an Arrow column, without strings of Python.
    ///
    /// column: an object with the method __arrow_c_array__ or __arrow_c_stream__, such as an array
    /// of pyarrow or a series of polars, of the type string, large_string or string_view, or a
    /// dictionary of these. A wrong FEN and null are an error;
    /// on_error is that of from_fens.
    ///
    ///     >>> import pyarrow
    ///     >>> start = setwise.Positions.startpos(2)
    ///     >>> setwise.Positions.from_arrow(pyarrow.array(start)) == start
    ///     True
    #[staticmethod]
    #[pyo3(signature = (column, *, on_error="raise", threads=1))]
    fn from_arrow<'py>(
        column: &Bound<'py, PyAny>,
        on_error: &str,
        threads: i64,
    ) -> ArrayResult<'py> {
        let on_error = OnError::new(on_error)?;
        let positions = read_fens(column, threads, &on_error)?;
        on_error.finish(column.py(), positions)
    }

    /// Returns the FENs as an Arrow array of the type large_string, or string if this is asked for:
    /// pyarrow.array(positions).
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let requested = capsules::requested(requested_schema.as_ref())?;
        let fens = py.detach(|| match requested {
            Some(DataType::Utf8) => self.fens::<i32>(),
            _ => self.fens::<i64>(),
        })?;
        let field = Field::new("fen", fens.data_type().clone(), false);
        capsules::of_array(py, &field, &fens)
    }
}
