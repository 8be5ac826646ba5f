//! The page about perft: what `setwise bench-perft` measured.

use super::chart;
use super::contender::Kind;
use super::load;
use super::number;
use super::output::Files;
use super::prose;
use super::run::Run;
use super::table::Table;
use crate::failure::Failure;
use setwise_benches::results::Summary;
use setwise_benches::results::perft::{Array, CHESS, COZY_CHESS, ONE_BY_ONE, PerftFile, Row, Tree};
use std::fmt::Write;
use std::path::Path;

/// The name of the page in the output folder.
pub(crate) const NAME: &str = "perft.md";

/// The folder of its results within the folder of results.
pub(crate) const FOLDER: &str = "perft";

/// A result file.
#[derive(Debug)]
pub(crate) struct Measured {
    /// The stem of the file's name.
    pub(crate) slug: String,
    pub(crate) file: PerftFile,
}

/// A row of the results with what tables and charts show of it.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    pub(crate) row: &'a Row,
    /// The contender, in Markdown.
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) seconds: Summary,
    /// How many times faster than cozy-chess.
    pub(crate) faster: Option<f64>,
    /// How many times faster than with one thread, for several.
    pub(crate) scaling: Option<f64>,
}

/// All results on perft that a folder of results has: none, if there is no such folder in it.
pub(crate) fn all(results: &Path) -> Result<Vec<Measured>, Failure> {
    let folder = results.join(FOLDER);
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let mut files = load::named(&folder)?;
    // A build with flags comes after the one without, whose name is shorter.
    files.sort();
    files
        .into_iter()
        .map(|(slug, path)| {
            let file = PerftFile::read(&path).map_err(Failure::new)?;
            Ok(Measured { slug, file })
        })
        .collect()
}

/// Adds the page and its charts.
pub(crate) fn render(all: &[Measured], files: &mut Files) -> Result<(), Failure> {
    let mut text = String::from(prose::PERFT_OPENING);
    if all.is_empty() {
        text += prose::PERFT_NONE;
    }
    for measured in all {
        section(measured, &mut text, files)?;
    }
    text += prose::PERFT_END;
    files.insert(Path::new(NAME).to_path_buf(), text);
    Ok(())
}

/// The tables of one result file for the terminal.
pub(crate) fn terminal_summary(measured: &Measured) -> String {
    let run = &measured.file.run;
    let trees = run.trees.iter().map(|tree| {
        let table = tree_table(measured, tree).plain();
        format!("{}, depth {}\n\n{table}\n", tree.name, tree.depth)
    });
    let arrays = run.arrays.iter().map(|array| {
        let table = array_table(measured, array).plain();
        format!(
            "count_legal_moves, {} positions, {}\n\n{table}\n",
            array.positions, array.name
        )
    });
    trees.chain(arrays).collect()
}

