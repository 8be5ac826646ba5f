//! Fills of many boards in one direction (docs/notes/fills.md).

use super::drive::{Blocks, Outcome, drive_range, single_output};
use super::{EntryArguments as Columns, EntryFunction, Strategy};
use super::{single::one, stores::Stores};
use crate::function::{Function, Pointer, SliceFunction, SlicePointer};
use crate::{columns::LengthMismatch, direction::Direction, isa::Isa, oracle, pack::Pack};
use core::marker::PhantomData;

/// The boards of a fill, and its direction.
#[derive(Clone, Copy, Debug)]
pub struct Fill<'a> {
    /// The squares that the fill starts from.
    pub generators: &'a [u64],
    /// The squares that the fill may enter.
    pub propagators: &'a [u64],
    /// The direction.
    pub direction: Direction,
}

/// Computes an occluded fill in one direction for many boards.
#[derive(Debug)]
pub struct BatchOccludedFill<S>(PhantomData<S>);

/// Computes occluded fills in direction `DIRECTION`, from generators over propagators.
#[derive(Debug)]
pub struct BatchFillTowards<const DIRECTION: usize>;

/// Pointers to [`BatchFillTowards`] by direction. A call through them needs no jump by direction.
pub type FillPointers = [SlicePointer; 8];

pub(super) fn fill_pointers<P: Pack>(token: P::Token) -> FillPointers {
    [
        token.slice_pointer::<P, BatchFillTowards<0>>(),
        token.slice_pointer::<P, BatchFillTowards<1>>(),
        token.slice_pointer::<P, BatchFillTowards<2>>(),
        token.slice_pointer::<P, BatchFillTowards<3>>(),
        token.slice_pointer::<P, BatchFillTowards<4>>(),
        token.slice_pointer::<P, BatchFillTowards<5>>(),
        token.slice_pointer::<P, BatchFillTowards<6>>(),
        token.slice_pointer::<P, BatchFillTowards<7>>(),
    ]
}

struct Boards<'a, 'b, const DIRECTION: usize> {
    generators: &'a [u64],
    propagators: &'a [u64],
    out: &'b mut [u64],
}

impl<'a, const DIRECTION: usize> Blocks for Boards<'a, '_, DIRECTION> {
    type Again<'c>
        = Boards<'a, 'c, DIRECTION>
    where
        Self: 'c;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn again(&mut self) -> Boards<'a, '_, DIRECTION> {
        Boards {
            generators: self.generators,
            propagators: self.propagators,
            out: self.out,
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn out(&self) -> &[u64] {
        self.out
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn block<P: Pack, const NON_TEMPORAL: bool>(
        &mut self,
        token: P::Token,
        at: usize,
        len: usize,
        stores: &Stores<P::Token, NON_TEMPORAL>,
    ) {
        let inputs = (self.generators, self.propagators);
        let Some((inputs, out)) = window(inputs, self.out, at, len) else {
            return;
        };
        let filled = pack::<P, DIRECTION>(token, inputs);
        stores.writer(out).write(filled);
    }
}

/// The packs of one turn. One fill is short compared with the loop. All loads precede the stores.
const PACKS: usize = 4;

/// Fills boards with packs of a short body. The last pack may overlap the one before it. Slices of
/// different lengths are left as they are; equal lengths let the compiler drop the other checks.
#[cfg_attr(not(unoptimized), inline(always))]
fn short_packs<P: Pack, const DIRECTION: usize>(
    token: P::Token,
    generators: &[u64],
    propagators: &[u64],
    out: &mut [u64],
) {
    let n = out.len();
    if generators.len() != n || propagators.len() != n {
        return;
    }
    let inputs = (generators, propagators);
    let Some(last) = n.checked_sub(P::BOARDS) else {
        if n > 0 {
            pack::<P, DIRECTION>(token, inputs).store(out);
        }
        return;
    };
    if n <= const { 2 * P::BOARDS } {
        let head = pack::<P, DIRECTION>(token, inputs);
        let tail = pack::<P, DIRECTION>(token, (&generators[last..], &propagators[last..]));
        head.store(out);
        return tail.store(&mut out[last..]);
    }
    let mut at = 0;
    while let Some((inputs, out)) = window(inputs, out, at, const { PACKS * P::BOARDS }) {
        let mut filled = [P::splat(token, 0); PACKS];
        for i in 0..PACKS {
            let range = i * P::BOARDS..(i + 1) * P::BOARDS;
            let inputs = (&inputs.0[range.clone()], &inputs.1[range]);
            filled[i] = pack::<P, DIRECTION>(token, inputs);
        }
        for i in 0..PACKS {
            filled[i].store(&mut out[i * P::BOARDS..(i + 1) * P::BOARDS]);
        }
        at += const { PACKS * P::BOARDS };
    }
    if at == n {
        return;
    }
    let tail = pack::<P, DIRECTION>(token, (&generators[last..], &propagators[last..]));
    while at < last
        && let Some((inputs, out)) = window(inputs, out, at, P::BOARDS)
    {
        pack::<P, DIRECTION>(token, inputs).store(out);
        at += P::BOARDS;
    }
    tail.store(&mut out[last..]);
}

type Inputs<'a> = (&'a [u64], &'a [u64]);

/// Returns `len` boards from `at` on.
#[cfg_attr(not(unoptimized), inline(always))]
fn window<'a, 'b>(
    inputs: Inputs<'a>,
    out: &'b mut [u64],
    at: usize,
    len: usize,
) -> Option<(Inputs<'a>, &'b mut [u64])> {
    let range = at..at + len;
    let inputs = (inputs.0.get(range.clone())?, inputs.1.get(range.clone())?);
    Some((inputs, out.get_mut(range)?))
}

#[cfg_attr(not(unoptimized), inline(always))]
fn pack<P: Pack, const DIRECTION: usize>(
    token: P::Token,
    (generators, propagators): Inputs<'_>,
) -> P {
    let direction = const { Direction::ALL[DIRECTION] };
    P::load(token, generators).occluded_fill(P::load(token, propagators), direction)
}

#[cfg_attr(not(unoptimized), inline(always))]
fn word<const DIRECTION: usize>(generators: u64, propagators: u64) -> u64 {
    crate::word::occluded_fill(generators, propagators, const { Direction::ALL[DIRECTION] })
}

impl<const DIRECTION: usize> SliceFunction for BatchFillTowards<DIRECTION> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, generators: &[u64], propagators: &[u64], out: &mut [u64]) {
        if const { P::BOARDS == P::Narrow::BOARDS } {
            return short_packs::<P, DIRECTION>(token, generators, propagators, out);
        }
        let boards = out.len();
        let mut blocks = Boards::<DIRECTION> {
            generators,
            propagators,
            out,
        };
        // With few boards the test of the alignment would cost more than it saves.
        drive_range::<P, _>(token, &mut blocks, 0..boards);
    }
}

