//! The changes of one step, for each instruction set.

#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(any(target_arch = "x86_64", neon))]
mod half_boards;
pub(crate) mod words;

use crate::attacks::{Attacks, index};
use crate::changed::{Changed, Index};
use crate::step::{Codes, Step, View};
use crate::threat_set::ThreatSet;
use setwise_core::{Isa, Scalar};

/// A mailbox with the squares that are occupied, and a step.
pub(crate) type OneStep<'a> = ((&'a [u8; 64], u64), Step);

/// An instruction set with functions for one step. They return `false` if two pieces have two
/// features, which only some sets with kings have and only scalar code finds.
pub(crate) trait ThreatOps: Isa {
    /// Finds the attacks that a step removes and adds.
    fn attacks<S: ThreatSet, C: Codes>(self, codes: C, at: OneStep<'_>, out: &mut Attacks) -> bool;

    /// Finds the indices that a step removes and adds, as both perspectives see them.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn changes<S: ThreatSet, C: Codes, T: Index>(
        self,
        codes: C,
        at: OneStep<'_>,
        views: [View; 2],
        out: &mut Changed<T>,
    ) -> bool {
        let found = self.attacks::<S, C>(codes, at, &mut out.attacks);
        self.number::<S, T>(views, out);
        found
    }

    /// Finds the indices that a step removes and adds, as perspective 0 (White) or 1 sees them.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn changes_of<S: ThreatSet, C: Codes, T: Index>(
        self,
        codes: C,
        at: OneStep<'_>,
        view: (View, usize),
        out: &mut Changed<T>,
    ) -> bool {
        let found = self.attacks::<S, C>(codes, at, &mut out.attacks);
        self.number_list::<S, T>(view, out);
        found
    }

    /// Numbers the attacks of `out`, as one perspective (0 White, 1 Black) sees them.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn number_list<S: ThreatSet, T: Index>(
        self,
        (view, side): (View, usize),
        out: &mut Changed<T>,
    ) {
        (out.removed, out.len) = (out.attacks.removed, out.attacks.len);
        let ([white, black], attacks) = out.threats_and_attacks();
        let list = if side == 0 { white } else { black };
        self.number_one::<S, T>(attacks, (view, side), list);
    }

    /// Numbers the attacks of `out`, as both perspectives see them.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn number<S: ThreatSet, T: Index>(self, views: [View; 2], out: &mut Changed<T>) {
        (out.removed, out.len) = (out.attacks.removed, out.attacks.len);
        let ([white, black], attacks) = out.threats_and_attacks();
        let places = white.iter_mut().zip(black);
        // One record at a time, because eight at a time without a branch take longer.
        let attacks = attacks.packed.iter().take(attacks.len as usize);
        for (attack, (white, black)) in attacks.zip(places) {
            *white = T::from_u32(self.index::<S>(*attack, views[0], 0));
            *black = T::from_u32(self.index::<S>(*attack, views[1], 1));
        }
    }

    /// Numbers attacks, as one perspective (0 White, 1 Black) sees them.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn number_one<S: ThreatSet, T: Index>(
        self,
        attacks: &Attacks,
        (view, side): (View, usize),
        out: &mut [T],
    ) {
        for (attack, place) in attacks.packed.iter().zip(out).take(attacks.len as usize) {
            *place = T::from_u32(self.index::<S>(*attack, view, side));
        }
    }

    /// The index of an attack that counts, as one perspective (0 White, 1 Black) sees it.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn index<S: ThreatSet>(self, attack: u32, view: View, side: usize) -> u32 {
        self.single(index(S::RULES, self.single(attack), view, side))
    }

    /// Returns the same number. AVX2 and AVX-512 hide it from the compiler, which would vectorize
    /// such numbers, or unroll their loops for the CPU of the build. Neither is worth it.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn single(self, number: u32) -> u32 {
        number
    }
}

macro_rules! in_words {
    ($token:ty) => {
        impl ThreatOps for $token {
            #[cfg_attr(not(unoptimized), inline(always))]
            fn attacks<S: ThreatSet, C: Codes>(
                self,
                codes: C,
                at: OneStep<'_>,
                out: &mut Attacks,
            ) -> bool {
                words::attacks::<S, C>(codes, at.0, at.1, out);
                true
            }
        }
    };
}

in_words!(Scalar);
// Big-endian targets have no half boards.
#[cfg(all(
    target_arch = "aarch64",
    target_endian = "big",
    not(target_abi = "softfloat")
))]
in_words!(setwise_neon::Neon);
