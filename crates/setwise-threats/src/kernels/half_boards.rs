//! AVX2 and NEON: the lanes in two half boards.
//!
//! The nearest squares are found in plain words, their pieces by byte shuffles. The records that
//! count are copied one by one, and then numbered by look-ups.

use super::words::nearest;
use crate::geometry::{ADJACENT, JUMPS_FROM};
use crate::lanes::{ROWS, in_half_boards};
use crate::records::Records;
use crate::rules::{BITS, ThreatSet};
use crate::step::{Codes, Step};
use setwise_core::HalfBoard;

/// The lanes by kind and way, in the order of a vector.
struct Lanes<V>(core::marker::PhantomData<V>);

impl<V: HalfBoard> Lanes<V> {
    const TABLE: &'static [u64; ROWS] = &in_half_boards(V::ORDER);
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
    /// Stores the records of all lanes. Returns which of them count, and which count twice.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn store<S: ThreatSet>(&self, token: V::Token, out: &mut [u32; 32]) -> (u64, u64) {
        let bits = self.other_code.look_up_16(&BITS);
        let is_adjacent = self.other.equal(self.adjacent);
        let edge = V::select(is_adjacent, self.near, self.far);
        let counts = !V::bits(bits.disjoint(edge));
        // Whether the partner is attacked.
        let inward = bits.disjoint(self.out);
        let attacker = V::select(inward, self.other_code, self.partner_code);
        let victim = V::select(inward, self.partner_code, self.other_code);
        let from = V::select(inward, self.other, self.partner);
        let to = V::select(inward, self.partner, self.other);
        V::store_records(to, from, attacker.join_nibbles(victim), out);
        if const { !S::KINGS } {
            return (counts.into(), 0);
        }
        let both = V::select(is_adjacent, self.both, V::splat_halves(token, 0, 0));
        (counts.into(), (!V::bits(bits.disjoint(both))).into())
    }
}

/// Looks up tables by pieces across a square: straight and diagonally in turn.
#[cfg_attr(not(unoptimized), inline(always))]
fn across<V: HalfBoard>(token: V::Token, pieces: V, [straight, diagonal]: [&[u8; 16]; 2]) -> V {
    let diagonally = V::from_words(token, [0xff00_ff00_ff00_ff00; 4]);
    V::select(
        diagonally,
        pieces.look_up_16(diagonal),
        pieces.look_up_16(straight),
    )
}

/// Finds the attacks that a step removes and adds. Returns `false` if two pieces have two features,
/// which only happens with kings; the records are then incomplete.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn records<V: HalfBoard, S: ThreatSet, C: Codes>(
    token: V::Token,
    codes: C,
    (mailbox, occupied): (&[u8; 64], u64),
    step: Step,
    out: &mut Records,
) -> bool {
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
    let other_code = match codes.table() {
        None => other.look_up_64_or_zero(mailbox),
        Some(table) => {
            let foreign = other.look_up_64_or_zero(mailbox);
            foreign.look_up_16(table).zero_where_64(other)
        }
    };
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
    let (ends, end_codes) = (
        other.zip_second_quarters(),
        other_code.zip_second_quarters(),
    );
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
    let mut slots = [0; 65];
    let (halves, _) = slots.as_chunks_mut::<32>();
    let [first_slots, second_slots] = halves else {
        return true;
    };
    let (first, first_twice) = first.store::<S>(token, first_slots);
    let (second, second_twice) = second.store::<S>(token, second_slots);
    let lanes = Lanes::<V>::TABLE[step.row() % ROWS];
    out.take(&slots, (first | second << 32) & lanes);
    !S::KINGS || (first_twice | second_twice << 32) & lanes == 0
}
