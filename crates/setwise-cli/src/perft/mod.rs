//! `setwise perft`: the number of move sequences of some length from a position.

mod progress;

use crate::failure::Failure;
use crate::kernel::check_forced;
use crate::report::table::Table;
use clap::Args;
use progress::Progress;
use rayon::prelude::*;
use serde_json::{Map, Value, json};
use setwise_moves::{Color, Kind, Move, Perft, PerftCounts, Position, Setup};
use std::fmt::Write;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Count the move sequences of some length from a position.
///
/// Orthodox chess or Chess960, where castling is written as the king taking its own rook.
#[derive(Args, Debug)]
#[command(after_help = "Example: setwise perft startpos 5 --divide")]
pub(crate) struct PerftArgs {
    /// A position, with or without the two clocks, or `startpos`
    #[arg(value_name = "FEN", num_args = 1.., required = true, allow_negative_numbers = true)]
    fen: Vec<String>,
    /// The length of the sequences in moves of one side, 0 to 64
    #[arg(allow_negative_numbers = true, value_parser = read_depth)]
    depth: u32,
    /// By first move
    #[arg(long)]
    divide: bool,
    /// Captures, checks and so on among the last moves (slower, as those are made)
    #[arg(long)]
    counts: bool,
    /// So many threads [default: one per logical CPU]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// A table of known subtrees of so many MiB
    #[arg(long, value_name = "MB", conflicts_with = "counts")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: Option<u32>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// Recursion is as deep.
const MAX_DEPTH: u32 = 64;

/// The last word is the depth, even if it was forgotten: then it is of the FEN, and the message says what is missing.
fn read_depth(word: &str) -> Result<u32, String> {
    let depth = word.parse().ok().filter(|depth| *depth <= MAX_DEPTH);
    depth.ok_or_else(|| format!("after the FEN comes a depth from 0 to {MAX_DEPTH}"))
}

/// The leaves after each first move; of `leaves` only, if the kinds were not asked for.
type Share = (Move, PerftCounts);

/// Runs the command; what to print.
pub(crate) fn run(args: &PerftArgs) -> Result<String, Failure> {
    check_forced()?;
    // A FEN without quotes arrives in several words.
    let position = match args.fen.join(" ").as_str() {
        "startpos" => Position::startpos(),
        fen => Position::from_fen(fen).map_err(Failure::usage)?,
    };
    let bytes = hash_bytes(args.hash.unwrap_or(0))?;
    // No number: rayon's own choice.
    let threads = args.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::new(format!("threads: {error}")))?;
    let start = Instant::now();
    let mut progress = Progress::new();
    let shares = pool.install(|| match args.counts {
        true => count_kinds(&position, args.depth, &mut progress),
        false => count_leaves(&position, args.depth, bytes, &mut progress),
    });
    drop(progress);
    let outcome = Outcome {
        total: total(&shares, args.depth)?,
        shares,
        position,
        seconds: start.elapsed().as_secs_f64(),
        threads: pool.current_num_threads(),
    };
    Ok(if args.json {
        outcome.to_json(args)
    } else {
        outcome.to_text(args)
    })
}

/// The size of the table, if there is so much memory.
fn hash_bytes(mebibytes: u32) -> Result<usize, Failure> {
    let bytes = usize::try_from(u64::from(mebibytes) << 20).unwrap_or(usize::MAX);
    match Vec::<u8>::new().try_reserve_exact(bytes) {
        Ok(()) => Ok(bytes),
        Err(_) => Err(Failure::new(format!(
            "--hash {mebibytes}: there is not so much memory"
        ))),
    }
}

fn count_leaves(
    position: &Position,
    depth: u32,
    hash_bytes: usize,
    progress: &mut Progress,
) -> Vec<Share> {
    let perft = Perft::new(*position, depth).hash(hash_bytes);
    let result = perft.watch_parallel(|now| {
        progress.update(now.done, now.parts, now.leaves);
        ControlFlow::Continue(())
    });
    let shares = result.moves.into_iter();
    let only = |leaves| PerftCounts {
        leaves,
        ..PerftCounts::default()
    };
    shares
        .map(|(first, leaves)| (first, only(leaves)))
        .collect()
}

fn count_kinds(position: &Position, depth: u32, progress: &mut Progress) -> Vec<Share> {
    let mut shares: Vec<Share> = Vec::new();
    if depth > 0 {
        let firsts = position.legal_moves().into_iter();
        shares.extend(firsts.map(|first| (first, PerftCounts::default())));
    }
    // Small trees are cut after no move, others after the first: the number of a first move, a position, a move in it
    // and the depth that begins with that.
    let mut parts = Vec::new();
    for (at, &(first, _)) in shares.iter().enumerate() {
        if depth < 3 {
            parts.push((at, *position, first, depth));
        } else {
            let next = position.play_unchecked(first);
            let replies = next.legal_moves().into_iter();
            parts.extend(replies.map(|reply| (at, next, reply, depth - 1)));
        }
    }
    let shared = Mutex::new((&mut shares, progress, 0, 0));
    parts.par_iter().for_each(|&(at, from, found, depth)| {
        let counts = from.perft_counts_after(found, depth);
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        let (shares, progress, done, leaves) = &mut *shared;
        if let Some((_, sum)) = shares.get_mut(at) {
            *sum += counts;
        }
        *done += 1;
        *leaves += counts.leaves;
        progress.update(*done, parts.len(), *leaves);
    });
    shares
}

/// The sum, unless it saturated on the way.
fn total(shares: &[Share], depth: u32) -> Result<PerftCounts, Failure> {
    let mut leaves = shares.iter().map(|(_, counts)| counts.leaves);
    match leaves.try_fold(0, u64::checked_add) {
        None | Some(u64::MAX) => Err(Failure::new(format!(
            "depth {depth}: more leaves than 64 bits can count"
        ))),
        Some(_) if depth == 0 => Ok(PerftCounts {
            leaves: 1,
            ..PerftCounts::default()
        }),
        Some(_) => Ok(shares.iter().fold(PerftCounts::default(), |mut sum, part| {
            sum += part.1;
            sum
        })),
    }
}

/// What is printed.
struct Outcome {
    position: Position,
    shares: Vec<Share>,
    total: PerftCounts,
    seconds: f64,
    threads: usize,
}

impl Outcome {
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
                for (first, counts) in &self.shares {
                    table.row(cells(self.name(*first), counts));
                }
            }
            table.row(cells("all".to_string(), &self.total));
            text = table.plain() + "\n";
        }
        let noun = if leaves == 1 { "leaf" } else { "leaves" };
        let speed = leaves as f64 / self.seconds.max(1e-9) / 1e6;
        let _ = writeln!(
            text,
            "{leaves} {noun} at depth {} in {:.3} s ({speed:.1} million per second)",
            args.depth, self.seconds
        );
        text
    }

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
        if args.divide {
            let shares = self.shares.iter().map(|(first, counts)| {
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
