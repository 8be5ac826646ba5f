//! The loops that are timed: each is written once, for every contender.
//!
//! Everything here is inlined into the function that carries the instruction set ([`crate::isa`]).

use crate::fence::fence;
use setwise::SlicedBoards;
use setwise_core::{Batch, Direction, Rays, Sliders};
use std::hint::black_box;

/// Someone who can answer the entry points.
///
/// The batch methods default to loops over the one-position methods: with slices of one length and nothing else
/// in the loop, this is the form that the compiler vectorizes by itself if the method lets it.
pub trait Solver: Copy {
    /// Does it answer [`sliced_attacks`](Self::sliced_attacks) in the layout of the library? The others run the loop of
    /// [`batch_attacks`](Self::batch_attacks) for it.
    const KEEPS_SLICES: bool = false;

    /// The union of all directions.
    fn attacks(self, sliders: Sliders, occupied: u64) -> u64;

    /// All directions.
    fn ray_attacks(self, sliders: Sliders, occupied: u64) -> Rays;

    /// The squares reached in one direction.
    fn occluded_fill(self, direction: Direction, generators: u64, propagators: u64) -> u64;

    /// What a rook attacks; the set has one square.
    #[inline(always)]
    fn rook(self, rook: u64, occupied: u64) -> u64 {
        let (orthogonal, diagonal) = (rook, 0);
        self.attacks(
            Sliders {
                orthogonal,
                diagonal,
            },
            occupied,
        )
    }

    /// What a bishop attacks; the set has one square.
    #[inline(always)]
    fn bishop(self, bishop: u64, occupied: u64) -> u64 {
        let (orthogonal, diagonal) = (0, bishop);
        self.attacks(
            Sliders {
                orthogonal,
                diagonal,
            },
            occupied,
        )
    }

    /// The union of each position; all slices are as long as `out`.
    #[inline(always)]
    fn batch_attacks(self, batch: Batch<'_>, out: &mut [u64]) {
        let n = out.len();
        let (orthogonal, diagonal, occupied) = columns(batch, n);
        for i in 0..n {
            out[i] = self.attacks(
                Sliders {
                    orthogonal: orthogonal[i],
                    diagonal: diagonal[i],
                },
                occupied[i],
            );
        }
    }

    /// The union of each position, boards and results in the layout of the library, if the solver
    /// [keeps it](Self::KEEPS_SLICES).
    #[inline(always)]
    fn sliced_attacks(self, _: &SlicedPositions, _: &mut SlicedBoards) {}

    /// All directions of each position; all slices are as long as `out[0]`.
    #[inline(always)]
    fn batch_ray_attacks(self, batch: Batch<'_>, out: [&mut [u64]; 8]) {
        let n = out[0].len();
        let (orthogonal, diagonal, occupied) = columns(batch, n);
        let out = out.map(|slice| &mut slice[..n]);
        for i in 0..n {
            let rays = self.ray_attacks(
                Sliders {
                    orthogonal: orthogonal[i],
                    diagonal: diagonal[i],
                },
                occupied[i],
            );
            for d in 0..8 {
                out[d][i] = rays.0[d];
            }
        }
    }

    /// One direction of each pair; all slices are as long as `out`.
    #[inline(always)]
    fn batch_occluded_fill(
        self,
        direction: Direction,
        generators: &[u64],
        propagators: &[u64],
        out: &mut [u64],
    ) {
        let n = out.len();
        let (generators, propagators) = (&generators[..n], &propagators[..n]);
        for i in 0..n {
            out[i] = self.occluded_fill(direction, generators[i], propagators[i]);
        }
    }
}

#[inline(always)]
fn columns<'a>(batch: Batch<'a>, n: usize) -> (&'a [u64], &'a [u64], &'a [u64]) {
    (
        &batch.orthogonal()[..n],
        &batch.diagonal()[..n],
        &batch.occupied()[..n],
    )
}

/// A window of positions in the layout of the library.
pub struct SlicedPositions {
    /// Rooks and queens.
    pub orthogonal: SlicedBoards,
    /// Bishops and queens.
    pub diagonal: SlicedBoards,
    /// All men.
    pub occupied: SlicedBoards,
}

/// What a loop reads and writes.
pub struct Io<'a> {
    /// Rooks and queens of one or more windows of `n` positions.
    pub orthogonal: &'a [u64],
    /// Bishops and queens.
    pub diagonal: &'a [u64],
    /// All men.
    pub occupied: &'a [u64],
    /// The empty squares: the propagators of fills.
    pub empty: &'a [u64],
    /// The windows once more, if the entry is about them.
    pub sliced: &'a [SlicedPositions],
    /// Boards per call.
    pub n: usize,
    /// Eight arrays of at least `n` boards; what has one output writes the first. Every window writes to the same
    /// boards, as an engine does with its buffer.
    pub out: [&'a mut [u64]; 8],
    /// The first of the eight arrays in the layout of the library, if the entry is about it.
    pub sliced_out: &'a mut SlicedBoards,
    /// The last of the results that are stored and not read.
    pub slot: &'a mut Rays,
    /// 0, but the optimizer does not know it: it makes a call depend on the result of the one before.
    pub zero: u64,
}

