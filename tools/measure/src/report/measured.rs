//! The runs of benchmarks that have a page of their own.

use super::files::{self, Files};
use super::machine::Evidence;
use itertools::Itertools;
use setwise_program::host;
use setwise_results::Row;
use setwise_results::code::{self, CodeFile};
use setwise_results::{File, Origin, Run};
use std::cmp::Reverse;
use std::path::{Path, PathBuf};

/// A benchmark with a page.
pub(crate) trait Benchmark: Run {
    /// The name of the page in the output folder.
    const PAGE: &str;

    /// Adds the page and its charts.
    fn render(all: &[Measured<Self>], files: &mut Files) -> anyhow::Result<()>;

    /// Returns the tables of one result file for the terminal.
    fn terminal_summary(measured: &Measured<Self>) -> String;
}

/// A run.
pub(crate) struct Measured<R> {
    /// The folder of the CPU, and the flags of the build: unique, fit for file names.
    pub(super) slug: String,
    /// The path of the file.
    path: PathBuf,
    /// Where the page finds it.
    pub(super) link: String,
    pub(super) file: File<R>,
    /// The present machine code.
    present: Option<CodeFile>,
}

/// Reads all runs of a benchmark in some folders, ordered by machine. Of several runs of a machine
/// and a build the report shows the latest of those with the most rounds, or the file `shown`.
pub(super) fn all<R: Benchmark>(
    folders: &[PathBuf],
    shown: Option<&Path>,
) -> anyhow::Result<Vec<Measured<R>>> {
    let order = |file: &File<R>| {
        let Origin { flags, time, .. } = &file.origin;
        (flags.clone(), Reverse((file.run.rounds(), time.clone())))
    };
    let runs = files::runs(folders, shown, order)?.into_iter();
    let present = files::code(folders)?;
    let build = |run: &files::Found<R>| (run.slug.clone(), run.file.origin.flags.clone());
    let measured = runs.unique_by(build).map(|run| Measured {
        slug: host::slug(&format!("{} {}", run.slug, run.file.origin.flags)),
        link: run.link(folders),
        path: run.path,
        present: files::code_of(&present, &run.file.origin.cpu.arch).cloned(),
        file: run.file,
    });
    Ok(measured.collect())
}

impl<R: Benchmark> Measured<R> {
    /// Returns whether this is the file of a path.
    pub(super) fn is_of(&self, path: &Path) -> bool {
        path == self.path
    }

    /// Returns whether an instruction set has the present machine code. Builds with flags have no
    /// hashes.
    pub(super) fn evidence(&self, level: &str) -> Evidence {
        let present = self.present.as_ref();
        let group = R::GROUP.unwrap_or_default();
        let present = present.and_then(|code| code.hash(level, group));
        Evidence::of(code::find(&self.file.code, level, group), present)
    }

    /// Returns the rows of a case.
    pub(super) fn rows(&self, case: &str) -> impl Iterator<Item = &Row> {
        let rows = self.file.rows().iter();
        rows.filter(move |row| row.case == case)
    }

    /// Returns the row of a contender in a case.
    pub(super) fn row(&self, case: &str, contender: &str, threads: usize) -> Option<&Row> {
        let mut rows = self.rows(case);
        rows.find(|row| row.contender == contender && row.threads == threads)
    }

    /// The CPU, and the flags that the compiler got.
    pub(super) fn title(&self) -> String {
        let Origin { cpu, flags, .. } = &self.file.origin;
        match flags.trim() {
            "" => cpu.short().to_string(),
            flags => format!("{}, {flags}", cpu.short()),
        }
    }
}

/// Returns the median of a row's seconds; infinity if it has none.
pub(super) fn seconds(row: &Row) -> f64 {
    row.time().map_or(f64::INFINITY, |time| time.median)
}
