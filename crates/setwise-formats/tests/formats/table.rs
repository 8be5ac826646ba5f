//! The table of formats in the documentation.

use setwise_formats::{Compression, Fields, Format, PositionEncoding, ReadOptions, Reader};
use std::io::Write;

#[test]
fn the_documentation_has_a_row_for_each_format() {
    let documentation = include_str!("../../src/lib.rs");
    for format in Format::ALL
        .into_iter()
        .filter(|format| format.is_in_build())
    {
        let lacks = match format.lacks() {
            Fields::NONE => " ".to_owned(),
            fields => format!(" {fields} "),
        };
        let row = format!(
            "//! | {format} | `.{}` | {} | {} |{lacks}|\n",
            format.extension(),
            format.unit(),
            if format.is_written() { "yes" } else { "no" },
        );
        assert!(documentation.contains(&row), "{row}");
    }
}

#[test]
fn names_and_extensions_are_different() {
    for (i, format) in Format::ALL.into_iter().enumerate() {
        assert_eq!(Format::of_extension(format.extension()), Some(format));
        for other in &Format::ALL[i + 1..] {
            assert_ne!(format.name(), other.name());
        }
    }
    assert_eq!(Format::of_extension("xyz"), None);
}

#[test]
fn formats_are_found_by_name() {
    for format in Format::ALL {
        for name in [
            format.name().to_owned(),
            format.name().to_uppercase(),
            format.name().to_lowercase().replace(' ', "-"),
        ] {
            assert_eq!(Format::named(&name), Some(format), "{name}");
        }
    }
    assert_eq!(Format::named("bullet"), None);
    for encoding in PositionEncoding::ALL {
        assert_eq!(PositionEncoding::named(encoding.name()), Some(encoding));
    }
    assert_eq!(PositionEncoding::named("boards"), None);
}

#[test]
fn paths_tell_format_and_compression_in_any_case() {
    for (path, format, compression) in [
        ("a.pgn", Some(Format::Pgn), Compression::None),
        ("A.PGN", Some(Format::Pgn), Compression::None),
        ("b.d/A.Pgn.GZ", Some(Format::Pgn), Compression::Gzip),
        ("a.fen.Zst", Some(Format::Fen), Compression::Zstd),
        ("a.pgn.fen.zstd", Some(Format::Fen), Compression::Zstd),
        ("a.gz", None, Compression::Gzip),
        ("a.gz.gz", None, Compression::Gzip),
        ("a.xyz", None, Compression::None),
        ("pgn", None, Compression::None),
        (".pgn", None, Compression::None),
        ("-", None, Compression::None),
        ("", None, Compression::None),
    ] {
        assert_eq!(Format::of_path(path), format, "{path}");
        assert_eq!(Compression::of_path(path), compression, "{path}");
    }
}

#[test]
fn files_are_opened_in_any_case() {
    let folder = std::env::temp_dir().join(format!("setwise-case-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let fen = b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n";
    let pgn = b"[Event \"?\"]\n\n1. e4 *\n";
    for (name, text) in [("A.PGN", &pgn[..]), ("x.Epd.GZ", fen), ("y.FEN.zst", fen)] {
        let path = folder.join(name);
        let mut file = Compression::of_path(name).writer(Vec::new()).unwrap();
        file.write_all(text).unwrap();
        std::fs::write(&path, file.finish().unwrap()).unwrap();
        let mut reader = Reader::open(&path, ReadOptions::default()).unwrap();
        let mut records = Vec::new();
        assert_eq!(reader.read_batch(&mut records, 9).unwrap(), 1, "{name}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_each_format_needs() {
    for (format, expected) in [
        (Format::Bulletformat, "side to move, score, outcome"),
        (Format::Marlinformat, "BOARD, score, outcome"),
        (Format::Viriformat, "BOARD, score, outcome, move"),
        (Format::Binpack, "BOARD, outcome"),
        (Format::Fen, "BOARD, clocks"),
        (Format::Epd, "BOARD"),
        (Format::BulletText, "BOARD, clocks, score, outcome"),
        (Format::Pgn, "BOARD, move"),
    ] {
        let board = "side to move, castling rights, en passant square";
        let needs = format.needs().unwrap().to_string();
        assert_eq!(needs, expected.replace("BOARD", board), "{format}");
        assert!(format.is_written() && format.is_in_build(), "{format}");
    }
}

#[test]
fn kinds_of_formats() {
    let with = |is: fn(Format) -> bool| -> Vec<&'static str> {
        let formats = Format::ALL.into_iter().filter(|format| is(*format));
        formats.map(Format::extension).collect()
    };
    assert_eq!(with(Format::is_text), ["fen", "epd", "txt", "pgn"]);
    assert_eq!(with(Format::is_columnar), ["parquet", "arrow", "csv"]);
}

#[test]
fn what_a_format_needs_it_stores_unless_it_only_affects_labels() {
    for format in Format::ALL {
        if let Some(needs) = format.needs() {
            let unstored = needs.without(format.stores());
            // bulletformat turns the board to the side to move, which it then forgets.
            let allowed = match format {
                Format::Bulletformat => Fields::TURN,
                _ => Fields::NONE,
            };
            assert_eq!(unstored, allowed, "{format}");
        }
    }
}
