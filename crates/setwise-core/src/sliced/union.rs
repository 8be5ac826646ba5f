//! The attacks of all directions, united, from slices to a slice. Every order of the operations
//! gives the same result. The fastest order depends on the number of registers and on the
//! instruction set: arithmetic is interleaved with the transpositions, within the register budget.
//! docs/notes/sliced-union-order.md has the orders that were measured.

use super::{
    ComplementFront, Sliced, load_natural, load_natural_union, round, rounds_in, unslice,
    write_natural,
};
use crate::columns::{Occupied, PackWriter, tail};
use crate::{natural::along_ranks, pack::Pack, vector::Vector};

/// Computes [`Pack::store_attacks`] for sliced boards.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn store<V: Vector, const NON_TEMPORAL: bool>(
    token: V::Token,
    orthogonal: &[u64],
    diagonal: &[u64],
    occupied: Occupied<'_>,
    out: PackWriter<'_, V::Token, NON_TEMPORAL>,
) {
    if V::FAST_LOAD_RANKS {
        // The loads from memory deliver ranks, so there is no transposition to interleave with.
        let o: Sliced<V> = occupied.load(token);
        let x = Sliced::load(token, orthogonal).orthogonal_attacks(o);
        // Reading the diagonal sliders again costs less than keeping them in registers.
        return out.write(x.or_diagonal_attacks(Sliced::load(token, diagonal), o));
    }
    if V::FAST_BIT_REVERSAL && V::REGISTERS < 32 {
        // With GFNI, east and west are few operations, which fit between the six other directions.
        let o: Sliced<V> = occupied.load(token);
        let s = Sliced::load(token, orthogonal);
        let d = Sliced::load(token, diagonal);
        return out.write(Sliced(from_both_ends(s.0, d.0, o.0)));
    }
    // Without the barrier LLVM would compute the union twice, once within `(a | c) & !b`.
    let natural = V::schedule_barrier(load_natural_union(token, occupied));
    let mut along = natural;
    let o = slice_beside_ranks::<V, 0>(natural, orthogonal, &natural, &mut along);
    let x = if V::REGISTERS < 32 {
        let s = load_natural(token, orthogonal);
        let s = slice_beside_ranks::<V, 4>(s, orthogonal, &natural, &mut along);
        let d = Sliced::load(token, diagonal);
        Sliced(vertical_attacks(s, o)).or_diagonal_attacks(d, Sliced(o))
    } else {
        let d = load_natural(token, diagonal);
        let d = slice_beside_ranks::<V, 4>(d, orthogonal, &natural, &mut along);
        let (x, s) = slice_beside_diagonals(load_natural(token, orthogonal), d, o);
        Sliced(or_vertical_attacks(x, s, o))
    };
    let mut x = unslice(x.0);
    let mut k = 0;
    while k < 8 {
        x[k] = x[k] | along[k];
        k += 1;
    }
    write_natural(x, out);
}

/// Transposes registers of boards into registers of ranks. Between the rounds it computes the
/// attacks along ranks of registers `K` to `K + 3`. These work in natural layout.
#[cfg_attr(not(unoptimized), inline(always))]
fn slice_beside_ranks<V: Vector, const K: usize>(
    mut x: [V; 8],
    orthogonal: &[u64],
    occupied: &[V; 8],
    along: &mut [V; 8],
) -> [V; 8] {
    // Written out, because loops over a body of this size are not always unrolled.
    x = round(x);
    along[K] = along_register(orthogonal, occupied, K);
    x = round(x);
    along[K + 1] = along_register(orthogonal, occupied, K + 1);
    x = round(x);
    along[K + 2] = along_register(orthogonal, occupied, K + 2);
    if rounds_in::<V>() == 4 {
        x = round(x);
    }
    along[K + 3] = along_register(orthogonal, occupied, K + 3);
    x
}

