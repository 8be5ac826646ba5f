//! The page about features of neural networks: what `setwise-measure nnue` measured.

use super::chart::{Bar, Chart, escaped};
use super::shown::{Benchmark, Chaptered, Shown, section};
use crate::number::{percent, ratio};
use crate::statistics::{median, times};
use itertools::Itertools;
use setwise_program::number::{grouped, ns};
use setwise_program::table::Table;
use setwise_results::nnue::{
    BY_PERSPECTIVE, BY_SQUARE, COPY, Case, FILL, FIND, NnueRun, ONE_PASS, Output, REGISTERS, STREAM,
};
use setwise_results::{Role, Row, Timed};

/// A row takes less than this many times the time of its floor: memory is said to bind it.
const NEAR_FLOOR: f64 = 2.0;

/// A row takes less than this share of its time on known positions: mispredicted branches and cache
/// misses are said to bind it.
const KNOWN_SHARE: f64 = 0.75;

impl Benchmark for NnueRun {
    const PAGE: &str = "nnue.md";

    fn tables(shown: &Shown<Self>) -> String {
        let fills = [("÷ fill", FILL), ("÷ streaming fill", STREAM)];
        let csr = shown.rows_of(Output::Csr, &[("÷ copy", COPY)]);
        let padded = shown.rows_of(Output::Padded, &fills);
        let others = [shown.known(), shown.threads(), shown.moves()];
        let text = csr + &padded + &others.concat();
        text.replace("{best}", &shown.file.best)
    }

    fn level(&self) -> &str {
        &self.best
    }
}

impl Chaptered for NnueRun {
    const PROSE: [&str; 3] = [
        prose!("nnue-opening"),
        prose!("nnue-none"),
        prose!("nnue-end"),
    ];

    fn chapter(shown: &Shown<Self>) -> [String; 3] {
        let run = &shown.file.run;
        let cycle = median(run.cycle.iter().copied());
        let cycle = cycle.map(|cycle| format!("; {} ns per cycle", ns(cycle)));
        let extent = format!(
            "{} {}; sliders of scalar code looked up by {}{}; ",
            grouped(shown.positions() as usize),
            escaped(&run.source),
            escaped(&run.lookup),
            cycle.unwrap_or_default()
        );
        let body = Self::tables(shown) + &shown.contenders();
        [String::new(), body, extent]
    }

    /// The times of threats and of pairs of pawns, a panel for each.
    fn chart(shown: &Shown<Self>) -> Option<Chart> {
        let bar = |case: &Case, row: &Row| {
            let kind = match row.contender.as_str() {
                ONE_PASS | BY_PERSPECTIVE => (Role::Scalar, Some("scalar code")),
                COPY => (Role::Bound, None),
                name if name == shown.file.best => (Role::Library, None),
                _ => (Role::Kernel, None),
            };
            let lead = shown.lead(case, &row.contender, BY_PERSPECTIVE);
            let lead = times(lead.map(shown.digits(ratio)));
            let note = shown.digits(ns)(each(case, row)) + &lead;
            Bar::new(&name(row), kind, each(case, row), note)
        };
        let cases = shown.cases(Output::Csr, true).into_iter().take(2);
        let panels = cases.map(|case| {
            let rows = shown.rows(&case.name);
            let rows = rows.sorted_by_key(|row| (row.contender == COPY, row.median().to_bits()));
            let bars = rows.map(|row| bar(case, row)).collect();
            (format!("{}, ns per position", case.set), bars)
        });
        let name = format!("{}-nnue", shown.slug);
        let title = format!("Features as rows without gaps, {}", shown.title());
        let order = "Shorter is better (times as fast as scalar code by perspective)";
        Chart::of_bars(&name, &title, [order, &shown.dated()], panels)
    }
}

impl Shown<NnueRun> {
    /// The usual number of positions, the greatest.
    fn positions(&self) -> u64 {
        let positions = self.file.cases.iter().map(|case| case.positions);
        positions.max().unwrap_or(0)
    }

    /// The cases with an output: those with the usual number of positions, or the others.
    fn cases(&self, output: Output, usual: bool) -> Vec<&Case> {
        let cases = self.file.cases.iter();
        let fits = |case: &&Case| {
            let is_usual = case.positions == self.positions();
            case.output == output && is_usual == usual && !case.threads
        };
        cases.filter(fits).collect()
    }

    fn time(&self, case: &Case, contender: &str) -> Option<f64> {
        Some(each(case, self.row(&case.name, contender, 1)?))
    }

    fn lead(&self, case: &Case, contender: &str, other: &str) -> Option<f64> {
        let rows = [contender, other].map(|name| self.row(&case.name, name, 1));
        rows[0]?.ratio_to(rows[1]?)
    }

    /// The time of a contender on known positions, as a share of the usual one.
    fn share(&self, set: &str, contender: &str) -> Option<f64> {
        let [usual, known] = [true, false].map(|usual| {
            let cases = self.cases(Output::Csr, usual);
            self.time(cases.into_iter().find(|case| case.set == set)?, contender)
        });
        Some(known? / usual?)
    }

