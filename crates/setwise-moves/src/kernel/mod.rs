//! The functions of this crate that are compiled for each instruction set, as one value.

pub(crate) mod break_even;
mod levels;

#[cfg(feature = "perft")]
use crate::functions::one::CountReplies;
use crate::functions::one::{CountLegal, FindTargets};
use crate::functions::{
    analysis::Analyze, attack_maps::AttackMaps, blocks::CountBlock, blocks::FindBlockChecks,
    captures::CountCaptures, checks::FindChecks, count::CountAll, list::List, list_all::ListAll,
    move_kinds::CountMoveKinds,
};
use crate::lists::move_list::{FEW, MoveList, Room};
use crate::packs::per_position::{Each, One};
use crate::position::{Move, Position};
#[cfg(feature = "rayon")]
use crate::tree::parallel::CountLeavesInParallel;
#[cfg(feature = "perft")]
use crate::tree::walk::CountLeaves;
use crate::{packs::MAX_LANES, rules::attackers::Checks};
use alloc::vec::Vec;
use break_even::{BreakEven, Measured};
use core::fmt;
use levels::LEVELS;
use setwise_core::{Isa, Pointer, Scalar, Sliced, Vector};
#[cfg(feature = "std")]
use setwise_dispatch::{Level, LevelVisitor};

/// The functions that find and count legal moves, compiled for an instruction set. They are for
/// tests, measurements and the C interface: programs call the free functions for many positions and
/// the methods of [`Position`] for one.
///
/// The functions for one position use a direction per lane if the registers are wide enough. The
/// functions for many positions work on as many at once as a register has bytes. `scalar` has no
/// functions for many positions.
///
/// ```
/// use setwise_moves::{MoveFunctions, Position, Scalar};
/// let words = MoveFunctions::of(Scalar);
/// let mut counts = [0; 2];
/// words.count_legal_moves(&[Position::startpos(); 2], &mut counts)?;
/// assert_eq!(counts, [20; 2]);
/// println!("this host: {}", MoveFunctions::selected().name());
/// # Ok::<(), setwise_moves::LengthMismatch>(())
/// ```
#[derive(Clone, Copy)]
pub struct MoveFunctions {
    name: &'static str,
    pub(crate) targets: Pointer<FindTargets>,
    pub(crate) count: Pointer<CountLegal>,
    pub(crate) list: Pointer<List<false>>,
    captures: Pointer<List<true>>,
    pub(crate) analyze_one: Pointer<One<Analyze>>,
    #[cfg(feature = "perft")]
    pub(crate) replies: Pointer<CountReplies>,
    pub(crate) batch: Option<BatchFunctions>,
}

/// The functions for many positions at once. Scalar code has none: it gains nothing from batches.
#[derive(Clone, Copy)]
pub(crate) struct BatchFunctions {
    #[cfg(feature = "perft")]
    pub(crate) leaves: Pointer<CountLeaves>,
    #[cfg(feature = "rayon")]
    pub(crate) leaves_in_parallel: Pointer<CountLeavesInParallel>,
    pub(crate) counts: Pointer<CountAll>,
    /// `None` where lists of single positions are as fast.
    pub(crate) lists: Option<Pointer<ListAll>>,
    pub(crate) attack_maps: Pointer<Each<AttackMaps>>,
    pub(crate) checks: Pointer<Each<FindChecks<true>>>,
    pub(crate) left: Pointer<Each<FindChecks<false>>>,
    pub(crate) block_checks: Pointer<FindBlockChecks>,
    pub(crate) block_counts: Pointer<CountBlock>,
    pub(crate) captures: Pointer<Each<CountCaptures>>,
    pub(crate) move_kinds: Pointer<Each<CountMoveKinds>>,
    pub(crate) analyze: Pointer<Each<Analyze>>,
    pub(crate) break_even: BreakEven,
    /// The number of positions that the functions work on at once.
    pub(crate) lanes: usize,
    pub(crate) prefetch: bool,
}

