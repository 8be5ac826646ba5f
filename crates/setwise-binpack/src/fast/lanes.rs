//! Positions of eight chains in the lanes of vectors, and a step of all. It plays the moves that
//! are chosen and chooses the next ones, without a branch and without a table.

use crate::position::NO_SCORE;
use crate::tables::{HOME, KING, MORE, SIDES};
use core::iter::zip;
use setwise_core::{FILE_A, Isa, Vector};
use setwise_x86::{Avx512, Zmm};

/// Its shifts by 64 and more give 0, other than those of other vectors.
pub(super) type V = Zmm<Avx512>;
pub(super) type Lane = [u64; 8];

/// Positions with the moves that are chosen in them; in each array a number for each chunk.
#[derive(Default)]
#[repr(C, align(64))]
pub(super) struct Lanes {
    pub(super) planes: [Lane; 3],
    pub(super) us: Lane,
    pub(super) them: Lane,
    pub(super) castling: Lane,
    pub(super) en_passant: Lane,
    /// All ones for Black to move.
    pub(super) black: Lane,
    pub(super) from: Lane,
    pub(super) to: Lane,
    /// The target in the planes of the role after the move.
    pub(super) placed: [Lane; 3],
    /// 16 bits.
    pub(super) score: Lane,
    pub(super) reset: Lane,
    pub(super) ply: Lane,
    pub(super) bit: Lane,
    pub(super) left: Lane,
    /// The positions that are passed over before the next visit.
    pub(super) passed: Lane,
    pub(super) positions: Lane,
    /// As that of [`Skipping`](crate::visit::Skipping).
    pub(super) before: Lane,
}

/// A square's lines: rank, file, diagonal, antidiagonal, each with the square. Diagonals are the
/// main ones, moved by ranks (G. Isenberg, Chess Programming Wiki, 2007).
#[cfg_attr(not(unoptimized), inline(always))]
fn lines(bit: V) -> [V; 4] {
    let at = |number: u64| bit.same(number);
    let square = at(63).sub(bit.leading_zeros());
    let (file, rank) = ((square & at(7)).shl(3), square & at(56));
    // A number that is negative shifts everything out.
    let moved = |line: u64, by: V| at(line).shr_each(by) | at(line).shl_each(at(0).sub(by));
    [
        at(0xff).shl_each(rank),
        at(FILE_A).shl_each(square & at(7)),
        moved(0x8040_2010_0804_0201, file.sub(rank)),
        moved(0x0102_0408_1020_4080, at(56).sub(file).sub(rank)),
    ]
}

/// The squares of a line up to the first piece on each side of a square, included: between the
/// lowest bit above it and the highest one below.
#[cfg_attr(not(unoptimized), inline(always))]
fn along(line: V, below: V, above: V, occupied: V) -> V {
    let at = |number: u64| line.same(number);
    let on = line & occupied;
    let up = on & above;
    let first = up & at(0).sub(up);
    let last = at(1 << 63).shr_each((on & below | at(1)).leading_zeros());
    line & first.add(first).sub(last)
}

/// The squares that rooks and bishops reach from a square.
#[cfg_attr(not(unoptimized), inline(always))]
fn sliders(bit: V, occupied: V) -> [V; 2] {
    let below = bit.sub(bit.same(1));
    let above = !(bit | below);
    let [rank, file, diagonal, antidiagonal] = lines(bit);
    [
        along(rank, below, above, occupied) | along(file, below, above, occupied),
        along(diagonal, below, above, occupied) | along(antidiagonal, below, above, occupied),
    ]
}

/// The squares beside a square, and the steps of a knight and a king.
#[cfg_attr(not(unoptimized), inline(always))]
fn steps(bit: V) -> [V; 3] {
    let (beside, two) = (bit.beside(), bit.two_beside());
    let knight = beside.shl(16) | beside.shr(16) | two.shl(8) | two.shr(8);
    let three = beside | bit;
    [beside, knight, beside | three.shl(8) | three.shr(8)]
}

/// All ones in the lanes that are not 0.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn nonzero(x: V) -> V {
    !x.empty_lanes()
}

/// The first of two in the lanes of a mask, else the second.
#[cfg_attr(not(unoptimized), inline(always))]
fn select(mask: V, a: V, b: V) -> V {
    mask & a | b & !mask
}

/// The n-th bits of sets; none past the last one.
#[cfg_attr(not(unoptimized), inline(always))]
fn nth(token: Avx512, sets: V, n: V) -> V {
    let (mut numbers, mut all) = ([0; 8], [0; 8]);
    n.store(&mut numbers);
    sets.store(&mut all);
    for (number, set) in numbers.iter_mut().zip(all) {
        *number = token
            .words()
            .deposit(1_u64.wrapping_shl(*number as u32), set);
    }
    V::load(token, &numbers)
}

impl Lanes {
    /// Goes to the next positions. Returns a bit for each lane in which the next one is certain:
    /// none if the bits of its chunk are not `whole`.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn step(&self, next: &mut Self, token: Avx512, words: &Lane, whole: u8) -> u8 {
        let at = |number: u64| V::splat(token, number);
        let load = |lane: &Lane| V::load(token, lane);
        let black = load(&self.black);

