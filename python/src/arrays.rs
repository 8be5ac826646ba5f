//! NumPy arrays as arguments and results, and Arrow arrays as arguments. Every error names the
//! argument.

use crate::arrow::{self, Number};
use crate::threads::{PART, Workers};
use arrow_buffer::ScalarBuffer;
use numpy::{
    BorrowError, Element, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn,
    PyReadwriteArrayDyn, PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::{fmt::Display, ops::Range};

/// An argument that may be missing, such as `out`, an array to write to.
pub(crate) type Out<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

pub(crate) type ArrayResult<'py> = PyResult<Bound<'py, PyAny>>;

/// A length of an axis; `None` stands for any.
pub(crate) type Axis = Option<usize>;

/// Returns a TypeError: what was expected, and the type of the object.
pub(crate) fn wrong_type(expected: impl Display, object: &Bound<'_, PyAny>) -> PyErr {
    match object.get_type().name() {
        Ok(found) => PyTypeError::new_err(format!("{expected}, got {found}")),
        Err(error) => error,
    }
}

/// Returns what the text of an argument stands for.
pub(crate) fn choice<T>(name: &str, text: &str, choices: [(&str, T); 2]) -> PyResult<T> {
    let names = choices.each_ref().map(|choice| format!("{:?}", choice.0));
    let found = choices.into_iter().find(|choice| choice.0 == text);
    let wrong = || PyValueError::new_err(format!("{name}: expected {}", names.join(" or ")));
    found.map(|choice| choice.1).ok_or_else(wrong)
}

/// Returns the array of an argument after the checks of type, dtype, shape and layout.
fn check<'py, T: Element>(
    name: &str,
    object: &Bound<'py, PyAny>,
    shape: &[Axis],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let expected = dtype::<T>(object.py());
    let Ok(untyped) = object.cast::<PyUntypedArray>() else {
        let what = format!("{name}: expected a numpy.ndarray of {expected}");
        return Err(wrong_type(what, object));
    };
    let found = untyped.dtype();
    if !found.is_equiv_to(&expected) {
        let message = format!("{name}: expected dtype {expected}, got {found}");
        return Err(PyTypeError::new_err(message));
    }
    let fits = untyped.ndim() == shape.len()
        && (untyped.shape().iter().zip(shape)).all(|(&n, axis)| axis.is_none_or(|m| m == n));
    if !fits {
        let found: Vec<Axis> = untyped.shape().iter().copied().map(Some).collect();
        let (expected, found) = (shape_text(shape), shape_text(&found));
        let message = format!("{name}: expected shape {expected}, got {found}");
        return Err(PyValueError::new_err(message));
    }
    if !untyped.is_c_contiguous() || !untyped.is_aligned() {
        let message = format!("{name}: the array is not C-contiguous and aligned");
        return Err(PyValueError::new_err(message));
    }
    Ok(object.cast::<PyArrayDyn<T>>()?.clone())
}

/// Writes a shape as Python does, with `n` for any length.
pub(crate) fn shape_text(shape: &[Axis]) -> String {
    let mut text = String::from("(");
    for (i, axis) in shape.iter().enumerate() {
        let separator = if i == 0 { "" } else { ", " };
        text += separator;
        text += &axis.map_or("n".to_owned(), |n| n.to_string());
    }
    text.push_str(if shape.len() == 1 { ",)" } else { ")" });
    text
}

/// An array that is read.
pub(crate) enum Input<'py, T: Number> {
    NumPy(PyReadonlyArrayDyn<'py, T>),
    Arrow(ScalarBuffer<T>),
}

impl<'py, T: Number> Input<'py, T> {
    pub(crate) fn new(name: &str, object: &Bound<'py, PyAny>, shape: &[Axis]) -> PyResult<Self> {
        if object.cast::<PyUntypedArray>().is_err()
            && let Some(numbers) = arrow::numbers(name, object, shape)?
        {
            return Ok(Self::Arrow(numbers));
        }
        let array = check::<T>(name, object, shape)?;
        let borrowed = array.try_readonly().map_err(|_| {
            PyValueError::new_err(format!("{name}: another call writes to the array"))
        })?;
        Ok(Self::NumPy(borrowed))
    }

    /// Returns the entries in C order.
    pub(crate) fn entries(&self) -> PyResult<&[T]> {
        match self {
            Self::NumPy(array) => Ok(array.as_slice()?),
            Self::Arrow(numbers) => Ok(numbers),
        }
    }
}

impl<'py> Input<'py, u8> {
    /// Reads an array of bool as bytes. The bytes of NumPy may be other than 0 and 1, which a
    /// `bool` of Rust must not be.
    pub(crate) fn bools(name: &str, object: &Bound<'py, PyAny>, shape: &[Axis]) -> PyResult<Self> {
        let array = check::<bool>(name, object, shape)?;
        Self::new(name, &as_bytes(array.as_any())?, shape)
    }
}

/// Returns a view of an array of bool as bytes.
fn as_bytes<'py>(array: &Bound<'py, PyAny>) -> ArrayResult<'py> {
    array.call_method1("view", (dtype::<u8>(array.py()),))
}

/// An array that is written.
pub(crate) struct Output<'py, T: Element>(PyReadwriteArrayDyn<'py, T>, Bound<'py, PyAny>);

