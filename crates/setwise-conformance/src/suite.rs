//! The suite as trials: for kernels, and for instruction sets.

use crate::exhaustive::every_pair;
use crate::failure::Failure;
use crate::harness::Trial;
use crate::kernel::{Call, Kernel, Pointers};
use crate::lanes::lanes;
use crate::lengths::{every_length, mismatches};
use crate::lines::PAIRS;
use crate::packs::{choice_of_pack, pack};
use crate::random::{any_boards, many_boards};
use setwise_core::natural::{Adaptive, Dumb7, KoggeStone, Subtraction, Using};
use setwise_core::{Isa, Pack, Sliced};

/// Why a trial of this instruction set is skipped.
pub const UNSUPPORTED: &str = "not supported by this CPU";

/// The whole suite for a kernel. `all` makes every call that the kernel can do, `meant` those that it is meant for
/// (often the same): the exhaustive part goes through the latter. Says which.
///
/// # Errors
/// The first wrong answer.
pub fn conforms(all: &dyn Kernel, meant: &dyn Kernel) -> Result<String, Failure> {
    answers(all)?;
    let stride = stride();
    let tried = every_pair(meant, stride)?;
    let mut covered = calls(meant);
    if stride != 1 {
        let most = tried.attacks.max(tried.fills);
        covered = format!("{covered}; THINNED to {most} of {PAIRS} line pairs");
    }
    Ok(covered)
}

/// The suite without the exhaustive part.
///
/// # Errors
/// The first wrong answer.
pub fn answers(kernel: &dyn Kernel) -> Result<(), Failure> {
    // First what is shrunk and drawn best.
    any_boards(kernel)?;
    many_boards(kernel)?;
    every_length(kernel)?;
    mismatches(kernel)
}

fn calls(kernel: &dyn Kernel) -> String {
    let served = Call::ALL.into_iter().filter(|&call| kernel.serves(call));
    served.map(Call::name).collect::<Vec<_>>().join(", ")
}

/// Every how many pairs the exhaustive part tries one, from `CONFORMANCE_STRIDE`: for hosts that are emulated, and
/// slow. 1 if it is not set or makes no sense.
pub fn stride() -> usize {
    let set = std::env::var("CONFORMANCE_STRIDE").ok();
    set.and_then(|set| set.parse().ok()).unwrap_or(1).max(1)
}

/// Trials of an instruction set: its register, every pack, and the entry points that [`Isa::pointer`] makes of
/// the plain and the rank-sliced pack. Pairs on lines, and entry points that use one technique, are left to the
/// kernels that are built on them.
pub fn instruction_set<I: Isa>() -> Vec<Trial> {
    let proof = I::detect();
    vec![
        trial(proof, "lanes", |proof| {
            lanes(proof).map(|()| "all operations".to_string())
        }),
        trial(proof, "choice of pack", |proof| {
            choice_of_pack(proof).map(|()| "run".to_string())
        }),
        of_pack::<I::Register>(proof, "register"),
        of_pack::<Using<Dumb7, I::Register>>(proof, "dumb7"),
        of_pack::<Using<KoggeStone, I::Register>>(proof, "kogge-stone"),
        of_pack::<Using<Subtraction, I::Register>>(proof, "subtraction"),
        of_pack::<Using<Adaptive, I::Register>>(proof, "adaptive"),
        of_pack::<Sliced<I::Register>>(proof, "sliced"),
        trial(proof, "compass entry points", |proof: I| {
            entries(&[Pointers::compass(proof)])
        }),
        entries_of::<I::Register>(proof, "register"),
        entries_of::<Sliced<I::Register>>(proof, "sliced"),
    ]
}

fn of_pack<P: Pack>(proof: Option<P::Proof>, name: &str) -> Trial {
    trial(proof, &format!("{name} pack"), |proof| {
        pack::<P>(proof).map(|()| format!("{} boards", P::COUNT))
    })
}

fn entries_of<P: Pack>(proof: Option<P::Proof>, name: &str) -> Trial {
    trial(proof, &format!("{name} entry points"), |proof| {
        entries(&[Pointers::new::<P>(proof), Pointers::streaming::<P>(proof)])
    })
}

fn entries(all: &[Pointers]) -> Result<String, Failure> {
    for pointers in all {
        answers(pointers)?;
    }
    Ok(calls(&all[0]))
}

fn trial<I: Isa>(
    proof: Option<I>,
    part: &str,
    action: impl Fn(I) -> Result<String, Failure> + Send + Sync + 'static,
) -> Trial {
    let name = format!("{}/{part}", I::NAME);
    match proof {
        Some(proof) => Trial::new(name, move || action(proof)),
        None => Trial::skipped(name, UNSUPPORTED),
    }
}
