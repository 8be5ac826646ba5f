//! Result files of a folder.

use super::machine::Machine;
use crate::failure::Failure;
use crate::processes::{FOLDER, ProcessFile};
use serde::de::DeserializeOwned;
use setwise_benches::results::ResultFile;
use std::fs;
use std::path::{Path, PathBuf};

/// All results of the matrix in a folder, ordered by name.
pub(crate) fn all(folder: &Path) -> Result<Vec<Machine>, Failure> {
    let files = named(folder)?;
    if files.is_empty() {
        return Err(Failure::new(format!(
            "{}: there are no result files; `setwise bench` makes one",
            folder.display()
        )));
    }
    let machine = |(slug, path): (String, PathBuf)| {
        let file = ResultFile::read(&path).map_err(Failure::new)?;
        let mut machine = Machine::new(slug, file);
        let processes = path
            .with_file_name(FOLDER)
            .join(format!("{}.json", machine.slug));
        if processes.is_file() {
            machine.processes = Some(ProcessFile::read(&processes)?);
        }
        Ok(machine)
    };
    files.into_iter().map(machine).collect()
}

/// All files `*.json` of a folder with the stems of their names, in this order. One that cannot be used is an error: a
/// report that leaves out a machine silently would be wrong.
pub(crate) fn named(folder: &Path) -> Result<Vec<(String, PathBuf)>, Failure> {
    json_files(folder)?.into_iter().map(with_stem).collect()
}

/// All files `*.json` of a folder, ordered by name.
pub(crate) fn json_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let wrong = |error: std::io::Error| Failure::new(format!("{}: {error}", folder.display()));
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        paths.push(entry.map_err(wrong)?.path());
    }
    paths.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "json")
    });
    paths.sort();
    Ok(paths)
}

/// A file that names its format in the field that `format` gives.
pub(crate) fn of_format<T: DeserializeOwned>(
    path: &Path,
    expected: &str,
    format: impl Fn(&T) -> &str,
) -> Result<T, Failure> {
    let wrong =
        |fault: &dyn std::fmt::Display| Failure::new(format!("{}: {fault}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| wrong(&error))?;
    let file: T = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
    match format(&file) {
        found if found == expected => Ok(file),
        found => Err(wrong(&format!("format {found:?}, not {expected:?}"))),
    }
}

fn with_stem(path: PathBuf) -> Result<(String, PathBuf), Failure> {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    let usable = stem.filter(|stem| {
        !stem.is_empty()
            && stem
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_.".contains(&b))
    });
    match usable {
        Some(stem) => Ok((stem.to_string(), path)),
        None => Err(Failure::new(format!(
            "{}: the name of a result file has a-z, 0-9, `-`, `_` and `.` only, as charts and links are named after it",
            path.display()
        ))),
    }
}
