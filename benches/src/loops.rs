//! The loops that are timed: each is written once, for every contender.
//!
//! Everything here is inlined into the function that carries the instruction set ([`crate::isa`]).

use crate::fence::fence;
use crate::isa::Isa;
use setwise::{Batch, Direction, Rays, SlicedBoards, Sliders};
use setwise_core::step;
use setwise_results::{Entry, Measure, Role};
use std::hint::black_box;

/// Code that answers entry points.
///
/// The batch methods default to loops over the one-position methods. With slices of one length and nothing else in the
/// loop, the compiler vectorizes this form if the method lets it.
pub trait Solver: Copy + 'static {
    /// What it is.
    const ROLE: Role;
    /// The entry points that the matrix measures it for.
    const ENTRIES: &'static [Entry];
    /// Whether it answers [`sliced_attacks`](Self::sliced_attacks) in the layout of the library. The others run the loop
    /// of [`batch_attacks`](Self::batch_attacks) for it.
    const KEEPS_SLICES: bool = false;

    /// Returns the union of all directions.
    fn attacks(self, sliders: Sliders, occupied: u64) -> u64;

    /// Returns all directions.
    fn ray_attacks(self, sliders: Sliders, occupied: u64) -> Rays;

    /// Returns the squares reached in one direction.
    fn occluded_fill(self, direction: Direction, generators: u64, propagators: u64) -> u64;

    /// Returns the attacks of a rook; the set has one square.
    #[inline(always)]
    fn rook(self, rook: u64, occupied: u64) -> u64 {
        self.attacks(sliders(rook, 0), occupied)
    }

    /// Returns the attacks of a bishop; the set has one square.
    #[inline(always)]
    fn bishop(self, bishop: u64, occupied: u64) -> u64 {
        self.attacks(sliders(0, bishop), occupied)
    }

    /// Writes the union of each position; all slices are as long as `out`.
    #[inline(always)]
    fn batch_attacks(self, batch: Batch<'_>, out: &mut [u64]) {
        let n = out.len();
        let (orthogonal, diagonal) = (&batch.orthogonal()[..n], &batch.diagonal()[..n]);
        let occupied = &batch.occupied()[..n];
        for i in 0..n {
            out[i] = self.attacks(sliders(orthogonal[i], diagonal[i]), occupied[i]);
        }
    }

    /// Writes the union of each position, boards and results in the layout of the library, if the solver
    /// [keeps it](Self::KEEPS_SLICES).
    #[inline(always)]
    fn sliced_attacks(self, _: &SlicedPositions, _: &mut SlicedBoards) {}

    /// Writes all directions of each position; all slices are as long as `out[0]`.
    #[inline(always)]
    fn batch_ray_attacks(self, batch: Batch<'_>, out: [&mut [u64]; 8]) {
        let n = out[0].len();
        let (orthogonal, diagonal) = (&batch.orthogonal()[..n], &batch.diagonal()[..n]);
        let occupied = &batch.occupied()[..n];
        let out = out.map(|slice| &mut slice[..n]);
        for i in 0..n {
            let rays = self.ray_attacks(sliders(orthogonal[i], diagonal[i]), occupied[i]);
            for d in 0..8 {
                out[d][i] = rays.0[d];
            }
        }
    }

    /// Writes the union of each position through the first blocker of each ray; all slices are as long as `out`.
    #[inline(always)]
    fn batch_xray_attacks(self, batch: Batch<'_>, blockers: &[u64], out: &mut [u64]) {
        let n = out.len();
        let (orthogonal, diagonal) = (&batch.orthogonal()[..n], &batch.diagonal()[..n]);
        let (occupied, blockers) = (&batch.occupied()[..n], &blockers[..n]);
        for i in 0..n {
            let sliders = sliders(orthogonal[i], diagonal[i]);
            out[i] = xray_attacks(self, sliders, occupied[i], blockers[i]);
        }
    }

    /// Writes one direction of each pair of generators and propagators; all slices are as long as `out`.
    #[inline(always)]
    fn batch_occluded_fill(self, direction: Direction, pairs: [&[u64]; 2], out: &mut [u64]) {
        let n = out.len();
        let [generators, propagators] = pairs.map(|boards| &boards[..n]);
        for i in 0..n {
            out[i] = self.occluded_fill(direction, generators[i], propagators[i]);
        }
    }
}

