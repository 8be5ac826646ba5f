//! The page about perft: what `setwise-measure perft` measured.

use super::chart::{Bar, Chart, Panel};
use super::markdown::escaped;
use super::shown::{Benchmark, Chapter, Chaptered, Section, Shown};
use crate::statistics::{median, times};
use itertools::Itertools;
use setwise_program::number::{grouped, ns, percent, ratio, speed};
use setwise_program::table::Table;
use setwise_results::code::MOVES;
use setwise_results::perft::{
    ALIGNED, Array, CHESS, COZY_CHESS, IN_CACHE, ONE_BY_ONE, PerftRun, Tree,
};
use setwise_results::{Origin, Role, Row, Summary, Timed};
use std::cmp::Reverse;
use std::convert::identity;

/// Follows the sentence on the build if it lacks POPCNT.
const WITHOUT_POPCNT: &str = "\nSo `cozy-chess` and `chess` count bits without POPCNT; setwise selects instructions at run time.";

struct Case<'a> {
    /// Unique among the cases of a file.
    name: &'a str,
    title: String,
    /// What the leaves or moves are counted of.
    source: String,
    counted: u64,
    /// Children or positions, for the time of each.
    each: u64,
    unit: &'static str,
    /// The rows with one thread, the fastest first, then those with several.
    rows: Vec<&'a Row>,
}

impl Benchmark for PerftRun {
    const PAGE: &str = "perft.md";

    fn sections(shown: &Shown<Self>) -> Vec<Section> {
        let section = |case: &Case<'_>| {
            let spread = |row: &&Row| Some(row.time()?.spread());
            let table = Table::of(&case.rows)
                .text("contender", |row| shown.name(row))
                .number("threads", grouped, |row| row.threads)
                .number(case.unit, ns, |row| case.time(row))
                .number("× cozy-chess", ratio, |row| shown.times(row, COZY_CHESS))
                .number("spread", percent, spread);
            Section::new(&case.title, "", &table)
        };
        shown.cases().iter().map(section).collect()
    }
}

impl Chaptered for PerftRun {
    const PROSE: [&str; 3] = [
        prose!("perft-opening"),
        prose!("perft-none"),
        prose!("perft-end"),
    ];

    /// The table of all trees and arrays.
    fn opening(all: &[Shown<Self>]) -> String {
        let cases = all.iter().flat_map(Shown::cases);
        let cases = cases.unique_by(|case| (case.title.clone(), case.source.clone()));
        let cases = cases.collect_vec();
        let table = Table::of(&cases)
            .text("case", |case| case.title.clone())
            .text("position", |case| case.source.clone())
            .number("leaves or moves", grouped, |case| case.counted as usize)
            .number("children or positions", grouped, |case| case.each as usize);
        table.markdown() + "\n"
    }

    fn chapter(shown: &Shown<Self>) -> Chapter {
        let cases = shown.cases();
        let spreads = shown.file.rows.iter();
        let spread = median(spreads.filter_map(|row| Some(row.time()?.spread())));
        let (rounds, spread) = (shown.file.rounds, percent(spread.unwrap_or_default()));
        Chapter {
            head: shown.baseline(),
            chart: shown.chart(&cases),
            body: shown.matrix(&cases) + "\n" + &shown.alignment().unwrap_or_default(),
            extent: format!("{rounds} rounds with a median spread of {spread}"),
        }
    }

    fn best(&self) -> &str {
        &self.best
    }
}

/// Returns the table of the README: a row for each machine, with the build for the CPU where it was
/// measured.
pub(crate) fn readme(all: &[Shown<PerftRun>]) -> String {
    type Of<'a> = &'a Shown<PerftRun>;
    let is_default = |of: &Of<'_>| of.file.origin.flags.is_empty();
    let default = all.iter().filter(is_default).collect_vec();
    let start = |of: &Of<'_>| of.speeds(is_start);
    let other = |of: &Of<'_>| of.speeds(|tree| !is_start(tree));
    let native = |of: &Of<'_>| {
        let model = &of.file.origin.cpu.model;
        let mut builds = all.iter().filter(|build| !is_default(build));
        let build = builds.find(|build| build.file.origin.cpu.model == *model);
        build?.leads()
    };
    let mark = |of: &Of<'_>| of.mark(&of.file.best, MOVES);
    Table::of(&default)
        .text("CPU", |of| of.heading())
        .number("leaves per second, initial position", identity, start)
        .number("middlegames", identity, other)
        .number("× cozy-chess", identity, |of| of.leads())
        .number("× cozy-chess, both built for the CPU", identity, native)
        .number("2 threads, × one", identity, |of| of.threads())
        .number("`count_legal_moves`, ns per position", identity, |of| {
            of.counts()
        })
        .text("revision", |of| of.file.origin.revision.clone() + mark(of))
        .markdown()
}

