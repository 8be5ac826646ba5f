//! From attacks to indices.
//!
//! For both perspectives, 16 attacks are numbered by arithmetic: the first half of a half register
//! is what White sees, the second what Black sees. For one perspective, a half register has 32
//! attacks, and a table has the number of each attack: vector operations are the bottleneck, and 16
//! lookups take fewer of them than the arithmetic.

use crate::threat_set::{
    AS_KING, AS_PAWN, ATTACKERS, JUMPING, MOVES_DIAGONALLY, MOVES_STRAIGHT, ThreatSet,
};
use crate::{attacks::Attacks, changed::Index, changed::sealed::Both, geometry::BLACK};
use crate::{numbers::NUMBERS, step::View};
use setwise_core::{ByteVector, Vector};
use setwise_x86::{Avx512, HalfZmm};

pub(super) type Zmm = setwise_x86::Zmm<Avx512>;

/// Attacks without gaps.
pub(super) struct Packed {
    pub(super) from: Zmm,
    pub(super) to: Zmm,
    pub(super) attacker: Zmm,
    pub(super) victim: Zmm,
}

/// Attacks as perspectives see them.
struct Seen {
    from: HalfZmm,
    to: HalfZmm,
    /// Which attacks imply the attack back. The one from the greater square counts.
    mutual: HalfZmm,
    /// Which attacks do not count, because the attack back counts.
    exchange: HalfZmm,
    /// The attacker of the attack that counts.
    attacker: HalfZmm,
    /// The index of the first feature of the pair, for own attackers.
    base: Zmm,
    /// Which attackers are the opponent's.
    theirs: u32,
}

/// Converts the squares and codes of attackers and victims to the views of the perspectives.
#[cfg_attr(not(unoptimized), inline(always))]
fn see<S: ThreatSet>(
    [from, to, attacker, victim]: [HalfZmm; 4],
    views: HalfZmm,
    key_of_victim: impl FnOnce(HalfZmm) -> HalfZmm,
) -> Seen {
    let (from, to) = (from ^ views, to ^ views);
    let mutual = attacker
        .look_up_16(&ATTACKERS.mutual[0])
        .equal(victim.look_up_16(&ATTACKERS.mutual[1]));
    let exchange = mutual & to.greater(from);
    let (a, v) = (
        HalfZmm::select(exchange, victim, attacker),
        HalfZmm::select(exchange, attacker, victim),
    );
    let key = a
        .look_up_16(&S::RULES.key_of_attacker)
        .add(key_of_victim(v));
    Seen {
        from,
        to,
        mutual,
        exchange,
        attacker: a,
        base: key.widen().look_up_words(&S::RULES.bases),
        // The view of Black has the bit of Black's pieces, because it flips ranks.
        theirs: (a ^ views).has(BLACK),
    }
}

/// Stores the halves of 32 words, plus the features of own attackers where attackers are theirs.
#[cfg_attr(not(unoptimized), inline(always))]
fn store<S: ThreatSet, T: Index>(
    token: Avx512,
    (words, theirs): (Zmm, u32),
    halves: [&mut [T; 16]; 2],
) {
    match T::both(halves) {
        Both::Narrow([low, high]) => {
            let half = u64::from((S::SIZE / 2) as u16) * 0x0001_0001_0001_0001;
            let more = words.add_words(Zmm::splat(token, half));
            Zmm::select_words(u64::from(theirs), more, words).store_half_words(low, high);
        }
        Both::Wide([low, high]) => {
            words.store_half_words_wide((theirs, S::SIZE / 2), low, high);
        }
    }
}

/// Numbers 16 attacks as both perspectives see them.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn of_both<S: ThreatSet, T: Index>(
    token: Avx512,
    attacks: &Packed,
    views: [View; 2],
    out: [&mut [T; 16]; 2],
) {
    let twice = [attacks.from, attacks.to, attacks.attacker, attacks.victim].map(Zmm::low_twice);
    let views = HalfZmm::splat_halves(token, views[0].0, views[1].0);
    let key_of_victim = |v: HalfZmm| v.look_up_16_by_half(&S::RULES.key_of_victim);
    let seen = see::<S>(twice, views, key_of_victim);
    store::<S, T>(token, (numbers::<S>(token, &seen), seen.theirs), out);
}

/// Numbers 32 attacks as one perspective (0 White, 1 Black) sees them, of which `len` matter.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn of_one<S: ThreatSet, T: Index>(
    token: Avx512,
    attacks: [HalfZmm; 4],
    len: usize,
    (view, side): (View, usize),
    out: &mut [T; 32],
) {
    let views = HalfZmm::splat(token, view.0);
    let key_of_victim = |v: HalfZmm| v.look_up_16(&S::RULES.key_of_victim[side & 1]);
    let [_, _, attacker, _] = attacks;
    let seen = see::<S>(attacks, views, key_of_victim);
    // Both attackers of a mutual attack have the same table, and the order of the squares decides
    // which one counts. That order is known earlier than `exchange`.
    let (from, to) = (seen.from, seen.to);
    let table = attacker.look_up_16(&ATTACKERS.places);
    let f = HalfZmm::select(seen.mutual, from.max(to), from);
    let t = HalfZmm::select(seen.mutual, from.min(to) | table, to | table);
    let numbers = Zmm::load_each(t, f, &NUMBERS, len > 16);
    let words = seen.base.add_words(numbers);
    if let ([low, high], _) = out.as_chunks_mut::<16>() {
        store::<S, T>(token, (words, seen.theirs), [low, high]);
    }
}

#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn number<S: ThreatSet, T: Index>(
    token: Avx512,
    attacks: &Attacks,
    view: (View, usize),
    out: &mut [T],
) {
    let mut left = attacks.len as usize;
    let (chunks, _) = attacks.packed.as_chunks::<32>();
    for (chunk, out) in chunks.iter().zip(out.as_chunks_mut::<32>().0) {
        let [to, from, attacker, victim] = Zmm::load_records(token, chunk);
        of_one::<S, T>(token, [from, to, attacker, victim], left, view, out);
        if left <= 32 {
            break;
        }
        left -= 32;
    }
}

/// The numbers of 16 attacks for both perspectives by arithmetic: indices, less the features of own
/// attackers where the attacker is the opponent's.
#[cfg_attr(not(unoptimized), inline(always))]
fn numbers<S: ThreatSet>(token: Avx512, seen: &Seen) -> Zmm {
    let (f, t) = (
        HalfZmm::select(seen.exchange, seen.to, seen.from),
        HalfZmm::select(seen.exchange, seen.from, seen.to),
    );
    // How the attacker moves.
    let moves = seen.attacker.look_up_16(&ATTACKERS.moves);
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
    let words = seen.base.add_words(below.widen_signed()).add_words(offsets);
    let fourteen = Zmm::splat(token, 0x000e_000e_000e_000e);
    words.add_words(fourteens.widen().mul_words(fourteen))
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
