//! What a run reports beside its numbers: what was read leniently, what the output does not hold,
//! what was assumed, and which values of a condition are missing.

use super::output::Finished;
use itertools::Itertools;
use serde_json::Value;
use setwise_formats::{Fields, Format, Notice, Totals};
use setwise_program::failure::message;

/// A notice, with the number of units or records that it concerns.
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

    fn of_notice(notice: Notice, number: u64, unit: &str) -> Self {
        Self::new(notice.name().to_owned(), &notice.to_string(), number, unit)
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
    all.map(|notice| Entry::of_notice(notice, totals.notices(notice), format.unit()))
        .collect()
}

pub(crate) fn listed(entries: &[Entry]) -> String {
    entries.iter().map(|entry| &entry.text).join(", ")
}

pub(super) fn json(entries: &[Entry]) -> Value {
    let pair = |entry: &Entry| (entry.name.clone(), entry.number);
    entries.iter().map(pair).collect()
}

/// Returns the values that records lack. A tag that is read as a text and as a number is one, with
/// the greater number.
fn lacking(missing: &[(&str, u64)]) -> Vec<Entry> {
    let lacking = missing.iter().filter(|(_, records)| *records > 0);
    let most = |name: &str| {
        missing
            .iter()
            .filter(|(other, _)| *other == name)
            .map(|of| of.1)
            .max()
    };
    let entry = |&(name, _): &(&str, u64)| {
        Entry::new(name.to_owned(), name, most(name).unwrap_or(0), "record")
    };
    lacking.unique_by(|(name, _)| name).map(entry).collect()
}

/// Lenient readings, losses, default values, and missing values of a condition.
pub(super) struct Notices {
    pub(super) lenient: Vec<Entry>,
    pub(super) lost: Vec<Entry>,
    pub(super) assumed: Vec<Entry>,
    pub(super) missing: Vec<Entry>,
}

impl Notices {
    /// Joins the losses of the reader and of the writer. `missing` has the values of a condition
    /// with the numbers of records that lack them.
    pub(super) fn new(
        totals: Totals,
        format: Format,
        finished: &Finished,
        missing: &[(&str, u64)],
    ) -> Self {
        let of_field = |(field, records): &(Fields, u64)| {
            let what = field.to_string();
            Entry::new(what.replace(' ', "_"), &what, *records, "record")
        };
        let extras = finished.lost_extras.iter();
        let extras = extras.map(|of| Entry::of_notice(of.0, of.1, "record"));
        let lost = finished.lost.iter().map(of_field).chain(extras);
        let of_reader = noticed(totals, format, |notice| !notice.is_lenient());
        Self {
            lenient: noticed(totals, format, Notice::is_lenient),
            lost: lost.chain(of_reader).collect(),
            assumed: finished.assumed.iter().map(of_field).collect(),
            missing: lacking(missing),
        }
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
