//! The runs that a report shows, of any benchmark.

use super::chart::{Chart, escaped};
use super::files::{ASIDES, Files, PREDICTIONS, slug};
use crate::number::percent;
use anyhow::{Context, Result};
use itertools::Itertools;
use setwise_program::failure::at;
use setwise_program::files::list;
use setwise_program::host;
use setwise_program::table::Table;
use setwise_results::code::{self, CodeFile};
use setwise_results::{Document, File, Hashed, Origin, Row, Run};
use std::path::{Path, PathBuf};
use std::{cmp::Reverse, fs};

/// The median spread of the rounds of a noisy run is greater.
const NOISY: f64 = 0.1;

pub(crate) trait Benchmark: Run {
    const PAGE: &str;

    /// The instruction set that the library chose.
    fn level(&self) -> &str;

    /// Returns whether the code that the library chose in the run is the present one, in words;
    /// nothing where no code is hashed.
    fn evidence(shown: &Shown<Self>) -> String {
        let level = shown.file.level();
        let group = match Self::HASHED {
            Hashed::Group(group) => group,
            Hashed::Kernels => "",
            Hashed::Nothing => return String::new(),
        };
        let evidence = match shown.is_present(level, group) {
            Some(true) => "present",
            Some(false) => "changed",
            None => "unverified",
        };
        evidence.to_string()
    }

    /// Returns the tables of one run, which its page and the terminal show.
    fn tables(shown: &Shown<Self>) -> String;
}

/// Returns a table with its title and what is said before it.
pub(crate) fn section<T>(title: &str, intro: &str, table: &Table<'_, T>) -> String {
    format!("{title}\n\n{intro}{}\n", table.markdown())
}

/// A benchmark whose page has a chapter for each run.
pub(crate) trait Chaptered: Benchmark<Row = Row> {
    /// The opening of the page, what it says without results, and its end.
    const PROSE: [&str; 3];

    /// Returns what follows the opening.
    fn opening(_runs: &[&Shown<Self>]) -> String {
        String::new()
    }

    /// Returns what a chapter says before the chart and after it, and before the number of rounds.
    fn chapter(shown: &Shown<Self>) -> [String; 3];

    fn chart(_shown: &Shown<Self>) -> Option<Chart> {
        None
    }
}

/// Makes the page: a chapter for each run on the CPU of the latest run, and links to the others.
pub(crate) fn page<R: Chaptered>(all: &[Shown<R>], files: &mut Files) {
    let [opening, none, end] = R::PROSE;
    let none = if all.is_empty() { none } else { "" };
    let (mut chapters, mut charts) = (String::new(), Vec::new());
    for run in all {
        let chart = R::chart(run);
        files.extend(chart.as_ref().map(Chart::file));
        if run.is_latest {
            let [head, body, extent] = R::chapter(run);
            let chart = chart.as_ref().map_or_else(String::new, Chart::markdown);
            let (heading, end) = (run.heading(), run.end(&extent));
            chapters += &format!("## {heading}\n\n{head}{chart}{body}{end}");
        }
        charts.push((run, chart));
    }
    let table = Table::of(&charts)
        .text("CPU", |(run, _)| run.column())
        .code("level", |(run, _)| Some(run.file.level()))
        .text("run", |(run, _)| run.data())
        .text("code", |(run, _)| run.state())
        .text("", |(_, chart)| {
            Some(format!("[chart]({})", chart.as_ref()?.path))
        });
    let table = match all.is_empty() {
        true => String::new(),
        false => section("## Runs", prose!("runs"), &table),
    };
    let shown = all.iter().filter(|run| run.is_latest).collect_vec();
    let text = [opening, &R::opening(&shown), none, &table, &chapters, end].concat();
    files.insert(PathBuf::from(R::PAGE), text);
}

pub(crate) struct Sources {
    /// A report stands beside the first one.
    folders: Vec<PathBuf>,
    /// The file that is shown before other runs of its machine.
    new: Option<PathBuf>,
    code: Vec<CodeFile>,
}

pub(crate) struct Shown<R: Run> {
    /// The folder of the CPU.
    pub(crate) cpu: String,
    /// Whether the latest run is of this CPU.
    pub(crate) is_latest: bool,
    /// The folder of the CPU, and the flags of the build: unique, fit for file names.
    pub(crate) slug: String,
    pub(crate) path: PathBuf,
    pub(crate) link: String,
    pub(crate) file: File<R>,
    /// The names of the files of this machine and build that are not shown.
    pub(crate) others: Vec<String>,
    /// Whether the latest run of the benchmark is of another revision, or code has changed since.
    older: bool,
    /// [`File::spread`].
    pub(crate) spread: Option<f64>,
    /// The present machine code of the architecture, if it is known.
    pub(crate) present: Option<CodeFile>,
}

