//! The indices of the features that a move changes.

use crate::records::Records;
use crate::step::{Perspective, View};
use core::fmt;

/// A number that is an index: `u16` or `u32`.
pub trait Index: Copy + fmt::Debug + sealed::Wide + 'static {
    /// The greatest number.
    const MAX: u32;
    /// 0.
    const ZERO: Self;
    /// Returns the lowest bits of a number.
    fn from_u32(index: u32) -> Self;
}

pub(crate) mod sealed {
    #[expect(
        unnameable_types,
        reason = "a trait that nobody can name cannot be implemented elsewhere"
    )]
    pub trait Wide: Sized {
        /// Returns lists as what they are.
        fn both<'a>(lists: [&'a mut [Self; 16]; 2]) -> Both<'a>;
    }

    /// Two lists of one of the types.
    #[expect(unnameable_types, reason = "see above")]
    #[derive(Debug)]
    pub enum Both<'a> {
        Narrow([&'a mut [u16; 16]; 2]),
        Wide([&'a mut [u32; 16]; 2]),
    }

    impl Wide for u16 {
        #[cfg_attr(not(unoptimized), inline(always))]
        fn both<'a>(lists: [&'a mut [Self; 16]; 2]) -> Both<'a> {
            Both::Narrow(lists)
        }
    }

    impl Wide for u32 {
        #[cfg_attr(not(unoptimized), inline(always))]
        fn both<'a>(lists: [&'a mut [Self; 16]; 2]) -> Both<'a> {
            Both::Wide(lists)
        }
    }
}

impl Index for u16 {
    const MAX: u32 = u16::MAX as u32;
    const ZERO: Self = 0;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn from_u32(index: u32) -> Self {
        index as Self
    }
}

impl Index for u32 {
    const MAX: u32 = u32::MAX;
    const ZERO: Self = 0;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn from_u32(index: u32) -> Self {
        index
    }
}

/// The indices of the features that a move removes and adds, as both perspectives see them. No
/// feature is in both lists of a perspective, and none is twice in one. Number k of White's list
/// and number k of Black's are the same attack.
#[derive(Clone)]
#[repr(C, align(64))]
pub struct Changed<T = u16> {
    /// By perspective: the removed ones, then the added ones.
    pub(crate) lists: [[T; Records::CAPACITY]; 2],
    pub(crate) removed: u32,
    pub(crate) len: u32,
    /// The views of the call. They are here and not arguments, because few arguments travel in
    /// registers.
    pub(crate) views: [View; 2],
    /// Where levels without indices in vectors keep the attacks.
    pub(crate) records: Records,
}

impl<T: Index> Changed<T> {
    /// Returns empty lists.
    pub const fn new() -> Self {
        Self {
            lists: [[T::ZERO; Records::CAPACITY]; 2],
            removed: 0,
            len: 0,
            views: [View(0); 2],
            records: Records::new(),
        }
    }

    /// Returns the features that are active no longer.
    #[inline]
    pub fn removed(&self, perspective: Perspective) -> &[T] {
        self.parts(perspective).0
    }

    /// Returns the features that have become active.
    #[inline]
    pub fn added(&self, perspective: Perspective) -> &[T] {
        self.parts(perspective).1
    }

    #[inline]
    fn parts(&self, perspective: Perspective) -> (&[T], &[T]) {
        let list = &self.lists[perspective as usize];
        let all = list.get(..self.len as usize).unwrap_or_default();
        all.split_at_checked(self.removed as usize)
            .unwrap_or_default()
    }
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
