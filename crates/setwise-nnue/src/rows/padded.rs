//! Rows of equal length.

use crate::rows::index::Index;

/// Memory for rows of equal length: row i of a perspective begins at entry `i * stride`. The
/// entries after the features of a row are set to the filler.
#[derive(Debug)]
pub struct Padded<'a, E> {
    /// For the first perspective of each position.
    pub first: &'a mut [E],
    /// For the second perspective of each position.
    pub second: &'a mut [E],
    /// The number of entries of a row.
    pub stride: usize,
    /// The value of the entries after the features of a row, -1 for example.
    pub filler: E,
}

/// A type of entries of padded rows.
pub trait PaddedInt: Index {}

impl PaddedInt for u16 {}
impl PaddedInt for u32 {}
impl PaddedInt for i32 {}
impl PaddedInt for u64 {}
impl PaddedInt for i64 {}

impl<E: PaddedInt> Padded<'_, E> {
    /// The same rows from some row on.
    pub(crate) fn after(&mut self, rows: usize) -> Padded<'_, E> {
        let start = rows * self.stride;
        Padded {
            first: self.first.get_mut(start..).unwrap_or_default(),
            second: self.second.get_mut(start..).unwrap_or_default(),
            ..*self
        }
    }
}
