//! Tables as CSV (RFC 4180): a header, then a row in each line. A field in quotes may have commas,
//! line ends and doubled quotes. An empty field is null; `""` is an empty text.

use super::decode::{Batches, Opened};
use super::encode::{BatchWriter, Made};
use super::{boards::is_board, build, cells::Cells};
use super::{error::damaged, game_rows::rows_are_games};
use crate::{codecs::lines::BYTE_ORDER_MARK, stream::Source, vocabulary::PositionEncoding};
use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::io::{BufRead, Error, ErrorKind, Read, Result, Write};
use std::sync::Arc;

/// The number of rows of a batch.
const BATCH: usize = 1 << 12;

/// The number of bytes of the longest row.
const LONGEST: u64 = 1 << 22;

struct CsvReader {
    schema: SchemaRef,
    rows: u64,
}

pub(crate) fn open(source: &mut Source<'_>) -> Result<Opened> {
    if source.fill_buf()?.starts_with(BYTE_ORDER_MARK) {
        source.consume(BYTE_ORDER_MARK.len());
    }
    let names = row(source)?.ok_or_else(|| damaged("there is no header"))?;
    if matches!(&names[..], [None]) {
        return Err(damaged("line 1 is blank; the header is due there"));
    }
    let names: Vec<String> = names.into_iter().map(Option::unwrap_or_default).collect();
    if names.iter().any(|name| name.contains('\r')) {
        return Err(damaged("lines end with carriage returns alone"));
    }
    let has = |name: &str| names.iter().any(|other| other == name);
    if let [name] = &names[..]
        && let Some(separator) = [';', '\t', '|']
            .into_iter()
            .find(|mark| name.contains(*mark))
    {
        let why =
            format!("the header has no comma, but {separator:?}; only commas separate fields");
        return Err(damaged(why));
    }
    let fields = match has("fen") || has("position") || rows_are_games(has) {
        true => build::schema(PositionEncoding::Fen),
        false => build::schema(PositionEncoding::Bitboards),
    };
    let fields = names.iter().map(|name| {
        let known = fields.field_with_name(name);
        let is_text = known.map_or(true, |field| *field.data_type() == DataType::Utf8);
        let of = match is_text {
            true => DataType::Utf8,
            false => DataType::Int64,
        };
        Field::new(name, of, true)
    });
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    Ok((Box::new(CsvReader { schema, rows: 0 }), None))
}

impl Batches for CsvReader {
    fn schema(&self) -> Option<SchemaRef> {
        Some(self.schema.clone())
    }

    fn next_batch(&mut self, source: &mut Source<'_>) -> Result<Option<RecordBatch>> {
        let width = self.schema.fields().len();
        let mut columns: Vec<Vec<Option<String>>> = vec![Vec::new(); width];
        for _ in 0..BATCH {
            let Some(fields) = row(source)? else {
                break;
            };
            self.rows += 1;
            // An empty line.
            if width > 1 && matches!(&fields[..], [None]) {
                continue;
            }
            if fields.len() != width {
                let (found, row) = (fields.len(), self.rows);
                return Err(damaged(format!(
                    "row {row} has {found} fields, the header {width}"
                )));
            }
            for (column, field) in columns.iter_mut().zip(fields) {
                column.push(field);
            }
        }
        if columns.first().is_none_or(Vec::is_empty) {
            return Ok(None);
        }
        let fields = self.schema.fields().iter().zip(&columns);
        let arrays = fields.map(|(field, column)| array(field, column));
        let batch = RecordBatch::try_new(self.schema.clone(), arrays.collect::<Result<_>>()?);
        batch.map(Some).map_err(damaged)
    }
}

fn array(field: &Field, column: &[Option<String>]) -> Result<ArrayRef> {
    if *field.data_type() == DataType::Utf8 {
        return Ok(Arc::new(StringArray::from_iter(column)));
    }
    let is_board = is_board(field.name());
    let number = |text: &Option<String>| {
        let Some(text) = text else {
            return Ok(None);
        };
        let bits = || text.parse::<u64>().ok().map(u64::cast_signed);
        // As pandas writes columns with missing values.
        let whole = |number: &f64| number.fract() == 0.0 && number.abs() < 1e15;
        let of_float = || Some(text.parse().ok().filter(whole)? as i64);
        let number = match text.as_str() {
            "nan" | "NaN" => return Ok(None),
            "true" if is_board => Some(1),
            "false" if is_board => Some(0),
            text if is_board => text.parse().ok().or_else(bits),
            text => text.parse().ok().or_else(of_float),
        };
        let why = || {
            damaged(format!(
                "column `{}`: {text:?} is no whole number",
                field.name()
            ))
        };
        number.map(Some).ok_or_else(why)
    };
    let numbers = column.iter().map(number);
    Ok(Arc::new(numbers.collect::<Result<Int64Array>>()?))
}

