//! A hash table of subtrees and their leaf counts.

use crate::{frame::Frame, position::Color, sets::pawn_attacks};
use std::sync::{Mutex, PoisonError};
use std::vec::Vec;

/// The boards of a position and a depth, as the side to move sees it. So two positions that mirror
/// each other, with colors exchanged, have one key. No key is all zeros.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Key([u64; 10]);

impl Key {
    pub(super) fn new(frame: &Frame<u64>, depth: u32) -> Self {
        let attacked = pawn_attacks(frame.us & frame.pawns, Color::White);
        Self([
            frame.us,
            frame.them,
            frame.pawns,
            frame.knights,
            frame.diagonal,
            frame.orthogonal,
            frame.kings,
            // An en passant square that no pawn attacks does not matter.
            frame.en_passant & attacked,
            frame.castling,
            depth.into(),
        ])
    }

    /// Multiplies each word with the result so far, and folds the product (wyhash, Wang Yi 2019).
    fn hash(&self) -> u64 {
        let mut hash = 0;
        for word in self.0 {
            let product =
                u128::from(word ^ 0xa076_1d64_78bd_642f) * u128::from(hash ^ 0xe703_7ed1_a0b4_28db);
            hash = (product >> 64) as u64 ^ product as u64;
        }
        hash
    }
}

/// The words of a key, and its leaves; zeros for an empty place. The system gives memory of zeros
/// when it is first used, so a large table is made at once.
type Slot = ([u64; 10], u64);

/// A table of fixed size that threads share. A new count replaces the one in its place.
pub(super) struct Table {
    shards: Vec<Mutex<Vec<Slot>>>,
}

/// The number of parts of the table, each with a lock. With so many, threads rarely wait.
const SHARDS: usize = 256;

impl Table {
    pub(super) fn new(bytes: usize) -> Self {
        let slots = bytes / size_of::<Slot>() / SHARDS;
        let shard = || Mutex::new(std::vec![([0; 10], 0); slots.max(1)]);
        Self {
            shards: core::iter::repeat_with(shard).take(SHARDS).collect(),
        }
    }

    /// Calls `act` with the place of a key.
    fn with_slot<R>(&self, key: &Key, act: impl FnOnce(&mut Slot) -> R) -> Option<R> {
        let hash = key.hash();
        let shard = self.shards.get(hash as usize % SHARDS)?;
        // A lock of a thread that panicked is valid: no panic leaves a slot half written.
        let mut slots = shard.lock().unwrap_or_else(PoisonError::into_inner);
        let count = slots.len();
        slots.get_mut((hash >> 8) as usize % count.max(1)).map(act)
    }

    pub(super) fn get(&self, key: &Key) -> Option<u64> {
        let (found, leaves) = self.with_slot(key, |place| *place)?;
        (found == key.0).then_some(leaves)
    }

    pub(super) fn put(&self, key: Key, leaves: u64) {
        self.with_slot(&key, |place| *place = (key.0, leaves));
    }
}
