use crate::stream::Cut;
use std::sync::{Condvar, Mutex, PoisonError};

/// The data that the parts of an input share, and the turn that each part gets from the one before.
pub(super) struct Order {
    pub(super) cut: Cut,
    pub(super) limits: Limits,
    /// The number of the first part that is not decoded, and its turn.
    next: Mutex<(usize, Handover)>,
    changed: Condvar,
}

/// The sizes of parts.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The number of bytes of a part without a long unit, and the greatest number of any part.
    pub(super) bytes: usize,
    pub(super) max_bytes: usize,
    /// About the number of records after which a part is passed on and its rest becomes another
    /// part: `records` for a part that has its turn, `waiting_records` for one that waits for it.
    pub(super) records: usize,
    pub(super) waiting_records: usize,
    /// Whether threads work on a part only when the games before it are counted.
    pub(super) numbers: bool,
}

/// The results of decoding all parts before a part.
#[derive(Default)]
pub(super) struct Handover {
    /// The number of games in these parts.
    pub(super) games: u64,
    /// The state of the decoder after these parts, without games, and the bytes that it has not
    /// decoded, including those of the [overlap](Cut::overlap).
    pub(super) state: u64,
    pub(super) rest: Vec<u8>,
}

impl Order {
    /// Makes the order of an input. The games in `state` are those before the first part.
    pub(super) fn new(cut: Cut, state: u64, limits: Limits) -> Self {
        let handover = Handover {
            games: cut.flag_bits.map_or(0, |bits| state >> bits),
            state: cut.without_games(state),
            rest: vec![0; cut.overlap.unwrap_or(0)],
        };
        Self {
            cut,
            limits,
            next: Mutex::new((0, handover)),
            changed: Condvar::new(),
        }
    }

    /// Waits for the turn of a part, which comes: threads have taken all parts before this one.
    pub(super) fn wait(&self, part: usize) -> Handover {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        while next.0 < part {
            let woken = self.changed.wait(next);
            next = woken.unwrap_or_else(PoisonError::into_inner);
        }
        core::mem::take(&mut next.1)
    }

    /// Takes the handover to a part, if it has come.
    pub(super) fn handover(&self, part: usize) -> Option<Handover> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        (next.0 >= part).then(|| core::mem::take(&mut next.1))
    }

    /// Hands over to the part after a part.
    pub(super) fn hand_over(&self, part: usize, handover: Handover) {
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = (part + 1, handover);
        self.changed.notify_all();
    }
}
