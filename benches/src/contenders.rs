//! The contenders of the matrix.

use crate::calls::{Calls, Chosen, Forced};
use crate::inputs::Io;
#[cfg(target_arch = "x86_64")]
use crate::isa::{Avx2, Avx512, Avx512V4, Bmi2};
use crate::isa::{Baseline, Isa, best};
use crate::loops::run;
use crate::peers::bounds::*;
#[cfg(feature = "more-opponents")]
use crate::peers::fearless::Fearless;
use crate::peers::fills::*;
#[cfg(target_arch = "x86_64")]
use crate::peers::intrinsics::*;
use crate::peers::pieces::*;
use crate::peers::ranks::RankLoop;
use setwise::{EntryPoint, Kernel, KernelLayout};
use setwise_core::piecewise::System;
use setwise_results::{Entry, Form, Measure, Role};
#[cfg(target_arch = "x86_64")]
use setwise_x86::QuintessenceInLanes;

type Run = dyn Fn(Entry, Measure, usize, &mut Io<'_>) -> u64;
type Serves = dyn Fn(Entry) -> bool;

pub(crate) struct Contender {
    pub(crate) name: String,
    pub(crate) role: Role,
    /// Whether quick runs measure it with boards beyond the caches. Calls take long there, so
    /// quick runs leave out the contenders that cannot be the fastest.
    pub(crate) streams: bool,
    /// Whether it is measured at the sizes around the library's thresholds.
    pub(crate) few: bool,
    /// Whether the results of [`Form::Sliced`] are in the layout of the library.
    pub(crate) keeps_slices: bool,
    pub(crate) serves: Box<Serves>,
    /// Runs one of the parts of a call ([`Entry::parts`]) over all positions: the timed loop.
    pub(crate) run: Box<Run>,
}

impl Contender {
    pub(crate) fn new<C: Calls, I: Isa>(
        name: &str,
        role: Role,
        code: (C, I),
        serves: impl Fn(Entry) -> bool + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            role,
            streams: !matches!(role, Role::Pieces | Role::System | Role::Kernel),
            few: role == Role::Library,
            keeps_slices: C::KEEPS_SLICES,
            serves: Box::new(serves),
            run: Box::new(move |entry, measure, part, io| run(code, (entry, measure, part), io)),
        }
    }

    fn forced(kernel: &'static Kernel) -> Option<Self> {
        let serves = |entry: Entry| {
            kernel.serves(entry.point) && !matches!(entry.form, Form::Sliced | Form::Piece)
        };
        let code = (Forced(kernel.runner()?), Baseline);
        // The techniques that the library would choose for many boards, and for few.
        let best = matches!(kernel.technique(), "rank by rank" | "adaptive");
        Some(Self {
            streams: kernel.boards_per_pack() > 1 && best,
            few: !kernel.streams() && (best || kernel.layout() == KernelLayout::DirectionPerLane),
            ..Self::new(kernel.name(), Role::Kernel, code, serves)
        })
    }
}

/// Returns all contenders that the host can run: the kernels of the library, its own choice, and
/// the opponents, each compiled for the best instruction set that can help it.
pub(crate) fn all() -> Vec<Contender> {
    let kernels = setwise::kernels().iter().filter_map(Contender::forced);
    let code = (Chosen, Baseline);
    let chosen = Contender::new("setwise", Role::Library, code, |entry| {
        entry.form != Form::Piece
    });
    let mut all: Vec<Contender> = kernels.chain([chosen]).collect();
    all.push(plain("auto/baseline", Baseline));
    all.push(union("auto-ranks/baseline", Role::Loop, RankLoop, Baseline));
    #[cfg(feature = "more-opponents")]
    {
        let code = (Fearless(fearless_simd::Level::new()), Baseline);
        let attacks = |entry| entry == Entry::plain(EntryPoint::BatchAttacks);
        let (name, role) = ("vectors/fearless-simd", Role::Vectors);
        all.push(Contender::new(name, role, code, attacks));
    }
    let fenced = Filled::<_, FENCED>(KoggeStone);
    best!(isa of Bmi2 => all.push(peer("fenced/kogge-stone", Role::Scalar, fenced, isa)));
    best!(isa of Avx2 => all.extend(pieces(isa)));
    best!(isa of Avx512V4 Avx2 => all.push(peer("bound/pass", Role::Bound, Bound, isa)));
    #[cfg(target_arch = "x86_64")]
    {
        all.extend(Avx2::new().map(|isa| plain("auto/avx2", isa)));
        all.extend(Avx512V4::new().map(|isa| plain("auto/avx512", isa)));
        all.extend(Avx2::new().map(|isa| system(QuintessenceInLanes::from(isa), isa)));
        all.extend(Avx2::new().into_iter().flat_map(by_hand_avx2));
        all.extend(Avx512::new().into_iter().flat_map(by_hand_avx512));
        all.extend(Pext::new().map(|it| peer("pieces/pext", Role::Pieces, Pieces(it), it.isa)));
        all.push(peer("bound/pass-nt", Role::Bound, Streamed, Baseline));
    }
    all
}