/// Everything of one result file.
fn section(measured: &Measured, text: &mut String, files: &mut Files) -> Result<(), Failure> {
    let Measured { slug, file } = measured;
    let _ = write!(text, "## {}\n\n", measured.title());
    *text += &baseline(file);
    if let Some(chart) = chart::perft::chart(measured) {
        chart.draw(slug, files)?;
        *text += &chart.markdown(slug, "");
        text.push('\n');
    }
    for tree in &file.run.trees {
        let _ = write!(
            text,
            "### {}, depth {}\n\n`{}`: {} leaves, {} children.\n\n{}\n",
            tree.name,
            tree.depth,
            tree.fen,
            grouped(tree.leaves),
            grouped(tree.children),
            tree_table(measured, tree).markdown()
        );
    }
    if !file.run.arrays.is_empty() {
        *text += prose::PERFT_ARRAYS;
    }
    for array in &file.run.arrays {
        let _ = write!(
            text,
            "{}: {} {}; {} moves.\n\n{}\n",
            capitalized(&array.name),
            grouped(array.positions),
            array.source,
            grouped(array.moves),
            array_table(measured, array).markdown()
        );
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
    let _ = write!(text, "### The run\n\n{}", run.markdown(""));
    Ok(())
}

/// What the other libraries were compiled for.
fn baseline(file: &PerftFile) -> String {
    let built_for = &file.run.built_for;
    let lacks_popcnt =
        file.cpu.arch == "x86_64" && !built_for.iter().any(|feature| feature == "popcnt");
    let build = if built_for.is_empty() {
        "A default build: all code, that of the other libraries too, was compiled for any CPU of the architecture".to_string()
    } else {
        format!(
            "All code, that of the other libraries too, was compiled for CPUs with {}",
            built_for.join(", ")
        )
    };
    let popcnt = if lacks_popcnt {
        ".\nSo `cozy-chess` and `chess` count the bits of move sets without POPCNT; setwise selects instructions when it runs"
    } else {
        ""
    };
    format!("{build}{popcnt}.\n\n")
}

fn tree_table(measured: &Measured, tree: &Tree) -> Table {
    let units = ["leaves per second", "ns per child"];
    table(measured, &tree.name, units, tree.leaves, tree.children)
}

fn array_table(measured: &Measured, array: &Array) -> Table {
    let units = ["positions per second", "ns per position"];
    let positions = array.positions;
    table(measured, &array.name, units, positions, positions)
}

/// A line for each contender: `done` in a pass is the speed, the time is per item. Columns on threads are there if
/// anybody had several.
fn table(measured: &Measured, case: &str, units: [&str; 2], done: u64, items: u64) -> Table {
    let lines = measured.lines(case);
    let is_alone = lines.iter().all(|line| line.row.threads == 1);
    let shown = |all: [String; 9]| {
        let numbered = all.into_iter().enumerate();
        let kept = numbered.filter(|(at, _)| !(is_alone && [1, 6].contains(at)));
        kept.map(|(_, cell)| cell).collect::<Vec<_>>()
    };
    let head = [
        "contender",
        "threads",
        units[0],
        units[1],
        "ns, fastest round",
        "times cozy-chess",
        "times one thread",
        "spread",
        "rounds",
    ];
    let mut table = Table::new(shown(head.map(String::from)), &[0]);
    let ratio = |ratio: Option<f64>| ratio.map_or_else(String::new, number::ratio);
    let ns = |seconds: f64| number::ns(seconds * 1e9 / items as f64);
    for line in lines {
        let Summary {
            median, min, max, ..
        } = line.seconds;
        table.row(shown([
            line.name,
            line.row.threads.to_string(),
            number::speed(done as f64 / median),
            ns(median),
            ns(min),
            ratio(line.faster),
            ratio(line.scaling),
            number::percent((max - min) / median),
            line.seconds.rounds.to_string(),
        ]));
    }
    table
}

impl Measured {
    /// The CPU, and the flags that the compiler got.
    pub(crate) fn title(&self) -> String {
        match self.file.flags.trim() {
            "" => self.file.cpu.model.clone(),
            flags => format!("{}, {flags}", self.file.cpu.model),
        }
    }

    /// What there is about a case: with one thread the fastest first, then with several.
    pub(crate) fn lines(&self, case: &str) -> Vec<Line<'_>> {
        let run = &self.file.run;
        let rows = run.rows.iter().filter(|row| row.case == case);
        let alone = |name: &str| {
            let mut rows = rows.clone();
            rows.find(|row| row.contender == name && row.threads == 1)
        };
        let cozy_chess = alone(COZY_CHESS);
        let times = |row: &Row, other: Option<&Row>| Some(row.ratio_to(other?)?.median);
        let mut lines: Vec<Line<'_>> = rows
            .clone()
            .filter_map(|row| {
                let kind = match row.contender.as_str() {
                    COZY_CHESS | CHESS => Kind::Generator,
                    chosen if chosen == run.best => Kind::Library,
                    _ => Kind::Kernel,
                };
                Some(Line {
                    row,
                    name: self.name(&row.contender),
                    kind,
                    seconds: row.time()?,
                    faster: times(row, cozy_chess),
                    scaling: times(row, alone(&row.contender).filter(|_| row.threads > 1)),
                })
            })
            .collect();
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

fn grouped(n: u64) -> String {
    usize::try_from(n).map_or_else(|_| n.to_string(), number::grouped)
}

fn capitalized(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(characters).collect()
}
