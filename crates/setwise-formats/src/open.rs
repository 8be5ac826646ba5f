use crate::stream::{Compression, ReadOptions, Reader, Source, WriteOptions, Writer};
use crate::vocabulary::{Error, Format};
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::Path;

impl<'a> Reader<'a> {
    /// Reads from a stream, which need not be buffered. The bytes of a Parquet or Arrow file are
    /// read into memory first; [`Reader::from_file`] reads a part at a time. An Arrow stream is
    /// read as it comes.
    pub fn new(input: impl Read + Send + 'a, format: Format, options: ReadOptions<'a>) -> Self {
        Self::of(Source::new(Box::new(input)), format.codec(), options)
    }

    /// Reads from a file that is not compressed.
    ///
    /// # Errors
    /// The beginning or the end of a Parquet or Arrow file is damaged.
    pub fn from_file(file: File, format: Format, options: ReadOptions<'a>) -> Result<Self, Error> {
        let reader = Self::of(Source::of_file(file), format.codec(), options);
        reader.opened().map_err(Error::Read)
    }

    /// Opens a file. Its extension gives the format and the compression: `games.pgn.zst`. A
    /// compressed file without such an extension is recognized by its first bytes.
    ///
    /// # Errors
    /// The file cannot be opened, its extension is unknown, or this build lacks the compression.
    pub fn open(path: impl AsRef<Path>, options: ReadOptions<'a>) -> Result<Self, Error> {
        let path = path.as_ref();
        let Some(format) = Format::of_path(path) else {
            let why = format!("{}: unknown extension", path.display());
            let error = io::Error::new(io::ErrorKind::InvalidInput, why);
            return Err(Error::Read(error));
        };
        let mut file = File::open(path).map_err(Error::Read)?;
        let compression = match Compression::of_path(path) {
            Compression::None => of_file(&mut file).map_err(Error::Read)?,
            named => named,
        };
        match compression {
            Compression::None => Self::from_file(file, format, options),
            compression => {
                let stream = compression.reader_with_threads(file, options.threads);
                let stream = stream.map_err(Error::Read)?;
                Ok(Self::new(stream, format, options))
            }
        }
    }
}

/// Finds the compression that the first bytes of a file show, and returns to its beginning.
fn of_file(file: &mut File) -> io::Result<Compression> {
    let mut front = Vec::new();
    Read::take(&mut *file, 10).read_to_end(&mut front)?;
    file.rewind()?;
    Ok(Compression::of_front(&front))
}

impl<W: Write> Writer<W> {
    /// Makes a writer. The output need not be buffered.
    pub fn new(output: W, format: Format, options: WriteOptions) -> Self {
        Self::of(output, format.codec(), options)
    }
}
