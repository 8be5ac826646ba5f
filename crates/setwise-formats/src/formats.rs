//! The table of formats.

#[cfg(feature = "parquet")]
use crate::codecs::columns::parquet;
#[cfg(feature = "arrow")]
use crate::codecs::columns::{arrow, csv, decode::RowDecoder, encode::RowEncoder};
use crate::codecs::lines::{self, Lines};
use crate::codecs::packed::{self, PackedDecoder, PackedEncoder};
use crate::codecs::viriformat::decode::{self, Viriformat};
use crate::codecs::{
    binpack, binpack::Binpack, bulletformat::Bulletformat, marlinformat::Marlinformat, pgn,
    pgn::Pgn, pgn_encode, text, viriformat::encode,
};
use crate::stream::{Codec, Compression, Cut, Kind};
use crate::vocabulary::{Fields, Format, Notice};
use core::{fmt, marker::PhantomData};
use setwise_pgn::ParserState;
use std::path::Path;

const LABELS: Fields = Fields::SCORE.or(Fields::OUTCOME);
const LABELLED: Fields = Fields::POSITION.or(LABELS);
/// The fields of a position that every trainer needs: all but the clocks.
const BOARDS: Fields = Fields::POSITION.without(Fields::CLOCKS);

/// The default of a row: the codec of a binary format.
const BINARY: Codec = Codec {
    format: Format::Bulletformat,
    names: [""; 2],
    extensions: &[],
    unit: "record",
    kind: Kind::Binary,
    stores: Fields::ALL,
    spares: Fields::NONE,
    room: None,
    has_final_positions: false,
    has_games: false,
    decoder: None,
    encoder: None,
    cut: None,
};
const LINES: Codec = Codec {
    unit: "line",
    kind: Kind::Lines,
    cut: Some(Cut::new(lines::cut, 1 << 16)),
    ..BINARY
};
const RECORDS: Cut = Cut {
    is_fixed: true,
    ..Cut::new(packed::cut, 1 << 15)
};
/// The default for columns. A file's columns show what it stores; the encoding, what records need.
const COLUMNS: Codec = Codec {
    unit: "row",
    kind: Kind::Columns,
    room: Some(Notice::Columns),
    ..BINARY
};

