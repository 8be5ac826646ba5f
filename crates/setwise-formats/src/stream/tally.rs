use crate::stream::{OnDamage, ReadPoint, Totals};
use crate::vocabulary::Damage;

#[derive(Default)]
pub(crate) struct Tally<'a> {
    pub(crate) on_damage: OnDamage<'a>,
    pub(crate) totals: Totals,
    pub(crate) lines: u64,
    /// The greatest number of a game.
    pub(crate) last_game: u32,
    pub(crate) first_damage: Option<Damage>,
    /// The first damage before the point where the reader began, as text.
    pub(crate) earlier_damage: Option<String>,
}

impl<'a> Tally<'a> {
    pub(crate) fn restore(&mut self, point: &ReadPoint) {
        self.totals = point.totals;
        self.lines = point.lines;
        self.earlier_damage.clone_from(&point.first_damage);
    }

    /// Returns the point that reading has reached, where the decoder has this state.
    pub(crate) fn point(&self, state: u64) -> ReadPoint {
        ReadPoint {
            totals: self.totals,
            lines: self.lines,
            state,
            first_damage: match (&self.earlier_damage, &self.first_damage) {
                (Some(earlier), _) => Some(earlier.clone()),
                (None, first) => first.as_ref().map(ToString::to_string),
            },
        }
    }

    pub(crate) fn note(&mut self, damage: &Damage) {
        self.first_damage.get_or_insert_with(|| damage.clone());
    }

    /// Returns damage of a part of the input that begins here, with its place in the whole input.
    pub(crate) fn located(&self, mut damage: Damage) -> Damage {
        damage.number += self.totals.units + self.totals.damaged;
        damage.offset += self.totals.bytes;
        damage.line = damage.line.map(|line| line + self.lines);
        damage
    }

    /// As [`located`](Self::located), for a point.
    pub(crate) fn located_point(&self, point: &ReadPoint) -> ReadPoint {
        let mut totals = self.totals;
        totals.add(point.totals);
        ReadPoint {
            totals,
            lines: self.lines + point.lines,
            ..self.point(point.state)
        }
    }

    /// Adds the numbers of a part of the input that begins here.
    pub(crate) fn add(&mut self, part: &Tally<'_>) {
        self.totals.add(part.totals);
        self.lines += part.lines;
        self.last_game = self.last_game.max(part.last_game);
    }
}
