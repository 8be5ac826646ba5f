//! The threats that a move changes, by `setwise-threats`.

use super::{ThreatRule, Threats};
use crate::sets::pairs::view::orientation;
use crate::{Boards, Changes, Incremental};
use setwise_moves::Color;
use setwise_threats::{Bitboards, Perspective, Updater, View};

impl<R: ThreatRule> Incremental for Threats<R> {
    #[inline]
    fn refreshes(&self, before: &Boards, after: &Boards, perspective: Color) -> bool {
        orientation(before, perspective) != orientation(after, perspective)
    }

    #[inline]
    fn append_changes(&self, before: &Boards, after: &Boards, changes: &mut Changes) {
        let view = |side| View::new(side, after.king(Color::ALL[side as usize]));
        let views = Perspective::ALL.map(view);
        let [before, after] = [before, after].map(|boards| Bitboards {
            colors: &boards.colors,
            roles: &boards.roles,
        });
        changes.append_threats(|changed| {
            let updater = Updater::<R::Set>::new(setwise_dispatch::level());
            updater.changes_between(before, after, views, changed)
        });
    }
}
