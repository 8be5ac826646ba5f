//! The page about perft: what `setwise-measure perft` measured.

use super::chart::{Bar, Chart, escaped};
use super::shown::{Benchmark, Chaptered, Shown};
use crate::number::{ratio, speed};
use crate::statistics::times;
use itertools::Itertools;
use setwise_program::number::{grouped, ns};
use setwise_program::table::Table;
use setwise_results::code::MOVES;
use setwise_results::perft::{
    CHESS, COZY_CHESS, COZY_PEXT, HASH_BYTES, HASHED, ONE_BY_ONE, PerftRun,
};
use setwise_results::{Role, Row, Timed};
use std::convert::identity;

struct Case<'a> {
    name: &'a str,
    title: String,
    source: String,
    counted: u64,
    /// Children or positions, for the time of each.
    each: u64,
    /// The rows with one thread, the fastest first, then those with several.
    rows: Vec<&'a Row>,
}

impl Benchmark for PerftRun {
    const PAGE: &str = "perft.md";

    fn tables(shown: &Shown<Self>) -> String {
        shown.matrix(&shown.cases()) + "\n"
    }

    fn level(&self) -> &str {
        &self.best
    }
}

impl Chaptered for PerftRun {
    const PROSE: [&str; 3] = [
        prose!("perft-opening"),
        prose!("perft-none"),
        prose!("perft-end"),
    ];

    /// The table of all trees and arrays.
    fn opening(runs: &[&Shown<Self>]) -> String {
        let cases = runs.iter().flat_map(|run| run.cases());
        let cases = cases.unique_by(|case| (case.title.clone(), case.source.clone()));
        let cases = cases.collect_vec();
        let table = Table::of(&cases)
            .text("case", |case| case.title.clone())
            .text("position", |case| case.source.clone())
            .number("leaves or moves", grouped, |case| case.counted as usize)
            .number("children or positions", grouped, |case| case.each as usize);
        table.markdown() + "\n"
    }

    fn chapter(shown: &Shown<Self>) -> [String; 3] {
        [shown.baseline(), Self::tables(shown), String::new()]
    }

    /// The speed, a panel for each case with several contenders that counts leaves or moves.
    fn chart(shown: &Shown<Self>) -> Option<Chart> {
        let cases = shown.cases();
        let bar = |case: &Case<'_>, row: &Row| {
            let kind = match row.contender.as_str() {
                COZY_CHESS | CHESS => (Role::Pieces, Some("other libraries")),
                name if name == shown.file.best => (Role::Library, None),
                _ => (Role::Kernel, None),
            };
            let value = case.counted as f64 / row.median();
            let note = speed(value, shown.digits(ns)) + &shown.times(row);
            let threads = ["".to_string(), format!(", {} threads", row.threads)];
            let name = shown.name(row) + &threads[usize::from(row.threads > 1)];
            Bar::new(&name, kind, value, note)
        };
        let (trees, arrays) = cases.split_at(shown.file.trees.len());
        let is_parallel = |case: &&Case<'_>| case.rows.iter().any(|row| row.threads > 1);
        let cases = trees.iter().chain(arrays.iter().filter(is_parallel));
        let panels = cases.filter(|case| case.rows.len() > 1).map(|case| {
            let bars = case.rows.iter().map(|row| bar(case, row));
            (case.title.clone(), bars.collect())
        });
        let name = format!("{}-perft", shown.slug);
        let title = format!("perft: leaves or moves per second, {}", shown.title());
        let order = "Longer is better (times as fast as cozy-chess)";
        Chart::of_bars(&name, &title, [order, &shown.dated()], panels)
    }
}

impl Shown<PerftRun> {
    fn cases(&self) -> Vec<Case<'_>> {
        let order = |row: &&Row| (row.threads, row.median().to_bits(), self.name(row));
        let rows = |name| self.rows(name).sorted_by_key(order).collect();
        let trees = self.file.trees.iter().map(|tree| Case {
            name: &tree.name,
            title: format!("{}, depth {}", tree.name, tree.depth),
            source: format!("`{}`", tree.fen),
            counted: tree.leaves,
            each: tree.children,
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
            rows: rows(&array.name),
        });
        trees.chain(arrays).collect()
    }

    /// The CPUs that the code was compiled for, in a sentence.
    fn baseline(&self) -> String {
        let built_for = self.file.built_for.iter();
        let (pext, features): (Vec<_>, Vec<_>) = built_for.partition(|name| *name == COZY_PEXT);
        let build = match features.is_empty() {
            true => "any CPU of the architecture (a default build)".to_string(),
            false => format!("CPUs with {}", features.iter().join(", ")),
        };
        let tables = ["magics", "PEXT"][usize::from(!pext.is_empty())];
        let cozy = format!("`cozy-chess` looks up by {tables}");
        format!("All code, including the other libraries, was compiled for {build}; {cozy}.\n\n")
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
                let time = row.median() * 1e9 / case.each as f64;
                Some(self.digits(ns)(time) + &self.times(row))
            });
        }
        table.markdown()
    }

    /// How many times as fast as cozy-chess a row is, in parentheses.
    fn times(&self, row: &Row) -> String {
        let other = self.row(&row.case, COZY_CHESS, 1);
        let lead = other.and_then(|other| row.ratio_to(other));
        times(lead.map(self.digits(ratio)))
    }

    fn name(&self, row: &Row) -> String {
        let best = &self.file.best;
        match row.contender.as_str() {
            ONE_BY_ONE => format!("`{best}`, one by one"),
            HASHED => format!("`{best}`, {} MiB of hash table", HASH_BYTES >> 20),
            "scalar" => "`scalar`, one by one".to_string(),
            name @ (COZY_CHESS | CHESS) => format!("crate `{name}`"),
            kernel => format!("`{kernel}`"),
        }
    }
}
