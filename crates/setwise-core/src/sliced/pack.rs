//! Steps, fills and attacks of rank-sliced boards.

use super::union::{self, Fronts, diagonal_step, vertical_attacks};
use super::{Sliced, Westward, load_natural, load_natural_union, round, rounds_in};
use crate::boards::tail;
use crate::natural::{Adaptive, Technique, along_ranks};
use crate::{Boards, Counts, Destination, Direction, Direction::*, Lanes, Occupied, Pack};

/// The part of a step that changes the file.
#[inline(always)]
fn across<L: Lanes>(rank: L, direction: Direction) -> L {
    match direction.file_delta() {
        1 => rank.east(),
        -1 => rank.west(),
        _ => rank,
    }
}

/// Numbers, one byte per board, in a register that holds a byte of each board as those of ranks do. With registers of W
/// boards, byte 2j + l of 128-bit part q belongs to board W j + 2 q + l; in a word, byte j to board j.
#[derive(Clone, Copy, Debug)]
pub struct RankCounts<L>(pub L);

impl<L: Lanes> RankCounts<L> {
    /// The byte of a board, in registers that hold a byte of each board.
    const fn byte_of(board: usize) -> usize {
        let per_part = L::PART / 8;
        let (j, q, l) = (
            board / L::COUNT,
            board % L::COUNT / per_part,
            board % per_part,
        );
        q * L::PART + j * per_part + l
    }

    const ORDER: [u8; 64] = {
        let mut order = [0; 64];
        let mut board = 0;
        while board < 8 * L::COUNT {
            order[board] = Self::byte_of(board) as u8;
            board += 1;
        }
        order
    };
}

impl<L: Lanes> Counts for RankCounts<L> {
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(self.0.add_bytes(other.0))
    }

    #[inline(always)]
    fn store(self, counts: &mut [u8]) {
        let order = L::load_bytes(self.0.proof(), &Self::ORDER[..8 * L::COUNT]);
        let bytes = self.0.pick_bytes(order).to_bytes();
        let there = counts.len().min(8 * L::COUNT);
        counts[..there].copy_from_slice(&bytes[..there]);
    }
}

/// East and west of register `k` of boards, before their layout changes.
#[inline(always)]
fn store_along_ranks<L: Lanes, D: Destination<L::Proof>>(
    proof: L::Proof,
    k: usize,
    orthogonal: &[u64],
    occupied: Occupied<'_>,
    [east, west]: [D; 2],
) -> [D; 2] {
    let at = k * L::COUNT;
    let sliders = L::load(proof, tail(orthogonal, at));
    let occupied: L = occupied.load_at(proof, at);
    let (out, east) = east.split(L::COUNT);
    out.put(Adaptive::attacks(sliders, occupied, East));
    let (out, west) = west.split(L::COUNT);
    out.put(Adaptive::attacks(sliders, occupied, West));
    [east, west]
}

/// Registers of boards to registers of ranks, and between the rounds [`store_along_ranks`] for four registers from `k` on.
#[inline(always)]
fn slice_and_store_along_ranks<L: Lanes, D: Destination<L::Proof>>(
    mut x: [L; 8],
    k: usize,
    orthogonal: &[u64],
    occupied: Occupied<'_>,
    mut out: [D; 2],
) -> ([L; 8], [D; 2]) {
    let proof = x[0].proof();
    // Written out, as loops over so much are not always unrolled.
    x = round(x);
    out = store_along_ranks::<L, D>(proof, k, orthogonal, occupied, out);
    x = round(x);
    out = store_along_ranks::<L, D>(proof, k + 1, orthogonal, occupied, out);
    x = round(x);
    out = store_along_ranks::<L, D>(proof, k + 2, orthogonal, occupied, out);
    if rounds_in::<L>() == 4 {
        x = round(x);
    }
    out = store_along_ranks::<L, D>(proof, k + 3, orthogonal, occupied, out);
    (x, out)
}

impl<L: Lanes> Pack for Sliced<L> {
    type Narrow = L;
    type Counts = RankCounts<L>;
    /// Eleven sixteenths: 44 of 64, 22 of 32, 11 of 16 boards.
    const WORTH: usize = 11 * L::COUNT / 2;

    #[inline(always)]
    fn step(self, direction: Direction) -> Self {
        let x = self.0;
        let mut y = [x[0].same(0); 8];
        match direction.rank_delta() {
            1 => {
                for k in 1..8 {
                    y[k] = across(x[k - 1], direction);
                }
            }
            -1 => {
                for k in 0..7 {
                    y[k] = across(x[k + 1], direction);
                }
            }
            _ => {
                for k in 0..8 {
                    y[k] = across(x[k], direction);
                }
            }
        }
        Self(y)
    }

    #[inline(always)]
    fn occluded_fill(self, propagators: Self, direction: Direction) -> Self {
        let (mut x, p) = (self.0, propagators.0);
        match direction.rank_delta() {
            1 => {
                for k in 1..8 {
                    x[k] = x[k].or_and(p[k], across(x[k - 1], direction));
                }
            }
            -1 => {
                for k in (0..7).rev() {
                    x[k] = x[k].or_and(p[k], across(x[k + 1], direction));
                }
            }
            // A rank is a byte in either layout.
            _ => {
                for k in 0..8 {
                    x[k] = Adaptive::occluded_fill(x[k], p[k], direction);
                }
            }
        }
        Self(x)
    }

