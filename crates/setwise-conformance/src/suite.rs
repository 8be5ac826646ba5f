//! The suite as trials: for kernels, and for instruction sets.

use crate::lengths::{every_length, mismatches};
use crate::packs::{choice_of_pack, pack};
use crate::random::{any_boards, many_boards};
use crate::trials::{Trial, kernel};
use crate::{bytes::bytes, exhaustive::every_pair, failure::Failure, lanes::lanes, lines::PAIRS};
use setwise_core::entry::{DirectionPerLane, Functions, Plain, Strategy, Streaming};
use setwise_core::natural::{Adaptive, Dumb7, KoggeStone, Subtraction, Using};
use setwise_core::{EntryPoint, Isa, Pack, Sliced};

/// The functions under test: those of a kernel, or the free functions.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The functions.
    pub functions: Functions,
    /// The number of boards in its widest pack. The suite tries up to three packs and one board.
    pub boards_per_pack: usize,
    /// The entry points to test.
    pub entries: Vec<EntryPoint>,
}

impl Subject {
    fn new<P: Pack, S: Strategy>(token: P::Token) -> Self {
        let entries = EntryPoint::ALL.iter().copied();
        let has = |entry: &EntryPoint| !S::DIRECTION_PER_LANE || entry.has_direction_per_lane();
        Self {
            functions: Functions::new::<P, S>(token),
            boards_per_pack: P::BOARDS,
            entries: entries.filter(has).collect(),
        }
    }
}

/// Runs the whole suite for a subject. The exhaustive part tries `meant`, whose names it returns.
///
/// # Errors
/// The first wrong answer.
pub fn conforms(subject: &Subject, meant: Vec<EntryPoint>) -> Result<String, Failure> {
    answers(subject)?;
    let meant = Subject {
        entries: meant,
        ..subject.clone()
    };
    let tried = every_pair(&meant, stride())?;
    let mut covered = names(&meant);
    if stride() > 1 {
        covered += &format!("; THINNED to {tried} of {PAIRS} line pairs");
    }
    Ok(covered)
}

/// Runs the suite without the exhaustive part. The first checks shrink a failure and draw it best.
fn answers(subject: &Subject) -> Result<(), Failure> {
    any_boards(subject)?;
    many_boards(subject)?;
    every_length(subject)?;
    mismatches(subject)
}

fn names(subject: &Subject) -> String {
    let names: Vec<&str> = subject.entries.iter().map(|entry| entry.name()).collect();
    names.join(", ")
}

/// Returns `CONFORMANCE_STRIDE`: the exhaustive part tries one pair in this number.
pub fn stride() -> usize {
    one_in("CONFORMANCE_STRIDE", 16)
}

/// Returns the divisor for the work of a test: the environment variable or, if it is not set,
/// `unoptimized` in development builds, which are slow, and 1 in others.
///
/// # Panics
/// If the variable is no number from 1 up.
pub fn one_in(variable: &str, unoptimized: usize) -> usize {
    let Ok(set) = std::env::var(variable) else {
        return if cfg!(debug_assertions) {
            unoptimized
        } else {
            1
        };
    };
    let number = set.parse().ok().filter(|&number| number > 0);
    number.unwrap_or_else(|| panic!("{variable}={set} is no number from 1 up"))
}

/// Returns the seed of a test's random numbers: `seed`, changed by the number in `SUITE_SEED`, if
/// any. Tests must find planted mistakes with any seed, not by chance.
///
/// # Panics
/// If the variable is no number.
pub fn seed(seed: u64) -> u64 {
    let Ok(set) = std::env::var("SUITE_SEED") else {
        return seed;
    };
    let number: u64 = set
        .parse()
        .unwrap_or_else(|_| panic!("SUITE_SEED={set} is no number"));
    // An odd factor makes all seeds distinct, and far from those of other tests.
    seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Returns the trials of an instruction set: its register, every pack, and the entry points that
/// [`Isa::pointer`] compiles for natural and rank-sliced packs. The kernels of the registry test
/// pairs on lines, and entry points with one technique.
pub fn instruction_set<I: Isa>() -> Vec<Trial> {
    vec![
        of::<I>("lanes", |token| {
            lanes(token).map(|()| "all operations".into())
        }),
        of::<I>("bytes", |token| {
            bytes(token).map(|()| "all operations".into())
        }),
        of::<I>("choice of pack", |token| {
            choice_of_pack(token).map(|()| "run".into())
        }),
        of_pack::<I::Register>("register"),
        of_pack::<Using<Dumb7, I::Register>>("dumb7"),
        of_pack::<Using<KoggeStone, I::Register>>("kogge-stone"),
        of_pack::<Using<Subtraction, I::Register>>("subtraction"),
        of_pack::<Using<Adaptive, I::Register>>("adaptive"),
        of_pack::<Sliced<I::Register>>("sliced"),
        of::<I>("direction-per-lane entry points", |token| {
            entries(&[Subject::new::<I::Register, DirectionPerLane>(token)])
        }),
        entries_of::<I::Register>("register"),
        entries_of::<Sliced<I::Register>>("sliced"),
    ]
}

fn of_pack<P: Pack>(name: &str) -> Trial {
    of::<P::Token>(&format!("{name} pack"), |token| {
        pack::<P>(token).map(|()| format!("{} boards", P::BOARDS))
    })
}

fn entries_of<P: Pack>(name: &str) -> Trial {
    of::<P::Token>(&format!("{name} entry points"), |token| {
        entries(&[
            Subject::new::<P, Plain>(token),
            Subject::new::<P, Streaming>(token),
        ])
    })
}

fn entries(all: &[Subject]) -> Result<String, Failure> {
    all.iter().try_for_each(answers)?;
    Ok(names(&all[0]))
}

fn of<I: Isa>(part: &str, action: fn(I) -> Result<String, Failure>) -> Trial {
    let action = I::detect().map(|token| move || action(token));
    kernel(&format!("{}/{part}", I::NAME), action)
}