    /// The times of rows of features, with floors: titles, and code that moves the same memory.
    fn rows_of(&self, output: Output, floors: &[(&str, &str)]) -> String {
        let (best, ns, ratio) = (&self.file.best, self.digits(ns), self.digits(ratio));
        let scalar = [
            ("× by perspective", BY_PERSPECTIVE),
            ("× one pass", ONE_PASS),
        ];
        let bound = |case: &Case| {
            let is_below = |one: &str, other: &str, limit| {
                let times = self.lead(case, one, other);
                times.is_some_and(|times| times < limit)
            };
            let near = |(_, floor): &(&str, &str)| is_below(floor, best, NEAR_FLOOR);
            // Where other code writes the same rows faster, memory is not the limit.
            let beats = |(_, other): &(&str, &str)| is_below(best, other, 1.0);
            let is_near = floors.iter().any(near) && !scalar.iter().any(beats);
            let kind = match (is_near, self.share(&case.set, best)? < KNOWN_SHARE) {
                (true, _) => "memory",
                (false, true) => "branches",
                (false, false) => "computation",
            };
            Some(kind.to_string())
        };
        let cases = self.cases(output, true);
        let features = |mean| format!("{mean:.1}");
        let mut table = Table::of(&cases)
            .text("set", |case| case.set.clone())
            .number("features", features, |case| case.features)
            .number("ns per position", ns, |case| self.time(case, best));
        for (title, other) in scalar {
            table = table.number(title, ratio, |case| self.lead(case, best, other));
        }
        for (title, floor) in floors {
            table = table.number(title, ratio, |case| self.lead(case, floor, best));
        }
        let table = table.text("bound by", |case| bound(case));
        match output {
            Output::Padded => section("### Padded rows", prose!("nnue-padded"), &table),
            _ => section("### Rows without gaps", prose!("nnue-csr"), &table),
        }
    }

    /// The times on few positions, as shares of the usual ones.
    fn known(&self) -> String {
        let (best, ns) = (&self.file.best, self.digits(ns));
        let cases = self.cases(Output::Csr, false);
        let mut table = Table::of(&cases)
            .text("set", |case| case.set.clone())
            .number("positions", grouped, |case| case.positions as usize)
            .number("ns per position", ns, |case| self.time(case, best));
        let shares = [
            ("share of the usual time", best.as_str()),
            ("the same, by perspective", BY_PERSPECTIVE),
            ("the same, one pass", ONE_PASS),
        ];
        for (title, contender) in shares {
            table = table.number(title, percent, |case| self.share(&case.set, contender));
        }
        section("### Known positions", prose!("nnue-known"), &table)
    }

    fn threads(&self) -> String {
        let cases = self.file.cases.iter().filter(|case| case.threads);
        let rows = cases.flat_map(|case| self.rows(&case.name).map(move |row| (case, row)));
        let rows = rows.filter(|(_, row)| row.threads > 1).collect_vec();
        let gain = |case: &Case, contender: &str, threads| {
            let [several, one] = [threads, 1].map(|n| self.row(&case.name, contender, n));
            several?.ratio_to(one?)
        };
        let (ns, ratio) = (self.digits(ns), self.digits(ratio));
        let of_row = |case: &Case, row: &Row| gain(case, &row.contender, row.threads);
        let one = |(case, row): &(&Case, &Row)| self.time(case, &row.contender);
        let table = Table::of(&rows)
            .text("case", |(case, _)| case.name.clone())
            .text("", |(_, row)| Some(name(row)))
            .number("threads", grouped, |(_, row)| row.threads)
            .number("ns, one thread", ns, one)
            .number("ns per position", ns, |(case, row)| each(case, row))
            .number("gain", ratio, |(case, row)| of_row(case, row))
            .number("÷ gain in registers", ratio, |(case, row)| {
                Some(of_row(case, row)? / gain(case, REGISTERS, row.threads)?)
            });
        section("### Threads", prose!("nnue-threads"), &table)
    }

    /// The times of what one move changes, if they were measured.
    fn moves(&self) -> String {
        let cases = self.file.cases.iter();
        let cases = cases.filter(|case| case.output.is_of_moves()).collect_vec();
        if cases.is_empty() {
            return String::new();
        }
        let best = |case: &Case| self.rows(&case.name).next();
        let lead = |case: &Case, other| best(case)?.ratio_to(self.row(&case.name, other, 1)?);
        let mut table = self.times(&cases);
        let others = [("× scalar", "scalar"), ("× by square", BY_SQUARE)];
        for (title, other) in others.into_iter().chain([("× find", FIND)]) {
            table = table.number(title, self.digits(ratio), |case| lead(case, other));
        }
        let table = table.without_empty_columns();
        section("### Changes by a move", prose!("nnue-moves"), &table)
    }

    fn contenders(&self) -> String {
        let is_shown = |case: &&Case| !case.threads && !case.output.is_of_moves();
        let cases = self.file.cases.iter().filter(is_shown).collect_vec();
        let (prose, table) = (prose!("nnue-contenders"), self.times(&cases));
        section("### Each instruction set", prose, &table)
    }

    fn times<'a>(&'a self, cases: &'a [&'a Case]) -> Table<'a, &'a Case> {
        let rows = cases.iter().flat_map(|case| self.rows(&case.name));
        let mut table = Table::of(cases).text("case", |case| case.name.clone());
        let ns = self.digits(ns);
        for one in rows.unique_by(|row| &row.contender) {
            table = table.number(name(one), ns, |case| self.time(case, &one.contender));
        }
        table
    }
}

fn name(row: &Row) -> String {
    match row.contender.as_str() {
        ONE_PASS => "scalar, one pass".to_string(),
        BY_PERSPECTIVE => "scalar, by perspective".to_string(),
        COPY => "copy of the rows".to_string(),
        FILL => "fill".to_string(),
        STREAM => "streaming fill".to_string(),
        REGISTERS => "registers only".to_string(),
        BY_SQUARE => "scalar, by square".to_string(),
        FIND => "`Changes::find`".to_string(),
        level => format!("`{level}`"),
    }
}

fn each(case: &Case, row: &Row) -> f64 {
    row.median() * 1e9 / case.positions as f64
}