impl BatchFunctions {
    fn of<I: Isa>(isa: I) -> Self {
        let measured = const {
            let n = 8 * <I::Register as Vector>::LANES;
            assert!(n <= MAX_LANES, "see crates/setwise-moves/src/packs/mod.rs");
            Measured::of(n)
        };
        Self {
            #[cfg(feature = "perft")]
            leaves: isa.pointer::<Sliced<I::Register>, CountLeaves>(),
            #[cfg(feature = "rayon")]
            leaves_in_parallel: isa.pointer::<Sliced<I::Register>, CountLeavesInParallel>(),
            counts: isa.pointer::<Sliced<I::Register>, CountAll>(),
            lists: if const { <I::Register as Vector>::FAST_LIST } {
                None
            } else {
                Some(isa.pointer::<Sliced<I::Register>, ListAll>())
            },
            attack_maps: isa.pointer::<Sliced<I::Register>, Each<AttackMaps>>(),
            checks: isa.pointer::<Sliced<I::Register>, Each<FindChecks<true>>>(),
            left: isa.pointer::<Sliced<I::Register>, Each<FindChecks<false>>>(),
            block_checks: isa.pointer::<Sliced<I::Register>, FindBlockChecks>(),
            block_counts: isa.pointer::<Sliced<I::Register>, CountBlock>(),
            captures: isa.pointer::<Sliced<I::Register>, Each<CountCaptures>>(),
            move_kinds: isa.pointer::<Sliced<I::Register>, Each<CountMoveKinds>>(),
            analyze: isa.pointer::<Sliced<I::Register>, Each<Analyze>>(),
            break_even: measured.break_even,
            lanes: 8 * I::Register::LANES,
            prefetch: measured.gains_by_prefetch(),
        }
    }
}

/// Returns the function that lists moves. Listing is no faster with registers of fewer than eight
/// lanes (docs/notes/one-position.md), so these share the function for scalar code.
fn list<I: Isa, const CAPTURES: bool>(isa: I) -> Pointer<List<CAPTURES>> {
    if const { <I::Register as Vector>::FAST_LIST } {
        isa.pointer::<I::Register, List<CAPTURES>>()
    } else {
        Scalar.pointer::<u64, List<CAPTURES>>()
    }
}

impl MoveFunctions {
    /// Returns the functions for an instruction set, even if this build leaves it out for
    /// [`named`](Self::named). They are compiled in the crate that calls this function.
    pub fn of<I: Isa>(isa: I) -> Self {
        Self {
            name: I::NAME,
            targets: isa.pointer::<I::Register, FindTargets>(),
            count: isa.pointer::<I::Register, CountLegal>(),
            list: list::<_, false>(isa),
            captures: list::<_, true>(isa),
            analyze_one: isa.pointer::<I::Register, One<Analyze>>(),
            #[cfg(feature = "perft")]
            replies: isa.pointer::<I::Register, CountReplies>(),
            batch: if const { <I::Register as Vector>::LANES > 1 } {
                Some(BatchFunctions::of(isa))
            } else {
                None
            },
        }
    }

    /// Returns the functions for the level of the process, `setwise_dispatch::level`: the best of
    /// the host (`Level::best`), or the one that the program forces. If this build has none for
    /// that level, they are those of the best lower one that has some. The choice is made once.
    /// Without the feature `std` the choice is `scalar`.
    #[inline]
    pub fn selected() -> Self {
        #[cfg(feature = "std")]
        {
            static SELECTED: std::sync::OnceLock<MoveFunctions> = std::sync::OnceLock::new();
            *SELECTED.get_or_init(|| {
                let best = setwise_dispatch::level().name();
                let levels = Level::all().skip_while(|level| level.name() != best);
                let mut all = levels.filter_map(Self::of_level);
                all.next().unwrap_or_else(|| Self::of(Scalar))
            })
        }
        #[cfg(not(feature = "std"))]
        Self::of(Scalar)
    }

