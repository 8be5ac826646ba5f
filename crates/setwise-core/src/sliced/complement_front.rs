//! What goes west from rank to rank.

use crate::Vector;

/// The squares of a rank on which rays arrive that go north-west or south-west, kept as their complement where that is the
/// cheaper way ([`Vector::COMPLEMENT_WEST`]).
#[derive(Clone, Copy)]
pub(super) struct ComplementFront<V>(pub(super) V);

impl<V: Vector> ComplementFront<V> {
    /// What `sliders` reach on the next rank.
    #[inline(always)]
    pub(super) fn from(sliders: V) -> Self {
        Self(if V::COMPLEMENT_WEST {
            (!sliders).complement_west()
        } else {
            sliders.west()
        })
    }

    /// The next rank: from `sliders`, and from here if nothing is there. `occupied` must contain the sliders.
    #[inline(always)]
    pub(super) fn next(self, sliders: V, occupied: V) -> Self {
        Self(if V::COMPLEMENT_WEST {
            ((self.0 | occupied) & !sliders).complement_west()
        } else {
            sliders.insert_outside(self.0, occupied).west()
        })
    }

    /// The squares.
    #[inline(always)]
    pub(super) fn squares(self) -> V {
        if V::COMPLEMENT_WEST { !self.0 } else { self.0 }
    }

    /// `set | east |` the squares.
    #[inline(always)]
    pub(super) fn unite(self, set: V, east: V) -> V {
        if V::COMPLEMENT_WEST {
            set.or_or_not(east, self.0)
        } else {
            set.or3(east, self.0)
        }
    }
}
