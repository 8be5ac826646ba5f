use super::error::ColumnError;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, UInt64Array, downcast_run_array};
use arrow_select::take::take;

/// Returns the array with a value for each row: dictionaries and runs are resolved.
///
/// # Errors
/// The array is damaged.
pub(super) fn plain(array: &ArrayRef) -> Result<ArrayRef, ColumnError> {
    let taken = if let Some(dictionary) = array.as_any_dictionary_opt() {
        take(dictionary.values(), dictionary.keys(), None)
    } else {
        downcast_run_array!(
            array => {
                let rows: Vec<u64> = (0..array.len() as u64).collect();
                let places = array.get_physical_indices(&rows).map_err(ColumnError::Arrow)?;
                let places = places.into_iter().map(|place| place as u64);
                take(array.values(), &UInt64Array::from_iter_values(places), None)
            },
            _ => return Ok(array.clone())
        )
    };
    plain(&taken.map_err(ColumnError::Arrow)?)
}
