//! Result files of a folder.

use super::machine::Machine;
use crate::failure::Failure;
use setwise_results::processes::{FOLDER, ProcessFile};
use setwise_results::{ResultError, ResultFile};
use std::fs;
use std::path::Path;

/// Reads all results of the matrix in a folder, ordered by name.
pub(crate) fn all(folder: &Path) -> Result<Vec<Machine>, Failure> {
    fs::metadata(folder).map_err(Failure::at(folder))?;
    let machines = files(folder, |slug, path| {
        let other = folder.join(FOLDER).join(format!("{slug}.json"));
        let other = other.is_file().then(|| ProcessFile::read(&other));
        Ok(Machine {
            slug,
            file: ResultFile::read(path)?,
            processes: other.transpose()?,
        })
    })?;
    match machines.is_empty() {
        true => Err(Failure::new(format!(
            "{}: there are no result files; `setwise bench` makes one",
            folder.display()
        ))),
        false => Ok(machines),
    }
}

/// Reads all files `*.json` of a folder, ordered by name, each with the stem of its name; none if there is no such folder.
/// A file with an unusable name is an error: a report that leaves out a machine silently would be wrong.
pub(crate) fn files<T>(
    folder: &Path,
    read: impl Fn(String, &Path) -> Result<T, ResultError>,
) -> Result<Vec<T>, Failure> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).map_err(Failure::at(folder))?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = paths
        .collect::<Result<Vec<_>, _>>()
        .map_err(Failure::at(folder))?;
    paths.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "json")
    });
    paths.sort();
    let is_usable = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_.".contains(&b);
    let read = |path: &Path| {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        match stem.filter(|stem| stem.bytes().all(is_usable)) {
            Some(stem) => Ok(read(stem.to_string(), path)?),
            None => Err(Failure::new(format!(
                "{}: the name of a result file has a-z, 0-9, `-`, `_` and `.` only, as charts and links are named after it",
                path.display()
            ))),
        }
    };
    paths.iter().map(|path| read(path)).collect()
}