/// Returns whether a tree begins with a game.
fn is_start(tree: &Tree) -> bool {
    tree.fen
        .starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")
}

/// Returns the smallest and the greatest of some numbers, or the only one.
fn range(numbers: impl Iterator<Item = f64>, text: impl Fn(f64) -> String) -> Option<String> {
    let all = Summary::of(numbers)?;
    let [least, most] = [all.min, all.max].map(text);
    let range = format!("{least} to {most}");
    Some(if least == most { least } else { range })
}

impl Case<'_> {
    fn time(&self, row: &Row) -> f64 {
        row.median() * 1e9 / self.each as f64
    }
}

impl Shown<PerftRun> {
    /// The best kernel's rows of trees with one thread.
    fn trees(&self) -> impl Iterator<Item = (&Tree, &Row)> {
        let best = |tree: &Tree| self.row(&tree.name, &self.file.best, 1);
        let trees = self.file.trees.iter();
        trees.filter_map(move |tree| Some((tree, best(tree)?)))
    }

    /// The speed and the lead of perft on a CPU in a default build, in a sentence.
    pub(crate) fn headline(&self, model: &str) -> Option<String> {
        let Origin { cpu, flags, .. } = &self.file.origin;
        let (speeds, leads) = (self.speeds(|_| true)?, self.leads()?);
        let sentence = format!("{speeds} leaves per second, {leads} times as fast as cozy-chess");
        (cpu.model == model && flags.is_empty()).then_some(sentence)
    }

    /// Leaves per second of the deepest of some trees with the same root.
    fn speeds(&self, is_shown: impl Fn(&Tree) -> bool) -> Option<String> {
        let trees = self.trees().filter(|(tree, _)| is_shown(tree));
        let trees = trees.sorted_by_key(|(tree, _)| Reverse(tree.depth));
        let trees = trees.unique_by(|(tree, _)| &tree.fen);
        let speeds = trees.map(|(tree, row)| tree.leaves as f64 / row.median());
        range(speeds, speed)
    }

    /// How many times as fast as cozy-chess, over the trees.
    fn leads(&self) -> Option<String> {
        let leads = |(_, row)| self.times(row, COZY_CHESS);
        range(self.trees().filter_map(leads), ratio)
    }

    /// How many times as fast two threads are as one, over the trees.
    fn threads(&self) -> Option<String> {
        let run = &self.file.run;
        let is_tree = |row: &&Row| run.trees.iter().any(|tree| tree.name == row.case);
        let two = |row: &&Row| row.threads == 2 && row.contender == run.best;
        let rows = run.rows.iter().filter(two).filter(is_tree);
        let gains = rows.filter_map(|row| self.times(row, &row.contender));
        range(gains, ratio)
    }

    /// The time of a count of moves in each array but the aligned one, and how many times as fast
    /// as cozy-chess it is.
    fn counts(&self) -> Option<String> {
        let run = &self.file.run;
        let is_counted = |array: &&Array| array.name != ALIGNED && array.call.is_none();
        let arrays = run.arrays.iter().filter(is_counted);
        let count = |array: &Array| {
            let row = self.row(&array.name, &run.best, 1)?;
            let time = ns(row.median() * 1e9 / array.positions as f64);
            let lead = times(self.times(row, COZY_CHESS));
            Some(format!("{}: {time}{lead}", array.name))
        };
        let counts = arrays.filter_map(count).collect_vec();
        (!counts.is_empty()).then(|| counts.join("<br>"))
    }

