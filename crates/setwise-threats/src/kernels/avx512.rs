//! AVX-512 with VBMI, VBMI2, BITALG, CD and GFNI (Ice Lake, Zen 4 and later).
//!
//! All lanes are in one register. What counts is compressed once, then 16 attacks are numbered for
//! both perspectives at once: the first half of a half register is what White sees, the second what
//! Black sees.

use crate::changed::sealed::Both;
use crate::changed::{Changed, Index};
use crate::geometry::{BLACK, DIRECTIONS, JUMPS_FROM, RAYS};
use crate::lanes::{
    CAPTURED, COVERED, DISCOVERED, FROM, LANES, PAIRS, PLACED, REMOVED, ROWS, lies,
};
use crate::records::{Records, index};
use crate::rules::{
    AS_KING, AS_PAWN, ATTACKERS, BITS, JUMPING, MOVES_DIAGONALLY, MOVES_STRAIGHT, Rules, ThreatSet,
};
use crate::step::{Codes, Step, View};
use setwise_core::{ByteVector, Vector};
use setwise_x86::{Avx512, HalfZmm};

type Zmm = setwise_x86::Zmm<Avx512>;

/// By lane: where its squares and pieces are in the first register, and how they lie.
#[repr(align(64))]
struct LaneTables {
    /// The byte of the first register (below 64) or of the second that is the other's square.
    other: [u8; 64],
    /// The byte of the first register that is the partner's square.
    partner: [u8; 64],
    /// The byte of the first register that is the partner's code; of pairs across a square, its
    /// square.
    partner_code: [u8; 64],
    /// How the other lies.
    lies: [u8; 64],
    /// The difference of the squares if they are adjacent; 0 where that does not matter.
    delta: [u8; 64],
}

// Each word of the first register has the nearest squares in one direction, and in the same places
// of all words the step.
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
struct Attacks {
    from: Zmm,
    to: Zmm,
    attacker: Zmm,
    victim: Zmm,
    counts: u64,
}

impl Attacks {
    /// The number of attacks, and of those that the step removes, which come first.
    #[cfg_attr(not(unoptimized), inline(always))]
    const fn len(&self) -> (u32, u32) {
        (
            self.counts.count_ones(),
            (self.counts & REMOVED).count_ones(),
        )
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

/// Finds the attacks that a step removes and adds. Returns `None` if two pieces have two features,
/// which only happens with kings.
#[cfg_attr(not(unoptimized), inline(always))]
fn attacks<S: ThreatSet, C: Codes>(
    token: Avx512,
    codes: C,
    (mailbox, occupied): (&[u8; 64], u64),
    step: Step,
) -> Option<Attacks> {
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
    Some(Attacks {
        from: Zmm::select(outward, partner, other),
        to: Zmm::select(outward, other, partner),
        attacker: Zmm::select(outward, partner_code, other_code),
        victim: Zmm::select(outward, other_code, partner_code),
        counts,
    })
}

/// Finds the attacks that a step removes and adds. Returns `false` if two pieces have two features,
/// which only happens with kings; there are no records then.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn records<S: ThreatSet, C: Codes>(
    token: Avx512,
    codes: C,
    position: (&[u8; 64], u64),
    step: Step,
    out: &mut Records,
) -> bool {
    let Some(found) = attacks::<S, C>(token, codes, position, step) else {
        return false;
    };
    let pair = found
        .attacker
        .join_nibbles(found.victim)
        .compress(found.counts);
    let (to, from) = (
        found.to.compress(found.counts),
        found.from.compress(found.counts),
    );
    (out.len, out.removed) = found.len();
    if let Some(first) = out.records.first_chunk_mut::<16>() {
        Zmm::store_records(to, from, pair, first);
    }
    if out.len > 16 {
        more_records(&Columns::new(to, from, pair), out);
    }
    true
}

/// The bytes of records, for the few steps with more than 16.
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

    fn record(&self, i: usize) -> u32 {
        let [to, from, pair] = &self.0;
        u32::from_le_bytes([to[i], from[i], pair[i], 0])
    }
}

#[cold]
#[inline(never)]
fn more_records(columns: &Columns, out: &mut Records) {
    for i in 16..(out.len as usize).min(64) {
        out.records[i] = columns.record(i);
    }
}

/// Finds the indices that a step removes and adds, as both perspectives see them. Returns `false`
/// if two pieces have two features, which only happens with kings; there are no indices then.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn changes<S: ThreatSet, C: Codes, T: Index>(
    token: Avx512,
    codes: C,
    position: (&[u8; 64], u64),
    step: Step,
    views: [View; 2],
    out: &mut Changed<T>,
) -> bool {
    let Some(found) = attacks::<S, C>(token, codes, position, step) else {
        return false;
    };
    (out.len, out.removed) = found.len();
    let packed = Attacks {
        from: found.from.compress(found.counts),
        to: found.to.compress(found.counts),
        attacker: found.attacker.compress(found.counts),
        victim: found.victim.compress(found.counts),
        counts: found.counts,
    };
    // Before the numbers, so that the columns need no registers for long.
    if out.len > 16 {
        let pair = packed.attacker.join_nibbles(packed.victim);
        more_changes(
            S::RULES,
            &Columns::new(packed.to, packed.from, pair),
            views,
            out,
        );
    }
    let (words, theirs) = numbers::<S>(token, &packed, views);
    let [white, black] = &mut out.lists;
    if let (Some(white), Some(black)) = (white.first_chunk_mut(), black.first_chunk_mut()) {
        match T::both([white, black]) {
            Both::Narrow([white, black]) => {
                let half = Zmm::splat(
                    token,
                    u64::from((S::SIZE / 2) as u16) * 0x0001_0001_0001_0001,
                );
                Zmm::select_words(u64::from(theirs), words.add_words(half), words)
                    .store_half_words(white, black);
            }
            Both::Wide([white, black]) => {
                words.store_half_words_wide((theirs, S::SIZE / 2), white, black);
            }
        }
    }
    true
}

