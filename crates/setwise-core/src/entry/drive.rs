//! How entry points for many positions pass over slices, pack by pack. docs/notes/batch-calls.md
//! has the measurements of partial packs, alignment and thresholds.

use super::stores::Stores;
use super::{EntryArguments, Strategy};
use crate::columns::{Batch, CheckedBatch, LengthMismatch, Occupied};
use crate::isa::Isa;
use crate::pack::{Pack, Task};
use core::ops::Range;

pub(super) type Outcome = Result<(), LengthMismatch>;

/// A computation over the positions of some slices, which the drivers run block by block. Blocks
/// may overlap, so computing a position again must not change the result.
pub(super) trait Blocks {
    /// The borrowed form of the computation, which [`again`](Self::again) returns.
    type Again<'c>: Blocks
    where
        Self: 'c;

    /// Returns the same work as a separate value, to pass on by reference. A reference to the
    /// original would keep it in memory.
    fn again(&mut self) -> Self::Again<'_>;
    /// Returns the results, or those of the first direction: one board for each position.
    fn out(&self) -> &[u64];
    /// Returns the number of boards from which a partly filled pack is faster.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn min_boards<P: Pack>(&self) -> usize {
        P::MIN_BOARDS
    }
    /// Computes the positions `at .. at + len` of `out`: up to one pack.
    fn block<P: Pack, const NON_TEMPORAL: bool>(
        &mut self,
        token: P::Token,
        at: usize,
        len: usize,
        stores: &Stores<P::Token, NON_TEMPORAL>,
    );
}

/// From this number of packs on, unaligned boards are peeled off (docs/notes/declared-once.md).
const MIN_PACKS_TO_PEEL: usize = 4;

/// Computes all positions. A strategy that streams uses non-temporal stores. With other strategies,
/// batches of many packs start with narrow packs up to an aligned address.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn drive<S: Strategy, P: Pack, B: Blocks>(token: P::Token, blocks: &mut B) {
    if S::STREAM {
        return drive_streaming::<P, B>(token, blocks);
    }
    let n = blocks.out().len();
    let mut head = 0;
    if const { P::BOARDS > P::Narrow::BOARDS } && n >= MIN_PACKS_TO_PEEL * P::BOARDS {
        head = unaligned(blocks.out(), P::Narrow::BOARDS);
        if head > 0 {
            narrow_packs::<P, B>(token, blocks, 0..head, 0);
        }
    }
    drive_range::<P, B>(token, blocks, head..n);
}

/// Computes the positions of a range with full packs. The rest takes a last pack that overlaps the
/// one before it, if that is faster, or else narrow packs.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn drive_range<P: Pack, B: Blocks>(
    token: P::Token,
    blocks: &mut B,
    range: Range<usize>,
) {
    if const { P::BOARDS == P::Narrow::BOARDS } {
        let at = range.start;
        return packs::<P, B>(token, blocks, range, at);
    }
    let stores = Stores::<P::Token, false>::new(token);
    let min_boards = blocks.min_boards::<P>().max(2);
    let mut at = range.start;
    if range.len() >= P::BOARDS {
        let last = range.end - P::BOARDS;
        // The body is long, so the last pack runs the same copy of it.
        loop {
            blocks.block::<P, false>(token, at, P::BOARDS, &stores);
            at += P::BOARDS;
            if at > last {
                if range.end - at < min_boards {
                    break;
                }
                at = last;
            }
        }
    } else if range.len() >= min_boards && min_boards < P::BOARDS {
        blocks.block::<P, false>(token, at, range.len(), &stores);
        return;
    }
    if at < range.end {
        narrow_packs::<P, B>(token, blocks, range, at);
    }
}

