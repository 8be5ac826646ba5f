//! The table of formats in the documentation.

use setwise_formats::{Fields, Format};

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
    assert_eq!(Format::of_extension("PGN"), None);
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
