//! The contenders of the matrix.

use crate::calls::{Calls, Chosen, Forced, run};
#[cfg(target_arch = "x86_64")]
use crate::isa::{Avx2, Avx512V4, Bmi2};
use crate::isa::{Baseline, Isa};
use crate::loops::Io;
use crate::peers::{
    Bound, ChessCrate, CozyChess, Dumb7, FENCED, Filled, KoggeStone, PLAIN, Pieces, Piecewise,
};
#[cfg(target_arch = "x86_64")]
use crate::peers::{Hyperbola, Pext, Streamed};
use setwise::{Kernel, KernelLayout};
use setwise_core::piecewise::System;
use setwise_results::{Entry, Form, Measure, Role};

type Run = dyn Fn(Entry, Measure, usize, &mut Io<'_>) -> u64;

/// Code that the matrix measures.
pub struct Contender {
    /// The name in result files.
    pub name: String,
    /// What it is.
    pub role: Role,
    /// Whether quick runs measure it with boards beyond the caches. Calls take long there, so quick
    /// runs leave out the contenders that cannot be the fastest.
    pub streams: bool,
    /// Whether it is measured at the sizes around the library's thresholds.
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
            few: !kernel.streams() && (best || kernel.layout() == KernelLayout::DirectionPerLane),
            ..Self::new(kernel.name(), Role::Kernel, &entries, code)
        })
    }

    /// Returns whether it answers this call.
    pub fn serves(&self, entry: Entry) -> bool {
        self.entries.contains(&entry)
    }

    /// Runs one of the parts of a call ([`Entry::parts`]) over all positions: the loop that is
    /// timed.
    pub fn run(&self, entry: Entry, measure: Measure, part: usize, io: &mut Io<'_>) -> u64 {
        (self.run)(entry, measure, part, io)
    }
}

/// Returns all contenders that the host can run: the kernels of the library, its own choice, and
/// the peers.
pub fn all() -> Vec<Contender> {
    let sets = Entry::all().filter(|&entry| entry != Entry::PieceAttacks);
    let sets: Vec<Entry> = sets.collect();
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
const SINGLE: [Entry; 4] = [
    Entry::Attacks,
    Entry::RayAttacks,
    Entry::RayAttacksStored,
    Entry::OccludedFill,
];

/// Makes a peer for the calls that its role supports.
fn peer(name: &str, role: Role, code: impl Calls, isa: impl Isa) -> Contender {
    let others: &[Entry] = match role {
        Role::Scalar => &[Entry::BatchXrayAttacks, Entry::SlicedAttacks],
        Role::Pieces => &[Entry::PieceAttacks],
        Role::System => &[Entry::Attacks, Entry::PieceAttacks],
        _ => &[],
    };
    let (many, one) = match role {
        Role::System => (&[][..], &[][..]),
        Role::Scalar | Role::Pieces => (&FILLS[..], &SINGLE[..]),
        _ => (&FILLS[..], &[][..]),
    };
    Contender::new(name, role, &[many, one, others].concat(), (code, isa))
}

/// Removes the calls that take a direction.
#[cfg(target_arch = "x86_64")]
fn undirected(mut contender: Contender) -> Contender {
    contender
        .entries
        .retain(|entry| !entry.point().is_directed());
    contender
}

/// Returns the peers that the host can run, each compiled for the best instruction set that can
/// help it.
#[cfg(target_arch = "x86_64")]
fn peers() -> Vec<Contender> {
    let mut all = vec![plain("auto/baseline", Baseline)];
    match Bmi2::new() {
        Some(isa) => all.extend(scalars(isa)),
        None => all.extend(scalars(Baseline)),
    }
    match Avx2::new() {
        Some(isa) => {
            all.push(plain("auto/avx2", isa));
            all.extend(pieces(isa));
        }
        None => all.extend(pieces(Baseline)),
    }
    let pext = Pext::new().map(|it| peer("pieces/pext", Role::Pieces, Pieces(it), it.isa()));
    let pair = Hyperbola::new().map(|it| peer("pieces/hyperbola", Role::Pieces, it, it.isa()));
    all.extend(pext.into_iter().chain(pair.map(undirected)));
    match (Avx512V4::new(), Avx2::new()) {
        (Some(isa), _) => {
            all.push(plain("auto/avx512", isa));
            all.push(bound(isa));
        }
        (None, Some(isa)) => all.push(bound(isa)),
        (None, None) => all.push(bound(Baseline)),
    }
    let streamed = peer("bound/pass-nt", Role::Bound, Streamed, Baseline);
    all.push(undirected(streamed));
    all
}

/// Returns the peers.
#[cfg(not(target_arch = "x86_64"))]
fn peers() -> Vec<Contender> {
    let plain = plain("auto/baseline", Baseline);
    let all = [plain, bound(Baseline)].into_iter();
    let all = all.chain(scalars(Baseline));
    all.chain(pieces(Baseline)).collect()
}

fn plain(name: &str, isa: impl Isa) -> Contender {
    peer(name, Role::Loop, Filled::<_, PLAIN>(KoggeStone), isa)
}

fn scalars(isa: impl Isa) -> [Contender; 2] {
    let (kogge_stone, dumb7) = (Filled::<_, FENCED>(KoggeStone), Filled::<_, FENCED>(Dumb7));
    let kogge_stone = peer("fenced/kogge-stone", Role::Scalar, kogge_stone, isa);
    [kogge_stone, peer("fenced/dumb7", Role::Scalar, dumb7, isa)]
}

fn bound(isa: impl Isa) -> Contender {
    peer("bound/pass", Role::Bound, Bound, isa)
}

/// Returns the tables of other crates, and every piece-wise system of the library.
fn pieces(isa: impl Isa) -> Vec<Contender> {
    use setwise_core::piecewise::{
        blockers::*, classical::*, hyperbola::*, obstruction::*, one_run::*, strongchess::*,
    };
    fn system(system: impl System + Copy + 'static, isa: impl Isa) -> Contender {
        let name = system_name(&system);
        peer(&name, Role::System, Pieces(Piecewise(system)), isa)
    }
    macro_rules! systems {
        ($($system:ident)*) => { [$(system($system, isa)),*] };
    }
    let mut all = vec![
        peer("pieces/cozy-chess", Role::Pieces, Pieces(CozyChess), isa),
        peer("pieces/chess", Role::Pieces, Pieces(ChessCrate), isa),
    ];
    all.extend(systems! {
        Conditional Branchless GeneralizedConditional GeneralizedBranchless ZeroCount ZeroCountFolded OneRun BranchlessOneRun
        BlockersAndBeyond Pruned StrongChess HyperbolaQuintessence BitReversal ObstructionDifference FlippedDifference
    });
    all
}

/// `systems/` and the system's name with a dash for each slash.
fn system_name(system: &dyn System) -> String {
    format!("systems/{}", system.about().name.replace('/', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use setwise_core::piecewise::systems;

    #[test]
    fn no_system_of_the_library_is_missing() {
        let rows = pieces(Baseline).into_iter().map(|row| row.name);
        let names: Vec<String> = systems()
            .iter()
            .map(|&system| system_name(system))
            .collect();
        assert!(rows.skip(2).eq(names));
    }
}
