//! The changes of threats by a move, whose instructions `setwise-cost` counts.
#![cfg(feature = "threats")]

use setwise_threats::{Before, Changed, FullThreats, Level, Updater, View};

/// Finds what a move changes. Code with one caller would be inlined into it, so there are two.
pub fn changes(level: Level, before: &Before, views: [View; 2], out: &mut Changed<u16>) {
    Updater::<FullThreats>::new(level).changes(before, views, out);
}

/// Finds what the last of some moves changes.
pub fn last(level: Level, moves: &[Before], views: [View; 2], out: &mut Changed<u16>) {
    for before in moves {
        Updater::<FullThreats>::new(level).changes(before, views, out);
    }
}
