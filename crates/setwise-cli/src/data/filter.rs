//! `setwise data filter`: the records for which an expression holds.

use super::expression::Expression;
use super::facts::Facts;
use super::transfer::{self, Keep, TransferArgs};
use super::values::{Seen, definitions};
use clap::Args;
use setwise_formats::Record;

/// Keep the records for which an expression holds.
///
/// An expression compares values with integers or with each other (== != < <= > >=) and joins the comparisons with && || ! or
/// and, or, not, and parentheses. A value alone holds if it is not 0. A comparison with a value that the record lacks is
/// false; so is such a value alone.
#[derive(Args, Debug)]
#[command(after_help = help())]
pub(super) struct FilterArgs {
    #[command(flatten)]
    transfer: TransferArgs,
    /// Condition that a record has to meet
    #[arg(long = "where", value_name = "EXPR", value_parser = Expression::parse)]
    condition: Expression,
}

/// Keeps the records that meet a condition.
struct Filter<'a> {
    condition: &'a Expression,
    /// Whether the condition depends on the analysis of a position.
    analyzes: bool,
    facts: Facts,
}

impl Keep for Filter<'_> {
    fn batch(&mut self, batch: &mut Vec<Record>) {
        if self.analyzes {
            self.facts.analyze(batch);
        }
        let mut next = 0;
        batch.retain(|record| {
            let i = next;
            next += 1;
            let seen = Seen {
                record,
                analysis: self.facts.of(i),
            };
            self.condition.holds(&|value| (value.of)(&seen))
        });
    }
}

/// The definitions of the values, and an example.
fn help() -> String {
    let definitions = definitions();
    format!(
        "Values. Moves and *own* pieces are those of the side to move; * a record can lack it:\n{definitions}\n\
        Example: setwise data filter games.vf quiet.vf --where '!in_check && quiet && hanging == 0 && pieces >= 8'"
    )
}

/// Runs the command and returns what to print.
pub(super) fn run(args: &FilterArgs) -> anyhow::Result<String> {
    let mut filter = Filter {
        condition: &args.condition,
        analyzes: args.condition.uses(|value| value.is_analyzed),
        facts: Facts::default(),
    };
    transfer::run(&args.transfer, &mut filter)
}
