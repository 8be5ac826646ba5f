//! The places of result files; writing of the files of a report. All texts are made before the
//! first file is written.

use super::figures;
use anyhow::{Context, ensure};
use itertools::Itertools;
use setwise_program::failure::at;
use setwise_program::files::{create_folder, list, replace};
use setwise_program::host;
use setwise_results::code::{CodeFile, FOLDER};
use setwise_results::{Document, File, Origin, Run};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of predictions in a folder of results.
pub(crate) const PREDICTIONS: &str = "predictions";

/// Returns the path of a new result file in a folder of results.
pub(crate) fn path(results: &Path, origin: &Origin, ending: &str) -> PathBuf {
    let flags = match origin.flags.trim() {
        "" => String::new(),
        flags => format!("-{}", host::slug(flags)),
    };
    let name = format!("{}{flags}{ending}.json", origin.stem());
    results.join(host::slug(&origin.cpu.model)).join(name)
}

/// A result file of a machine.
pub(crate) struct Found<R> {
    /// The folder of the CPU: short, unique, fit for file names.
    pub(crate) slug: String,
    /// The name of the file.
    pub(crate) name: String,
    /// What it says.
    pub(crate) file: File<R>,
    pub(crate) path: PathBuf,
}

/// Reads all files of a kind in folders of results. The runs of each machine stand together, in the
/// order of `key` of the file, smaller ones first; the file `shown` before all others.
pub(crate) fn runs<R: Run, K: Ord>(
    folders: &[PathBuf],
    shown: Option<&Path>,
    key: impl Fn(&File<R>) -> K,
) -> anyhow::Result<Vec<Found<R>>> {
    let mut runs = Vec::new();
    for results in folders {
        fs::metadata(results).with_context(at(results))?;
        let is_cpu = |path: &PathBuf| {
            let others = [FOLDER, PREDICTIONS, figures::FOLDER].map(OsStr::new);
            path.is_dir() && !path.file_name().is_some_and(|name| others.contains(&name))
        };
        let cpus = list(results)?.into_iter().filter(is_cpu);
        for folder in cpus {
            let slug = name_of(&folder)?;
            for path in list(&folder)? {
                if let Some(name) = is_of(&path, R::ENDING) {
                    name_of(&path)?;
                    let (slug, name, file) = (slug.clone(), name.to_string(), File::read(&path)?);
                    runs.push(Found {
                        slug,
                        name,
                        file,
                        path,
                    });
                }
            }
        }
    }
    let is_later = |run: &Found<R>| Some(run.path.as_path()) != shown;
    runs.sort_by_cached_key(|run| (run.slug.clone(), is_later(run), key(&run.file)));
    Ok(runs)
}

impl<R> Found<R> {
    /// Returns where a report on some folders finds the file: a report stands beside the first one.
    /// Files of the others have their whole path.
    pub(crate) fn link(&self, folders: &[PathBuf]) -> String {
        match folders.first() {
            Some(first) if !self.path.starts_with(first) => self.path.display().to_string(),
            _ => format!("results/{}/{}", self.slug, self.name),
        }
    }
}

/// Reads the hashes of the present machine code.
pub(crate) fn code(folders: &[PathBuf]) -> anyhow::Result<Vec<CodeFile>> {
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
fn is_of<'a>(path: &'a Path, ending: &str) -> Option<&'a str> {
    let name = path.file_name()?.to_str()?;
    let stem = name.strip_suffix(".json")?.strip_suffix(ending)?;
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
    let advice = "the report is not up to date, run `setwise-measure report`";
    ensure!(wrong.is_empty(), "{advice}: {wrong}");
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_results::nnue::NnueRun;
    use setwise_results::perft::PerftRun;
    use setwise_results::processes::Processes;
    use setwise_results::{Cpu, Matrix};

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
        let endings = [
            Matrix::ENDING,
            PerftRun::ENDING,
            NnueRun::ENDING,
            Processes::ENDING,
        ];
        for ending in endings {
            let found = path(Path::new("results"), &origin, ending);
            assert_eq!(found, Path::new(&format!("{stem}{ending}.json")));
            let of = endings.map(|ending| is_of(&found, ending).is_some());
            assert_eq!(of, endings.map(|other| other == ending));
        }
        origin.flags = " -C target-cpu=native ".to_string();
        let found = path(Path::new("results"), &origin, Matrix::ENDING);
        let expected = format!("{stem}-c-target-cpu-native.json");
        assert_eq!(found, Path::new(&expected));
    }

    #[test]
    fn the_shown_run_is_the_first_of_its_machine() {
        let results = data();
        let order = |shown: Option<&Path>| {
            let time = |file: &File<Matrix>| file.origin.time.clone();
            let all = runs(std::slice::from_ref(&results), shown, time).unwrap();
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
    fn hashes_are_found_by_architecture() {
        let files = code(&[data()]).unwrap();
        let found = code_of(&files, "x86_64").unwrap();
        assert!(found.target.starts_with("x86_64-"), "{}", found.target);
        assert!(code_of(&files, "aarch64").is_none());
        assert!(code_of(&files, "x86").is_none());
    }
}
