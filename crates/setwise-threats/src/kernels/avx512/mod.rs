//! AVX-512 with VBMI, VBMI2, BITALG, CD and GFNI (Ice Lake, Zen 4 and later).
//!
//! All lanes are in one register. The lanes that count are compressed once, and then numbered.

mod numbers;

use super::{OneStep, ThreatOps};
use crate::attacks::{Attacks, index};
use crate::changed::{Changed, Index};
use crate::geometry::{DIRECTIONS, JUMPS_FROM, RAYS};
use crate::lanes::{
    CAPTURED, COVERED, DISCOVERED, FROM, LANES, PAIRS, PLACED, REMOVED, ROWS, lies,
};
use crate::step::{Codes, View};
use crate::threat_set::{BITS, Rules, ThreatSet};
use core::ops::Range;
use setwise_core::{ByteVector, Vector};
use setwise_x86::{Avx512, opaque};

use numbers::{Packed, Zmm};

/// By lane: the places of its squares and pieces in the first register, and their relation.
#[repr(align(64))]
struct LaneTables {
    /// The byte of the first register (below 64) or of the second that is the other's square.
    other: [u8; 64],
    /// The byte of the first register that is the partner's square.
    partner: [u8; 64],
    /// The byte of the first register that is the partner's code or, in [`PAIRS`], its square.
    partner_code: [u8; 64],
    /// The relation of the other to the partner, from [`lies`].
    lies: [u8; 64],
    /// The difference of the squares if they are adjacent; 0 where that does not matter.
    delta: [u8; 64],
}

// Each word of the first register has the nearest squares in one direction, and the step.
const NEAR_FROM: u8 = 0;
const NEAR_TO: u8 = 1;
const AT_FROM: u8 = 2;
const AT_TO: u8 = 3;
const CODE_FROM: u8 = 4;
const CODE_PLACED: u8 = 5;
const CODE_CAPTURED: u8 = 6;

static LANE: LaneTables = {
    let mut t = LaneTables {
        other: [0; 64],
        partner: [0; 64],
        partner_code: [0; 64],
        lies: [0; 64],
        delta: [0; 64],
    };
    let groups = [
        (FROM, NEAR_FROM, 64, AT_FROM, CODE_FROM),
        (CAPTURED, NEAR_TO, 72, AT_TO, CODE_CAPTURED),
        (PLACED, NEAR_TO, 72, AT_TO, CODE_PLACED),
    ];
    let mut g = 0;
    while g < groups.len() {
        let (first, near, jumps, at, code) = groups[g];
        let mut i = 0;
        while i < 16 {
            let (lane, d) = (first + i, (i % 8) as u8);
            t.other[lane] = if i < 8 { 8 * d + near } else { jumps + d };
            t.partner[lane] = at;
            t.partner_code[lane] = code;
            t.lies[lane] = lies(i);
            if i < 8 {
                t.delta[lane] = (DIRECTIONS[i].0 + 8 * DIRECTIONS[i].1) as u8;
            }
            i += 1;
        }
        g += 1;
    }
    let pairs = [(COVERED, NEAR_TO), (DISCOVERED, NEAR_FROM)];
    let mut g = 0;
    while g < pairs.len() {
        let (first, near) = pairs[g];
        let mut d = 0;
        while d < 4 {
            let lane = first + d;
            t.other[lane] = 8 * d as u8 + near;
            t.partner[lane] = 8 * (d as u8 + 4) + near;
            t.partner_code[lane] = t.partner[lane];
            t.lies[lane] = lies(d);
            d += 1;
        }
        g += 1;
    }
    t
};

/// Attacks in lanes, and the lanes that count.
struct AttackLanes {
    from: Zmm,
    to: Zmm,
    attacker: Zmm,
    victim: Zmm,
    counts: u64,
}

