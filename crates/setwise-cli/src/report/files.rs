//! The places of result files; writing of the files of a report. All texts are made before the
//! first file is written.

use crate::failure::at;
use crate::host;
use anyhow::{Context, ensure};
use itertools::Itertools;
use setwise_results::code::{CodeFile, FOLDER};
use setwise_results::{Document, Origin};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The folder of predictions in a folder of results.
pub(crate) const PREDICTIONS: &str = "predictions";

/// The kinds of result files of a machine. They are in a folder for each CPU, and named after the
/// time and the revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Matrix,
    Perft,
    Nnue,
    Processes,
}

impl Kind {
    /// The end of the names of its files.
    const fn ending(self) -> &'static str {
        match self {
            Self::Matrix => ".json",
            Self::Perft => ".perft.json",
            Self::Nnue => ".nnue.json",
            Self::Processes => ".processes.json",
        }
    }
}

/// Returns the path of a new result file in a folder of results.
pub(crate) fn path(results: &Path, origin: &Origin, kind: Kind) -> PathBuf {
    let flags = match origin.flags.trim() {
        "" => String::new(),
        flags => format!("-{}", host::slug(flags)),
    };
    let name = format!("{}{flags}{}", origin.stem(), kind.ending());
    results.join(host::slug(&origin.cpu.model)).join(name)
}

/// A result file of a machine.
pub(crate) struct Run<T> {
    /// The folder of the CPU: short, unique, fit for file names.
    pub(crate) slug: String,
    /// The name of the file.
    pub(crate) name: String,
    /// What it says.
    pub(crate) file: T,
    pub(crate) path: PathBuf,
}

/// Reads all files of a kind in folders of results. The runs of each machine stand together, in the
/// order of `key` of the file, smaller ones first; the file `shown` before all others.
pub(crate) fn runs<T: Document, K: Ord>(
    folders: &[&Path],
    kind: Kind,
    shown: Option<&Path>,
    key: impl Fn(&T) -> K,
) -> anyhow::Result<Vec<Run<T>>> {
    let mut runs = Vec::new();
    for results in folders {
        fs::metadata(results).with_context(at(results))?;
        let is_cpu = |path: &PathBuf| {
            let others = [FOLDER, PREDICTIONS].map(OsStr::new);
            path.is_dir() && !path.file_name().is_some_and(|name| others.contains(&name))
        };
        let cpus = list(results)?.into_iter().filter(is_cpu);
        for folder in cpus {
            let slug = name_of(&folder)?;
            for path in list(&folder)? {
                if let Some(name) = is_of(&path, kind) {
                    name_of(&path)?;
                    let (slug, name, file) = (slug.clone(), name.to_string(), T::read(&path)?);
                    runs.push(Run {
                        slug,
                        name,
                        file,
                        path,
                    });
                }
            }
        }
    }
    let is_later = |run: &Run<T>| Some(run.path.as_path()) != shown;
    runs.sort_by_cached_key(|run| (run.slug.clone(), is_later(run), key(&run.file)));
    Ok(runs)
}

impl<T> Run<T> {
    /// Returns where a report on some folders finds the file: a report stands beside the first one.
    /// Files of the others have their whole path.
    pub(crate) fn link(&self, folders: &[&Path]) -> String {
        match folders.first() {
            Some(first) if !self.path.starts_with(first) => self.path.display().to_string(),
            _ => format!("results/{}/{}", self.slug, self.name),
        }
    }
}

/// Reads the hashes of the present machine code.
pub(crate) fn code(folders: &[&Path]) -> anyhow::Result<Vec<CodeFile>> {
    let files = folders
        .iter()
        .map(|results| read_all(&results.join(FOLDER)));
    files.flatten_ok().try_collect()
}

/// Returns the hashes of an architecture.
pub(crate) fn code_of<'a>(files: &'a [CodeFile], arch: &str) -> Option<&'a CodeFile> {
    let mut files = files.iter();
    files.find(|file| file.target.split('-').next() == Some(arch))
}

/// Returns the name of a file if it is of a kind.
fn is_of(path: &Path, kind: Kind) -> Option<&str> {
    let name = path.file_name()?.to_str()?;
    let stem = name.strip_suffix(kind.ending())?;
    (!stem.contains('.')).then_some(name)
}

/// Returns the name of a folder or a file of results. An unusable one is an error: a report that
/// leaves out a machine silently would be wrong.
fn name_of(path: &Path) -> anyhow::Result<String> {
    let is_usable = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.filter(|name| name.bytes().all(is_usable));
    let rule = "the name has letters, digits, `-`, `_` and `.` only, as charts and links are named after it";
    let name = name.context(rule).with_context(at(path))?;
    Ok(name.to_string())
}

/// The folder of generated charts.
pub(crate) const CHARTS: &str = "charts";

/// Text that every chart of a report contains. Other files are left alone.
const MARK: &str = "<style>@media (prefers-color-scheme: dark)";

