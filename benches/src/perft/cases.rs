//! The trees and arrays that are counted, with the right answers.

use super::calls::{Answers, Call};
use crate::corpus::Corpus;
use anyhow::{Context, Result, anyhow};
use setwise_conformance::Rng;
use setwise_moves::{Move, MoveKernel, Perft, Position};
use setwise_program::number::grouped;
use setwise_results::perft::{ALIGNED, Array, IN_CACHE, Tree};
use std::fmt::Display;
use std::ops::Deref;
use std::str::FromStr;

/// Positions with the leaves of all depths, shared with the tests of the generator.
const KNOWN: &str = include_str!("../../../crates/setwise-moves/tests/data/perft.txt");

/// A tree: its name, that of its root in [`KNOWN`], the depth that every contender counts, the
/// depth that only the best kernel counts, and that of a smoke run. The others would need too long
/// for the deepest, and for several threads a smaller tree is over too soon.
type Depths = (&'static str, &'static str, u32, u32, u32);

const TREES: [Depths; 3] = [
    ("startpos", "initial", 7, 7, 4),
    ("kiwipete", "kiwipete", 5, 6, 3),
    ("r4rk1", "symmetric", 5, 6, 3),
];

/// Positions that fit the second-level cache.
const FEW: usize = 2_048;
/// Positions that fit no cache, and those of a smoke run.
const MANY: [usize; 2] = [1 << 20, 1 << 15];

/// Positions that begin so many words after a multiple of 64 bytes.
#[repr(C, align(64))]
struct Placed<const WORDS: usize>([u64; WORDS], [Position; FEW]);

impl<const WORDS: usize> Placed<WORDS> {
    fn boxed(positions: &[Position]) -> Positions {
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

/// A tree or an array, with its positions in the same order in the types of all contenders. A tree
/// has one, its root.
pub(super) struct Case {
    pub(super) name: String,
    pub(super) tree: Option<Tree>,
    pub(super) array: Option<Array>,
    pub(super) positions: Positions,
    pub(super) cozy: Vec<cozy_chess::Board>,
    pub(super) chess: Vec<chess::Board>,
    /// The call for an array.
    pub(super) call: Call,
    /// A legal move of each position of an array, where there is one, for calls that take moves.
    pub(super) moves: Vec<Option<Move>>,
    pub(super) cozy_moves: Vec<Option<cozy_chess::Move>>,
    /// The digests of the right answers for an array.
    pub(super) digests: Vec<u32>,
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
            call: Call::CountLegalMoves,
            moves: Vec::new(),
            cozy_moves: Vec::new(),
            digests: Vec::new(),
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
    let usual = TREES.iter().map(|of| tree(of, smoke, false));
    let deeper = TREES.iter().filter(|(_, _, usual, deep, _)| deep > usual);
    let deeper = deeper.map(|of| tree(of, smoke, true));
    let mut cases = usual.chain(deeper).collect::<Result<Vec<_>>>()?;
    cases.extend(arrays(smoke)?);
    Ok(cases)
}

fn tree(&(name, root, usual, deep, small): &Depths, smoke: bool, is_deep: bool) -> Result<Case> {
    let suffix = if is_deep { ", deeper" } else { "" };
    let depth = match (smoke, is_deep) {
        (true, _) => small,
        (_, true) => deep,
        _ => usual,
    };
    let mut fields = KNOWN.lines().map(|line| line.split(" | ").skip(1));
    let fields = fields.find_map(|mut fields| (fields.next() == Some(root)).then_some(fields));
    let fields: Vec<&str> = fields.context(root)?.collect();
    let leaves = |depth: u32| {
        let mut known = fields[1].split_whitespace();
        let leaves = known.find_map(|known| known.strip_prefix(&format!("{depth}:")));
        anyhow::Ok(leaves.context(root)?.parse()?)
    };
    let mut case = Case::on(&[fields[0].into()], &format!("{name}{suffix}"))?;
    case.for_best = is_deep;
    case.tree = Some(Tree {
        name: case.name.clone(),
        fen: fields[0].into(),
        depth,
        leaves: leaves(depth)?,
        children: leaves(depth - 1)?,
    });
    Ok(case)
}

/// Makes arrays of the positions of the games; where more are wanted, again and again in other
/// orders.
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
        case.digests = order.iter().map(|&i| counts[i]).collect();
        case.array = Some(Array {
            name: name.into(),
            call: None,
            source: format!("positions of the games of the corpus, {remark}"),
            positions: number as u64,
            moves: case.digests.iter().map(|&count| u64::from(count)).sum(),
        });
        anyhow::Ok(case)
    };
    let mut few = array(IN_CACHE, FEW, "16 bytes behind a multiple of 64")?;
    let mut aligned = array(ALIGNED, FEW, "at a multiple of 64 bytes")?;
    few.positions = Placed::<2>::boxed(&few.positions);
    aligned.positions = Placed::<0>::boxed(&aligned.positions);
    aligned.for_best = true;
    let different = grouped(fens.len());
    let remark = format!("{different} different ones, again and again in other orders");
    let many = array("out of cache", MANY[usize::from(smoke)], &remark)?;
    let mut all = vec![few, aligned, many];
    for call in Call::OTHERS {
        let mut case = array(call.name(), FEW, "in cache, with a legal move of each")?;
        if let Some(array) = &mut case.array {
            array.call = Some(call.name().into());
        }
        with_answers(&mut case, call)?;
        all.push(case);
    }
    Ok(all)
}

/// Adds moves, and the right answers of a call: those of plain words, one position after the other.
fn with_answers(case: &mut Case, call: Call) -> Result<()> {
    let mut rng = Rng::new(11);
    case.call = call;
    case.positions = Placed::<2>::boxed(&case.positions);
    let positions = case.positions.iter();
    let chosen = positions.map(|position| {
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        (!moves.is_empty()).then(|| moves[rng.below(moves.len())])
    });
    let chosen: Vec<Option<Move>> = chosen.collect();
    case.moves = chosen.clone();
    for (position, found) in case.positions.iter().zip(chosen) {
        // cozy-chess names moves as in Chess960.
        let name = found.map(|found| format!("{found:#}"));
        let parse = |name: String| name.parse().map_err(|_| anyhow!("{name} in {position}"));
        case.cozy_moves.push(name.map(parse).transpose()?);
    }
    let mut answers = Answers::default();
    answers.spoil(call, case.positions.len());
    answers.one_by_one(case, MoveKernel::of(setwise_core::Scalar))?;
    case.digests = answers.digests(call);
    Ok(())
}
