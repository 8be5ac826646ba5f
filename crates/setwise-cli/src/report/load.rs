//! Result files of a folder.

use super::machine::Machine;
use crate::failure::Failure;
use setwise_results::ResultFile;
use setwise_results::processes::{FOLDER, ProcessFile};
use std::fs;
use std::path::{Path, PathBuf};

/// Reads all results of the matrix in a folder, ordered by name.
pub(crate) fn all(folder: &Path) -> Result<Vec<Machine>, Failure> {
    fs::metadata(folder).map_err(Failure::at(folder))?;
    let files = named(folder)?;
    if files.is_empty() {
        let folder = folder.display();
        let advice = "there are no result files; `setwise bench` makes one";
        return Err(Failure::new(format!("{folder}: {advice}")));
    }
    let machine = |(slug, path): (String, PathBuf)| {
        let file = ResultFile::read(&path).map_err(Failure::new)?;
        let processes = folder.join(FOLDER).join(format!("{slug}.json"));
        let processes = match processes.is_file() {
            true => Some(ProcessFile::read(&processes).map_err(Failure::new)?),
            false => None,
        };
        Ok(Machine::new(slug, file, processes))
    };
    files.into_iter().map(machine).collect()
}

/// Returns all files `*.json` of a folder with the stems of their names, in the order of the paths. A file with an
/// unusable name is an error: a report that leaves out a machine silently would be wrong.
pub(crate) fn named(folder: &Path) -> Result<Vec<(String, PathBuf)>, Failure> {
    let is_usable = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_.".contains(&b);
    let with_stem = |path: PathBuf| {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        match stem.filter(|stem| stem.bytes().all(is_usable)) {
            Some(stem) => Ok((stem.to_string(), path)),
            None => Err(Failure::new(format!(
                "{}: the name of a result file has a-z, 0-9, `-`, `_` and `.` only, as charts and links are named after it",
                path.display()
            ))),
        }
    };
    json_files(folder)?.into_iter().map(with_stem).collect()
}

/// Returns all files `*.json` of a folder, ordered by name; none if there is no such folder.
pub(crate) fn json_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).map_err(Failure::at(folder))?;
    let paths = entries.map(|entry| Ok(entry.map_err(Failure::at(folder))?.path()));
    let mut paths = paths.collect::<Result<Vec<PathBuf>, Failure>>()?;
    paths.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "json")
    });
    paths.sort();
    Ok(paths)
}
