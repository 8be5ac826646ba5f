//! Every type of pack: memory against guarded slices, chess against the oracle.

use crate::arena::{Arena, PLACES};
use crate::check::Attacked;
use crate::failure::Failure;
use crate::lines::beyond;
use crate::noise::Noise;
use setwise_core::batch::{BatchAttacks, BatchRayAttacks};
use setwise_core::{
    Batch, Boards, Counts, Direction, Isa, KnightDirection, OUT_NAMES, Occupied, Pack, Sliced,
    Sliders, Square, Squares, Task, oracle,
};

/// How many boards each operation of a pack is tried on.
const BOARDS: usize = 2048;

/// One type of pack, its operations in functions that are compiled for its instruction set.
///
/// # Errors
/// The first wrong board.
pub fn pack<P: Pack>(proof: P::Proof) -> Result<(), Failure> {
    if P::COUNT < P::Narrow::COUNT || !(1..=P::COUNT).contains(&P::WORTH) {
        let what = format!(
            "{} boards, narrow {}, worth {}",
            P::COUNT,
            P::Narrow::COUNT,
            P::WORTH
        );
        return Err(Failure::plain(what));
    }
    let any = AnyPack {
        count: P::COUNT,
        apply: &|operation, inputs, out| {
            let mut task = Apply {
                operation,
                inputs,
                out,
            };
            proof.run_on::<P, _>(&mut task);
        },
    };
    memory(&any)?;
    sets(&any)?;
    chess(&any)?;
    stores(P::COUNT, &|stream, inputs, out| {
        let mut task = StoreAttacks {
            stream,
            inputs,
            out,
        };
        proof.run_on::<P, _>(&mut task);
    })?;
    counts(P::COUNT, &|times, boards, out| {
        let mut task = Count { times, boards, out };
        proof.run_on::<P, _>(&mut task);
    })
}

#[derive(Clone, Copy, Debug)]
enum Operation {
    /// The first input as it is.
    Nothing,
    /// As it is, written past the caches.
    Union,
    And,
    Or,
    Xor,
    Not,
    Splat(u64),
    /// A splat through the value's own proof.
    Same(u64),
    Empty,
    Step(Direction),
    Jump(KnightDirection),
    Fill(Direction),
    OccludedFill(Direction),
    /// Of the first input; occupied are all three.
    Attacks(Direction),
    /// The same in four directions.
    OrthogonalAttacks,
    /// Of the second input, added to the third; occupied are all three.
    OrDiagonalAttacks,
}
use Operation::*;

/// An operation on up to three packs, from slices to a slice of any length.
struct Apply<'a> {
    operation: Operation,
    inputs: [&'a [u64]; 3],
    out: &'a mut [u64],
}

impl Task for Apply<'_> {
    type Output = ();

    #[inline(always)]
    fn run<P: Pack>(&mut self, proof: P::Proof) {
        let [a, b, c] = self.inputs;
        let x = P::load(proof, a);
        let y = P::load(proof, b);
        let occupied: P = Occupied(a, b, c).load(proof);
        let result = match self.operation {
            Nothing => x,
            Union => P::load_union(proof, a, b, c),
            And => x & y,
            Or => x | y,
            Xor => x ^ y,
            Not => !x,
            Splat(board) => P::splat(proof, board),
            Same(board) => x.same(board),
            Empty => x.empty(),
            Step(direction) => x.step(direction),
            Jump(direction) => x.jump(direction),
            Fill(direction) => x.fill(direction),
            OccludedFill(direction) => x.occluded_fill(y, direction),
            Attacks(direction) => x.attacks(occupied, direction),
            OrthogonalAttacks => x.orthogonal_attacks(occupied),
            OrDiagonalAttacks => P::load(proof, c).or_diagonal_attacks(y, occupied),
        };
        result.store(self.out);
    }
}

/// One board of the result.
fn model(operation: Operation, [a, b, c]: [u64; 3]) -> u64 {
    let rays = || {
        let (orthogonal, diagonal) = (a, b);
        oracle::ray_attacks(
            Sliders {
                orthogonal,
                diagonal,
            },
            c,
        )
    };
    let union = |directions: [Direction; 4]| {
        let rays = rays();
        directions
            .iter()
            .fold(0, |all, &direction| all | rays[direction])
    };
    match operation {
        Nothing => a,
        Union => a | b | c,
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Not => !a,
        Splat(board) | Same(board) => board,
        Empty => {
            if a == 0 {
                !0
            } else {
                0
            }
        }
        Step(direction) => oracle::step(a, direction),
        Jump(direction) => jumped(a, direction),
        Fill(direction) => filled(a, direction),
        OccludedFill(direction) => oracle::occluded_fill(a, b, direction),
        Attacks(direction) => oracle::attacks(a, a | b | c, direction),
        OrthogonalAttacks => union(Direction::ORTHOGONAL),
        OrDiagonalAttacks => c | union(Direction::DIAGONAL),
    }
}

