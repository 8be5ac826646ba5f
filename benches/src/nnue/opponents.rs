//! Scalar code for the same features, in another order: what users have without the library.
//! Sliders are looked up one by one. Nothing is checked, and rows have fewer than [`ROOM`]
//! features; the check of the benchmark finds rows that have more.

use super::tables::{BASE_BITS, LEFT_OUT, NO_THREATS, NUMBERS, PAIRS, Pieces, TARGETS, Threats};
#[cfg(target_arch = "x86_64")]
use crate::peers::pieces::Pext;
use crate::peers::pieces::{CozyChess, Lookup};
use anyhow::Result;
use cozy_chess::{Square, get_king_moves, get_knight_moves};
use setwise_core::{FILE_A, FILE_H};
use setwise_nnue::{Boards, Describe, Feature, FeatureSet, PaddedInt};

pub(super) const ROOM: usize = 128;

/// The number of pairs of pawns: of 48 squares and two colors.
const PAWN_PAIRS: u32 = 96 * 95 / 2;

/// A set as scalar code sees it: the threats of a rule, then pawn pairs, then pieces on squares.
pub(super) struct Scalar<const RULE: usize, L> {
    threats: Box<Threats>,
    knights: [u64; 64],
    kings: [u64; 64],
    has_pawn_pairs: bool,
    pieces: Option<Pieces>,
    lookup: L,
}

/// The perspective that a row is for, and the row.
struct Side<'a, T> {
    color: usize,
    /// The mirror of squares in which threats and pairs of pawns are numbered.
    view: usize,
    row: &'a mut [T; ROOM],
    features: usize,
}

