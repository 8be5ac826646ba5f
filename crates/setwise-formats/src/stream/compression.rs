use crate::stream::front::Compression;
use std::io::{Read, Result, Write};

impl Compression {
    /// Returns the decompressed stream. Damage in the compressed stream is an error of the stream.
    ///
    /// # Errors
    /// The feature of the compression is off.
    pub fn reader<'a>(self, input: impl Read + Send + 'a) -> Result<Box<dyn Read + Send + 'a>> {
        self.reader_with_threads(input, 1)
    }

    /// Returns the same stream as [`reader`](Self::reader). With 1 the calling thread decompresses;
    /// 0 stands for all cores. With more than one thread, that many threads decompress frames of
    /// Zstandard ahead of the calling thread. Files of one frame, such as those of `zstd`, gain
    /// little; `pzstd` and [`writer`](Self::writer) make many.
    ///
    /// # Errors
    /// The feature of the compression is off.
    pub fn reader_with_threads<'a>(
        self,
        input: impl Read + Send + 'a,
        threads: usize,
    ) -> Result<Box<dyn Read + Send + 'a>> {
        #[cfg(not(feature = "zstd"))]
        let _ = threads;
        match self {
            Self::None => Ok(Box::new(input)),
            #[cfg(feature = "gzip")]
            Self::Gzip => Ok(Box::new(crate::stream::gzip::Gzip::new(input))),
            #[cfg(feature = "zstd")]
            Self::Zstd => {
                let frames = crate::stream::zstd::Frames::new(Box::new(input));
                let threads = crate::stream::options::number_of(threads);
                Ok(Box::new(crate::stream::frames::Ahead::new(frames, threads)))
            }
            #[cfg(not(all(feature = "gzip", feature = "zstd")))]
            _ => Err(self.not_in_build()),
        }
    }

    /// Returns a stream that compresses into `output`. [`Compressor::finish`] completes it.
    ///
    /// # Errors
    /// The feature of the compression is off.
    ///
    /// ```
    /// use setwise_formats::Compression;
    /// use std::io::{Read, Write};
    /// let mut stream = Compression::Zstd.writer(Vec::new())?;
    /// stream.write_all(b"4k3/8/8/8/8/8/8/4K2R w K - 0 1\n")?;
    /// let compressed = stream.finish()?;
    /// let mut text = String::new();
    /// Compression::Zstd.reader(&compressed[..])?.read_to_string(&mut text)?;
    /// assert_eq!(text, "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn writer<W: Write>(self, output: W) -> Result<Compressor<W>> {
        Ok(Compressor(match self {
            Self::None => Stream::Plain(output),
            #[cfg(feature = "gzip")]
            Self::Gzip => Stream::Gzip(Box::new(flate2::write::GzEncoder::new(
                output,
                flate2::Compression::default(),
            ))),
            #[cfg(feature = "zstd")]
            Self::Zstd => Stream::Zstd(crate::stream::zstd::FrameWriter::new(output)),
            #[cfg(not(all(feature = "gzip", feature = "zstd")))]
            _ => return Err(self.not_in_build()),
        }))
    }

    #[cfg(not(all(feature = "gzip", feature = "zstd")))]
    fn not_in_build(self) -> std::io::Error {
        let why = format!("{self:?} is not part of this build");
        std::io::Error::new(std::io::ErrorKind::Unsupported, why)
    }
}

/// A stream that compresses what is written: the result of [`Compression::writer`].
#[derive(Debug)]
pub struct Compressor<W: Write>(Stream<W>);

#[derive(Debug)]
enum Stream<W: Write> {
    Plain(W),
    #[cfg(feature = "gzip")]
    Gzip(Box<flate2::write::GzEncoder<W>>),
    #[cfg(feature = "zstd")]
    Zstd(crate::stream::zstd::FrameWriter<W>),
}

impl<W: Write> Compressor<W> {
    /// Writes what is buffered and the end of the compressed stream, and returns the output.
    ///
    /// # Errors
    /// The output fails.
    pub fn finish(self) -> Result<W> {
        match self.0 {
            Stream::Plain(output) => Ok(output),
            #[cfg(feature = "gzip")]
            Stream::Gzip(stream) => stream.finish(),
            #[cfg(feature = "zstd")]
            Stream::Zstd(stream) => stream.finish(),
        }
    }
}

impl<W: Write> Write for Compressor<W> {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        match &mut self.0 {
            Stream::Plain(output) => output.write(bytes),
            #[cfg(feature = "gzip")]
            Stream::Gzip(stream) => stream.write(bytes),
            #[cfg(feature = "zstd")]
            Stream::Zstd(stream) => stream.write(bytes),
        }
    }

    /// Flushes the output. Bytes that are not compressed yet stay in the buffer.
    fn flush(&mut self) -> Result<()> {
        match &mut self.0 {
            Stream::Plain(output) => output.flush(),
            #[cfg(feature = "gzip")]
            Stream::Gzip(stream) => stream.get_mut().flush(),
            #[cfg(feature = "zstd")]
            Stream::Zstd(stream) => stream.flush(),
        }
    }
}
