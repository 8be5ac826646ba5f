//! Writing of the files of a report, and the places of result files. All texts are made before the
//! first file is written.

use anyhow::{Context, Result, ensure};
use itertools::Itertools;
use setwise_program::failure::at;
use setwise_program::files::{create_folder, list, replace};
use setwise_results::Origin;
use std::path::{Path, PathBuf};
use std::{collections::BTreeMap, fs};

/// Returns the path of a new result file in a folder of results: the folder of its CPU, then the
/// time, the revision and the flags.
pub(crate) fn path(results: &Path, origin: &Origin, ending: &str) -> PathBuf {
    let time = origin.time.replace(['-', ':'], "");
    let (revision, flags) = (origin.revision.as_str(), origin.flags.trim());
    let revision = ["unknown", revision][usize::from(!revision.is_empty())];
    let flags = match flags {
        "" => String::new(),
        flags => format!("-{}", slug(flags)),
    };
    let folder = results.join(slug(&origin.cpu.model));
    folder.join(format!("{time}-{revision}{flags}{ending}.json"))
}

/// Returns a CPU's name as part of a file name: `AMD Ryzen 7 7700X` becomes `amd-ryzen-7-7700x`.
pub(crate) fn slug(model: &str) -> String {
    let words = model.split(|c: char| !c.is_ascii_alphanumeric());
    match words.filter(|word| !word.is_empty()).join("-") {
        none if none.is_empty() => "cpu".to_string(),
        slug => slug.to_ascii_lowercase(),
    }
}

pub(crate) const PREDICTIONS: &str = "predictions";
pub(crate) const ASIDES: &str = "aside";
pub(crate) const CHARTS: &str = "charts";

/// Text that every chart of a report contains. Other files are left alone.
pub(crate) const MARK: &str = "<style>@media (prefers-color-scheme: dark)";

pub(crate) type Files = BTreeMap<PathBuf, String>;

/// Replaces the files of the report, each one atomically, and removes those of earlier reports.
pub(crate) fn write(out: &Path, files: &Files) -> Result<()> {
    create_folder(out)?;
    for (path, text) in files {
        replace(&out.join(path), text)?;
    }
    for stale in surplus(out, files)? {
        fs::remove_file(&stale).with_context(at(&stale))?;
    }
    Ok(())
}

/// Compares the files with the report. Fails with the names of the files that differ.
pub(crate) fn check(out: &Path, files: &Files) -> Result<()> {
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
fn surplus(out: &Path, files: &Files) -> Result<Vec<PathBuf>> {
    let mut found = list(&out.join(CHARTS))?;
    found.retain(|path| {
        let within = path.strip_prefix(out);
        let is_known = within.is_ok_and(|within| files.contains_key(within));
        let text = fs::read_to_string(path).unwrap_or_default();
        !is_known && text.contains(MARK)
    });
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs() {
        assert_eq!(slug("Intel Core i7-8550U"), "intel-core-i7-8550u");
        assert_eq!(
            slug("AMD EPYC (family 25 model 17)"),
            "amd-epyc-family-25-model-17"
        );
        assert_eq!(slug("°"), "cpu");
    }
}