impl Sources {
    pub(crate) fn new(folders: Vec<PathBuf>, new: Option<PathBuf>) -> Result<Self> {
        let code = Vec::new();
        let mut sources = Self { folders, new, code };
        sources.code = sources.documents(code::FOLDER)?;
        Ok(sources)
    }

    pub(crate) fn is_new<R: Run>(&self, run: &Shown<R>) -> bool {
        self.new.as_ref() == Some(&run.path)
    }

    pub(crate) fn documents<T: Document>(&self, folder: &str) -> Result<Vec<T>> {
        let folders = self.folders.iter();
        let paths = folders.map(|results| list(&results.join(folder)));
        let is_json = |path: &PathBuf| path.extension() == Some("json".as_ref());
        let paths = paths.flatten_ok().filter_ok(is_json);
        paths.map(|path| T::read(&path?)).collect()
    }

    /// Reads all runs of a benchmark. Of several runs of a machine and a build the report shows the
    /// new one, or the first one in an order.
    pub(crate) fn shown<R: Run, K: Ord>(
        &self,
        order: impl Fn(&Shown<R>) -> K,
    ) -> Result<Vec<Shown<R>>> {
        let mut runs = Vec::new();
        for results in &self.folders {
            fs::metadata(results).with_context(at(results))?;
            for folder in list(results)?.iter().filter(|path| path.is_dir()) {
                let cpu = name_of(folder)?;
                if [code::FOLDER, PREDICTIONS, ASIDES].contains(&cpu) {
                    continue;
                }
                let paths = list(folder)?.into_iter();
                for path in paths.filter(|path| is_of(path, R::ENDING)) {
                    runs.push(self.read(cpu, path)?);
                }
            }
        }
        runs.sort_by_cached_key(|run| (run.slug.clone(), !self.is_new(run), order(run)));
        let mut shown: Vec<Shown<R>> = Vec::new();
        for run in runs {
            match shown.last_mut() {
                Some(first) if first.slug == run.slug => {
                    first.others.push(name_of(&run.path)?.to_string());
                }
                _ => shown.push(run),
            }
        }
        let latest = shown.iter().max_by_key(|run| &run.file.origin.time);
        let latest = latest.map(|run| (run.cpu.clone(), run.file.origin.revision.clone()));
        let (cpu, revision) = latest.unwrap_or_default();
        for run in &mut shown {
            let mut code = run.file.code.iter();
            let changed = code.any(|row| run.is_present(&row.kernel, &row.entry) == Some(false));
            run.older = changed || revision != run.file.origin.revision;
            run.is_latest = run.cpu == cpu;
        }
        Ok(shown)
    }

    fn read<R: Run>(&self, cpu: &str, path: PathBuf) -> Result<Shown<R>> {
        let file: File<R> = File::read(&path)?;
        let spread = file.spread();
        let (flags, arch) = (&file.origin.flags, &file.origin.cpu.arch);
        let is_of = |code: &&CodeFile| code.target.split('-').next() == Some(arch);
        // Files of the other folders have their whole path.
        let link = match path.starts_with(&self.folders[0]) {
            true => format!("results/{cpu}/{}", name_of(&path)?),
            false => path.display().to_string(),
        };
        Ok(Shown {
            cpu: cpu.to_string(),
            is_latest: false,
            slug: slug(&format!("{cpu} {flags}")),
            link,
            others: Vec::new(),
            older: false,
            spread,
            present: self.code.iter().find(is_of).cloned(),
            file,
            path,
        })
    }

    /// Reads all runs of a benchmark, and shows the latest of those with the most rounds.
    pub(crate) fn longest<R: Run>(&self) -> Result<Vec<Shown<R>>> {
        let order = |run: &Shown<R>| Reverse((run.file.rounds, run.file.origin.time.clone()));
        self.shown(order)
    }

    /// Reads the same, in an order of CPUs.
    pub(crate) fn longest_in<R: Run>(&self, cpus: &[String]) -> Result<Vec<Shown<R>>> {
        let mut all = self.longest()?;
        let place = |run: &Shown<R>| cpus.iter().position(|cpu| *cpu == run.cpu);
        all.sort_by_key(|run| place(run).unwrap_or(cpus.len()));
        Ok(all)
    }
}

/// Returns `text` without spaces around it, or `none` if nothing is left.
fn given<'a>(text: &'a str, none: &'a str) -> &'a str {
    [none, text.trim()][usize::from(!text.trim().is_empty())]
}

/// Returns whether a file is of a kind: its name ends so, and has no other dot.
fn is_of(path: &Path, ending: &str) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let stem = name.and_then(|name| name.strip_suffix(".json")?.strip_suffix(ending));
    stem.is_some_and(|stem| !stem.contains('.'))
}

/// Returns the name of a folder or a file of results. An unusable one is an error: a report that
/// leaves out a machine silently would be wrong.
fn name_of(path: &Path) -> Result<&str> {
    let is_usable = |b: u8| b.is_ascii_alphanumeric() || b"-_.".contains(&b);
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.filter(|name| name.bytes().all(is_usable));
    let rule = "the name has letters, digits, `-`, `_` and `.` only, as charts and links are named after it";
    name.context(rule).with_context(at(path))
}