impl<'a, T: PaddedInt> Side<'a, T> {
    #[inline(always)]
    fn new(boards: &Boards, color: usize, row: &'a mut [T; ROOM]) -> Self {
        let mirror = if king(boards, color) & 4 != 0 { 7 } else { 0 };
        Self {
            color,
            view: mirror ^ (56 * color),
            row,
            features: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, index: u32, counts: bool) {
        self.row[self.features % ROOM] = T::from_index(index);
        self.features += usize::from(counts);
    }
}

#[inline(always)]
fn king(boards: &Boards, color: usize) -> usize {
    (boards.roles[5] & boards.colors[color]).trailing_zeros() as usize & 63
}

#[inline(always)]
fn squares(mut set: u64, mut act: impl FnMut(usize)) {
    while set != 0 {
        act(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}

/// A lookup of the attacks of sliders, with the best conversion to a mailbox for the same CPU.
pub(super) trait Peer: Lookup {
    /// Returns the bits of four boards by square: bit i is that of board i.
    #[inline(always)]
    fn mailbox(self, planes: [u64; 4]) -> [u8; 64] {
        let mut board = [0; 64];
        for (rank, eight) in board.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let mut codes = 0;
            for (bit, plane) in planes.into_iter().enumerate() {
                // Bit i of the rank becomes byte i.
                let bytes = (plane >> (8 * rank) & 255) * 0x0101_0101_0101_0101;
                let bits = (bytes & 0x8040_2010_0804_0201) + 0x7f7f_7f7f_7f7f_7f7f;
                codes |= (bits >> 7 & 0x0101_0101_0101_0101) << bit;
            }
            *eight = codes.to_le_bytes();
        }
        board
    }
}

impl Peer for CozyChess {}

#[cfg(target_arch = "x86_64")]
impl Peer for Pext {
    #[inline(always)]
    fn mailbox(self, planes: [u64; 4]) -> [u8; 64] {
        let mut board = [0; 64];
        let halves = board.as_chunks_mut::<8>().0.as_chunks_mut::<2>().0;
        for (two, ranks) in halves.iter_mut().enumerate() {
            let mut codes = 0;
            for (bit, plane) in planes.into_iter().enumerate() {
                codes |= self.deposit(plane >> (16 * two), 0x1111_1111_1111_1111) << bit;
            }
            *ranks = [codes, codes >> 32]
                .map(|codes| self.deposit(codes, 0x0f0f_0f0f_0f0f_0f0f).to_le_bytes());
        }
        board
    }
}

impl<const RULE: usize, L: Peer> Scalar<RULE, L> {
    pub(super) fn new<S: FeatureSet + Describe>(set: &S, lookup: L) -> Result<Self> {
        let threats = Threats::of(set);
        let next = set.describe(threats.size);
        let has_pawn_pairs = matches!(next, Some(Feature::PawnPair(_)));
        let others = threats.size + if has_pawn_pairs { PAWN_PAIRS } else { 0 };
        let has_pieces = set.size() > others;
        Ok(Self {
            threats,
            knights: Square::ALL.map(|square| get_knight_moves(square).0),
            kings: Square::ALL.map(|square| get_king_moves(square).0),
            has_pawn_pairs,
            pieces: has_pieces.then(|| Pieces::of(set, others)).transpose()?,
            lookup,
        })
    }

    /// Writes the rows of a position: both in one pass, or one after the other. Returns the number
    /// of features of each.
    #[inline(always)]
    pub(super) fn write<T: PaddedInt, const ONE_PASS: bool>(
        &self,
        boards: &Boards,
        [first, second]: [&mut [T; ROOM]; 2],
    ) -> usize {
        let (first, second) = (Side::new(boards, 0, first), Side::new(boards, 1, second));
        if ONE_PASS {
            let mut sides = [first, second];
            self.append(boards, &mut sides);
            return sides[0].features;
        }
        let (mut first, mut second) = ([first], [second]);
        self.append(boards, &mut first);
        self.append(boards, &mut second);
        second[0].features
    }

    #[inline(always)]
    fn append<T: PaddedInt, const N: usize>(&self, boards: &Boards, sides: &mut [Side<'_, T>; N]) {
        if const { RULE != NO_THREATS } {
            self.append_threats(boards, sides);
        }
        let mut base = self.threats.size;
        if self.has_pawn_pairs {
            append_pawn_pairs(boards, base, sides);
            base += PAWN_PAIRS;
        }
        if let Some(pieces) = &self.pieces {
            append_pieces(pieces, boards, base, sides);
        }
    }

    #[inline(always)]
    fn append_threats<T: PaddedInt, const N: usize>(
        &self,
        boards: &Boards,
        sides: &mut [Side<'_, T>; N],
    ) {
        let [pawns, knights, bishops, rooks, queens, kings] = boards.roles;
        // For each bit of a piece's number, 8 times the color plus the role: the pieces with it.
        let roles = [knights | rooks | kings, bishops | rooks, queens | kings];
        let planes = [roles[0], roles[1], roles[2], boards.colors[1]];
        let board = self.lookup.mailbox(planes);
        let mut push = |from: usize, to: usize, attacker: usize| {
            for side in &mut *sides {
                let pair = attacker << 4 | usize::from(board[to & 63]);
                let (from, to) = (from ^ side.view, to ^ side.view);
                let pair = (pair ^ (0x88 * side.color)) << 1 | usize::from(from < to);
                let pair = self.threats.pairs[pair % PAIRS];
                let kind = (pair >> BASE_BITS) as usize;
                let number = kind << 12 | from << 6 | to;
                let number = self.threats.numbers[number % NUMBERS];
                let base = pair & !(!0 << BASE_BITS);
                side.push(base + u32::from(number), pair & LEFT_OUT == 0);
            }
        };
        // Returns the pieces whose attack by a role counts. With one perspective these are all
        // pieces, and the table of pairs excludes those that do not count.
        let targets = |role: usize| match N {
            1 => boards.occupied(),
            _ => {
                let counts = |&other: &usize| TARGETS[RULE][role] >> other & 1 != 0;
                let roles = (0..6).filter(counts);
                roles.fold(0, |all, other| all | boards.roles[other])
            }
        };
        let ([white, black], of_pawns) = (boards.colors.map(|color| pawns & color), targets(0));
        squares((white & !FILE_H) << 9 & of_pawns, |to| push(to - 9, to, 0));
        squares((white & !FILE_A) << 7 & of_pawns, |to| push(to - 7, to, 0));
        squares((black & !FILE_A) >> 9 & of_pawns, |to| push(to + 9, to, 8));
        squares((black & !FILE_H) >> 7 & of_pawns, |to| push(to + 7, to, 8));
        let occupied = boards.occupied();
        let (mut queue, mut queued, mut edges) = ([(0, 0); 64], 0, 0);
        let mut push_all = |from: usize, attacked: u64| {
            if N == 1 {
                squares(attacked, |to| push(from, to, board[from & 63].into()));
            } else {
                queue[queued % 64] = (attacked, from);
                queued += usize::from(attacked != 0);
                edges += attacked.count_ones();
            }
        };
        for square in L::squares(bishops) {
            let attacked = self.lookup.attacks::<true>(square, occupied);
            push_all(L::index(square), attacked & targets(2));
        }
        for square in L::squares(rooks) {
            let attacked = self.lookup.attacks::<false>(square, occupied);
            push_all(L::index(square), attacked & targets(3));
        }
        for square in L::squares(queens) {
            let attacked = self.lookup.attacks::<false>(square, occupied)
                | self.lookup.attacks::<true>(square, occupied);
            push_all(L::index(square), attacked & targets(4));
        }
        squares(knights, |from| {
            push_all(from, self.knights[from & 63] & targets(1))
        });
        if const { TARGETS[RULE][5] != 0 } {
            squares(kings, |from| {
                push_all(from, self.kings[from & 63] & targets(5))
            });
        }
        // One loop over all attacked pieces: the end of a loop for each attacker would be
        // mispredicted.
        let ((mut attacked, mut from), mut next) = (queue[0], 1);
        for _ in 0..edges {
            let (to, attacker) = (attacked.trailing_zeros(), board[from & 63]);
            push(from, to as usize, attacker.into());
            attacked &= attacked - 1;
            let is_last = attacked == 0;
            let following = queue[next % 64];
            attacked = if is_last { following.0 } else { attacked };
            from = if is_last { following.1 } else { from };
            next += usize::from(is_last);
        }
    }
}

#[inline(always)]
fn append_pawn_pairs<T: PaddedInt, const N: usize>(
    boards: &Boards,
    base: u32,
    sides: &mut [Side<'_, T>; N],
) {
    let pawns = boards.roles[0];
    let mut numbers = [[0; 64]; N];
    squares(pawns, |square| {
        let color = boards.colors[1] >> square & 1;
        for (side, numbers) in sides.iter().zip(&mut numbers) {
            let theirs = color as usize ^ side.color;
            numbers[square & 63] = ((square ^ side.view) + 48 * theirs).wrapping_sub(8) as u32;
        }
    });
    squares(pawns, |greater| {
        let file = FILE_A << (greater & 7);
        let files = file | (file & !FILE_H) << 1 | (file & !FILE_A) >> 1;
        squares(pawns & files & !(!0 << greater), |lower| {
            for (side, numbers) in sides.iter_mut().zip(&numbers) {
                let [a, b] = [greater, lower].map(|square| numbers[square & 63]);
                let (high, low) = (a.max(b), a.min(b));
                side.push(base + high * high.wrapping_sub(1) / 2 + low, true);
            }
        });
    });
}

#[inline(always)]
fn append_pieces<T: PaddedInt, const N: usize>(
    pieces: &Pieces,
    boards: &Boards,
    base: u32,
    sides: &mut [Side<'_, T>; N],
) {
    let frames = sides.each_ref().map(|side| {
        let flip = 56 * side.color;
        let (bucket, mirror) = pieces.frames[(king(boards, side.color) ^ flip) & 63];
        (base + bucket, mirror ^ flip)
    });
    for color in 0..2 {
        for role in 0..6 {
            squares(boards.roles[role] & boards.colors[color], |square| {
                for (side, (first, view)) in sides.iter_mut().zip(frames) {
                    let plane = pieces.planes[color ^ side.color][role];
                    side.push(first + 64 * plane + (square ^ view) as u32, true);
                }
            });
        }
    }
}