    /// Returns the functions for a named instruction set; `None` if there is none of that name, the
    /// build leaves it out ([`left_out`](Self::left_out)), or the host does not support it.
    ///
    /// ```
    /// use setwise_moves::MoveFunctions;
    /// assert_eq!(MoveFunctions::named("scalar").unwrap().name(), "scalar");
    /// assert!(MoveFunctions::named("x87").is_none());
    /// ```
    #[cfg(feature = "std")]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|functions| functions.name == name)
    }

    /// Returns the functions for every instruction set of this build and this host, best first.
    #[cfg(feature = "std")]
    pub fn all() -> impl Iterator<Item = Self> {
        Level::all().filter_map(Self::of_level)
    }

    /// Returns the instruction sets of this architecture that this build leaves out, each with the
    /// feature of this crate that has it.
    pub fn left_out() -> impl Iterator<Item = (&'static str, &'static str)> {
        let left_out = LEVELS.iter().filter(|(.., is_in_build)| !is_in_build);
        left_out.filter_map(|&(name, feature, _)| Some((name, feature?)))
    }

    /// Returns the functions for a level. Not inlined, so that no other crate compiles them again.
    #[cfg(feature = "std")]
    #[inline(never)]
    fn of_level(level: Level) -> Option<Self> {
        level.visit(MakeKernel)
    }

    /// Computes [`Position::list_legal_moves`] with these functions.
    #[inline]
    pub fn list_legal_moves(&self, position: &Position, checks: Checks, list: &mut MoveList) {
        list.rewrite(|room| (self.list)((position, checks), room));
    }

    /// Computes [`Position::list_captures`] with these functions.
    #[inline]
    pub fn list_captures(&self, position: &Position, checks: Checks, list: &mut MoveList) {
        list.rewrite(|room| (self.captures)((position, checks), room));
    }

    /// Computes [`Position::write_legal_moves`] with these functions.
    #[inline]
    pub fn write_legal_moves(
        &self,
        position: &Position,
        checks: Checks,
        moves: &mut [u16; FEW],
    ) -> Option<usize> {
        write::<false>(self.list, position, checks, moves)
    }

    /// Computes [`Position::write_captures`] with these functions.
    #[inline]
    pub fn write_captures(
        &self,
        position: &Position,
        checks: Checks,
        moves: &mut [u16; FEW],
    ) -> Option<usize> {
        write::<true>(self.captures, position, checks, moves)
    }

    /// Returns the name of the instruction set.
    pub fn name(&self) -> &'static str {
        self.name
    }
}

/// Writes moves to an array. Returns their number if the array holds them.
#[inline]
fn write<const CAPTURES: bool>(
    list: Pointer<List<CAPTURES>>,
    position: &Position,
    checks: Checks,
    moves: &mut [u16; FEW],
) -> Option<usize> {
    let mut many = Vec::new();
    let count = list((position, checks), (Room::Bits(moves), &mut many));
    match many.is_empty() {
        true => Some(count),
        false => copy_back(&many, moves),
    }
}

/// Copies the vector back. Moves are written many at a time, so they may fit the array after all.
#[cold]
fn copy_back(many: &[Move], moves: &mut [u16; FEW]) -> Option<usize> {
    for (to, found) in moves.get_mut(..many.len())?.iter_mut().zip(many) {
        *to = found.bits();
    }
    Some(many.len())
}

impl Default for MoveFunctions {
    fn default() -> Self {
        Self::selected()
    }
}

impl fmt::Debug for MoveFunctions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MoveFunctions({})", self.name)
    }
}

#[cfg(feature = "std")]
struct MakeKernel;

#[cfg(feature = "std")]
impl LevelVisitor for MakeKernel {
    type Output = Option<MoveFunctions>;

    fn visit<I: Isa>(self, isa: I) -> Option<MoveFunctions> {
        if const { levels::is_in_build::<I>() } {
            Some(MoveFunctions::of(isa))
        } else {
            None
        }
    }
}
