//! The calls that take an array of positions, with the right answers.

use super::cozy::{self, parsed};
use crate::corpus::Corpus;
use crate::rounds::{Contender, Contest, Shared, each, keep, shared};
use anyhow::{Result, anyhow, ensure};
use cozy_chess::Board;
use itertools::Itertools;
use setwise_conformance::Rng;
use setwise_core::Scalar;
use setwise_moves::{Analysis, LengthMismatch, Move, MoveEffect, MoveKernel, MoveKinds, Position};
use setwise_program::number::grouped;
use setwise_results::perft::{ALIGNED, Array, CHESS, COZY_CHESS, IN_CACHE, ONE_BY_ONE};
use std::fmt::Display;
use std::hint::black_box;
use std::str::FromStr;
use std::time::Instant;

/// Positions that fit the second-level cache.
const FEW: usize = 2_048;
/// Positions that fit no cache, and those of a smoke run.
const MANY: [usize; 2] = [1 << 20, 1 << 15];

/// The values of pieces in exchanges.
const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 10_000];

/// Positions that begin so many words after a multiple of 64 bytes.
#[repr(C, align(64))]
struct Placed<const WORDS: usize>([u64; WORDS], [Position; FEW]);

fn placed<const WORDS: usize>(positions: &[Position]) -> &'static [Position] {
    let placed = Placed::<WORDS>([0; WORDS], std::array::from_fn(|i| positions[i]));
    &keep(placed).1
}

/// Positions in the same order in the types of all contenders.
#[derive(Clone, Copy)]
struct Positions {
    ours: &'static [Position],
    cozy: &'static [Board],
    chess: &'static [chess::Board],
    /// A legal move of each position, where there is one.
    moves: &'static [Option<Move>],
    cozy_moves: &'static [Option<cozy_chess::Move>],
}

impl Positions {
    /// Returns positions without moves; where more are wanted, again and again in other orders.
    fn new(fens: &[String], number: usize) -> Result<Self> {
        fn all<T: FromStr<Err: Display>>(fens: &[&String]) -> Result<&'static [T]> {
            let all: Vec<T> = fens.iter().map(|fen| parsed(fen)).try_collect()?;
            Ok(all.leak())
        }
        let (mut rng, mut ordered) = (Rng::new(7), fens.iter().collect_vec());
        while ordered.len() < number {
            let mut again = fens.iter().collect_vec();
            rng.shuffle(&mut again);
            ordered.extend(again);
        }
        ordered.truncate(number);
        Ok(Self {
            ours: all(&ordered)?,
            cozy: all(&ordered)?,
            chess: all(&ordered)?,
            moves: vec![None; number].leak(),
            cozy_moves: &[],
        })
    }

    /// Adds random moves.
    fn with_moves(self) -> Result<Self> {
        let mut rng = Rng::new(11);
        let choose = |position: &Position| {
            let moves = position.legal_moves().into_iter().collect_vec();
            (!moves.is_empty()).then(|| moves[rng.below(moves.len())])
        };
        let moves = self.ours.iter().map(choose).collect_vec();
        // cozy-chess names moves as in Chess960.
        let translate = |found: &Option<Move>| {
            let name = found.map(|found| format!("{found:#}"));
            let parse = |name: String| name.parse().map_err(|_| anyhow!("{name} is no move"));
            name.map(parse).transpose()
        };
        let cozy_moves: Vec<_> = moves.iter().map(translate).try_collect()?;
        Ok(Self {
            moves: moves.leak(),
            cozy_moves: cozy_moves.leak(),
            ..self
        })
    }
}

type Outcome = Result<(), LengthMismatch>;

/// Memory for answers, and what they should be.
#[derive(Clone)]
struct Answers<T: 'static> {
    memory: Shared<Vec<T>>,
    /// It stands in the memory before each pass, so that answers of an earlier pass cannot hide
    /// missing ones.
    wrong: T,
    known: &'static [T],
}

