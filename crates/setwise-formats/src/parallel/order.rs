use crate::stream::Cut;
use std::sync::{Condvar, Mutex, PoisonError};

/// What the parts of an input share, and what each of them gets from the parts before it.
pub(super) struct Order {
    pub(super) cut: Cut,
    pub(super) limits: Limits,
    /// The first part that is not decoded, and the handover to it.
    next: Mutex<(usize, Handover)>,
    changed: Condvar,
}

/// The sizes of parts.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    /// The number of bytes of a part that has no long unit, and of any part.
    pub(super) bytes: usize,
    pub(super) max_bytes: usize,
    /// The number of records, about, with which a part is given away before its end, and after
    /// which it waits until that can be done.
    pub(super) records: usize,
    pub(super) waiting_records: usize,
}

/// What only decoding the parts before a part shows.
#[derive(Default)]
pub(super) struct Handover {
    /// The number of games in them.
    pub(super) games: u64,
    /// The state of the decoder after them, without games, and the bytes that it has left, with
    /// those that [show](Cut::overlap) the cut.
    pub(super) state: u64,
    pub(super) rest: Vec<u8>,
}

impl Order {
    /// The games before a state of the decoder are those before the first part.
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

    /// Waits for the handover to a part. A thread works on each part before it, or has done so.
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
