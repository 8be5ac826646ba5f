//! The page about perft: what `setwise bench-perft` measured.

use super::chart::{Bar, Look, Panel};
use super::contender::look;
use super::number::{self, ns, percent, ratio, speed};
use super::output::Files;
use super::plots::Chart;
use super::table::Table;
use super::{load, page};
use itertools::Itertools;
use setwise_results::perft::{CHESS, COZY_CHESS, ONE_BY_ONE, PerftFile, Row};
use setwise_results::{Role, Summary};
use std::path::{Path, PathBuf};

/// The name of the page in the output folder.
pub(crate) const NAME: &str = "perft.md";

/// The folder of its results within the folder of results.
pub(crate) const FOLDER: &str = "perft";

/// Before the tables of arrays.
const ARRAYS: &str = include_str!("prose/perft-arrays.md");

/// After what the other libraries were compiled for.
const WITHOUT_POPCNT: &str = "\nSo `cozy-chess` and `chess` count bits without POPCNT; setwise selects instructions at run time.";

/// A result file.
#[derive(Debug)]
pub(crate) struct Measured {
    /// The stem of the file's name.
    pub(crate) slug: String,
    file: PerftFile,
}

/// A row of the results with what tables and charts show of it.
#[derive(Debug)]
struct Line<'a> {
    row: &'a Row,
    /// The contender, in Markdown.
    name: String,
    seconds: Summary,
    /// How many times faster than cozy-chess.
    faster: Option<f64>,
    /// How many times faster than with one thread, for several.
    scaling: Option<f64>,
}

/// A tree or an array.
struct Case<'a> {
    title: String,
    /// The Markdown before the table.
    intro: String,
    /// Leaves or positions, for the speed, and children or positions, for the time of each.
    work: [u64; 2],
    units: [&'static str; 2],
    lines: Vec<Line<'a>>,
}

/// Reads all results on perft in a folder of results, ordered by name.
pub(crate) fn all(results: &Path) -> anyhow::Result<Vec<Measured>> {
    let mut files = load::files(&results.join(FOLDER), |slug, path| {
        let file = PerftFile::read(path)?;
        Ok(Measured { slug, file })
    })?;
    // A build with flags comes after the one without, whose name is shorter.
    files.sort_by(|a, b| a.slug.cmp(&b.slug));
    Ok(files)
}

/// Adds the page and its charts.
pub(crate) fn render(all: &[Measured], files: &mut Files) -> anyhow::Result<()> {
    let mut text = String::from(include_str!("prose/perft-opening.md"));
    if all.is_empty() {
        text += include_str!("prose/perft-none.md");
    }
    for measured in all {
        text += &measured.chapter(files)?;
    }
    text += include_str!("prose/perft-end.md");
    files.insert(PathBuf::from(NAME), text);
    Ok(())
}

/// Returns the tables of one result file for the terminal.
pub(crate) fn terminal_summary(measured: &Measured) -> String {
    let cases = measured.cases().into_iter();
    let tables = cases.map(|case| format!("{}\n\n{}\n", case.title, case.table().plain()));
    tables.collect()
}