impl<R: Run> Shown<R> {
    /// The CPU, and the flags that the compiler got.
    pub(crate) fn title(&self) -> String {
        let Origin { cpu, flags, .. } = &self.file.origin;
        match flags.trim() {
            "" => cpu.short().to_string(),
            flags => format!("{}, {flags}", cpu.short()),
        }
    }

    pub(crate) fn heading(&self) -> String {
        escaped(&self.title())
    }

    /// Returns the heading of a column or a row, which says if the run is noisy.
    pub(crate) fn column(&self) -> String {
        self.heading() + ["", ", noisy"][usize::from(self.is_noisy())]
    }

    /// Returns a link to the file, with the day and the revision as its text.
    pub(crate) fn data(&self) -> String {
        let (day, revision) = (self.file.origin.day(), self.revision());
        format!("[{day}, {revision}]({})", self.link)
    }

    /// Returns the day of the run, and whether it is an older one.
    pub(crate) fn dated(&self) -> String {
        let older = ["", ", an older one"][usize::from(self.older)];
        format!("Run of {}{older}", self.file.origin.day())
    }

    /// Returns whether the rounds of the run spread so much that its figures get two digits only.
    pub(crate) fn is_noisy(&self) -> bool {
        self.spread.is_none_or(|spread| spread > NOISY)
    }

    /// Returns the form of a figure with as many digits as the run has.
    pub(crate) fn digits(&self, usual: fn(f64) -> String) -> fn(f64) -> String {
        match self.is_noisy() {
            true => crate::number::two_digits,
            false => usual,
        }
    }

    fn revision(&self) -> &str {
        given(&self.file.origin.revision, "revision unknown")
    }

    /// Returns whether a kernel of the run has the present machine code for a call, or for the
    /// group of functions; `None` without a hash of it. Builds with flags have no hashes.
    pub(crate) fn is_present(&self, kernel: &str, call: &str) -> Option<bool> {
        let present = code::find(&self.present.as_ref()?.kernels, kernel, call)?;
        Some(code::find(&self.file.code, kernel, call)? == present)
    }

    /// Returns the mark of the times of a kernel that has changed since.
    pub(crate) fn mark(&self, kernel: &str, call: &str) -> &'static str {
        match self.is_present(kernel, call) {
            Some(false) => " †",
            _ => "",
        }
    }
}

impl<R: Run<Row = Row>> Shown<R> {
    pub(crate) fn rows(&self, case: &str) -> impl Iterator<Item = &Row> {
        let rows = self.file.rows.iter();
        rows.filter(move |row| row.case == case)
    }

    pub(crate) fn row(&self, case: &str, contender: &str, threads: usize) -> Option<&Row> {
        let mut rows = self.rows(case);
        rows.find(|row| row.contender == contender && row.threads == threads)
    }
}

impl<R: Benchmark> Shown<R> {
    /// Returns whether the run is an older one, and [`Benchmark::evidence`].
    pub(crate) fn state(&self) -> String {
        let older = if self.older { "older" } else { "" };
        let parts = [older, &R::evidence(self)];
        parts.iter().filter(|part| !part.is_empty()).join(", ")
    }

    /// Returns the end of a chapter: the command, the machine, the revision, the compiler, the
    /// libraries, the extent and the day of the run, and its file.
    fn end(&self, extent: &str) -> String {
        let origin = &self.file.origin;
        let flags = escaped(given(&origin.flags, "none beyond the bench profile"));
        let revision = escaped(given(&origin.revision, "not recorded"));
        let libraries = origin.libraries.iter();
        let mut libraries = libraries.map(|(name, version)| format!("{name} {version}"));
        let libraries = escaped(given(&libraries.join(", "), "versions not recorded"));
        let machine = escaped(&host::summary(&origin.cpu));
        let (features, link) = (origin.cpu.features.join(" "), &self.link);
        let (command, rustc, day) = (&origin.command, escaped(&origin.rustc), origin.day());
        // Earlier programs had other commands.
        let command = match command.contains("-p setwise-measure ") {
            true => format!("```sh\n{command}\n```\n\n"),
            false => format!("* as run then: `{command}`\n"),
        };
        let (level, rounds) = (self.file.level(), self.file.rounds);
        let spread = percent(self.spread.unwrap_or_default());
        let state = match self.state() {
            state if state.is_empty() => state,
            state => format!("; its code: {state}"),
        };
        format!(
            "### The run\n\n{command}* CPU: {machine}\n* features: {features}\n* level: `{level}`{state}\n\
            * revision: {revision}; compiler: {rustc}; flags: {flags}\n* libraries: {libraries}\n\
            * {extent}{rounds} rounds with a median spread of {spread}; {day}\n\
            * raw data: [{link}]({link})\n\n"
        )
    }
}
