//! Several inputs, and the columns of games that are read of them.

use super::input::Input;
use super::names::{format_of, is_standard, name};
use anyhow::Context;
use setwise_formats::{Format, GameColumn, expand_paths};
use setwise_program::failure::usage;
use setwise_values::GameColumns;
use std::path::{Path, PathBuf};
use std::{fs, io::ErrorKind};

/// Returns the files that arguments stand for.
pub(super) fn expand(given: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    expand_paths(given).map_err(|why| match why.kind() {
        ErrorKind::InvalidInput => usage(why),
        _ => why.into(),
    })
}

/// Returns the columns of a file. Refuses them where its format has none.
pub(super) fn columns_of_file(
    columns: &GameColumns,
    path: &Path,
    from: Option<Format>,
) -> anyhow::Result<Vec<GameColumn>> {
    let (format, _) = format_of(path, from, "--from")?;
    let name = name(path);
    let found = columns.of_input(&name, format);
    found.map_err(|why| usage(format!("{name}: {why}")))
}

/// Refuses columns that a table lacks.
pub(super) fn check_columns(columns: &GameColumns, input: &mut Input<'_>) -> anyhow::Result<()> {
    let checked = columns.check(&mut input.reader);
    checked.map_err(|why| usage(format!("{}: {why}", input.name)))
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
