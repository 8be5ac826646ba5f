//! The formats and what each of them stores.

use crate::{Compression, Fields};
use core::fmt;
use std::path::Path;

/// A format of positions.
///
/// ```
/// use setwise_formats::{Fields, Format};
/// assert_eq!(Format::of_extension("pgn"), Some(Format::Pgn));
/// assert!(Format::Bulletformat.lacks().contains(Fields::TURN));
/// assert!(!Format::Pgn.is_written());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// bullet's `ChessBoard`: 32 bytes, the board as the side to move sees it.
    Bulletformat,
    /// `PackedBoard` of marlinflow and viriformat: 32 bytes.
    Marlinformat,
    /// Games: a `PackedBoard` and a move with a score for each half-move.
    Viriformat,
    /// Stockfish's chains of positions, compressed by their legal moves.
    Binpack,
    /// A FEN in each line.
    Fen,
    /// A FEN of four or six fields in each line, with the operations of EPD.
    Epd,
    /// `FEN | score | result` in each line, as bullet's tools read it.
    BulletText,
    /// Games with moves in standard algebraic notation.
    Pgn,
    /// Apache Parquet, with the columns of a [`PositionEncoding`](crate::PositionEncoding). Needs the feature `parquet`.
    Parquet,
    /// Apache Arrow, as a file or as a stream, with the same columns. Needs the feature `arrow`.
    Arrow,
}

/// A row of the table of formats.
struct Row {
    name: &'static str,
    extension: &'static str,
    stores: Fields,
    /// The fields without which nothing is written; `None` if the format is only read.
    needs: Option<Fields>,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 10] = [
        Self::Bulletformat,
        Self::Marlinformat,
        Self::Viriformat,
        Self::Binpack,
        Self::Fen,
        Self::Epd,
        Self::BulletText,
        Self::Pgn,
        Self::Parquet,
        Self::Arrow,
    ];

    const fn row(self) -> Row {
        let labels = Fields(Fields::SCORE.0 | Fields::OUTCOME.0);
        let moves = Fields(Fields::MOVE.0 | labels.0);
        let boards = Fields::POSITION.without(Fields::CLOCKS);
        match self {
            Self::Bulletformat => Row {
                name: "bulletformat",
                extension: "bullet",
                stores: labels,
                needs: Some(Fields(labels.0 | Fields::TURN.0)),
            },
            Self::Marlinformat => Row {
                name: "marlinformat",
                extension: "marlin",
                stores: Fields(Fields::POSITION.0 | labels.0),
                needs: Some(Fields(boards.0 | labels.0)),
            },
            Self::Viriformat => Row {
                name: "viriformat",
                extension: "vf",
                stores: Fields::ALL,
                needs: Some(Fields(boards.0 | moves.0)),
            },
            Self::Binpack => Row {
                name: "binpack",
                extension: "binpack",
                stores: Fields::ALL,
                needs: None,
            },
            Self::Fen => Row {
                name: "FEN",
                extension: "fen",
                stores: Fields::POSITION,
                needs: Some(Fields::POSITION),
            },
            Self::Epd => Row {
                name: "EPD",
                extension: "epd",
                stores: Fields(Fields::POSITION.0 | moves.0),
                needs: Some(boards),
            },
            Self::BulletText => Row {
                name: "bullet text",
                extension: "txt",
                stores: Fields(Fields::POSITION.0 | labels.0),
                needs: Some(Fields(Fields::POSITION.0 | labels.0)),
            },
            Self::Pgn => Row {
                name: "PGN",
                extension: "pgn",
                stores: Fields::ALL.without(Fields::SCORE),
                needs: None,
            },
            // The columns of a file tell what it stores; the encoding, what a record needs.
            Self::Parquet => Row {
                name: "Parquet",
                extension: "parquet",
                stores: Fields::ALL,
                needs: Some(Fields::NONE),
            },
            Self::Arrow => Row {
                name: "Arrow",
                extension: "arrow",
                stores: Fields::ALL,
                needs: Some(Fields::NONE),
            },
        }
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The extension of file names, without the dot.
    pub const fn extension(self) -> &'static str {
        self.row().extension
    }

    /// Finds the format of a name, in any case and with spaces or hyphens.
    ///
    /// ```
    /// use setwise_formats::Format;
    /// assert_eq!(Format::named("bullet-text"), Some(Format::BulletText));
    /// assert_eq!(Format::named("pgn"), Some(Format::Pgn));
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        let name = name.replace('-', " ");
        Self::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(&name))
    }

    /// Finds the format of a file name's extension, without the dot and in any case.
    pub fn of_extension(extension: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// Finds the format that the extension of a path tells, before that of a [compression](crate::Compression::of_path).
    ///
    /// ```
    /// use setwise_formats::Format;
    /// assert_eq!(Format::of_path("games.PGN.zst"), Some(Format::Pgn));
    /// assert_eq!(Format::of_path("games.zst"), None);
    /// ```
    pub fn of_path(path: impl AsRef<Path>) -> Option<Self> {
        let path = path.as_ref();
        let path = match Compression::of_path(path) {
            Compression::None => path,
            _ => Path::new(path.file_stem()?),
        };
        Self::of_extension(path.extension()?.to_str()?)
    }

    /// The fields that the format stores.
    pub const fn stores(self) -> Fields {
        self.row().stores
    }

    /// The fields that the format does not store.
    pub const fn lacks(self) -> Fields {
        Fields::ALL.without(self.stores())
    }

    /// The fields that a record needs to be written, or `None` if the format is only read or not part of this build. For columnar formats,
    /// the [`PositionEncoding`](crate::PositionEncoding) needs more.
    pub const fn needs(self) -> Option<Fields> {
        if self.is_in_build() {
            self.row().needs
        } else {
            None
        }
    }

    /// Whether a [`Writer`](crate::Writer) writes the format.
    pub const fn is_written(self) -> bool {
        self.needs().is_some()
    }

    /// Whether the features of this build include the format.
    pub const fn is_in_build(self) -> bool {
        let is_missing = matches!(self, Self::Parquet) && !cfg!(feature = "parquet")
            || matches!(self, Self::Arrow) && !cfg!(feature = "arrow");
        !is_missing
    }

    /// Whether the format stores columns: Parquet and Arrow.
    pub const fn is_columnar(self) -> bool {
        matches!(self, Self::Parquet | Self::Arrow)
    }

    /// Whether the format is text.
    pub const fn is_text(self) -> bool {
        matches!(self, Self::Fen | Self::Epd | Self::BulletText | Self::Pgn)
    }

    /// The name of the unit that is read, or is damaged, as a whole: record, line, game, chain or row.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Bulletformat | Self::Marlinformat => "record",
            Self::Viriformat | Self::Pgn => "game",
            Self::Binpack => "chain",
            Self::Fen | Self::Epd | Self::BulletText => "line",
            Self::Parquet | Self::Arrow => "row",
        }
    }
}

/// Writes the name.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
