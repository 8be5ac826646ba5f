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
    ALIGNED, CHESS, COZY_CHESS, COZY_PEXT, HASH_BYTES, HASHED, IN_CACHE, ONE_BY_ONE, PerftRun,
};
use setwise_results::{Role, Row, Timed};
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

impl Case<'_> {
    fn time(&self, row: &Row) -> f64 {
        row.median() * 1e9 / self.each as f64
    }
}

impl Shown<PerftRun> {
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
        let what = "A slice that begins 16 bytes past a multiple of 64";
        Some(format!(
            "{what} takes {cost} times as long as an aligned one.\n\n"
        ))
    }

    /// The CPUs that the code was compiled for, in a sentence.
    fn baseline(&self) -> String {
        let mut features = self.file.built_for.clone();
        features.retain(|name| name != COZY_PEXT);
        let build = match features.is_empty() {
            true => "any CPU of the architecture (a default build)".to_string(),
            false => format!("CPUs with {}", features.join(", ")),
        };
        let is_x86 = self.file.origin.cpu.arch == "x86_64";
        let lacks_popcnt = is_x86 && !features.iter().any(|name| name == "popcnt");
        let remark = match features.len() < self.file.built_for.len() {
            true => " `cozy-chess` has its feature `pext`.",
            false if lacks_popcnt => WITHOUT_POPCNT,
            false if is_x86 => " `cozy-chess` looks up by magics: its feature `pext` was off.",
            false => "",
        };
        format!("All code, including the other libraries, was compiled for {build}.{remark}\n\n")
    }

    /// Returns a row for each contender, and a column for each case: the time, and how many times
    /// as fast as cozy-chess it is.
    fn matrix(&self, cases: &[Case<'_>]) -> String {
        let rows = cases.iter().flat_map(|case| &case.rows).copied();
        let rows = rows.unique_by(|row| (row.threads, &row.contender));
        let rows = rows.sorted_by_key(|row| row.threads).collect_vec();
        let mark = |row: &Row| {
            let level = match row.contender.as_str() {
                ONE_BY_ONE | HASHED => &self.file.best,
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

    /// The speed, a panel for each case with several contenders that counts leaves or moves.
    fn chart(&self, cases: &[Case<'_>]) -> Option<Chart> {
        let bar = |case: &Case<'_>, row: &Row| {
            let kind = match row.contender.as_str() {
                COZY_CHESS | CHESS => (Role::Pieces, Some("other libraries")),
                name if name == self.file.best => (Role::Library, None),
                _ => (Role::Kernel, None),
            };
            let value = case.counted as f64 / row.median();
            let times = self.times(row, COZY_CHESS);
            let name = match row.threads {
                1 => self.name(row),
                threads => format!("{}, {threads} threads", self.name(row)),
            };
            Bar::new(&name, kind, value, speed, times)
        };
        let (trees, arrays) = cases.split_at(self.file.trees.len());
        let is_parallel = |case: &&Case<'_>| case.rows.iter().any(|row| row.threads > 1);
        let shown = trees.iter().chain(arrays.iter().filter(is_parallel));
        let panels = shown.map(|case| Panel {
            title: case.title.clone(),
            bars: case.rows.iter().map(|row| bar(case, row)).collect(),
        });
        let panels = panels.filter(|panel| panel.bars.len() > 1);
        let name = format!("{}-perft", self.slug);
        let title = format!("perft: leaves or moves per second, {}", self.title());
        let subtitle = "Longer is better (times as fast as cozy-chess)";
        Chart::of_bars(&name, &title, subtitle, panels)
    }

    /// How many times faster a row is than a contender with one thread.
    fn times(&self, row: &Row, contender: &str) -> Option<f64> {
        row.ratio_to(self.row(&row.case, contender, 1)?)
    }

    fn name(&self, row: &Row) -> String {
        match row.contender.as_str() {
            ONE_BY_ONE => format!("`{}`, one by one", self.file.best),
            HASHED => format!(
                "`{}`, {} MiB of hash table",
                self.file.best,
                HASH_BYTES >> 20
            ),
            "scalar" => "`scalar`, one by one".to_string(),
            name @ (COZY_CHESS | CHESS) => format!("crate `{name}`"),
            kernel => format!("`{kernel}`"),
        }
    }
}
