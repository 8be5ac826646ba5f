//! What a run reports beside its numbers: what was read leniently, what the output does not hold,
//! what was assumed, and which values of a condition are missing.

use super::output::Finished;
use crate::program::failure::message;
use itertools::Itertools;
use serde_json::Value;
use setwise_formats::{Fields, Format, GameColumn, Notice, Totals};
use setwise_values::Columns;

/// Something that is reported, with the number of units or records that it concerns.
pub(crate) struct Entry {
    /// The name for programs.
    name: String,
    /// The words for people, with the number.
    text: String,
    number: u64,
}

impl Entry {
    fn new(name: String, what: &str, number: u64, unit: &str) -> Self {
        let end = if number == 1 { "" } else { "s" };
        let text = format!("{what} ({number} {unit}{end})");
        Self { name, text, number }
    }
}

/// Returns what the totals of a format report: the notices that are wanted.
pub(crate) fn noticed(
    totals: Totals,
    format: Format,
    is_wanted: impl Fn(Notice) -> bool,
) -> Vec<Entry> {
    let all = Notice::ALL.into_iter();
    let all = all.filter(|&notice| totals.notices(notice) > 0 && is_wanted(notice));
    let entry = |notice: Notice| {
        let (name, units) = (notice.name().to_owned(), totals.notices(notice));
        Entry::new(name, &notice.to_string(), units, format.unit())
    };
    all.map(entry).collect()
}

pub(crate) fn listed(entries: &[Entry]) -> String {
    entries.iter().map(|entry| &entry.text).join(", ")
}

pub(super) fn json(entries: &[Entry]) -> Value {
    let pair = |entry: &Entry| (entry.name.clone(), entry.number);
    entries.iter().map(pair).collect()
}

/// Lenient readings, losses, default values, and missing values of a condition.
pub(super) struct Notices {
    pub(super) lenient: Vec<Entry>,
    pub(super) lost: Vec<Entry>,
    pub(super) assumed: Vec<Entry>,
    pub(super) missing: Vec<Entry>,
}

impl Notices {
    /// Joins what the reader and the writer report. Records may be written without what the input
    /// says beside their fields. `missing` has the values of a condition with the numbers of
    /// records that lack them.
    pub(super) fn new(
        totals: Totals,
        format: Format,
        finished: &Finished,
        to: Format,
        keeps_extras: bool,
        missing: &[(&str, u64)],
    ) -> Self {
        let of_field = |(field, records): &(Fields, u64)| {
            let what = field.to_string();
            Entry::new(what.replace(' ', "_"), &what, *records, "record")
        };
        let of_reader = noticed(totals, format, |notice| {
            let is_kept = keeps_extras && to.has_room(notice);
            !notice.is_lenient() && !is_kept
        });
        let missing = missing.iter().filter(|(_, records)| *records > 0);
        let of_value =
            |&(name, records): &(&str, u64)| Entry::new(name.to_owned(), name, records, "record");
        let lost = finished.lost.iter().map(of_field);
        Self {
            lenient: noticed(totals, format, Notice::is_lenient),
            lost: lost.chain(of_reader).collect(),
            assumed: finished.assumed.iter().map(of_field).collect(),
            missing: missing.map(of_value).collect(),
        }
    }

    /// Removes the losses that written columns hold: tags if all are written, marks, and comments,
    /// of which the rest is counted. If numbers are read that are not written, that is no count.
    pub(super) fn keep_columns(&mut self, written: &Columns, read: &Columns, keeps_extras: bool) {
        let is_number = |column: &&GameColumn| {
            column.is_of_half_moves() && !matches!(column.name(), "nags" | "san")
        };
        let numbers = |columns: &Columns| columns.iter().filter(is_number).count();
        let has = |wanted: &dyn Fn(&GameColumn) -> bool| keeps_extras && written.iter().any(wanted);
        let has_numbers = has(&|column| is_number(&column)) && numbers(written) == numbers(read);
        let has_nags = has(&|column| column.name() == "nags");
        let has_tags = has(&|column| *column == GameColumn::all_tags());
        self.lost.retain(|entry| match entry.name.as_str() {
            "comment_scores" | "comments" => !has_numbers,
            "comment_rest" => has_numbers || has_nags,
            "nags" => !has_nags,
            "tags" => !has_tags,
            _ => true,
        });
    }

    pub(super) fn losses(&self) -> String {
        format!("not kept: {}", listed(&self.lost))
    }

    pub(super) fn print(&self, input: &str, output: &str) {
        let why = "missing, so that no comparison with it holds";
        for (what, entries) in [
            ("read leniently", &self.lenient),
            (&format!("{input}: {why}"), &self.missing),
            (&format!("{output}: assumed"), &self.assumed),
            (&format!("{output}: not kept"), &self.lost),
        ] {
            if !entries.is_empty() {
                message(&format!("{what}: {}", listed(entries)));
            }
        }
    }
}
