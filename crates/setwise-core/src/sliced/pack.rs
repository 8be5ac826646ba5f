//! Steps, fills and attacks of rank-sliced boards.

use super::union::{self, Fronts, diagonal_step, vertical_attacks};
use super::{
    ComplementFront, Sliced, load_natural, load_natural_union, round, rounds_in, slice, unslice,
    write_natural,
};
use crate::columns::{Occupied, PackWriter, tail};
use crate::direction::{Direction, Direction::*};
use crate::natural::{Adaptive, Technique, along_ranks};
use crate::pack::{Counts, Pack};
use crate::vector::{Vector, rank_bytes};

/// Makes the part of a step that changes the file.
#[cfg_attr(not(unoptimized), inline(always))]
fn across<V: Vector>(rank: V, direction: Direction) -> V {
    match direction.file_delta() {
        1 => rank.east(),
        -1 => rank.west(),
        _ => rank,
    }
}

/// Numbers, a byte per board, in the order of the registers of ranks. With registers of W boards,
/// byte 2j + l of 128-bit part q belongs to board W j + 2 q + l. In a word, byte j is of board j.
#[derive(Clone, Copy, Debug)]
pub struct RankCounts<V>(pub V);

impl<V: Vector> RankCounts<V> {
    /// Returns the index of the byte of a board, in registers that hold a byte of each board.
    const fn byte_of(board: usize) -> usize {
        let per_part = V::PART / 8;
        let (j, q) = (board / V::LANES, board % V::LANES / per_part);
        q * V::PART + j * per_part + board % per_part
    }

    const ORDER: [u8; 64] = {
        let mut order = [0; 64];
        let mut board = 0;
        while board < 8 * V::LANES {
            order[board] = Self::byte_of(board) as u8;
            board += 1;
        }
        order
    };
}

impl<V: Vector> Counts for RankCounts<V> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn plus(self, other: Self) -> Self {
        Self(self.0.add_bytes(other.0))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store(self, counts: &mut [u8]) {
        let order = V::load_bytes(self.0.token(), &Self::ORDER[..8 * V::LANES]);
        let bytes = self.0.shuffle_bytes(order).to_bytes();
        let there = counts.len().min(8 * V::LANES);
        counts[..there].copy_from_slice(&bytes[..there]);
    }
}

/// Writes the attacks to the east and west of register `k` of boards, in natural layout.
#[cfg_attr(not(unoptimized), inline(always))]
fn store_along_ranks<'a, V: Vector, const NON_TEMPORAL: bool>(
    token: V::Token,
    k: usize,
    orthogonal: &[u64],
    occupied: Occupied<'_>,
    [east, west]: [PackWriter<'a, V::Token, NON_TEMPORAL>; 2],
) -> [PackWriter<'a, V::Token, NON_TEMPORAL>; 2] {
    let at = k * V::LANES;
    let sliders = V::load(token, tail(orthogonal, at));
    let occupied: V = occupied.load_at(token, at);
    let (out, east) = east.split(V::LANES);
    out.write(Adaptive::attacks(sliders, occupied, East));
    let (out, west) = west.split(V::LANES);
    out.write(Adaptive::attacks(sliders, occupied, West));
    [east, west]
}