/// Texts by path within the output folder.
pub(crate) type Files = BTreeMap<PathBuf, String>;

/// Replaces the files of the report, each one atomically, and removes charts of earlier reports.
pub(crate) fn write(out: &Path, files: &Files) -> anyhow::Result<()> {
    replace_all(out, files)?;
    for stale in surplus(out, files)? {
        fs::remove_file(&stale).with_context(at(&stale))?;
    }
    Ok(())
}

/// Replaces files, each one atomically, and leaves others alone.
pub(crate) fn replace_all(out: &Path, files: &Files) -> anyhow::Result<()> {
    create_folder(out)?;
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

/// Removes temporary files for a path that killed runs have left. Those of the last hour may still
/// be written.
pub(crate) fn remove_abandoned(folder: &Path, of: &Path) {
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

/// Returns the charts of earlier reports that this report does not have.
fn surplus(out: &Path, files: &Files) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = list(&out.join(CHARTS))?;
    found.retain(|path| {
        let within = path.strip_prefix(out);
        let is_known = within.is_ok_and(|within| files.contains_key(within));
        let text = fs::read_to_string(path).unwrap_or_default();
        !is_known && text.contains(MARK)
    });
    Ok(found)
}

/// Reads all files `*.json` of a folder, ordered by name; none if there is no such folder.
pub(crate) fn read_all<T: Document>(folder: &Path) -> anyhow::Result<Vec<T>> {
    let mut paths = list(folder)?;
    paths.retain(|path| path.extension() == Some("json".as_ref()));
    paths.iter().map(|path| T::read(path)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_results::{Cpu, ResultFile};
    use std::time::SystemTime;

    /// Made-up results.
    fn data() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/results")
    }

    #[test]
    fn a_result_file_is_named_after_its_origin() {
        let mut origin = Origin {
            cpu: Cpu {
                model: "AMD Ryzen 7 7700X".to_string(),
                ..Cpu::default()
            },
            revision: "2a83c45f00d1".to_string(),
            time: "2026-05-20T14:03:59Z".to_string(),
            ..Origin::default()
        };
        let stem = "results/amd-ryzen-7-7700x/20260520T140359Z-2a83c45f00d1";
        for (kind, ending) in [
            (Kind::Matrix, ".json"),
            (Kind::Perft, ".perft.json"),
            (Kind::Nnue, ".nnue.json"),
            (Kind::Processes, ".processes.json"),
        ] {
            let found = path(Path::new("results"), &origin, kind);
            assert_eq!(found, Path::new(&format!("{stem}{ending}")));
            assert!(is_of(&found, kind).is_some());
            let others = [Kind::Matrix, Kind::Perft, Kind::Nnue, Kind::Processes];
            let mut others = others.into_iter().filter(|&other| other != kind);
            assert!(
                others.all(|other| is_of(&found, other).is_none()),
                "{kind:?}"
            );
        }
        origin.flags = " -C target-cpu=native ".to_string();
        let found = path(Path::new("results"), &origin, Kind::Matrix);
        let expected = format!("{stem}-c-target-cpu-native.json");
        assert_eq!(found, Path::new(&expected));
    }

    #[test]
    fn the_shown_run_is_the_first_of_its_machine() {
        let results = data();
        let order = |shown: Option<&Path>| {
            let time = |file: &ResultFile| file.origin.time.clone();
            let all = runs(&[results.as_path()], Kind::Matrix, shown, time).unwrap();
            let names = all
                .into_iter()
                .map(|run| format!("{}/{}", run.slug, run.name));
            names.collect::<Vec<_>>()
        };
        let one = "example-one/20260520T140359Z-unknown.json";
        let [earlier, later] =
            ["20260519", "20260520"].map(|day| format!("example-two/{day}-unknown.json"));
        assert_eq!(order(None), [one, &earlier, &later]);
        assert_eq!(
            order(Some(&results.join(&earlier))),
            [one, &earlier, &later]
        );
        assert_eq!(order(Some(&results.join(&later))), [one, &later, &earlier]);
    }

    #[test]
    fn links_to_files_of_other_folders_are_whole_paths() {
        let run = |path: &str| Run {
            slug: "cpu".to_string(),
            name: "a.json".to_string(),
            file: (),
            path: PathBuf::from(path),
        };
        let folders = ["one", "two"].map(Path::new);
        assert_eq!(run("one/cpu/a.json").link(&folders), "results/cpu/a.json");
        assert_eq!(run("two/cpu/a.json").link(&folders), "two/cpu/a.json");
        assert_eq!(run("two/cpu/a.json").link(&[]), "results/cpu/a.json");
    }

    #[test]
    fn hashes_are_found_by_architecture() {
        let files = code(&[data().as_path()]).unwrap();
        let found = code_of(&files, "x86_64").unwrap();
        assert!(found.target.starts_with("x86_64-"), "{}", found.target);
        assert!(code_of(&files, "aarch64").is_none());
        assert!(code_of(&files, "x86").is_none());
    }

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