impl<'a> Io<'a> {
    /// The positions one by one.
    #[inline(always)]
    fn positions(&self) -> impl Iterator<Item = (Sliders, u64)> + use<'a> {
        let sliders = self.orthogonal.iter().zip(self.diagonal);
        sliders
            .zip(self.occupied)
            .map(|((&orthogonal, &diagonal), &occupied)| {
                (
                    Sliders {
                        orthogonal,
                        diagonal,
                    },
                    occupied,
                )
            })
    }

    /// The positions by windows of `n`.
    #[inline(always)]
    fn windows(&self) -> impl Iterator<Item = Batch<'a>> + use<'a> {
        let Self {
            orthogonal,
            diagonal,
            occupied,
            n,
            ..
        } = *self;
        self.starts().filter_map(move |start| {
            let window = start..start + n;
            Batch::new(
                orthogonal.get(window.clone())?,
                diagonal.get(window.clone())?,
                occupied.get(window)?,
            )
            .ok()
        })
    }

    /// Where the windows begin.
    #[inline(always)]
    fn starts(&self) -> impl Iterator<Item = usize> + use<'a> {
        let (n, len) = (self.n, self.orthogonal.len());
        // Counted by addition: the division of a step iterator would take as long as a short call.
        std::iter::successors(Some(0), move |start| Some(start + n))
            .take_while(move |start| start + n <= len)
    }

    /// The generators of fills in a direction.
    #[inline(always)]
    fn generators(&self, direction: Direction) -> &'a [u64] {
        if direction.is_diagonal() {
            self.diagonal
        } else {
            self.orthogonal
        }
    }
}

