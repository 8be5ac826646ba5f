//! The front of a westward fill, complemented where that is cheaper (docs/notes/kernel-bounds.md).

use crate::vector::Vector;

/// The squares of a rank that rays to the north-west or south-west reach. With
/// [`Vector::COMPLEMENT_WEST`] the value holds their complement.
#[derive(Clone, Copy)]
pub(super) struct ComplementFront<V>(pub(super) V);

impl<V: Vector> ComplementFront<V> {
    /// Returns the squares that `sliders` reach on the next rank.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn from(sliders: V) -> Self {
        Self(if V::COMPLEMENT_WEST {
            (!sliders).complement_west()
        } else {
            sliders.west()
        })
    }

    /// Returns the front on the next rank: from `sliders`, and from this front over empty squares.
    /// `occupied` must contain the sliders.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn next(self, sliders: V, occupied: V) -> Self {
        Self(if V::COMPLEMENT_WEST {
            ((self.0 | occupied) & !sliders).complement_west()
        } else {
            sliders.insert_outside(self.0, occupied).west()
        })
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn squares(self) -> V {
        if V::COMPLEMENT_WEST { !self.0 } else { self.0 }
    }

    /// Returns the union of `set`, `east` and the squares.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn unite(self, set: V, east: V) -> V {
        if V::COMPLEMENT_WEST {
            set.or_or_not(east, self.0)
        } else {
            set.or3(east, self.0)
        }
    }
}
