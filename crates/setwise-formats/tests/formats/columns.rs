//! Parquet and Arrow.

use crate::common::{random_games, read, suites};
use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{
    Array, ArrayRef, BinaryViewArray, DictionaryArray, Int32Array, Int64Array, LargeStringArray,
    RecordBatch, StringArray, StringViewArray, StructArray,
};
use setwise_formats::columns::{Columns, PositionColumn, record_batch, schema};
use setwise_formats::{
    Fields, Format, Layout, OnDamage, ReadError, ReadOptions, Reader, Record, WriteOptions, Writer,
};
use setwise_moves::{Position, Role};
use std::sync::Arc;

const FORMATS: [Format; 2] = [Format::Parquet, Format::Arrow];

fn write(records: &[Record], format: Format, layout: Layout) -> Vec<u8> {
    let options = WriteOptions::default().layout(layout);
    let mut writer = Writer::new(Vec::new(), format, options);
    writer.write_all(records).unwrap();
    assert_eq!(writer.written(), records.len() as u64);
    writer.finish().unwrap()
}

#[test]
fn games_through_each_layout() {
    // More than a batch, and numbers that do not divide it.
    let records = random_games(90, 150, 31);
    assert!(records.len() > 8192, "{}", records.len());
    for format in FORMATS {
        for layout in Layout::ALL {
            for records in [&records[..], &records[..1], &[]] {
                let bytes = write(records, format, layout);
                let found = read(&bytes, format).unwrap();
                assert!(found == records, "{format} {layout:?}");
                assert!(write(records, format, layout) == bytes);
            }
        }
    }
}

#[test]
fn missing_fields_are_null() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
    let mut record = Record::from(position);
    let found =
        |record: &Record, layout| read(&write(&[*record], Format::Arrow, layout), Format::Arrow);
    for layout in Layout::ALL {
        assert_eq!(found(&record, layout).unwrap(), [record]);
    }
    record.assumed = Fields::POSITION;
    assert_eq!(found(&record, Layout::Bitboards).unwrap(), [record]);
    for layout in [Layout::Fen, Layout::Packed] {
        let options = WriteOptions::default().layout(layout);
        let mut writer = Writer::new(Vec::new(), Format::Parquet, options);
        let error = writer.write(&record).unwrap_err().to_string();
        assert!(
            error.starts_with("record 1 does not fit Parquet: missing: side to move"),
            "{error}"
        );
    }
}

#[test]
fn files_are_read_in_parts() {
    let records = random_games(3, 100, 32);
    let path = std::env::temp_dir().join(format!("setwise-{}.parquet", std::process::id()));
    std::fs::write(&path, write(&records, Format::Parquet, Layout::Packed)).unwrap();
    let mut reader = Reader::open(&path, ReadOptions::default()).unwrap();
    assert_eq!(reader.rows(), Some(records.len() as u64));
    let mut found = Vec::new();
    while reader.read_batch(&mut found, 7).unwrap() > 0 {}
    drop(reader);
    std::fs::remove_file(path).unwrap();
    assert!(found == records);
}

/// The array of positions of a batch, with what a query engine makes of it.
fn positions(records: &[Record]) -> Vec<ArrayRef> {
    let column = |layout, name: &str| {
        let batch = record_batch(records, layout).unwrap();
        Arc::clone(batch.column_by_name(name).unwrap())
    };
    let fens = column(Layout::Fen, "fen");
    let packed = column(Layout::Packed, "position");
    let text = || fens.as_string::<i32>().iter();
    let bytes = packed.as_fixed_size_binary().iter();
    let boards = record_batch(records, Layout::Bitboards).unwrap();
    let keys = Int32Array::from_iter_values(0..records.len() as i32);
    vec![
        Arc::new(text().collect::<LargeStringArray>()),
        Arc::new(text().collect::<StringViewArray>()),
        Arc::new(DictionaryArray::new(keys, Arc::clone(&fens))),
        Arc::new(bytes.collect::<BinaryViewArray>()),
        Arc::new(StructArray::from(boards)),
        fens,
        packed,
    ]
}

#[test]
fn arrays_of_many_types() {
    let records: Vec<_> = suites().into_iter().map(Record::from).collect();
    for array in positions(&records) {
        let column = PositionColumn::new(&array).unwrap();
        assert_eq!(column.len(), records.len());
        for (row, record) in records.iter().enumerate() {
            let found = column.record(row).unwrap().unwrap();
            assert_eq!(found.position, record.position, "{}", array.data_type());
        }
        assert_eq!(column.record(records.len()).unwrap(), None);
    }
    let numbers: ArrayRef = Arc::new(Int64Array::from(vec![1]));
    let error = PositionColumn::new(&numbers).unwrap_err();
    assert_eq!(
        error.to_string(),
        "column `position` cannot be of type Int64"
    );
}

#[test]
fn signed_bitboards_and_slices() {
    let records: Vec<_> = suites().into_iter().map(Record::from).collect();
    let batch = record_batch(&records, Layout::Bitboards).unwrap();
    let fields = schema(Layout::Bitboards);
    let columns = fields.fields().iter().map(|field| {
        let array = Arc::clone(batch.column_by_name(field.name()).unwrap());
        let signed = match array.as_primitive_opt::<UInt64Type>() {
            Some(sets) => Arc::new(
                sets.iter()
                    .map(|set| set.map(|set| set as i64))
                    .collect::<Int64Array>(),
            ) as ArrayRef,
            None => array,
        };
        (field.name().clone(), signed)
    });
    let signed = RecordBatch::try_from_iter(columns).unwrap().slice(3, 20);
    let columns = Columns::new(&signed).unwrap();
    for row in 0..20 {
        assert_eq!(
            columns.record(row).unwrap().position,
            records[row + 3].position
        );
    }
}

