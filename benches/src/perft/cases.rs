//! The trees and arrays that are counted, with the right answers.

use crate::corpus::Corpus;
use crate::rng::Rng;
use anyhow::{Result, anyhow};
use setwise_moves::{MoveKernel, Perft, Position};
use setwise_results::digits::grouped;
use setwise_results::perft::{Array, Tree};
use std::fmt::Display;
use std::ops::Deref;
use std::str::FromStr;

/// A root, its perfts from depth 1 on, the depth that every contender counts, and that of a smoke run. Where the perfts go
/// beyond the depth, the best kernel counts the deepest too: the others would need too long for it, and for several
/// threads a smaller tree is over too soon.
type Known = (&'static str, &'static str, &'static [u64], usize, usize);

const KNOWN: [Known; 3] = [
    (
        "startpos",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[
            20,
            400,
            8_902,
            197_281,
            4_865_609,
            119_060_324,
            3_195_901_860,
        ],
        7,
        4,
    ),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2_039, 97_862, 4_085_603, 193_690_690, 8_031_647_685],
        5,
        3,
    ),
    (
        "r4rk1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890, 3_894_594, 164_075_551, 6_923_051_137],
        5,
        3,
    ),
];

/// Positions that fit the second-level cache.
const FEW: usize = 2_048;
/// Positions that fit no cache, and those of a smoke run.
const MANY: [usize; 2] = [1 << 20, 1 << 15];

/// Positions that begin so many words after a multiple of 64 bytes.
#[repr(C, align(64))]
struct Placed<const WORDS: usize>([u64; WORDS], [Position; FEW]);

impl<const WORDS: usize> Placed<WORDS> {
    fn new(positions: &[Position]) -> Positions {
        let mut placed = Box::new(Self([0; WORDS], [Position::startpos(); FEW]));
        placed.1.copy_from_slice(positions);
        placed
    }
}

impl<const WORDS: usize> Deref for Placed<WORDS> {
    type Target = [Position];

    fn deref(&self) -> &[Position] {
        &self.1
    }
}

type Positions = Box<dyn Deref<Target = [Position]>>;

/// A tree or an array, with its positions in the same order in the types of all contenders. A tree has one, its root.
pub(super) struct Case {
    pub(super) name: String,
    pub(super) tree: Option<Tree>,
    pub(super) array: Option<Array>,
    pub(super) positions: Positions,
    pub(super) cozy: Vec<cozy_chess::Board>,
    pub(super) chess: Vec<chess::Board>,
    /// The numbers of moves of an array's positions.
    pub(super) counts: Vec<u32>,
    /// Whether only the best kernel counts it.
    pub(super) for_best: bool,
}

impl Case {
    /// Makes a case without a task on positions that are given as FENs.
    fn on(fens: &[String], name: &str) -> Result<Self> {
        Ok(Self {
            name: name.into(),
            tree: None,
            array: None,
            positions: Box::new(parsed(fens)?),
            cozy: parsed(fens)?,
            chess: parsed(fens)?,
            counts: Vec::new(),
            for_best: false,
        })
    }
}

fn parsed<T: FromStr<Err: Display>>(fens: &[String]) -> Result<Vec<T>> {
    let parse = |fen: &String| fen.parse().map_err(|error| anyhow!("{fen}: {error}"));
    fens.iter().map(parse).collect()
}

/// Returns all cases.
pub(super) fn all(smoke: bool) -> Result<Vec<Case>> {
    let usual = KNOWN.iter().map(|known| tree(known, smoke, false));
    let deeper = KNOWN.iter().filter(|known| known.2.len() > known.3);
    let deeper = deeper.map(|known| tree(known, smoke, true));
    let mut cases = usual.chain(deeper).collect::<Result<Vec<_>>>()?;
    cases.extend(arrays(smoke)?);
    Ok(cases)
}

fn tree(&(name, fen, leaves, depth, small): &Known, smoke: bool, is_deep: bool) -> Result<Case> {
    let suffix = if is_deep { ", deeper" } else { "" };
    let depth = match (smoke, is_deep) {
        (true, _) => small,
        (_, true) => leaves.len(),
        _ => depth,
    };
    let mut case = Case::on(&[fen.into()], &format!("{name}{suffix}"))?;
    case.for_best = is_deep;
    case.tree = Some(Tree {
        name: case.name.clone(),
        fen: fen.into(),
        depth: depth as u32,
        leaves: leaves[depth - 1],
        children: leaves[depth - 2],
    });
    Ok(case)
}

/// Makes arrays of the positions of the games; where more are wanted, again and again in other orders.
fn arrays(smoke: bool) -> Result<Vec<Case>> {
    let fens = Corpus::game_boards();
    let fens: Vec<String> = fens.iter().map(ToString::to_string).collect();
    let words = MoveKernel::of(setwise_core::Scalar);
    let moves = |position: &Position| Perft::new(*position, 1).kernel(words).count() as u32;
    let positions: Vec<Position> = parsed(&fens)?;
    let counts: Vec<u32> = positions.iter().map(moves).collect();
    let array = |name: &str, number: usize, remark: &str| {
        let mut rng = Rng::new(7);
        let mut order: Vec<usize> = (0..fens.len()).collect();
        while order.len() < number {
            let mut again: Vec<usize> = (0..fens.len()).collect();
            rng.shuffle(&mut again);
            order.extend(again);
        }
        order.truncate(number);
        let ordered: Vec<String> = order.iter().map(|&i| fens[i].clone()).collect();
        let mut case = Case::on(&ordered, name)?;
        case.counts = order.iter().map(|&i| counts[i]).collect();
        case.array = Some(Array {
            name: name.into(),
            source: format!("positions of the games of the corpus, {remark}"),
            positions: number as u64,
            moves: case.counts.iter().map(|&count| u64::from(count)).sum(),
        });
        anyhow::Ok(case)
    };
    let mut few = array("in cache", FEW, "16 bytes behind a multiple of 64")?;
    let mut aligned = array("in cache, aligned", FEW, "at a multiple of 64 bytes")?;
    few.positions = Placed::<2>::new(&few.positions);
    aligned.positions = Placed::<0>::new(&aligned.positions);
    aligned.for_best = true;
    let different = grouped(fens.len());
    let remark = format!("{different} different ones, again and again in other orders");
    Ok(vec![
        few,
        aligned,
        array("out of cache", MANY[usize::from(smoke)], &remark)?,
    ])
}
