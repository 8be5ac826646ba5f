//! Tables that other programs write, with every codec.

use crate::common::rest;
use arrow_array::{
    ArrayRef, Date64Array, RecordBatch, StringArray, Time32SecondArray, TimestampSecondArray,
};
use arrow_ipc::writer::StreamWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use setwise_formats::{
    Compression, Error, Format, Outcome, ReadOptions, Reader, Record, WriteOptions, Writer, convert,
};
use setwise_moves::Position;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// The first half-moves of `games.txt` as records. Every third one has no score.
fn expected() -> Vec<Record> {
    let lines = include_str!("../data/games.txt").lines().take(12);
    let records = lines.zip(0..).map(|(line, ply)| {
        let fields: Vec<_> = line.split('|').collect();
        let mut record = Record::from(Position::from_fen(fields[0]).unwrap());
        record.played = Some(record.position.parse_move(fields[1]).unwrap());
        record.white_score = (ply % 3 != 2).then_some(7 * ply - 50);
        record.outcome = Some(Outcome::Draw);
        record.ply = Some(ply as u16);
        assert_eq!(fields[2..], ["1/2-1/2", &ply.to_string()]);
        record
    });
    records.collect()
}

#[test]
fn every_writer_and_codec() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tables");
    let expected = expected();
    for (name, rows) in [
        ("duckdb.parquet", Some(12)),
        ("duckdb-brotli.parquet", Some(12)),
        ("duckdb-gzip.parquet", Some(12)),
        ("duckdb-lz4.parquet", Some(12)),
        ("pandas.parquet", Some(12)),
        ("polars.parquet", Some(12)),
        ("pandas.arrow", Some(12)),
        ("polars.arrow", Some(12)),
        ("polars-categories.arrow", Some(12)),
        ("polars-zstd.arrow", Some(12)),
        // The schema at the beginning of a stream has no number of rows.
        ("polars-lz4.stream.arrow", None),
    ] {
        let path = folder.join(name);
        let mut reader = Reader::open(&path, ReadOptions::default()).unwrap();
        assert_eq!(reader.rows(), rows, "{name}");
        assert!(rest(&mut reader) == expected, "{name}");

        // As a stream without seeking.
        let bytes = fs::read(&path).unwrap();
        let format = Format::of_path(name).unwrap();
        let stream = Compression::None.reader(&bytes[..]).unwrap();
        let mut reader = Reader::new(stream, format, ReadOptions::default());
        assert!(rest(&mut reader) == expected, "{name}");
    }
}

/// Reads bytes to their end, or to their error.
fn error(bytes: &[u8], format: Format) -> Option<String> {
    let mut reader = Reader::new(bytes, format, ReadOptions::default());
    let mut records = Vec::new();
    loop {
        match reader.read_batch(&mut records, 100) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(error) => return Some(error.to_string()),
        }
    }
}

#[test]
fn a_codec_that_is_not_read_is_named() {
    // The codec of a column, SNAPPY, is replaced by LZO.
    let bytes = include_bytes!("../data/tables/duckdb.parquet");
    let codecs = (0..bytes.len() - 1).filter(|&at| bytes[at..at + 2] == [0x15, 2]);
    let errors: Vec<_> = codecs
        .filter_map(|at| {
            let mut changed = bytes.to_vec();
            changed[at + 1] = 6;
            error(&changed, Format::Parquet)
        })
        .collect();
    let wanted = "codec type LZO is not supported";
    assert!(
        errors.iter().any(|error| error.contains(wanted)),
        "{errors:?}"
    );
}

#[test]
fn lengths_that_are_too_large_are_refused() {
    for bytes in [
        &include_bytes!("../data/tables/polars-zstd.arrow")[..],
        include_bytes!("../data/tables/pandas.arrow"),
        include_bytes!("../data/tables/polars-lz4.stream.arrow"),
    ] {
        let mut refused = 0;
        for at in (0..bytes.len() - 8).step_by(8) {
            let mut changed = bytes.to_vec();
            changed[at + 5] = 1;
            let why = error(&changed, Format::Arrow).unwrap_or_default();
            refused += usize::from(why.contains("bytes do not decompress to"));
        }
        assert!(refused > 1, "{refused}");
    }
}

#[test]
fn a_file_without_its_end_is_refused() {
    let bytes = include_bytes!("../data/tables/polars.arrow");
    for length in 0..bytes.len() {
        let why = error(&bytes[..length], Format::Arrow);
        assert!(why.is_some(), "{length} bytes");
    }
}

/// Dates and times that Parquet lacks are stored as those that it has, and a date with a time is
/// refused.
#[test]
fn dates_and_times_stay_such_in_parquet() {
    let written = |date: i64| -> Result<Vec<u8>, Error> {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let columns: [(&str, ArrayRef); 4] = [
            ("fen", Arc::new(StringArray::from(vec![fen]))),
            ("date", Arc::new(Date64Array::from(vec![date]))),
            ("time", Arc::new(Time32SecondArray::from(vec![3723]))),
            (
                "moment",
                Arc::new(TimestampSecondArray::from(vec![1_600_000_000])),
            ),
        ];
        let batch = RecordBatch::try_from_iter(columns).unwrap();
        let mut stream = StreamWriter::try_new(Vec::new(), &batch.schema()).unwrap();
        stream.write(&batch).unwrap();
        let stream = stream.into_inner().unwrap();
        let options = ReadOptions::default().keep_extras(true);
        let mut reader = Reader::new(&stream[..], Format::Arrow, options);
        let mut writer = Writer::new(Vec::new(), Format::Parquet, WriteOptions::default());
        convert(&mut reader, &mut writer)?;
        writer.finish()
    };
    let bytes = bytes::Bytes::from(written(1_709_164_800_000).unwrap());
    let builder = ParquetRecordBatchReaderBuilder::try_new(bytes).unwrap();
    let types = builder.parquet_schema().columns().iter().skip(6);
    let types = types.map(|column| format!("{:?}", column.logical_type_ref()));
    assert_eq!(
        types.collect::<Vec<_>>(),
        [
            "Some(Date)",
            "Some(Time(TimestampType { is_adjusted_to_u_t_c: false, unit: MILLIS }))",
            "Some(Timestamp(TimestampType { is_adjusted_to_u_t_c: false, unit: MILLIS }))",
        ]
    );
    let error = written(1_709_164_800_001).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("column `date`: a date has a time of the day"),
        "{error}"
    );
}