impl<'py, T: Element> Output<'py, T> {
    /// Takes the argument `out`, or makes an array if it is missing.
    pub(crate) fn new(py: Python<'py>, out: Out<'_, 'py>, shape: &[usize]) -> PyResult<Self> {
        let object = output::<T>(py, out, shape)?;
        let borrowed = borrow(object.as_any())?;
        Ok(Self(borrowed, object.into_any()))
    }

    /// Makes an array with undefined entries. All of them must be written before they are read.
    pub(crate) fn empty(py: Python<'py>, shape: &[usize]) -> PyResult<Self> {
        let object = empty::<T>(py, shape)?;
        Ok(Self(borrow(&object)?, object))
    }

    /// Takes an array of one axis of any length.
    pub(crate) fn any_length(name: &str, object: &Bound<'py, PyAny>) -> PyResult<Self> {
        Self::of(name, object, &[None])
    }

    /// Takes an array of a shape.
    pub(crate) fn of(name: &str, object: &Bound<'py, PyAny>, shape: &[Axis]) -> PyResult<Self> {
        let array = check::<T>(name, object, shape)?.into_any();
        Ok(Self(borrow(&array)?, array))
    }

    /// Checks that the array has no memory in common with the arrays that are read. `borrow` finds
    /// that only for NumPy arrays with the same base: two arrays made of one buffer have different
    /// ones.
    pub(crate) fn apart_from<U: Number>(mut self, inputs: &[Input<'_, U>]) -> PyResult<Self> {
        let own = self.entries()?.as_ptr_range();
        for input in inputs {
            let other = input.entries()?.as_ptr_range();
            if own.start.addr() < other.end.addr() && other.start.addr() < own.end.addr() {
                return Err(PyValueError::new_err(OVERLAP));
            }
        }
        Ok(self)
    }

    /// Returns the entries in C order.
    pub(crate) fn entries(&mut self) -> PyResult<&mut [T]> {
        Ok(self.0.as_slice_mut()?)
    }

    /// Computes `per` entries for each position, in parts of [`PART`] positions, and returns the
    /// array.
    pub(crate) fn fill(
        mut self,
        py: Python<'py>,
        workers: &Workers,
        per: usize,
        act: impl Fn(Range<usize>, &mut [T]) + Send + Sync,
    ) -> ArrayResult<'py>
    where
        T: Send,
    {
        let entries = self.entries()?;
        let act = |range, out: &mut [T]| {
            act(range, out);
            Ok(())
        };
        py.detach(|| workers.parts(PART, per, entries, act))?;
        Ok(self.into_array())
    }

    pub(crate) fn array(&self) -> Bound<'py, PyAny> {
        self.1.clone()
    }

    pub(crate) fn into_array(self) -> Bound<'py, PyAny> {
        self.1
    }
}

impl<'py> Output<'py, u8> {
    /// The same for an array of bool, whose entries are written as bytes.
    pub(crate) fn bools(py: Python<'py>, out: Out<'_, 'py>, shape: &[usize]) -> PyResult<Self> {
        let object = output::<bool>(py, out, shape)?.into_any();
        Self::of_bools(object)
    }

    pub(crate) fn empty_bools(py: Python<'py>, shape: &[usize]) -> PyResult<Self> {
        Self::of_bools(empty::<bool>(py, shape)?)
    }

    fn of_bools(object: Bound<'py, PyAny>) -> PyResult<Self> {
        let borrowed = borrow(&as_bytes(&object)?)?;
        Ok(Self(borrowed, object))
    }
}

/// Makes an array by the function of NumPy, which takes large pages for large arrays: it is faster.
fn empty<'py, T: Element>(py: Python<'py>, shape: &[usize]) -> ArrayResult<'py> {
    let arguments = (PyTuple::new(py, shape)?, dtype::<T>(py));
    py.import("numpy")?.call_method1("empty", arguments)
}

/// The number of bytes up to which an array is made without a call of Python.
const SMALL: usize = 1 << 20;

/// Returns the array `out`, or makes it.
fn output<'py, T: Element>(
    py: Python<'py>,
    out: Out<'_, 'py>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let axes: Vec<Axis> = shape.iter().copied().map(Some).collect();
    match out {
        Some(object) => check("out", object, &axes),
        None => {
            let lengths = shape.iter().map(|&n| n.max(1));
            if lengths.fold(size_of::<T>(), usize::saturating_mul) <= SMALL {
                return Ok(PyArrayDyn::zeros(py, shape, false));
            }
            // The function of Python reports a shape that does not fit into memory as an exception.
            let arguments = (PyTuple::new(py, shape)?, dtype::<T>(py));
            let made = py.import("numpy")?.call_method1("zeros", arguments)?;
            check("out", &made, &axes)
        }
    }
}

// `numpy` finds an overlap only if both arrays are views of the same one: addresses are compared.
const OVERLAP: &str = "out: the array overlaps another argument, or another call uses it";

/// Borrows an array that has been checked, to write to it.
fn borrow<'py, T: Element>(array: &Bound<'py, PyAny>) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let borrowed = array.cast::<PyArrayDyn<T>>()?.try_readwrite();
    borrowed.map_err(|why| match why {
        BorrowError::NotWriteable => PyValueError::new_err("out: the array is read-only"),
        _ => PyValueError::new_err(OVERLAP),
    })
}
