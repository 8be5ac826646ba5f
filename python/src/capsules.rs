//! Arrays and streams of Arrow from other libraries and for them, without copies: the Arrow
//! PyCapsule interface, over the C data interface and the C stream interface (Apache Arrow, 2020
//! to 2023). The crate `pyo3-arrow` does this, too, but casts between all types, which takes a
//! quarter of the time to build the package.

#![expect(unsafe_code, reason = "capsules are pointers")]

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, RecordBatchReader, make_array};
use arrow_schema::{DataType, Field};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::ffi::{CStr, c_int};
use std::{fmt::Display, ptr::NonNull};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// The type of the entries of an array or a stream, and its chunks.
pub(crate) type Chunks = (DataType, Vec<ArrayRef>);

/// Takes an array or a stream, or returns `None` if the object has neither. `name` is that of the
/// argument.
pub(crate) fn chunks(name: &str, object: &Bound<'_, PyAny>) -> PyResult<Option<Chunks>> {
    let py = object.py();
    if object.hasattr(intern!(py, "__arrow_c_array__"))? {
        let array = take_array(name, object)?;
        return Ok(Some((array.data_type().clone(), vec![array])));
    }
    let has_stream = object.hasattr(intern!(py, "__arrow_c_stream__"))?;
    has_stream.then(|| take_stream(name, object)).transpose()
}

fn take_array(name: &str, object: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let made = object.call_method0(intern!(object.py(), "__arrow_c_array__"))?;
    let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = made.extract()?;
    let schema: NonNull<FFI_ArrowSchema> = schema.pointer_checked(Some(SCHEMA))?.cast();
    let array: NonNull<FFI_ArrowArray> = array.pointer_checked(Some(ARRAY))?.cast();
    // SAFETY: a capsule of this name points to such a structure. `made` keeps both, and nobody else
    // has seen them. The array is moved out, and the capsule no longer releases it.
    let (schema, array) = unsafe { (schema.as_ref(), FFI_ArrowArray::from_raw(array.as_ptr())) };
    if array.is_released() {
        return Err(value(name, "the Arrow array was taken before"));
    }
    // SAFETY: the array has the form of its schema, as both are of one call.
    let data = unsafe { from_ffi(array, schema) };
    Ok(make_array(data.map_err(|why| value(name, why))?))
}

fn take_stream(name: &str, object: &Bound<'_, PyAny>) -> PyResult<Chunks> {
    let made = object.call_method0(intern!(object.py(), "__arrow_c_stream__"))?;
    let capsule = made.cast::<PyCapsule>()?;
    let stream: NonNull<FFI_ArrowArrayStream> = capsule.pointer_checked(Some(STREAM))?.cast();
    // SAFETY: a capsule of this name points to such a structure, which nobody else has seen. It is
    // moved out, and the capsule no longer releases it.
    let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
    let (Some(get_schema), Some(get_next)) = (stream.get_schema, stream.get_next) else {
        return Err(value(name, "the Arrow stream was taken before"));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the stream is not released, the function is its own, and the schema is empty.
    let code = unsafe { get_schema(&raw mut stream, &raw mut schema) };
    check(name, &mut stream, code)?;
    let entries = DataType::try_from(&schema).map_err(|why| value(name, why))?;
    let mut chunks = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: as above.
        let code = unsafe { get_next(&raw mut stream, &raw mut array) };
        check(name, &mut stream, code)?;
        if array.is_released() {
            return Ok((entries, chunks));
        }
        // SAFETY: all arrays of a stream have the form of its schema.
        let data = unsafe { from_ffi_and_data_type(array, entries.clone()) };
        chunks.push(make_array(data.map_err(|why| value(name, why))?));
    }
}

/// Returns the error of a call of a stream, if its code is not 0.
fn check(name: &str, stream: &mut FFI_ArrowArrayStream, code: c_int) -> PyResult<()> {
    if code == 0 {
        return Ok(());
    }
    let message = stream.get_last_error.and_then(|last| {
        // SAFETY: the stream is not released, and the function is its own.
        let text = NonNull::new(unsafe { last(&raw mut *stream) }.cast_mut())?;
        // SAFETY: the text ends in 0 and lives until the next call.
        let text = unsafe { CStr::from_ptr(text.as_ptr()) };
        Some(text.to_string_lossy().into_owned())
    });
    let message = message.unwrap_or_else(|| format!("the Arrow stream failed with code {code}"));
    Err(value(name, message))
}

fn value(name: &str, why: impl Display) -> PyErr {
    PyValueError::new_err(format!("{name}: {why}"))
}

/// Returns the type that a consumer asks for, if it asks.
pub(crate) fn requested(schema: Option<&Bound<'_, PyCapsule>>) -> PyResult<Option<DataType>> {
    let Some(capsule) = schema else {
        return Ok(None);
    };
    let schema: NonNull<FFI_ArrowSchema> = capsule.pointer_checked(Some(SCHEMA))?.cast();
    // SAFETY: a capsule of this name points to such a structure, and the caller holds it.
    let entries = DataType::try_from(unsafe { schema.as_ref() });
    entries
        .map(Some)
        .map_err(|why| value("requested_schema", why))
}

/// Returns the capsules of the schema and of the array.
pub(crate) fn of_array<'py>(
    py: Python<'py>,
    field: &Field,
    array: &dyn Array,
) -> PyResult<Bound<'py, PyTuple>> {
    let schema = FFI_ArrowSchema::try_from(field).map_err(|why| value("schema", why))?;
    let array = FFI_ArrowArray::new(&array.to_data());
    let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
    let array = PyCapsule::new_with_value(py, array, ARRAY)?;
    PyTuple::new(py, [schema, array])
}

/// Returns the capsule of a stream of tables.
pub(crate) fn of_stream<'py>(
    py: Python<'py>,
    tables: impl RecordBatchReader + Send + 'static,
) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(tables)), STREAM)
}
