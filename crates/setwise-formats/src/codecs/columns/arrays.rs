use super::error::ColumnError;
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayAccessor, ArrayRef, BinaryArray, BinaryViewArray, FixedSizeBinaryArray,
    LargeBinaryArray, LargeStringArray, StringArray, StringViewArray, UInt64Array,
    downcast_run_array,
};
use arrow_schema::DataType;
use arrow_select::take::take;

/// Returns the array with a value for each row: dictionaries and runs are resolved.
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

/// Returns the value of a row that is not null.
pub(super) fn valid<A: ArrayAccessor>(array: A, row: usize) -> Option<A::Item> {
    (row < array.len() && array.is_valid(row)).then(|| array.value(row))
}

#[derive(Clone, Debug)]
pub(super) enum Text {
    Small(StringArray),
    Large(LargeStringArray),
    View(StringViewArray),
}

impl Text {
    pub(super) fn of(array: &ArrayRef) -> Option<Self> {
        Some(match array.data_type() {
            DataType::Utf8 => Self::Small(array.as_string().clone()),
            DataType::LargeUtf8 => Self::Large(array.as_string().clone()),
            DataType::Utf8View => Self::View(array.as_string_view().clone()),
            DataType::Null => Self::Small(StringArray::new_null(array.len())),
            _ => return None,
        })
    }

    pub(super) fn of_column(name: &'static str, array: &ArrayRef) -> Result<Self, ColumnError> {
        Self::of(&plain(array)?).ok_or_else(|| ColumnError::of_type(name, array))
    }

    pub(super) fn get(&self, row: usize) -> Option<&str> {
        match self {
            Self::Small(array) => valid(array, row),
            Self::Large(array) => valid(array, row),
            Self::View(array) => valid(array, row),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) enum Bytes {
    Fixed(FixedSizeBinaryArray),
    Small(BinaryArray),
    Large(LargeBinaryArray),
    View(BinaryViewArray),
}

impl Bytes {
    pub(super) fn of(array: &ArrayRef) -> Option<Self> {
        Some(match array.data_type() {
            DataType::FixedSizeBinary(_) => Self::Fixed(array.as_fixed_size_binary().clone()),
            DataType::Binary => Self::Small(array.as_binary().clone()),
            DataType::LargeBinary => Self::Large(array.as_binary().clone()),
            DataType::BinaryView => Self::View(array.as_binary_view().clone()),
            _ => return None,
        })
    }

    pub(super) fn get(&self, row: usize) -> Option<&[u8]> {
        match self {
            Self::Fixed(array) => valid(array, row),
            Self::Small(array) => valid(array, row),
            Self::Large(array) => valid(array, row),
            Self::View(array) => valid(array, row),
        }
    }
}
