//! What perft spends its time with, as functions that can be compiled for an instruction set.

use super::steps::Steps;
use crate::sight::Compass;
use crate::{Frame, Legality, Targets};
use setwise_core::entry::{Entry, Pointer};
use setwise_core::{Boards, Isa, Lanes, Pack, Scalar, Sliders};

type Register<P> = <<P as Boards>::Proof as Isa>::Register;

/// The number of legal moves of one position.
#[derive(Debug)]
pub struct CountLegal;

impl Entry for CountLegal {
    type Args<'a> = &'a Frame<u64>;
    type Output = u32;

    #[inline(always)]
    fn call<P: Pack>(proof: P::Proof, frame: &Frame<u64>) -> u32 {
        targets::<Register<P>>(proof, frame).count()
    }
}

/// The number of legal moves after each legal move of one position: perft of depth 2.
#[derive(Debug)]
pub struct CountReplies;

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

/// The legal moves of one position, its eight directions in the lanes of registers where there are any.
#[inline(always)]
fn targets<L: Lanes>(proof: L::Proof, frame: &Frame<u64>) -> Targets<u64> {
    if L::COUNT == 1 {
        return Targets::new(frame);
    }
    let occupied = frame.occupied();
    let king = frame.king();
    let of = |men: u64| Sliders {
        orthogonal: frame.orthogonal & men,
        diagonal: frame.diagonal & men,
    };
    let theirs = Compass::new::<L>(proof, of(frame.their), occupied & !king);
    let seen = Sliders {
        orthogonal: king,
        diagonal: king,
    };
    let sees = Compass::new::<L>(proof, seen, occupied);
    let legality = Legality::seen(frame, &theirs, &sees);
    let pinned = legality.pinned(frame);
    let own = Compass::held_back::<L>(proof, of(frame.own), occupied, pinned);
    Targets::seen(frame, &legality, &own)
}

/// Pointers to the entries, for the best instruction set of the host.
#[derive(Clone, Copy)]
pub(crate) struct Kernel {
    pub(crate) legal: Pointer<CountLegal>,
    pub(crate) replies: Pointer<CountReplies>,
}

impl Kernel {
    fn of<I: Isa>(isa: I) -> Self {
        Self {
            legal: isa.pointer::<I::Register, CountLegal>(),
            replies: isa.pointer::<I::Register, CountReplies>(),
        }
    }

    pub(crate) fn best() -> Self {
        match option_env!("SW") {
            Some("avx512") => setwise_x86::Avx512::detect().map(Self::of),
            Some("avx2") => setwise_x86::Avx2::detect().map(Self::of),
            Some("bmi") => setwise_x86::Bmi::detect().map(Self::of),
            _ => None,
        }
        .unwrap_or(Self::of(Scalar))
    }
}