impl Measured {
    /// The trees, then the arrays.
    fn cases(&self) -> Vec<Case<'_>> {
        let run = &self.file.run;
        let trees = run.trees.iter().map(|tree| {
            let title = format!("{}, depth {}", tree.name, tree.depth);
            let (leaves, children) = (grouped(tree.leaves), grouped(tree.children));
            let numbers = format!("`{}`: {leaves} leaves, {children} children.", tree.fen);
            Case {
                intro: format!("### {title}\n\n{numbers}\n\n"),
                title,
                work: [tree.leaves, tree.children],
                units: ["leaves per second", "ns per child"],
                lines: self.lines(&tree.name),
            }
        });
        let arrays = run.arrays.iter().enumerate().map(|(at, array)| {
            let (positions, moves) = (grouped(array.positions), grouped(array.moves));
            let (name, source) = (&array.name, &array.source);
            let before = if at == 0 { ARRAYS } else { "" };
            let numbers = format!("{positions} {source}; {moves} moves.");
            Case {
                title: format!("count_legal_moves, {positions} positions, {name}"),
                intro: format!("{before}Array `{name}`: {numbers}\n\n"),
                work: [array.positions, array.positions],
                units: ["positions per second", "ns per position"],
                lines: self.lines(name),
            }
        });
        trees.chain(arrays).collect()
    }

    /// The CPU, and the flags that the compiler got.
    fn title(&self) -> String {
        match self.file.flags.trim() {
            "" => self.file.cpu.model.clone(),
            flags => format!("{}, {flags}", self.file.cpu.model),
        }
    }

    /// Everything of one result file.
    fn chapter(&self, files: &mut Files) -> anyhow::Result<String> {
        let Self { slug, file } = self;
        let mut text = format!("## {}\n\n{}", self.title(), baseline(file));
        let cases = self.cases();
        if let Some(chart) = self.chart(&cases)? {
            chart.add_to(files);
            text += &chart.markdown("");
        }
        for case in cases {
            text += &format!("{}{}\n", case.intro, case.table().markdown());
        }
        let texts = [&*file.command, &file.rustc, &file.flags, &file.date];
        let extent = format!("{} rounds", file.run.rounds);
        let path = format!("results/{FOLDER}/{slug}.json");
        let origin = page::origin(texts, &file.cpu, &extent, "", &path);
        Ok(format!("{text}### The run\n{origin}"))
    }

    /// The speed with one thread, a panel for each tree with several contenders.
    fn chart(&self, cases: &[Case<'_>]) -> anyhow::Result<Option<Chart>> {
        let trees = &cases[..self.file.run.trees.len()];
        let panels = trees.iter().map(|case| {
            let lines = case.lines.iter().filter(|line| line.row.threads == 1);
            Panel {
                title: case.title.clone(),
                bars: lines.map(|line| self.bar(line, case.work[0])).collect(),
            }
        });
        let panels = panels.filter(|panel| panel.bars.len() > 1).collect_vec();
        let name = format!("{}-perft", self.slug);
        let title = format!("perft: leaves per second, one thread, {}", self.title());
        let subtitle = "Longer is better (times faster than cozy-chess)";
        Chart::of_bars(&name, &title, subtitle, &panels)
    }

    fn bar(&self, line: &Line<'_>, leaves: u64) -> Bar {
        let value = leaves as f64 / line.seconds.median;
        let faster = line.faster.map(|faster| format!(" ({} ×)", ratio(faster)));
        let look = match line.row.contender.as_str() {
            COZY_CHESS | CHESS => Look {
                title: "other libraries".to_string(),
                ..look(Role::Pieces)
            },
            name if name == self.file.run.best => look(Role::Library),
            _ => look(Role::Kernel),
        };
        Bar {
            label: line.name.replace('`', ""),
            look,
            value,
            note: speed(value) + &faster.unwrap_or_default(),
        }
    }

    /// The rows of a case: with one thread the fastest first, then with several.
    fn lines(&self, case: &str) -> Vec<Line<'_>> {
        let rows = self.file.run.rows.iter().filter(|row| row.case == case);
        let alone = |name: &str| {
            let mut rows = rows.clone();
            rows.find(|row| row.contender == name && row.threads == 1)
        };
        let times = |row: &Row, other: Option<&Row>| Some(row.ratio_to(other?)?.median);
        let lines = rows.clone().filter_map(|row| {
            Some(Line {
                row,
                name: self.name(&row.contender),
                seconds: row.time()?,
                faster: times(row, alone(COZY_CHESS)),
                scaling: times(row, alone(&row.contender).filter(|_| row.threads > 1)),
            })
        });
        let key = |line: &Line<'_>| {
            // Positive numbers have the order of their bits.
            let time = line.seconds.median.to_bits();
            (line.row.threads, time, line.name.clone())
        };
        lines.sorted_by_cached_key(key).collect()
    }

    /// A contender as tables name it.
    fn name(&self, contender: &str) -> String {
        match contender {
            ONE_BY_ONE => format!("`{}`, one by one", self.file.run.best),
            "scalar" => "`scalar`, one by one".to_string(),
            COZY_CHESS | CHESS => format!("crate `{contender}`"),
            kernel => format!("`{kernel}`"),
        }
    }
}

/// What the other libraries were compiled for.
fn baseline(file: &PerftFile) -> String {
    let features = &file.run.built_for;
    let build = match features.is_empty() {
        true => "any CPU of the architecture (a default build)".to_string(),
        false => format!("CPUs with {}", features.join(", ")),
    };
    let has_popcnt = file.cpu.arch != "x86_64" || features.iter().any(|name| name == "popcnt");
    let remark = if has_popcnt { "" } else { WITHOUT_POPCNT };
    format!("All code, also of the other libraries, was compiled for {build}.{remark}\n\n")
}

impl<'a> Case<'a> {
    /// A line for each contender. Columns on threads are there if any contender had several.
    fn table(&self) -> Table<'_, Line<'a>> {
        let is_alone = self.lines.iter().all(|line| line.row.threads == 1);
        let threads = |row: &Row| (!is_alone).then_some(row.threads);
        let [all, each] = self.work.map(|work| work as f64);
        let time = |seconds: f64| ns(seconds * 1e9 / each);
        Table::of(&self.lines)
            .text("contender", |line| line.name.clone())
            .number("threads", number::grouped, |line| threads(line.row))
            .number(self.units[0], speed, |line| all / line.seconds.median)
            .number(self.units[1], time, |line| line.seconds.median)
            .number("ns, fastest round", time, |line| line.seconds.min)
            .number("times cozy-chess", ratio, |line| line.faster)
            .number("times one thread", ratio, |line| line.scaling)
            .number("spread", percent, |line| number::spread(&line.seconds))
            .number("rounds", number::grouped, |line| line.seconds.rounds)
            .without_empty_columns()
    }
}

fn grouped(n: u64) -> String {
    usize::try_from(n).map_or_else(|_| n.to_string(), number::grouped)
}