/// Transposes registers of boards into registers of ranks. Between the rounds [`store_along_ranks`]
/// works on four registers from `k` onward.
#[cfg_attr(not(unoptimized), inline(always))]
fn slice_and_store_along_ranks<'a, V: Vector, const NON_TEMPORAL: bool>(
    mut x: [V; 8],
    k: usize,
    orthogonal: &[u64],
    occupied: Occupied<'_>,
    mut out: [PackWriter<'a, V::Token, NON_TEMPORAL>; 2],
) -> ([V; 8], [PackWriter<'a, V::Token, NON_TEMPORAL>; 2]) {
    let token = x[0].token();
    // Written out, because loops over a body of this size are not always unrolled.
    x = round(x);
    out = store_along_ranks::<V, NON_TEMPORAL>(token, k, orthogonal, occupied, out);
    x = round(x);
    out = store_along_ranks::<V, NON_TEMPORAL>(token, k + 1, orthogonal, occupied, out);
    x = round(x);
    out = store_along_ranks::<V, NON_TEMPORAL>(token, k + 2, orthogonal, occupied, out);
    if rounds_in::<V>() == 4 {
        x = round(x);
    }
    out = store_along_ranks::<V, NON_TEMPORAL>(token, k + 3, orthogonal, occupied, out);
    (x, out)
}

impl<V: Vector> crate::sealed::Sealed for Sliced<V> {}

impl<V: Vector> Pack for Sliced<V> {
    type Token = V::Token;
    const BOARDS: usize = 8 * V::LANES;
    type Narrow = V;
    type Counts = RankCounts<V>;
    /// 11 of 16, 22 of 32 or 44 of 64 boards (docs/notes/batch-calls.md).
    const MIN_BOARDS: usize = 11 * V::LANES / 2;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn token(self) -> V::Token {
        self.0[0].token()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn splat(token: V::Token, board: u64) -> Self {
        let mut x = [V::splat(token, 0); 8];
        let mut k = 0;
        while k < 8 {
            x[k] = V::splat(token, rank_bytes(board, k));
            k += 1;
        }
        Self(x)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn load(token: V::Token, boards: &[u64]) -> Self {
        Self(V::load_ranks(token, boards))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn load_union(token: V::Token, a: &[u64], b: &[u64], c: &[u64]) -> Self {
        if V::FAST_LOAD_RANKS {
            return Self::load(token, a) | Self::load(token, b) | Self::load(token, c);
        }
        Self(slice(load_natural_union(token, Occupied(a, b, c))))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store(self, boards: &mut [u64]) {
        write_natural(unslice(self.0), PackWriter::<V::Token, false>::new(boards));
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn stream(self, out: PackWriter<'_, V::Token, true>) {
        write_natural(unslice(self.0), out);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn load_packed(token: V::Token, words: &[u64]) -> Self {
        Self(load_natural(token, words))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_packed(self, words: &mut [u64]) {
        write_natural(self.0, PackWriter::<V::Token, false>::new(words));
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn step(self, direction: Direction) -> Self {
        let x = self.0;
        let mut y = [x[0].same(0); 8];
        match direction.rank_delta() {
            1 => {
                let mut k = 1;
                while k < 8 {
                    y[k] = across(x[k - 1], direction);
                    k += 1;
                }
            }
            -1 => {
                let mut k = 0;
                while k < 7 {
                    y[k] = across(x[k + 1], direction);
                    k += 1;
                }
            }
            _ => {
                let mut k = 0;
                while k < 8 {
                    y[k] = across(x[k], direction);
                    k += 1;
                }
            }
        }
        Self(y)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn occluded_fill(self, propagators: Self, direction: Direction) -> Self {
        let (mut x, p) = (self.0, propagators.0);
        match direction.rank_delta() {
            1 => {
                let mut k = 1;
                while k < 8 {
                    x[k] = x[k].or_and(p[k], across(x[k - 1], direction));
                    k += 1;
                }
            }
            -1 => {
                let mut k = 7;
                while k > 0 {
                    k -= 1;
                    x[k] = x[k].or_and(p[k], across(x[k + 1], direction));
                }
            }
            // A rank is one byte in either layout, so the natural fill along ranks applies.
            _ => {
                let mut k = 0;
                while k < 8 {
                    x[k] = Adaptive::occluded_fill(x[k], p[k], direction);
                    k += 1;
                }
            }
        }
        Self(x)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn fill(self, direction: Direction) -> Self {
        let mut x = self.0;
        match direction.rank_delta() {
            1 => {
                let mut k = 1;
                while k < 8 {
                    x[k] = x[k] | across(x[k - 1], direction);
                    k += 1;
                }
            }
            -1 => {
                let mut k = 7;
                while k > 0 {
                    k -= 1;
                    x[k] = x[k] | across(x[k + 1], direction);
                }
            }
            _ => {
                let mut k = 0;
                while k < 8 {
                    x[k] = x[k].fill(direction);
                    k += 1;
                }
            }
        }
        Self(x)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn attacks(self, occupied: Self, direction: Direction) -> Self {
        let (s, o) = (self.0, occupied.0);
        let mut x = [s[0].same(0); 8];
        if direction.rank_delta() == 0 {
            let mut k = 0;
            while k < 8 {
                x[k] = Adaptive::attacks(s[k], o[k], direction);
                k += 1;
            }
            return Self(x);
        }
        // For southward directions, visits the ranks in reverse: `k ^ 7` is rank k from the end.
        let flip = if direction.rank_delta() < 0 { 7 } else { 0 };
        // Each complement costs an operation, which is too much where one instruction moves west.
        if V::COMPLEMENT_WEST && !V::FAST_BIT_REVERSAL && direction.file_delta() < 0 {
            let mut front = ComplementFront::from(s[flip]);
            x[1 ^ flip] = front.squares();
            let mut k = 1;
            while k < 7 {
                front = front.next(s[k ^ flip], o[k ^ flip]);
                x[(k + 1) ^ flip] = front.squares();
                k += 1;
            }
        } else {
            x[1 ^ flip] = across(s[flip], direction);
            let mut k = 1;
            while k < 7 {
                let (s, o, front) = (s[k ^ flip], o[k ^ flip], x[k ^ flip]);
                x[(k + 1) ^ flip] = across(s.insert_outside_keeping(front, o), direction);
                k += 1;
            }
        }
        Self(x)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn empty(self) -> Self {
        let x = self.0;
        let any = x[0].or3(x[1], x[2]).or3(x[3], x[4]);
        let any = any.or3(x[5], x[6].or3(x[7], x[7]));
        Self([any.empty_bytes(); 8])
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn count(self) -> RankCounts<V> {
        let mut sum = self.0[0].count_bytes();
        let mut k = 1;
        while k < 8 {
            sum = sum.add_bytes(self.0[k].count_bytes());
            k += 1;
        }
        RankCounts(sum)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn orthogonal_attacks(self, occupied: Self) -> Self {
        let (s, o) = (self.0, occupied.0);
        let mut x = V::schedule_barrier(vertical_attacks(s, o));
        let mut k = 0;
        while k < 8 {
            x[k] = x[k] | along_ranks(s[k], o[k]);
            k += 1;
        }
        Self(V::schedule_barrier(x))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn or_diagonal_attacks(self, sliders: Self, occupied: Self) -> Self {
        let (d, o) = (sliders.0, occupied.0);
        let (x, fronts) = Fronts::start(self.0, d);
        let (x, fronts) = diagonal_step::<V, 1>(x, fronts, d, o);
        let (x, fronts) = diagonal_step::<V, 2>(x, fronts, d, o);
        let (x, fronts) = diagonal_step::<V, 3>(x, fronts, d, o);
        let (x, fronts) = diagonal_step::<V, 4>(x, fronts, d, o);
        let (x, fronts) = diagonal_step::<V, 5>(x, fronts, d, o);
        let (x, _) = diagonal_step::<V, 6>(x, fronts, d, o);
        Self(x)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_attacks<const NON_TEMPORAL: bool>(
        token: V::Token,
        orthogonal: &[u64],
        diagonal: &[u64],
        occupied: Occupied<'_>,
        out: PackWriter<'_, V::Token, NON_TEMPORAL>,
    ) {
        union::store::<V, NON_TEMPORAL>(token, orthogonal, diagonal, occupied, out);
    }

    /// Mixes arithmetic with the transpositions, which leave ports free. East and west stay within
    /// a rank, so they are computed in natural layout, between the rounds. Each of the other
    /// directions is computed before the previous one is transposed back and written
    /// (docs/notes/sliced-union-order.md).
    #[cfg_attr(not(unoptimized), inline(always))]
    fn store_rays<const NON_TEMPORAL: bool>(
        token: V::Token,
        orthogonal: &[u64],
        diagonal: &[u64],
        occupied: Occupied<'_>,
        out: [PackWriter<'_, V::Token, NON_TEMPORAL>; 8],
    ) {
        let [n, ne, e, se, s, sw, w, nw] = out;
        if V::FAST_LOAD_RANKS {
            // One direction after the other, so that few registers are alive.
            let (o, r): (Self, Self) = (occupied.load(token), Self::load(token, orthogonal));
            e.write(r.attacks(o, East));
            w.write(r.attacks(o, West));
            n.write(r.attacks(o, North));
            s.write(r.attacks(o, South));
            let b = Self::load(token, diagonal);
            ne.write(b.attacks(o, NorthEast));
            nw.write(b.attacks(o, NorthWest));
            se.write(b.attacks(o, SouthEast));
            return sw.write(b.attacks(o, SouthWest));
        }
        let o = load_natural_union(token, occupied);
        let (o, along) = slice_and_store_along_ranks(o, 0, orthogonal, occupied, [e, w]);
        let r = load_natural(token, orthogonal);
        let (r, _) = slice_and_store_along_ranks(r, 4, orthogonal, occupied, along);
        let (o, r) = (Self(o), Self(r));
        let north = r.attacks(o, North);
        let south = r.attacks(o, South);
        let b = Self::load(token, diagonal);
        n.write(north);
        let north_east = b.attacks(o, NorthEast);
        s.write(south);
        let north_west = b.attacks(o, NorthWest);
        ne.write(north_east);
        let south_east = b.attacks(o, SouthEast);
        nw.write(north_west);
        let south_west = b.attacks(o, SouthWest);
        se.write(south_east);
        sw.write(south_west);
    }
}
