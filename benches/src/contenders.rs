//! Everybody who takes part in the matrix.

mod library;
mod systems;
pub use library::{kernels, point, unsupported};

#[cfg(target_arch = "x86_64")]
use crate::isa::{Avx2, Avx512, Bmi, Streaming};
use crate::isa::{Baseline, Isa};
use crate::loops::{
    BatchFill, BatchRays, BatchUnion, ChainFill, ChainPiece, ChainRays, ChainUnion, EachFill,
    EachPiece, EachRays, EachUnion, Io, Pass, SlicedUnion, Solver, StoredRays,
};
use crate::peers::{Bound, ChessCrate, CozyChess, Dumb7, Fenced, KoggeStone, Pieces, PlainLoop};
#[cfg(target_arch = "x86_64")]
use crate::peers::{Hyperbola, Pext, Streamed};
use crate::results::{Entry, Measure};

/// What a contender is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// One kernel of the library.
    Kernel,
    /// The library's own choice of kernel.
    Dispatch,
    /// Scalar fills, fenced against vectorization.
    Scalar,
    /// The plain loop that the compiler vectorizes.
    Vectorized,
    /// A lookup or computation for each slider.
    Pieces,
    /// No solver at all: the memory traffic alone.
    Bound,
}

/// Someone with a name who runs the loops of the matrix.
pub struct Contender {
    /// The name in result files.
    pub name: String,
    /// What it is there for.
    pub role: Role,
    /// Is it of interest when the boards fill the memory? There every call is slow, and quick runs leave out who could
    /// not win.
    pub streams: bool,
    /// Is it of interest where few boards decide which kernel is best?
    pub few: bool,
    entries: Vec<Entry>,
    run: Box<dyn Run>,
}

/// A solver and what its loops are compiled for.
struct Compiled<S, I>(S, I);

trait Run {
    fn run(&self, entry: Entry, measure: Measure, part: usize, io: &mut Io<'_>) -> u64;

    fn keeps_slices(&self) -> bool;
}

/// How many loops a measurement of an entry consists of: fills are measured in all eight directions,
/// single pieces as rook and as bishop.
pub const fn parts(entry: Entry) -> usize {
    match entry {
        Entry::OccludedFill | Entry::BatchOccludedFill => 8,
        Entry::PieceAttacks => 2,
        _ => 1,
    }
}

impl<S: Solver + 'static, I: Isa> Run for Compiled<S, I> {
    fn keeps_slices(&self) -> bool {
        S::KEEPS_SLICES
    }

    fn run(&self, entry: Entry, measure: Measure, part: usize, io: &mut Io<'_>) -> u64 {
        match (entry, measure) {
            (Entry::BatchAttacks, _) => self.pass(BatchUnion, io),
            (Entry::SlicedAttacks, _) => self.pass(SlicedUnion, io),
            (Entry::BatchRayAttacks, _) => self.pass(BatchRays, io),
            (Entry::Attacks, Measure::Throughput) => self.pass(EachUnion, io),
            (Entry::Attacks, Measure::Latency) => self.pass(ChainUnion, io),
            (Entry::RayAttacks, Measure::Throughput) => self.pass(EachRays, io),
            (Entry::RayAttacks, Measure::Latency) => self.pass(ChainRays, io),
            (Entry::RayAttacksStored, _) => self.pass(StoredRays, io),
            (Entry::PieceAttacks, measure) => match (part, measure) {
                (0, Measure::Throughput) => self.pass(EachPiece::<true>, io),
                (0, Measure::Latency) => self.pass(ChainPiece::<true>, io),
                (_, Measure::Throughput) => self.pass(EachPiece::<false>, io),
                (_, Measure::Latency) => self.pass(ChainPiece::<false>, io),
            },
            (Entry::BatchOccludedFill | Entry::OccludedFill, _) => match part {
                0 => self.fill::<0>(entry, measure, io),
                1 => self.fill::<1>(entry, measure, io),
                2 => self.fill::<2>(entry, measure, io),
                3 => self.fill::<3>(entry, measure, io),
                4 => self.fill::<4>(entry, measure, io),
                5 => self.fill::<5>(entry, measure, io),
                6 => self.fill::<6>(entry, measure, io),
                _ => self.fill::<7>(entry, measure, io),
            },
        }
    }
}

impl<S: Solver, I: Isa> Compiled<S, I> {
    fn pass(&self, pass: impl Pass, io: &mut Io<'_>) -> u64 {
        self.1.run(pass, self.0, io)
    }

    fn fill<const D: usize>(&self, entry: Entry, measure: Measure, io: &mut Io<'_>) -> u64 {
        match (entry, measure) {
            (Entry::BatchOccludedFill, _) => self.pass(BatchFill::<D>, io),
            (_, Measure::Throughput) => self.pass(EachFill::<D>, io),
            (_, Measure::Latency) => self.pass(ChainFill::<D>, io),
        }
    }
}

