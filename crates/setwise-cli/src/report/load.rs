//! Result files of a folder.

use super::machine::Machine;
use crate::failure::Failure;
use crate::processes::{FOLDER, ProcessFile};
use setwise_benches::results::ResultFile;
use std::fs;
use std::path::{Path, PathBuf};

/// All files `*.json` of a folder, ordered by name. One that cannot be used is an error: a report that leaves
/// out a machine silently would be wrong.
pub(crate) fn all(folder: &Path) -> Result<Vec<Machine>, Failure> {
    let wrong = |error: std::io::Error| Failure::new(format!("{}: {error}", folder.display()));
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let path = entry.map_err(wrong)?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            paths.push(path);
        }
    }
    paths.sort();
    if paths.is_empty() {
        return Err(Failure::new(format!(
            "{}: there are no result files; `setwise bench` makes one",
            folder.display()
        )));
    }
    paths.into_iter().map(one).collect()
}

fn one(path: PathBuf) -> Result<Machine, Failure> {
    let slug = path.file_stem().and_then(|stem| stem.to_str());
    let usable = slug.filter(|slug| {
        !slug.is_empty()
            && slug
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_.".contains(&b))
    });
    let Some(slug) = usable else {
        return Err(Failure::new(format!(
            "{}: the name of a result file has a-z, 0-9, `-`, `_` and `.` only, as charts and links are named after it",
            path.display()
        )));
    };
    let file = ResultFile::read(&path).map_err(Failure::new)?;
    let mut machine = Machine::new(slug.to_string(), file);
    let processes = path
        .with_file_name(FOLDER)
        .join(format!("{}.json", machine.slug));
    if processes.is_file() {
        machine.processes = Some(ProcessFile::read(&processes).map_err(Failure::new)?);
    }
    Ok(machine)
}
