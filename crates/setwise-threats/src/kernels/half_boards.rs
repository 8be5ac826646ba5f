//! AVX2 and NEON: the lanes in two half boards.
//!
//! The nearest squares are found in scalar code, their pieces by byte shuffles. All lanes are
//! stored; those that count are taken one by one, and numbered by lookups.

use super::words::nearest;
use super::{OneStep, ThreatOps};
use crate::attacks::Attacks;
use crate::changed::{Changed, Index};
use crate::geometry::{ADJACENT, JUMPS_FROM};
use crate::lanes::{IN_HALF_BOARDS, REMOVED_IN_HALF_BOARDS, ROWS};
use crate::numbers::{EXCHANGED, NUMBERS};
use crate::step::{Codes, View};
use crate::threat_set::{ATTACKERS, BITS, ThreatSet};
use setwise_core::{HalfBoard, Isa};

/// Attacks in half the lanes.
struct AttackLanes<V> {
    from: V,
    to: V,
    attacker: V,
    victim: V,
}

// These are methods and not closures, which would not be compiled for the instruction set.
impl<V: HalfBoard> AttackLanes<V> {
    /// The columns of records.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn columns(&self) -> [V; 3] {
        [self.to, self.from, self.attacker.join_nibbles(self.victim)]
    }

    /// The same with the bits of places in the table of numbers, as a view sees them.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn places(&self, token: V::Token, view: View) -> [V; 3] {
        let [to, from, pair] = self.columns();
        let view = V::splat_halves(token, view.0, view.0);
        let table = self.attacker.look_up_16(&ATTACKERS.places);
        let attacker = self.attacker.look_up_16(&ATTACKERS.mutual[0]);
        let victim = self.victim.look_up_16(&ATTACKERS.mutual[1]);
        let mutual = attacker.equal(victim);
        let mutual = mutual.and(V::splat_halves(token, 0x40, 0x40));
        [to.xor(view).or(table), from.xor(view).or(mutual), pair]
    }
}

/// Pairs in half the lanes: the squares and pieces of both, and what counts.
struct Pairs<V> {
    other: V,
    other_code: V,
    partner: V,
    partner_code: V,
    /// The square next to the partner's in the direction of the lane.
    adjacent: V,
    far: V,
    near: V,
    out: V,
    both: V,
}

impl<V: HalfBoard> Pairs<V> {
    /// The attacks of all lanes, and which of them count, and which count twice.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn attacks<S: ThreatSet>(&self, token: V::Token) -> (AttackLanes<V>, u64, u64) {
        let bits = self.other_code.look_up_16(&BITS);
        let is_adjacent = self.other.equal(self.adjacent);
        let edge = V::select(is_adjacent, self.near, self.far);
        let counts = !V::bits(bits.disjoint(edge));
        // Whether the partner is attacked.
        let inward = bits.disjoint(self.out);
        let attacks = AttackLanes {
            from: V::select(inward, self.other, self.partner),
            to: V::select(inward, self.partner, self.other),
            attacker: V::select(inward, self.other_code, self.partner_code),
            victim: V::select(inward, self.partner_code, self.other_code),
        };
        if const { !S::KINGS } {
            return (attacks, counts.into(), 0);
        }
        let both = V::select(is_adjacent, self.both, V::splat_halves(token, 0, 0));
        let twice = !V::bits(bits.disjoint(both));
        (attacks, counts.into(), twice.into())
    }
}

/// The attacks of all lanes, then an entry that stands for no attack.
#[repr(C, align(64))]
struct Slots {
    /// The attacked square, and 256 times the attacker's.
    squares: [u16; 65],
    /// The attacker, and 16 times the victim.
    pairs: [u8; 65],
    /// The lanes that count, as bits.
    chosen: u64,
}

