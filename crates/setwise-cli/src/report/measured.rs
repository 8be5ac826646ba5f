//! The runs of benchmarks that have a page of their own.

use super::files::{self, Kind};
use super::machine::Evidence;
use crate::host;
use itertools::Itertools;
use setwise_results::code::{self, CodeFile, FEATURES, KernelCode, MOVES};
use setwise_results::nnue::NnueFile;
use setwise_results::perft::PerftFile;
use setwise_results::{Document, Origin};
use std::cmp::Reverse;
use std::path::{Path, PathBuf};

/// The result files of such a benchmark.
pub(crate) trait Benchmark: Document {
    /// Their kind.
    const KIND: Kind;
    /// The group of functions that they measure.
    const GROUP: &str;

    fn origin(&self) -> &Origin;

    /// The hashes of the measured code.
    fn code(&self) -> &[KernelCode];

    fn rounds(&self) -> usize;
}

impl Benchmark for PerftFile {
    const KIND: Kind = Kind::Perft;
    const GROUP: &str = MOVES;

    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn code(&self) -> &[KernelCode] {
        &self.code
    }

    fn rounds(&self) -> usize {
        self.run.rounds
    }
}

impl Benchmark for NnueFile {
    const KIND: Kind = Kind::Nnue;
    const GROUP: &str = FEATURES;

    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn code(&self) -> &[KernelCode] {
        &self.code
    }

    fn rounds(&self) -> usize {
        self.run.rounds
    }
}

/// A run.
pub(crate) struct Measured<T> {
    /// The folder of the CPU, and the flags of the build: unique, fit for file names.
    pub(super) slug: String,
    /// The path of the file.
    path: PathBuf,
    /// Where the page finds it.
    pub(super) link: String,
    pub(super) file: T,
    /// The present machine code.
    present: Option<CodeFile>,
}

/// Reads all runs of a benchmark in some folders, ordered by machine. Of several runs of a machine
/// and a build the report shows the latest of those with the most rounds, or the file `shown`.
pub(super) fn all<T: Benchmark>(
    folders: &[&Path],
    shown: Option<&Path>,
) -> anyhow::Result<Vec<Measured<T>>> {
    let order = |file: &T| {
        let Origin { flags, time, .. } = file.origin();
        (flags.clone(), Reverse((file.rounds(), time.clone())))
    };
    let runs = files::runs(folders, T::KIND, shown, order)?.into_iter();
    let present = files::code(folders)?;
    let build = |run: &files::Run<T>| (run.slug.clone(), run.file.origin().flags.clone());
    let measured = runs.unique_by(build).map(|run| Measured {
        slug: host::slug(&format!("{} {}", run.slug, run.file.origin().flags)),
        link: run.link(folders),
        path: run.path,
        present: files::code_of(&present, &run.file.origin().cpu.arch).cloned(),
        file: run.file,
    });
    Ok(measured.collect())
}

impl<T: Benchmark> Measured<T> {
    /// Returns whether this is the file of a path.
    pub(super) fn is_of(&self, path: &Path) -> bool {
        path == self.path
    }

    /// Returns whether an instruction set has the present machine code. Builds with flags have no
    /// hashes.
    pub(super) fn evidence(&self, level: &str) -> Evidence {
        let present = self.present.as_ref();
        let present = present.and_then(|code| code.hash(level, T::GROUP));
        Evidence::of(code::find(self.file.code(), level, T::GROUP), present)
    }

    /// The CPU, and the flags that the compiler got.
    pub(super) fn title(&self) -> String {
        let Origin { cpu, flags, .. } = self.file.origin();
        match flags.trim() {
            "" => cpu.short().to_string(),
            flags => format!("{}, {flags}", cpu.short()),
        }
    }
}
