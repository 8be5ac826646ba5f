//! Rays for the rules: filled on demand, or computed beforehand.

use crate::frame::Frame;
use setwise_core::{Direction, Pack, Rays, Sliders, Vector, direction_per_lane};

/// The attacks of a fixed set of sliders, by direction.
pub(crate) trait RaySource<P> {
    fn attacks(&self, direction: Direction) -> P;
}

/// The attacks of a set of sliders of which some may be pinned.
pub(crate) trait PinnableRaySource<P> {
    /// The squares attacked in a direction by the sliders in `free`. These are not pinned, or
    /// pinned on the line of this direction.
    fn attacks_of(&self, direction: Direction, free: P) -> P;
}

/// Fills on demand, for any number of positions.
#[derive(Clone, Copy)]
pub(crate) struct Fills<P> {
    orthogonal: P,
    diagonal: P,
    occupied: P,
}

impl<P: Pack> Fills<P> {
    /// The sliders of the side to move.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn of_us(frame: &Frame<P>) -> Self {
        Self {
            orthogonal: frame.orthogonal & frame.us,
            diagonal: frame.diagonal & frame.us,
            occupied: frame.occupied(),
        }
    }

    /// The sliders of the other side. Their rays pass our king, because it cannot flee along them.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn of_them(frame: &Frame<P>) -> Self {
        Self {
            orthogonal: frame.orthogonal & frame.them,
            diagonal: frame.diagonal & frame.them,
            occupied: frame.occupied() & !frame.king(),
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn of_king(frame: &Frame<P>) -> Self {
        Self {
            orthogonal: frame.king(),
            diagonal: frame.king(),
            occupied: frame.occupied(),
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn sliders(&self, direction: Direction) -> P {
        if direction.is_diagonal() {
            self.diagonal
        } else {
            self.orthogonal
        }
    }
}

impl<P: Pack> RaySource<P> for Fills<P> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn attacks(&self, direction: Direction) -> P {
        self.sliders(direction).attacks(self.occupied, direction)
    }
}

impl<P: Pack> PinnableRaySource<P> for Fills<P> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn attacks_of(&self, direction: Direction, free: P) -> P {
        (self.sliders(direction) & free).attacks(self.occupied, direction)
    }
}

/// One position, with all directions computed beforehand.
impl RaySource<u64> for Rays {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn attacks(&self, direction: Direction) -> u64 {
        self[direction]
    }
}

/// One position, with a direction per lane of a register.
///
/// The register fills all directions from one set of sliders. A pinned slider moves along one line
/// only, so it is left out of the set, and filled on demand. There are few of them.
#[derive(Clone, Copy)]
pub(crate) struct DirectionPerLane {
    rays: Rays,
    occupied: u64,
    pinned: Sliders,
}

impl DirectionPerLane {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn new<V: Vector>(
        token: V::Token,
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
            rays: direction_per_lane::ray_attacks::<V>(token, free, occupied),
            occupied,
            pinned,
        }
    }
}

impl PinnableRaySource<u64> for DirectionPerLane {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn attacks_of(&self, direction: Direction, free: u64) -> u64 {
        let pinned = self.pinned.of(direction) & free;
        if pinned == 0 {
            return self.rays[direction];
        }
        self.rays[direction] | setwise_core::attacks(pinned, self.occupied, direction)
    }
}