impl AttackLanes {
    /// The number of attacks, and of those that the step removes, which come first.
    #[cfg_attr(not(unoptimized), inline(always))]
    const fn len(&self) -> (u32, u32) {
        let all = self.counts.count_ones();
        (all, (self.counts & REMOVED).count_ones())
    }

    /// The attacks that count, one after the other.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn packed(self) -> Packed {
        Packed {
            from: self.from.compress(self.counts),
            to: self.to.compress(self.counts),
            attacker: self.attacker.compress(self.counts),
            victim: self.victim.compress(self.counts),
        }
    }
}

impl Packed {
    /// Numbers the attacks at `places`, after those that vectors number at once.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn number_more<S: ThreatSet, T: Index>(
        &self,
        places: Range<usize>,
        (view, side): (View, usize),
        out: &mut [T],
    ) {
        let pair = self.attacker.join_nibbles(self.victim);
        let columns = Columns::new(self.to, self.from, pair);
        number_more(S::RULES, &columns, places, (view, side), out);
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
fn load(token: Avx512, table: &[u8; 64]) -> Zmm {
    Zmm::load_bytes(token, table)
}

/// The nearest occupied square in each of eight directions, a word each.
#[cfg_attr(not(unoptimized), inline(always))]
fn nearest(token: Avx512, square: u8, occupied: Zmm) -> Zmm {
    (Zmm::load(token, &RAYS.0[usize::from(square & 63)]) & occupied).nearest_bits()
}

/// Finds the attacks that a step removes and adds; `None` if two pieces have two features (kings).
#[cfg_attr(not(unoptimized), inline(always))]
fn attacks<S: ThreatSet, C: Codes>(
    token: Avx512,
    codes: C,
    ((mailbox, occupied), step): OneStep<'_>,
) -> Option<AttackLanes> {
    let rules = S::RULES;
    let (from, to) = (step.from(), step.to());
    let board = match codes.table() {
        None => load(token, mailbox),
        Some(table) => load(token, mailbox).look_up_16(table),
    };
    let occupied = Zmm::splat(token, occupied & !(1 << from));
    let step_bytes = Zmm::splat(token, step.0 << 16);
    let (of_from, of_to) = (nearest(token, from, occupied), nearest(token, to, occupied));
    let first = of_from.or3(of_to.shl(8), step_bytes);
    let second = Zmm::two_words(
        token,
        JUMPS_FROM.0[usize::from(from)],
        JUMPS_FROM.0[usize::from(to)],
    );
    let none = Zmm::splat(token, 0);

    let other = load(token, &LANE.other).shuffle_two(&first, &second);
    let partner = first.shuffle_bytes(load(token, &LANE.partner));
    let other_code = other.shuffle_two(&board, &none);
    let code = first.shuffle_bytes(load(token, &LANE.partner_code));
    let partner_code = Zmm::select(PAIRS, code.shuffle_two(&board, &none), code);
    let adjacent = other.sub_bytes(partner).equal(load(token, &LANE.delta));
    let bits = other_code.look_up_16(&BITS);
    let row = partner_code | load(token, &LANE.lies);
    let (far, near) = (row.look_up_64(&rules.far), row.look_up_64(&rules.near));
    let edge = Zmm::select(adjacent, near, far);
    let counts = bits.intersects_among(edge, LANES[step.row() % ROWS]);
    if const { S::KINGS } {
        let twofold = bits.intersects(row.look_up_64(&rules.both)) & adjacent & !PAIRS;
        if twofold & counts != 0 {
            return None;
        }
    }
    let outward = bits.intersects(row.look_up_64(&rules.out));
    Some(AttackLanes {
        from: Zmm::select(outward, partner, other),
        to: Zmm::select(outward, other, partner),
        attacker: Zmm::select(outward, partner_code, other_code),
        victim: Zmm::select(outward, other_code, partner_code),
        counts,
    })
}

/// The bytes of attacks, for the few steps with more than 16.
struct Columns([[u8; 64]; 3]);

impl Columns {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn new(to: Zmm, from: Zmm, pair: Zmm) -> Self {
        let mut columns = [[0; 64]; 3];
        to.store_bytes(&mut columns[0]);
        from.store_bytes(&mut columns[1]);
        pair.store_bytes(&mut columns[2]);
        Self(columns)
    }

    fn attack(&self, i: usize) -> u32 {
        let ([to, from, pair], i) = (&self.0, i & 63);
        u32::from_le_bytes([to[i], from[i], pair[i], 0])
    }
}

#[cold]
#[inline(never)]
fn more_attacks(columns: &Columns, out: &mut Attacks) {
    for i in 16..(out.len as usize).min(64) {
        out.packed[i] = columns.attack(i);
    }
}

#[cold]
#[inline(never)]
fn number_more<T: Index>(
    rules: &Rules,
    columns: &Columns,
    places: Range<usize>,
    (view, side): (View, usize),
    out: &mut [T],
) {
    let some = out.iter_mut().enumerate().take(places.end.min(64));
    for (i, place) in some.skip(places.start) {
        *place = T::from_u32(index(rules, columns.attack(i), view, side));
    }
}

impl ThreatOps for Avx512 {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn single(self, number: u32) -> u32 {
        opaque(number)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn attacks<S: ThreatSet, C: Codes>(self, codes: C, at: OneStep<'_>, out: &mut Attacks) -> bool {
        let Some(found) = attacks::<S, C>(self, codes, at) else {
            return false;
        };
        let pair = found.attacker.join_nibbles(found.victim);
        let pair = pair.compress(found.counts);
        let to = found.to.compress(found.counts);
        let from = found.from.compress(found.counts);
        (out.len, out.removed) = found.len();
        if let Some(first) = out.packed.first_chunk_mut::<16>() {
            Zmm::store_records(to, from, pair, first);
        }
        if out.len > 16 {
            more_attacks(&Columns::new(to, from, pair), out);
        }
        true
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn changes<S: ThreatSet, C: Codes, T: Index>(
        self,
        codes: C,
        at: OneStep<'_>,
        views: [View; 2],
        out: &mut Changed<T>,
    ) -> bool {
        let Some(found) = attacks::<S, C>(self, codes, at) else {
            return false;
        };
        (out.len, out.removed) = found.len();
        let packed = found.packed();
        // Done first, so that the whole columns need no registers during the arithmetic.
        if out.len > 16 {
            let places = 16..out.len as usize;
            for (side, list) in out.threats_mut().into_iter().enumerate() {
                packed.number_more::<S, T>(places.clone(), (views[side], side), list);
            }
        }
        let [white, black] = out.threats_mut();
        if let (Some(white), Some(black)) = (white.first_chunk_mut(), black.first_chunk_mut()) {
            numbers::of_both::<S, T>(self, &packed, views, [white, black]);
        }
        true
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn changes_of<S: ThreatSet, C: Codes, T: Index>(
        self,
        codes: C,
        at: OneStep<'_>,
        (view, side): (View, usize),
        out: &mut Changed<T>,
    ) -> bool {
        let Some(found) = attacks::<S, C>(self, codes, at) else {
            return false;
        };
        (out.len, out.removed) = found.len();
        let packed = found.packed();
        let len = out.len as usize;
        let [white, black] = out.threats_mut();
        let list = if side == 0 { white } else { black };
        if len > 32 {
            packed.number_more::<S, T>(32..len, (view, side), list);
        }
        if let Some(list) = list.first_chunk_mut() {
            let seen = [packed.from, packed.to, packed.attacker, packed.victim].map(Zmm::low);
            numbers::of_one::<S, T>(self, seen, len, (view, side), list);
        }
        true
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn number_one<S: ThreatSet, T: Index>(
        self,
        attacks: &Attacks,
        view: (View, usize),
        out: &mut [T],
    ) {
        numbers::number::<S, T>(self, attacks, view, out);
    }
}
