use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use setwise_formats::{Compression, Format};
use setwise_program::failure::usage;
use std::{fs, path::Path};

pub(super) fn format_parser(listed: fn(Format) -> bool) -> impl TypedValueParser<Value = Format> {
    let values = Format::ALL.map(|format| {
        let value = PossibleValue::new(format.id()).hide(!listed(format));
        value.alias(format.extension())
    });
    PossibleValuesParser::new(values).try_map(|name| {
        let format = Format::named(&name).or(Format::of_extension(&name));
        format.ok_or("no such format")
    })
}

/// Returns whether a path stands for the standard input or output.
pub(super) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of an input in messages.
pub(super) fn name(path: &Path) -> String {
    match is_standard(path) {
        true => "standard input".to_string(),
        false => path.display().to_string(),
    }
}

/// Returns the format, given or that of the extension, and the compression of the extension.
pub(super) fn format_of(
    path: &Path,
    given: Option<Format>,
    option: &str,
) -> anyhow::Result<(Format, Compression)> {
    let Some(format) = given.or_else(|| Format::of_path(path)) else {
        let name = path.display();
        let known = Format::ALL.map(|format| format!(".{}", format.extension()));
        let known = known.join(", ");
        return Err(usage(match path.extension() {
            Some(extension) => format!(
                "{name}: .{} is the extension of no format ({known}, with .gz or .zst if compressed); \
                {option} names the format",
                extension.display()
            ),
            None => format!("{name}: no extension gives the format; {option} names it"),
        }));
    };
    Ok((format, Compression::of_path(path)))
}

/// Returns whether two paths lead to one file, which need not exist yet.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    let expected = |path: &Path| {
        let folder = fs::canonicalize(Path::new(".").join(path).parent()?).ok()?;
        let name = path.file_name()?;
        Some(match cfg!(windows) {
            true => folder.join(name.to_ascii_lowercase()),
            false => folder.join(name),
        })
    };
    let real = |path| fs::canonicalize(path).ok().or_else(|| expected(path));
    one == other || real(one).is_some_and(|one| real(other) == Some(one))
}
