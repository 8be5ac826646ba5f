//! Result files of a folder.

use super::machine::Machine;
use crate::failure::at;
use anyhow::{Context, ensure};
use itertools::Itertools;
use setwise_results::processes::{FOLDER, ProcessFile};
use setwise_results::{Document, ResultFile};
use std::fs;
use std::path::{Path, PathBuf};

/// Reads all results of the matrix in a folder, ordered by name.
pub(crate) fn all(folder: &Path) -> anyhow::Result<Vec<Machine>> {
    fs::metadata(folder).with_context(at(folder))?;
    let machines = files(folder, |slug, path| {
        let other = folder.join(FOLDER).join(format!("{slug}.json"));
        let other = other.is_file().then(|| ProcessFile::read(&other));
        Ok(Machine {
            slug,
            file: ResultFile::read(path)?,
            processes: other.transpose()?,
        })
    })?;
    let advice = "there are no result files; `setwise bench` makes one";
    ensure!(!machines.is_empty(), "{}: {advice}", folder.display());
    Ok(machines)
}

/// Reads all files `*.json` of a folder, ordered by name, each with the stem of its name; none if there is no such folder.
/// A file with an unusable name is an error: a report that leaves out a machine silently would be wrong.
pub(crate) fn files<T>(
    folder: &Path,
    read: impl Fn(String, &Path) -> anyhow::Result<T>,
) -> anyhow::Result<Vec<T>> {
    let mut paths = list(folder)?;
    paths.retain(|path| path.extension() == Some("json".as_ref()));
    let is_usable = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_.".contains(&b);
    let read = |path: &PathBuf| {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let stem = stem.filter(|stem| stem.bytes().all(is_usable));
        let rule = "the name of a result file has a-z, 0-9, `-`, `_` and `.` only";
        let stem = stem.with_context(|| format!("{rule}, as charts and links are named after it"));
        let stem = stem.with_context(at(path))?;
        read(stem.to_string(), path)
    };
    paths.iter().map(read).collect()
}

/// Returns everything in a folder, ordered by name; nothing if there is no such folder.
pub(crate) fn list(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).with_context(at(folder))?;
    let paths = entries.map_ok(|entry| entry.path()).try_collect();
    let mut paths: Vec<_> = paths.with_context(at(folder))?;
    paths.sort();
    Ok(paths)
}
