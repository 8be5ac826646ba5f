//! Records that follow each other in an input.

use crate::{Extras, ReadPoint, Record};

/// Some records that follow each other in the input: what
/// [`Reader::read_all`](crate::Reader::read_all) gives.
#[derive(Debug)]
#[non_exhaustive]
pub struct ReadBatch<'a, R> {
    /// The records. Their memory is used again for others.
    pub records: &'a mut Vec<Record>,
    /// What the worker has returned for them.
    pub result: R,
    /// What the input says of them beside their fields
    /// ([`ReadOptions::keep_extras`](crate::ReadOptions::keep_extras)).
    pub extras: &'a Extras,
    /// The point after them, if reading can resume there ([`Reader::point`](crate::Reader::point)).
    pub point: Option<ReadPoint>,
}