#[cold]
#[inline(never)]
fn more_changes<T: Index>(
    rules: &Rules,
    columns: &Columns,
    views: [View; 2],
    out: &mut Changed<T>,
) {
    for i in 16..(out.len as usize).min(64) {
        for side in 0..2 {
            out.lists[side][i] = T::from_u32(index(rules, columns.record(i), views[side], side));
        }
    }
}

/// The indices of the first 16 attacks, less the features of own attackers if the attacker is the
/// opponent's, and which attackers are.
#[cfg_attr(not(unoptimized), inline(always))]
fn numbers<S: ThreatSet>(token: Avx512, attacks: &Attacks, views: [View; 2]) -> (Zmm, u32) {
    let rules = S::RULES;
    let views = HalfZmm::splat_halves(token, views[0].0, views[1].0);
    let (from, to) = (
        attacks.from.low_twice() ^ views,
        attacks.to.low_twice() ^ views,
    );
    let (attacker, victim) = (attacks.attacker.low_twice(), attacks.victim.low_twice());
    // Of two mutual attacks the one from the greater square counts.
    let mutual = attacker
        .look_up_16(&ATTACKERS.mutual[0])
        .equal(victim.look_up_16(&ATTACKERS.mutual[1]));
    let exchange = mutual & to.greater(from);
    let (f, t) = (
        HalfZmm::select(exchange, to, from),
        HalfZmm::select(exchange, from, to),
    );
    let (a, v) = (
        HalfZmm::select(exchange, victim, attacker),
        HalfZmm::select(exchange, attacker, victim),
    );
    // The base of the pair.
    let key = a
        .look_up_16(&rules.key_of_attacker)
        .add(v.look_up_16_by_half(&rules.key_of_victim));
    let base = key.widen().look_up_words(&rules.bases);
    // The view of Black has the bit of Black's pieces, because it flips ranks.
    let theirs = (a ^ views).has(BLACK);

    // How the attacker moves.
    let moves = a.look_up_16(&ATTACKERS.moves);
    let straight = moves.has(MOVES_STRAIGHT);
    let diagonal = moves.has(MOVES_DIAGONALLY);
    let jumps = moves.has(JUMPING);
    let as_pawn = moves.has(AS_PAWN);
    let nothing = HalfZmm::splat(token, 0);
    // Files and ranks. Truth values are -1 and 0.
    let (one, seven) = (HalfZmm::splat(token, 1), HalfZmm::splat(token, 7));
    let (file, to_file) = (f & seven, t & seven);
    let (rank, to_rank) = (f.ranks(), t.ranks());
    let ranks = to_rank.sub(rank).abs();
    let above = t.greater(f);
    let level = to_rank.equal(rank);
    let west = file.greater(to_file);
    let east = to_file.greater(file);
    // A rook: to_rank + east + 6 above; on its own rank to_rank + to_file - east.
    let steep = (above & HalfZmm::splat(token, 6)).sub(east);
    let flat = to_file.add(east);
    let rook = to_rank.add(HalfZmm::select(level, flat, steep));
    // A bishop, less what lies below it.
    let same = !(above ^ west);
    let left = ranks.saturating_sub(same & one);
    let right = ranks.saturating_sub(above & one);
    let between = left.min(file).add(right.min(file ^ seven));
    // Negative if not above: the complement plus one.
    let bishop = (!(between ^ above)).add(one.and_not(above));
    // A knight.
    let knight = lower(f, t, &ATTACKERS.jumps, &ATTACKERS.jumps_below);
    // A pawn: 14 for each rank, two for each file.
    let pawn = file.add(file).sub(HalfZmm::splat(token, 15)).sub(east);

    let below = HalfZmm::select_by_bits(straight, rook, nothing);
    let below = HalfZmm::select_by_bits(diagonal, below.add(bishop), below);
    let below = HalfZmm::select_by_bits(jumps, knight, below);
    let below = HalfZmm::select_by_bits(as_pawn, pawn, below);
    let fourteens = HalfZmm::select_by_bits(straight, f, nothing);
    let fourteens = HalfZmm::select_by_bits(as_pawn, rank, fourteens);

    let square = f.widen();
    let mut offsets =
        offset(square, diagonal, &ATTACKERS.bishops) | offset(square, jumps, &ATTACKERS.knights);
    let mut below = below;
    if const { S::KINGS } {
        let as_king = moves.has(AS_KING);
        let king = lower(f, t, &ATTACKERS.steps, &ATTACKERS.steps_below);
        below = HalfZmm::select_by_bits(as_king, king, below);
        offsets = offsets | offset(square, as_king, &ATTACKERS.kings);
    }
    let words = base.add_words(below.widen_signed()).add_words(offsets);
    let fourteen = Zmm::splat(token, 0x000e_000e_000e_000e);
    (
        words.add_words(fourteens.widen().mul_words(fourteen)),
        theirs,
    )
}

/// The number of jumps or steps from `f` to squares below `t`.
#[cfg_attr(not(unoptimized), inline(always))]
fn lower(f: HalfZmm, t: HalfZmm, on_board: &[u8; 64], below: &[u8; 64]) -> HalfZmm {
    (f.look_up_64(on_board) & t.sub(f).look_up_64(below)).count_bits()
}

/// The words of a table by square, where the bit is set.
#[cfg_attr(not(unoptimized), inline(always))]
fn offset(square: Zmm, bits: u32, table: &[u16; 64]) -> Zmm {
    Zmm::select_words(u64::from(bits), square.look_up_words(table), square.same(0))
}
