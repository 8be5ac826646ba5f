//! The hash table of searched positions.

use crate::evaluate::LEAST_MATE;
use setwise_moves::Move;

/// The meaning of a stored score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    #[default]
    Upper,
    /// The true score.
    Exact,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) best: Option<Move>,
    score: i16,
    pub(crate) depth: u8,
    bound: Bound,
}

impl Entry {
    /// Makes an entry for a position that is `ply` half-moves from the root. The table stores the
    /// distance of a mate from the position, not from the root.
    pub(crate) fn new(
        best: Option<Move>,
        score: i32,
        depth: i32,
        bound: Bound,
        ply: usize,
    ) -> Self {
        let score = match score {
            mate if mate >= LEAST_MATE => mate + ply as i32,
            mated if mated <= -LEAST_MATE => mated - ply as i32,
            other => other,
        };
        Self {
            best,
            // Scores are within INFINITE, which fits.
            score: score as i16,
            depth: depth.clamp(0, 255) as u8,
            bound,
        }
    }

    /// Returns the score, as seen from the root, if it is good enough for a search with this
    /// window.
    pub(crate) fn score_for(&self, (alpha, beta): (i32, i32), ply: usize) -> Option<i32> {
        let score = match i32::from(self.score) {
            mate if mate >= LEAST_MATE => mate - ply as i32,
            mated if mated <= -LEAST_MATE => mated + ply as i32,
            other => other,
        };
        let is_enough = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        is_enough.then_some(score)
    }
}

#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    entry: Entry,
    /// The number of the search that wrote the slot, modulo 256; 0 for an empty slot.
    search: u8,
}

/// A table of fixed size, one slot per index.
pub(crate) struct Table {
    slots: Vec<Slot>,
    search: u8,
}

impl Table {
    /// Returns an empty table, or `None` if there is not enough memory.
    pub(crate) fn new(megabytes: usize) -> Option<Self> {
        let count = (megabytes << 20) / size_of::<Slot>();
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).ok()?;
        slots.resize(count, Slot::default());
        Some(Self { slots, search: 1 })
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill(Slot::default());
    }

    /// Marks the entries so far as old. They are replaced first.
    pub(crate) fn begin_search(&mut self) {
        self.search = self.search.checked_add(1).unwrap_or(1);
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let slot = self.slots.get(self.index(key))?;
        (slot.key == key && slot.search != 0).then_some(slot.entry)
    }

    /// Stores an entry, unless a deeper one of this search for another position is in its place.
    pub(crate) fn put(&mut self, key: u64, entry: Entry) {
        let (index, search) = (self.index(key), self.search);
        if let Some(slot) = self.slots.get_mut(index)
            && (slot.key == key || slot.search != search || entry.depth + 3 >= slot.entry.depth)
        {
            *slot = Slot { key, entry, search };
        }
    }

    /// Scales the key to the number of slots.
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.slots.len() as u128) >> 64) as usize
    }

    /// Returns the number of slots per thousand that this search has written, from a sample.
    pub(crate) fn permille_used(&self) -> usize {
        let sample = self.slots.iter().take(1000);
        sample.filter(|slot| slot.search == self.search).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_return() {
        let mut table = Table::new(1).unwrap();
        assert_eq!(size_of::<Slot>(), 16);
        assert_eq!(table.get(0), None);
        let entry = Entry::new(None, -29_900, 7, Bound::Upper, 10);
        table.put(5, entry);
        assert_eq!(table.get(5), Some(entry));
        assert_eq!((entry.best, entry.depth), (None, 7));
        // A mate is further from a root that is further away.
        assert_eq!(entry.score_for((0, 1), 10), Some(-29_900));
        assert_eq!(entry.score_for((0, 1), 4), Some(-29_906));
        assert_eq!(entry.score_for((-30_000, -29_999), 10), None);
        // Both keys have the first slot. Only a search of similar depth replaces the entry, or a
        // later one.
        let shallow = Entry::new(None, 1, 1, Bound::Exact, 0);
        table.put(6, shallow);
        assert_eq!(table.get(5), Some(entry));
        table.begin_search();
        table.put(6, shallow);
        assert_eq!(table.get(5), None);
        assert_eq!(table.get(6), Some(shallow));
        table.put(u64::MAX, shallow);
        assert_eq!(table.get(u64::MAX), Some(shallow));
        table.clear();
        assert_eq!(table.get(6), None);
    }
}
