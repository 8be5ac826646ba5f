//! Several inputs: files, folders, patterns and lists.

use crate::{stream::front::check_text, vocabulary::Format};
use std::fs;
use std::io::{self, Error, ErrorKind};
use std::path::{Path, PathBuf};

/// Returns the files that paths stand for. A folder stands for its files of known formats, `*` and
/// `?` for any characters of a name, and `@FILE` for the names in the lines of a file. Each of
/// these stands for at least one file. Any other path is returned as it is.
///
/// # Errors
/// The kind is [`InvalidInput`](ErrorKind::InvalidInput) for a path that stands for no file.
/// Otherwise, a folder or a list cannot be read.
///
/// ```
/// use setwise_formats::expand_paths;
/// assert_eq!(expand_paths(&["a.pgn".into()])?, [std::path::Path::new("a.pgn")]);
/// assert!(expand_paths(&["src/*.pgn".into()]).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn expand_paths(given: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in given {
        let text = path.to_string_lossy();
        if let Some(list) = text.strip_prefix('@').filter(|_| !path.exists()) {
            let text = read_list(Path::new(list)).map_err(|why| at(Path::new(list), &why))?;
            let lines = text.strip_prefix('\u{feff}').unwrap_or(&text);
            let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
            let before = files.len();
            files.extend(lines.map(PathBuf::from));
            if files.len() == before {
                return Err(none(path, "no names of files"));
            }
        } else if path.is_dir() {
            files.extend(matching(path, path, |file| {
                Format::of_path(file).is_some()
            })?);
        } else if text.contains(['*', '?']) && !path.exists() {
            let folder = path
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty());
            let pattern = path.file_name().unwrap_or_default().to_string_lossy();
            let fits = |file: &Path| {
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                is_match(pattern.as_bytes(), name.as_bytes())
            };
            let found = matching(folder.unwrap_or(Path::new(".")), path, fits)?;
            let is_bare = folder.is_none();
            files.extend(
                found
                    .into_iter()
                    .map(|file| match (is_bare, file.file_name()) {
                        (true, Some(name)) => name.into(),
                        _ => file,
                    }),
            );
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn read_list(list: &Path) -> io::Result<String> {
    let bytes = fs::read(list)?;
    check_text(&bytes)?;
    String::from_utf8(bytes).map_err(|why| Error::new(ErrorKind::InvalidData, why))
}

fn at(path: &Path, why: &Error) -> Error {
    Error::new(why.kind(), format!("{}: {why}", path.display()))
}

fn none(path: &Path, why: &str) -> Error {
    Error::new(
        ErrorKind::InvalidInput,
        format!("{}: {why}", path.display()),
    )
}

/// Returns the files of a folder that fit, ordered by their names; at least one.
fn matching(folder: &Path, given: &Path, fits: impl Fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(folder).and_then(|entries| {
        entries
            .map(|entry| entry.map(|entry| entry.path()))
            .collect()
    });
    let mut files: Vec<PathBuf> = paths.map_err(|why| at(folder, &why))?;
    files.retain(|file| file.is_file() && fits(file));
    files.sort();
    match files.is_empty() {
        true => Err(none(given, "no file of a known format")),
        false => Ok(files),
    }
}

/// Whether a pattern of `*` and `?` fits a name.
fn is_match(pattern: &[u8], name: &[u8]) -> bool {
    match (pattern, name) {
        ([b'*', rest @ ..], _) => (0..=name.len()).any(|skipped| is_match(rest, &name[skipped..])),
        ([b'?', rest @ ..], [_, name @ ..]) => is_match(rest, name),
        ([byte, rest @ ..], [other, name @ ..]) => byte == other && is_match(rest, name),
        (pattern, name) => pattern.is_empty() && name.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, name, expected) in [
            ("*.pgn", "a.pgn", true),
            ("*.pgn", "a.pgn.zst", false),
            ("a?c*", "abc", true),
            ("a?c*", "ac", false),
            ("*a*b*", "xaxbx", true),
            ("", "", true),
        ] {
            assert_eq!(
                is_match(pattern.as_bytes(), name.as_bytes()),
                expected,
                "{pattern} {name}"
            );
        }
    }
}