impl<T: Clone + PartialEq + 'static> Answers<T> {
    fn new(wrong: T, known: Vec<T>) -> Self {
        Self {
            memory: shared(known.clone()),
            wrong,
            known: known.leak(),
        }
    }

    /// Returns a way to answer. The answers of every pass are checked.
    fn contender(&self, name: &str, answer: impl Fn(&mut [T]) -> Outcome + 'static) -> Contender {
        let (memory, wrong, known) = (self.memory, self.wrong.clone(), self.known);
        let pass = move || {
            let answers = &mut *memory.borrow_mut();
            answers.fill(wrong.clone());
            let start = Instant::now();
            answer(black_box(answers))?;
            let elapsed = start.elapsed();
            let wrong = answers
                .iter()
                .zip(known)
                .position(|(found, known)| found != known);
            ensure!(wrong.is_none(), "wrong answer for position {wrong:?}");
            Ok(elapsed)
        };
        Contender::new(name, 1, each(pass))
    }

    /// Returns a way to answer board by board.
    fn peer<B>(
        &self,
        name: &str,
        boards: &'static [B],
        answer: impl Fn(usize, &B) -> T + 'static,
    ) -> Contender {
        self.contender(name, move |answers| {
            for (i, (to, board)) in answers.iter_mut().zip(boards).enumerate() {
                *to = answer(i, board);
            }
            Ok(())
        })
    }
}

/// Calls a kernel for one position after the other.
fn one_by_one<T>(
    kernel: MoveKernel,
    positions: Positions,
    call: impl Fn(MoveKernel, &[Position], &[Option<Move>], &mut [T]) -> Outcome,
    answers: &mut [T],
) -> Outcome {
    let Positions { ours, moves, .. } = positions;
    for (i, position) in ours.chunks(1).enumerate() {
        call(kernel, position, &moves[i..=i], &mut answers[i..=i])?;
    }
    Ok(())
}

/// Returns the contest of the kernels, and the answers: those of plain words, one position after
/// the other.
fn kernels<T: Clone + PartialEq + 'static>(
    case: &str,
    positions: Positions,
    wrong: T,
    call: impl Fn(MoveKernel, &[Position], &[Option<Move>], &mut [T]) -> Outcome + Copy + 'static,
) -> Result<(Contest, Answers<T>)> {
    let mut right = vec![wrong.clone(); positions.ours.len()];
    one_by_one(MoveKernel::of(Scalar), positions, call, &mut right)?;
    let answers = Answers::new(wrong, right);
    let kernels = MoveKernel::all().map(|kernel| {
        answers.contender(kernel.name(), move |answers| {
            let Positions { ours, moves, .. } = black_box(positions);
            call(kernel, ours, moves, answers)
        })
    });
    let mut contenders = kernels.collect_vec();
    let best = MoveKernel::best();
    let alone = move |answers: &mut [T]| one_by_one(best, positions, call, answers);
    contenders.push(answers.contender(ONE_BY_ONE, alone));
    let case = case.into();
    Ok((Contest { case, contenders }, answers))
}

