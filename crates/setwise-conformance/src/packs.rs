//! Every type of pack: loads and stores with guarded slices, operations of chess with the oracle.

use crate::arena::{Arena, PLACES};
use crate::lines::{beyond, offset};
use crate::{check::Samples, failure::Failure, noise::Noise};
use itertools::iproduct;
use setwise_core::entry::{BatchAttacks, BatchRayAttacks, Streaming};
use setwise_core::{
    Batch, Counts, Direction, EntryPoint, Function, Isa, KnightDirection, OUT_NAMES, Occupied,
    Pack, PackWriter, Sliced, Squares, Task, oracle,
};

const BOARDS: usize = 2048;

/// Checks one type of pack. Its operations run in functions compiled for its instruction set.
///
/// # Errors
/// The first wrong board.
pub(crate) fn pack<P: Pack>(token: P::Token) -> Result<(), Failure> {
    let (boards, narrow, least) = (P::BOARDS, P::Narrow::BOARDS, P::MIN_BOARDS);
    if boards < narrow || !(1..=boards).contains(&least) {
        return Err(format!("{boards} boards, narrow {narrow}, at least {least}").into());
    }
    let any = AnyPack {
        count: P::BOARDS,
        apply: &|mut task| token.run_on::<P, _>(&mut task),
        store: &|mut task| token.run_on::<P, _>(&mut task),
        sum: &|mut task| token.run_on::<P, _>(&mut task),
    };
    memory(&any)?;
    sets(&any)?;
    chess(&any)?;
    stores(&any)?;
    counts(&any)
}

struct AnyPack<'a> {
    count: usize,
    apply: &'a dyn Fn(Apply<'_>),
    store: &'a dyn Fn(StoreAttacks<'_, '_>),
    sum: &'a dyn Fn(Count<'_>),
}

/// An operation on up to three packs, from slices to a slice of any length.
struct Apply<'a> {
    operation: Operation,
    inputs: [&'a [u64]; 3],
    out: &'a mut [u64],
}

/// Declares operations. Each has a form for packs and a model, which computes one board.
macro_rules! operations {
    (
        |$token:ident, $inputs:ident, $x:ident, $y:ident, $z:ident, $occupied:ident|
        |$a:ident, $b:ident, $c:ident|
        $($name:ident $(($argument:ident: $type:ty))? = $pack:expr, $model:expr;)*
    ) => {
        #[derive(Clone, Copy, Debug)]
        enum Operation { $($name $(($type))?,)* }
        use Operation::*;

        impl Task for Apply<'_> {
            type Output = ();

            #[inline(always)]
            fn run<P: Pack>(&mut self, $token: P::Token) {
                let $inputs = self.inputs;
                let [$x, $y, $z] = $inputs.map(|boards| P::load($token, boards));
                let $occupied: P = Occupied($inputs[0], $inputs[1], $inputs[2]).load($token);
                let result: P = match self.operation { $($name $(($argument))? => $pack,)* };
                result.store(self.out);
            }
        }

        fn model(operation: Operation, [$a, $b, $c]: [u64; 3]) -> u64 {
            match operation { $($name $(($argument))? => $model,)* }
        }
    };
}

operations! {
    |token, inputs, x, y, z, occupied|
    |a, b, c|
    Nothing = x, a;
    Union = P::load_union(token, inputs[0], inputs[1], inputs[2]), a | b | c;
    And = x & y, a & b;
    Or = x | y, a | b;
    Xor = x ^ y, a ^ b;
    Not = !x, !a;
    Splat(board: u64) = P::splat(token, board), board;
    // Through the token of the value.
    Same(board: u64) = x.same(board), board;
    Empty = x.empty(), if a == 0 { !0 } else { 0 };
    Step(direction: Direction) = x.step(direction), oracle::step(a, direction);
    Jump(direction: KnightDirection) = x.jump(direction), jumped(a, direction);
    Fill(direction: Direction) = x.fill(direction), filled(a, direction);
    OccludedFill(direction: Direction) = x.occluded_fill(y, direction), oracle::occluded_fill(a, b, direction);
    // All three sets are occupied.
    Attacks(direction: Direction) = x.attacks(occupied, direction), oracle::attacks(a, a | b | c, direction);
    OrthogonalAttacks = x.orthogonal_attacks(occupied), united(Direction::ORTHOGONAL, a, a | b | c);
    OrDiagonalAttacks = z.or_diagonal_attacks(y, occupied), c | united(Direction::DIAGONAL, b, a | b | c);
}

