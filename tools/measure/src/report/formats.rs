//! The page about files of positions: what `setwise-measure formats` measured.

use super::chart::escaped;
use super::shown::{Benchmark, Chaptered, Shown};
use crate::number::ratio;
use itertools::Itertools;
use setwise_program::number::{grouped, ns};
use setwise_program::table::Table;
use setwise_results::Timed;
use setwise_results::formats::{COPY, FormatCase, FormatsRun, SETWISE};

impl Benchmark for FormatsRun {
    const PAGE: &str = "formats.md";

    fn tables(shown: &Shown<Self>) -> String {
        let cases = shown.file.cases.iter();
        let cases = cases.filter(|case| !case.is_written).collect_vec();
        let (ns, ratio) = (shown.digits(ns), shown.digits(ratio));
        let size = |bytes: f64| format!("{bytes:.1}");
        let of = |case: &FormatCase, is_written, name, threads| {
            shown.time(case, is_written, name, threads)
        };
        let times = move |one: Option<f64>, other: Option<f64>| Some(one? / other?);
        let table = Table::of(&cases)
            .text("format", |case| escaped(&case.format))
            .number("bytes per record", size, |case| {
                Some(case.bytes as f64 / case.records as f64)
            })
            .number("copy, ns", ns, |case| of(case, false, COPY, 1))
            .number("read, ns", ns, |case| of(case, false, SETWISE, 1))
            .number("÷ copy", ratio, |case| {
                times(of(case, false, SETWISE, 1), of(case, false, COPY, 1))
            })
            .number("two threads, ns", ns, |case| of(case, false, SETWISE, 2))
            .number("gain", ratio, |case| {
                times(of(case, false, SETWISE, 1), of(case, false, SETWISE, 2))
            })
            .number("written, ns", ns, |case| of(case, true, SETWISE, 1))
            .number("÷ copy", ratio, |case| {
                times(of(case, true, SETWISE, 1), of(case, true, COPY, 1))
            });
        table.markdown() + "\n"
    }

    fn level(&self) -> &str {
        &self.best
    }
}

impl Chaptered for FormatsRun {
    const PROSE: [&str; 3] = [
        prose!("formats-opening"),
        prose!("formats-none"),
        prose!("formats-end"),
    ];

    fn chapter(shown: &Shown<Self>) -> [String; 3] {
        let records = shown.file.cases.iter().map(|case| case.records).min();
        let extent = format!(
            "{} {}; ",
            grouped(records.unwrap_or(0) as usize),
            escaped(&shown.file.source)
        );
        [String::new(), Self::tables(shown), extent]
    }
}

impl Shown<FormatsRun> {
    /// Returns ns per record of a format.
    fn time(&self, of: &FormatCase, is_written: bool, name: &str, threads: usize) -> Option<f64> {
        let mut cases = self.file.cases.iter();
        let case = cases.find(|case| case.format == of.format && case.is_written == is_written)?;
        let row = self.row(&case.name, name, threads)?;
        Some(row.median() * 1e9 / case.records as f64)
    }
}
