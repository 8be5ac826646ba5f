//! Integers of any width.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, Int64Array, PrimitiveArray, UInt64Array};
use arrow_buffer::ScalarBuffer;
use arrow_schema::DataType;

/// Returns the array as integers of 64 bits; `None` if it has another type. Unsigned integers above the range become negative.
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

/// Returns the array as bitboards; `None` if it has another type. Signed integers are taken bit by bit.
pub(super) fn bitboards(array: &ArrayRef) -> Option<UInt64Array> {
    Some(match array.data_type() {
        DataType::UInt64 => array.as_primitive::<UInt64Type>().clone(),
        DataType::Int64 => same_bits::<Int64Type, _>(array),
        _ => return None,
    })
}