fn united(directions: [Direction; 4], sliders: u64, occupied: u64) -> u64 {
    let attacks = directions.map(|direction| oracle::attacks(sliders, occupied, direction));
    attacks.iter().fold(0, |all, one| all | one)
}

fn jumped(set: u64, direction: KnightDirection) -> u64 {
    let (files, ranks) = (direction.file_delta(), direction.rank_delta());
    let to = Squares(set).filter_map(|square| offset(square, files.into(), ranks.into()));
    to.fold(0, |all, to| all | to.bit())
}

fn filled(set: u64, direction: Direction) -> u64 {
    let ray = |square| std::iter::successors(Some(square), |&s| beyond(s, direction));
    let filled = Squares(set).flat_map(ray);
    filled.fold(0, |all, square| all | square.bit())
}

impl AnyPack<'_> {
    /// Checks an operation board by board. Missing boards are empty; only `out` may be written.
    fn check(
        &self,
        operation: Operation,
        inputs: [&[u64]; 3],
        mut out: Arena,
    ) -> Result<(), Failure> {
        (self.apply)(Apply {
            operation,
            inputs,
            out: out.slice_mut(),
        });
        let boards = |i: usize| inputs.map(|boards| boards.get(i).copied().unwrap_or(0));
        let expected = (0..self.count).map(|i| model(operation, boards(i)));
        let expected: Vec<u64> = expected.collect();
        let outcome = out.check(&expected, format_args!("{operation:?}"));
        outcome.map_err(|failure| {
            let mut found = out.slice().iter().zip(&expected);
            let Some(i) = found.position(|(a, b)| a != b) else {
                return failure;
            };
            let [a, b, c] = boards(i);
            failure.with(&[("first", a), ("second", b), ("third", c)])
        })
    }

    fn whole(&self) -> Arena {
        Arena::new(0, self.count)
    }
}

/// Tests loads and stores of all lengths up to two packs, at all places.
fn memory(pack: &AnyPack<'_>) -> Result<(), Failure> {
    let boards = Noise::new(22).boards(2 * pack.count + 1);
    for len in 0..=2 * pack.count {
        for place in 0..PLACES {
            let input = Arena::with(place, &boards[..len]);
            pack.check(Nothing, [input.slice(), &[], &[]], pack.whole())?;
            pack.check(Nothing, [&boards, &[], &[]], Arena::new(place, len))?;
        }
        // A slice without guards, so that a sanitizer detects reads beyond it.
        let exact: Box<[u64]> = boards[..len].into();
        pack.check(Nothing, [&exact, &[], &[]], pack.whole())?;
    }
    let count = pack.count;
    let lengths = [0, 1, count / 2, count - 1, count, count + 1];
    iproduct!(lengths, lengths, lengths).try_for_each(|(a, b, c)| {
        let [b, c] = [&boards[1..][..b], &boards[count - 1..][..c]];
        pack.check(Union, [&boards[..a], b, c], pack.whole())
    })
}

fn sets(pack: &AnyPack<'_>) -> Result<(), Failure> {
    let mut noise = Noise::new(23);
    for _ in 0..BOARDS.div_ceil(pack.count) {
        let [a, b] = [0; 2].map(|_| noise.boards(pack.count));
        let board = noise.board();
        for operation in [And, Or, Xor, Not, Splat(board), Same(board)] {
            pack.check(operation, [&a, &b, &[]], pack.whole())?;
        }
        // Boards with one square or none.
        let rare: Vec<u64> = a.iter().map(|a| a & (1 << (a >> 58))).collect();
        pack.check(Empty, [&rare, &[], &[]], pack.whole())?;
        pack.check(Empty, [&a, &[], &[]], pack.whole())?;
    }
    Ok(())
}

/// Tests steps, fills and attacks in all directions, of boards that all differ.
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

/// Runs [`Pack::store_rays`] to the first eight slices and [`Pack::store_attacks`] to the last one,
/// or the drivers with non-temporal stores, of both kinds of sliders and other pieces.
struct StoreAttacks<'a, 'b> {
    stream: bool,
    inputs: [&'a [u64]; 3],
    out: &'a mut [&'b mut [u64]; 9],
}