/// A batch of FENs with labels.
fn labelled(columns: &[(&str, ArrayRef)]) -> RecordBatch {
    RecordBatch::try_from_iter(
        columns
            .iter()
            .map(|(name, array)| (*name, Arc::clone(array))),
    )
    .unwrap()
}

#[test]
fn damaged_rows_have_a_reason() {
    let start = Position::startpos().to_fen();
    let fens: ArrayRef = Arc::new(StringArray::from(vec![
        Some(&start[..]),
        None,
        Some("8/8 w - - 0 1"),
        Some(&start),
    ]));
    let moves: ArrayRef = Arc::new(StringArray::from(vec!["e2e4", "e2e4", "e2e4", "e2e5"]));
    let scores: ArrayRef = Arc::new(Int64Array::from(vec![40_000, 0, 0, 0]));
    let batch = labelled(&[
        ("fen", Arc::clone(&fens)),
        ("move", moves),
        ("score", scores),
    ]);
    let columns = Columns::new(&batch).unwrap();
    let why = |row| columns.record(row).unwrap_err().to_string();
    assert_eq!(why(0), "the score does not fit 16 bits");
    assert_eq!(why(1), "the position is null");
    assert!(why(2).starts_with("FEN (placement)"), "{}", why(2));
    assert_eq!(why(3), "\"e2e5\" is no legal move");
    let wrong = labelled(&[("fen", Arc::clone(&fens)), ("score", fens)]);
    let error = Columns::new(&wrong).unwrap_err().to_string();
    assert_eq!(error, "column `score` cannot be of type Utf8");

    // The same rows in a file.
    let mut file = Vec::new();
    let mut writer = arrow_ipc::writer::StreamWriter::try_new(&mut file, &batch.schema()).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
    drop(writer);
    let stops = read(&file, Format::Arrow).unwrap_err();
    assert_eq!(
        stops.to_string(),
        "Arrow, row 1: the score does not fit 16 bits"
    );
    let options = ReadOptions::default().on_damage(OnDamage::Skip);
    let mut reader = Reader::new(&file[..], Format::Arrow, options);
    assert_eq!(reader.read_batch(&mut Vec::new(), 100).unwrap(), 0);
    assert_eq!((reader.totals().records, reader.totals().damaged), (0, 4));
    let options = ReadOptions::default().on_damage(OnDamage::CopyTo(Box::new(Vec::new())));
    let mut reader = Reader::new(&file[..], Format::Arrow, options);
    assert!(matches!(
        reader.read_batch(&mut Vec::new(), 100),
        Err(ReadError::Copy(_))
    ));
}

#[test]
fn bitboards_that_contradict_each_other() {
    let records = [Record::from(Position::startpos())];
    let batch = record_batch(&records, Layout::Bitboards).unwrap();
    let schema = batch.schema();
    let without = |role: Role| {
        let columns = schema.fields().iter().enumerate().map(|(i, field)| {
            let array = if i == 2 + role.index() {
                Arc::new(arrow_array::UInt64Array::from(vec![0])) as ArrayRef
            } else {
                Arc::clone(batch.column(i))
            };
            (field.name().clone(), array)
        });
        RecordBatch::try_from_iter(columns.collect::<Vec<_>>()).unwrap()
    };
    for role in Role::ALL {
        let error = Columns::new(&without(role)).unwrap().record(0).unwrap_err();
        let text = "the bitboards of colors and of pieces cover different squares";
        assert_eq!(error.to_string(), text);
    }
    let error = Columns::new(&batch.project(&[0, 1, 2]).unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no positions: there is no column `fen`, `position` or `knights`"
    );
}

#[test]
fn damaged_files_do_not_panic() {
    let records = random_games(1, 40, 33);
    for format in FORMATS {
        let bytes = write(&records, format, Layout::Packed);
        for cut in (0..bytes.len()).step_by(17) {
            // Arrow that ends early may end between two batches.
            let _ = read(&bytes[..cut], format);
        }
        for at in (0..bytes.len()).step_by(3) {
            for wrong in [0, 0xff, bytes[at] ^ 1] {
                let mut changed = bytes.clone();
                changed[at] = wrong;
                let _ = read(&changed, format);
            }
        }
        assert!(read(b"nonsense", format).is_err());
        assert!(read(b"", format).is_err());
    }
    // A field of a type that does not exist, at which the crate `arrow-ipc` panics.
    let bytes = write(&records, Format::Arrow, Layout::Packed);
    let with_unknown_types = |at: usize| {
        let mut changed = bytes.clone();
        changed[at] = 0;
        read(&changed, Format::Arrow)
    };
    let errors = (0..bytes.len().min(1000)).filter_map(|at| with_unknown_types(at).err());
    let texts: Vec<String> = errors.map(|error| error.to_string()).collect();
    assert!(
        texts.iter().any(|text| text.contains("Type NONE")),
        "{texts:?}"
    );
}