/// The rows, in the order in which the formats are declared.
const CODECS: &[Codec; 11] = &[
    Codec {
        names: ["bulletformat", "bulletformat"],
        extensions: &["bullet", "bf", "data"],
        stores: LABELS,
        spares: Fields::TURN,
        decoder: Some(|_| Box::new(PackedDecoder::<Bulletformat>::new())),
        encoder: Some((LABELS.or(Fields::TURN), |_| {
            Box::new(PackedEncoder::<Bulletformat>(PhantomData))
        })),
        cut: Some(RECORDS),
        ..BINARY
    },
    Codec {
        format: Format::Marlinformat,
        names: ["marlinformat", "marlinformat"],
        extensions: &["marlin"],
        stores: LABELLED.or(Fields::PLY),
        decoder: Some(|_| Box::new(PackedDecoder::<Marlinformat>::new())),
        encoder: Some((BOARDS.or(LABELS), |_| {
            Box::new(PackedEncoder::<Marlinformat>(PhantomData))
        })),
        cut: Some(RECORDS),
        ..BINARY
    },
    Codec {
        format: Format::Viriformat,
        names: ["viriformat", "viriformat"],
        extensions: &["vf"],
        unit: "game",
        has_final_positions: true,
        has_games: true,
        decoder: Some(|options| Box::new(Viriformat::new(options))),
        encoder: Some((BOARDS.or(LABELS).or(Fields::MOVE), |_| {
            Box::new(encode::Encoder::default())
        })),
        cut: Some(Cut::new(decode::cut, 1 << 13)),
        ..BINARY
    },
    Codec {
        format: Format::Binpack,
        names: ["binpack", "binpack"],
        extensions: &["binpack"],
        unit: "chain",
        has_final_positions: true,
        has_games: true,
        decoder: Some(|options| Box::new(Binpack::new(options))),
        encoder: Some((BOARDS.or(Fields::OUTCOME), |_| {
            Box::new(binpack::Encoder::default())
        })),
        cut: Some(Cut {
            flag_bits: Some(setwise_binpack::LEFT_BITS),
            overlap: Some(setwise_binpack::MARK.len()),
            ..Cut::new(setwise_binpack::cut, 1 << 11)
        }),
        ..BINARY
    },
    Codec {
        format: Format::Fen,
        names: ["FEN", "fen"],
        extensions: &["fen"],
        stores: Fields::POSITION.or(Fields::PLY),
        decoder: Some(|_| Box::new(Lines::new(text::decode_fen, false))),
        encoder: Some((Fields::POSITION, |_| {
            Box::new(text::FenLines { has_labels: false })
        })),
        ..LINES
    },
    Codec {
        format: Format::Epd,
        names: ["EPD", "epd"],
        extensions: &["epd"],
        room: Some(Notice::Operations),
        decoder: Some(|options| {
            Box::new(Lines::new(
                match options.best_moves {
                    false => |line, extras| text::decode_epd(line, "sm", extras),
                    true => |line, extras| text::decode_epd(line, "bm", extras),
                },
                options.keep_extras,
            ))
        }),
        encoder: Some((BOARDS, |_| Box::new(text::Epd))),
        ..LINES
    },
    Codec {
        format: Format::BulletText,
        names: ["bullet text", "bullet-text"],
        extensions: &["txt"],
        stores: LABELLED.or(Fields::PLY),
        decoder: Some(|_| Box::new(Lines::new(text::decode_bullet, false))),
        encoder: Some((LABELLED, |_| Box::new(text::FenLines { has_labels: true }))),
        ..LINES
    },
    Codec {
        format: Format::Pgn,
        names: ["PGN", "pgn"],
        extensions: &["pgn"],
        unit: "game",
        kind: Kind::Text,
        stores: Fields::ALL.without(Fields::SCORE),
        has_final_positions: true,
        has_games: true,
        decoder: Some(|options| Box::new(Pgn::new(options))),
        cut: Some(Cut {
            flag_bits: Some(ParserState::FLAG_BITS),
            ..Cut::new(pgn::cut, 1 << 15)
        }),
        encoder: Some((BOARDS.or(Fields::MOVE), |_| {
            Box::new(pgn_encode::Encoder::default())
        })),
        ..BINARY
    },
    Codec {
        format: Format::Parquet,
        names: ["Parquet", "parquet"],
        extensions: &["parquet"],
        #[cfg(feature = "parquet")]
        decoder: Some(|options| Box::new(RowDecoder::new(parquet::open, options))),
        #[cfg(feature = "parquet")]
        encoder: Some((Fields::NONE, |encoding| {
            Box::new(RowEncoder::new(encoding, parquet::create))
        })),
        ..COLUMNS
    },
    Codec {
        format: Format::Arrow,
        names: ["Arrow", "arrow"],
        extensions: &["arrow", "feather"],
        #[cfg(feature = "arrow")]
        decoder: Some(|options| Box::new(RowDecoder::new(arrow::open, options))),
        #[cfg(feature = "arrow")]
        encoder: Some((Fields::NONE, |encoding| {
            Box::new(RowEncoder::new(encoding, arrow::create))
        })),
        ..COLUMNS
    },
    Codec {
        format: Format::Csv,
        names: ["CSV", "csv"],
        extensions: &["csv"],
        #[cfg(feature = "arrow")]
        decoder: Some(|options| Box::new(RowDecoder::new(csv::open, options))),
        #[cfg(feature = "arrow")]
        encoder: Some((Fields::NONE, |encoding| {
            Box::new(RowEncoder::new(encoding, csv::create))
        })),
        ..COLUMNS
    },
];

impl Format {
    /// All formats.
    pub const ALL: [Self; 11] = {
        let mut all = [Self::Bulletformat; 11];
        let mut i = 0;
        while i < all.len() {
            all[i] = CODECS[i].format;
            assert!(all[i] as usize == i, "a row is not in its place");
            i += 1;
        }
        all
    };

