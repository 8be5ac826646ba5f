//! The calls that take an array of positions, with the right answers.

use super::cozy::{self, parsed};
use crate::rounds::{Contender, Contest, Shared, each, pool, several, shared};
use crate::{calls::Outcome, corpus::Corpus};
use anyhow::{Result, anyhow, ensure};
use cozy_chess::{Board, Color};
use itertools::Itertools;
use rayon::prelude::*;
use setwise_conformance::Rng;
use setwise_core::Scalar;
use setwise_moves::{
    Analysis, Move, MoveFunctions, MoveKindCounts, MoveRows, Position, exchange_values,
    move_effects,
};
use setwise_program::number::grouped;
use setwise_results::perft::{Array, CHESS, COZY_CHESS, ONE_BY_ONE};
use std::{cell::RefCell, fmt::Display, hint::black_box, rc::Rc, str::FromStr, time::Instant};

/// Positions that fit the second-level cache.
const FEW: usize = 2_048;
/// Positions that fit no cache, and those of a smoke run.
const MANY: [usize; 2] = [1 << 20, 1 << 15];

/// Positions that a thread takes at a time.
const PART: usize = 4_096;

const VALUES: [i32; 6] = [100, 300, 300, 500, 900, 10_000];

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
    /// Returns positions of the games without moves.
    fn new(number: usize) -> Result<Self> {
        fn all<T: FromStr<Err: Display>>(fens: &[Rc<str>]) -> Result<&'static [T]> {
            let all: Vec<T> = fens.iter().map(|fen| parsed(fen)).try_collect()?;
            Ok(all.leak())
        }
        let fens = Corpus::game_fens(number);
        Ok(Self {
            ours: all(&fens)?,
            cozy: all(&fens)?,
            chess: all(&fens)?,
            moves: vec![None; number].leak(),
            cozy_moves: &[],
        })
    }

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

/// Returns a contender whose answers are checked after every pass. Before each pass the memory is
/// filled with `wrong`, so that answers of an earlier pass cannot hide missing ones.
fn contender<T: Clone + PartialEq + 'static>(
    name: &str,
    memory: Shared<Vec<T>>,
    (wrong, known): (T, &'static [T]),
    answer: impl Fn(&mut [T]) -> Outcome + 'static,
) -> Contender {
    let pass = move || {
        let answers = &mut *memory.borrow_mut();
        answers.fill(wrong.clone());
        let start = Instant::now();
        answer(black_box(answers))?;
        let elapsed = start.elapsed();
        let mut pairs = answers.iter().zip(known);
        let wrong = pairs.position(|(found, known)| found != known);
        ensure!(wrong.is_none(), "wrong answer for position {wrong:?}");
        Ok(elapsed)
    };
    Contender::new(name, 1, each(pass))
}

/// A call, its contenders so far, and the right answers.
struct Call<T: 'static> {
    positions: Positions,
    contest: Contest,
    known: &'static [T],
}

impl<T: Clone + PartialEq + 'static> Call<T> {
    /// Makes a call with the kernels. The right answers are those of scalar code, one by one.
    fn new(
        name: &str,
        positions: Positions,
        wrong: T,
        call: impl Fn(MoveFunctions, &[Position], &[Option<Move>], &mut [T]) -> Outcome + Copy + 'static,
    ) -> Result<Self> {
        let Positions { ours, moves, .. } = positions;
        let one_by_one = move |kernel: MoveFunctions, answers: &mut [T]| {
            for (i, position) in ours.chunks(1).enumerate() {
                call(kernel, position, &moves[i..=i], &mut answers[i..=i])?;
            }
            Ok(())
        };
        let mut known = vec![wrong.clone(); ours.len()];
        one_by_one(MoveFunctions::of(Scalar), &mut known)?;
        let (memory, known) = (shared(known.clone()), &*known.leak());
        let right = (wrong, known);
        let kernels = MoveFunctions::all().map(|kernel| {
            contender(kernel.name(), memory, right.clone(), move |answers| {
                let (ours, moves) = black_box((ours, moves));
                call(kernel, ours, moves, answers)
            })
        });
        let mut contenders = kernels.collect_vec();
        let best = MoveFunctions::selected();
        let alone = move |answers: &mut [T]| one_by_one(best, answers);
        contenders.push(contender(ONE_BY_ONE, memory, right, alone));
        let case = name.into();
        Ok(Self {
            positions,
            contest: Contest { case, contenders },
            known,
        })
    }

    /// Adds code that answers board by board. `known` converts the right answers for it.
    fn peer<D: Clone + PartialEq + 'static, B>(
        &mut self,
        name: &str,
        boards: &'static [B],
        (wrong, known): (D, impl Fn(&T) -> D),
        answer: impl Fn(usize, &B) -> D + 'static,
    ) {
        let known = self.known.iter().map(known).collect_vec();
        let memory = shared(known.clone());
        let answer = move |answers: &mut [D]| {
            for (i, (to, board)) in answers.iter_mut().zip(boards).enumerate() {
                *to = answer(i, board);
            }
            Ok(())
        };
        let peer = contender(name, memory, (wrong, &*known.leak()), answer);
        self.contest.contenders.push(peer);
    }

    fn cozy<D: Clone + PartialEq + 'static>(
        mut self,
        known: (D, impl Fn(&T) -> D),
        answer: impl Fn(usize, &Board) -> D + 'static,
    ) -> Contest {
        self.peer(COZY_CHESS, self.positions.cozy, known, answer);
        self.contest
    }
}