/// A loop over all positions of an [`Io`]. The returned board depends on every result that the loop reads.
pub trait Pass: Copy {
    /// Runs it.
    fn run<S: Solver>(self, solver: S, io: &mut Io<'_>) -> u64;
}

/// `batch_attacks`, window after window.
#[derive(Clone, Copy)]
pub struct BatchUnion;

impl Pass for BatchUnion {
    #[inline(always)]
    fn run<S: Solver>(self, solver: S, io: &mut Io<'_>) -> u64 {
        for batch in io.windows() {
            let out = &mut io.out[0][..batch.len()];
            solver.batch_attacks(batch, out);
            // Anyone might read the boards: they have to be there before the next call.
            black_box(out.as_mut_ptr());
        }
        0
    }
}

/// `batch_attacks` without a change of layout, window after window.
#[derive(Clone, Copy)]
pub struct SlicedUnion;

impl Pass for SlicedUnion {
    #[inline(always)]
    fn run<S: Solver>(self, solver: S, io: &mut Io<'_>) -> u64 {
        if !S::KEEPS_SLICES {
            return BatchUnion.run(solver, io);
        }
        for positions in io.sliced {
            solver.sliced_attacks(positions, io.sliced_out);
            black_box(&mut *io.sliced_out);
        }
        0
    }
}

/// `batch_ray_attacks`, window after window.
#[derive(Clone, Copy)]
pub struct BatchRays;

impl Pass for BatchRays {
    #[inline(always)]
    fn run<S: Solver>(self, solver: S, io: &mut Io<'_>) -> u64 {
        for batch in io.windows() {
            let len = batch.len();
            // Not with `map`, which takes as long as a few boards.
            let [n, ne, e, se, s, sw, w, nw] = &mut io.out;
            let out = [
                &mut n[..len],
                &mut ne[..len],
                &mut e[..len],
                &mut se[..len],
                &mut s[..len],
                &mut sw[..len],
                &mut w[..len],
                &mut nw[..len],
            ];
            solver.batch_ray_attacks(batch, out);
            black_box(io.out[0].as_mut_ptr());
        }
        0
    }
}

/// `batch_occluded_fill` in the direction of this number, window after window.
#[derive(Clone, Copy)]
pub struct BatchFill<const D: usize>;

impl<const D: usize> Pass for BatchFill<D> {
    #[inline(always)]
    fn run<S: Solver>(self, solver: S, io: &mut Io<'_>) -> u64 {
        let direction = Direction::ALL[D];
        let (all, empty, n) = (io.generators(direction), io.empty, io.n);
        for start in io.starts() {
            let (generators, propagators) = (&all[start..start + n], &empty[start..start + n]);
            let out = &mut io.out[0][..n];
            solver.batch_occluded_fill(direction, generators, propagators, out);
            black_box(out.as_mut_ptr());
        }
        0
    }
}

/// `attacks`, the results united by exclusive or.
#[derive(Clone, Copy)]
pub struct EachUnion;

impl Pass for EachUnion {
    #[inline(always)]
    fn run<S: Solver>(self, solver: S, io: &mut Io<'_>) -> u64 {
        let mut all = 0;
        for (sliders, occupied) in io.positions() {
            all ^= fence(solver.attacks(sliders, occupied));
        }
        all
    }
}

/// `attacks`, each call waiting for the one before.
#[derive(Clone, Copy)]
pub struct ChainUnion;

impl Pass for ChainUnion {
    #[inline(always)]
    fn run<S: Solver>(self, solver: S, io: &mut Io<'_>) -> u64 {
        let (mut all, mut last) = (0, 0);
        for (sliders, occupied) in io.positions() {
            last = fence(solver.attacks(sliders, occupied ^ (last & io.zero)));
            all ^= last;
        }
        all
    }
}

/// One piece per position, a rook or else a bishop.
#[derive(Clone, Copy)]
pub struct EachPiece<const ROOK: bool>;

impl<const ROOK: bool> Pass for EachPiece<ROOK> {
    #[inline(always)]
    fn run<S: Solver>(self, solver: S, io: &mut Io<'_>) -> u64 {
        let mut all = 0;
        for (sliders, occupied) in io.positions() {
            all ^= fence(piece::<ROOK, S>(solver, sliders, occupied));
        }
        all
    }
}

/// One piece per position, each call waiting for the one before: the men depend on it, the square does not.
#[derive(Clone, Copy)]
pub struct ChainPiece<const ROOK: bool>;

impl<const ROOK: bool> Pass for ChainPiece<ROOK> {
    #[inline(always)]
    fn run<S: Solver>(self, solver: S, io: &mut Io<'_>) -> u64 {
        let (mut all, mut last) = (0, 0);
        for (sliders, occupied) in io.positions() {
            let occupied = occupied ^ (last & io.zero);
            last = fence(piece::<ROOK, S>(solver, sliders, occupied));
            all ^= last;
        }
        all
    }
}

#[inline(always)]
fn piece<const ROOK: bool, S: Solver>(solver: S, sliders: Sliders, occupied: u64) -> u64 {
    if ROOK {
        solver.rook(sliders.orthogonal, occupied)
    } else {
        solver.bishop(sliders.diagonal, occupied)
    }
}

/// `ray_attacks`, each of the eight words read by itself.
#[derive(Clone, Copy)]
pub struct EachRays;

impl Pass for EachRays {
    #[inline(always)]
    fn run<S: Solver>(self, solver: S, io: &mut Io<'_>) -> u64 {
        let mut all = 0;
        for (sliders, occupied) in io.positions() {
            all ^= read(&solver.ray_attacks(sliders, occupied));
        }
        all
    }
}

/// `ray_attacks`, the result left where it is.
#[derive(Clone, Copy)]
pub struct StoredRays;

impl Pass for StoredRays {
    #[inline(always)]
    fn run<S: Solver>(self, solver: S, io: &mut Io<'_>) -> u64 {
        let last = io.orthogonal.len().saturating_sub(1);
        for (i, (sliders, occupied)) in io.positions().enumerate() {
            // In a place of its own each time: what is kept over the loop would be a copy.
            let rays = solver.ray_attacks(sliders, occupied);
            black_box(&rays);
            if i == last {
                *io.slot = rays;
            }
        }
        0
    }
}

/// `ray_attacks`, each call waiting for all eight words of the one before.
#[derive(Clone, Copy)]
pub struct ChainRays;

impl Pass for ChainRays {
    #[inline(always)]
    fn run<S: Solver>(self, solver: S, io: &mut Io<'_>) -> u64 {
        let (mut all, mut last) = (0, 0);
        for (sliders, occupied) in io.positions() {
            last = read(&solver.ray_attacks(sliders, occupied ^ (last & io.zero)));
            all ^= last;
        }
        all
    }
}

/// `occluded_fill` in the direction of this number.
#[derive(Clone, Copy)]
pub struct EachFill<const D: usize>;

impl<const D: usize> Pass for EachFill<D> {
    #[inline(always)]
    fn run<S: Solver>(self, solver: S, io: &mut Io<'_>) -> u64 {
        let direction = Direction::ALL[D];
        let mut all = 0;
        for (&generators, &propagators) in io.generators(direction).iter().zip(io.empty) {
            all ^= fence(solver.occluded_fill(direction, generators, propagators));
        }
        all
    }
}

/// `occluded_fill` in the direction of this number, each call waiting for the one before.
#[derive(Clone, Copy)]
pub struct ChainFill<const D: usize>;

impl<const D: usize> Pass for ChainFill<D> {
    #[inline(always)]
    fn run<S: Solver>(self, solver: S, io: &mut Io<'_>) -> u64 {
        let direction = Direction::ALL[D];
        let (mut all, mut last) = (0, 0);
        for (&generators, &propagators) in io.generators(direction).iter().zip(io.empty) {
            last =
                fence(solver.occluded_fill(direction, generators, propagators ^ (last & io.zero)));
            all ^= last;
        }
        all
    }
}

/// Brings each word into a general-purpose register, and unites them there.
#[inline(always)]
fn read(rays: &Rays) -> u64 {
    let [n, ne, e, se, s, sw, w, nw] = rays.0;
    ((fence(n) ^ fence(ne)) ^ (fence(e) ^ fence(se)))
        ^ ((fence(s) ^ fence(sw)) ^ (fence(w) ^ fence(nw)))
}
