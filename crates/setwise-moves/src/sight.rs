//! Where the rays of the branch-less algorithms come from.

use setwise_core::{Direction, Lanes, Pack, Rays, Sliders, compass};

/// Attacks by direction of a set of sliders that is fixed beforehand.
pub(crate) trait Sight<P> {
    /// The squares attacked in a direction.
    fn attacks(&self, direction: Direction) -> P;

    /// The squares attacked in a direction by those sliders that are members of `among`, which holds at least
    /// all sliders that are not [held back](Compass::held_back).
    fn attacks_of(&self, direction: Direction, among: P) -> P;
}

/// Filled when asked for: any number of positions at once.
#[derive(Clone, Copy)]
pub(crate) struct Fills<P> {
    pub(crate) orthogonal: P,
    pub(crate) diagonal: P,
    pub(crate) occupied: P,
}

impl<P: Pack> Fills<P> {
    #[inline(always)]
    fn sliders(&self, direction: Direction) -> P {
        if direction.is_diagonal() {
            self.diagonal
        } else {
            self.orthogonal
        }
    }
}

impl<P: Pack> Sight<P> for Fills<P> {
    #[inline(always)]
    fn attacks(&self, direction: Direction) -> P {
        self.sliders(direction).attacks(self.occupied, direction)
    }

    #[inline(always)]
    fn attacks_of(&self, direction: Direction, among: P) -> P {
        (self.sliders(direction) & among).attacks(self.occupied, direction)
    }
}

/// One position, all eight directions at once in the lanes of a register.
///
/// The register fills for all directions with one set of sliders, so those that may not move in every direction
/// are held back, and filled one direction at a time. (Pinned sliders: there are few.)
#[derive(Clone, Copy)]
pub(crate) struct Compass {
    rays: Rays,
    occupied: u64,
    held_back: Sliders,
}

impl Compass {
    #[inline(always)]
    pub(crate) fn new<L: Lanes>(proof: L::Proof, sliders: Sliders, occupied: u64) -> Self {
        Self::held_back::<L>(proof, sliders, occupied, 0)
    }

    /// Without the sliders on some squares, unless they are asked for.
    #[inline(always)]
    pub(crate) fn held_back<L: Lanes>(
        proof: L::Proof,
        sliders: Sliders,
        occupied: u64,
        squares: u64,
    ) -> Self {
        let free = Sliders {
            orthogonal: sliders.orthogonal & !squares,
            diagonal: sliders.diagonal & !squares,
        };
        let held_back = Sliders {
            orthogonal: sliders.orthogonal & squares,
            diagonal: sliders.diagonal & squares,
        };
        Self {
            rays: compass::ray_attacks::<L>(proof, free, occupied),
            occupied,
            held_back,
        }
    }
}

impl Sight<u64> for Compass {
    #[inline(always)]
    fn attacks(&self, direction: Direction) -> u64 {
        self.rays[direction]
    }

    #[inline(always)]
    fn attacks_of(&self, direction: Direction, among: u64) -> u64 {
        let more = self.held_back.of(direction) & among;
        if more == 0 {
            return self.rays[direction];
        }
        self.rays[direction] | setwise_core::attacks(more, self.occupied, direction)
    }
}
