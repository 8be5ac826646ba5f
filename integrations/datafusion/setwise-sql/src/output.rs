//! Where the rows of a query go.

use crate::Format;
use anyhow::{Context, bail};
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::csv;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::json::LineDelimitedWriter;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::dataframe::DataFrame;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::basic::{Compression, ZstdLevel};
use datafusion::parquet::file::properties::WriterProperties;
use futures::StreamExt;
use indicatif::ProgressBar;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// The rows of one statement on their way.
pub(crate) struct Output {
    sink: Sink,
    /// The temporary file and the name that it gets.
    file: Option<(NamedTempFile, PathBuf)>,
}

enum Sink {
    /// A table is printed at the end. The number is that of the rows that it has at most.
    Table(Vec<RecordBatch>, usize, bool),
    Csv(Box<csv::Writer<Box<dyn Write + Send>>>),
    Json(Box<LineDelimitedWriter<Box<dyn Write + Send>>>),
    /// The writer needs the columns, which come with the rows.
    Parquet(File, Option<Box<ArrowWriter<File>>>),
}

impl Output {
    /// Opens a file, or takes the standard output.
    pub(crate) fn new(path: Option<&Path>, format: Format, rows: usize) -> anyhow::Result<Self> {
        let Some(path) = path else {
            let stdout = || Box::new(io::stdout()) as Box<dyn Write + Send>;
            let sink = match format {
                Format::Table => Sink::Table(Vec::new(), rows, false),
                Format::Csv => Sink::Csv(Box::new(csv::Writer::new(stdout()))),
                Format::Json => Sink::Json(Box::new(LineDelimitedWriter::new(stdout()))),
            };
            return Ok(Self { sink, file: None });
        };
        let name = || path.display().to_string();
        let folder = match path.parent() {
            Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
            Some(folder) => folder,
            None => bail!("{}: not a file", name()),
        };
        let mut temporary = Builder::new();
        temporary.prefix(".setwise-sql-");
        // Others may read the result as far as the user's mask allows.
        #[cfg(unix)]
        temporary.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = temporary.tempfile_in(folder).with_context(name)?;
        let handle = file.reopen().with_context(name)?;
        let extension = path.extension().and_then(|extension| extension.to_str());
        let sink = match extension {
            Some("parquet") => Sink::Parquet(handle, None),
            Some("csv") => Sink::Csv(Box::new(csv::Writer::new(Box::new(handle)))),
            Some("json") => Sink::Json(Box::new(LineDelimitedWriter::new(Box::new(handle)))),
            _ => bail!("{}: the extension is none of .parquet, .csv, .json", name()),
        };
        Ok(Self {
            sink,
            file: Some((file, path.to_path_buf())),
        })
    }

    /// Runs a query and takes its rows.
    pub(crate) async fn write(
        &mut self,
        rows: DataFrame,
        progress: &ProgressBar,
    ) -> anyhow::Result<()> {
        let mut stream = rows.execute_stream().await?;
        self.sink.begin(stream.schema())?;
        while let Some(batch) = stream.next().await {
            let batch = batch?;
            progress.inc(batch.num_rows() as u64);
            if !self.sink.write(&batch)? {
                break;
            }
        }
        Ok(())
    }

    /// Prints a table, or gives the file its name.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        match self.sink {
            Sink::Table(batches, limit, is_cut) => print(&batches, limit, is_cut)?,
            Sink::Csv(_) => {}
            Sink::Json(mut writer) => writer.finish()?,
            Sink::Parquet(_, writer) => {
                writer.map(|writer| writer.close()).transpose()?;
            }
        }
        if let Some((file, path)) = self.file {
            file.persist(&path)
                .with_context(|| path.display().to_string())?;
        }
        Ok(())
    }
}

impl Sink {
    fn begin(&mut self, schema: SchemaRef) -> anyhow::Result<()> {
        match self {
            Self::Parquet(file, writer) => {
                let properties = WriterProperties::builder()
                    .set_compression(Compression::ZSTD(ZstdLevel::default()))
                    .build();
                let new = ArrowWriter::try_new(file.try_clone()?, schema, Some(properties))?;
                *writer = Some(Box::new(new));
            }
            // The header, even of no rows.
            Self::Csv(writer) => writer.write(&RecordBatch::new_empty(schema))?,
            Self::Table(batches, ..) => batches.push(RecordBatch::new_empty(schema)),
            Self::Json(_) => {}
        }
        Ok(())
    }

    /// Takes a batch. Returns whether more rows are wanted.
    fn write(&mut self, batch: &RecordBatch) -> anyhow::Result<bool> {
        match self {
            Self::Table(batches, limit, is_cut) => {
                let left = *limit - batches.iter().map(RecordBatch::num_rows).sum::<usize>();
                batches.push(batch.slice(0, left.min(batch.num_rows())));
                *is_cut = batch.num_rows() > left;
                return Ok(!*is_cut);
            }
            Self::Csv(writer) => writer.write(batch)?,
            Self::Json(writer) => writer.write(batch)?,
            Self::Parquet(_, writer) => {
                if let Some(writer) = writer {
                    writer.write(batch)?;
                }
            }
        }
        Ok(true)
    }
}

fn print(batches: &[RecordBatch], limit: usize, is_cut: bool) -> anyhow::Result<()> {
    let has_columns = batches.iter().any(|batch| batch.num_columns() > 0);
    if !has_columns {
        return Ok(());
    }
    let rows: usize = batches.iter().map(RecordBatch::num_rows).sum();
    let note = match (is_cut, rows) {
        (true, _) => format!("the first {limit} rows; --rows N prints more"),
        (false, 1) => "1 row".to_owned(),
        (false, rows) => format!("{rows} rows"),
    };
    let table = pretty_format_batches(batches)?;
    writeln!(io::stdout(), "{table}\n{note}")?;
    Ok(())
}
