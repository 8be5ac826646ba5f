//! The page about perft: what `setwise bench-perft` measured.

use super::chart::{Bar, Panel};
use super::contender::look;
use super::output::Files;
use super::page::Run;
use super::plots::Chart;
use super::table::Table;
use super::{load, number};
use crate::failure::Failure;
use setwise_results::Role;
use setwise_results::Summary;
use setwise_results::perft::{CHESS, COZY_CHESS, ONE_BY_ONE, PerftFile, Row};
use std::path::{Path, PathBuf};

/// The name of the page in the output folder.
pub(crate) const NAME: &str = "perft.md";

/// The folder of its results within the folder of results.
pub(crate) const FOLDER: &str = "perft";

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
struct Case {
    /// The name that rows refer to.
    name: String,
    title: String,
    /// The Markdown before the table.
    intro: String,
    is_tree: bool,
    /// Leaves or positions, for the speed, and children or positions, for the time of each.
    work: [u64; 2],
    units: [&'static str; 2],
}

/// Reads all results on perft in a folder of results, ordered by name.
pub(crate) fn all(results: &Path) -> Result<Vec<Measured>, Failure> {
    let mut files = load::named(&results.join(FOLDER))?;
    // A build with flags comes after the one without, whose name is shorter.
    files.sort();
    let files = files.into_iter().map(|(slug, path)| {
        let file = PerftFile::read(&path).map_err(Failure::new)?;
        Ok(Measured { slug, file })
    });
    files.collect()
}

/// Adds the page and its charts.
pub(crate) fn render(all: &[Measured], files: &mut Files) -> Result<(), Failure> {
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
    let tables = measured.cases().into_iter().map(|case| {
        let lines = measured.lines(&case.name);
        format!("{}\n\n{}\n", case.title, table(&lines, &case).plain())
    });
    tables.collect()
}

impl Measured {
    /// The trees, then the arrays.
    fn cases(&self) -> Vec<Case> {
        let trees = self.file.run.trees.iter().map(|tree| {
            let title = format!("{}, depth {}", tree.name, tree.depth);
            let (leaves, children) = (grouped(tree.leaves), grouped(tree.children));
            let intro = format!("`{}`: {leaves} leaves, {children} children.", tree.fen);
            Case {
                name: tree.name.clone(),
                intro: format!("### {title}\n\n{intro}\n\n"),
                title,
                is_tree: true,
                work: [tree.leaves, tree.children],
                units: ["leaves per second", "ns per child"],
            }
        });
        let arrays = self.file.run.arrays.iter().enumerate().map(|(at, array)| {
            let (positions, moves) = (grouped(array.positions), grouped(array.moves));
            let (name, source) = (&array.name, &array.source);
            let before = if at == 0 {
                include_str!("prose/perft-arrays.md")
            } else {
                ""
            };
            Case {
                name: name.clone(),
                title: format!("count_legal_moves, {positions} positions, {name}"),
                intro: format!("{before}Array `{name}`: {positions} {source}; {moves} moves.\n\n"),
                is_tree: false,
                work: [array.positions, array.positions],
                units: ["positions per second", "ns per position"],
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
    fn chapter(&self, files: &mut Files) -> Result<String, Failure> {
        let Self { slug, file } = self;
        let mut text = format!("## {}\n\n{}", self.title(), baseline(file));
        if let Some(chart) = self.chart()? {
            chart.add_to(files);
            text += &chart.markdown("");
        }
        for case in self.cases() {
            let lines = self.lines(&case.name);
            text += &(case.intro.clone() + &table(&lines, &case).markdown() + "\n");
        }
        let run = Run {
            command: &file.command,
            cpu: &file.cpu,
            rustc: &file.rustc,
            flags: &file.flags,
            extent: &format!("{} rounds", file.run.rounds),
            date: &file.date,
            file: &format!("results/{FOLDER}/{slug}.json"),
        };
        Ok(format!("{text}### The run\n{}", run.markdown("")))
    }

    /// The speed with one thread, a panel for each tree with several contenders.
    fn chart(&self) -> Result<Option<Chart>, Failure> {
        let trees = self.cases().into_iter().filter(|case| case.is_tree);
        let panels = trees.map(|case| {
            let lines = self.lines(&case.name).into_iter();
            let lines = lines.filter(|line| line.row.threads == 1);
            let bars = lines.map(|line| self.bar(&line, case.work[0])).collect();
            let title = case.title;
            Panel { title, bars }
        });
        let panels: Vec<Panel> = panels.filter(|panel| panel.bars.len() > 1).collect();
        let name = format!("{}-perft", self.slug);
        let title = format!("perft: leaves per second, one thread, {}", self.title());
        let subtitle = "Longer is better (times faster than cozy-chess)";
        Chart::of_bars(&name, &title, subtitle, &panels)
    }

    fn bar(&self, line: &Line<'_>, leaves: u64) -> Bar {
        let speed = leaves as f64 / line.seconds.median;
        let ratio = line
            .faster
            .map(|ratio| format!(" ({} ×)", number::ratio(ratio)));
        let mut look = match line.row.contender.as_str() {
            COZY_CHESS | CHESS => look(Role::Pieces),
            name if name == self.file.run.best => look(Role::Library),
            _ => look(Role::Kernel),
        };
        if look.is_dashed {
            look.title = "other libraries".to_string();
        }
        Bar {
            label: line.name.replace('`', ""),
            look,
            value: speed,
            note: number::speed(speed) + &ratio.unwrap_or_default(),
        }
    }

    /// The rows of a case: with one thread the fastest first, then with several.
    fn lines(&self, case: &str) -> Vec<Line<'_>> {
        let rows = self.file.run.rows.iter().filter(|row| row.case == case);
        let alone = |name: &str| {
            let mut rows = rows.clone();
            rows.find(|row| row.contender == name && row.threads == 1)
        };
        let cozy_chess = alone(COZY_CHESS);
        let times = |row: &Row, other: Option<&Row>| Some(row.ratio_to(other?)?.median);
        let lines = rows.clone().filter_map(|row| {
            Some(Line {
                row,
                name: self.name(&row.contender),
                seconds: row.time()?,
                faster: times(row, cozy_chess),
                scaling: times(row, alone(&row.contender).filter(|_| row.threads > 1)),
            })
        });
        let mut lines: Vec<Line<'_>> = lines.collect();
        lines.sort_by(|a, b| {
            let threads = a.row.threads.cmp(&b.row.threads);
            let time = a.seconds.median.total_cmp(&b.seconds.median);
            threads.then(time).then_with(|| a.name.cmp(&b.name))
        });
        lines
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
    let popcnt = match features.iter().any(|name| name == "popcnt") || file.cpu.arch != "x86_64" {
        true => "",
        false => {
            "\nSo `cozy-chess` and `chess` count bits without POPCNT; setwise selects instructions at run time."
        }
    };
    format!("All code, also of the other libraries, was compiled for {build}.{popcnt}\n\n")
}

/// A line for each contender. Columns on threads are there if any contender had several.
fn table<'a>(lines: &'a [Line<'a>], case: &Case) -> Table<'a, Line<'a>> {
    let is_alone = lines.iter().all(|line| line.row.threads == 1);
    let ns = |seconds: f64| number::ns(seconds * 1e9 / case.work[1] as f64);
    let spread = |time: &Summary| number::percent((time.max - time.min) / time.median);
    Table::of(lines)
        .text("contender", |line| line.name.clone())
        .number("threads", |line| {
            (!is_alone).then(|| line.row.threads.to_string())
        })
        .number(case.units[0], |line| {
            number::speed(case.work[0] as f64 / line.seconds.median)
        })
        .number(case.units[1], |line| ns(line.seconds.median))
        .number("ns, fastest round", |line| ns(line.seconds.min))
        .number("times cozy-chess", |line| line.faster.map(number::ratio))
        .number("times one thread", |line| line.scaling.map(number::ratio))
        .number("spread", |line| spread(&line.seconds))
        .number("rounds", |line| line.seconds.rounds.to_string())
        .without_empty_columns()
}

fn grouped(n: u64) -> String {
    usize::try_from(n).map_or_else(|_| n.to_string(), number::grouped)
}