/// Computes the positions from `at` on with packs of a short body. The last two may overlap.
#[cfg_attr(not(unoptimized), inline(always))]
fn packs<P: Pack, B: Blocks>(token: P::Token, blocks: &mut B, range: Range<usize>, mut at: usize) {
    let stores = Stores::<P::Token, false>::new(token);
    if range.len() < P::BOARDS {
        if at < range.end {
            blocks.block::<P, false>(token, at, range.end - at, &stores);
        }
        return;
    }
    while at < range.end {
        let pack = at.min(range.end - P::BOARDS);
        blocks.block::<P, false>(token, pack, P::BOARDS, &stores);
        at += P::BOARDS;
    }
}

/// Computes the positions from `at` on with narrow packs, in a function that kernels share.
#[cfg_attr(not(unoptimized), inline(always))]
fn narrow_packs<P: Pack, B: Blocks>(
    token: P::Token,
    blocks: &mut B,
    range: Range<usize>,
    at: usize,
) {
    let blocks = blocks.again();
    token.run_on::<P::Narrow, _>(&mut NarrowPacks { blocks, range, at });
}

struct NarrowPacks<B> {
    blocks: B,
    range: Range<usize>,
    at: usize,
}

impl<B: Blocks> Task for NarrowPacks<B> {
    type Output = ();

    #[cfg_attr(not(unoptimized), inline(always))]
    fn run<P: Pack>(&mut self, token: P::Token) {
        let stores = Stores::<P::Token, false>::new(token);
        let (range, mut at) = (self.range.clone(), self.at);
        if range.len() < P::BOARDS {
            self.blocks
                .block::<P, false>(token, at, range.end - at, &stores);
            return;
        }
        while at < range.end {
            // The last pack overlaps the one before it.
            at = at.min(range.end - P::BOARDS);
            self.blocks.block::<P, false>(token, at, P::BOARDS, &stores);
            at += P::BOARDS;
        }
    }
}

const LINE: usize = 8;

/// Computes all positions. From the start of the first whole cache line on, full packs are written
/// with non-temporal stores (docs/notes/streaming-stores.md).
#[cfg_attr(not(unoptimized), inline(always))]
fn drive_streaming<P: Pack, B: Blocks>(token: P::Token, blocks: &mut B) {
    let n = blocks.out().len();
    let head = unaligned(blocks.out(), LINE).min(n);
    if head > 0 {
        narrow_packs::<P, B>(token, blocks, 0..head, 0);
    }
    let stores = Stores::<P::Token, true>::new(token);
    let mut rest = head;
    while n - rest >= P::BOARDS {
        blocks.block::<P, true>(token, rest, P::BOARDS, &stores);
        rest += P::BOARDS;
    }
    // The drop runs the fence, before the narrow packs access the memory.
    drop(stores);
    if rest < n {
        narrow_packs::<P, B>(token, blocks, rest..n, rest);
    }
}

/// Returns the sliders and the occupied squares of the positions `at .. at + len`. A slice out of
/// bounds gives `None` and not a shorter slice, so that the compiler knows constant lengths.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn window(
    batch: CheckedBatch<'_>,
    at: usize,
    len: usize,
) -> Option<(&[u64], &[u64], Occupied<'_>)> {
    let orthogonal = batch.orthogonal.get(at..at + len)?;
    let diagonal = batch.diagonal.get(at..at + len)?;
    let occupied = Occupied(batch.occupied.get(at..at + len)?, orthogonal, diagonal);
    Some((orthogonal, diagonal, occupied))
}

/// Returns the number of boards before the first that is aligned to `lanes` boards, a power of two.
#[cfg_attr(not(unoptimized), inline(always))]
fn unaligned(boards: &[u64], lanes: usize) -> usize {
    let place = boards.as_ptr().addr() / size_of::<u64>();
    place.wrapping_neg() & (lanes - 1)
}

impl<'a> EntryArguments<'a> {
    pub(super) fn batch(&self) -> Batch<'a> {
        let [orthogonal, diagonal, occupied, _] = self.inputs;
        Batch {
            orthogonal,
            diagonal,
            occupied,
        }
    }
}