    /// The trees, then the arrays.
    fn cases(&self) -> Vec<Case<'_>> {
        let order = |row: &&Row| (row.threads, row.median().to_bits(), self.name(row));
        let rows = |name| self.rows(name).sorted_by_key(order).collect();
        let trees = self.file.trees.iter().map(|tree| Case {
            name: &tree.name,
            title: format!("{}, depth {}", tree.name, tree.depth),
            source: format!("`{}`", tree.fen),
            counted: tree.leaves,
            each: tree.children,
            unit: "ns per child",
            rows: rows(&tree.name),
        });
        let arrays = self.file.arrays.iter().map(|array| Case {
            name: &array.name,
            title: match &array.call {
                Some(call) => format!("`{call}`"),
                None => format!("array {}", array.name),
            },
            source: escaped(&array.source),
            counted: array.moves,
            each: array.positions,
            unit: "ns per position",
            rows: rows(&array.name),
        });
        trees.chain(arrays).collect()
    }

    /// Returns the time of a slice that is not aligned relative to an aligned one, if both were
    /// measured.
    fn alignment(&self) -> Option<String> {
        let best = |case| self.row(case, &self.file.best, 1);
        let cost = ratio(best(ALIGNED)?.ratio_to(best(IN_CACHE)?)?);
        let what = "A slice that begins 16 bytes behind a multiple of 64";
        Some(format!(
            "{what} takes {cost} times as long as an aligned one.\n\n"
        ))
    }

    /// The CPUs that the code was compiled for, in a sentence.
    fn baseline(&self) -> String {
        let features = &self.file.built_for;
        let build = match features.is_empty() {
            true => "any CPU of the architecture (a default build)".to_string(),
            false => format!("CPUs with {}", features.join(", ")),
        };
        let is_x86 = self.file.origin.cpu.arch == "x86_64";
        let lacks_popcnt = is_x86 && !features.iter().any(|name| name == "popcnt");
        let remark = if lacks_popcnt { WITHOUT_POPCNT } else { "" };
        format!("All code, also of the other libraries, was compiled for {build}.{remark}\n\n")
    }

    /// Returns a row for each contender, and a column for each case: the time, and how many times
    /// as fast as cozy-chess it is.
    fn matrix(&self, cases: &[Case<'_>]) -> String {
        let rows = cases.iter().flat_map(|case| &case.rows).copied();
        let rows = rows.unique_by(|row| (row.threads, &row.contender));
        let rows = rows.sorted_by_key(|row| row.threads).collect_vec();
        let mark = |row: &Row| {
            let level = match row.contender.as_str() {
                ONE_BY_ONE => &self.file.best,
                other => other,
            };
            self.mark(level, MOVES)
        };
        let mut table = Table::of(&rows)
            .text("contender", |row| self.name(row) + mark(row))
            .number("threads", grouped, |row| row.threads);
        for case in cases {
            table = table.number(&case.title, identity, |row| {
                let row = self.row(case.name, &row.contender, row.threads)?;
                Some(ns(case.time(row)) + &times(self.times(row, COZY_CHESS)))
            });
        }
        table.markdown()
    }

    /// The speed with one thread, a panel for each tree with several contenders.
    fn chart(&self, cases: &[Case<'_>]) -> Option<Chart> {
        let bar = |case: &Case<'_>, row: &Row| {
            let kind = match row.contender.as_str() {
                COZY_CHESS | CHESS => (Role::Pieces, Some("other libraries")),
                name if name == self.file.best => (Role::Library, None),
                _ => (Role::Kernel, None),
            };
            let value = case.counted as f64 / row.median();
            let times = self.times(row, COZY_CHESS);
            Bar::new(&self.name(row), kind, value, speed, times)
        };
        let trees = &cases[..self.file.trees.len()];
        let panels = trees.iter().map(|case| {
            let alone = case.rows.iter().filter(|row| row.threads == 1);
            Panel {
                title: case.title.clone(),
                bars: alone.map(|row| bar(case, row)).collect(),
            }
        });
        let panels = panels.filter(|panel| panel.bars.len() > 1);
        let name = format!("{}-perft", self.slug);
        let title = format!("perft: leaves per second, one thread, {}", self.title());
        let subtitle = "Longer is better (times faster than cozy-chess)";
        Chart::of_bars(&name, &title, subtitle, panels)
    }

    /// How many times faster a row is than a contender with one thread.
    fn times(&self, row: &Row, contender: &str) -> Option<f64> {
        row.ratio_to(self.row(&row.case, contender, 1)?)
    }

    fn name(&self, row: &Row) -> String {
        match row.contender.as_str() {
            ONE_BY_ONE => format!("`{}`, one by one", self.file.best),
            "scalar" => "`scalar`, one by one".to_string(),
            name @ (COZY_CHESS | CHESS) => format!("crate `{name}`"),
            kernel => format!("`{kernel}`"),
        }
    }
}
