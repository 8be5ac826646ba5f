//! The calls of `setwise-threats`, whose instructions `setwise-cost` counts. Each has two callers:
//! code with one would be inlined.

use setwise_threats::{Before, Changed, FullThreats, Level, Perspective, Records, Updater, View};

#[derive(Default)]
pub struct Found(Records, Changed<u16>, Changed<u16>);

/// Finds what a move changes, in all ways.
pub fn changes(level: Level, before: &Before, views: [View; 2], found: &mut Found) {
    let updater = Updater::<FullThreats>::new(level);
    updater.records(before, &mut found.0);
    updater.changes(before, views, &mut found.1);
    updater.changes_of(before, Perspective::White, views[0], &mut found.2);
}

/// Finds what the last of some moves changes.
pub fn last(level: Level, moves: &[Before], views: [View; 2], found: &mut Found) {
    let updater = Updater::<FullThreats>::new(level);
    for before in moves {
        updater.records(before, &mut found.0);
        updater.changes(before, views, &mut found.1);
        updater.changes_of(before, Perspective::White, views[0], &mut found.2);
    }
}