/// Returns the union of all directions through the first blocker of each ray.
#[inline(always)]
fn xray_attacks(solver: impl Solver, sliders: Sliders, occupied: u64, blockers: u64) -> u64 {
    through(solver, Direction::North, sliders, occupied, blockers)
        | through(solver, Direction::NorthEast, sliders, occupied, blockers)
        | through(solver, Direction::East, sliders, occupied, blockers)
        | through(solver, Direction::SouthEast, sliders, occupied, blockers)
        | through(solver, Direction::South, sliders, occupied, blockers)
        | through(solver, Direction::SouthWest, sliders, occupied, blockers)
        | through(solver, Direction::West, sliders, occupied, blockers)
        | through(solver, Direction::NorthWest, sliders, occupied, blockers)
}

/// Returns one direction of [`xray_attacks`]: the blockers among the attacks act as sliders.
#[inline(always)]
fn through(
    solver: impl Solver,
    d: Direction,
    sliders: Sliders,
    occupied: u64,
    blockers: u64,
) -> u64 {
    let first = step(solver.occluded_fill(d, sliders.of(d), !occupied), d);
    step(solver.occluded_fill(d, first & blockers, !occupied), d)
}

/// Returns the two sets of sliders of a position.
pub const fn sliders(orthogonal: u64, diagonal: u64) -> Sliders {
    Sliders {
        orthogonal,
        diagonal,
    }
}

/// A window of positions in the layout of the library.
pub struct SlicedPositions {
    /// Rooks and queens.
    pub orthogonal: SlicedBoards,
    /// Bishops and queens.
    pub diagonal: SlicedBoards,
    /// All pieces.
    pub occupied: SlicedBoards,
}

/// The boards that a loop reads and writes.
pub struct Io<'a> {
    /// One or more windows of `n` positions.
    pub batch: Batch<'a>,
    /// The empty squares: the propagators of fills.
    pub empty: &'a [u64],
    /// The windows once more, if the entry point is about them.
    pub sliced: &'a [SlicedPositions],
    /// Boards per call.
    pub n: usize,
    /// Eight arrays of at least `n` boards; entry points with one output write the first. Every window writes to the
    /// same boards, as an engine does with its buffer.
    pub out: [&'a mut [u64]; 8],
    /// The first of the eight arrays in the layout of the library, if the entry point is about it.
    pub sliced_out: &'a mut SlicedBoards,
    /// The last of the results that are stored and not read.
    pub slot: &'a mut Rays,
    /// 0, which the optimizer does not know: it makes a call depend on the result of the previous one.
    pub zero: u64,
}

impl<'a> Io<'a> {
    /// The first boards of the windows.
    #[inline(always)]
    fn starts(&self) -> impl Iterator<Item = usize> + use<'a> {
        let (n, len) = (self.n, self.batch.len());
        // Counted by addition: the division of a step iterator would take as long as a short call.
        std::iter::successors(Some(0), move |start| Some(start + n))
            .take_while(move |start| start + n <= len)
    }

    /// The windows.
    #[inline(always)]
    fn windows(&self) -> impl Iterator<Item = Batch<'a>> + use<'a> {
        let (batch, n) = (self.batch, self.n);
        self.starts().filter_map(move |start| {
            let orthogonal = batch.orthogonal().get(start..start + n)?;
            let diagonal = batch.diagonal().get(start..start + n)?;
            let occupied = batch.occupied().get(start..start + n)?;
            Batch::new(orthogonal, diagonal, occupied).ok()
        })
    }

    /// The generators and propagators of fills in a direction.
    #[inline(always)]
    fn pairs(&self, direction: Direction) -> [&'a [u64]; 2] {
        match direction.is_diagonal() {
            true => [self.batch.diagonal(), self.empty],
            false => [self.batch.orthogonal(), self.empty],
        }
    }
}

