//! Compressed files.

use std::io::{Read, Result};

/// A compression of files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// Not compressed.
    #[default]
    None,
    /// gzip (RFC 1952), of any number of members. Needs the feature `gzip`.
    Gzip,
    /// Zstandard (RFC 8878), of any number of frames. Needs the feature `zstd`.
    Zstd,
}

impl Compression {
    /// Finds the compression of a file name's last extension, without the dot: `gz`, `zst`.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension {
            "gz" => Some(Self::Gzip),
            "zst" | "zstd" => Some(Self::Zstd),
            _ => None,
        }
    }

    /// Returns the decompressed stream. Damage in the compressed stream is an error of the stream.
    ///
    /// # Errors
    /// The feature of the compression is off.
    pub fn reader<'a>(self, input: impl Read + Send + 'a) -> Result<Box<dyn Read + Send + 'a>> {
        match self {
            Self::None => Ok(Box::new(input)),
            #[cfg(feature = "gzip")]
            Self::Gzip => Ok(Box::new(flate2::read::MultiGzDecoder::new(input))),
            #[cfg(feature = "zstd")]
            Self::Zstd => Ok(Box::new(crate::zstd::Frames::new(input))),
            #[cfg(not(all(feature = "gzip", feature = "zstd")))]
            _ => Err(std::io::Error::new(
                std::io::ErrorKind::Unsupported,
                format!("{self:?} is not part of this build"),
            )),
        }
    }
}
