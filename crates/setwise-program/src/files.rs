//! Files that no reader sees half written.

use crate::failure::at;
use anyhow::Context;
use itertools::Itertools;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Writes a temporary file and renames it, so that no reader sees a partial file.
pub fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
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

/// Removes temporary files for a path that killed runs have left. Those of the last hour may still
/// be written.
pub fn remove_abandoned(folder: &Path, of: &Path) {
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
        // A failure is ignored, because the file that is written now matters more.
        let _ = fs::remove_file(path);
    }
}

/// Creates a folder and its parents.
pub fn create_folder(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(at(folder))
}

/// Returns everything in a folder, ordered by name; nothing if there is no such folder.
pub fn list(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).with_context(at(folder))?;
    let paths = entries.map_ok(|entry| entry.path()).try_collect();
    let mut paths: Vec<_> = paths.with_context(at(folder))?;
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    #[test]
    fn only_old_temporary_files_of_the_path_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let minutes = |n: u64| SystemTime::now() - Duration::from_secs(60 * n);
        let files = [
            ("a.md.17.tmp", minutes(61), false),
            ("a.md.1234567.tmp", minutes(9999), false),
            ("a.md.18.tmp", minutes(50), true),
            ("a.md.x.tmp", minutes(120), true),
            ("a.md.1x.tmp", minutes(120), true),
            ("a.md..tmp", minutes(120), true),
            ("a.md.tmp", minutes(120), true),
            ("a.md.19", minutes(120), true),
            ("b.md.17.tmp", minutes(120), true),
            ("a.md", minutes(120), true),
        ];
        for (name, changed, _) in files {
            let file = fs::File::create(folder.path().join(name)).unwrap();
            file.set_modified(changed).unwrap();
        }
        remove_abandoned(folder.path(), &folder.path().join("a.md"));
        for (name, _, stays) in files {
            assert_eq!(folder.path().join(name).exists(), stays, "{name}");
        }
    }
}
