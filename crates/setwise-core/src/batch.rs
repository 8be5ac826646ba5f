//! Many positions from slices to slices: the drivers, as tasks.

use crate::natural::put;
use crate::{Batch, Direction, Direction::*, Isa, LengthMismatch, OUT_NAMES, Occupied, Pack, Task};

/// Something to be done to the positions `at .. at + len` of some slices, `len` being at most `P::COUNT`.
/// Doing a position twice must do no harm.
pub trait Blocks {
    /// How many positions there are.
    fn boards(&self) -> usize;
    /// Does some of them, with one pack. `at + len` is never more than [`boards`](Self::boards).
    fn block<P: Pack>(&mut self, proof: P::Proof, at: usize, len: usize);
}

/// Does all positions: full packs first; the rest with a last pack that overlaps what was done before, if
/// that pays, else with narrow packs.
#[inline(always)]
pub fn drive<P: Pack, B: Blocks>(proof: P::Proof, blocks: &mut B) {
    let n = blocks.boards();
    let rest = full::<P, B>(proof, blocks, 0);
    if n - rest >= P::WORTH {
        last::<P, B>(proof, blocks, rest);
    } else if rest < n {
        let rest = full::<P::Narrow, B>(proof, blocks, rest);
        if rest < n {
            last::<P::Narrow, B>(proof, blocks, rest);
        }
    }
}

/// Full packs from `at` on; returns where they end.
#[inline(always)]
fn full<P: Pack, B: Blocks>(proof: P::Proof, blocks: &mut B, mut at: usize) -> usize {
    let n = blocks.boards();
    while n - at >= P::COUNT {
        blocks.block::<P>(proof, at, P::COUNT);
        at += P::COUNT;
    }
    at
}

/// One pack that ends where the slices end.
#[inline(always)]
fn last<P: Pack, B: Blocks>(proof: P::Proof, blocks: &mut B, at: usize) {
    let n = blocks.boards();
    if n >= P::COUNT {
        blocks.block::<P>(proof, n - P::COUNT, P::COUNT);
    } else {
        blocks.block::<P>(proof, at, n - at);
    }
}

/// `boards[at..at + len]`, or nothing if that is out of bounds.
#[inline(always)]
fn window(boards: &[u64], at: usize, len: usize) -> &[u64] {
    boards.get(at..at + len).unwrap_or(&[])
}

#[inline(always)]
fn window_mut(boards: &mut [u64], at: usize, len: usize) -> &mut [u64] {
    boards.get_mut(at..at + len).unwrap_or(&mut [])
}

/// How many boards lie before the first that is aligned to 64 bytes.
#[inline(always)]
fn unaligned(boards: &[u64]) -> usize {
    boards.as_ptr().align_offset(64).min(boards.len())
}

/// The union of all eight directions, for many positions. `STREAM` writes past the caches: it pays only for
/// batches far larger than those.
#[derive(Debug)]
pub struct BatchAttacks<'a, 'b, const STREAM: bool> {
    batch: Batch<'a>,
    out: &'b mut [u64],
}

impl<'a, 'b, const STREAM: bool> BatchAttacks<'a, 'b, STREAM> {
    /// Board `i` of `out` is for position `i`.
    ///
    /// # Errors
    /// `out` is not as long as the batch.
    #[inline(always)]
    pub fn new(batch: Batch<'a>, out: &'b mut [u64]) -> Result<Self, LengthMismatch> {
        LengthMismatch::check("out", out.len(), batch.len())?;
        Ok(Self { batch, out })
    }
}

impl<const STREAM: bool> Blocks for BatchAttacks<'_, '_, STREAM> {
    #[inline(always)]
    fn boards(&self) -> usize {
        self.out.len()
    }

    /// In this order few registers are alive at a time: the diagonal sliders are not loaded before they are
    /// needed.
    #[inline(always)]
    fn block<P: Pack>(&mut self, proof: P::Proof, at: usize, len: usize) {
        let orthogonal = window(self.batch.orthogonal(), at, len);
        let diagonal = window(self.batch.diagonal(), at, len);
        let occupied = Occupied(window(self.batch.occupied(), at, len), orthogonal, diagonal);
        let occupied: P = occupied.load(proof);
        let attacks = P::load(proof, orthogonal).orthogonal_attacks(occupied);
        let attacks = attacks.or_diagonal_attacks(P::load(proof, diagonal), occupied);
        put::<P, STREAM>(attacks, window_mut(self.out, at, len));
    }
}

impl<const STREAM: bool> Task for BatchAttacks<'_, '_, STREAM> {
    type Output = ();

    #[inline(always)]
    fn boards(&self) -> usize {
        self.out.len()
    }

    #[inline(always)]
    fn run<P: Pack>(&mut self, proof: P::Proof) {
        if !STREAM {
            return drive::<P, _>(proof, self);
        }
        let head = unaligned(self.out);
        let (first, rest) = self.batch.split_at(head);
        let (out_first, out_rest) = self.out.split_at_mut(head);
        drive::<P::Narrow, _>(
            proof,
            &mut BatchAttacks::<false> {
                batch: first,
                out: out_first,
            },
        );
        drive::<P, _>(
            proof,
            &mut BatchAttacks::<STREAM> {
                batch: rest,
                out: out_rest,
            },
        );
        proof.fence();
    }
}