impl Slots {
    /// Stores the columns of attacks: both bytes of the squares, and pairs.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn new<V: HalfBoard>(halves: [[V; 3]; 2], chosen: u64) -> Self {
        let mut slots = Self {
            squares: [0; 65],
            pairs: [0; 65],
            chosen,
        };
        let squares = slots.squares.as_chunks_mut::<32>().0;
        let pairs = slots.pairs.as_chunks_mut::<32>().0;
        for (([low, high, pair], squares), pairs) in halves.into_iter().zip(squares).zip(pairs) {
            V::store_zipped(low, high, squares);
            pair.store(pairs);
        }
        slots
    }

    /// The number of removed ones, which come first, and of all.
    #[cfg_attr(not(unoptimized), inline(always))]
    const fn lens(&self) -> (u32, u32) {
        let removed = self.chosen & ((1 << REMOVED_IN_HALF_BOARDS) - 1);
        (removed.count_ones(), self.chosen.count_ones())
    }

    /// Calls `act` with the squares and the pair of each attack that counts. The first eight calls
    /// are made without a branch, even if there are fewer attacks.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn each<T>(&self, out: &mut [T], act: impl Fn(u16, u8) -> T) {
        let mut left = self.chosen;
        let mut next = || {
            let slot = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            act(self.squares[slot], self.pairs[slot])
        };
        let Some((first, rest)) = out.split_first_chunk_mut::<8>() else {
            return;
        };
        for place in first {
            *place = next();
        }
        let more = (self.chosen.count_ones() as usize).saturating_sub(8);
        for place in rest.iter_mut().take(more) {
            *place = next();
        }
    }
}

/// Looks up tables by pieces across a square: straight and diagonally in turn.
#[cfg_attr(not(unoptimized), inline(always))]
fn across<V: HalfBoard>(token: V::Token, pieces: V, [straight, diagonal]: [&[u8; 16]; 2]) -> V {
    let diagonally = V::from_words(token, [0xff00_ff00_ff00_ff00; 4]);
    let (diagonal, straight) = (pieces.look_up_16(diagonal), pieces.look_up_16(straight));
    V::select(diagonally, diagonal, straight)
}

/// The attacks that a step removes and adds, and which lanes have them. Returns `None` if two
/// pieces have two features, which only happens with kings.
#[cfg_attr(not(unoptimized), inline(always))]
fn attacks<V: HalfBoard, S: ThreatSet, C: Codes>(
    token: V::Token,
    codes: C,
    ((mailbox, occupied), step): OneStep<'_>,
) -> Option<([AttackLanes<V>; 2], u64)> {
    let rules = S::RULES;
    let (from, to) = (step.from(), step.to());
    let occupied = occupied & !(1 << from);
    let others = [
        nearest(from, occupied),
        JUMPS_FROM.0[usize::from(from)],
        nearest(to, occupied),
        JUMPS_FROM.0[usize::from(to)],
    ];
    let other = V::from_words(token, others);
    let mut other_code = other.look_up_64_or_zero(mailbox);
    if let Some(table) = codes.table() {
        other_code = other_code.look_up_16(table).zero_where_64(other);
    }
    let (moved, captured, placed) = (step.moved(), step.captured(), step.placed());
    let of_moved = &rules.rows[usize::from(moved)];
    let of_captured = &rules.rows[usize::from(captured)];
    let of_placed = &rules.rows[usize::from(placed)];
    let (by_from, by_to) = (&ADJACENT.0[usize::from(from)], &ADJACENT.0[usize::from(to)]);
    let first = Pairs {
        other,
        other_code,
        partner: V::splat_halves(token, from, to),
        partner_code: V::splat_halves(token, moved, captured),
        adjacent: V::join(token, by_from, by_to),
        far: V::join(token, &of_moved.far, &of_captured.far),
        near: V::join(token, &of_moved.near, &of_captured.near),
        out: V::join(token, &of_moved.out, &of_captured.out),
        both: V::join(token, &of_moved.both, &of_captured.both),
    };
    // Pairs across `to` and `from`: one end in the first eight bytes, the other in the next eight.
    // Then those of the placed piece. Pairs across a square are not adjacent.
    let ends = other.zip_second_quarters();
    let end_codes = other_code.zip_second_quarters();
    let [far, diagonal_far, out_table, diagonal_out] = &rules.across;
    let far = across(token, end_codes, [far, diagonal_far]);
    let outs = across(token, end_codes, [out_table, diagonal_out]);
    let second = Pairs {
        other: other.zip_halves(),
        other_code: other_code.zip_halves(),
        partner: ends.with_upper_half(V::splat_halves(token, to, to)),
        partner_code: end_codes.with_upper_half(V::splat_halves(token, placed, placed)),
        adjacent: V::join(token, by_to, by_to),
        far: far.with_upper_half(V::join(token, &of_placed.far, &of_placed.far)),
        near: far.with_upper_half(V::join(token, &of_placed.near, &of_placed.near)),
        out: outs.with_upper_half(V::join(token, &of_placed.out, &of_placed.out)),
        both: V::join(token, &[0; 16], &of_placed.both),
    };
    let (first, first_counts, first_twice) = first.attacks::<S>(token);
    let (second, second_counts, second_twice) = second.attacks::<S>(token);
    let lanes = IN_HALF_BOARDS[step.row() % ROWS];
    if S::KINGS && (first_twice | second_twice << 32) & lanes != 0 {
        return None;
    }
    let chosen = (first_counts | second_counts << 32) & lanes;
    Some(([first, second], chosen))
}

