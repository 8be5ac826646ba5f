//! The optional parts of the sets: what a move changes, by `setwise-threats`, and the threats that
//! indices stand for.

use super::geometry::{ATTACKS, OFFSETS};
use super::tables::kind;
use super::{ThreatRule, Threats};
use crate::feature_set::changes::{Changes, Incremental};
use crate::feature_set::describe::{Describe, Feature, PlacedPiece};
use crate::sets::pieces::{PIECES, color_and_role};
use crate::{inputs::Boards, sets::pairs::view::orientation};
use setwise_core::{Square, Squares};
use setwise_moves::{Color, Role};
use setwise_threats::{Bitboards, Updater};

impl<R: ThreatRule> Incremental for Threats<R> {
    #[inline]
    fn refreshes(&self, before: &Boards, after: &Boards, perspective: Color) -> bool {
        orientation(before, perspective) != orientation(after, perspective)
    }

    #[inline]
    fn append_changes(&self, before: &Boards, after: &Boards, changes: &mut Changes) {
        let kings = Color::ALL.map(|color| after.king(color));
        let [before, after] = [before, after].map(|boards| Bitboards {
            colors: &boards.colors,
            roles: &boards.roles,
        });
        changes.append_threats(|changed| {
            let updater = Updater::<R::Set>::new(setwise_dispatch::level());
            let found = updater.changes_between(before, after, kings, changed);
            found.is_ok()
        });
    }
}

impl<R: ThreatRule> Describe for Threats<R> {
    fn describe(&self, index: u32) -> Option<Feature> {
        let pairs = (0..PIECES).flat_map(|a| (0..PIECES).map(move |b| (a, b)));
        pairs
            .filter(|&(a, b)| R::TARGETS[color_and_role(a).1][color_and_role(b).1] >= 0)
            .find_map(|(a, b)| {
                let number = index.checked_sub(R::TABLES.bases[0][PIECES * a + b])?;
                let (from, to) = attack(kind(a), number)?;
                let (attacker, attacked) = (placed(a, from), placed(b, to));
                Some(Feature::Threat { attacker, attacked })
            })
    }

    fn locate(&self, index: u32, boards: &Boards, perspective: Color) -> Option<Feature> {
        let orientation = orientation(boards, perspective);
        Some(self.describe(index)?.located(orientation, perspective))
    }
}

/// The attack with a number among all attacks of a kind on the empty board.
fn attack(kind: usize, number: u32) -> Option<(Square, Square)> {
    let offsets = &OFFSETS[kind];
    let from = offsets[1..].partition_point(|&end| u32::from(end) <= number);
    let nth = number - u32::from(offsets[from]);
    let to = Squares(*ATTACKS[kind].get(from)?).nth(nth as usize)?;
    Some((Square::wrapping(from), to))
}

fn placed(piece: usize, square: Square) -> PlacedPiece {
    let (color, role) = color_and_role(piece);
    PlacedPiece {
        color: Color::ALL[color],
        role: Role::ALL[role],
        square,
    }
}