/// Returns all arrays, and the contest of each.
pub(super) fn all(smoke: bool) -> Result<(Vec<Array>, Vec<Contest>)> {
    let fens = Corpus::game_boards();
    let fens = fens.iter().map(ToString::to_string).collect_vec();
    let few = Positions::new(&fens, FEW)?;
    let aligned = Positions {
        ours: placed::<0>(few.ours),
        ..few
    };
    let few = Positions {
        ours: placed::<2>(few.ours),
        ..few.with_moves()?
    };
    let many = Positions::new(&fens, MANY[usize::from(smoke)])?;
    let different = grouped(fens.len());
    let again = format!("{different} different ones, again and again in other orders");
    let array = |contest: &Contest, call, remark: &str, counts: &[u32]| Array {
        name: contest.case.clone(),
        call,
        source: format!("positions of the games of the corpus, {remark}"),
        positions: counts.len() as u64,
        moves: counts.iter().map(|&count| u64::from(count)).sum(),
    };
    let mut all = Vec::new();
    let mut counts: &[u32] = &[];
    for (case, positions, remark) in [
        ("out of cache", many, &*again),
        (ALIGNED, aligned, "at a multiple of 64 bytes"),
        (IN_CACHE, few, "16 bytes behind a multiple of 64"),
    ] {
        let wrong = u32::MAX;
        let (mut contest, answers) = kernels(case, positions, wrong, |kernel, few, _, out| {
            kernel.count_legal_moves(few, out)
        })?;
        let by_chess = |_, board: &_| chess::MoveGen::new_legal(board).len() as u32;
        let cozy = answers.peer(COZY_CHESS, positions.cozy, |_, board| cozy::count(board));
        let chess = answers.peer(CHESS, positions.chess, by_chess);
        contest.contenders.extend([cozy, chess]);
        if case == ALIGNED {
            let best = MoveKernel::best();
            contest.contenders.retain(|one| one.name == best.name());
        }
        counts = answers.known;
        all.insert(0, (array(&contest, None, remark, counts), contest));
    }
    for contest in calls(few)? {
        let (call, remark) = (contest.case.clone(), "in cache, with a legal move of each");
        all.push((array(&contest, Some(call), remark, counts), contest));
    }
    Ok(all.into_iter().unzip())
}

/// Returns the contests of the other calls. cozy-chess lacks exchanges and the squares that a king
/// must avoid.
fn calls(few: Positions) -> Result<[Contest; 5]> {
    let (mut maps, answers) = kernels("attack_maps", few, [!0; 2], |kernel, few, _, out| {
        kernel.attack_maps(few, out)
    })?;
    let attacked = |board: &_| cozy_chess::Color::ALL.map(|color| cozy::attacked(board, color));
    let cozy = answers.peer(COZY_CHESS, few.cozy, move |_, board| attacked(board));
    maps.contenders.push(cozy);

    let (analyses, _) = kernels(
        "analyze",
        few,
        Analysis::default(),
        |kernel, few, _, out| kernel.analyze(few, out),
    )?;

    let wrong = MoveKinds::default();
    let (mut kinds, answers) = kernels("count_move_kinds", few, wrong, |kernel, few, _, out| {
        kernel.count_move_kinds(few, out)
    })?;
    let known = answers.known.iter();
    let known = known.map(|kinds| [kinds.captures(), kinds.promotions(), kinds.checks()]);
    let answers = Answers::new([u32::MAX; 3], known.collect());
    let cozy = answers.peer(COZY_CHESS, few.cozy, |_, board| cozy::kinds(board));
    kinds.contenders.push(cozy);

    let (mut effects, answers) = kernels("move_effects", few, None, |kernel, few, moves, out| {
        kernel.move_effects(few, moves, out)
    })?;
    let effect = |effect: &MoveEffect| {
        [
            effect.is_capture(),
            effect.is_promotion(),
            effect.is_check(),
        ]
    };
    let known = answers.known.iter().map(|known| known.as_ref().map(effect));
    let answers = Answers::new(Some([true; 3]), known.collect());
    let cozy = answers.peer(COZY_CHESS, few.cozy, move |i, board| {
        few.cozy_moves[i].and_then(|played| cozy::effect(board, played))
    });
    effects.contenders.push(cozy);

    let wrong = Some(i32::MIN);
    let (exchanges, _) = kernels("exchange_values", few, wrong, |kernel, few, moves, out| {
        kernel.exchange_values(few, moves, &VALUES, out)
    })?;
    Ok([maps, analyses, kinds, effects, exchanges])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_answer_is_an_error() {
        let boards: &[u32] = &[7, 8, 9];
        let answers = Answers::new(0, boards.to_vec());
        let peer = |wrong| {
            answers.peer("peer", boards, move |i, right| {
                right + u32::from(i == wrong)
            })
        };
        assert!(peer(3).try_once().is_ok());
        let error = format!("{:#}", peer(1).try_once().unwrap_err());
        assert_eq!(error, "peer: wrong answer for position Some(1)");
    }
}
