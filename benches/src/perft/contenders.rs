//! The code that counts.

use super::calls::{Answers, Call};
use super::cases::Case;
use anyhow::{Context, Result};
use setwise_moves::{MoveKernel, Perft};
use setwise_results::perft::{CHESS, COZY_CHESS, ONE_BY_ONE};

/// A way of counting.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::large_enum_variant, reason = "there are few values")]
enum Method {
    /// The library, in batches if the kernel has them.
    Kernel(MoveKernel),
    /// The library's best kernel, position after position.
    OneByOne,
    CozyChess,
    Chess,
}

/// A way of counting with a number of threads.
#[derive(Debug)]
pub(super) struct Contender {
    method: Method,
    pub(super) threads: usize,
    /// None for one thread.
    pool: Option<rayon::ThreadPool>,
}

/// Returns all contenders that the host can run; the best kernel also with two threads and with as
/// many as there are CPUs.
pub(super) fn all() -> Result<Vec<Contender>> {
    let kernels = MoveKernel::all().map(Method::Kernel);
    let others = [Method::OneByOne, Method::CozyChess, Method::Chess];
    let alone = kernels.chain(others).map(|method| Contender {
        method,
        threads: 1,
        pool: None,
    });
    let mut all: Vec<Contender> = alone.collect();
    let cpus = std::thread::available_parallelism().map_or(1, usize::from);
    let several = if cpus == 2 { &[2][..] } else { &[2, cpus] };
    for &threads in several.iter().filter(|threads| **threads > 1) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        all.push(Contender {
            method: Method::Kernel(MoveKernel::best()),
            threads,
            pool: Some(pool.with_context(|| format!("{threads} threads"))?),
        });
    }
    Ok(all)
}

impl Contender {
    pub(super) fn name(&self) -> &'static str {
        match self.method {
            Method::Kernel(kernel) => kernel.name(),
            Method::OneByOne => ONE_BY_ONE,
            Method::CozyChess => COZY_CHESS,
            Method::Chess => CHESS,
        }
    }

    /// Returns whether it takes part in a case.
    pub(super) fn counts(&self, case: &Case) -> bool {
        let best = MoveKernel::best().name();
        let is_best = matches!(self.method, Method::Kernel(kernel) if kernel.name() == best);
        let answers = match self.method {
            Method::CozyChess => case.call.is_for_cozy_chess(),
            Method::Chess => case.call == Call::CountLegalMoves,
            _ => true,
        };
        answers && (is_best || !case.for_best) && (case.tree.is_some() || self.threads == 1)
    }

    /// Returns the leaves of a tree.
    pub(super) fn perft(&self, case: &Case, depth: u32) -> u64 {
        let perft = Perft::new(case.positions[0], depth);
        match (self.method, &self.pool) {
            (Method::Kernel(kernel), None) => perft.kernel(kernel).count(),
            (Method::Kernel(kernel), Some(pool)) => {
                let threads = pool.current_num_threads();
                pool.install(|| perft.kernel(kernel).threads(threads).count())
            }
            (Method::OneByOne, _) => perft.one_by_one().count(),
            (Method::CozyChess, _) => cozy_perft(&case.cozy[0], depth),
            (Method::Chess, _) => {
                chess::MoveGen::movegen_perft_test(&case.chess[0], depth as usize) as u64
            }
        }
    }

    /// Answers the call of an array, with one thread.
    pub(super) fn answer(&self, case: &Case, answers: &mut Answers) -> Result<()> {
        match self.method {
            Method::Kernel(kernel) => answers.together(case, kernel)?,
            Method::OneByOne => answers.one_by_one(case, MoveKernel::best())?,
            Method::CozyChess => answers.by_cozy_chess(case),
            Method::Chess => answers.by_chess(case),
        }
        Ok(())
    }
}

/// Counts leaves. The last moves are counted piece by piece, not made.
fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    if depth == 1 {
        return cozy_count(board);
    }
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for found in moves {
            let mut child = board.clone();
            child.play_unchecked(found);
            leaves += cozy_perft(&child, depth - 1);
        }
        false
    });
    leaves
}

pub(super) fn cozy_count(board: &cozy_chess::Board) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        count += moves.len() as u64;
        false
    });
    count
}
