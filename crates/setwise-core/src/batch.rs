//! Many positions from slices to slices, as tasks.

use crate::destination::{Stores, Streams, Way};
use crate::{Batch, Destination, Direction, Direction::*, LengthMismatch, Occupied, Pack, Task};
use core::ops::Range;

/// Something to be done to the positions `at .. at + len` of some slices, `len` being at most `P::COUNT`.
/// Doing a position twice must do no harm.
trait Blocks {
    /// How many positions there are.
    fn boards(&self) -> usize;
    /// How many boards a pack that is not full needs in order to pay.
    #[inline(always)]
    fn worth<P: Pack>(&self) -> usize {
        P::WORTH
    }
    /// Does some of them, with one pack. `at + len` is never more than [`boards`](Self::boards).
    fn block<P: Pack, W: Way<P::Proof>>(&mut self, proof: P::Proof, at: usize, len: usize, way: W);
}

/// Does the positions of a range: full packs first; the rest with a last pack that overlaps what was done before, if
/// that pays, else with narrow packs.
#[inline(always)]
fn drive<P: Pack, B: Blocks>(proof: P::Proof, blocks: &mut B, range: Range<usize>) {
    let rest = full::<P, B, _>(proof, blocks, range.clone(), Stores);
    if range.end - rest >= blocks.worth::<P>() {
        last::<P, B>(proof, blocks, range, rest);
    } else if rest < range.end {
        let rest = full::<P::Narrow, B, _>(proof, blocks, rest..range.end, Stores);
        if rest < range.end {
            last::<P::Narrow, B>(proof, blocks, range, rest);
        }
    }
}

/// Full packs; returns where they end.
#[inline(always)]
fn full<P: Pack, B: Blocks, W: Way<P::Proof>>(
    proof: P::Proof,
    blocks: &mut B,
    range: Range<usize>,
    way: W,
) -> usize {
    let mut at = range.start;
    while range.end - at >= P::COUNT {
        blocks.block::<P, W>(proof, at, P::COUNT, way);
        at += P::COUNT;
    }
    at
}

/// One pack that ends where the range ends, for the positions from `at` on.
#[inline(always)]
fn last<P: Pack, B: Blocks>(proof: P::Proof, blocks: &mut B, range: Range<usize>, at: usize) {
    if range.len() >= P::COUNT {
        blocks.block::<P, _>(proof, range.end - P::COUNT, P::COUNT, Stores);
    } else {
        blocks.block::<P, _>(proof, at, range.end - at, Stores);
    }
}

/// Does all positions, writing past the caches what full packs hold from position `head` on.
#[inline(always)]
fn drive_streaming<P: Pack, B: Blocks>(proof: P::Proof, blocks: &mut B, head: usize) {
    let n = blocks.boards();
    drive::<P::Narrow, _>(proof, blocks, 0..head);
    let streams = Streams::new(proof);
    let rest = full::<P, _, _>(proof, blocks, head..n, &streams);
    // Before anything else reaches what was streamed.
    drop(streams);
    drive::<P::Narrow, _>(proof, blocks, rest..n);
}

/// The sliders and the occupied squares of the positions `at .. at + len`. What is out of bounds is `None` and not a
/// shorter slice, so that the compiler knows the length wherever `len` is a constant.
#[inline(always)]
fn window(batch: Batch<'_>, at: usize, len: usize) -> Option<(&[u64], &[u64], Occupied<'_>)> {
    let orthogonal = batch.orthogonal().get(at..at + len)?;
    let diagonal = batch.diagonal().get(at..at + len)?;
    let occupied = batch.occupied().get(at..at + len)?;
    Some((
        orthogonal,
        diagonal,
        Occupied(occupied, orthogonal, diagonal),
    ))
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

    #[inline(always)]
    fn block<P: Pack, W: Way<P::Proof>>(&mut self, proof: P::Proof, at: usize, len: usize, way: W) {
        let (Some((orthogonal, diagonal, occupied)), Some(out)) =
            (window(self.batch, at, len), self.out.get_mut(at..at + len))
        else {
            return;
        };
        P::store_attacks(proof, orthogonal, diagonal, occupied, way.to(out));
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
        if STREAM {
            let head = unaligned(self.out);
            drive_streaming::<P, _>(proof, self, head);
        } else {
            let n = self.out.len();
            drive::<P, _>(proof, self, 0..n);
        }
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
        LengthMismatch::check_outputs(&out, batch.len())?;
        Ok(Self { batch, out })
    }
}

impl<const STREAM: bool> Blocks for BatchRayAttacks<'_, '_, STREAM> {
    #[inline(always)]
    fn boards(&self) -> usize {
        self.batch.len()
    }

    /// Eight results share the transposition of three arguments, and each has one of its own: only full packs pay.
    #[inline(always)]
    fn worth<P: Pack>(&self) -> usize {
        P::COUNT
    }

    #[inline(always)]
    fn block<P: Pack, W: Way<P::Proof>>(&mut self, proof: P::Proof, at: usize, len: usize, way: W) {
        let Some((orthogonal, diagonal, occupied)) = window(self.batch, at, len) else {
            return;
        };
        let range = at..at + len;
        let [n, ne, e, se, s, sw, w, nw] = &mut self.out;
        let (Some(n), Some(ne), Some(e), Some(se), Some(s), Some(sw), Some(w), Some(nw)) = (
            n.get_mut(range.clone()),
            ne.get_mut(range.clone()),
            e.get_mut(range.clone()),
            se.get_mut(range.clone()),
            s.get_mut(range.clone()),
            sw.get_mut(range.clone()),
            w.get_mut(range.clone()),
            nw.get_mut(range),
        ) else {
            return;
        };
        let out = [
            way.to(n),
            way.to(ne),
            way.to(e),
            way.to(se),
            way.to(s),
            way.to(sw),
            way.to(w),
            way.to(nw),
        ];
        P::store_rays(proof, orthogonal, diagonal, occupied, out);
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
        if STREAM {
            let head = unaligned(self.out[0]);
            drive_streaming::<P, _>(proof, self, head);
        } else {
            let n = self.batch.len();
            drive::<P, _>(proof, self, 0..n);
        }
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
    fn block<P: Pack, W: Way<P::Proof>>(&mut self, proof: P::Proof, at: usize, len: usize, way: W) {
        let range = at..at + len;
        let (Some(generators), Some(propagators), Some(out)) = (
            self.generators.get(range.clone()),
            self.propagators.get(range.clone()),
            self.out.get_mut(range),
        ) else {
            return;
        };
        let direction = const { Direction::ALL[DIRECTION] };
        let filled =
            P::load(proof, generators).occluded_fill(P::load(proof, propagators), direction);
        way.to(out).put(filled);
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
        let n = blocks.out.len();
        drive::<P, _>(proof, &mut blocks, 0..n);
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