/// The eight directions each to a slice of its own, for many positions.
#[derive(Debug)]
pub struct BatchRayAttacks<'a, 'b, const STREAM: bool> {
    batch: Batch<'a>,
    out: [&'b mut [u64]; 8],
}

impl<'a, 'b, const STREAM: bool> BatchRayAttacks<'a, 'b, STREAM> {
    /// Board `i` of each output is for position `i`; the outputs run clockwise from north.
    ///
    /// # Errors
    /// An output is not as long as the batch.
    #[inline(always)]
    pub fn new(batch: Batch<'a>, out: [&'b mut [u64]; 8]) -> Result<Self, LengthMismatch> {
        for (slice, what) in out.iter().zip(OUT_NAMES) {
            LengthMismatch::check(what, slice.len(), batch.len())?;
        }
        Ok(Self { batch, out })
    }
}

impl<const STREAM: bool> Blocks for BatchRayAttacks<'_, '_, STREAM> {
    #[inline(always)]
    fn boards(&self) -> usize {
        self.batch.len()
    }

    #[inline(always)]
    fn block<P: Pack>(&mut self, proof: P::Proof, at: usize, len: usize) {
        let orthogonal = window(self.batch.orthogonal(), at, len);
        let diagonal = window(self.batch.diagonal(), at, len);
        let occupied = Occupied(window(self.batch.occupied(), at, len), orthogonal, diagonal);
        let [n, ne, e, se, s, sw, w, nw] = &mut self.out;
        let out = [
            window_mut(n, at, len),
            window_mut(ne, at, len),
            window_mut(e, at, len),
            window_mut(se, at, len),
            window_mut(s, at, len),
            window_mut(sw, at, len),
            window_mut(w, at, len),
            window_mut(nw, at, len),
        ];
        P::store_rays::<STREAM>(proof, orthogonal, diagonal, occupied, out);
    }
}

impl<const STREAM: bool> Task for BatchRayAttacks<'_, '_, STREAM> {
    type Output = ();

    #[inline(always)]
    fn boards(&self) -> usize {
        self.batch.len()
    }

    #[inline(always)]
    fn run<P: Pack>(&mut self, proof: P::Proof) {
        if !STREAM {
            return drive::<P, _>(proof, self);
        }
        let head = unaligned(self.out[0]);
        let (first, rest) = self.batch.split_at(head);
        let [n, ne, e, se, s, sw, w, nw] = &mut self.out;
        let (n, ne, e, se) = (
            n.split_at_mut(head),
            ne.split_at_mut(head),
            e.split_at_mut(head),
            se.split_at_mut(head),
        );
        let (s, sw, w, nw) = (
            s.split_at_mut(head),
            sw.split_at_mut(head),
            w.split_at_mut(head),
            nw.split_at_mut(head),
        );
        let out = [n.0, ne.0, e.0, se.0, s.0, sw.0, w.0, nw.0];
        drive::<P::Narrow, _>(proof, &mut BatchRayAttacks::<false> { batch: first, out });
        let out = [n.1, ne.1, e.1, se.1, s.1, sw.1, w.1, nw.1];
        drive::<P, _>(proof, &mut BatchRayAttacks::<STREAM> { batch: rest, out });
        proof.fence();
    }
}

/// An occluded fill in one direction, for many boards.
#[derive(Debug)]
pub struct BatchOccludedFill<'a, 'b> {
    direction: Direction,
    generators: &'a [u64],
    propagators: &'a [u64],
    out: &'b mut [u64],
}

impl<'a, 'b> BatchOccludedFill<'a, 'b> {
    /// Board `i` of `out` is for generators and propagators `i`.
    ///
    /// # Errors
    /// The slices differ in length.
    #[inline(always)]
    pub fn new(
        direction: Direction,
        generators: &'a [u64],
        propagators: &'a [u64],
        out: &'b mut [u64],
    ) -> Result<Self, LengthMismatch> {
        LengthMismatch::check("propagators", propagators.len(), generators.len())?;
        LengthMismatch::check("out", out.len(), generators.len())?;
        Ok(Self {
            direction,
            generators,
            propagators,
            out,
        })
    }
}

/// The same with the direction as a constant, so that it folds away.
struct FillTowards<'a, 'b, const DIRECTION: usize> {
    generators: &'a [u64],
    propagators: &'a [u64],
    out: &'b mut [u64],
}

impl<const DIRECTION: usize> Blocks for FillTowards<'_, '_, DIRECTION> {
    #[inline(always)]
    fn boards(&self) -> usize {
        self.out.len()
    }

    #[inline(always)]
    fn block<P: Pack>(&mut self, proof: P::Proof, at: usize, len: usize) {
        let generators = P::load(proof, window(self.generators, at, len));
        let propagators = P::load(proof, window(self.propagators, at, len));
        let direction = const { Direction::ALL[DIRECTION] };
        generators
            .occluded_fill(propagators, direction)
            .store(window_mut(self.out, at, len));
    }
}

impl BatchOccludedFill<'_, '_> {
    #[inline(always)]
    fn towards<P: Pack, const DIRECTION: usize>(&mut self, proof: P::Proof) {
        let mut blocks = FillTowards::<DIRECTION> {
            generators: self.generators,
            propagators: self.propagators,
            out: self.out,
        };
        drive::<P, _>(proof, &mut blocks);
    }
}

impl Task for BatchOccludedFill<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn boards(&self) -> usize {
        self.out.len()
    }

    #[inline(always)]
    fn run<P: Pack>(&mut self, proof: P::Proof) {
        match self.direction {
            North => self.towards::<P, 0>(proof),
            NorthEast => self.towards::<P, 1>(proof),
            East => self.towards::<P, 2>(proof),
            SouthEast => self.towards::<P, 3>(proof),
            South => self.towards::<P, 4>(proof),
            SouthWest => self.towards::<P, 5>(proof),
            West => self.towards::<P, 6>(proof),
            NorthWest => self.towards::<P, 7>(proof),
        }
    }
}
