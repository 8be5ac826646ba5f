//! Several inputs: files, folders, patterns and lists; and the columns of games that are read of
//! them.

use super::names::{format_of, is_standard, name};
use crate::program::failure::usage;
use anyhow::{Context, anyhow};
use setwise_formats::{Format, GameColumn, Reader};
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the files that arguments stand for. A folder stands for its files of known formats, `*`
/// and `?` for any characters of a name, and `@FILE` for the names in the lines of a file. Each
/// argument stands for at least one.
pub(super) fn expand(given: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in given {
        let text = path.to_string_lossy();
        if let Some(list) = text.strip_prefix('@').filter(|_| !path.exists()) {
            let lines = fs::read_to_string(list).with_context(|| list.to_owned())?;
            let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
            let before = files.len();
            files.extend(lines.map(PathBuf::from));
            if files.len() == before {
                return Err(usage(format!("{text}: no names of files")));
            }
        } else if path.is_dir() {
            let is_known = |file: &PathBuf| Format::of_path(file).is_some();
            files.extend(matching(path, path, is_known)?);
        } else if text.contains(['*', '?']) && !path.exists() {
            let folder = path
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty());
            let pattern = path.file_name().unwrap_or_default().to_string_lossy();
            let fits = |file: &PathBuf| {
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

/// The files of a folder that fit, by their names; at least one.
fn matching(
    folder: &Path,
    given: &Path,
    fits: impl Fn(&PathBuf) -> bool,
) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| name(folder))?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut files: Vec<_> = paths
        .collect::<Result<_, _>>()
        .with_context(|| name(folder))?;
    files.retain(|file| file.is_file() && fits(file));
    files.sort();
    match files.is_empty() {
        true => Err(usage(format!(
            "{}: no file of a known format",
            given.display()
        ))),
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

/// The columns of games that are read of inputs.
#[derive(Clone, Default)]
pub(super) struct Columns {
    columns: Vec<GameColumn>,
    /// Whether inputs may lack them: nobody has named them.
    is_default: bool,
}

impl Columns {
    /// Finds the columns of names.
    pub(super) fn named(names: &[String]) -> anyhow::Result<Self> {
        let columns = names.iter().map(|name| {
            let found = setwise_values::column_named(name);
            found.map_err(|why| usage(format!("--columns: {why}")))
        });
        Ok(Self {
            columns: columns.collect::<anyhow::Result<_>>()?,
            is_default: false,
        })
    }

    /// Columns that inputs may lack.
    pub(super) fn usual(columns: impl IntoIterator<Item = GameColumn>) -> Self {
        Self {
            columns: columns.into_iter().collect(),
            is_default: true,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &GameColumn> {
        self.columns.iter()
    }

    /// Adds columns that are read and not written.
    pub(super) fn and_read(mut self, columns: &[GameColumn]) -> Self {
        for column in columns {
            let is_it =
                |other: &GameColumn| other.name() == column.name() && other.kind() == column.kind();
            if !self.columns.iter().any(is_it) {
                self.columns.push(column.clone().unwritten());
            }
        }
        self
    }

    /// Returns the columns of a file. Refuses them where its format has none.
    pub(super) fn of_file(
        &self,
        path: &Path,
        from: Option<Format>,
    ) -> anyhow::Result<Vec<GameColumn>> {
        let (format, _) = format_of(path, from, "--from")?;
        let has_columns = format == Format::Pgn || format.is_columnar();
        if let Some(column) = self.columns.first().filter(|_| !has_columns) {
            if self.is_default {
                return Ok(Vec::new());
            }
            let (input, column) = (name(path), column.name());
            return Err(usage(format!(
                "{input}: {format} has no column `{column}` (PGN and tables have such columns)"
            )));
        }
        let mut columns = self.columns.clone();
        for column in columns.iter_mut().filter(|column| column.name() == "file") {
            let is_written = column.is_written();
            *column = GameColumn::file(&name(path));
            if !is_written {
                *column = column.clone().unwritten();
            }
        }
        Ok(columns)
    }

    /// Refuses columns that a table lacks.
    pub(super) fn check(&self, reader: &mut Reader<'_>, input: &str) -> anyhow::Result<()> {
        if self.is_default || self.columns.is_empty() {
            return Ok(());
        }
        let names = reader
            .column_names()
            .map_err(|error| anyhow!("{input}: {error}"))?;
        let Some(names) = names else {
            return Ok(());
        };
        let has = |name: &str| names.iter().any(|other| other == name);
        let is_there = |column: &&GameColumn| match column.name() {
            // They are in the comments.
            _ if has("movetext") && column.is_of_half_moves() => true,
            "file" | "offset" | "san" => true,
            name @ ("base" | "increment") => has(name) || has("TimeControl"),
            name => has(name),
        };
        let Some(missing) = self.columns.iter().find(|column| !is_there(column)) else {
            return Ok(());
        };
        let names = names.iter().map(String::as_str);
        let why = setwise_values::unknown_column(missing.name(), names);
        Err(usage(format!("{input}: {why}")))
    }
}

/// Checks that files exist and that their formats are known, before anything is read or written.
pub(super) fn check_files(files: &[PathBuf], from: Option<Format>) -> anyhow::Result<()> {
    for file in files {
        format_of(file, from, "--from")?;
        if !is_standard(file) {
            fs::metadata(file).with_context(|| name(file))?;
        }
    }
    Ok(())
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
