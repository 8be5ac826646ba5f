//! What a run tells beside its numbers: what was read leniently, and what the output does not hold.

use super::input::Input;
use super::output::Finished;
use itertools::Itertools;
use serde_json::{Map, Value};
use setwise_formats::{Format, Notice, Totals};
use setwise_program::failure::message;

/// What was read leniently and what is lost, with the numbers of units or records.
pub(super) struct Told {
    unit: &'static str,
    lenient: Vec<(Notice, u64)>,
    /// The name for programs, the name for people, and the number with its unit.
    pub(super) lost: Vec<(String, String, u64)>,
}

/// The notices of totals that are lenient, or those that are not, with their numbers.
pub(super) fn noticed(totals: Totals, is_lenient: bool) -> Vec<(Notice, u64)> {
    let all = Notice::ALL.into_iter();
    let all = all.filter(|notice| notice.is_lenient() == is_lenient);
    let all = all.map(|notice| (notice, totals.notices(notice)));
    all.filter(|&(_, units)| units > 0).collect()
}

/// Writes names with numbers of units.
pub(super) fn listed(lenient: &[(Notice, u64)], unit: &str) -> String {
    let all = lenient.iter();
    all.map(|(notice, units)| format!("{notice} ({})", counted(*units, unit)))
        .join(", ")
}

fn counted(number: u64, unit: &str) -> String {
    let end = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{end}")
}

impl Told {
    /// Joins what the reader and the writer tell. Records may be written without what the input
    /// says beside their fields.
    pub(super) fn new(
        input: &Input<'_>,
        finished: &Finished,
        to: Format,
        keeps_extras: bool,
    ) -> Self {
        let (totals, unit) = (input.reader.totals(), input.reader.format().unit());
        let is_kept = |notice| match notice {
            Notice::Operations => keeps_extras && to == Format::Epd,
            Notice::Columns => keeps_extras && to.is_columnar(),
            _ => false,
        };
        let of_writer = finished.lost.iter().map(|(field, records)| {
            let name = field.to_string();
            let text = format!("{name} ({})", counted(*records, "record"));
            (name.replace(' ', "_"), text, *records)
        });
        let of_reader = noticed(totals, false)
            .into_iter()
            .filter(|(notice, _)| !is_kept(*notice));
        let of_reader = of_reader.map(|(notice, units)| {
            let text = format!("{notice} ({})", counted(units, unit));
            (notice.name().to_owned(), text, units)
        });
        Self {
            unit,
            lenient: noticed(totals, true),
            lost: of_writer.chain(of_reader).collect(),
        }
    }

    /// What is lost, in words.
    pub(super) fn losses(&self) -> String {
        let lost = self.lost.iter().map(|(_, text, _)| text).join(", ");
        format!("not kept: {lost}")
    }

    /// Prints a line for what was read leniently, and one for what is lost.
    pub(super) fn print(&self, output: &str) {
        if !self.lenient.is_empty() {
            message(&format!(
                "read leniently: {}",
                listed(&self.lenient, self.unit)
            ));
        }
        if !self.lost.is_empty() {
            message(&format!("{output}: {}", self.losses()));
        }
    }

    pub(super) fn lenient_json(&self) -> Value {
        lenient_json(&self.lenient)
    }

    pub(super) fn lost_json(&self) -> Value {
        let lost = self.lost.iter();
        let lost = lost.map(|(name, _, number)| (name.clone(), Value::from(*number)));
        Value::Object(lost.collect::<Map<_, _>>())
    }
}

/// Names with numbers, for programs.
pub(super) fn lenient_json(lenient: &[(Notice, u64)]) -> Value {
    let lenient = lenient.iter();
    let lenient = lenient.map(|(notice, units)| (notice.name().to_owned(), Value::from(*units)));
    Value::Object(lenient.collect::<Map<_, _>>())
}