        // The move that is chosen.
        let (from, to) = (load(&self.from), load(&self.to));
        let [a, b, c] = &self.planes;
        let (a, b, c) = (load(a), load(b), load(c));
        let (us, them) = (load(&self.us), load(&self.them));
        let is_pawn = nonzero(from & a & !(b | c));
        let is_king = nonzero(from & a & c);
        let kept = !(from | to);
        let [pa, pb, pc] = &self.placed;
        let (a, b, c) = (
            a & kept | load(pa),
            b & kept | load(pb),
            c & kept | load(pc),
        );
        let is_reset = is_pawn | nonzero(them & to);
        let (us, them) = (them & !to, us & !from | to);
        let home = select(
            black,
            at(HOME[1][KING as usize]),
            at(HOME[0][KING as usize]),
        );
        let castling = load(&self.castling) & kept & !(home & is_king);
        let two = from.shl(16) & to | from.shr(16) & to;
        let may_pass = is_pawn & nonzero(two) & to.beside() & us & a & !(b | c);
        let (score, ply) = (load(&self.score), load(&self.ply));
        let reset = select(is_reset, ply.add(at(1)), load(&self.reset));
        let is_score = nonzero(score) & nonzero(score ^ at(NO_SCORE as u64));
        let before = select(is_score, score | ply.shl(16), load(&self.before));
        let black = !black;
        let occupied = us | them;

        // The next piece.
        let bit = load(&self.bit);
        let word = load(words).reverse_bytes().shl_each(bit & at(7));
        let zeros = us.count_lanes().sub(at(1)).leading_zeros();
        let from = nth(token, us, word.shr_each(zeros));
        let word = word.shl_each(at(64).sub(zeros));
        let used = at(64).sub(zeros);
        let (ra, rb, rc) = (nonzero(a & from), nonzero(b & from), nonzero(c & from));
        let (is_pawn, is_king) = (ra & !(rb | rc), ra & rc);

        // Its targets.
        let [beside, knight, king] = steps(from);
        let [straight, diagonal] = sliders(from, occupied);
        let reached = straight & rc & !ra | diagonal & rb & !ra | knight & ra & rb | king & is_king;
        let forward = at(8) | black & at(48);
        let one = from.rotate_each(forward) & !occupied;
        let middle = select(black, at(SIDES[1].middle), at(SIDES[0].middle));
        let pawn = one
            | (one & middle).rotate_each(forward) & !occupied
            | beside.rotate_each(forward) & them;
        let targets = select(is_pawn, pawn, reached & !us);
        let last = select(black, at(SIDES[1].last), at(SIDES[0].last));
        let promotes = is_pawn & nonzero(from & last);
        let home = select(
            black,
            at(HOME[1][KING as usize]),
            at(HOME[0][KING as usize]),
        );
        let rights = (castling & home & is_king).count_lanes();
        let shift = promotes & at(2);
        let choices = targets.count_lanes().shl_each(shift).add(rights);
        let zeros = choices.sub(at(1)).leading_zeros();
        let choice = word.shr_each(zeros);
        let to = nth(token, targets, choice.shr_each(shift));
        let word = word.shl_each(at(64).sub(zeros));
        let used = used.add(at(64).sub(zeros));
        // Knight, bishop, rook, queen.
        let promoted = choice & at(3);
        let is_two = nonzero(promoted ^ at(2));
        let placed = [
            select(promotes, !nonzero(promoted), ra) & to,
            select(promotes, is_two, rb) & to,
            select(promotes, nonzero(promoted & at(2)), rc) & to,
        ];

        // Whether the king is attacked after the move.
        let king_bit = select(is_king, to, a & c & us);
        let theirs = them & !to;
        let [beside, knight, king] = steps(king_bit);
        let [straight, diagonal] = sliders(king_bit, occupied & !from | to);
        let attackers = straight & c & !a
            | diagonal & b & !a
            | knight & a & b
            | king & a & c
            | beside.rotate_each(forward) & a & !(b | c);

        // The score.
        let last = !word & at(MORE);
        let bits = last.leading_zeros().add(at(5));
        let digits = word & !at(!0).shr_each(bits);
        let difference = digits.shr(59) & at(15)
            | digits.shr(50) & at(15 << 4)
            | digits.shr(41) & at(15 << 8)
            | digits.shr(32) & at(15 << 12);
        let sign = at(0).sub(difference & at(1));
        let score = (difference.shr(1) ^ sign).sub(score) & at(0xffff);

        let least = (score ^ at(0x8000)).empty_lanes();
        let doubts = attackers & theirs | may_pass | last.empty_lanes() | least;
        let sure = whole & from.nonzero_lanes() & to.nonzero_lanes() & !doubts.nonzero_lanes();
        for (vector, lane) in zip([a, b, c], &mut next.planes) {
            vector.store(lane);
        }
        for (vector, lane) in zip(placed, &mut next.placed) {
            vector.store(lane);
        }
        for (vector, lane) in [
            (us, &mut next.us),
            (them, &mut next.them),
            (castling, &mut next.castling),
            // Where a capture en passant may be possible is a doubt.
            (at(0), &mut next.en_passant),
            (black, &mut next.black),
            (from, &mut next.from),
            (to, &mut next.to),
            (score, &mut next.score),
            (reset, &mut next.reset),
            (ply.add(at(1)), &mut next.ply),
            (before, &mut next.before),
            (bit.add(used).add(bits), &mut next.bit),
            (load(&self.left).sub(at(1)), &mut next.left),
        ] {
            vector.store(lane);
        }
        sure
    }
}