    pub(crate) const fn codec(self) -> &'static Codec {
        &CODECS[self as usize]
    }

    /// The name.
    pub const fn name(self) -> &'static str {
        self.codec().names[0]
    }

    /// The name in lower case, with hyphens, as an argument of a program.
    pub const fn id(self) -> &'static str {
        self.codec().names[1]
    }

    /// The extension of file names, without the dot.
    pub const fn extension(self) -> &'static str {
        self.codec().extensions[0]
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
        let is_it = |format: &Self| format.name().eq_ignore_ascii_case(&name);
        Self::ALL.into_iter().find(is_it)
    }

    /// Finds the format of a file name's extension, without the dot and in any case. Files of
    /// bullet often end in `bf` or `data`, and Arrow files in `feather`.
    pub fn of_extension(extension: &str) -> Option<Self> {
        let is_it = |other: &&str| other.eq_ignore_ascii_case(extension);
        let is_of = |format: &Self| format.codec().extensions.iter().any(is_it);
        Self::ALL.into_iter().find(is_of)
    }

    /// Finds the format that the extension of a path gives, before that of a
    /// [compression](crate::Compression::of_path).
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
        self.codec().stores
    }

    /// The fields that the format does not store.
    pub const fn lacks(self) -> Fields {
        Fields::ALL.without(self.stores())
    }

    /// The fields that a record needs to be written, or `None` if the format is not part of
    /// this build. For columnar formats, the [`PositionEncoding`](crate::PositionEncoding)
    /// needs more.
    pub const fn needs(self) -> Option<Fields> {
        match self.codec().encoder {
            Some((needs, _)) => Some(needs),
            None => None,
        }
    }

    /// Whether a [`Writer`](crate::Writer) writes the format.
    pub const fn is_written(self) -> bool {
        self.needs().is_some()
    }

    /// Whether the features of this build include the format.
    pub const fn is_in_build(self) -> bool {
        self.codec().decoder.is_some()
    }

    /// Whether games of the format end with a position without a move: PGN, viriformat and binpack.
    /// [`ReadOptions::final_positions`](crate::ReadOptions::final_positions) asks for these; a move
    /// follows every other position that is read.
    pub const fn has_final_positions(self) -> bool {
        self.codec().has_final_positions
    }

    /// Whether a [`Writer`](crate::Writer) of the format stores the extras of another format
    /// ([`ReadOptions::keep_extras`](crate::ReadOptions::keep_extras)): the operations of EPD, or
    /// the other columns of a table.
    pub fn holds_extras_of(self, input: Self) -> bool {
        let room = self.codec().room;
        room.is_some() && room == input.codec().room
    }

    /// Whether the format stores columns: Parquet, Arrow and CSV.
    pub const fn is_columnar(self) -> bool {
        self.codec().kind.is_columnar()
    }

    /// Whether files of the format can be cut into [parts](crate::units::Part) that are decoded
    /// alone: all formats but Parquet, Arrow and CSV.
    pub const fn is_cut(self) -> bool {
        self.codec().cut.is_some()
    }

    /// Whether the format is text.
    pub const fn is_text(self) -> bool {
        self.codec().kind.is_text()
    }

    /// The name of the unit that is read as a whole, and damaged as a whole: record, line, game,
    /// chain or row.
    pub const fn unit(self) -> &'static str {
        self.codec().unit
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_the_formats() {
        for (format, size) in [
            // 1024 records of 32 bytes.
            (Format::Bulletformat, Some(32_768)),
            (Format::Marlinformat, Some(32_768)),
            (Format::Viriformat, Some(8192)),
            (Format::Fen, Some(65_536)),
            (Format::Epd, Some(65_536)),
            (Format::BulletText, Some(65_536)),
            (Format::Binpack, Some(2048)),
            (Format::Pgn, Some(32_768)),
            (Format::Parquet, None),
            (Format::Arrow, None),
        ] {
            assert_eq!(format.codec().cut.map(|cut| cut.bytes), size, "{format}");
        }
    }
}
