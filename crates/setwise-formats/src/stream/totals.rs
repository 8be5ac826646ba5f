use crate::vocabulary::{Notice, Notices};
use core::fmt;

/// Numbers of records, units and bytes that a reader has read so far.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Totals {
    /// Records that were given to the caller or wait for the next batch.
    pub records: u64,
    /// Records, lines, games or rows that are not damaged, including games without moves.
    pub units: u64,
    /// Records, lines, games or rows that are damaged.
    pub damaged: u64,
    /// The number of bytes of the damaged units.
    pub damaged_bytes: u64,
    /// All bytes of the input, after decompression; 0 for Parquet and Arrow.
    pub bytes: u64,
    /// The units for each [`Notice`].
    pub(crate) notices: [u64; Notice::ALL.len()],
}

impl Totals {
    /// Returns the number of undamaged units with this notice.
    pub const fn notices(&self, notice: Notice) -> u64 {
        self.notices[notice as usize]
    }

    pub(crate) fn count(&mut self, notices: Notices) {
        for notice in notices.iter() {
            self.notices[notice as usize] += 1;
        }
    }

    /// Adds the numbers of another input.
    pub fn add(&mut self, other: Self) {
        self.records += other.records;
        self.units += other.units;
        self.damaged += other.damaged;
        self.damaged_bytes += other.damaged_bytes;
        self.bytes += other.bytes;
        for (sum, number) in self.notices.iter_mut().zip(other.notices) {
            *sum += number;
        }
    }
}

/// Omits notices that no unit has.
impl fmt::Debug for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Totals");
        fields
            .field("records", &self.records)
            .field("units", &self.units)
            .field("damaged", &self.damaged)
            .field("damaged_bytes", &self.damaged_bytes)
            .field("bytes", &self.bytes);
        for notice in Notice::ALL {
            if self.notices(notice) > 0 {
                fields.field(notice.name(), &self.notices(notice));
            }
        }
        fields.finish()
    }
}