/// Reads a row. Returns `None` at the end of the input.
fn row(source: &mut Source<'_>) -> Result<Option<Vec<Option<String>>>> {
    let mut line = Vec::new();
    loop {
        let before = line.len() as u64;
        let mut rest = (&mut *source).take(LONGEST.saturating_sub(before));
        let read = rest.read_until(b'\n', &mut line)?;
        // An open quote continues in the next line.
        let quotes = line.iter().filter(|&&byte| byte == b'"').count();
        if read == 0 && line.is_empty() {
            return Ok(None);
        }
        if line.len() as u64 >= LONGEST {
            return Err(damaged(format!("a row has more than {LONGEST} bytes")));
        }
        if quotes % 2 == 0 {
            break;
        }
        if read == 0 {
            return Err(damaged("a quote is not closed"));
        }
    }
    let line = String::from_utf8(line).map_err(|_| damaged("the text is not UTF-8"))?;
    let line = line.strip_suffix('\n').unwrap_or(&line);
    Ok(Some(fields(line.strip_suffix('\r').unwrap_or(line))))
}

fn fields(mut rest: &str) -> Vec<Option<String>> {
    let mut fields = Vec::new();
    loop {
        let mut field = None;
        if let Some(quoted) = rest.strip_prefix('"') {
            let mut text = String::new();
            rest = quoted;
            while let Some((part, after)) = rest.split_once('"') {
                text.push_str(part);
                rest = after;
                match rest.strip_prefix('"') {
                    Some(after) => rest = after,
                    None => break,
                }
                text.push('"');
            }
            field = Some(text);
        }
        let (more, after) = match rest.split_once(',') {
            Some((more, after)) => (more, Some(after)),
            None => (rest, None),
        };
        if !more.is_empty() {
            field.get_or_insert_default().push_str(more);
        }
        fields.push(field);
        match after {
            Some(after) => rest = after,
            None => return fields,
        }
    }
}

struct CsvWriter {
    out: Made,
}

pub(crate) fn create(mut out: Made, schema: SchemaRef) -> Result<Box<dyn BatchWriter>> {
    let holds = |of: &DataType| !matches!(of, DataType::FixedSizeBinary(_));
    if let Some(field) = schema
        .fields()
        .iter()
        .find(|field| !holds(field.data_type()))
    {
        let why = format!(
            "CSV has no bytes for the column `{}`; choose another layout",
            field.name()
        );
        return Err(Error::new(ErrorKind::Unsupported, why));
    }
    let mut line = String::new();
    for field in schema.fields() {
        push(&mut line, Some(field.name()));
    }
    end(&mut line);
    out.write_all(line.as_bytes())?;
    Ok(Box::new(CsvWriter { out }))
}

impl BatchWriter for CsvWriter {
    fn write_batch(&mut self, batch: &RecordBatch) -> Result<()> {
        let mut text = String::new();
        let columns: Vec<Cells> = {
            let columns = batch.schema_ref().fields().iter().zip(batch.columns());
            let cells = columns.map(|(field, array)| Cells::of(field.name(), array));
            cells
                .collect::<core::result::Result<_, _>>()
                .map_err(Error::other)?
        };
        for row in 0..batch.num_rows() {
            for cells in &columns {
                push(&mut text, cells.text(row).as_deref());
            }
            end(&mut text);
        }
        self.out.write_all(text.as_bytes())
    }

    fn finish_file(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Appends a field and a comma.
fn push(line: &mut String, field: Option<&str>) {
    match field {
        None => {}
        Some(text) if text.is_empty() || text.contains([',', '"', '\n', '\r']) => {
            line.extend(["\"", &text.replace('"', "\"\""), "\""]);
        }
        Some(text) => line.push_str(text),
    }
    line.push(',');
}

/// Ends a line, and removes the comma at its end.
fn end(line: &mut String) {
    line.pop();
    line.push('\n');
}