/// Returns how many loops a measurement of an entry point consists of: fills are measured in all eight directions, single
/// pieces as rook and as bishop.
pub const fn parts(entry: Entry) -> usize {
    match entry {
        Entry::OccludedFill | Entry::BatchOccludedFill => 8,
        Entry::PieceAttacks => 2,
        _ => 1,
    }
}

/// Runs one of the [`parts`] of an entry point over all positions: the loop that is timed. The board that it returns
/// depends on every result that the loop reads.
pub fn run<S: Solver, I: Isa>(
    (solver, isa): (S, I),
    (entry, measure, part): (Entry, Measure, usize),
    io: &mut Io<'_>,
) -> u64 {
    let (positions, zero) = (io.batch.positions(), io.zero);
    match (entry, part) {
        (Entry::SlicedAttacks, _) if S::KEEPS_SLICES => isa.run(|| sliced_attacks(solver, io)),
        (Entry::BatchAttacks | Entry::SlicedAttacks, _) => isa.run(|| batch_attacks(solver, io)),
        (Entry::BatchRayAttacks, _) => isa.run(|| batch_ray_attacks(solver, io)),
        (Entry::BatchXrayAttacks, _) => isa.run(|| batch_xray_attacks(solver, io)),
        (Entry::RayAttacksStored, _) => isa.run(|| stored_rays(solver, io)),
        (Entry::Attacks, _) => {
            let call = |sliders, occupied| fence(solver.attacks(sliders, occupied));
            each((isa, measure), positions, zero, call)
        }
        (Entry::RayAttacks, _) => {
            let call = |sliders, occupied| read(&solver.ray_attacks(sliders, occupied));
            each((isa, measure), positions, zero, call)
        }
        (Entry::PieceAttacks, 0) => {
            let call =
                |sliders: Sliders, occupied| fence(solver.rook(sliders.orthogonal, occupied));
            each((isa, measure), positions, zero, call)
        }
        (Entry::PieceAttacks, _) => {
            let call =
                |sliders: Sliders, occupied| fence(solver.bishop(sliders.diagonal, occupied));
            each((isa, measure), positions, zero, call)
        }
        (Entry::BatchOccludedFill | Entry::OccludedFill, _) => {
            let fill = [
                fill::<S, I, 0>,
                fill::<S, I, 1>,
                fill::<S, I, 2>,
                fill::<S, I, 3>,
                fill::<S, I, 4>,
                fill::<S, I, 5>,
                fill::<S, I, 6>,
                fill::<S, I, 7>,
            ];
            fill[part]((solver, isa), (entry, measure), io)
        }
    }
}

/// The fills in the direction of number `D`, which the compiler knows.
fn fill<S: Solver, I: Isa, const D: usize>(
    (solver, isa): (S, I),
    (entry, measure): (Entry, Measure),
    io: &mut Io<'_>,
) -> u64 {
    let direction = const { Direction::ALL[D] };
    if entry.is_batch() {
        return isa.run(|| batch_occluded_fill(solver, direction, io));
    }
    let [generators, propagators] = io.pairs(direction);
    let pairs = generators.iter().zip(propagators).map(|(&g, &p)| (g, p));
    let call = |g, p| fence(solver.occluded_fill(const { Direction::ALL[D] }, g, p));
    each((isa, measure), pairs, io.zero, call)
}

