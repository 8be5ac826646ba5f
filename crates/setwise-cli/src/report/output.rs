//! The files of a report: all of them are made before the first one is written.

use super::prose;
use crate::failure::Failure;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of generated charts.
pub(crate) const CHARTS: &str = "charts";

/// The folder of generated pages, one for each machine.
pub(crate) const PAGES: &str = "performance";

/// Texts by path within the output folder.
pub(crate) type Files = BTreeMap<PathBuf, String>;

/// Replaces the files of the report, each one atomically, and removes charts and pages that it no longer has.
pub(crate) fn write(out: &Path, files: &Files) -> Result<(), Failure> {
    for (path, text) in files {
        replace(&out.join(path), text)?;
    }
    for stale in surplus(out, files)? {
        fs::remove_file(&stale).map_err(|error| failure(&stale, &error))?;
    }
    Ok(())
}

/// Fails with the names of the files that differ from what the report would be.
pub(crate) fn check(out: &Path, files: &Files) -> Result<(), Failure> {
    let mut wrong = Vec::new();
    for (path, text) in files {
        let path = out.join(path);
        match fs::read(&path) {
            Ok(found) if found == text.as_bytes() => {}
            Ok(_) => wrong.push(format!("{} differs", path.display())),
            Err(error) => wrong.push(failure(&path, &error).to_string()),
        }
    }
    for stale in surplus(out, files)? {
        wrong.push(format!("{} is no file of the report", stale.display()));
    }
    if wrong.is_empty() {
        return Ok(());
    }
    Err(Failure::new(format!(
        "the report is not up to date, run `setwise report`: {}",
        wrong.join("; ")
    )))
}

/// Writes a file beside its place and moves it there, so that no reader sees half of it.
pub(crate) fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = path.parent().unwrap_or(Path::new("."));
    create_folder(folder)?;
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}.tmp", std::process::id()));
    let temporary = PathBuf::from(temporary);
    fs::write(&temporary, text)
        .and_then(|()| fs::rename(&temporary, path))
        .map_err(|error| {
            // The move failed: the file beside it is of no use.
            let _ = fs::remove_file(&temporary);
            failure(path, &error)
        })
}

/// Makes a folder with those above it.
pub(crate) fn create_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| failure(folder, &error))
}

/// Charts and pages of some earlier report that this one does not have. Other people's files in their folders are left alone.
fn surplus(out: &Path, files: &Files) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for folder in [CHARTS, PAGES] {
        let folder = out.join(folder);
        if !folder.exists() {
            continue;
        }
        let wrong = |error: &std::io::Error| failure(&folder, error);
        for entry in fs::read_dir(&folder).map_err(|error| wrong(&error))? {
            let path = entry.map_err(|error| wrong(&error))?.path();
            let is_known = path
                .strip_prefix(out)
                .is_ok_and(|within| files.contains_key(within));
            if !is_known && is_of_a_report(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Is it a chart or a page, by its name or by its head?
fn is_of_a_report(path: &Path) -> bool {
    let name = path
        .file_name()
        .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let is_page = || fs::read_to_string(path).is_ok_and(|text| text.contains(prose::MARK));
    ["-light.svg", "-dark.svg"]
        .iter()
        .any(|end| name.ends_with(end))
        || name.ends_with(".md") && is_page()
}

fn failure(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("{}: {error}", path.display()))
}
