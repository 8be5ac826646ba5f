//! Parquet and Arrow.

use crate::common::{one, random_games, read, rest, suites};
use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowDictionaryKeyType, ArrowPrimitiveType, Int8Type, Int16Type, Int32Type, Int64Type,
    RunEndIndexType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, FixedSizeBinaryArray,
    Float64Array, Int32Array, Int64Array, LargeBinaryArray, LargeStringArray, PrimitiveArray,
    RecordBatch, RunArray, StringArray, StringViewArray, StructArray, UInt64Array,
};
use arrow_buffer::{ArrowNativeType, NullBuffer};
use arrow_ipc::reader::FileReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, DataType};
use setwise_formats::columns::{ColumnError, PositionColumn, RecordColumns, record_batch, schema};
use setwise_formats::{
    Error, Fields, Format, Notice, OnDamage, PositionEncoding, ReadOptions, Reader, Record,
    WriteOptions, Writer, convert,
};
use setwise_moves::{Color, Position, Role};
use std::error::Error as _;
use std::io::Cursor;
use std::sync::Arc;

const FORMATS: [Format; 2] = [Format::Parquet, Format::Arrow];

fn write(records: &[Record], format: Format, encoding: PositionEncoding) -> Vec<u8> {
    let options = WriteOptions::default().encoding(encoding);
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
        for encoding in PositionEncoding::ALL {
            for records in [&records[..], &records[..1], &[]] {
                let bytes = write(records, format, encoding);
                let found = read(&bytes, format).unwrap();
                assert!(found == records, "{format} {encoding:?}");
                assert!(write(records, format, encoding) == bytes);
            }
        }
    }
}

#[test]
fn missing_fields_are_null() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
    let mut record = Record::from(position);
    let found = |record: &Record, encoding| {
        read(&write(&[*record], Format::Arrow, encoding), Format::Arrow)
    };
    for encoding in PositionEncoding::ALL {
        assert_eq!(found(&record, encoding).unwrap(), [record]);
    }
    record.assumed = Fields::POSITION;
    assert_eq!(
        found(&record, PositionEncoding::Bitboards).unwrap(),
        [record]
    );
    for encoding in [PositionEncoding::Fen, PositionEncoding::Packed] {
        let options = WriteOptions::default().encoding(encoding);
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
    std::fs::write(
        &path,
        write(&records, Format::Parquet, PositionEncoding::Packed),
    )
    .unwrap();
    let mut reader = Reader::open(&path, ReadOptions::default()).unwrap();
    assert_eq!(reader.rows(), Some(records.len() as u64));
    assert!(rest(&mut reader) == records);
    drop(reader);
    std::fs::remove_file(path).unwrap();
}