impl Call<u32> {
    /// Adds the best kernel on several threads, which count parts of the array.
    fn add_threads(&mut self, wrong: u32) -> Result<()> {
        let (known, ours, best) = (self.known, self.positions.ours, MoveFunctions::selected());
        let memory = shared(known.to_vec());
        for threads in several() {
            let pool = pool(threads)?;
            let count = move |counts: &mut [u32]| {
                let parts = counts.par_chunks_mut(PART).zip(ours.par_chunks(PART));
                pool.install(|| parts.try_for_each(|(to, ours)| best.count_legal_moves(ours, to)))
            };
            let mut one = contender(best.name(), memory, (wrong, known), count);
            one.threads = threads;
            self.contest.contenders.push(one);
        }
        Ok(())
    }
}

pub(super) fn all(smoke: bool) -> Result<(Vec<Array>, Vec<Contest>)> {
    let few = Positions::new(FEW)?.with_moves()?;
    let many = Positions::new(MANY[usize::from(smoke)])?;
    let different = grouped(Corpus::DIFFERENT);
    let again = format!("{different} distinct positions, repeated in shuffled order");
    let mut all: Vec<(Array, Contest)> = Vec::new();
    for (case, positions, remark) in [
        ("in cache", few, "repeated"),
        ("out of cache", many, &*again),
    ] {
        let wrong = u32::MAX;
        let mut count = Call::new(case, positions, wrong, |kernel, few, _, out| {
            kernel.count_legal_moves(few, out)
        })?;
        let same = (wrong, u32::clone);
        let by_cozy = |_, board: &Board| cozy::count(board);
        let by_chess = |_, board: &chess::Board| chess::MoveGen::new_legal(board).len() as u32;
        count.peer(COZY_CHESS, positions.cozy, same, by_cozy);
        count.peer(CHESS, positions.chess, same, by_chess);
        if case == "out of cache" {
            count.add_threads(wrong)?;
        }
        let array = Array {
            name: case.into(),
            call: None,
            source: format!("positions of the games of the corpus, {remark}"),
            positions: count.known.len() as u64,
            moves: count.known.iter().map(|&count| u64::from(count)).sum(),
        };
        all.push((array, count.contest));
    }
    for contest in calls(few)? {
        let mut array = all[0].0.clone();
        (array.name, array.call) = (contest.case.clone(), Some(contest.case.clone()));
        array.source =
            "positions of the games of the corpus, in cache, with a legal move of each".into();
        all.push((array, contest));
    }
    Ok(all.into_iter().unzip())
}

/// Returns the contests of the other calls. cozy-chess lacks the squares that a king must avoid.
fn calls(few: Positions) -> Result<[Contest; 6]> {
    let rows = shared(MoveRows::new());
    let lists = Call::new("legal_moves", few, u32::MAX, move |kernel, few, _, out| {
        let rows = &mut *rows.borrow_mut();
        kernel.legal_moves(few, rows);
        for (to, row) in out.iter_mut().zip(rows.iter()) {
            *to = row.len() as u32;
        }
        Ok(())
    })?;
    let list = RefCell::new(Vec::new());
    let lists = lists.cozy((u32::MAX, u32::clone), move |_, board| {
        cozy::list(board, &mut list.borrow_mut())
    });
    let maps = Call::new("attack_maps", few, [!0; 2], |kernel, few, _, out| {
        kernel.attack_maps(few, out)
    })?;
    let maps = maps.cozy(([!0; 2], |maps| *maps), |_, board| {
        Color::ALL.map(|color| cozy::attacked(board, color))
    });
    let wrong = Analysis::default();
    let analyses = Call::new("analyze", few, wrong, |kernel, few, _, out| {
        kernel.analyze(few, out)
    })?
    .contest;
    let wrong = MoveKindCounts::default();
    let kinds = Call::new("count_move_kinds", few, wrong, |kernel, few, _, out| {
        kernel.count_move_kinds(few, out)
    })?;
    let known = |kinds: &MoveKindCounts| [kinds.captures(), kinds.promotions(), kinds.checks()];
    let kinds = kinds.cozy(([u32::MAX; 3], known), |_, board| cozy::kinds(board));
    let effects = Call::new("move_effects", few, None, |_, few, moves, out| {
        move_effects(few, moves, out)
    })?;
    let bits = |effect: &Option<setwise_moves::MoveEffect>| {
        effect.as_ref().map_or(0, |effect| {
            let (capture, check) = (effect.is_capture(), effect.is_check());
            cozy::bits([capture, effect.is_promotion(), check])
        })
    };
    let effects = effects.cozy((u32::MAX, bits), move |i, board| {
        few.cozy_moves[i].map_or(0, |played| cozy::effect(board, played))
    });
    let wrong = Some(i32::MIN);
    let exchanges = Call::new("exchange_values", few, wrong, |_, few, moves, out| {
        exchange_values(few, moves, &VALUES, out)
    })?;
    let exchanges = exchanges.cozy((wrong, Option::clone), move |i, board| {
        cozy::exchange(board, few.cozy_moves[i]?, &VALUES)
    });
    Ok([lists, maps, analyses, kinds, effects, exchanges])
}
