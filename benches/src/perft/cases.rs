//! What is counted, with the right answers.

use crate::corpus::Corpus;
use crate::digits::grouped;
use crate::results::perft::{Array, Tree};
use crate::rng::Rng;
use setwise_moves::{MoveKernel, Perft, Position};
use std::str::FromStr;

/// A root, its perfts from depth 1 on. Where they go beyond `depth`, the deepest is counted too, by the best kernel.
struct Known {
    name: &'static str,
    fen: &'static str,
    leaves: &'static [u64],
    depth: usize,
    smoke: usize,
}

const KNOWN: [Known; 3] = [
    Known {
        name: "startpos",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        leaves: &[
            20,
            400,
            8_902,
            197_281,
            4_865_609,
            119_060_324,
            3_195_901_860,
        ],
        depth: 7,
        smoke: 4,
    },
    Known {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        leaves: &[48, 2_039, 97_862, 4_085_603, 193_690_690, 8_031_647_685],
        depth: 5,
        smoke: 3,
    },
    Known {
        name: "r4rk1",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        leaves: &[46, 2_079, 89_890, 3_894_594, 164_075_551, 6_923_051_137],
        depth: 5,
        smoke: 3,
    },
];

/// Arrays: name, positions, positions of a smoke run.
const ARRAYS: [(&str, usize, usize); 2] = [
    ("in cache", 2_048, 2_048),
    ("out of cache", 1 << 20, 1 << 15),
];

/// A perft, its root for everybody.
#[derive(Debug)]
pub(super) struct TreeCase {
    pub(super) tree: Tree,
    pub(super) position: Position,
    pub(super) cozy: cozy_chess::Board,
    pub(super) chess: chess::Board,
    /// Only for the best kernel, to see what threads bring: the others would need too long for it, and for few threads
    /// a smaller tree is over too soon.
    pub(super) for_threads: bool,
}

/// The same positions in the same order for everybody, each in an array of its own type.
#[derive(Debug)]
pub(super) struct ArrayCase {
    pub(super) array: Array,
    /// The numbers of moves.
    pub(super) counts: Vec<u32>,
    pub(super) positions: Vec<Position>,
    pub(super) cozy: Vec<cozy_chess::Board>,
    pub(super) chess: Vec<chess::Board>,
}

fn wrong(fen: &str, error: impl std::fmt::Display) -> String {
    format!("{fen}: {error}")
}

pub(super) fn trees(smoke: bool) -> Result<Vec<TreeCase>, String> {
    let tree = |known: &Known, for_threads: bool| {
        let (name, depth) = if for_threads {
            (format!("{}, deeper", known.name), known.leaves.len())
        } else {
            (known.name.into(), known.depth)
        };
        let depth = if smoke { known.smoke } else { depth };
        let fen = known.fen;
        Ok(TreeCase {
            tree: Tree {
                name,
                fen: fen.into(),
                depth: depth as u32,
                leaves: known.leaves[depth - 1],
                children: known.leaves[depth - 2],
            },
            position: Position::from_fen(fen).map_err(|error| wrong(fen, error))?,
            cozy: cozy_chess::Board::from_str(fen).map_err(|error| wrong(fen, error))?,
            chess: chess::Board::from_str(fen).map_err(|error| wrong(fen, error))?,
            for_threads,
        })
    };
    let deeper = KNOWN
        .iter()
        .filter(|known| known.leaves.len() > known.depth);
    let usual = KNOWN.iter().map(|known| tree(known, false));
    let deeper = deeper.map(|known| tree(known, true));
    usual.chain(deeper).collect()
}

/// The positions of the games; where more are wanted, again and again in other orders.
pub(super) fn arrays(smoke: bool) -> Result<Vec<ArrayCase>, String> {
    let cozy = Corpus::game_boards();
    let mut positions = Vec::with_capacity(cozy.len());
    let mut chess = Vec::with_capacity(cozy.len());
    for board in &cozy {
        let fen = board.to_string();
        positions.push(Position::from_fen(&fen).map_err(|error| wrong(&fen, error))?);
        chess.push(chess::Board::from_str(&fen).map_err(|error| wrong(&fen, error))?);
    }
    let words = MoveKernel::of(setwise_core::Scalar);
    let moves = |position: &Position| Perft::new(*position, 1).kernel(words).count() as u32;
    let counts: Vec<u32> = positions.iter().map(moves).collect();
    let array = |&(name, many, few): &(&str, usize, usize)| {
        let number = if smoke { few } else { many };
        let mut rng = Rng::new(7);
        let mut order: Vec<usize> = (0..cozy.len()).collect();
        while order.len() < number {
            let mut again: Vec<usize> = (0..cozy.len()).collect();
            rng.shuffle(&mut again);
            order.extend(again);
        }
        order.truncate(number);
        ArrayCase {
            array: Array {
                name: name.into(),
                source: source(number, cozy.len()),
                positions: number as u64,
                moves: order.iter().map(|&i| u64::from(counts[i])).sum(),
            },
            counts: order.iter().map(|&i| counts[i]).collect(),
            positions: order.iter().map(|&i| positions[i]).collect(),
            cozy: order.iter().map(|&i| cozy[i].clone()).collect(),
            chess: order.iter().map(|&i| chess[i]).collect(),
        }
    };
    Ok(ARRAYS.iter().map(array).collect())
}

fn source(number: usize, different: usize) -> String {
    let again = if number > different {
        let different = grouped(different);
        format!(", {different} different ones, again and again in other orders")
    } else {
        String::new()
    };
    format!("positions of the games of the corpus{again}")
}
