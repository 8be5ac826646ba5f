//! Where the rays of the branch-less algorithms come from.

use setwise_core::{Direction, Lanes, Pack, Rays, Sliders, compass};

/// Attacks by direction of a set of sliders that is fixed beforehand.
pub(crate) trait Sight<P> {
    /// The squares attacked in a direction.
    fn attacks(&self, direction: Direction) -> P;
}

/// The same of sliders of which some may be pinned.
pub(crate) trait Reach<P> {
    /// The squares attacked in a direction by those sliders that are members of `free`: those that are not
    /// pinned, and those that are pinned on the line of this very direction.
    fn attacks_of(&self, direction: Direction, free: P) -> P;
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
}

impl<P: Pack> Reach<P> for Fills<P> {
    #[inline(always)]
    fn attacks_of(&self, direction: Direction, free: P) -> P {
        (self.sliders(direction) & free).attacks(self.occupied, direction)
    }
}

/// One position, all directions known beforehand.
impl Sight<u64> for Rays {
    #[inline(always)]
    fn attacks(&self, direction: Direction) -> u64 {
        self[direction]
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
    pinned: Sliders,
}

impl Compass {
    #[inline(always)]
    pub(crate) fn new<L: Lanes>(
        proof: L::Proof,
        sliders: Sliders,
        occupied: u64,
        pinned: u64,
    ) -> Self {
        let free = Sliders {
            orthogonal: sliders.orthogonal & !pinned,
            diagonal: sliders.diagonal & !pinned,
        };
        let pinned = Sliders {
            orthogonal: sliders.orthogonal & pinned,
            diagonal: sliders.diagonal & pinned,
        };
        Self {
            rays: compass::ray_attacks::<L>(proof, free, occupied),
            occupied,
            pinned,
        }
    }
}

impl Reach<u64> for Compass {
    #[inline(always)]
    fn attacks_of(&self, direction: Direction, free: u64) -> u64 {
        let pinned = self.pinned.of(direction) & free;
        if pinned == 0 {
            return self.rays[direction];
        }
        self.rays[direction] | setwise_core::attacks(pinned, self.occupied, direction)
    }
}
