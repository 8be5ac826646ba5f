mod args;
mod count;
mod outcome;
mod suite;

pub(crate) use args::PerftArgs;

use anyhow::{Context, ensure};
use count::Share;
use itertools::Itertools;
use outcome::Outcome;
use setwise::Level;
use setwise_moves::{MoveFunctions, Perft, PerftCounts, Position};
use setwise_program::failure::usage;
use std::time::Instant;

/// Reads a FEN and a depth. A FEN without quotes arrives in several words.
fn read_position(words: &[String]) -> anyhow::Result<(Position, u32)> {
    let Some((last, fen)) = words.split_last() else {
        return Err(usage("a FEN and a depth are missing"));
    };
    let fen = fen.join(" ");
    if fen.trim().is_empty() && last.parse::<u32>().is_ok() {
        let problem = "no position is given before the depth, as in";
        return Err(usage(format!("{problem} `setwise perft startpos {last}`")));
    }
    let depth = last.parse().ok().filter(|depth| *depth <= Perft::MAX_DEPTH);
    let depth = depth.ok_or_else(|| {
        let expected = format!("after the FEN comes a depth from 0 to {}", Perft::MAX_DEPTH);
        usage(format!(
            "invalid value '{last}' for '<DEPTH>': {expected} (see `setwise perft --help`)"
        ))
    })?;
    let position = match fen.as_str() {
        "startpos" => Position::startpos(),
        fen => Position::from_fen(fen).map_err(usage)?,
    };
    Ok((position, depth))
}

pub(crate) fn run(args: &PerftArgs) -> anyhow::Result<(String, u8)> {
    let kernel = kernel(args.kernel.as_deref())?;
    let hash = hash_bytes(args.hash.unwrap_or(0))?;
    let prepare = |position, depth| {
        let perft = Perft::new(position, depth).functions(kernel).hash(hash);
        let perft = perft.stop_when(count::is_interrupted);
        if args.one_by_one {
            perft.one_by_one()
        } else {
            perft
        }
    };
    // 0 is rayon's own choice.
    let threads = args.threads.unwrap_or(0) as usize;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.context("threads")?;
    let progress = count::progress();
    if let Some(file) = &args.epd {
        count::listen();
        return suite::run(file, args.up_to, args.json, &pool, &progress, prepare);
    }
    let (position, depth) = read_position(&args.words)?;
    let perft = prepare(position, depth);
    let has_batches = Level::named(kernel.name()).is_some_and(Level::has_vectors);
    let start = Instant::now();
    count::listen();
    let counted = pool.install(|| match args.counts {
        true => count::kinds(&position, depth, &progress),
        false => count::leaves(&perft, &progress),
    });
    progress.finish_and_clear();
    let outcome = Outcome {
        position,
        depth,
        total: total(&counted.shares, depth)?,
        counted,
        seconds: start.elapsed().as_secs_f64(),
        threads: pool.current_num_threads(),
        kernel: kernel.name(),
        one_by_one: args.one_by_one || args.counts || !has_batches,
    };
    Ok(outcome.printed(args))
}

/// Returns the kernel of the named level (a technique may follow), or the best kernel.
fn kernel(name: Option<&str>) -> anyhow::Result<MoveFunctions> {
    let Some(name) = name else {
        return Ok(MoveFunctions::selected());
    };
    // The name of an attack kernel means its level, as in SETWISE_KERNEL.
    let level = setwise::Kernel::named(name).map_or(name, |kernel| kernel.level_name());
    if let Some((_, feature)) = MoveFunctions::left_out().find(|(left_out, _)| *left_out == level) {
        let problem = "is not in this build: it needs the feature";
        return Err(usage(format!("--kernel {name} {problem} `{feature}`")));
    }
    MoveFunctions::named(level).ok_or_else(|| {
        let names = MoveFunctions::all().map(|kernel| kernel.name()).join(", ");
        let problem = "not a kernel of perft on this CPU, which has";
        usage(format!("--kernel {name}: {problem} {names}"))
    })
}

/// The size of the table in bytes. Fails if the memory is not available.
fn hash_bytes(mebibytes: u32) -> anyhow::Result<usize> {
    let bytes = usize::try_from(u64::from(mebibytes) << 20).unwrap_or(usize::MAX);
    let reserved = Vec::<u8>::new().try_reserve_exact(bytes);
    ensure!(reserved.is_ok(), "--hash {mebibytes}: not enough memory");
    Ok(bytes)
}

/// The sum. Fails if it does not fit 64 bits.
fn total(shares: &[Share], depth: u32) -> anyhow::Result<PerftCounts> {
    let mut total = PerftCounts::leaves_only(u64::from(depth == 0));
    shares.iter().for_each(|share| total += share.1);
    // Sums stop at the greatest number.
    let fits = total.leaves < u64::MAX;
    ensure!(fits, "depth {depth}: more leaves than 64 bits can count");
    Ok(total)
}
