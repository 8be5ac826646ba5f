//! Subtrees that were counted before.

use crate::Frame;
use setwise_core::Direction;
use std::sync::{Mutex, PoisonError};
use std::vec::Vec;

/// A position and a depth. Positions that only differ in the colours, turned upside down, have one key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key {
    boards: [u64; 9],
    depth: u32,
}

impl Key {
    pub(super) fn new(frame: &Frame<u64>, depth: u32) -> Self {
        let pawns = frame.own & frame.pawns;
        let attacked = setwise_core::step(pawns, Direction::NorthEast)
            | setwise_core::step(pawns, Direction::NorthWest);
        Self {
            boards: [
                frame.own,
                frame.their,
                frame.pawns,
                frame.knights,
                frame.diagonal,
                frame.orthogonal,
                frame.kings,
                // An en passant square that no pawn attacks makes no difference.
                frame.en_passant & attacked,
                frame.castling,
            ],
            depth,
        }
    }

    /// Folded multiplication of each board with the result so far (after wyhash, Wang Yi 2019).
    fn hash(&self) -> u64 {
        let mut hash = u64::from(self.depth);
        for board in self.boards {
            let product = u128::from(board ^ 0xa076_1d64_78bd_642f)
                * u128::from(hash ^ 0xe703_7ed1_a0b4_28db);
            hash = (product >> 64) as u64 ^ product as u64;
        }
        hash
    }
}

#[derive(Clone, Copy)]
struct Entry {
    key: Key,
    leaves: u64,
}

/// A table of fixed size, shared by threads; a new entry replaces what has its place.
pub(super) struct Table {
    shards: Vec<Mutex<Vec<Option<Entry>>>>,
}

/// So many threads can hardly meet in one shard.
const SHARDS: usize = 256;

impl Table {
    pub(super) fn new(bytes: usize) -> Self {
        let entries = bytes / size_of::<Option<Entry>>() / SHARDS;
        let shard = || Mutex::new(std::vec![None; entries.max(1)]);
        Self {
            shards: core::iter::repeat_with(shard).take(SHARDS).collect(),
        }
    }

    /// The place of a key, for as long as the closure needs it.
    fn at<R>(&self, key: &Key, act: impl FnOnce(&mut Option<Entry>) -> R) -> Option<R> {
        let hash = key.hash();
        let shard = self.shards.get(hash as usize % SHARDS)?;
        // A thread that panicked cannot have left half an entry.
        let mut entries = shard.lock().unwrap_or_else(PoisonError::into_inner);
        let count = entries.len();
        entries
            .get_mut((hash >> 8) as usize % count.max(1))
            .map(act)
    }

    pub(super) fn get(&self, key: &Key) -> Option<u64> {
        let found = self.at(key, |place| *place)??;
        (found.key == *key).then_some(found.leaves)
    }

    pub(super) fn put(&self, key: Key, leaves: u64) {
        self.at(&key, |place| *place = Some(Entry { key, leaves }));
    }
}
