//! Conversion between formats.

use crate::{Fields, ReadError, ReadPoint, Reader, Record, WriteError, Writer, read_parallel};
use core::fmt;
use std::io::{self, Write};

/// Why a conversion stopped.
#[derive(Debug)]
#[non_exhaustive]
pub enum ConvertError {
    /// The input lacks these fields, which the output needs. Nothing is read or written.
    Lacks(Fields),
    /// The output format is only read. Nothing is read or written.
    NotWritten,
    /// Reading stopped. The records before the problem are written.
    Read(ReadError),
    /// Writing stopped.
    Write(WriteError),
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lacks(fields) => {
                write!(f, "the input lacks what the output needs: {fields}")
            }
            Self::NotWritten => f.write_str("the output format is only read"),
            Self::Read(error) => error.fmt(f),
            Self::Write(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ConvertError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Lacks(_) | Self::NotWritten => None,
            Self::Read(error) => Some(error),
            Self::Write(error) => Some(error),
        }
    }
}

impl From<ReadError> for ConvertError {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}

/// Copies all records from a reader to a writer. The totals of both tell how many there were. Reading has a thread for each CPU
/// ([`read_parallel`]).
///
/// # Errors
/// The input format lacks fields that the output format needs and [`assume_missing`](crate::WriteOptions::assume_missing) is off,
/// a single record lacks them, or reading or writing fails.
///
/// ```
/// use setwise_formats::{Format, ReadOptions, Reader, WriteOptions, Writer, convert};
/// let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 | 600 | 1.0\n";
/// let mut reader = Reader::new(text.as_bytes(), Format::BulletText, ReadOptions::default());
/// let mut writer = Writer::new(Vec::new(), Format::Bulletformat, WriteOptions::default());
/// convert(&mut reader, &mut writer)?;
/// let bytes = writer.finish()?;
///
/// // The other direction lacks most of the position.
/// let mut reader = Reader::new(&bytes[..], Format::Bulletformat, ReadOptions::default());
/// let mut writer = Writer::new(Vec::new(), Format::BulletText, WriteOptions::default());
/// let error = convert(&mut reader, &mut writer).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the input lacks what the output needs: side to move, castling rights, en passant square, clocks",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn convert<W: Write>(
    reader: &mut Reader<'_>,
    writer: &mut Writer<W>,
) -> Result<(), ConvertError> {
    convert_with(reader, writer, |_| ())
}

/// Copies records from a reader to a writer. `keep` removes records from each batch, or changes them, before it is written.
///
/// # Errors
/// As [`convert`].
///
/// ```
/// use setwise_formats::{Format, ReadOptions, Reader, WriteOptions, Writer, convert_with};
/// let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n";
/// let mut reader = Reader::new(text.as_bytes(), Format::Fen, ReadOptions::default());
/// let mut writer = Writer::new(Vec::new(), Format::Fen, WriteOptions::default());
/// convert_with(&mut reader, &mut writer, |batch| {
///     batch.retain(|record| record.position.has_insufficient_material());
/// })?;
/// assert_eq!(writer.finish()?, b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn convert_with<W: Write>(
    reader: &mut Reader<'_>,
    writer: &mut Writer<W>,
    keep: impl FnMut(&mut Vec<Record>),
) -> Result<(), ConvertError> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (worker, mut keep) = (|| |_: &mut Vec<Record>| (), keep);
    let keep = |batch: &mut Vec<Record>, ()| keep(batch);
    convert_parallel(reader, writer, threads, worker, keep, |_, _| Ok(()))
}

/// Copies records as [`convert_with`] does, with several threads. `worker` is that of [`read_parallel`]; it removes or changes records
/// where the order does not matter. `keep` gets the records that are left, in order, with what the worker has returned for the batch. `pause` is
/// called behind each batch with the writer and with the point that the batch ends at, if reading can go on from there. With
/// [`Writer::point`], it stores how far the conversion has come.
///
/// # Errors
/// As [`convert`], or the first error of `pause`.
pub fn convert_parallel<R: Send, K: FnMut(&mut Vec<Record>) -> R, W: Write>(
    reader: &mut Reader<'_>,
    writer: &mut Writer<W>,
    threads: usize,
    worker: impl Fn() -> K + Sync,
    mut keep: impl FnMut(&mut Vec<Record>, R),
    mut pause: impl FnMut(&mut Writer<W>, Option<ReadPoint>) -> io::Result<()>,
) -> Result<(), ConvertError> {
    let needs = writer.needs().ok_or(ConvertError::NotWritten)?;
    let mut lacks = needs.and(reader.format().lacks());
    if writer.options().assume_missing {
        lacks = lacks.and(Fields::MOVE);
    }
    if !lacks.is_empty() {
        return Err(ConvertError::Lacks(lacks));
    }
    read_parallel(reader, threads, worker, |batch| {
        let batch = batch.map_err(ReadError::Damage)?;
        keep(batch.records, batch.result);
        writer
            .write_all(batch.records)
            .map_err(ConvertError::Write)?;
        let paused = pause(writer, batch.point);
        paused.map_err(|error| ConvertError::Write(error.into()))
    })
}