/// The array of positions of a batch, with what a query engine makes of it.
fn positions(records: &[Record]) -> Vec<ArrayRef> {
    let column = |encoding, name: &str| {
        let batch = record_batch(records, encoding).unwrap();
        Arc::clone(batch.column_by_name(name).unwrap())
    };
    let fens = column(PositionEncoding::Fen, "fen");
    let packed = column(PositionEncoding::Packed, "position");
    let text = || fens.as_string::<i32>().iter();
    let bytes = || packed.as_fixed_size_binary().iter();
    let boards = record_batch(records, PositionEncoding::Bitboards).unwrap();
    let keys = Int32Array::from_iter_values(0..records.len() as i32);
    vec![
        Arc::new(text().collect::<LargeStringArray>()),
        Arc::new(text().collect::<StringViewArray>()),
        Arc::new(DictionaryArray::new(keys, Arc::clone(&fens))),
        Arc::new(bytes().collect::<BinaryArray>()),
        Arc::new(bytes().collect::<LargeBinaryArray>()),
        Arc::new(bytes().collect::<BinaryViewArray>()),
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

/// A dictionary with a value for each row.
fn dictionary<K: ArrowDictionaryKeyType>(values: &ArrayRef) -> ArrayRef {
    let keys = (0..values.len()).map(K::Native::from_usize);
    let keys: PrimitiveArray<K> = keys.collect();
    Arc::new(DictionaryArray::new(keys, values.clone()))
}

/// A run for each row.
fn runs<R: RunEndIndexType>(values: &ArrayRef) -> ArrayRef {
    let ends = (1..=values.len()).map(R::Native::from_usize);
    let ends: PrimitiveArray<R> = ends.collect();
    Arc::new(RunArray::try_new(&ends, values).unwrap())
}

/// The numbers of a column in another type, if it has numbers that are no boards.
fn floats(values: &ArrayRef) -> ArrayRef {
    fn of<T: ArrowPrimitiveType<Native: Into<f64>>>(values: &ArrayRef) -> ArrayRef {
        let numbers = values.as_primitive::<T>().iter();
        // pandas has no null among floating-point numbers.
        let numbers = numbers.map(|number| number.map_or(f64::NAN, Into::into));
        Arc::new(Float64Array::from_iter_values(numbers))
    }
    match values.data_type() {
        DataType::Int16 => of::<Int16Type>(values),
        DataType::UInt8 => of::<UInt8Type>(values),
        DataType::UInt16 => of::<UInt16Type>(values),
        DataType::UInt32 => of::<UInt32Type>(values),
        _ => values.clone(),
    }
}

/// Text in another type.
fn texts<T: FromIterator<Option<String>> + Array + 'static>(values: &ArrayRef) -> ArrayRef {
    let Some(text) = values.as_string_opt::<i32>() else {
        return values.clone();
    };
    let text = text.iter().map(|text| text.map(str::to_owned));
    Arc::new(text.collect::<T>())
}

#[test]
fn each_column_may_have_each_type() {
    let mut records = random_games(3, 40, 33);
    records.truncate(100);
    records[7].white_score = None;
    records[8].outcome = None;
    records[9].played = None;
    type Change = fn(&ArrayRef) -> ArrayRef;
    let changes: [Change; 16] = [
        dictionary::<Int8Type>,
        dictionary::<Int16Type>,
        dictionary::<Int32Type>,
        dictionary::<Int64Type>,
        dictionary::<UInt8Type>,
        dictionary::<UInt16Type>,
        dictionary::<UInt32Type>,
        dictionary::<UInt64Type>,
        runs::<Int16Type>,
        runs::<Int32Type>,
        runs::<Int64Type>,
        texts::<LargeStringArray>,
        texts::<StringViewArray>,
        floats,
        |values| dictionary::<UInt32Type>(&texts::<StringViewArray>(values)),
        |values| runs::<Int32Type>(&dictionary::<Int8Type>(&floats(values))),
    ];
    for encoding in PositionEncoding::ALL {
        let batch = record_batch(&records, encoding).unwrap();
        for (number, change) in changes.into_iter().enumerate() {
            let columns = batch.columns().iter().map(change);
            let names = batch.schema_ref().fields().iter();
            let names = names.map(|field| field.name().clone());
            let changed = RecordBatch::try_from_iter(names.zip(columns)).unwrap();
            let columns = RecordColumns::new(&changed).unwrap();
            for (row, record) in records.iter().enumerate() {
                let found = columns.record(row).unwrap();
                assert_eq!(found, *record, "{encoding:?}, change {number}, row {row}");
            }
        }
    }
}

#[test]
fn moves_of_other_programs() {
    let fen = "8/P7/8/8/8/8/8/k1K5 w - - 0 1";
    let moves = ["a7a8q", "a7a8Q", "", "0000"];
    let bytes = stream_of([
        ("fen", Arc::new(StringArray::from(vec![fen; 4])) as ArrayRef),
        ("move", Arc::new(StringArray::from(moves.to_vec()))),
    ]);
    let mut reader = Reader::new(&bytes[..], Format::Arrow, ReadOptions::default());
    let mut records = Vec::new();
    assert_eq!(reader.read_batch(&mut records, 9).unwrap(), 4);
    let names: Vec<_> = records
        .iter()
        .map(|record| record.played.map(|played| played.to_string()))
        .collect();
    let queen = Some("a7a8q".to_owned());
    assert_eq!(names, [queen.clone(), queen, None, None]);
    assert_eq!(reader.totals().notices(Notice::MoveSpelling), 2);
    assert_eq!(reader.totals().notices(Notice::NullMove), 1);
}

/// Scores in pawns are no centipawns, even where they are whole.
#[test]
fn parts_of_a_number_end_the_reading() {
    let fen = "8/8/8/8/8/8/8/k1K5 w - - 0 1";
    let bytes = stream_of([
        ("fen", Arc::new(StringArray::from(vec![fen; 2])) as ArrayRef),
        ("score", Arc::new(Float64Array::from(vec![1.0, 0.35]))),
    ]);
    let options = ReadOptions::default().on_damage(OnDamage::Skip);
    let mut reader = Reader::new(&bytes[..], Format::Arrow, options);
    let mut records = Vec::new();
    let error = reader.read_batch(&mut records, 9).unwrap_err();
    let expected = "cannot read: column `score`: 0.35 is not whole";
    assert_eq!((error.to_string().as_str(), records.len()), (expected, 0));
}

#[test]
fn signed_bitboards_and_slices() {
    let records: Vec<_> = suites().into_iter().map(Record::from).collect();
    let batch = record_batch(&records, PositionEncoding::Bitboards).unwrap();
    let fields = schema(PositionEncoding::Bitboards);
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
    let columns = RecordColumns::new(&signed).unwrap();
    for row in 0..20 {
        assert_eq!(
            columns.record(row).unwrap().position,
            records[row + 3].position
        );
    }
}

/// A stream of a batch.
fn stream(batch: &RecordBatch) -> Vec<u8> {
    let mut writer = StreamWriter::try_new(Vec::new(), &batch.schema()).unwrap();
    writer.write(batch).unwrap();
    writer.into_inner().unwrap()
}

/// A stream of a batch of some columns.
fn stream_of<const N: usize>(columns: [(&str, ArrayRef); N]) -> Vec<u8> {
    stream(&RecordBatch::try_from_iter(columns).unwrap())
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
    let moves: ArrayRef = Arc::new(StringArray::from(vec!["e2e4", "e2e4", "e2e4", "e2e4k"]));
    let scores: ArrayRef = Arc::new(Int64Array::from(vec![40_000, 0, 0, 0]));
    let batch = [
        ("fen", Arc::clone(&fens)),
        ("move", moves),
        ("score", scores),
    ];
    let batch = RecordBatch::try_from_iter(batch).unwrap();
    let columns = RecordColumns::new(&batch).unwrap();
    let why = |row| columns.record(row).unwrap_err().to_string();
    assert_eq!(why(0), "the score does not fit 16 bits");
    assert_eq!(why(1), "the position is null");
    assert!(why(2).starts_with("FEN (placement)"), "{}", why(2));
    assert_eq!(why(3), "\"e2e4k\" is no legal move");
    let wrong = replaced(&batch, "score", &fens);
    let error = RecordColumns::new(&wrong).unwrap_err().to_string();
    assert_eq!(error, "column `score` cannot be of type Utf8");

    // The same rows in a file.
    let file = stream(&batch);
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
        Err(Error::Copy(_))
    ));
}