/// Returns the attacks along ranks of register `k` of boards.
#[cfg_attr(not(unoptimized), inline(always))]
fn along_register<V: Vector>(orthogonal: &[u64], occupied: &[V; 8], k: usize) -> V {
    let sliders = V::load(occupied[k].token(), tail(orthogonal, k * V::LANES));
    along_ranks(sliders, occupied[k])
}

/// Computes the attacks of the diagonal sliders `d`. Between the steps it transposes the registers
/// of boards `s` into registers of ranks.
#[cfg_attr(not(unoptimized), inline(always))]
fn slice_beside_diagonals<V: Vector>(s: [V; 8], d: [V; 8], o: [V; 8]) -> ([V; 8], [V; 8]) {
    let (x, fronts) = Fronts::start([d[0].same(0); 8], d);
    let (x, fronts) = diagonal_step::<V, 1>(x, fronts, d, o);
    let (s, fronts) = round_after(s, fronts);
    let (x, fronts) = diagonal_step::<V, 2>(x, fronts, d, o);
    let (s, fronts) = round_after(s, fronts);
    let (x, fronts) = diagonal_step::<V, 3>(x, fronts, d, o);
    let (s, fronts) = round_after(s, fronts);
    let (x, fronts) = diagonal_step::<V, 4>(x, fronts, d, o);
    let (s, fronts) = if rounds_in::<V>() == 4 {
        round_after(s, fronts)
    } else {
        (s, fronts)
    };
    let (x, fronts) = diagonal_step::<V, 5>(x, fronts, d, o);
    let (x, _) = diagonal_step::<V, 6>(x, fronts, d, o);
    (x, s)
}

/// The diagonal rays that reach a rank from the south, and its counterpart from the north.
#[derive(Clone, Copy)]
pub(super) struct Fronts<V> {
    ne: V,
    nw: ComplementFront<V>,
    se: V,
    sw: ComplementFront<V>,
}

impl<V: Vector> Fronts<V> {
    /// Steps from the first and the last rank to the next ones, and adds these squares to `x`.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn start(mut x: [V; 8], d: [V; 8]) -> ([V; 8], Self) {
        let fronts = Self {
            ne: d[0].east(),
            nw: ComplementFront::from(d[0]),
            se: d[7].east(),
            sw: ComplementFront::from(d[7]),
        };
        x[1] = fronts.nw.unite(x[1], fronts.ne);
        x[6] = fronts.sw.unite(x[6], fronts.se);
        (x, fronts)
    }
}

/// Continues the rays from rank `K` and from its counterpart to the next ranks, over empty squares,
/// and adds them to the attacks there.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn diagonal_step<V: Vector, const K: usize>(
    mut x: [V; 8],
    fronts: Fronts<V>,
    d: [V; 8],
    o: [V; 8],
) -> ([V; 8], Fronts<V>) {
    let m = 7 - K;
    let fronts = Fronts {
        ne: d[K].insert_outside(fronts.ne, o[K]).east(),
        nw: fronts.nw.next(d[K], o[K]),
        se: d[m].insert_outside(fronts.se, o[m]).east(),
        sw: fronts.sw.next(d[m], o[m]),
    };
    x[K + 1] = fronts.nw.unite(x[K + 1], fronts.ne);
    x[m - 1] = fronts.sw.unite(x[m - 1], fronts.se);
    (x, fronts)
}

/// Makes a round of the transposition, which the compiler must not compute before the `fronts`.
#[cfg_attr(not(unoptimized), inline(always))]
fn round_after<V: Vector>(s: [V; 8], fronts: Fronts<V>) -> ([V; 8], Fronts<V>) {
    let [a, b, c, d, e, f, g, h] = s;
    let Fronts { ne, nw, se, sw } = fronts;
    let [ne, nw, se, sw, a, b, c, d] = V::schedule_barrier([ne, nw.0, se, sw.0, a, b, c, d]);
    let (nw, sw) = (ComplementFront(nw), ComplementFront(sw));
    let fronts = Fronts { ne, nw, se, sw };
    (round([a, b, c, d, e, f, g, h]), fronts)
}