/// Calls one by one, the results united by exclusive or. For latency the second board of each call depends on the result
/// of the previous call.
#[inline(always)]
fn each<I: Isa, A>(
    (isa, measure): (I, Measure),
    inputs: impl Iterator<Item = (A, u64)>,
    zero: u64,
    call: impl Fn(A, u64) -> u64,
) -> u64 {
    match measure {
        Measure::Throughput => isa.run(|| {
            let mut all = 0;
            for (sliders, board) in inputs {
                all ^= call(sliders, board);
            }
            all
        }),
        Measure::Latency => isa.run(|| {
            let (mut all, mut last) = (0, 0);
            for (sliders, board) in inputs {
                last = call(sliders, board ^ (last & zero));
                all ^= last;
            }
            all
        }),
    }
}

/// `batch_attacks`, window after window.
#[inline(always)]
fn batch_attacks(solver: impl Solver, io: &mut Io<'_>) -> u64 {
    for batch in io.windows() {
        let out = &mut io.out[0][..batch.len()];
        solver.batch_attacks(batch, out);
        // The boards have to be in memory before the next call.
        black_box(out.as_mut_ptr());
    }
    0
}

/// `batch_attacks` without a change of layout, window after window.
#[inline(always)]
fn sliced_attacks(solver: impl Solver, io: &mut Io<'_>) -> u64 {
    for positions in io.sliced {
        solver.sliced_attacks(positions, io.sliced_out);
        black_box(&mut *io.sliced_out);
    }
    0
}

/// `batch_ray_attacks`, window after window.
#[inline(always)]
fn batch_ray_attacks(solver: impl Solver, io: &mut Io<'_>) -> u64 {
    for batch in io.windows() {
        let len = batch.len();
        // Not with `map`, which takes as long as a few boards.
        let [n, ne, e, se, s, sw, w, nw] = &mut io.out;
        let (n, ne, e, se) = (&mut n[..len], &mut ne[..len], &mut e[..len], &mut se[..len]);
        let (s, sw, w, nw) = (&mut s[..len], &mut sw[..len], &mut w[..len], &mut nw[..len]);
        solver.batch_ray_attacks(batch, [n, ne, e, se, s, sw, w, nw]);
        black_box(io.out[0].as_mut_ptr());
    }
    0
}

/// `batch_xray_attacks` through all pieces, window after window.
#[inline(always)]
fn batch_xray_attacks(solver: impl Solver, io: &mut Io<'_>) -> u64 {
    for batch in io.windows() {
        let out = &mut io.out[0][..batch.len()];
        solver.batch_xray_attacks(batch, batch.occupied(), out);
        black_box(out.as_mut_ptr());
    }
    0
}

/// `batch_occluded_fill` in a direction, window after window.
#[inline(always)]
fn batch_occluded_fill(solver: impl Solver, direction: Direction, io: &mut Io<'_>) -> u64 {
    let ([generators, propagators], n) = (io.pairs(direction), io.n);
    for start in io.starts() {
        let pairs = [
            &generators[start..start + n],
            &propagators[start..start + n],
        ];
        let out = &mut io.out[0][..n];
        solver.batch_occluded_fill(direction, pairs, out);
        black_box(out.as_mut_ptr());
    }
    0
}

/// `ray_attacks`, the result left where it is.
#[inline(always)]
fn stored_rays(solver: impl Solver, io: &mut Io<'_>) -> u64 {
    let last = io.batch.len().saturating_sub(1);
    for (i, (sliders, occupied)) in io.batch.positions().enumerate() {
        // In a place of its own each time: what is kept over the loop would be a copy.
        let rays = solver.ray_attacks(sliders, occupied);
        black_box(&rays);
        if i == last {
            *io.slot = rays;
        }
    }
    0
}

/// Brings each word into a general-purpose register, and unites them there.
#[inline(always)]
fn read(rays: &Rays) -> u64 {
    let [n, ne, e, se, s, sw, w, nw] = rays.0;
    ((fence(n) ^ fence(ne)) ^ (fence(e) ^ fence(se)))
        ^ ((fence(s) ^ fence(sw)) ^ (fence(w) ^ fence(nw)))
}
