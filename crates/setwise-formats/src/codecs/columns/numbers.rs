use super::{arrays::plain, error::ColumnError};
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type,
    Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, BooleanArray, Int64Array, PrimitiveArray, UInt64Array};
use arrow_buffer::ScalarBuffer;
use arrow_schema::DataType;

/// Returns the array as integers of 64 bits. Unsigned integers above the range become the greatest
/// number. Floating-point numbers must be whole; NaN is null.
pub(super) fn integers(name: &'static str, array: &ArrayRef) -> Result<Int64Array, ColumnError> {
    let array = &plain(array)?;
    Ok(match array.data_type() {
        DataType::Int8 => widen::<Int8Type>(array),
        DataType::Int16 => widen::<Int16Type>(array),
        DataType::Int32 => widen::<Int32Type>(array),
        DataType::Int64 => array.as_primitive::<Int64Type>().clone(),
        DataType::UInt8 => widen::<UInt8Type>(array),
        DataType::UInt16 => widen::<UInt16Type>(array),
        DataType::UInt32 => widen::<UInt32Type>(array),
        DataType::UInt64 => {
            let array = array.as_primitive::<UInt64Type>();
            array.unary(|number| i64::try_from(number).unwrap_or(i64::MAX))
        }
        DataType::Float16 => whole::<Float16Type>(name, array)?,
        DataType::Float32 => whole::<Float32Type>(name, array)?,
        DataType::Float64 => whole::<Float64Type>(name, array)?,
        DataType::Null => Int64Array::new_null(array.len()),
        _ => return Err(ColumnError::of_type(name, array)),
    })
}

fn widen<T: ArrowPrimitiveType<Native: Into<i64>>>(array: &ArrayRef) -> Int64Array {
    array.as_primitive::<T>().unary(Into::into)
}

fn whole<T: ArrowPrimitiveType<Native: Into<f64>>>(
    name: &'static str,
    array: &ArrayRef,
) -> Result<Int64Array, ColumnError> {
    let whole = |number: Option<T::Native>| match number.map(Into::<f64>::into) {
        Some(number) if number.is_nan() => Ok(None),
        Some(number) if number.fract() != 0.0 => Err(ColumnError::NotWhole(name, number)),
        // A greater number does not fit the integer, but is in the range of no field either.
        number => Ok(number.map(|number| number as i64)),
    };
    array.as_primitive::<T>().iter().map(whole).collect()
}

/// Returns the array as bitboards. Signed integers of 64 bits are taken bit by bit.
pub(super) fn bitboards(name: &'static str, array: &ArrayRef) -> Result<UInt64Array, ColumnError> {
    let array = &plain(array)?;
    Ok(match array.data_type() {
        DataType::UInt64 => array.as_primitive::<UInt64Type>().clone(),
        DataType::Int64 => same_bits(array.as_primitive()),
        DataType::UInt8 | DataType::UInt16 | DataType::UInt32 | DataType::Null => {
            same_bits(&integers(name, array)?)
        }
        _ => return Err(ColumnError::of_type(name, array)),
    })
}

fn same_bits(array: &Int64Array) -> UInt64Array {
    let (_, values, nulls) = array.clone().into_parts();
    PrimitiveArray::new(ScalarBuffer::from(values.into_inner()), nulls)
}