fn peer<C: Calls>(name: &str, role: Role, code: C, isa: impl Isa) -> Contender {
    Contender::new(name, role, (code, isa), move |entry| {
        let (form, point) = (entry.form, entry.point);
        let is_scalar = role == Role::Scalar;
        let is_served = match form {
            Form::Plain if role == Role::System => point == EntryPoint::Attacks,
            Form::Plain if point == EntryPoint::BatchXrayAttacks => is_scalar,
            Form::Plain if point.is_batch() => true,
            Form::Plain | Form::Stored => is_scalar || role == Role::Pieces,
            Form::Piece => matches!(role, Role::Pieces | Role::System),
            Form::Sliced => is_scalar,
            Form::Unaligned | Form::Mixed => false,
        };
        is_served && (C::HAS_FILLS || !point.is_directed())
    })
}

/// Code for the union of many positions, perhaps also for fills of many boards.
fn union<C: Calls>(name: &str, role: Role, code: C, isa: impl Isa) -> Contender {
    Contender::new(name, role, (code, isa), |entry| {
        let fills = C::HAS_FILLS && entry.point == EntryPoint::BatchOccludedFill;
        entry.form == Form::Plain && (fills || entry.point == EntryPoint::BatchAttacks)
    })
}

#[cfg(target_arch = "x86_64")]
fn by_hand_avx2(isa: Avx2) -> [Contender; 3] {
    [
        union("auto-ranks/avx2", Role::Loop, RankLoop, isa),
        union("intrinsics/avx2", Role::Intrinsics, NaturalAvx2(isa), isa),
        union(
            "intrinsics-ranks/avx2",
            Role::Intrinsics,
            RanksAvx2(isa),
            isa,
        ),
    ]
}

#[cfg(target_arch = "x86_64")]
fn by_hand_avx512(isa: Avx512) -> [Contender; 3] {
    [
        union("auto-ranks/avx512", Role::Loop, RankLoop, isa),
        union(
            "intrinsics/avx512",
            Role::Intrinsics,
            NaturalAvx512(isa),
            isa,
        ),
        union(
            "intrinsics-ranks/avx512",
            Role::Intrinsics,
            RanksAvx512(isa),
            isa,
        ),
    ]
}

fn plain(name: &str, isa: impl Isa) -> Contender {
    peer(name, Role::Loop, Filled::<_, PLAIN>(KoggeStone), isa)
}

fn system(system: impl System + Copy + 'static, isa: impl Isa) -> Contender {
    let name = system_name(&system);
    peer(&name, Role::System, Pieces(Piecewise(system)), isa)
}

/// Returns the tables of the crate `cozy-chess`, and every piece-wise system of the library.
fn pieces(isa: impl Isa) -> Vec<Contender> {
    use setwise_core::piecewise::{
        blockers::*, classical::*, hyperbola::*, obstruction::*, one_run::*, strongchess::*,
    };
    macro_rules! systems {
        ($($system:ident)*) => { [$(system($system, isa)),*] };
    }
    let cozy = peer("pieces/cozy-chess", Role::Pieces, Pieces(CozyChess), isa);
    let mut all = vec![cozy];
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
        assert!(rows.skip(1).eq(systems().iter().map(|&it| system_name(it))));
    }
}
