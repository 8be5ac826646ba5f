//! The trees that are counted, with the known numbers of leaves.

use super::cozy;
use crate::rounds::{Contender, Contest, each, pool, several};
use anyhow::{Context, Result, ensure};
use itertools::Itertools;
use setwise_moves::{MoveFunctions, Perft};
use setwise_results::perft::{CHESS, COZY_CHESS, HASH_BYTES, HASHED, ONE_BY_ONE, Tree};
use std::{hint::black_box, time::Instant};

/// Roots with the published numbers of leaves, one a line: suite, name, FEN, depths and numbers.
const KNOWN: &str = include_str!("../../../crates/setwise-moves/tests/data/perft.txt");

/// The trees: name, name of the root, depth, depth of a smoke run, and whether only the best kernel
/// counts the tree. The other kernels would take too long for the deepest trees, and several
/// threads finish smaller ones too soon.
const TREES: [(&str, &str, usize, usize, bool); 5] = [
    ("startpos", "initial", 7, 4, false),
    ("kiwipete", "kiwipete", 5, 3, false),
    ("r4rk1", "symmetric", 5, 3, false),
    ("kiwipete, deeper", "kiwipete", 6, 3, true),
    ("r4rk1, deeper", "symmetric", 6, 3, true),
];

pub(super) fn all(smoke: bool) -> Result<(Vec<Tree>, Vec<Contest>)> {
    let all = TREES.map(|(name, root, depth, small, for_best)| {
        let depth = if smoke { small } else { depth };
        let mut known = KNOWN.lines().map(|line| line.split(" | ").collect_vec());
        let known = known.find(|known| known.get(1) == Some(&root));
        let known = known.with_context(|| format!("no numbers of leaves of {root}"))?;
        let leaves = |depth: usize| {
            let mut numbers = known[3].split(' ');
            let number = numbers.find_map(|one| one.strip_prefix(&format!("{depth}:")));
            let number = number.with_context(|| format!("{root} at {depth}"))?;
            anyhow::Ok(number.parse()?)
        };
        let tree = Tree {
            name: name.into(),
            fen: known[2].into(),
            depth: depth as u32,
            leaves: leaves(depth)?,
            children: leaves(depth - 1)?,
        };
        let contest = contest(&tree, for_best)?;
        Ok((tree, contest))
    });
    all.into_iter().collect()
}

/// Returns a contender that counts the leaves of a tree. The answer of every pass is checked.
fn contender(
    name: &str,
    threads: usize,
    known: u64,
    count: impl Fn() -> u64 + 'static,
) -> Contender {
    let pass = move || {
        let start = Instant::now();
        let leaves = black_box(black_box(&count)());
        let elapsed = start.elapsed();
        ensure!(leaves == known, "{leaves} leaves, not {known}");
        Ok(elapsed)
    };
    Contender::new(name, threads, each(pass))
}

/// Makes the contest of a tree. Kernels count in batches, if they have them. The best one also
/// counts with a hash table, and with up to as many threads as there are CPUs.
fn contest(tree: &Tree, for_best: bool) -> Result<Contest> {
    let (fen, depth, known) = (&tree.fen, tree.depth, tree.leaves);
    let (perft, best) = (Perft::new(fen.parse()?, depth), MoveFunctions::selected());
    let mut contenders = Vec::new();
    for kernel in MoveFunctions::all().filter(|kernel| !for_best || kernel.name() == best.name()) {
        let perft = perft.clone().functions(kernel);
        contenders.push(contender(kernel.name(), 1, known, move || perft.count()));
    }
    if !for_best {
        let perft = perft.clone().one_by_one();
        let cozy: cozy_chess::Board = cozy::parsed(fen)?;
        let chess: chess::Board = cozy::parsed(fen)?;
        let by_chess = move || chess::MoveGen::movegen_perft_test(&chess, depth as usize) as u64;
        let by_cozy = move || cozy::perft(&cozy, depth);
        contenders.extend([
            contender(ONE_BY_ONE, 1, known, move || perft.count()),
            contender(COZY_CHESS, 1, known, by_cozy),
            contender(CHESS, 1, known, by_chess),
        ]);
    }
    let hashed = perft.clone().functions(best).hash(HASH_BYTES);
    contenders.push(contender(HASHED, 1, known, move || hashed.count()));
    for threads in several() {
        let pool = pool(threads)?;
        let perft = perft.clone().functions(best).threads(threads);
        let count = move || pool.install(|| perft.count());
        contenders.push(contender(best.name(), threads, known, count));
    }
    let case = tree.name.clone();
    Ok(Contest { case, contenders })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_count_is_an_error() {
        let (mut trees, _) = all(true).unwrap();
        trees[0].leaves += 1;
        for mut contender in contest(&trees[0], false).unwrap().contenders {
            let error = format!("{:#}", contender.try_once().unwrap_err());
            assert!(error.contains("197281 leaves, not 197282"), "{error}");
        }
    }
}
