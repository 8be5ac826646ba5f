//! `setwise data filter`: the records for which a condition holds.

use super::resume::{Facts, ResumeArgs};
use super::transfer::{self, TransferArgs};
use clap::Args;
use setwise_formats::Record;
use setwise_values::{Analyses, Condition, Kind, Value};

/// Keep the records for which a condition holds.
///
/// A condition compares values with integers or with each other (== != < <= > >=) and joins the
/// comparisons with && || ! or and, or, not, and parentheses. A value alone holds if it is not 0. A
/// comparison with a value that the record lacks is false; so is such a value alone.
#[derive(Args, Debug)]
#[command(after_help = help())]
pub(super) struct FilterArgs {
    #[command(flatten)]
    transfer: TransferArgs,
    #[command(flatten)]
    resume: ResumeArgs,
    /// Condition that a record has to meet
    #[arg(long = "where", value_name = "CONDITION", value_parser = Condition::parse)]
    condition: Condition,
}

/// The definitions of the values, and an example.
fn help() -> String {
    let width = Value::ALL.iter().map(|value| value.name().len()).max();
    let width = width.unwrap_or(0);
    let line = |value: &Value| {
        let (name, definition) = (value.name(), value.definition());
        let mark = if value.can_be_missing() { " *" } else { "" };
        match value.kind() {
            Kind::Truth => format!("  {name:width$}  1 if {definition}, else 0{mark}\n"),
            _ => format!("  {name:width$}  {definition}{mark}\n"),
        }
    };
    let definitions: String = Value::ALL.iter().map(line).collect();
    format!(
        "Values. Moves and *own* pieces are those of the side to move; *the move* is the stored one; * a record can lack it:\n{definitions}\n\
        Example: setwise data filter games.vf quiet.vf --where '!in_check && quiet && hanging == 0 && pieces >= 8'"
    )
}

/// Runs the command and returns what to print and the exit code.
pub(super) fn run(args: &FilterArgs) -> anyhow::Result<(String, u8)> {
    let choice = || {
        let mut analyses = Analyses::default();
        move |batch: &mut Vec<Record>| args.condition.retain(batch, &mut analyses)
    };
    let facts = Facts::from_iter([
        ("command".into(), "filter".into()),
        ("--where".into(), format!("{:?}", args.condition).into()),
    ]);
    transfer::run_resumable(&args.transfer, &args.resume, facts, choice)
}