/// Stores the attacks with their places in the table of numbers, as one view sees them. As another
/// view sees them, the bits of the squares are different.
#[cfg_attr(not(unoptimized), inline(always))]
fn places<V: HalfBoard>(
    token: V::Token,
    (halves, chosen): ([AttackLanes<V>; 2], u64),
    view: View,
) -> Slots {
    let columns = [halves[0].places(token, view), halves[1].places(token, view)];
    Slots::new(columns, chosen)
}

/// The index of an attack from its place in the table of numbers.
#[cfg_attr(not(unoptimized), inline(always))]
fn index<S: ThreatSet>(place: u16, pair: u8, side: usize) -> u32 {
    let number = NUMBERS[usize::from(place) % NUMBERS.len()];
    let exchanged = usize::from(number / EXCHANGED);
    S::RULES.of_pairs[usize::from(pair)][side & 1][exchanged].wrapping_add(u32::from(number))
}

/// An instruction set with half boards.
pub(crate) trait InHalfBoards: Isa {
    type Half: HalfBoard<Token = Self>;

    /// [`ThreatOps::single`].
    #[cfg_attr(not(unoptimized), inline(always))]
    fn single_number(number: u32) -> u32 {
        number
    }
}

#[cfg(target_arch = "x86_64")]
impl InHalfBoards for setwise_x86::Avx2 {
    type Half = setwise_x86::Ymm<Self>;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn single_number(number: u32) -> u32 {
        setwise_x86::opaque(number)
    }
}

#[cfg(neon)]
impl InHalfBoards for setwise_neon::Neon {
    type Half = setwise_neon::QuadPair;
}

impl<K: InHalfBoards> ThreatOps for K {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn single(self, number: u32) -> u32 {
        K::single_number(number)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn attacks<S: ThreatSet, C: Codes>(self, codes: C, at: OneStep<'_>, out: &mut Attacks) -> bool {
        let Some((halves, chosen)) = attacks::<K::Half, S, C>(self, codes, at) else {
            return false;
        };
        let slots = Slots::new([halves[0].columns(), halves[1].columns()], chosen);
        (out.removed, out.len) = slots.lens();
        slots.each(&mut out.packed, |squares, pair| {
            self.single(u32::from(squares) | u32::from(pair) << 16)
        });
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
        let Some(found) = attacks::<K::Half, S, C>(self, codes, at) else {
            return false;
        };
        let slots = places(self, found, views[0]);
        (out.removed, out.len) = slots.lens();
        let other_view = u16::from(views[0].0 ^ views[1].0) * 0x101;
        let [white, black] = out.threats_mut();
        slots.each(white, |place, pair| {
            T::from_u32(self.single(index::<S>(place, pair, 0)))
        });
        slots.each(black, |place, pair| {
            T::from_u32(self.single(index::<S>(place ^ other_view, pair, 1)))
        });
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
        let Some(found) = attacks::<K::Half, S, C>(self, codes, at) else {
            return false;
        };
        let slots = places(self, found, view);
        (out.removed, out.len) = slots.lens();
        let [white, black] = out.threats_mut();
        let list = if side == 0 { white } else { black };
        slots.each(list, |place, pair| {
            T::from_u32(self.single(index::<S>(place, pair, side)))
        });
        true
    }
}
