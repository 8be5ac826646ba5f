//! The boards that all children of a batch of positions share.

use crate::{frame::Frame, packs::MAX_LANES, packs::bytes::every_byte, sets::AttackMap};
use alloc::vec::Vec;
use setwise_core::{Pack, Sliced, Vector};

/// Numbers of the boards of a [`ParentBatch`].
pub(super) const OCCUPIED: usize = 0;
pub(super) const US: usize = 1;
pub(super) const OUR_KING: usize = 2;
pub(super) const PAWNS: usize = 3;
pub(super) const KNIGHTS: usize = 4;
pub(super) const DIAGONAL: usize = 5;
pub(super) const ORTHOGONAL: usize = 6;
pub(super) const THEIR_KING: usize = 7;
pub(super) const THEIR_PAWNS: usize = 8;
pub(super) const THEIR_KNIGHTS: usize = 9;
pub(super) const THEIR_DIAGONAL: usize = 10;
pub(super) const THEIR_ORTHOGONAL: usize = 11;
/// The squares that two of our knights attack.
pub(super) const SHARED_TARGETS: usize = 12;
pub(super) const BOARDS: usize = 13;

/// Positions in the frame of their children: the other side is to move, and moves north. There is
/// one board per role and side, so that a move changes few of them.
pub(super) struct ParentBatch<V> {
    /// By the constants above, rank by rank.
    pub(super) boards: [[V; 8]; BOARDS],
    /// The same boards as words, for registers without a fast byte shuffle.
    words: Vec<[u64; 64]>,
    pub(super) castling: V,
    pub(super) their_castling: V,
    /// The files of the parents' en passant squares, which lie on the third rank here.
    pub(super) en_passant: V,
    /// By parent: the bits below.
    properties: V,
}

/// Properties of a parent that decide how its children are counted.
const KING_ON_SECOND_RANK: u8 = 1;
const KING_HIGHER: u8 = 2;
const MORE_THAN_TWO_KNIGHTS: u8 = 4;
const HAS_SHARED_TARGETS: u8 = 8;

/// The properties of some children, taken together.
#[derive(Clone, Copy)]
pub(super) struct Properties {
    pub(super) kings: Kings,
    /// Whether some position has squares that two of our knights attack.
    pub(super) share_targets: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kings {
    /// All on the first rank; at most two knights.
    First,
    /// All on the first two ranks; at most two knights.
    FirstTwo,
    /// Any ranks; any number of knights.
    Anywhere,
}

#[cfg_attr(not(unoptimized), inline(always))]
fn flip_ranks<V: Vector>(boards: Sliced<V>) -> [V; 8] {
    let mut ranks = boards.0;
    ranks.reverse();
    ranks
}

impl<V: Vector> ParentBatch<V> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn new(parents: &Frame<Sliced<V>>) -> Self {
        // The children's side to move is the parents' other side.
        let (us, them) = (parents.them, parents.us);
        let king = us & parents.kings;
        let knights = us & parents.knights;
        let mut attacks = AttackMap::none(knights);
        attacks.add_knights(knights);
        let boards = [
            flip_ranks(us | them),
            flip_ranks(us),
            flip_ranks(king),
            flip_ranks(us & parents.pawns),
            flip_ranks(knights),
            flip_ranks(us & parents.diagonal),
            flip_ranks(us & parents.orthogonal),
            flip_ranks(them & parents.kings),
            flip_ranks(them & parents.pawns),
            flip_ranks(them & parents.knights),
            flip_ranks(them & parents.diagonal),
            flip_ranks(them & parents.orthogonal),
            flip_ranks(attacks.twice),
        ];
        let mut words = Vec::new();
        if !V::FAST_SHUFFLE {
            words.resize(BOARDS, [0; MAX_LANES]);
            for (words, ranks) in words.iter_mut().zip(boards) {
                Sliced(ranks).store(words);
            }
        }
        Self {
            boards,
            words,
            castling: parents.castling.0[7],
            their_castling: parents.castling.0[0],
            en_passant: parents.en_passant.0[5],
            properties: Self::find_properties(&boards),
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn find_properties(boards: &[[V; 8]; BOARDS]) -> V {
        let zero = boards[OCCUPIED][0].same(0);
        let bit = |present: V, bit: u8| !present.empty_bytes() & every_byte(zero, bit);
        let mut higher = zero;
        for rank in 2..8 {
            higher = higher | boards[OUR_KING][rank];
        }
        let mut shared = zero;
        for rank in 0..8 {
            shared = shared | boards[SHARED_TARGETS][rank];
        }
        bit(boards[OUR_KING][1], KING_ON_SECOND_RANK)
            | bit(higher, KING_HIGHER)
            | bit(Self::more_than_two(&boards[KNIGHTS]), MORE_THAN_TWO_KNIGHTS)
            | bit(shared, HAS_SHARED_TARGETS)
    }

    /// Returns a nonzero byte for each position with three squares or more.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn more_than_two(board: &[V; 8]) -> V {
        let mut count = board[0].same(0);
        for rank in 0..8 {
            count = count.add_bytes(board[rank].count_bytes());
        }
        // The count is 4 or more, or 3, which has both of the lowest bits.
        count & count.same(0x3c3c_3c3c_3c3c_3c3c) | count.spread_bit(0) & count.spread_bit(1)
    }

    /// Gathers one board of the parent of each lane, by words. Registers without a fast byte
    /// shuffle have lanes and words in the same order.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn gather(&self, board: usize, lanes: &[u8; MAX_LANES]) -> [V; 8] {
        let mut gathered = [0; MAX_LANES];
        if let Some(words) = self.words.get(board) {
            for (to, lane) in gathered[..8 * V::LANES].iter_mut().zip(lanes) {
                *to = words[usize::from(lane & 63)];
            }
        }
        let token = self.properties.token();
        Sliced::<V>::load(token, &gathered[..8 * V::LANES]).0
    }

    /// The properties of the children of the parents in `lanes`.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn properties(&self, lanes: V) -> Properties {
        let properties = self.properties.shuffle_bytes(lanes);
        let any = |bits: u8| (properties & every_byte(properties, bits)).nonzero_mask() != 0;
        Properties {
            kings: if !any(KING_ON_SECOND_RANK | KING_HIGHER | MORE_THAN_TWO_KNIGHTS) {
                Kings::First
            } else if !any(KING_HIGHER | MORE_THAN_TWO_KNIGHTS) {
                Kings::FirstTwo
            } else {
                Kings::Anywhere
            },
            share_targets: any(HAS_SHARED_TARGETS),
        }
    }
}
