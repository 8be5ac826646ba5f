//! Integers of any width.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, Int64Array, PrimitiveArray, UInt64Array};
use arrow_buffer::ScalarBuffer;
use arrow_schema::DataType;

/// Returns the array as integers of 64 bits; `None` if it has another type. Unsigned integers above
/// the range become negative.
pub(super) fn integers(array: &ArrayRef) -> Option<Int64Array> {
    Some(match array.data_type() {
        DataType::Int8 => widen::<Int8Type>(array),
        DataType::Int16 => widen::<Int16Type>(array),
        DataType::Int32 => widen::<Int32Type>(array),
        DataType::Int64 => array.as_primitive::<Int64Type>().clone(),
        DataType::UInt8 => widen::<UInt8Type>(array),
        DataType::UInt16 => widen::<UInt16Type>(array),
        DataType::UInt32 => widen::<UInt32Type>(array),
        DataType::UInt64 => same_bits::<UInt64Type, _>(array),
        _ => return None,
    })
}

fn widen<T: ArrowPrimitiveType<Native: Into<i64>>>(array: &ArrayRef) -> Int64Array {
    array.as_primitive::<T>().unary(Into::into)
}

/// Returns numbers of 64 bits of the other kind, signed or not, with the same bits.
fn same_bits<From: ArrowPrimitiveType, To: ArrowPrimitiveType>(
    array: &ArrayRef,
) -> PrimitiveArray<To> {
    let (_, values, nulls) = array.as_primitive::<From>().clone().into_parts();
    PrimitiveArray::new(ScalarBuffer::from(values.into_inner()), nulls)
}

/// Returns the array as bitboards; `None` if it has another type. Signed integers are taken bit by
/// bit.
pub(super) fn bitboards(array: &ArrayRef) -> Option<UInt64Array> {
    Some(match array.data_type() {
        DataType::UInt64 => array.as_primitive::<UInt64Type>().clone(),
        DataType::Int64 => same_bits::<Int64Type, _>(array),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{
        Int8Array, Int16Array, Int32Array, StringArray, UInt8Array, UInt16Array, UInt32Array,
    };
    use std::sync::Arc;

    #[test]
    fn integers_of_every_width() {
        let arrays: [(ArrayRef, [i64; 2]); 8] = [
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
            (Arc::new(UInt64Array::from(vec![7, u64::MAX])), [7, -1]),
        ];
        for (array, expected) in arrays {
            let expected = Int64Array::from(expected.to_vec());
            assert_eq!(integers(&array), Some(expected), "{}", array.data_type());
        }
        let text: ArrayRef = Arc::new(StringArray::from(vec!["1"]));
        assert_eq!(integers(&text), None);
    }

    #[test]
    fn nulls_stay_null() {
        let narrow: ArrayRef = Arc::new(Int16Array::from(vec![Some(-5), None]));
        let wide: ArrayRef = Arc::new(UInt64Array::from(vec![Some(5), None]));
        let signed: ArrayRef = Arc::new(Int64Array::from(vec![Some(-1), None]));
        let expected = |number: i64| Some(Int64Array::from(vec![Some(number), None]));
        assert_eq!(integers(&narrow), expected(-5));
        assert_eq!(integers(&wide), expected(5));
        assert_eq!(integers(&signed), expected(-1));
        let all_squares = UInt64Array::from(vec![Some(u64::MAX), None]);
        assert_eq!(bitboards(&signed), Some(all_squares));
        assert_eq!(
            bitboards(&wide).as_ref(),
            wide.as_primitive_opt::<UInt64Type>()
        );
        assert_eq!(bitboards(&narrow), None);
    }
}
