use super::args::PerftArgs;
use super::count::{Counted, Share};
use serde_json::{Value, json};
use setwise_moves::{Color, Move, PerftCounts, Position};
use setwise_program::table::Table;

/// The exit code of an interrupted run: 128 plus the number of the signal, as in shells.
pub(super) const INTERRUPTED: u8 = 130;

/// A perft, complete or not, and how it was counted.
pub(super) struct Outcome {
    pub(super) position: Position,
    pub(super) depth: u32,
    pub(super) counted: Counted,
    pub(super) total: PerftCounts,
    pub(super) seconds: f64,
    pub(super) threads: usize,
    /// The name of the level.
    pub(super) kernel: &'static str,
    /// Whether it counted one position after the other, not in batches.
    pub(super) one_by_one: bool,
}

impl Outcome {
    pub(super) fn printed(&self, args: &PerftArgs) -> (String, u8) {
        let text = match args.json {
            true => format!("{:#}\n", self.to_json(args)),
            false => self.table(args) + &self.sentence(),
        };
        (text, if self.is_complete() { 0 } else { INTERRUPTED })
    }

    fn is_complete(&self) -> bool {
        self.counted.done == self.counted.parts
    }

    /// The first moves and the kinds of moves, if requested. First moves alone are printed as
    /// engines do, to compare by `diff`.
    fn table(&self, args: &PerftArgs) -> String {
        if !args.divide && !args.counts {
            return String::new();
        }
        if !args.counts {
            let line =
                |(first, counts): &Share| format!("{}: {}\n", self.name(*first), counts.leaves);
            let lines: String = self.counted.shares.iter().map(line).collect();
            return lines + "\n";
        }
        let columns = |counts: &PerftCounts| columns(counts, args.counts);
        let shares = self.counted.shares.iter().filter(|_| args.divide);
        let shares = shares.map(|(first, counts)| (self.name(*first), columns(counts)));
        let total = columns(&self.total);
        let rows: Vec<_> = shares.chain([("all".to_string(), total.clone())]).collect();
        let mut table = Table::of(&rows).text("move", |row| row.0.clone());
        for (at, (name, _)) in total.iter().enumerate() {
            let title = name.replace('_', " ");
            table = table.number(title, |n: u64| n.to_string(), |row| row.1[at].1);
        }
        table.plain() + "\n"
    }

    fn sentence(&self) -> String {
        let depth = self.depth;
        let Counted { done, parts, .. } = self.counted;
        let (leaves, seconds, kernel) = (self.total.leaves, self.seconds, self.kernel);
        let noun = if leaves == 1 { "leaf" } else { "leaves" };
        let speed = leaves as f64 / seconds.max(1e-9) / 1e6;
        let way = if self.one_by_one { ", one by one" } else { "" };
        let end = match done {
            0 => "in the first part of the tree".to_string(),
            _ => format!("after {done} of {parts} parts of the tree"),
        };
        let (so_far, end) = match self.is_complete() {
            true => ("", String::new()),
            false => (" so far", format!(": a partial count, interrupted {end}")),
        };
        format!(
            "{leaves} {noun}{so_far} at depth {depth} in {seconds:.3} s \
            ({speed:.1} million per second, kernel {kernel}{way}){end}\n"
        )
    }

    fn to_json(&self, args: &PerftArgs) -> Value {
        let with = |counts: &PerftCounts, mut value: Value| {
            for (name, n) in columns(counts, args.counts) {
                value[name] = n.into();
            }
            value
        };
        let mut value = json!({
            "fen": self.position.to_fen(),
            "depth": self.depth,
            "threads": self.threads,
            "seconds": self.seconds,
            "kernel": self.kernel,
            "one_by_one": self.one_by_one,
            "complete": self.is_complete(),
        });
        if !self.is_complete() {
            value["parts_done"] = self.counted.done.into();
            value["parts"] = self.counted.parts.into();
        }
        if args.divide {
            let named = |&(first, _): &Share| json!({ "move": self.name(first) });
            let moves = self.counted.shares.iter();
            value["moves"] = moves.map(|share| with(&share.1, named(share))).collect();
        }
        with(&self.total, value)
    }

    /// A first move in UCI notation.
    fn name(&self, first: Move) -> String {
        match is_chess960(&self.position) {
            true => format!("{first:#}"),
            false => first.to_string(),
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

/// Returns whether a castling right exists only in Chess960.
fn is_chess960(position: &Position) -> bool {
    let is_chess960 = |(color, shift): (Color, u32)| {
        let rooks = position.castling() >> shift & 0xff;
        let king = position.king(color).bit() >> shift;
        rooks & !0x81 != 0 || rooks != 0 && king != 0x10
    };
    let mut sides = [(Color::White, 0), (Color::Black, 56)].into_iter();
    sides.any(is_chess960)
}