impl Task for StoreAttacks<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<P: Pack>(&mut self, token: P::Token) {
        let [orthogonal, diagonal, others] = self.inputs;
        let occupied = Occupied(others, orthogonal, diagonal);
        let [n, ne, e, se, s, sw, w, nw, union] = self.out.each_mut().map(|out| &mut **out);
        let rays = [n, ne, e, se, s, sw, w, nw];
        if !self.stream {
            let rays = rays.map(PackWriter::<P::Token, false>::new);
            P::store_rays(token, orthogonal, diagonal, occupied, rays);
            let union = PackWriter::<P::Token, false>::new(union);
            P::store_attacks(token, orthogonal, diagonal, occupied, union);
            return;
        }
        // Only the drivers use non-temporal stores.
        let batch = Batch {
            orthogonal,
            diagonal,
            occupied: others,
        };
        let written = batch.check().and_then(|batch| {
            <BatchRayAttacks<Streaming>>::call::<P>(token, batch, rays)?;
            <BatchAttacks<Streaming>>::call::<P>(token, batch, union)
        });
        debug_assert!(written.is_ok());
    }
}

/// Tests full and partly empty packs, both kinds of stores, and outputs aligned or not.
fn stores(pack: &AnyPack<'_>) -> Result<(), Failure> {
    let count = pack.count;
    let mut noise = Noise::new(25);
    for round in 0..BOARDS.div_ceil(count) {
        let len = [count, round % (count + 1)][round % 2];
        let inputs: Vec<Vec<u64>> = (0..3).map(|_| noise.boards(len)).collect();
        let [rays, union] = [EntryPoint::BatchRayAttacks, EntryPoint::BatchAttacks]
            .map(|entry| Samples::by_oracle(entry, Direction::North, inputs.clone()).expected);
        let expected = rays.iter().chain(&union);
        let names = OUT_NAMES.into_iter().chain(["union"]);
        for (stream, spread) in [(false, 0), (false, 1), (true, 0), (true, 1)] {
            let mut out: [Arena; 9] = std::array::from_fn(|i| Arena::new(spread * i, len));
            (pack.store)(StoreAttacks {
                stream,
                inputs: [&inputs[0], &inputs[1], &inputs[2]],
                out: &mut out.each_mut().map(Arena::slice_mut),
            });
            for ((out, expected), name) in out.iter().zip(expected.clone()).zip(names.clone()) {
                let streamed = if stream { "streamed " } else { "" };
                let what = format!("attacks {streamed}of {len} boards, {name}");
                out.check(expected, what)?;
            }
        }
    }
    Ok(())
}

/// Counts the squares of boards, and adds the counts several times.
struct Count<'a> {
    times: u32,
    boards: &'a [u64],
    out: &'a mut [u8],
}

impl Task for Count<'_> {
    type Output = ();

    #[inline(always)]
    fn run<P: Pack>(&mut self, token: P::Token) {
        let one = P::load(token, self.boards).count();
        let mut sum = one;
        for _ in 1..self.times {
            sum = sum.plus(one);
        }
        sum.store(self.out);
    }
}

/// Tests sums of one to six times the squares of a board, modulo 256, which six times 64 exceeds.
fn counts(pack: &AnyPack<'_>) -> Result<(), Failure> {
    let count = pack.count;
    const GUARD: u8 = 0xa5;
    let mut noise = Noise::new(24);
    for round in 0..BOARDS.div_ceil(count) {
        let boards = noise.boards(count);
        let times = 1 + round as u32 % 6;
        let sum = |board: &u64| (board.count_ones() * times) as u8;
        let expected: Vec<u8> = boards.iter().map(sum).collect();
        for len in [0, 1, count - 1, count, count + 3] {
            let mut found = vec![GUARD; len];
            (pack.sum)(Count {
                times,
                boards: &boards,
                out: &mut found,
            });
            let (found, behind) = found.split_at(len.min(count));
            if found != &expected[..found.len()] || behind.iter().any(|&n| n != GUARD) {
                let what = format!("count, {times} times, stored to {len}");
                return Err(format!("{what}: {found:?}, expected {expected:?}").into());
            }
        }
    }
    Ok(())
}

/// Checks that `Isa::run` takes wide packs for many boards and registers for few.
///
/// # Errors
/// It takes other packs.
pub(crate) fn choice_of_pack<I: Isa>(token: I) -> Result<(), Failure> {
    struct Width(usize);
    impl Task for Width {
        type Output = usize;
        fn boards(&self) -> usize {
            self.0
        }
        fn run<P: Pack>(&mut self, _: P::Token) -> usize {
            P::BOARDS
        }
    }
    let (narrow, wide) = (I::Register::BOARDS, Sliced::<I::Register>::BOARDS);
    let least = Sliced::<I::Register>::MIN_BOARDS;
    for boards in [0, 1, least - 1, least, usize::MAX] {
        let expected = if boards < least { narrow } else { wide };
        let found = token.run(&mut Width(boards));
        if found != expected {
            return Err(format!("{boards} boards in packs of {found}, expected {expected}").into());
        }
    }
    Ok(())
}
