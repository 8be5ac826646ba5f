//! The indices of the features that a move changes.

use crate::attacks::Attacks;
use crate::step::{Perspective, View};
use core::{fmt, mem::offset_of, ops::Range};

/// A number that is an index: `u16` or `u32`.
pub trait Index: Copy + Into<u32> + fmt::Debug + sealed::Wide + 'static {
    /// The greatest number.
    const MAX: u32;
    /// 0.
    const ZERO: Self;
    /// Returns the lowest bits of a number.
    fn from_u32(index: u32) -> Self;
}

pub(crate) mod sealed {
    pub trait Wide: Sized {
        /// Returns lists as the variant of [`Both`] that has their type.
        fn both<'a>(lists: [&'a mut [Self; 16]; 2]) -> Both<'a>;
    }

    /// Two lists of one of the types.
    #[derive(Debug)]
    pub enum Both<'a> {
        Narrow([&'a mut [u16; 16]; 2]),
        Wide([&'a mut [u32; 16]; 2]),
    }
}

macro_rules! indices {
    ($($number:ty: $lists:ident;)*) => {$(
        impl sealed::Wide for $number {
            #[cfg_attr(not(unoptimized), inline(always))]
            fn both<'a>(lists: [&'a mut [Self; 16]; 2]) -> sealed::Both<'a> {
                sealed::Both::$lists(lists)
            }
        }

        impl Index for $number {
            const MAX: u32 = <$number>::MAX as u32;
            const ZERO: Self = 0;

            #[cfg_attr(not(unoptimized), inline(always))]
            fn from_u32(index: u32) -> Self {
                index as Self
            }
        }
    )*};
}

indices! {
    u16: Narrow;
    u32: Wide;
}

/// The room for other features than threats. Each of four squares has at most one piece and 17
/// pairs of pawns. The threats begin at a cache line.
const ROOM: usize = 96;

/// The indices of the features that a move removes and adds, as both perspectives see them. No
/// feature is in both lists of a perspective, and none is twice in one. Number k of White's list
/// and number k of Black's are the same feature.
#[derive(Clone)]
#[repr(C, align(64))]
pub struct Changed<T = u16> {
    /// By perspective: the removed features, then the added ones. The threats begin at [`ROOM`].
    /// Other removed features end there, in reverse order, and other added features follow the
    /// threats, so that each list is a slice.
    lists: [[T; ROOM + Attacks::CAPACITY + ROOM]; 2],
    /// The number of threats that are removed, and of all threats.
    pub(crate) removed: u32,
    pub(crate) len: u32,
    /// The numbers of other features that are removed and added.
    pub(crate) others: [u32; 2],
    /// The views of the call. They are not arguments, because few arguments travel in registers.
    pub(crate) views: [View; 2],
    /// The attacks, on levels that do not compute indices in vectors.
    pub(crate) attacks: Attacks,
}

/// More features than a [`Changed`] has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TooManyFeatures;

impl fmt::Display for TooManyFeatures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there are more features than there is room for")
    }
}

impl core::error::Error for TooManyFeatures {}

/// Returns where the header of `setwise-threats-capi` expects the lists, the numbers of removed
/// threats and of all threats, and those of other features.
pub const fn changed_offsets<T: Index>() -> [usize; 4] {
    [
        offset_of!(Changed<T>, lists),
        offset_of!(Changed<T>, removed),
        offset_of!(Changed<T>, len),
        offset_of!(Changed<T>, others),
    ]
}
/// The lengths of parts of the lists of [`Changed`]: other features, threats.
pub const ROOMS: [usize; 2] = [ROOM, Attacks::CAPACITY];

impl<T: Index> Changed<T> {
    /// Returns empty lists.
    pub const fn new() -> Self {
        Self {
            lists: [[T::ZERO; ROOM + Attacks::CAPACITY + ROOM]; 2],
            removed: 0,
            len: 0,
            others: [0; 2],
            views: [View(0); 2],
            attacks: Attacks::new(),
        }
    }

    /// Returns the features that are active no longer.
    #[inline]
    pub fn removed(&self, perspective: Perspective) -> &[T] {
        let [start, middle, _] = self.places();
        let others = self.others[0] as usize;
        self.part(perspective, start.saturating_sub(others)..middle)
    }

