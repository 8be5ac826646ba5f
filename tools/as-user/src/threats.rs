//! The calls of `setwise-threats`, whose instructions `setwise-cost` counts. Each has two callers:
//! code with one would be inlined.

use setwise_threats::{Attacks, Before, Changed, FullThreats, Level, Perspective, Updater};

#[derive(Default)]
pub struct Found(Attacks, Changed<u16>, Changed<u16>);

/// Finds what a move changes, in all ways.
pub fn changes(level: Level, before: &Before, kings: [u8; 2], found: &mut Found) {
    let updater = Updater::<FullThreats>::new(level);
    updater.attacks(before, &mut found.0);
    updater.changes(before, kings, &mut found.1);
    updater.changes_of(before, Perspective::White, kings[0], &mut found.2);
}

/// Finds what the last of some moves changes.
pub fn last(level: Level, moves: &[Before], kings: [u8; 2], found: &mut Found) {
    let updater = Updater::<FullThreats>::new(level);
    for before in moves {
        updater.attacks(before, &mut found.0);
        updater.changes(before, kings, &mut found.1);
        updater.changes_of(before, Perspective::White, kings[0], &mut found.2);
    }
}
