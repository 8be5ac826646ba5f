//! Rows that are shuffled together.

use crate::feed::Point;
use crate::random::Random;
use crate::{PieceControl, Row};

/// The parts among which rows are dealt. A part is shuffled in the cache.
const PARTS: usize = 128;

/// Where a group begins: all that the rows from there on depend on.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub(crate) point: Point,
    pub(crate) control: Option<PieceControl>,
    /// The number of the group in its stream.
    pub(crate) number: u64,
}

/// Rows of some units that follow each other in the stream.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) start: Start,
    /// Rows in the order in which they are delivered.
    pub(crate) parts: Vec<Vec<Row>>,
    pub(crate) count: usize,
}

impl Group {
    pub(crate) fn new(start: Start) -> Self {
        Self {
            start,
            parts: Vec::new(),
            count: 0,
        }
    }

    pub(crate) fn push(&mut self, rows: Vec<Row>) {
        self.count += rows.len();
        self.parts.push(rows);
    }

    /// Puts all rows in a random order, each with the same probability: deals them to parts, and
    /// shuffles each part.
    pub(crate) fn shuffle(&mut self, mut random: Random) {
        let room = self.count / PARTS + self.count / (PARTS * 8) + 8;
        let mut parts = vec![Vec::with_capacity(room); PARTS];
        let mut bits = 0;
        for row in self.parts.drain(..).flatten() {
            if bits < PARTS as u64 {
                // The highest bit shows how many are left.
                bits = random.next() | 1 << 63;
            }
            parts[bits as usize % PARTS].push(row);
            bits /= PARTS as u64;
        }
        for part in &mut parts {
            for last in (1..part.len()).rev() {
                part.swap(last, random.below(last as u64 + 1) as usize);
            }
        }
        self.parts = parts;
    }
}