fn jumped(set: u64, direction: KnightDirection) -> u64 {
    Squares(set)
        .filter_map(|square| {
            Square::at(
                square.file() as i32 + direction.file_delta() as i32,
                square.rank() as i32 + direction.rank_delta() as i32,
            )
        })
        .fold(0, |all, square| all | square.bit())
}

/// Every member and all squares beyond it.
fn filled(set: u64, direction: Direction) -> u64 {
    let ray = |square| std::iter::successors(Some(square), |&s| beyond(s, direction));
    Squares(set)
        .flat_map(ray)
        .fold(0, |all, square| all | square.bit())
}

/// What, on what, and where to.
type ApplyAny<'a> = &'a dyn Fn(Operation, [&[u64]; 3], &mut [u64]);

/// What [`Pack`] promises for all packs, without their types.
struct AnyPack<'a> {
    count: usize,
    apply: ApplyAny<'a>,
}

impl AnyPack<'_> {
    /// Board by board, missing ones being empty; nothing may be written outside `out`.
    fn check(
        &self,
        operation: Operation,
        inputs: [&[u64]; 3],
        mut out: Arena,
    ) -> Result<(), Failure> {
        (self.apply)(operation, inputs, out.slice_mut());
        let boards = |i: usize| inputs.map(|boards| boards.get(i).copied().unwrap_or(0));
        let expected: Vec<u64> = (0..self.count)
            .map(|i| model(operation, boards(i)))
            .collect();
        let outcome = out.check(&expected, format_args!("{operation:?}"));
        outcome.map_err(|failure| {
            match out.slice().iter().zip(&expected).position(|(a, b)| a != b) {
                None => failure,
                Some(i) => {
                    let [a, b, c] = boards(i);
                    failure.with(&[("first", a), ("second", b), ("third", c)])
                }
            }
        })
    }

    fn whole(&self) -> Arena {
        Arena::new(0, self.count)
    }
}

/// Loads and stores of all lengths up to two packs, at all places.
fn memory(pack: &AnyPack<'_>) -> Result<(), Failure> {
    let boards = Noise::new(22).boards(2 * pack.count + 1);
    for len in 0..=2 * pack.count {
        for place in 0..PLACES {
            let input = Arena::with(place, &boards[..len]);
            pack.check(Nothing, [input.slice(), &[], &[]], pack.whole())?;
            pack.check(Nothing, [&boards, &[], &[]], Arena::new(place, len))?;
        }
        // A slice of just that length: a sanitizer sees whoever reads on.
        let exact: Box<[u64]> = boards[..len].into();
        pack.check(Nothing, [&exact, &[], &[]], pack.whole())?;
    }
    let lengths = [
        0,
        1,
        pack.count / 2,
        pack.count - 1,
        pack.count,
        pack.count + 1,
    ];
    for a in lengths {
        for b in lengths {
            for c in lengths {
                let inputs = [
                    &boards[..a],
                    &boards[1..][..b],
                    &boards[pack.count - 1..][..c],
                ];
                pack.check(Union, inputs, pack.whole())?;
            }
        }
    }
    Ok(())
}

fn sets(pack: &AnyPack<'_>) -> Result<(), Failure> {
    let mut noise = Noise::new(23);
    for _ in 0..BOARDS.div_ceil(pack.count) {
        let [a, b] = [0; 2].map(|_| noise.boards(pack.count));
        let board = noise.board();
        for operation in [And, Or, Xor, Not, Splat(board), Same(board)] {
            pack.check(operation, [&a, &b, &[]], pack.whole())?;
        }
        // Boards of one square or none.
        let rare: Vec<u64> = a.iter().map(|a| a & (1 << (a >> 58))).collect();
        pack.check(Empty, [&rare, &[], &[]], pack.whole())?;
        pack.check(Empty, [&a, &[], &[]], pack.whole())?;
    }
    Ok(())
}

/// Steps, fills and attacks in all directions, of boards that all differ.
fn chess(pack: &AnyPack<'_>) -> Result<(), Failure> {
    let mut noise = Noise::new(21);
    for _ in 0..BOARDS.div_ceil(pack.count) {
        let [a, b, c] = [0; 3].map(|_| noise.boards(pack.count));
        let check = |operation| pack.check(operation, [&a, &b, &c], pack.whole());
        for direction in Direction::ALL {
            check(Step(direction))?;
            check(Fill(direction))?;
            check(OccludedFill(direction))?;
            check(Attacks(direction))?;
        }
        for direction in KnightDirection::ALL {
            check(Jump(direction))?;
        }
        check(OrthogonalAttacks)?;
        check(OrDiagonalAttacks)?;
    }
    Ok(())
}

/// [`Pack::store_rays`] to the first eight slices and [`Pack::store_attacks`] to the last, or the drivers that stream, of orthogonal sliders,
/// diagonal sliders and other men.
struct StoreAttacks<'a, 'b> {
    stream: bool,
    inputs: [&'a [u64]; 3],
    out: &'a mut [&'b mut [u64]; 9],
}