/// Returns the array as truth values, which may be stored as 0 and 1.
pub(super) fn truths(name: &'static str, array: &ArrayRef) -> Result<BooleanArray, ColumnError> {
    let array = &plain(array)?;
    if let Some(truths) = array.as_boolean_opt() {
        return Ok(truths.clone());
    }
    let truth = |number| match number {
        None => Ok(None),
        Some(0 | 1) => Ok(number.map(|number| number == 1)),
        Some(_) => Err(ColumnError::of_type(name, array)),
    };
    integers(name, array)?.iter().map(truth).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{
        Float32Array, Float64Array, Int8Array, Int16Array, Int32Array, NullArray, StringArray,
        UInt8Array, UInt16Array, UInt32Array,
    };
    use std::sync::Arc;

    fn read(array: &ArrayRef) -> Option<Int64Array> {
        integers("number", array).ok()
    }

    #[test]
    fn integers_of_every_type() {
        let arrays: [(ArrayRef, [i64; 2]); 10] = [
            (Arc::new(Int8Array::from(vec![-128, 127])), [-128, 127]),
            (
                Arc::new(Int16Array::from(vec![-32_768, 300])),
                [-32_768, 300],
            ),
            (Arc::new(Int32Array::from(vec![-1, 1 << 30])), [-1, 1 << 30]),
            (Arc::new(Int64Array::from(vec![-1, 1 << 40])), [-1, 1 << 40]),
            (Arc::new(UInt8Array::from(vec![0, 255])), [0, 255]),
            (Arc::new(UInt16Array::from(vec![0, 65_535])), [0, 65_535]),
            (Arc::new(UInt32Array::from(vec![0, 1 << 31])), [0, 1 << 31]),
            (
                Arc::new(UInt64Array::from(vec![7, u64::MAX])),
                [7, i64::MAX],
            ),
            (Arc::new(Float32Array::from(vec![-0.0, -20.0])), [0, -20]),
            (
                Arc::new(Float64Array::from(vec![2.0, 1e300])),
                [2, i64::MAX],
            ),
        ];
        for (array, expected) in arrays {
            let expected = Int64Array::from(expected.to_vec());
            assert_eq!(read(&array), Some(expected), "{}", array.data_type());
        }
        let text: ArrayRef = Arc::new(StringArray::from(vec!["1"]));
        assert_eq!(read(&text), None);
    }

    #[test]
    fn nulls_stay_null() {
        let nothing: ArrayRef = Arc::new(NullArray::new(2));
        let narrow: ArrayRef = Arc::new(Int16Array::from(vec![Some(-5), None]));
        let wide: ArrayRef = Arc::new(UInt64Array::from(vec![Some(5), None]));
        let signed: ArrayRef = Arc::new(Int64Array::from(vec![Some(-1), None]));
        let float: ArrayRef = Arc::new(Float32Array::from(vec![Some(f32::NAN), None]));
        let expected = |number| Some(Int64Array::from(vec![number, None]));
        assert_eq!(read(&nothing), expected(None));
        assert_eq!(read(&narrow), expected(Some(-5)));
        assert_eq!(read(&wide), expected(Some(5)));
        assert_eq!(read(&signed), expected(Some(-1)));
        assert_eq!(read(&float), expected(None));
    }

    #[test]
    fn parts_are_refused() {
        let score: ArrayRef = Arc::new(Float64Array::from(vec![1.0, 0.35]));
        let error = integers("score", &score).unwrap_err();
        assert_eq!(error.to_string(), "column `score`: 0.35 is not whole");
        let infinite: ArrayRef = Arc::new(Float64Array::from(vec![f64::INFINITY]));
        assert_eq!(read(&infinite), None);
    }

    #[test]
    fn boards_have_64_bits() {
        let boards = |array: ArrayRef| bitboards("white", &array).ok();
        let expected = |board| Some(UInt64Array::from(vec![board, None]));
        let signed = Int64Array::from(vec![Some(-1), None]);
        assert_eq!(boards(Arc::new(signed)), expected(Some(u64::MAX)));
        let narrow = UInt32Array::from(vec![Some(u32::MAX), None]);
        assert_eq!(boards(Arc::new(narrow)), expected(Some(0xffff_ffff)));
        assert_eq!(boards(Arc::new(NullArray::new(2))), expected(None));
        // A sign has no board.
        assert_eq!(boards(Arc::new(Int32Array::from(vec![-1]))), None);
    }

    #[test]
    fn truths_may_be_numbers() {
        let read = |array: ArrayRef| truths("white_to_move", &array).ok();
        let expected = BooleanArray::from(vec![Some(true), Some(false), None]);
        let numbers = UInt8Array::from(vec![Some(1), Some(0), None]);
        assert_eq!(read(Arc::new(expected.clone())), Some(expected.clone()));
        assert_eq!(read(Arc::new(numbers)), Some(expected));
        assert_eq!(read(Arc::new(UInt8Array::from(vec![2]))), None);
    }
}