#[test]
fn bitboards_that_contradict_each_other() {
    let records = [Record::from(Position::startpos())];
    let batch = record_batch(&records, PositionEncoding::Bitboards).unwrap();
    let schema = batch.schema();
    let empty: ArrayRef = Arc::new(UInt64Array::from(vec![0]));
    for role in Role::ALL {
        let without = replaced(&batch, schema.field(2 + role.index()).name(), &empty);
        let columns = RecordColumns::new(&without).unwrap();
        let text = "the bitboards of colors and of pieces cover different squares";
        assert_eq!(columns.record(0).unwrap_err().to_string(), text);
    }
    let error = RecordColumns::new(&batch.project(&[0, 1, 2]).unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no positions: there is no column `fen`, `position` or `knights`"
    );
}

#[test]
fn damaged_files_do_not_panic() {
    let records = random_games(1, 40, 33);
    for format in FORMATS {
        let bytes = write(&records, format, PositionEncoding::Packed);
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
    let bytes = write(&records, Format::Arrow, PositionEncoding::Packed);
    let with_unknown_types = |at: usize| {
        let mut changed = bytes.clone();
        changed[at] = 0;
        read(&changed, Format::Arrow)
    };
    // The schema stands in the footer.
    let footer = bytes.len().saturating_sub(1500)..bytes.len();
    let errors = footer.filter_map(|at| with_unknown_types(at).err());
    let texts: Vec<String> = errors.map(|error| error.to_string()).collect();
    assert!(
        texts.iter().any(|text| text.contains("Type NONE")),
        "{texts:?}"
    );
}

#[test]
fn files_have_batches_of_8192_rows() {
    let records = vec![Record::from(Position::startpos()); 8200];
    let file = write(&records, Format::Arrow, PositionEncoding::Packed);
    let batches = FileReader::try_new(Cursor::new(file), None).unwrap();
    let rows: Vec<_> = batches.map(|batch| batch.unwrap().num_rows()).collect();
    assert_eq!(rows, [8192, 8]);
}

#[test]
fn empty_columns() {
    let record = Record::from(Position::startpos());
    for encoding in PositionEncoding::ALL {
        for records in [&[record; 2][..], &[record], &[]] {
            let batch = record_batch(records, encoding).unwrap();
            let positions = PositionColumn::of_batch(&batch).unwrap();
            let columns = RecordColumns::new(&batch).unwrap();
            let (rows, is_empty) = (records.len(), records.is_empty());
            assert_eq!((positions.len(), positions.is_empty()), (rows, is_empty));
            assert_eq!((columns.len(), columns.is_empty()), (rows, is_empty));
        }
    }
}

#[test]
fn rows_of_a_null_structure_are_null() {
    let mut record = Record::from(Position::startpos());
    record.ply = Some(0);
    let batch = record_batch(&[record; 2], PositionEncoding::Bitboards).unwrap();
    let (fields, columns, _) = StructArray::from(batch).into_parts();
    let nulls = NullBuffer::from(vec![true, false]);
    let array: ArrayRef = Arc::new(StructArray::new(fields, columns, Some(nulls)));
    let column = PositionColumn::new(&array).unwrap();
    assert_eq!(column.record(0).unwrap(), Some(record));
    assert_eq!(column.record(1).unwrap(), None);
    assert_eq!(column.record(2).unwrap(), None);
}

#[test]
fn positions_of_another_width_are_cut_off() {
    let bytes = FixedSizeBinaryArray::try_from_iter(std::iter::once([0_u8; 31])).unwrap();
    let array: ArrayRef = Arc::new(bytes);
    let error = PositionColumn::new(&array).unwrap().record(0).unwrap_err();
    assert_eq!(error.to_string(), "the input ends after 31 bytes of it");
}

/// A batch with another array in place of a column.
fn replaced(batch: &RecordBatch, name: &str, array: &ArrayRef) -> RecordBatch {
    let schema = batch.schema();
    let columns = schema.fields().iter().zip(batch.columns());
    let columns = columns.map(|(field, column)| {
        let column = if field.name() == name { array } else { column };
        (field.name(), Arc::clone(column))
    });
    RecordBatch::try_from_iter(columns).unwrap()
}

#[test]
fn bitboards_that_overlap() {
    let records = [Record::from(Position::startpos())];
    let start = record_batch(&records, PositionEncoding::Bitboards).unwrap();
    let why = |names: &[&str], square: u64| {
        let mut batch = start.clone();
        for name in names {
            let sets = batch.column_by_name(name).unwrap();
            let set = sets.as_primitive::<UInt64Type>().value(0) | square;
            let array: ArrayRef = Arc::new(UInt64Array::from(vec![set]));
            batch = replaced(&batch, name, &array);
        }
        let columns = RecordColumns::new(&batch).unwrap();
        columns.record(0).unwrap_err().to_string()
    };
    // e4, which is empty.
    assert_eq!(
        why(&["white", "black"], 1 << 28),
        "the bitboards of colors and of pieces cover different squares"
    );
    // e2, where a pawn stands.
    assert_eq!(why(&["knights"], 1 << 12), "two pieces stand on e2");
}

#[test]
fn numbers_of_bitboards_that_are_out_of_range() {
    let records = [Record::from(Position::startpos())];
    let start = record_batch(&records, PositionEncoding::Bitboards).unwrap();
    for (name, number) in [
        ("en_passant", -1),
        ("en_passant", 64),
        ("halfmoves", -1),
        ("halfmoves", 65_536),
        ("fullmove", -1),
        ("fullmove", 0),
        ("fullmove", 65_536),
    ] {
        let array: ArrayRef = Arc::new(Int64Array::from(vec![number]));
        let columns = RecordColumns::new(&replaced(&start, name, &array)).unwrap();
        let error = columns.record(0).unwrap_err().to_string();
        assert_eq!(error, format!("{name}: missing or unreadable"), "{number}");
    }
}

#[test]
fn castling_has_its_orthodox_name_if_king_and_rook_stand_so() {
    for (fen, castling, expected) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", "e1g1"),
        // The king may step to g1 as well.
        ("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1h1", "f1h1"),
        ("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1", "f1g1"),
        // The king stays, or goes over the rook.
        ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "c1b1"),
        ("4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1", "e1d1"),
    ] {
        let mut record = Record::from(Position::from_fen(fen).unwrap());
        record.played = Some(record.position.parse_move(castling).unwrap());
        let batch = record_batch(&[record], PositionEncoding::Fen).unwrap();
        let moves = batch.column_by_name("move").unwrap();
        assert_eq!(moves.as_string::<i32>().value(0), expected);
        assert_eq!(
            RecordColumns::new(&batch).unwrap().record(0).unwrap(),
            record
        );
    }
}

