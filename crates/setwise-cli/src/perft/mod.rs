//! `setwise perft`: the number of move sequences of some length from a position.

mod count;
mod interrupt;
mod outcome;
mod progress;

use crate::failure::Failure;
use crate::kernel::check_forced;
use crate::printed::Printed;
use clap::Args;
use count::{Counted, Share};
use outcome::Outcome;
use progress::{Progress, State};
use setwise_moves::{MoveKernel, Perft, PerftCounts, Position};
use std::io::{Write, stdout};
use std::time::Instant;

/// Count the move sequences of some length from a position.
///
/// Orthodox chess or Chess960, where castling is written as the king taking its own rook. Positions are counted in
/// batches, with the best instructions of the CPU. Ctrl-C gives what was counted so far (with --counts after two
/// seconds at most, and by first move only if the parts that are under way are finished by then).
#[derive(Args, Clone, Debug)]
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
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// A table of known subtrees of so many MiB
    #[arg(long, value_name = "MIB", conflicts_with = "counts")]
    #[arg(allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: Option<u32>,
    /// With this kernel: scalar, wide, neon, neon-sha3, avx2, avx2-gfni or avx512, if the CPU has it [default: the best]
    #[arg(long, value_name = "NAME", conflicts_with = "counts")]
    kernel: Option<String>,
    /// Position after position instead of in batches (always so with --counts and with the kernel scalar)
    #[arg(long)]
    one_by_one: bool,
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// The last word is the depth, even if it was forgotten: then it is of the FEN, and the message says what is missing.
fn read_depth(word: &str) -> Result<u32, String> {
    let depth = word.parse().ok().filter(|depth| *depth <= Perft::MAX_DEPTH);
    depth.ok_or_else(|| format!("after the FEN comes a depth from 0 to {}", Perft::MAX_DEPTH))
}

/// Runs the command; what to print.
pub(crate) fn run(args: &PerftArgs) -> Result<Printed, Failure> {
    check_forced()?;
    // A FEN without quotes arrives in several words.
    let position = match args.fen.join(" ").as_str() {
        "startpos" => Position::startpos(),
        fen => Position::from_fen(fen).map_err(Failure::usage)?,
    };
    let kernel = kernel(args.kernel.as_deref())?;
    let bytes = hash_bytes(args.hash.unwrap_or(0))?;
    let mut perft = Perft::new(position, args.depth)
        .kernel(kernel)
        .hash(bytes)
        .stop_on(interrupt::flag());
    if args.one_by_one {
        perft = perft.one_by_one();
    }
    // No number: rayon's own choice.
    let threads = args.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::new(format!("threads: {error}")))?;
    let threads = pool.current_num_threads();
    // Words have no batches.
    let one_by_one = args.one_by_one || args.counts || kernel.name() == "scalar";
    let start = Instant::now();
    let outcome = move |counted, total| Outcome {
        position,
        counted,
        total,
        seconds: start.elapsed().as_secs_f64(),
        threads,
        kernel: kernel.name(),
        one_by_one,
    };
    let shared = progress::Shared::default();
    let (state, asked) = (shared.clone(), args.clone());
    interrupt::listen(move || {
        let State { done, parts, total } = progress::latest(&state);
        let counted = Counted {
            shares: Vec::new(),
            done,
            parts,
            is_complete: false,
        };
        progress::wipe();
        // The program ends, read or not.
        let text = outcome(counted, total).printed(&asked).text;
        let _ = stdout().write_all(text.as_bytes());
    });
    let mut progress = Progress::new(shared);
    let counted = pool.install(|| match args.counts {
        true => count::kinds(&position, args.depth, &mut progress),
        false => count::leaves(&perft, &mut progress),
    });
    drop(progress);
    let total = total(&counted.shares, args.depth)?;
    if !interrupt::claim() {
        // Another thread is about to end the program.
        loop {
            std::thread::park();
        }
    }
    Ok(outcome(counted, total).printed(args))
}

/// The kernel of a name, or the best one.
fn kernel(name: Option<&str>) -> Result<MoveKernel, Failure> {
    let Some(name) = name else {
        return Ok(MoveKernel::best());
    };
    MoveKernel::named(name).ok_or_else(|| {
        let names: Vec<&str> = MoveKernel::all().map(|kernel| kernel.name()).collect();
        Failure::usage(format!(
            "--kernel {name}: not a kernel of perft on this CPU, which has {}",
            names.join(", ")
        ))
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
