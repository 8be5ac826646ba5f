//! [`Rules`]: what must hold of positions, checked for one position or for many.

use crate::error::PositionError;
use crate::inputs::{BACK_RANKS, Boards};
use setwise_core::ByteVector;

/// The requirements of a set on positions, besides one color and one role for each piece.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    /// Whether each color has exactly one king.
    pub(crate) kings: bool,
    /// Whether no pawn is on the first or the last rank.
    pawns: bool,
}

/// The rules of sets that are defined for any placement of pieces.
pub(crate) const PIECES: Rules = Rules::new(false, false);

/// The rules of sets that are defined for positions with one king of each color.
pub(crate) const KINGS: Rules = Rules::new(true, false);

/// The rules of sets that are defined for positions with one king of each color and without pawns
/// on the first and the last rank.
pub(crate) const KINGS_AND_PAWNS: Rules = Rules::new(true, true);

impl Rules {
    const fn new(kings: bool, pawns: bool) -> Self {
        Self { kings, pawns }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn check(self, boards: &Boards) -> Result<(), PositionError> {
        boards.check_pieces()?;
        if self.kings {
            boards.check_kings()?;
        }
        if self.pawns {
            boards.check_pawns()?;
        }
        Ok(())
    }

    /// Returns `true` only if all positions pass [`check`](Self::check). Always returns `false` for
    /// fewer than eight positions, and without vectors of 64 bytes that can be shuffled.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn known_to_pass<V: ByteVector>(self, token: V::Token, boards: &[Boards]) -> bool {
        if const { !V::FAST_COMPRESS || V::LANES != 8 } {
            return false;
        }
        let (groups, rest) = boards.as_chunks::<8>();
        let Some(last) = boards.last_chunk::<8>() else {
            return false;
        };
        let mut faults = V::splat(token, 0);
        for group in groups {
            faults = faults | self.faults_of_eight(token, group);
        }
        if !rest.is_empty() {
            faults = faults | self.faults_of_eight(token, last);
        }
        faults.nonzero_mask() == 0
    }

    /// Returns zero if eight positions pass [`check`](Self::check), with vectors of 64 bytes.
    ///
    /// No square may have two colors or two roles, and each square must either be empty or have a
    /// role. The lanes of two positions are interleaved. One operation then intersects, and another
    /// unites, four pairs of boards of both positions: the two colors, pawns and knights, bishops
    /// and rooks, queens and kings. The complement of the first union is the set of empty squares.
    /// The four sets are interleaved and united in the same way. Two sets are left, which must be
    /// each other's complements.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn faults_of_eight<V: ByteVector>(self, token: V::Token, boards: &[Boards; 8]) -> V {
        let none = V::splat(token, 0);
        let colors = V::load(token, &[!0, !0, 0, 0, 0, 0, 0, 0]);
        let back_ranks = V::load(token, &[0, 0, BACK_RANKS, BACK_RANKS, 0, 0, 0, 0]);
        // White, pawns, bishops, queens of two positions each; Black, knights, rooks, kings.
        let (mut even, mut odd, mut pairs) = ([none; 4], [none; 4], [none; 4]);
        // Each pair of positions has separate faults, because a single chain of operations takes
        // longer.
        let mut faults = [none; 4];
        for i in 0..4 {
            let one = load::<V>(token, &boards[2 * i]);
            let two = load::<V>(token, &boards[2 * i + 1]);
            (even[i], odd[i]) = split_lanes::<V>(token, one, two);
            faults[i] = even[i] & odd[i];
            pairs[i] = (even[i] | odd[i]) ^ colors;
            if self.pawns {
                faults[i] = faults[i].or_and(even[i], back_ranks);
            }
        }
        let mut quarters = [none; 2];
        for i in 0..2 {
            let (one, two) = split_pairs::<V>(token, pairs[2 * i], pairs[2 * i + 1]);
            faults[i] = faults[i].or_and(one, two);
            quarters[i] = one | two;
        }
        let (one, two) = split_pairs::<V>(token, quarters[0], quarters[1]);
        let mut faults = faults[0].or3(faults[1], faults[2].or3(faults[3], !(one ^ two)));
        if self.kings {
            let white = [
                split_pairs::<V>(token, even[0], even[1]).0,
                split_pairs::<V>(token, even[2], even[3]).0,
            ];
            let kings = [
                split_pairs::<V>(token, odd[0], odd[1]).1,
                split_pairs::<V>(token, odd[2], odd[3]).1,
            ];
            let white = split_pairs::<V>(token, white[0], white[1]).0;
            let kings = split_pairs::<V>(token, kings[0], kings[1]).1;
            // Each position needs two kings, one of them White's.
            let all = kings.count_lanes() ^ V::splat(token, 2);
            let one = (kings & white).count_lanes() ^ V::splat(token, 1);
            faults = faults.or3(all, one);
        }
        faults
    }
}

/// The boards of a position: White, Black, then the roles.
#[cfg_attr(not(unoptimized), inline(always))]
fn load<V: ByteVector>(token: V::Token, boards: &Boards) -> V {
    let [white, black] = boards.colors;
    let [pawns, knights, bishops, rooks, queens, kings] = boards.roles;
    let lanes = [white, black, pawns, knights, bishops, rooks, queens, kings];
    V::load(token, &lanes)
}

/// Divides two registers into the even and the odd lanes, interleaved.
#[cfg_attr(not(unoptimized), inline(always))]
fn split_lanes<V: ByteVector>(token: V::Token, one: V, two: V) -> (V, V) {
    let even = lanes::<V>(token, [0, 8, 2, 10, 4, 12, 6, 14]).shuffle_two(&one, &two);
    let odd = lanes::<V>(token, [1, 9, 3, 11, 5, 13, 7, 15]).shuffle_two(&one, &two);
    (even, odd)
}

/// Divides two registers into the even and the odd pairs of lanes.
#[cfg_attr(not(unoptimized), inline(always))]
fn split_pairs<V: ByteVector>(token: V::Token, one: V, two: V) -> (V, V) {
    let even = lanes::<V>(token, [0, 1, 4, 5, 8, 9, 12, 13]).shuffle_two(&one, &two);
    let odd = lanes::<V>(token, [2, 3, 6, 7, 10, 11, 14, 15]).shuffle_two(&one, &two);
    (even, odd)
}

/// Returns the numbers of the bytes of some lanes of two registers. They are computed from
/// broadcasts, which the compiler folds. It does not fold a load of 64 bytes, and would then miss
/// the cheaper instructions for these orders.
#[cfg_attr(not(unoptimized), inline(always))]
fn lanes<V: ByteVector>(token: V::Token, lanes: [u8; 8]) -> V {
    let mut bytes = V::splat(token, 0x0706_0504_0302_0100);
    for bit in 0..4 {
        let mut mask = 0;
        for (i, lane) in lanes.iter().enumerate() {
            mask |= (u64::from(lane >> bit & 1) * 0xff) << (8 * i);
        }
        let with = bytes | V::splat_byte(token, 8 << bit);
        bytes = V::select(V::mask(token, mask), with, bytes);
    }
    bytes
}
