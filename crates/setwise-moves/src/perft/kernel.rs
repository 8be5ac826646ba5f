//! What perft spends its time with, as functions that are compiled for an instruction set.

use super::steps::Steps;
use crate::sight::Compass;
use crate::{Frame, Legality, Targets};
use core::fmt;
use setwise_core::entry::{Entry, Pointer};
use setwise_core::{Boards, Isa, Lanes, Pack, Scalar, Sliders, compass};

type Register<P> = <<P as Boards>::Proof as Isa>::Register;

/// The number of legal moves of one position.
pub(super) struct CountLegal;

impl Entry for CountLegal {
    type Args<'a> = &'a Frame<u64>;
    type Output = u32;

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, frame: &Frame<u64>) -> u32 {
        targets::<Register<P>>(proof, frame).count()
    }
}

/// The number of legal moves after each legal move of one position: perft of depth 2.
pub(super) struct CountReplies;

impl Entry for CountReplies {
    type Args<'a> = &'a Frame<u64>;
    type Output = u64;

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, frame: &Frame<u64>) -> u64 {
        let mut steps = Steps::empty();
        steps.fill(frame, &targets::<Register<P>>(proof, frame));
        let mut replies = 0;
        for &step in steps.iter() {
            replies += u64::from(targets::<Register<P>>(proof, &frame.after(step)).count());
        }
        replies
    }
}

/// The legal moves of one position: its eight directions in the lanes of registers, if these are wide enough to
/// be worth it, else one direction after the other.
#[inline(always)]
fn targets<L: Lanes>(proof: L::Proof, frame: &Frame<u64>) -> Targets<u64> {
    if L::COUNT < 4 {
        return Targets::new(frame);
    }
    let occupied = frame.occupied();
    let king = frame.king();
    let theirs = Sliders {
        orthogonal: frame.orthogonal & frame.their,
        diagonal: frame.diagonal & frame.their,
    };
    let theirs = compass::ray_attacks::<L>(proof, theirs, occupied & !king);
    let sees = Sliders {
        orthogonal: king,
        diagonal: king,
    };
    let sees = compass::ray_attacks::<L>(proof, sees, occupied);
    let legality = Legality::seen(frame, &theirs, &sees);
    let own = Sliders {
        orthogonal: frame.orthogonal & frame.own,
        diagonal: frame.diagonal & frame.own,
    };
    let own = Compass::new::<L>(proof, own, occupied, legality.pinned(frame));
    Targets::seen(frame, &legality, &own)
}

/// How leaves are counted: functions for one position at a time, compiled for an instruction set.
///
/// ```
/// use setwise_moves::{Perft, PerftKernel, Position};
/// let perft = Perft::new(Position::startpos(), 3).kernel(PerftKernel::of(setwise_core::Scalar));
/// assert_eq!(perft.count(), 8902);
/// ```
#[derive(Clone, Copy)]
pub struct PerftKernel {
    name: &'static str,
    pub(super) legal: Pointer<CountLegal>,
    pub(super) replies: Pointer<CountReplies>,
}

impl PerftKernel {
    /// The functions for an instruction set.
    pub fn of<I: Isa>(isa: I) -> Self {
        Self {
            name: I::NAME,
            legal: isa.pointer::<I::Register, CountLegal>(),
            replies: isa.pointer::<I::Register, CountReplies>(),
        }
    }

    /// The functions for the best instruction set of the host, or the one that `SETWISE_KERNEL` names. Without the
    /// feature `std` plain words.
    pub fn best() -> Self {
        #[cfg(feature = "std")]
        return setwise::dispatch(Best);
        #[cfg(not(feature = "std"))]
        return Self::of(Scalar);
    }

    /// The name of the instruction set.
    pub fn name(&self) -> &'static str {
        self.name
    }
}

impl Default for PerftKernel {
    fn default() -> Self {
        Self::best()
    }
}

impl fmt::Debug for PerftKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PerftKernel({})", self.name)
    }
}

/// A task that is only run to learn which instruction set it is run on.
#[cfg(feature = "std")]
struct Best;

#[cfg(feature = "std")]
impl setwise_core::Task for Best {
    type Output = PerftKernel;

    fn boards(&self) -> usize {
        1
    }

    #[inline(always)]
    fn run<P: Pack>(&mut self, proof: P::Proof) -> PerftKernel {
        if P::COUNT < 4 {
            return PerftKernel::of(Scalar);
        }
        PerftKernel::of(proof)
    }
}
