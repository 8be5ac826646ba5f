use std::ffi::OsStr;
use std::io::{Error, ErrorKind, Result};
use std::path::Path;

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
    /// Finds the compression of a file name's last extension, without the dot and in any case:
    /// `gz`, `zst`, `zstd`.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "gz" => Some(Self::Gzip),
            "zst" | "zstd" => Some(Self::Zstd),
            _ => None,
        }
    }

    /// Returns the compression of the last extension of a path; [`None`](Self::None) if it has
    /// none.
    pub fn of_path(path: impl AsRef<Path>) -> Self {
        let extension = path.as_ref().extension().and_then(OsStr::to_str);
        extension.and_then(Self::of_extension).unwrap_or_default()
    }

    /// Finds the compression whose mark begins an input, of which 10 bytes are enough. No record of
    /// 32 bytes begins with the mark of gzip.
    ///
    /// ```
    /// use setwise_formats::Compression;
    /// assert_eq!(Compression::of_front(b"\x28\xb5\x2f\xfd"), Compression::Zstd);
    /// assert_eq!(Compression::of_front(b"[Event \"?\"]"), Compression::None);
    /// ```
    pub const fn of_front(front: &[u8]) -> Self {
        match front {
            [0x1f, 0x8b, 8, 0..=0x1f, _, _, _, _, 0 | 2 | 4, ..] => Self::Gzip,
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Self::Zstd,
            _ => Self::None,
        }
    }
}

/// The number of bytes at the front of a text that are checked.
pub(crate) const LENGTH: usize = 262;

/// The number of bytes at the front of a binary file that are checked: those of a record.
pub(crate) const BINARY_LENGTH: usize = 32;

/// The marks of files that are no text, by their place.
const MARKS: [(usize, &[u8], &str); 13] = [
    (0, b"PK\x03\x04", "a zip archive"),
    (0, b"PK\x05\x06", "a zip archive"),
    (0, b"PK\x07\x08", "a zip archive"),
    (0, b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (0, b"Rar!\x1a\x07", "a rar archive"),
    (257, b"ustar", "a tar archive"),
    (4, b"1AY&SY", "compressed with bzip2"),
    (4, b"\x17\x72\x45\x38\x50\x90", "compressed with bzip2"),
    (0, b"\xfd7zXZ\0", "compressed with xz"),
    (0, b"\x04\x22\x4d\x18", "compressed with LZ4"),
    (0, b"PAR1\x15", "a Parquet file"),
    (0, b"ARROW1\0\0", "an Arrow file"),
    (0, b"BINP", "a binpack"),
];

/// Refuses a binary file that begins with text, and a text that begins like another kind of file.
pub(crate) fn check(front: &[u8], is_text: bool) -> Result<()> {
    if is_text {
        return check_text(front);
    }
    if !front.get(..BINARY_LENGTH).is_some_and(is_plain_text) {
        return Ok(());
    }
    let format = match front {
        [b'[', ..] => "pgn",
        _ if front.contains(&b'|') => "bullet-text",
        _ => "fen",
    };
    let why = format!("the input is text, not binary; perhaps `--from {format}`");
    Err(Error::new(ErrorKind::Unsupported, why))
}

/// Whether all bytes are printable ASCII or white space. A sound record has another byte: that of
/// its outcome is below 3.
fn is_plain_text(front: &[u8]) -> bool {
    front
        .iter()
        .all(|byte| matches!(byte, b' '..=b'~') || byte.is_ascii_whitespace())
}

/// Refuses an input whose first bytes show that it is another kind of file, or text in an encoding
/// of wider units than bytes.
pub(crate) fn check_text(front: &[u8]) -> Result<()> {
    let why = match (encoding(front), kind(front)) {
        (Some(encoding), _) => format!("the text is {encoding}, not UTF-8"),
        (None, Some(kind)) => format!(
            "the input is {kind}, not text; files may be compressed with gzip or Zstandard, once"
        ),
        (None, None) => return Ok(()),
    };
    Err(Error::new(ErrorKind::Unsupported, why))
}

fn kind(front: &[u8]) -> Option<&'static str> {
    let is_at = |at: usize, mark| front.get(at..).is_some_and(|rest| rest.starts_with(mark));
    let mut marks = MARKS.into_iter();
    match Compression::of_front(front) {
        Compression::None => Some(marks.find(|&(at, mark, _)| is_at(at, mark))?.2),
        Compression::Gzip => Some("compressed with gzip"),
        Compression::Zstd => Some("compressed with Zstandard"),
    }
}

/// Returns the encoding of a byte order mark, or of ASCII characters with zeros between them.
fn encoding(front: &[u8]) -> Option<&'static str> {
    match front {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Some("UTF-32"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("UTF-16"),
        [0, a, 0, b, 0, c, 0, d, ..] | [a, 0, b, 0, c, 0, d, 0, ..] => {
            let is_ascii = [a, b, c, d].iter().all(|byte| (1..0x80).contains(*byte));
            is_ascii.then_some("UTF-16")
        }
        _ => None,
    }
}
