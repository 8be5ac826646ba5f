//! The contenders of the matrix.

mod systems;

use crate::calls::{Calls, Chosen, Forced, run};
#[cfg(target_arch = "x86_64")]
use crate::isa::{Avx2, Bmi2, Level4, Streaming};
use crate::isa::{Baseline, Isa};
use crate::loops::Io;
use crate::peers::{Bound, ChessCrate, CozyChess, Dumb7, Fenced, KoggeStone, Pieces, PlainLoop};
#[cfg(target_arch = "x86_64")]
use crate::peers::{Hyperbola, Pext, Streamed};
use setwise::{Kernel, Layout};
use setwise_results::{Entry, Form, Measure, Role};

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
    /// Whether the results of [`Form::Sliced`] are in the layout of the library.
    pub keeps_slices: bool,
    entries: Vec<Entry>,
    run: Box<Run>,
}

impl Contender {
    pub(crate) fn new<C: Calls, I: Isa>(
        name: &str,
        role: Role,
        entries: &[Entry],
        (code, isa): (C, I),
    ) -> Self {
        Self {
            name: name.into(),
            role,
            streams: !matches!(role, Role::Pieces | Role::System | Role::Kernel),
            few: role == Role::Library,
            keeps_slices: C::KEEPS_SLICES,
            entries: entries.to_vec(),
            run: Box::new(move |entry, measure, part, io| {
                run((code, isa), (entry, measure, part), io)
            }),
        }
    }

    /// A kernel of the library, if the host can run it.
    fn forced(kernel: &'static Kernel) -> Option<Self> {
        let is_served = |entry: &Entry| {
            kernel.serves(entry.point()) && !matches!(entry.form(), Form::Sliced | Form::Piece)
        };
        let entries: Vec<Entry> = Entry::all().filter(is_served).collect();
        let code = (Forced(kernel.runner()?), Baseline);
        // The techniques that the library would choose for many boards, and for few.
        let best = matches!(kernel.technique(), "rank by rank" | "adaptive");
        Some(Self {
            streams: kernel.boards_per_pack() > 1 && best,
            few: !kernel.streams() && (best || kernel.layout() == Layout::DirectionPerLane),
            ..Self::new(kernel.name(), Role::Kernel, &entries, code)
        })
    }

    /// Returns whether it answers this call.
    pub fn serves(&self, entry: Entry) -> bool {
        self.entries.contains(&entry)
    }

    /// Runs one of the parts of a call ([`Entry::parts`]) over all positions: the loop that is timed.
    pub fn run(&self, entry: Entry, measure: Measure, part: usize, io: &mut Io<'_>) -> u64 {
        (self.run)(entry, measure, part, io)
    }
}

/// Returns all contenders that the host can run: the kernels of the library, its own choice, and the peers.
pub fn all() -> Vec<Contender> {
    let sets: Vec<Entry> = Entry::all()
        .filter(|&entry| entry != Entry::PieceAttacks)
        .collect();
    let chosen = Contender::new("setwise", Role::Library, &sets, (Chosen, Baseline));
    let kernels = setwise::kernels().iter().filter_map(Contender::forced);
    kernels.chain([chosen]).chain(peers()).collect()
}

/// Returns the names of the kernels that the host cannot run.
pub fn unsupported() -> Vec<String> {
    let kernels = setwise::kernels().iter();
    let missing = kernels.filter(|kernel| !kernel.is_supported());
    missing.map(|kernel| kernel.name().into()).collect()
}

// The calls that peers are measured for.
const FILLS: [Entry; 3] = [
    Entry::BatchAttacks,
    Entry::BatchRayAttacks,
    Entry::BatchOccludedFill,
];
const FENCED: [Entry; 9] = [
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
const PIECES: [Entry; 8] = [
    Entry::BatchAttacks,
    Entry::BatchRayAttacks,
    Entry::Attacks,
    Entry::RayAttacks,
    Entry::RayAttacksStored,
    Entry::PieceAttacks,
    // Not for the one that takes a ray out of eight, which nobody would do.
    Entry::BatchOccludedFill,
    Entry::OccludedFill,
];
const ALL_DIRECTIONS: &[Entry] = PIECES.split_at(6).0;
#[cfg(target_arch = "x86_64")]
const STREAMED: &[Entry] = FILLS.split_at(2).0;
const SYSTEM: [Entry; 2] = [Entry::Attacks, Entry::PieceAttacks];

/// Returns the peers that the host can run, each compiled for the best instruction set that can help it.
#[cfg(target_arch = "x86_64")]
fn peers() -> Vec<Contender> {
    let mut all = vec![plain_loop("auto/baseline", Baseline)];
    match Bmi2::new() {
        Some(isa) => all.extend(scalars(isa)),
        None => all.extend(scalars(Baseline)),
    }
    match Avx2::new() {
        Some(isa) => {
            all.push(plain_loop("auto/avx2", isa));
            all.extend(pieces(isa));
        }
        None => all.extend(pieces(Baseline)),
    }
    if let Some(solver) = Pext::new() {
        let code = (Pieces(solver), solver.isa());
        all.push(Contender::new("pieces/pext", Role::Pieces, &PIECES, code));
    }
    if let Some(solver) = Hyperbola::new() {
        let code = (solver, solver.isa());
        all.push(Contender::new(
            "pieces/hyperbola",
            Role::Pieces,
            ALL_DIRECTIONS,
            code,
        ));
    }
    if let Some(isa) = Level4::new() {
        all.push(plain_loop("auto/avx512", isa));
        all.extend(bounds(isa));
    } else if let Some(isa) = Avx2::new() {
        all.extend(bounds(isa));
    } else {
        all.push(bound(Baseline));
    }
    all
}

/// Returns the peers.
#[cfg(not(target_arch = "x86_64"))]
fn peers() -> Vec<Contender> {
    let all = [plain_loop("auto/baseline", Baseline), bound(Baseline)].into_iter();
    all.chain(scalars(Baseline))
        .chain(pieces(Baseline))
        .collect()
}

fn plain_loop(name: &str, isa: impl Isa) -> Contender {
    Contender::new(name, Role::Loop, &FILLS, (PlainLoop, isa))
}

fn scalars(isa: impl Isa) -> [Contender; 2] {
    [
        Contender::new(
            "fenced/kogge-stone",
            Role::Scalar,
            &FENCED,
            (Fenced(KoggeStone), isa),
        ),
        Contender::new("fenced/dumb7", Role::Scalar, &FENCED, (Fenced(Dumb7), isa)),
    ]
}

fn pieces(isa: impl Isa) -> impl Iterator<Item = Contender> {
    let tables = [
        Contender::new(
            "pieces/cozy-chess",
            Role::Pieces,
            &PIECES,
            (Pieces(CozyChess), isa),
        ),
        Contender::new(
            "pieces/chess",
            Role::Pieces,
            &PIECES,
            (Pieces(ChessCrate), isa),
        ),
    ];
    tables.into_iter().chain(systems::all(isa))
}

fn bound(isa: impl Isa) -> Contender {
    Contender::new("bound/pass", Role::Bound, &FILLS, (Bound, isa))
}

#[cfg(target_arch = "x86_64")]
fn bounds(isa: impl Streaming) -> [Contender; 2] {
    let streamed = (Streamed(isa), isa);
    [
        bound(isa),
        Contender::new("bound/pass-nt", Role::Bound, STREAMED, streamed),
    ]
}
