//! The contenders of the matrix.

mod library;
mod systems;
pub use library::{kernels, unsupported};

#[cfg(target_arch = "x86_64")]
use crate::isa::{Avx2, Bmi2, Level4, Streaming};
use crate::isa::{Baseline, Isa};
use crate::loops::{Io, Solver, run};
use crate::peers::{Bound, ChessCrate, CozyChess, Dumb7, Fenced, KoggeStone, Pieces, PlainLoop};
#[cfg(target_arch = "x86_64")]
use crate::peers::{Hyperbola, Pext, Streamed};
use setwise_results::{Entry, Measure, Role};

type Run = dyn Fn(Entry, Measure, usize, &mut Io<'_>) -> u64;

/// Code that the matrix measures.
pub struct Contender {
    /// The name in result files.
    pub name: String,
    /// What it is.
    pub role: Role,
    /// Whether it is of interest when the boards fill the memory. Every call is slow there, and quick runs leave out the
    /// contenders that cannot win.
    pub streams: bool,
    /// Whether it is of interest where few boards decide which kernel is best.
    pub few: bool,
    entries: Vec<Entry>,
    keeps_slices: bool,
    run: Box<Run>,
}

impl Contender {
    pub(crate) fn new<S: Solver, I: Isa>(name: &str, solver: S, isa: I) -> Self {
        Self {
            name: name.into(),
            role: S::ROLE,
            streams: !matches!(S::ROLE, Role::Pieces | Role::System | Role::Kernel),
            few: S::ROLE == Role::Library,
            entries: S::ENTRIES.to_vec(),
            keeps_slices: S::KEEPS_SLICES,
            run: Box::new(move |entry, measure, part, io| {
                run((solver, isa), (entry, measure, part), io)
            }),
        }
    }

    /// Returns whether it answers this call.
    pub fn serves(&self, entry: Entry) -> bool {
        self.entries.contains(&entry)
    }

    /// Returns whether the results of this call are in the layout of the library.
    pub fn keeps_slices(&self, entry: Entry) -> bool {
        entry == Entry::SlicedAttacks && self.keeps_slices
    }

    /// Runs one of the [`parts`](crate::loops::parts) of an entry point over all positions: the loop that is timed.
    pub fn run(&self, entry: Entry, measure: Measure, part: usize, io: &mut Io<'_>) -> u64 {
        (self.run)(entry, measure, part, io)
    }
}

/// Returns all contenders that the host can run: the kernels of the library, its own choice, and the peers.
pub fn all() -> Vec<Contender> {
    kernels().into_iter().chain(peers()).collect()
}

/// Returns the peers that the host can run, each compiled for the best instruction set that can help it.
#[cfg(target_arch = "x86_64")]
fn peers() -> Vec<Contender> {
    let mut all = vec![Contender::new("auto/baseline", PlainLoop, Baseline)];
    match Bmi2::new() {
        Some(isa) => all.extend(scalars(isa)),
        None => all.extend(scalars(Baseline)),
    }
    if let Some(isa) = Avx2::new() {
        all.push(Contender::new("auto/avx2", PlainLoop, isa));
        all.extend(pieces(isa));
    } else {
        all.extend(pieces(Baseline));
    }
    if let Some(solver) = Pext::new() {
        all.push(Contender::new("pieces/pext", Pieces(solver), solver.isa()));
    }
    if let Some(solver) = Hyperbola::new() {
        all.push(Contender::new("pieces/hyperbola", solver, solver.isa()));
    }
    if let Some(isa) = Level4::new() {
        all.push(Contender::new("auto/avx512", PlainLoop, isa));
        all.extend(streaming_bounds(isa));
    } else if let Some(isa) = Avx2::new() {
        all.extend(streaming_bounds(isa));
    } else {
        all.push(Contender::new("bound/pass", Bound, Baseline));
    }
    all
}

/// Returns the peers.
#[cfg(not(target_arch = "x86_64"))]
fn peers() -> Vec<Contender> {
    let mut all = vec![
        Contender::new("auto/baseline", PlainLoop, Baseline),
        Contender::new("bound/pass", Bound, Baseline),
    ];
    all.extend(scalars(Baseline));
    all.extend(pieces(Baseline));
    all
}

/// The fills by many boards.
pub(crate) const BATCH: [Entry; 3] = [
    Entry::BatchAttacks,
    Entry::BatchRayAttacks,
    Entry::BatchOccludedFill,
];

/// The entry points on boards in their natural layout.
pub(crate) const NATURAL: [Entry; 8] = [
    Entry::BatchAttacks,
    Entry::BatchRayAttacks,
    Entry::BatchOccludedFill,
    Entry::Attacks,
    Entry::RayAttacks,
    Entry::RayAttacksStored,
    Entry::OccludedFill,
    Entry::PieceAttacks,
];

/// The entry points for whole sets of sliders.
pub(crate) const SETS: [Entry; 9] = [
    Entry::BatchAttacks,
    Entry::BatchXrayAttacks,
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
        Contender::new("fenced/kogge-stone", Fenced(KoggeStone), isa),
        Contender::new("fenced/dumb7", Fenced(Dumb7), isa),
    ]
}

fn pieces(isa: impl Isa) -> impl Iterator<Item = Contender> {
    let tables = [
        Contender::new("pieces/cozy-chess", Pieces(CozyChess), isa),
        Contender::new("pieces/chess", Pieces(ChessCrate), isa),
    ];
    tables.into_iter().chain(systems::all(isa))
}

#[cfg(target_arch = "x86_64")]
fn streaming_bounds(isa: impl Streaming) -> [Contender; 2] {
    [
        Contender::new("bound/pass", Bound, isa),
        Contender::new("bound/pass-nt", Streamed(isa), isa),
    ]
}