#[cfg_attr(not(unoptimized), inline(always))]
fn or_vertical_attacks<V: Vector>(mut x: [V; 8], s: [V; 8], o: [V; 8]) -> [V; 8] {
    let mut from_above = [s[7]; 8];
    let mut k = 7;
    while k > 1 {
        k -= 1;
        from_above[k - 1] = s[k].insert_outside(from_above[k], o[k]);
    }
    x[0] = x[0] | from_above[0];
    let mut from_below = s[0];
    let mut k = 1;
    while k < 7 {
        x[k] = x[k].or3(from_below, from_above[k]);
        from_below = s[k].insert_outside(from_below, o[k]);
        k += 1;
    }
    x[7] = x[7] | from_below;
    x
}

#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn vertical_attacks<V: Vector>(s: [V; 8], o: [V; 8]) -> [V; 8] {
    let mut x = s;
    x[0] = s[0].same(0);
    let mut up = s[0];
    let mut k = 1;
    while k < 8 {
        x[k] = up;
        up = s[k].insert_outside(up, o[k]);
        k += 1;
    }
    let mut down = s[7];
    let mut k = 7;
    while k > 0 {
        k -= 1;
        x[k] = x[k] | down;
        down = s[k].insert_outside(down, o[k]);
    }
    x
}

/// Advances the six directions that leave a rank, side by side. The rays that reach rank `K` from
/// the south and its counterpart from the north are added to the attacks there, and continue over
/// empty squares. East and west of rank `K` are computed in between.
#[cfg_attr(not(unoptimized), inline(always))]
fn advance<V: Vector, const K: usize>(
    mut x: [V; 8],
    [n, ne, nw, south, se, sw]: [V; 6],
    [s, d, o]: [[V; 8]; 3],
) -> ([V; 8], [V; 6]) {
    let m = 7 - K;
    let [n, ne, nw, south, se, sw, sk, ok] =
        V::schedule_barrier([n, ne, nw, south, se, sw, s[K], o[K]]);
    let from_below = n.or3(ne, nw) | along_ranks(sk, ok);
    let from_above = south.or3(se, sw);
    if K < 4 {
        x[K] = from_below;
        x[m] = from_above;
    } else {
        x[K] = x[K] | from_below;
        x[m] = x[m] | from_above;
    }
    let fronts = [
        sk.insert_outside(n, ok),
        d[K].insert_outside(ne, ok).east(),
        d[K].insert_outside(nw, ok).west(),
        s[m].insert_outside(south, o[m]),
        d[m].insert_outside(se, o[m]).east(),
        d[m].insert_outside(sw, o[m]).west(),
    ];
    (x, fronts)
}

/// Returns the union of all directions of sliders `s` and `d`, rank by rank from both ends.
#[cfg_attr(not(unoptimized), inline(always))]
fn from_both_ends<V: Vector>(s: [V; 8], d: [V; 8], o: [V; 8]) -> [V; 8] {
    let boards = [s, d, o];
    let mut x = [s[0].same(0); 8];
    x[0] = along_ranks(s[0], o[0]);
    let fronts = [
        s[0],
        d[0].east(),
        d[0].west(),
        s[7],
        d[7].east(),
        d[7].west(),
    ];
    let (x, fronts) = advance::<V, 1>(x, fronts, boards);
    let (x, fronts) = advance::<V, 2>(x, fronts, boards);
    let (x, fronts) = advance::<V, 3>(x, fronts, boards);
    let (x, fronts) = advance::<V, 4>(x, fronts, boards);
    let (x, fronts) = advance::<V, 5>(x, fronts, boards);
    let (x, fronts) = advance::<V, 6>(x, fronts, boards);
    advance::<V, 7>(x, fronts, boards).0
}
