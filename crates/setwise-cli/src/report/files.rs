//! Reads result files, and writes the files of a report. All texts are made before the first file is written.

use super::contender;
use super::machine::Machine;
use crate::failure::at;
use anyhow::{Context, ensure};
use itertools::Itertools;
use setwise::TIERS;
use setwise_results::processes::{FOLDER, ProcessFile};
use setwise_results::{Document, ResultFile, Role};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The folder of generated charts.
pub(crate) const CHARTS: &str = "charts";

/// The folder of generated pages, one for each machine.
pub(crate) const PAGES: &str = "performance";

/// Text that every page or every chart of a report contains. Other files are left alone.
const MARKS: [&str; 2] = [
    "\n\nMade by `setwise report`",
    "<style>@media (prefers-color-scheme: dark)",
];

/// Texts by path within the output folder.
pub(crate) type Files = BTreeMap<PathBuf, String>;

/// Replaces the files of the report, each one atomically, and removes charts and pages of earlier reports.
pub(crate) fn write(out: &Path, files: &Files) -> anyhow::Result<()> {
    replace_all(out, files)?;
    for stale in surplus(out, files)? {
        fs::remove_file(&stale).with_context(at(&stale))?;
    }
    Ok(())
}

/// Replaces files, each one atomically, and leaves others alone.
pub(crate) fn replace_all(out: &Path, files: &Files) -> anyhow::Result<()> {
    let mut files = files.iter();
    files.try_for_each(|(path, text)| replace(&out.join(path), text))
}

/// Compares the files with the report. Fails with the names of the files that differ.
pub(crate) fn check(out: &Path, files: &Files) -> anyhow::Result<()> {
    let differing = files.iter().filter_map(|(path, text)| {
        let path = out.join(path);
        match fs::read(&path) {
            Ok(found) if found == text.as_bytes() => None,
            Ok(_) => Some(format!("{} differs", path.display())),
            Err(error) => Some(format!("{}: {error}", path.display())),
        }
    });
    let surplus = surplus(out, files)?.into_iter();
    let surplus = surplus.map(|path| format!("{} is no file of the report", path.display()));
    let wrong = differing.chain(surplus).join("; ");
    let advice = "the report is not up to date, run `setwise report`";
    ensure!(wrong.is_empty(), "{advice}: {wrong}");
    Ok(())
}

/// Writes a temporary file and renames it, so that no reader sees a partial file.
pub(crate) fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    create_folder(folder)?;
    remove_abandoned(folder, path);
    let temporary = path.with_added_extension(format!("{}.tmp", std::process::id()));
    let written = fs::write(&temporary, text).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // Removes the temporary file after a failed write or rename.
        let _ = fs::remove_file(&temporary);
    }
    written.with_context(at(path))
}

/// Removes temporary files for a path that killed runs have left. Those of the last hour may still be written.
fn remove_abandoned(folder: &Path, of: &Path) {
    const AGE: Duration = Duration::from_secs(3600);
    let is_temporary = |path: &Path| {
        let name = path.to_str().zip(of.to_str());
        let rest = name.and_then(|(path, of)| path.strip_prefix(of)?.strip_prefix('.'));
        let process = rest.and_then(|rest| rest.strip_suffix(".tmp"));
        process.is_some_and(|id| !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit()))
    };
    let is_old = |path: &Path| {
        let changed = fs::metadata(path).and_then(|about| about.modified());
        changed.is_ok_and(|changed| changed.elapsed().is_ok_and(|age| age > AGE))
    };
    let paths = list(folder).unwrap_or_default().into_iter();
    for path in paths.filter(|path| is_temporary(path) && is_old(path)) {
        // If it cannot be removed, the file that is written now matters more.
        let _ = fs::remove_file(path);
    }
}

/// Creates a folder and its parents.
pub(crate) fn create_folder(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(at(folder))
}

/// Returns the charts and pages of earlier reports that this report does not have.
fn surplus(out: &Path, files: &Files) -> anyhow::Result<Vec<PathBuf>> {
    let [charts, pages] = [CHARTS, PAGES].map(|folder| list(&out.join(folder)));
    let mut found = [charts?, pages?].concat();
    found.retain(|path| {
        let within = path.strip_prefix(out);
        let is_known = within.is_ok_and(|within| files.contains_key(within));
        let text = fs::read_to_string(path).unwrap_or_default();
        !is_known && MARKS.iter().any(|mark| text.contains(mark))
    });
    Ok(found)
}

/// Reads all results of the matrix in a folder, ordered by name.
pub(crate) fn machines(folder: &Path) -> anyhow::Result<Vec<Machine>> {
    fs::metadata(folder).with_context(at(folder))?;
    let machines = read_all(folder, |slug, path| {
        let file = ResultFile::read(path)?;
        check_roles(&file).with_context(at(path))?;
        let other = folder.join(FOLDER).join(format!("{slug}.json"));
        let other = other.is_file().then(|| ProcessFile::read(&other));
        Ok(Machine {
            slug,
            file,
            processes: other.transpose()?,
        })
    })?;
    let advice = "there are no result files; `setwise bench` makes one";
    ensure!(!machines.is_empty(), "{}: {advice}", folder.display());
    Ok(machines)
}

/// Fails if a contender passes for a kernel of the library by its role and not by its name, or the other way round.
fn check_roles(file: &ResultFile) -> anyhow::Result<()> {
    for cell in &file.cells {
        let family = contender::family(&cell.contender);
        let is_kernel = TIERS.contains(&family) || family == "scalar";
        let name = &cell.contender;
        let role = cell.role;
        ensure!(
            is_kernel == (role == Role::Kernel),
            "{name}: the name does not fit the role `{role}`"
        );
    }
    Ok(())
}

/// Reads all files `*.json` of a folder, ordered by name, each with the stem of its name; none if there is no such folder.
/// A file with an unusable name is an error: a report that leaves out a machine silently would be wrong.
pub(crate) fn read_all<T>(
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
fn list(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).with_context(at(folder))?;
    let paths = entries.map_ok(|entry| entry.path()).try_collect();
    let mut paths: Vec<_> = paths.with_context(at(folder))?;
    paths.sort();
    Ok(paths)
}