pub(super) fn single_output<'a>(
    out: &'a mut [&mut [u64]],
) -> Result<&'a mut [u64], LengthMismatch> {
    LengthMismatch::check("outputs", out.len(), 1)?;
    Ok(out.first_mut().map(|out| &mut **out).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::{Functions, Plain, Streaming};
    use crate::{columns::PackWriter, direction::Direction, entry::EntryPoint};
    use crate::{isa::Scalar, pack::Counts};
    use core::cell::RefCell;
    use core::ops::{BitAnd, BitOr, BitXor, Not};
    use std::{vec, vec::Vec};

    /// A pack of words. Its narrow packs have several boards as well, unlike those of the packs in
    /// this crate.
    #[derive(Clone, Copy)]
    struct Words<const N: usize, const NARROW: usize>([u64; N]);

    type Wide = Words<8, 2>;
    type Narrow = Words<2, 2>;

    impl<const N: usize, const NARROW: usize> Words<N, NARROW> {
        fn each(self, f: impl Fn(u64) -> u64) -> Self {
            Self(self.0.map(f))
        }

        fn with(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
            Self(core::array::from_fn(|i| f(self.0[i], other.0[i])))
        }
    }

    macro_rules! operators {
        ($($operator:ident $method:ident $symbol:tt)*) => {$(
            impl<const N: usize, const NARROW: usize> $operator for Words<N, NARROW> {
                type Output = Self;
                fn $method(self, other: Self) -> Self {
                    self.with(other, |a, b| a $symbol b)
                }
            }
        )*};
    }

    operators! { BitAnd bitand & BitOr bitor | BitXor bitxor ^ }

    impl<const N: usize, const NARROW: usize> Not for Words<N, NARROW> {
        type Output = Self;
        fn not(self) -> Self {
            self.each(|word| !word)
        }
    }

    impl<const N: usize, const NARROW: usize> Counts for Words<N, NARROW> {
        fn plus(self, other: Self) -> Self {
            self.with(other, |a, b| (a + b) % 256)
        }

        fn store(self, counts: &mut [u8]) {
            for (count, word) in counts.iter_mut().zip(self.0) {
                *count = word as u8;
            }
        }
    }

    impl<const N: usize, const NARROW: usize> crate::sealed::Sealed for Words<N, NARROW> {}

    impl<const N: usize, const NARROW: usize> Pack for Words<N, NARROW> {
        type Token = Scalar;
        type Narrow = Words<NARROW, NARROW>;
        type Counts = Self;
        /// 5 of 8 boards, 1 of 2.
        const MIN_BOARDS: usize = 5 * N / 8;
        const BOARDS: usize = N;

        fn token(self) -> Scalar {
            Scalar
        }

        fn splat(_: Scalar, board: u64) -> Self {
            Self([board; N])
        }

        fn load(_: Scalar, boards: &[u64]) -> Self {
            Self(core::array::from_fn(|i| {
                boards.get(i).copied().unwrap_or(0)
            }))
        }

        fn store(self, boards: &mut [u64]) {
            for (board, word) in boards.iter_mut().zip(self.0) {
                *board = word;
            }
        }

        fn step(self, direction: Direction) -> Self {
            self.each(|word| <u64 as Pack>::step(word, direction))
        }

        fn occluded_fill(self, propagators: Self, direction: Direction) -> Self {
            self.with(propagators, |g, p| {
                <u64 as Pack>::occluded_fill(g, p, direction)
            })
        }

        fn fill(self, direction: Direction) -> Self {
            self.each(|word| <u64 as Pack>::fill(word, direction))
        }

        fn attacks(self, occupied: Self, direction: Direction) -> Self {
            self.with(occupied, |s, o| <u64 as Pack>::attacks(s, o, direction))
        }

        fn empty(self) -> Self {
            self.each(<u64 as Pack>::empty)
        }

        fn count(self) -> Self {
            self.each(|word| u64::from(word.count_ones()))
        }

        fn orthogonal_attacks(self, occupied: Self) -> Self {
            self.with(occupied, <u64 as Pack>::orthogonal_attacks)
        }

        fn or_diagonal_attacks(self, sliders: Self, occupied: Self) -> Self {
            self | sliders.with(occupied, |s, o| <u64 as Pack>::or_diagonal_attacks(0, s, o))
        }

        fn store_rays<const NON_TEMPORAL: bool>(
            token: Scalar,
            orthogonal: &[u64],
            diagonal: &[u64],
            occupied: Occupied<'_>,
            out: [PackWriter<'_, Scalar, NON_TEMPORAL>; 8],
        ) {
            let occupied: Self = occupied.load(token);
            let sliders = [orthogonal, diagonal].map(|boards| Self::load(token, boards));
            for (out, direction) in out.into_iter().zip(Direction::ALL) {
                out.write(sliders[direction.index() % 2].attacks(occupied, direction));
            }
        }
    }

    /// Memory that begins at a cache line.
    #[derive(Clone)]
    #[repr(align(64))]
    struct Lines([u64; 64]);

    /// A call of [`Blocks::block`]: the boards of the pack, the positions, and whether the stores
    /// are non-temporal.
    type Call = (usize, Range<usize>, bool);

    /// Records the calls of `block` and computes nothing.
    #[derive(Clone, Copy)]
    struct Noted<'a> {
        out: &'a [u64],
        calls: &'a RefCell<Vec<Call>>,
    }

    impl Blocks for Noted<'_> {
        type Again<'c>
            = Noted<'c>
        where
            Self: 'c;

        fn again(&mut self) -> Noted<'_> {
            *self
        }

        fn out(&self) -> &[u64] {
            self.out
        }

        fn block<P: Pack, const NON_TEMPORAL: bool>(
            &mut self,
            _: P::Token,
            at: usize,
            len: usize,
            _: &Stores<P::Token, NON_TEMPORAL>,
        ) {
            let mut calls = self.calls.borrow_mut();
            assert!(calls.len() < 100, "the blocks do not end");
            calls.push((P::BOARDS, at..at + len, NON_TEMPORAL));
        }
    }

    /// Returns the blocks of `n` boards that begin `place` boards after the start of a cache line.
    fn calls<S: Strategy, P: Pack<Token = Scalar>>(place: usize, n: usize) -> Vec<Call> {
        let memory = Lines([0; 64]);
        let calls = RefCell::new(Vec::new());
        let mut noted = Noted {
            out: &memory.0[place..][..n],
            calls: &calls,
        };
        drive::<S, P, _>(Scalar, &mut noted);
        calls.into_inner()
    }

    /// Returns the blocks of [`calls`] with ordinary stores. None may be non-temporal.
    fn plain<P: Pack<Token = Scalar>>(place: usize, n: usize) -> Vec<(usize, Range<usize>)> {
        let calls = calls::<Plain, P>(place, n).into_iter();
        let calls = calls.map(|(boards, range, streams)| {
            assert!(!streams);
            (boards, range)
        });
        calls.collect()
    }

    #[test]
    fn the_rest_of_a_batch_takes_few_packs() {
        assert!(plain::<Wide>(0, 0).is_empty());
        assert_eq!(plain::<Wide>(0, 1), [(2, 0..1)]);
        assert_eq!(plain::<Wide>(0, 3), [(2, 0..2), (2, 1..3)]);
        assert_eq!(plain::<Wide>(0, 4), [(2, 0..2), (2, 2..4)]);
        assert_eq!(plain::<Wide>(0, 5), [(8, 0..5)]);
        assert_eq!(plain::<Wide>(0, 8), [(8, 0..8)]);
        assert_eq!(plain::<Wide>(0, 9), [(8, 0..8), (2, 7..9)]);
        assert_eq!(plain::<Wide>(0, 12), [(8, 0..8), (2, 8..10), (2, 10..12)]);
        assert_eq!(plain::<Wide>(0, 13), [(8, 0..8), (8, 5..13)]);
    }

    /// Alignment needs at least four packs, and narrower packs than these.
    #[test]
    fn many_packs_begin_at_an_aligned_address() {
        let aligned = [(8, 0..8), (8, 8..16), (8, 16..24), (8, 24..32)];
        assert_eq!(plain::<Wide>(0, 32), aligned);
        assert_eq!(plain::<Wide>(2, 32), aligned);
        let peeled = [(2, 0..1), (8, 1..9), (8, 9..17), (8, 17..25), (8, 24..32)];
        assert_eq!(plain::<Wide>(1, 32), peeled);
        assert_eq!(
            plain::<Wide>(1, 31),
            [(8, 0..8), (8, 8..16), (8, 16..24), (8, 23..31)]
        );
        assert_eq!(
            plain::<Narrow>(1, 8),
            [(2, 0..2), (2, 2..4), (2, 4..6), (2, 6..8)]
        );
    }

    #[test]
    fn full_packs_from_a_cache_line_on_are_streamed() {
        assert_eq!(calls::<Streaming, Wide>(0, 8), [(8, 0..8, true)]);
        assert_eq!(calls::<Streaming, Wide>(5, 2), [(2, 0..2, false)]);
        assert_eq!(
            calls::<Streaming, Wide>(5, 20),
            [
                (2, 0..2, false),
                (2, 1..3, false),
                (8, 3..11, true),
                (8, 11..19, true),
                (2, 19..20, false),
            ]
        );
    }

    #[test]
    fn boards_before_an_aligned_one() {
        let memory = Lines([0; 64]);
        for place in 0..16 {
            for lanes in [1_usize, 2, 4, 8] {
                let expected = (0..lanes).find(|more| (place + more).is_multiple_of(lanes));
                assert_eq!(Some(unaligned(&memory.0[place..], lanes)), expected);
            }
        }
    }

    /// Calls every entry point for many positions, and compares with the walk.
    fn answers<S: Strategy>() {
        const MARK: u64 = 0x5afe_c0de_5afe_c0de;
        let functions = Functions::new::<Wide, S>(Scalar);
        let word = |i: u64| (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let boards: Vec<u64> = (0..64).map(|i| word(i) & word(i + 70) << 9).collect();
        for &entry in EntryPoint::ALL.iter().filter(|entry| entry.is_batch()) {
            for (place, n) in [
                (0, 0),
                (1, 1),
                (7, 3),
                (3, 4),
                (2, 5),
                (1, 9),
                (5, 20),
                (1, 31),
                (1, 32),
                (3, 35),
                (6, 40),
            ] {
                let columns = 0..entry.inputs().len();
                let inputs: Vec<&[u64]> = columns.map(|i| &boards[5 * i..][..n]).collect();
                let mut memory = vec![Lines([MARK; 64]); entry.outputs()];
                let slices = memory.iter_mut().map(|lines| &mut lines.0[place..][..n]);
                let mut out: Vec<&mut [u64]> = slices.collect();
                let direction = Direction::ALL[n % 8];
                functions
                    .call_columns(entry, &EntryArguments::new(&inputs, direction), &mut out)
                    .unwrap();
                let mut expected = vec![Lines([MARK; 64]); entry.outputs()];
                for i in 0..n {
                    let position: Vec<u64> = inputs.iter().map(|column| column[i]).collect();
                    let right = entry.oracle(&position, direction);
                    for (lines, board) in expected.iter_mut().zip(right) {
                        lines.0[place + i] = board;
                    }
                }
                for (found, expected) in memory.iter().zip(expected) {
                    assert_eq!(found.0, expected.0, "{entry}, {n} boards at {place}");
                }
            }
        }
    }

    #[test]
    fn narrow_packs_of_several_boards() {
        answers::<Plain>();
        answers::<Streaming>();
    }
}