impl Contender {
    pub(crate) fn new<S: Solver + 'static, I: Isa>(
        name: &str,
        role: Role,
        solver: S,
        isa: I,
        entries: &[Entry],
    ) -> Self {
        Self {
            name: name.into(),
            role,
            streams: !matches!(role, Role::Pieces | Role::Kernel),
            few: role == Role::Dispatch,
            entries: entries.to_vec(),
            run: Box::new(Compiled(solver, isa)),
        }
    }

    /// Does it answer this call?
    pub fn serves(&self, entry: Entry) -> bool {
        self.entries.contains(&entry)
    }

    /// Are the results of this call in the layout of the library?
    pub fn keeps_slices(&self, entry: Entry) -> bool {
        entry == Entry::SlicedAttacks && self.run.keeps_slices()
    }

    /// Runs one of the [`parts`] of an entry over all positions: the loop that is timed.
    pub fn run(&self, entry: Entry, measure: Measure, part: usize, io: &mut Io<'_>) -> u64 {
        self.run.run(entry, measure, part, io)
    }
}

/// The peers that the host can run, each compiled for the best instruction set that can help it. (Kernels of the library
/// are not among them.)
#[cfg(target_arch = "x86_64")]
pub fn peers() -> Vec<Contender> {
    let mut all = vec![Contender::new(
        "auto/baseline",
        Role::Vectorized,
        PlainLoop,
        Baseline,
        &BATCH,
    )];
    match Bmi::new() {
        Some(isa) => all.extend(scalars(isa)),
        None => all.extend(scalars(Baseline)),
    }
    if let Some(isa) = Avx2::new() {
        all.push(Contender::new(
            "auto/avx2",
            Role::Vectorized,
            PlainLoop,
            isa,
            &BATCH,
        ));
        all.extend(pieces(isa));
        all.extend(systems::all(isa));
    } else {
        all.extend(pieces(Baseline));
        all.extend(systems::all(Baseline));
    }
    if let Some(solver) = Pext::new() {
        all.push(Contender::new(
            "pieces/pext",
            Role::Pieces,
            Pieces(solver),
            solver.isa(),
            &NATURAL,
        ));
    }
    if let Some(solver) = Hyperbola::new() {
        all.push(Contender::new(
            "pieces/hyperbola",
            Role::Pieces,
            solver,
            solver.isa(),
            &WHOLE,
        ));
    }
    if let Some(isa) = Avx512::new() {
        all.push(Contender::new(
            "auto/avx512",
            Role::Vectorized,
            PlainLoop,
            isa,
            &BATCH,
        ));
    }
    match (Avx512::new(), Avx2::new()) {
        (Some(isa), _) => all.extend(streaming_bounds(isa)),
        (_, Some(isa)) => all.extend(streaming_bounds(isa)),
        _ => all.push(bound(Baseline)),
    }
    all
}

/// The peers that the host can run. (Kernels of the library are not among them.)
#[cfg(not(target_arch = "x86_64"))]
pub fn peers() -> Vec<Contender> {
    let mut all = vec![
        Contender::new(
            "auto/baseline",
            Role::Vectorized,
            PlainLoop,
            Baseline,
            &BATCH,
        ),
        bound(Baseline),
    ];
    all.extend(scalars(Baseline));
    all.extend(pieces(Baseline));
    all.extend(systems::all(Baseline));
    all
}

/// Fills by many boards.
const BATCH: [Entry; 3] = [
    Entry::BatchAttacks,
    Entry::BatchRayAttacks,
    Entry::BatchOccludedFill,
];
/// Everything on boards as they come.
const NATURAL: [Entry; 8] = [
    Entry::BatchAttacks,
    Entry::BatchRayAttacks,
    Entry::BatchOccludedFill,
    Entry::Attacks,
    Entry::RayAttacks,
    Entry::RayAttacksStored,
    Entry::OccludedFill,
    Entry::PieceAttacks,
];
/// What asks for all directions.
#[cfg(target_arch = "x86_64")]
const WHOLE: [Entry; 6] = [
    Entry::BatchAttacks,
    Entry::BatchRayAttacks,
    Entry::Attacks,
    Entry::RayAttacks,
    Entry::RayAttacksStored,
    Entry::PieceAttacks,
];

/// All that whole sets of sliders are asked for.
const SETS: [Entry; 8] = [
    Entry::BatchAttacks,
    Entry::SlicedAttacks,
    Entry::BatchRayAttacks,
    Entry::BatchOccludedFill,
    Entry::Attacks,
    Entry::RayAttacks,
    Entry::RayAttacksStored,
    Entry::OccludedFill,
];

fn scalars(isa: impl Isa) -> [Contender; 2] {
    [
        Contender::new(
            "fenced/kogge-stone",
            Role::Scalar,
            KoggeStone::<Fenced>::SOLVER,
            isa,
            &SETS,
        ),
        Contender::new(
            "fenced/dumb7",
            Role::Scalar,
            Dumb7::<Fenced>::SOLVER,
            isa,
            &SETS,
        ),
    ]
}

fn pieces(isa: impl Isa) -> [Contender; 2] {
    [
        Contender::new(
            "pieces/cozy-chess",
            Role::Pieces,
            Pieces(CozyChess),
            isa,
            &NATURAL,
        ),
        Contender::new(
            "pieces/chess",
            Role::Pieces,
            Pieces(ChessCrate),
            isa,
            &NATURAL,
        ),
    ]
}

fn bound(isa: impl Isa) -> Contender {
    Contender::new("bound/pass", Role::Bound, Bound, isa, &BATCH)
}

#[cfg(target_arch = "x86_64")]
fn streaming_bounds(isa: impl Streaming) -> [Contender; 2] {
    [
        bound(isa),
        Contender::new(
            "bound/pass-nt",
            Role::Bound,
            Streamed(isa),
            isa,
            &BATCH[..2],
        ),
    ]
}
