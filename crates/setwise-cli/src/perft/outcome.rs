//! The output of a perft.

use super::PerftArgs;
use super::count::Counted;
use super::interrupt::INTERRUPTED;
use super::progress::State;
use crate::printed::Printed;
use crate::report::table::Table;
use serde_json::{Map, Value, json};
use setwise_moves::{Color, Move, PerftCounts, Position};
use std::fmt::Write;

/// A perft, complete or not, and how it was counted.
pub(super) struct Outcome {
    pub(super) position: Position,
    pub(super) counted: Counted,
    pub(super) seconds: f64,
    pub(super) threads: usize,
    /// The name of the instruction set.
    pub(super) kernel: &'static str,
    /// One position after the other, not in batches?
    pub(super) one_by_one: bool,
}

impl Outcome {
    /// Returns the text in the form that was asked for, and the exit code.
    pub(super) fn printed(&self, args: &PerftArgs) -> Printed {
        let text = match args.json {
            true => self.to_json(args),
            false => self.to_text(args),
        };
        let code = match self.counted.is_complete {
            true => 0,
            false => INTERRUPTED,
        };
        Printed { text, code }
    }

    /// The table of first moves and of kinds of moves, if it was asked for, and a sentence.
    fn to_text(&self, args: &PerftArgs) -> String {
        let State { done, parts, total } = self.counted.state;
        let leaves = total.leaves;
        let mut text = String::new();
        if args.divide || args.counts {
            let shares = self.counted.shares.iter().filter(|_| args.divide);
            let shares = shares.map(|(first, counts)| (self.name(*first), *counts));
            let rows: Vec<_> = shares.chain([("all".to_string(), total)]).collect();
            let columns = columns(&total, args.counts);
            let table = Table::of(&rows).text("move", |row| row.0.clone()).numbers(
                0..columns.len(),
                |&at| columns[at].0.replace('_', " "),
                |row, &at| self::columns(&row.1, args.counts)[at].1.to_string(),
            );
            text = table.plain() + "\n";
        }
        let noun = if leaves == 1 { "leaf" } else { "leaves" };
        let speed = leaves as f64 / self.seconds.max(1e-9) / 1e6;
        let way = if self.one_by_one { ", one by one" } else { "" };
        let (so_far, end) = match (self.counted.is_complete, done) {
            (true, _) => ("", String::new()),
            (false, 0) => (" so far", "in the first part of the tree".to_string()),
            (false, _) => (
                " so far",
                format!("after {done} of {parts} parts of the tree"),
            ),
        };
        let (depth, seconds, kernel) = (args.depth, self.seconds, self.kernel);
        let _ = write!(
            text,
            "{leaves} {noun}{so_far} at depth {depth} in {seconds:.3} s \
            ({speed:.1} million per second, kernel {kernel}{way})"
        );
        if !end.is_empty() {
            text += &format!(": a partial count, interrupted {end}");
        }
        text + "\n"
    }

    fn to_json(&self, args: &PerftArgs) -> String {
        let Counted {
            ref shares,
            state: State { done, parts, total },
            is_complete,
        } = self.counted;
        let object = |counts: &PerftCounts, rest: Value| -> Value {
            let counts = columns(counts, args.counts).into_iter();
            let mut all: Map<_, _> = counts
                .map(|(name, n)| (name.to_string(), json!(n)))
                .collect();
            all.extend(rest.as_object().cloned().unwrap_or_default());
            Value::Object(all)
        };
        let mut value = json!({
            "fen": self.position.to_fen(),
            "depth": args.depth,
            "threads": self.threads,
            "seconds": self.seconds,
            "kernel": self.kernel,
            "one_by_one": self.one_by_one,
            "complete": is_complete,
        });
        if !is_complete {
            value["parts_done"] = json!(done);
            value["parts"] = json!((parts > 0).then_some(parts));
        }
        // Without them if the run ended within a part.
        if args.divide && (is_complete || !shares.is_empty()) {
            let moves = shares.iter();
            let moves =
                moves.map(|(first, counts)| object(counts, json!({"move": self.name(*first)})));
            value["moves"] = moves.collect();
        }
        format!("{:#}\n", object(&total, value))
    }

    /// A first move in UCI notation.
    fn name(&self, first: Move) -> String {
        match self.position.resolve(first) {
            Some(resolved) if is_chess960(&self.position) => format!("{resolved:#}"),
            Some(resolved) => resolved.to_string(),
            None => format!("{first:?}"),
        }
    }
}

/// The numbers with their names: the leaves, and on request the leaves by kind of the last move.
fn columns(counts: &PerftCounts, kinds: bool) -> Vec<(&'static str, u64)> {
    let all = [
        ("leaves", counts.leaves),
        ("captures", counts.captures),
        ("en_passant", counts.en_passant),
        ("castles", counts.castles),
        ("promotions", counts.promotions),
        ("checks", counts.checks),
        ("discovered_checks", counts.discovered_checks),
        ("double_checks", counts.double_checks),
        ("mates", counts.mates),
    ];
    all.into_iter().take(if kinds { 9 } else { 1 }).collect()
}

/// Is there a castling right that orthodox chess does not know?
fn is_chess960(position: &Position) -> bool {
    [(Color::White, 0), (Color::Black, 56)]
        .into_iter()
        .any(|(color, shift)| {
            let rooks = position.castling() >> shift & 0xff;
            let king = position.king(color).bit() >> shift;
            rooks & !0x81 != 0 || rooks != 0 && king != 0x10
        })
}