    #[inline(always)]
    fn fill(self, direction: Direction) -> Self {
        let mut x = self.0;
        match direction.rank_delta() {
            1 => {
                for k in 1..8 {
                    x[k] = x[k] | across(x[k - 1], direction);
                }
            }
            -1 => {
                for k in (0..7).rev() {
                    x[k] = x[k] | across(x[k + 1], direction);
                }
            }
            _ => {
                for k in 0..8 {
                    x[k] = x[k].fill(direction);
                }
            }
        }
        Self(x)
    }

    #[inline(always)]
    fn attacks(self, occupied: Self, direction: Direction) -> Self {
        let (s, o) = (self.0, occupied.0);
        let mut x = [s[0].same(0); 8];
        if direction.rank_delta() == 0 {
            for k in 0..8 {
                x[k] = Adaptive::attacks(s[k], o[k], direction);
            }
            return Self(x);
        }
        // Rank k on the way lies on rank k ^ 7 for who goes down.
        let flip = if direction.rank_delta() < 0 { 7 } else { 0 };
        // Each rank's complement costs an operation here, which is too much where west is one instruction.
        if L::COMPLEMENT_WEST && !L::MIRROR && direction.file_delta() < 0 {
            let mut front = Westward::from(s[flip]);
            x[1 ^ flip] = front.squares();
            for k in 1..7 {
                front = front.next(s[k ^ flip], o[k ^ flip]);
                x[(k + 1) ^ flip] = front.squares();
            }
        } else {
            x[1 ^ flip] = across(s[flip], direction);
            for k in 1..7 {
                let (s, o, front) = (s[k ^ flip], o[k ^ flip], x[k ^ flip]);
                x[(k + 1) ^ flip] = across(s.insert_outside_keeping(front, o), direction);
            }
        }
        Self(x)
    }

    #[inline(always)]
    fn empty(self) -> Self {
        let x = self.0;
        let any = x[0].or3(x[1], x[2]).or3(x[3], x[4]);
        let any = any.or3(x[5], x[6].or3(x[7], x[7]));
        Self([any.empty_bytes(); 8])
    }

    #[inline(always)]
    fn count(self) -> RankCounts<L> {
        let mut sum = self.0[0].count_bytes();
        for k in 1..8 {
            sum = sum.add_bytes(self.0[k].count_bytes());
        }
        RankCounts(sum)
    }

    #[inline(always)]
    fn orthogonal_attacks(self, occupied: Self) -> Self {
        let (s, o) = (self.0, occupied.0);
        let mut x = L::settle(vertical_attacks(s, o));
        for k in 0..8 {
            x[k] = x[k] | along_ranks(s[k], o[k]);
        }
        Self(L::settle(x))
    }

    #[inline(always)]
    fn or_diagonal_attacks(self, sliders: Self, occupied: Self) -> Self {
        let (d, o) = (sliders.0, occupied.0);
        let (x, fronts) = Fronts::start(self.0, d);
        let (x, fronts) = diagonal_step::<L, 1>(x, fronts, d, o);
        let (x, fronts) = diagonal_step::<L, 2>(x, fronts, d, o);
        let (x, fronts) = diagonal_step::<L, 3>(x, fronts, d, o);
        let (x, fronts) = diagonal_step::<L, 4>(x, fronts, d, o);
        let (x, fronts) = diagonal_step::<L, 5>(x, fronts, d, o);
        let (x, _) = diagonal_step::<L, 6>(x, fronts, d, o);
        Self(x)
    }

    #[inline(always)]
    fn store_attacks<D: Destination<L::Proof>>(
        proof: L::Proof,
        orthogonal: &[u64],
        diagonal: &[u64],
        occupied: Occupied<'_>,
        out: D,
    ) {
        union::store::<L, D>(proof, orthogonal, diagonal, occupied, out);
    }

    /// East and west stay within a rank: if the layout changes in registers, they are done before, mixed with the
    /// transpositions, which leave ports free. For the same reason each direction is computed before the one ahead of it
    /// is brought back and written.
    #[inline(always)]
    fn store_rays<D: Destination<L::Proof>>(
        proof: L::Proof,
        orthogonal: &[u64],
        diagonal: &[u64],
        occupied: Occupied<'_>,
        out: [D; 8],
    ) {
        let [n, ne, e, se, s, sw, w, nw] = out;
        if L::RANKS {
            // One direction after the other, so that few registers are alive.
            let (o, r): (Self, Self) = (occupied.load(proof), Self::load(proof, orthogonal));
            e.put(r.attacks(o, East));
            w.put(r.attacks(o, West));
            n.put(r.attacks(o, North));
            s.put(r.attacks(o, South));
            let b = Self::load(proof, diagonal);
            ne.put(b.attacks(o, NorthEast));
            nw.put(b.attacks(o, NorthWest));
            se.put(b.attacks(o, SouthEast));
            return sw.put(b.attacks(o, SouthWest));
        }
        let o = load_natural_union(proof, occupied);
        let (o, along) = slice_and_store_along_ranks(o, 0, orthogonal, occupied, [e, w]);
        let r = load_natural(proof, orthogonal);
        let (r, _) = slice_and_store_along_ranks(r, 4, orthogonal, occupied, along);
        let (o, r) = (Self(o), Self(r));
        let north = r.attacks(o, North);
        let south = r.attacks(o, South);
        let b = Self::load(proof, diagonal);
        n.put(north);
        let north_east = b.attacks(o, NorthEast);
        s.put(south);
        let north_west = b.attacks(o, NorthWest);
        ne.put(north_east);
        let south_east = b.attacks(o, SouthEast);
        nw.put(north_west);
        let south_west = b.attacks(o, SouthWest);
        se.put(south_east);
        sw.put(south_west);
    }
}