impl Fill<'_> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn check(&self, out: &[u64]) -> Outcome {
        let n = self.generators.len();
        LengthMismatch::check("propagators", self.propagators.len(), n)?;
        LengthMismatch::check("out", out.len(), n)
    }

    /// Fills the boards by the pointer for the direction.
    ///
    /// # Errors
    /// The first slice whose length differs from that of the generators; nothing is written.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn call(&self, pointers: &FillPointers, out: &mut [u64]) -> Result<(), LengthMismatch> {
        self.check(out)?;
        pointers[self.direction.index()](self.generators, self.propagators, out);
        Ok(())
    }

    /// Fills a few boards in scalar code, to be compiled into the caller, where the direction is
    /// often a constant. Four boards at a time are a pattern that compilers vectorize.
    ///
    /// # Errors
    /// The first slice whose length differs from that of the generators; nothing is written.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub fn in_words(&self, out: &mut [u64]) -> Result<(), LengthMismatch> {
        self.check(out)?;
        crate::towards!(self.direction, D, self.words_towards::<D>(out));
        Ok(())
    }

    /// The slices have the same length.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn words_towards<const DIRECTION: usize>(&self, out: &mut [u64]) {
        let boards = (self.generators, self.propagators);
        let (four, rest) = boards.0.split_at(boards.0.len() & 4);
        let mut at = 0;
        if let (Some(out), &[a, b, c, d], Some(&[e, f, g, h])) =
            (out.first_chunk_mut(), four, boards.1.first_chunk())
        {
            let word = word::<DIRECTION>;
            *out = [word(a, e), word(b, f), word(c, g), word(d, h)];
            at = 4;
        }
        let (Some(out), Some(propagators)) = (out.get_mut(at..), boards.1.get(at..)) else {
            return;
        };
        for ((out, &g), &p) in out.iter_mut().zip(rest).zip(propagators) {
            *out = word::<DIRECTION>(g, p);
        }
    }
}

impl<S: Strategy> Function for BatchOccludedFill<S> {
    type First<'a> = Fill<'a>;
    type Second<'a> = &'a mut [u64];
    type Output = Outcome;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn call<P: Pack>(token: P::Token, fill: Fill<'_>, out: &mut [u64]) -> Outcome {
        fill.call(&fill_pointers::<P>(token), out)
    }
}

impl<S: Strategy> EntryFunction for BatchOccludedFill<S> {
    const INPUTS: &'static [&'static str] = &["generators", "propagators"];
    const DIRECTED: bool = true;

    fn call_columns(call: Pointer<Self>, columns: &Columns<'_>, out: &mut [&mut [u64]]) -> Outcome {
        let [generators, propagators, ..] = columns.inputs;
        let fill = Fill {
            generators,
            propagators,
            direction: columns.direction,
        };
        call(fill, single_output(out)?)
    }

    fn oracle(inputs: &[u64], direction: Direction) -> [u64; 8] {
        one(oracle::occluded_fill(inputs[0], inputs[1], direction))
    }
}
