//! Attacks as numbers of 32 bits, and from them to indices.

use crate::geometry::is_mutual;
use crate::numbers::{EXCHANGED, NUMBERS};
use crate::step::View;
use crate::threat_set::{PLACES, Rules};
use core::mem::offset_of;

/// An attack of one piece on another. It does not depend on a perspective.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Attack(pub(crate) u32);

impl Attack {
    #[inline]
    pub(crate) const fn new(from: u8, to: u8, attacker: u8, victim: u8) -> Self {
        let (to, from) = (to & 63, from & 63);
        let pair = attacker & 15 | victim << 4;
        Self(u32::from_le_bytes([to, from, pair, 0]))
    }

    /// Returns the square of the attacker.
    #[inline]
    pub const fn from(self) -> u8 {
        self.0.to_le_bytes()[1]
    }

    /// Returns the attacked square.
    #[inline]
    pub const fn to(self) -> u8 {
        self.0.to_le_bytes()[0]
    }

    /// Returns the code of the attacker ([`Played`](crate::Played)).
    #[inline]
    pub const fn attacker(self) -> u8 {
        self.0.to_le_bytes()[2] & 15
    }

    /// Returns the code of the attacked piece.
    #[inline]
    pub const fn victim(self) -> u8 {
        self.0.to_le_bytes()[2] >> 4
    }

    pub(crate) const fn reversed(self) -> Self {
        Self::new(self.to(), self.from(), self.victim(), self.attacker())
    }

    /// Returns the attack, or the mutual one from the greater square: the same for equal features.
    const fn canonical(self) -> Self {
        if is_mutual(self.attacker(), self.victim()) && self.from() < self.to() {
            self.reversed()
        } else {
            self
        }
    }
}

/// The attacks that a move removes, then those that it adds. One of mutual attacks stands for both.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Attacks {
    pub(crate) packed: [u32; Self::CAPACITY],
    pub(crate) removed: u32,
    pub(crate) len: u32,
}

/// Where the header of `setwise-threats-capi` expects the attacks, the number of removed ones, and
/// of all.
pub const ATTACKS_OFFSETS: [usize; 3] = [
    offset_of!(Attacks, packed),
    offset_of!(Attacks, removed),
    offset_of!(Attacks, len),
];

impl Attacks {
    /// The number of attacks that there is room for.
    ///
    /// A step changes at most 64 pairs; four squares have at most 96 attacks before and after.
    pub const CAPACITY: usize = 384;

    /// Returns no attacks.
    pub const fn new() -> Self {
        Self {
            packed: [0; Self::CAPACITY],
            removed: 0,
            len: 0,
        }
    }

    /// Returns the removed attacks.
    #[inline]
    pub fn removed(&self) -> impl ExactSizeIterator<Item = Attack> {
        let (removed, _) = self.parts();
        removed.iter().map(|packed| Attack(*packed))
    }

    /// Returns the added attacks.
    #[inline]
    pub fn added(&self) -> impl ExactSizeIterator<Item = Attack> {
        let (_, added) = self.parts();
        added.iter().map(|packed| Attack(*packed))
    }

    #[inline]
    fn parts(&self) -> (&[u32], &[u32]) {
        let all = self.packed.get(..self.len as usize).unwrap_or_default();
        all.split_at_checked(self.removed as usize)
            .unwrap_or_default()
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        (self.removed, self.len) = (0, 0);
    }

    /// Appends the records of another step. An attack that one step adds and the other removes is
    /// dropped. Returns whether there is room for the records.
    pub(crate) fn join(&mut self, step: &Self) -> bool {
        let (mut removed, mut added) = (List::new(), List::new());
        for attack in self.removed() {
            removed.push(attack);
        }
        for attack in self.added() {
            added.push(attack);
        }
        for attack in step.removed() {
            if !added.remove(attack) {
                removed.push(attack);
            }
        }
        for attack in step.added() {
            if !removed.remove(attack) {
                added.push(attack);
            }
        }
        let all = removed.attacks().iter().chain(added.attacks());
        for (to, from) in self.packed.iter_mut().zip(all) {
            *to = from.0;
        }
        self.removed = removed.len as u32;
        self.len = (removed.len + added.len) as u32;
        removed.fits && added.fits
    }
}

impl Default for Attacks {
    fn default() -> Self {
        Self::new()
    }
}

/// Attacks without duplicates.
struct List {
    attacks: [Attack; Attacks::CAPACITY / 2],
    len: usize,
    fits: bool,
}

impl List {
    const fn new() -> Self {
        Self {
            attacks: [Attack(0); Attacks::CAPACITY / 2],
            len: 0,
            fits: true,
        }
    }

    fn attacks(&self) -> &[Attack] {
        self.attacks.get(..self.len).unwrap_or_default()
    }

    fn push(&mut self, attack: Attack) {
        if let Some(place) = self.attacks.get_mut(self.len) {
            *place = attack;
            self.len += 1;
        } else {
            self.fits = false;
        }
    }

    /// Removes an attack. Returns whether it was there.
    fn remove(&mut self, attack: Attack) -> bool {
        let same = |other: &Attack| other.canonical() == attack.canonical();
        let Some(at) = self.attacks().iter().position(same) else {
            return false;
        };
        let last = self.attacks().last().copied();
        if let (Some(last), Some(place)) = (last, self.attacks.get_mut(at)) {
            *place = last;
            self.len -= 1;
        }
        true
    }
}

/// The index of an attack that counts, as one perspective sees it (0 White, 1 Black).
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn index(rules: &Rules, attack: u32, view: View, side: usize) -> u32 {
    let pair = (attack >> 16) as usize & 255;
    let squares = attack as u16 ^ (u16::from(view.0) * 0x101);
    let place = (squares & 0x3f3f) as usize + usize::from(PLACES[pair]);
    let number = NUMBERS[place % NUMBERS.len()];
    let exchanged = usize::from(number / EXCHANGED);
    rules.of_pairs[pair][side & 1][exchanged].wrapping_add(u32::from(number))
}
