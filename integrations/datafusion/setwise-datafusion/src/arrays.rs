//! Arrays of positions and of lists.

use datafusion::arrow::array::{Array, ArrayRef, ListArray, StructArray, make_array};
use datafusion::arrow::buffer::{NullBuffer, OffsetBuffer};
use datafusion::arrow::datatypes::{DataType, Field, Fields};
use datafusion::error::{DataFusionError, Result};
use setwise_formats::columns::{record_batch, schema};
use setwise_formats::{PositionEncoding, Record};
use std::sync::Arc;

/// Returns how positions are stored in an array of a type; `None` if they cannot be.
pub(crate) fn layout_of(array: &DataType) -> Option<PositionEncoding> {
    Some(match array {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null => {
            PositionEncoding::Fen
        }
        DataType::FixedSizeBinary(32)
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView => PositionEncoding::Packed,
        DataType::Struct(_) => PositionEncoding::Bitboards,
        DataType::Dictionary(_, values) => layout_of(values)?,
        _ => return None,
    })
}

/// Returns the fields of a layout that store the position: those before the score, the first label.
fn position_fields(layout: PositionEncoding) -> Fields {
    let schema = schema(layout);
    let fields = schema.fields().iter();
    fields
        .take_while(|field| field.name() != "score")
        .cloned()
        .collect()
}

/// The type of positions in a layout.
pub(crate) fn position_type(layout: PositionEncoding) -> DataType {
    let fields = position_fields(layout);
    match &fields[..] {
        [single] => single.data_type().clone(),
        _ => DataType::Struct(fields),
    }
}

/// The type of a list.
pub(crate) fn list_type(of: DataType) -> DataType {
    DataType::List(Arc::new(Field::new_list_field(of, true)))
}

/// Makes an array of positions.
pub(crate) fn positions(
    records: &[Record],
    valid: Option<NullBuffer>,
    layout: PositionEncoding,
) -> Result<ArrayRef> {
    let batch = record_batch(records, layout)?;
    let fields = position_fields(layout);
    let columns: Vec<ArrayRef> = fields
        .iter()
        .filter_map(|field| batch.column_by_name(field.name()).cloned())
        .collect();
    match &columns[..] {
        [single] => {
            let data = single.to_data().into_builder().nulls(valid);
            Ok(make_array(data.build().map_err(DataFusionError::from)?))
        }
        _ => Ok(Arc::new(StructArray::try_new(fields, columns, valid)?)),
    }
}

/// Makes an array of lists of these lengths.
pub(crate) fn lists(
    lengths: impl Iterator<Item = usize>,
    values: ArrayRef,
    valid: Option<NullBuffer>,
) -> Result<ArrayRef> {
    let field = Arc::new(Field::new_list_field(values.data_type().clone(), true));
    let offsets = OffsetBuffer::from_lengths(lengths);
    Ok(Arc::new(ListArray::try_new(field, offsets, values, valid)?))
}