    /// Returns the features that have become active.
    #[inline]
    pub fn added(&self, perspective: Perspective) -> &[T] {
        let [_, middle, end] = self.places();
        self.part(perspective, middle..end + self.others[1] as usize)
    }

    /// Returns removed and added threats, without other features of a [`Joined`](crate::Joined)
    /// set.
    #[inline]
    pub fn threats(&self, perspective: Perspective) -> [&[T]; 2] {
        let [start, middle, end] = self.places();
        [
            self.part(perspective, start..middle),
            self.part(perspective, middle..end),
        ]
    }

    /// Returns removed and added features of a [`Joined`](crate::Joined) set, without threats.
    #[inline]
    pub fn others(&self, perspective: Perspective) -> [&[T]; 2] {
        let [removed, added] = self.others.map(|len| len as usize);
        let [start, _, end] = self.places();
        [
            self.part(perspective, start.saturating_sub(removed)..start),
            self.part(perspective, end..end + added),
        ]
    }

    /// Where the removed threats begin, then the added ones, and where those end.
    #[inline]
    const fn places(&self) -> [usize; 3] {
        [ROOM, ROOM + self.removed as usize, ROOM + self.len as usize]
    }

    #[inline]
    fn part(&self, perspective: Perspective, places: Range<usize>) -> &[T] {
        let list = &self.lists[perspective as usize];
        list.get(places).unwrap_or_default()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn threats_mut(&mut self) -> [&mut [T]; 2] {
        threats_of(&mut self.lists)
    }

    /// Returns the lists of threats, and the attacks whose indices they get.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn threats_and_attacks(&mut self) -> ([&mut [T]; 2], &Attacks) {
        (threats_of(&mut self.lists), &self.attacks)
    }

    /// Calls `append` with a writer that replaces the other features.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn write_others(
        &mut self,
        sides: Range<usize>,
        append: impl FnOnce(&mut Writer<'_, T>),
    ) {
        let mut writer = Writer {
            lists: self.lists.each_mut(),
            sides,
            end: ROOM + self.len as usize,
            others: [0; 2],
        };
        append(&mut writer);
        self.others = writer.others;
    }

    pub(crate) const fn clear(&mut self) {
        (self.removed, self.len, self.others) = (0, 0, [0; 2]);
    }

    /// Whether there was room for all other features that are added.
    pub(crate) const fn has_room(&self) -> bool {
        self.len as usize + self.others[1] as usize <= Attacks::CAPACITY + ROOM
    }
}

/// The lists of some perspectives, to which other features than threats are appended. The counts
/// are copies: the compiler would load those of [`Changed`] again after each store to its lists.
#[derive(Debug)]
pub struct Writer<'a, T: Index> {
    lists: [&'a mut [T; ROOM + Attacks::CAPACITY + ROOM]; 2],
    sides: Range<usize>,
    /// Where the threats end.
    end: usize,
    others: [u32; 2],
}

impl<T: Index> Writer<'_, T> {
    /// Appends a feature with its index for a perspective (0 White, 1 Black), if it `counts`.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn tell(&mut self, removed: bool, counts: bool, index: impl Fn(usize) -> u32) {
        let count = &mut self.others[usize::from(!removed)];
        let place = if removed {
            (ROOM - 1).saturating_sub(*count as usize)
        } else {
            self.end + *count as usize
        };
        // To save a branch, a feature that does not count is written too. The next overwrites it.
        *count += u32::from(counts);
        for side in self.sides.clone() {
            if let Some(entry) = self.lists[side & 1].get_mut(place) {
                *entry = T::from_u32(index(side));
            }
        }
    }
}

/// The lists of threats within the lists of all features.
#[cfg_attr(not(unoptimized), inline(always))]
fn threats_of<T: Index>(lists: &mut [[T; ROOM + Attacks::CAPACITY + ROOM]; 2]) -> [&mut [T]; 2] {
    let threats = ROOM..ROOM + Attacks::CAPACITY;
    lists
        .each_mut()
        .map(|list| list.get_mut(threats.clone()).unwrap_or_default())
}

impl<T: Index> Default for Changed<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Index> fmt::Debug for Changed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = f.debug_struct("Changed");
        for (perspective, name) in [
            (Perspective::White, ["white_removed", "white_added"]),
            (Perspective::Black, ["black_removed", "black_added"]),
        ] {
            all.field(name[0], &self.removed(perspective));
            all.field(name[1], &self.added(perspective));
        }
        all.finish()
    }
}
