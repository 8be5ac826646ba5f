//! Conversion between formats.

use crate::stream::reader::Reader;
use crate::stream::writer::Writer;
use crate::vocabulary::error::Error;
use crate::vocabulary::record::Record;
use std::io::Write;

/// Copies all records from a reader to a writer. The totals of both say how many there were.
/// [`ReadOptions::threads`](crate::ReadOptions::threads) is the number of threads, one by default.
///
/// # Errors
/// The input format lacks fields that the output format needs and
/// [`assume_missing`](crate::WriteOptions::assume_missing) is off, a single record lacks them, or
/// reading or writing fails.
///
/// ```
/// use setwise_formats::{Format, ReadOptions, Reader, WriteOptions, Writer, convert};
/// let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 | 600 | 1.0\n";
/// let mut reader = Reader::new(text.as_bytes(), Format::BulletText, ReadOptions::default().threads(4));
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
/// # Ok::<(), setwise_formats::Error>(())
/// ```
pub fn convert<W: Write>(reader: &mut Reader<'_>, writer: &mut Writer<W>) -> Result<(), Error> {
    convert_with(reader, writer, |_| ())
}

/// Copies records from a reader to a writer. `keep` removes records from each batch, or changes
/// them, before it is written. It is called in the calling thread, with the batches in their order.
/// [`Reader::read_all`] has a function for the threads as well.
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
/// # Ok::<(), setwise_formats::Error>(())
/// ```
pub fn convert_with<W: Write>(
    reader: &mut Reader<'_>,
    writer: &mut Writer<W>,
    mut keep: impl FnMut(&mut Vec<Record>),
) -> Result<(), Error> {
    writer.accept_input(reader.format())?;
    reader.read_all(
        || |_: &mut Vec<Record>| (),
        |batch| {
            let batch = batch?;
            keep(batch.records);
            writer.write_batch(&batch)
        },
    )
}
