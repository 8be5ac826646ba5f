//! What a perft prints.

use super::PerftArgs;
use super::count::Counted;
use super::interrupt::INTERRUPTED;
use crate::printed::Printed;
use crate::report::table::Table;
use serde_json::{Map, Value, json};
use setwise_moves::{Color, Kind, Move, PerftCounts, Position, Setup};
use std::fmt::Write;

/// What is printed.
pub(super) struct Outcome {
    pub(super) position: Position,
    pub(super) counted: Counted,
    pub(super) total: PerftCounts,
    pub(super) seconds: f64,
    pub(super) threads: usize,
    /// The name of the instruction set.
    pub(super) kernel: &'static str,
    /// Position after position, not in batches?
    pub(super) one_by_one: bool,
}

impl Outcome {
    /// As it was asked for.
    pub(super) fn printed(&self, args: &PerftArgs) -> Printed {
        let text = if args.json {
            self.to_json(args)
        } else {
            self.to_text(args)
        };
        let code = if self.counted.is_complete {
            0
        } else {
            INTERRUPTED
        };
        Printed { text, code }
    }

    /// For readers.
    fn to_text(&self, args: &PerftArgs) -> String {
        let leaves = self.total.leaves;
        let mut text = String::new();
        if args.divide || args.counts {
            let names = columns(&self.total, args.counts);
            let names = names.iter().map(|(name, _)| name.replace('_', " "));
            let cells = |name: String, counts: &PerftCounts| {
                let numbers = columns(counts, args.counts);
                let numbers = numbers.iter().map(|(_, number)| number.to_string());
                std::iter::once(name).chain(numbers).collect()
            };
            let head = std::iter::once("move".to_string()).chain(names);
            let mut table = Table::new(head, &[0]);
            if args.divide {
                for (first, counts) in &self.counted.shares {
                    table.row(cells(self.name(*first), counts));
                }
            }
            table.row(cells("all".to_string(), &self.total));
            text = table.plain() + "\n";
        }
        let noun = if leaves == 1 { "leaf" } else { "leaves" };
        let speed = leaves as f64 / self.seconds.max(1e-9) / 1e6;
        let way = if self.one_by_one { ", one by one" } else { "" };
        let so_far = if self.counted.is_complete {
            ""
        } else {
            " so far"
        };
        let _ = write!(
            text,
            "{leaves} {noun}{so_far} at depth {} in {:.3} s ({speed:.1} million per second, kernel {}{way})",
            args.depth, self.seconds, self.kernel
        );
        if !self.counted.is_complete {
            text += ": a partial count, interrupted ";
            let _ = match self.counted {
                Counted { done: 0, .. } => write!(text, "in the first part of the tree"),
                Counted { done, parts, .. } => {
                    write!(text, "after {done} of {parts} parts of the tree")
                }
            };
        }
        text + "\n"
    }

    /// For programs.
    fn to_json(&self, args: &PerftArgs) -> String {
        let object = |counts: &PerftCounts| -> Map<String, Value> {
            let numbers = columns(counts, args.counts).into_iter();
            numbers
                .map(|(name, number)| (name.to_string(), json!(number)))
                .collect()
        };
        let mut value = object(&self.total);
        value.insert("fen".into(), json!(self.position.to_fen()));
        value.insert("depth".into(), json!(args.depth));
        value.insert("threads".into(), json!(self.threads));
        value.insert("seconds".into(), json!(self.seconds));
        value.insert("kernel".into(), json!(self.kernel));
        value.insert("one_by_one".into(), json!(self.one_by_one));
        value.insert("complete".into(), json!(self.counted.is_complete));
        if !self.counted.is_complete {
            value.insert("parts_done".into(), json!(self.counted.done));
            let parts = self.counted.parts;
            value.insert("parts".into(), json!((parts > 0).then_some(parts)));
        }
        // Without them if the run ended in the midst of a part.
        let is_known = self.counted.is_complete || !self.counted.shares.is_empty();
        if args.divide && is_known {
            let shares = self.counted.shares.iter().map(|(first, counts)| {
                let mut share = object(counts);
                share.insert("move".into(), json!(self.name(*first)));
                Value::Object(share)
            });
            value.insert("moves".into(), shares.collect());
        }
        format!("{:#}\n", Value::Object(value))
    }

    /// A first move as UCI writes it.
    fn name(&self, first: Move) -> String {
        match self.position.resolve(first) {
            Some(resolved) if is_chess960(&self.position) => format!("{resolved:#}"),
            Some(resolved) => resolved.to_string(),
            None => format!("{first:?}"),
        }
    }
}

/// The numbers with their names: the leaves, and what else was asked for.
fn columns(counts: &PerftCounts, kinds: bool) -> Vec<(&'static str, u64)> {
    let mut all = vec![("leaves", counts.leaves)];
    if kinds {
        all.extend([
            ("captures", counts.captures),
            ("en_passant", counts.en_passant),
            ("castles", counts.castles),
            ("promotions", counts.promotions),
            ("checks", counts.checks),
            ("discovered_checks", counts.discovered_checks),
            ("double_checks", counts.double_checks),
            ("mates", counts.mates),
        ]);
    }
    all
}

/// Is there a castling right that orthodox chess does not know?
fn is_chess960(position: &Position) -> bool {
    let Setup { men, castling, .. } = Setup::from(*position);
    [(Color::White, 0), (Color::Black, 56)]
        .into_iter()
        .any(|(color, shift)| {
            let rooks = castling >> shift & 0xff;
            let king = men[color as usize][Kind::King as usize] >> shift;
            rooks & !0x81 != 0 || rooks != 0 && king != 0x10
        })
}