#[test]
fn rows_of_32_bytes_have_limits() {
    let record = |fen| Record::from(Position::from_fen(fen).unwrap());
    let refused = [
        (
            "k7/8/8/8/8/8/8/K7 b - - 256 200",
            "the half-move clock 256 is above 255",
        ),
        (
            "k7/8/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/8/K7 w - - 0 1",
            "34 pieces, but there is room for 32",
        ),
    ];
    for format in FORMATS {
        let options = WriteOptions::default().encoding(PositionEncoding::Packed);
        let mut writer = Writer::new(Vec::new(), format, options);
        for (number, (fen, why)) in (1..).zip(refused) {
            let error = writer.write(&record(fen)).unwrap_err().to_string();
            assert_eq!(
                error,
                format!("record {number} does not fit {format}: {why}")
            );
        }
        // The next one does.
        let next = record("k7/8/8/8/8/8/8/K7 b - - 255 200");
        writer.write(&next).unwrap();
        assert_eq!(writer.written(), 1);
        assert_eq!(one(writer.finish().unwrap(), format), next);
    }
    for (fen, why) in refused {
        let error = record_batch(&[record(fen)], PositionEncoding::Packed).unwrap_err();
        assert_eq!(error.to_string(), format!("External error: {why}"));
    }
}

#[test]
fn damaged_rows_have_a_place() {
    let start = Position::startpos().to_fen();
    let fens: ArrayRef = Arc::new(StringArray::from(vec![
        Some(&start[..]),
        Some(&start),
        None,
        None,
        Some(&start),
    ]));
    let file = stream_of([("fen", fens)]);
    let mut reader = Reader::new(&file[..], Format::Arrow, ReadOptions::default());
    let (mut records, mut places) = (Vec::new(), Vec::new());
    loop {
        match reader.read_batch(&mut records, 100) {
            Ok(0) => break,
            Ok(_) => {}
            Err(Error::Damage(damage)) => {
                places.push((damage.number, damage.offset, damage.line));
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(places, [(3, 2, None), (4, 3, None)]);
    let mut record = Record::from(Position::startpos());
    record.ply = Some(0);
    assert_eq!(records, [record; 3]);
    let totals = reader.totals();
    assert_eq!((totals.records, totals.units, totals.damaged), (3, 3, 2));
    assert_eq!((totals.bytes, totals.damaged_bytes), (0, 0));
    assert_eq!(reader.point(), None);
}

#[test]
fn errors_of_columns_have_sources() {
    let error = ColumnError::Arrow(ArrowError::DivideByZero);
    assert_eq!(error.to_string(), "Divide by zero error");
    assert_eq!(error.source().unwrap().to_string(), "Divide by zero error");
    assert!(ColumnError::Missing("white").source().is_none());
}

/// The columns of a table that no field stands for come out again, row by row.
#[test]
fn other_columns_are_kept() {
    let records = random_games(40, 100, 5);
    let plain = record_batch(&records, PositionEncoding::Fen).unwrap();
    let count = records.len() as i32;
    let elo: ArrayRef = Arc::new(
        (0..count)
            .map(|i| (i % 3 > 0).then_some(i))
            .collect::<Int32Array>(),
    );
    let names = (0..count).map(|i| Some(format!("player {i}")));
    let names: ArrayRef = Arc::new(names.collect::<StringArray>());
    let schema = schema(PositionEncoding::Fen);
    let columns = schema.fields().iter().map(|field| field.name().clone());
    let columns: Vec<(String, ArrayRef)> = columns.zip(plain.columns().iter().cloned()).collect();
    // A name that is a bitboard in another layout.
    let white = Arc::clone(&names);
    let others = [("elo", elo), ("name", names), ("white", white)];
    let others = others.map(|(name, column)| (name.to_owned(), column));
    let batch = RecordBatch::try_from_iter(columns.into_iter().chain(others)).unwrap();
    let file = stream(&batch);
    for threads in [1, 3] {
        let options = ReadOptions::default().keep_extras(true).threads(threads);
        let mut reader = Reader::new(&file[..], Format::Arrow, options);
        let options = WriteOptions::default().encoding(PositionEncoding::Packed);
        let mut writer = Writer::new(Vec::new(), Format::Arrow, options);
        let is_kept = |record: &Record| record.position.turn() == Color::Black;
        let worker = || |records: &mut Vec<Record>| records.retain(is_kept);
        let copied = reader.read_all(worker, |batch| writer.write_batch(&batch?));
        copied.unwrap();
        // The reader hands them over, and the writer has room for them.
        assert_eq!(reader.totals().notices(Notice::Columns), 0);
        assert_eq!(
            (writer.lost().count(), writer.lost_extras().count()),
            (0, 0)
        );
        let written = Cursor::new(writer.finish().unwrap());
        let rows = FileReader::try_new(written, None).unwrap();
        let mut expected =
            (0..count).filter(|&i| records[i as usize].position.turn() == Color::Black);
        for batch in rows.map(Result::unwrap) {
            let elo = batch
                .column_by_name("elo")
                .unwrap()
                .as_primitive::<Int32Type>();
            let white = batch.column_by_name("white").unwrap().as_string::<i32>();
            let names = batch.column_by_name("name").unwrap().as_string::<i32>();
            let columns = RecordColumns::new(&batch).unwrap();
            for row in 0..batch.num_rows() {
                let i = expected.next().unwrap();
                assert_eq!(elo.iter().nth(row).unwrap(), (i % 3 > 0).then_some(i));
                assert_eq!(names.value(row), format!("player {i}"));
                assert_eq!(white.value(row), names.value(row));
                assert_eq!(columns.record(row).unwrap().game, records[i as usize].game);
            }
        }
        assert_eq!(expected.next(), None);
    }
    let options = ReadOptions::default().keep_extras(true);
    let mut reader = Reader::new(&file[..], Format::Arrow, options);
    let options = WriteOptions::default().encoding(PositionEncoding::Bitboards);
    let mut writer = Writer::new(Vec::new(), Format::Arrow, options);
    let copied = convert(&mut reader, &mut writer);
    let error = copied.and_then(|()| writer.finish().map(drop)).unwrap_err();
    assert!(error.to_string().contains("`white`"), "{error}");
}