impl Task for StoreAttacks<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<P: Pack>(&mut self, proof: P::Proof) {
        let [orthogonal, diagonal, others] = self.inputs;
        let occupied = Occupied(others, orthogonal, diagonal);
        let [n, ne, e, se, s, sw, w, nw, union] = self.out.each_mut().map(|out| &mut **out);
        let rays = [n, ne, e, se, s, sw, w, nw];
        if !self.stream {
            P::store_rays(proof, orthogonal, diagonal, occupied, rays);
            P::store_attacks(proof, orthogonal, diagonal, occupied, union);
            return;
        }
        // Only the drivers stream.
        let Ok(batch) = Batch::new(orthogonal, diagonal, others) else {
            return;
        };
        if let Ok(mut task) = BatchRayAttacks::<true>::new(batch, rays) {
            task.run::<P>(proof);
        }
        if let Ok(mut task) = BatchAttacks::<true>::new(batch, union) {
            task.run::<P>(proof);
        }
    }
}

/// Whether to stream, what from, and where to.
type StoreAny<'a> = &'a dyn Fn(bool, [&[u64]; 3], &mut [&mut [u64]; 9]);

/// Full and partly empty packs, streamed and not, outputs all aligned and at different places.
fn stores(count: usize, store: StoreAny<'_>) -> Result<(), Failure> {
    let mut noise = Noise::new(25);
    for round in 0..BOARDS.div_ceil(count) {
        let len = if round % 2 == 0 {
            count
        } else {
            round % (count + 1)
        };
        let [a, b, c] = [0; 3].map(|_| noise.boards(len));
        let position = |i: usize| {
            let (orthogonal, diagonal) = (a[i], b[i]);
            (
                Sliders {
                    orthogonal,
                    diagonal,
                },
                c[i],
            )
        };
        let all = Attacked::by_oracle((0..len).map(position));
        let expected = all.rays.iter().chain([&all.union]);
        let names = OUT_NAMES.into_iter().chain(["union"]);
        for (stream, spread) in [(false, 0), (false, 1), (true, 0), (true, 1)] {
            let mut out: [Arena; 9] = std::array::from_fn(|i| Arena::new(spread * i, len));
            store(
                stream,
                [&a, &b, &c],
                &mut out.each_mut().map(Arena::slice_mut),
            );
            for ((out, expected), name) in out.iter().zip(expected.clone()).zip(names.clone()) {
                let streamed = if stream { "streamed " } else { "" };
                out.check(
                    expected,
                    format_args!("attacks {streamed}of {len} boards, {name}"),
                )?;
            }
        }
    }
    Ok(())
}

/// Squares counted and added up some times.
struct Count<'a> {
    times: u32,
    boards: &'a [u64],
    out: &'a mut [u8],
}

impl Task for Count<'_> {
    type Output = ();

    #[inline(always)]
    fn run<P: Pack>(&mut self, proof: P::Proof) {
        let one = P::load(proof, self.boards).count();
        let mut sum = one;
        for _ in 1..self.times {
            sum = sum.plus(one);
        }
        sum.store(self.out);
    }
}

/// How many times, what, and where to.
type CountAny<'a> = &'a dyn Fn(u32, &[u64], &mut [u8]);

/// Sums of one to six times the squares of a board, modulo 256: six times 64 are more.
fn counts(count: usize, store: CountAny<'_>) -> Result<(), Failure> {
    const GUARD: u8 = 0xa5;
    let mut noise = Noise::new(24);
    for round in 0..BOARDS.div_ceil(count) {
        let boards = noise.boards(count);
        let times = 1 + round as u32 % 6;
        let sum = |board: &u64| (board.count_ones() * times) as u8;
        let expected: Vec<u8> = boards.iter().map(sum).collect();
        for len in [0, 1, count - 1, count, count + 3] {
            let mut found = vec![GUARD; len];
            store(times, &boards, &mut found);
            let (found, behind) = found.split_at(len.min(count));
            if found != &expected[..found.len()] || behind.iter().any(|&n| n != GUARD) {
                let what = format!("count, {times} times, stored to {len}");
                return Err(Failure::plain(format!(
                    "{what}: {found:?}, expected {expected:?}"
                )));
            }
        }
    }
    Ok(())
}

/// `Isa::run` takes wide packs for many boards and registers for few.
///
/// # Errors
/// It does not.
pub fn choice_of_pack<I: Isa>(proof: I) -> Result<(), Failure> {
    struct Width(usize);
    impl Task for Width {
        type Output = usize;
        fn boards(&self) -> usize {
            self.0
        }
        fn run<P: Pack>(&mut self, _: P::Proof) -> usize {
            P::COUNT
        }
    }
    let (narrow, wide) = (I::Register::COUNT, Sliced::<I::Register>::COUNT);
    let worth = Sliced::<I::Register>::WORTH;
    for (boards, expected) in [
        (0, narrow),
        (1, narrow),
        (worth - 1, narrow),
        (worth, wide),
        (usize::MAX, wide),
    ] {
        let found = proof.run(&mut Width(boards));
        if found != expected {
            let what = format!("{boards} boards in packs of {found}, expected {expected}");
            return Err(Failure::plain(what));
        }
    }
    Ok(())
}
