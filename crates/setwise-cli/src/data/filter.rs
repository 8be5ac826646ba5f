//! `setwise data filter`: the records for which an expression holds.

use super::expression::{Expression, Value};
use super::facts::{Facts, phase};
use super::transfer::{self, Keep, TransferArgs};
use clap::Args;
use setwise_formats::{Fields, Outcome, Record};
use setwise_moves::Color;

/// Keep the records for which an expression holds.
///
/// An expression compares values with integers or with each other (== != < <= > >=) and joins the comparisons with && || ! or
/// and, or, not, and parentheses. A value alone holds if it is not 0. A comparison with a value that the record lacks is
/// false; so is such a value alone.
#[derive(Args, Debug)]
#[command(after_help = "\
Values:
  pieces         pieces on the board, pawns and kings included
  legal_moves    legal moves of the side to move
  in_check, mate, stalemate, insufficient_material   1 or 0
  phase          knights and bishops 1, rooks 2, queens 4: 24 at the start of a game
  white_to_move  1 or 0
  halfmoves      the half-move clock
  fullmove       the number of the move
  ply            half-moves since the beginning of the game
  score          centipawns, positive numbers are good for White
  outcome        0 Black wins, 1 draw, 2 White wins

A record can lack: white_to_move, halfmoves, fullmove, ply, score, outcome.

Example: setwise data filter games.vf quiet.vf --where '!in_check && legal_moves > 10 && pieces >= 8'")]
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
            self.condition
                .holds(&|value| value_of(value, record, &self.facts, i))
        });
    }
}

/// A value of record `i` of a batch, or `None` if the record lacks it.
fn value_of(value: Value, record: &Record, facts: &Facts, i: usize) -> Option<i64> {
    let position = &record.position;
    let unless_assumed = |field, value| (!record.assumed.contains(field)).then_some(value);
    let has_moves = || facts.legal_moves(i) > 0;
    Some(match value {
        Value::Pieces => position.occupied().count_ones().into(),
        Value::LegalMoves => facts.legal_moves(i).into(),
        Value::InCheck => facts.in_check(i).into(),
        Value::Mate => (facts.in_check(i) && !has_moves()).into(),
        Value::Stalemate => (!facts.in_check(i) && !has_moves()).into(),
        Value::InsufficientMaterial => position.has_insufficient_material().into(),
        Value::Phase => phase(position).into(),
        Value::WhiteToMove => {
            unless_assumed(Fields::TURN, (position.turn() == Color::White).into())?
        }
        Value::Halfmoves => unless_assumed(Fields::CLOCKS, position.halfmoves().into())?,
        Value::Fullmove => unless_assumed(Fields::CLOCKS, position.fullmove().into())?,
        Value::Ply => record.ply?.into(),
        Value::Score => record.score?.into(),
        Value::Outcome => record.outcome.map(Outcome::half_points)?.into(),
    })
}

/// Runs the command and returns what to print.
pub(super) fn run(args: &FilterArgs) -> anyhow::Result<String> {
    let mut filter = Filter {
        condition: &args.condition,
        analyzes: args.condition.uses(Value::is_analyzed),
        facts: Facts::default(),
    };
    transfer::run(&args.transfer, &mut filter)
}
