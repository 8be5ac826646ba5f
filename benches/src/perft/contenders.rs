//! Who counts.

use super::cases::{ArrayCase, TreeCase};
use crate::results::perft::{CHESS, COZY_CHESS, ONE_BY_ONE};
use setwise_moves::{MoveKernel, Perft};

/// How somebody counts.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// The library, in batches if the kernel has them.
    Kernel(MoveKernel),
    /// The library's best kernel, position after position.
    OneByOne,
    CozyChess,
    Chess,
}

/// One who counts, and with how many threads.
#[derive(Debug)]
pub(super) struct Contender {
    way: Way,
    pub(super) threads: usize,
    /// With one thread there is none.
    pool: Option<rayon::ThreadPool>,
}

/// All that the host can run; the best kernel with two threads and with as many as there are CPUs, too.
pub(super) fn all() -> Result<Vec<Contender>, String> {
    let kernels = MoveKernel::all().map(Way::Kernel);
    let others = [Way::OneByOne, Way::CozyChess, Way::Chess];
    let alone = |way| Contender {
        way,
        threads: 1,
        pool: None,
    };
    let mut all: Vec<Contender> = kernels.chain(others).map(alone).collect();
    let cpus = std::thread::available_parallelism().map_or(1, usize::from);
    let mut several = vec![2, cpus];
    several.dedup();
    for threads in several.into_iter().filter(|&threads| threads > 1) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        all.push(Contender {
            way: Way::Kernel(MoveKernel::best()),
            threads,
            pool: Some(pool.map_err(|error| format!("{threads} threads: {error}"))?),
        });
    }
    Ok(all)
}

impl Contender {
    pub(super) fn name(&self) -> &'static str {
        match self.way {
            Way::Kernel(kernel) => kernel.name(),
            Way::OneByOne => ONE_BY_ONE,
            Way::CozyChess => COZY_CHESS,
            Way::Chess => CHESS,
        }
    }

    /// The kernel that the library chooses, with any number of threads?
    pub(super) fn is_best(&self) -> bool {
        matches!(self.way, Way::Kernel(kernel) if kernel.name() == MoveKernel::best().name())
    }

    /// The leaves of a tree.
    pub(super) fn perft(&self, case: &TreeCase) -> u64 {
        let depth = case.tree.depth;
        let perft = Perft::new(case.position, depth);
        match self.way {
            Way::Kernel(kernel) => {
                let perft = perft.kernel(kernel);
                match &self.pool {
                    Some(pool) => pool.install(|| perft.count_parallel()),
                    None => perft.count(),
                }
            }
            Way::OneByOne => perft.one_by_one().count(),
            Way::CozyChess => cozy_perft(&case.cozy, depth),
            Way::Chess => chess::MoveGen::movegen_perft_test(&case.chess, depth as usize) as u64,
        }
    }

    /// The number of moves of each position of an array; with one thread only.
    pub(super) fn count(&self, case: &ArrayCase, counts: &mut [u32]) -> Result<(), String> {
        match self.way {
            Way::Kernel(kernel) => kernel
                .count_legal_moves(&case.positions, counts)
                .map_err(|error| error.to_string())?,
            Way::OneByOne => {
                let kernel = MoveKernel::best();
                for (one, count) in case.positions.chunks(1).zip(counts.chunks_mut(1)) {
                    kernel
                        .count_legal_moves(one, count)
                        .map_err(|error| error.to_string())?;
                }
            }
            Way::CozyChess => {
                for (board, count) in case.cozy.iter().zip(counts) {
                    *count = cozy_count(board) as u32;
                }
            }
            Way::Chess => {
                for (board, count) in case.chess.iter().zip(counts) {
                    *count = chess::MoveGen::new_legal(board).len() as u32;
                }
            }
        }
        Ok(())
    }
}

/// The last moves are counted piece by piece, not made.
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

fn cozy_count(board: &cozy_chess::Board) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        count += moves.len() as u64;
        false
    });
    count
}
