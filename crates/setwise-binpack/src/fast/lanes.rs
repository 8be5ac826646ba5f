//! Positions of eight chains in the lanes of vectors. A step plays the chosen moves and reads the
//! next ones, without branches and without tables.

use super::piece::{Lane, Piece, attacks, forward, home, lines, nonzero, of_side, select, steps};
use crate::position::NO_SCORE;
use crate::tables::{MORE, SIDES};
use core::iter::zip;
use setwise_core::{Isa, Vector};
use setwise_x86::{Avx512, Numbers, Zmm};

/// A register of eight lanes.
pub(super) type V = Zmm<Avx512>;

/// Eight positions with their chosen moves. Element `i` of each array belongs to chunk `i`.
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
    /// The target square, in the planes that contain the role after the move.
    pub(super) placed: [Lane; 3],
    /// The score, in the low 16 bits.
    pub(super) score: Lane,
    pub(super) reset: Lane,
    pub(super) ply: Lane,
    pub(super) bit: Lane,
    pub(super) left: Lane,
    /// The number of positions to pass over before the next visit.
    pub(super) passed: Lane,
    pub(super) positions: Lane,
    /// The same as [`Passing::before`](crate::visit::Passing).
    pub(super) before: Lane,
}

/// Returns the squares of a line from the first piece below a square to the first one above it,
/// both included, or up to the edge.
#[cfg_attr(not(unoptimized), inline(always))]
fn along(line: V, below: V, above: V, occupied: V) -> V {
    let at = |number: u64| line.same(number);
    let on = line & occupied;
    let up = on & above;
    let first = up & at(0).sub(up);
    let last = at(1 << 63).shr_each((on & below | at(1)).leading_zeros());
    line & first.add(first).sub(last)
}

/// Returns the squares that rooks and bishops reach from a square.
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

impl Piece<V> {
    /// Returns the squares that the pieces reach, castling and captures en passant left out.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn targets(&self, from: V, [us, them]: [V; 2], black: V) -> V {
        let occupied = us | them;
        let [ra, rb, rc] = self.roles;
        let [beside, knight, king] = steps(from);
        let [straight, diagonal] = sliders(from, occupied);
        let reached =
            straight & rc & !ra | diagonal & rb & !ra | knight & ra & rb | king & self.is_king;
        let forward = forward(black);
        let one = from.rotate_each(forward) & !occupied;
        let middle = of_side(black, [SIDES[0].middle, SIDES[1].middle]);
        let pawn = one
            | (one & middle).rotate_each(forward) & !occupied
            | beside.rotate_each(forward) & them;
        select(self.is_pawn, pawn, reached & !us)
    }
}

/// Returns the n-th bit of each set, or 0 if the set has fewer bits.
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
    /// Takes a step in each lane, from the positions in `self` to the next ones in `next`.
    /// ```text
    ///                     lane 0    lane 1   ...  lane 7      one chunk in each lane
    ///                   +---------+---------+---+---------+
    /// self planes, us   | board 0 | board 1 |   | board 7 |   before the chosen move
    ///      from, to     | move 0  | move 1  |   | move 7  |   the chosen move, as bits
    ///      score, ply   | label 0 | label 1 |   | label 7 |   of the position
    ///      bit, left    | place 0 | place 1 |   | place 7 |   of the next half-move in the chunk
    /// words             | bytes 0 | bytes 1 |   | bytes 7 |   the 8 bytes from `bit / 8` on
    ///                   +---------+---------+---+---------+
    ///                        |         |             |        1. plays the move on the board
    ///                        |         |             |        2. reads piece and target
    ///                        v         v             v        3. tests the king, reads the score
    /// next                the same fields, one half-move later
    /// returned            a mask: bit i is set if lane i is certain
    /// ```
    /// A lane is certain if the 8 bytes are there (`whole`), piece and target exist, the new move
    /// leaves no king attacked, no en passant square may follow from the move played, and the
    /// score fits.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn step(&self, next: &mut Self, token: Avx512, words: &Lane, whole: u8) -> u8 {
        let at = |number: u64| V::splat(token, number);
        let load = |lane: &Lane| V::load(token, lane);
        let black = load(&self.black);

        // Play the chosen move.
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
        let castling = load(&self.castling) & kept & !(home(black) & is_king);
        let two = from.shl(16) & to | from.shr(16) & to;
        let may_pass = is_pawn & nonzero(two) & to.beside() & us & a & !(b | c);
        let (score, ply) = (load(&self.score), load(&self.ply));
        let reset = select(is_reset, ply.add(at(1)), load(&self.reset));
        let is_score = nonzero(score) & nonzero(score ^ at(NO_SCORE as u64));
        let before = select(is_score, score | ply.shl(16), load(&self.before));
        let black = !black;
        let occupied = us | them;

        // Read which piece moves.
        let bit = load(&self.bit);
        let word = load(words).reverse_bytes().shl_each(bit & at(7));
        let zeros = us.count_lanes().sub(at(1)).leading_zeros();
        let from = nth(token, us, word.shr_each(zeros));
        let word = word.shl_each(at(64).sub(zeros));
        let used = at(64).sub(zeros);

        // Find its targets, and read which one it takes.
        let piece = Piece::on(from, [a, b, c], black);
        let (is_king, promotes) = (piece.is_king, piece.promotes);
        let targets = piece.targets(from, [us, them], black);
        let rights = (castling & home(black) & is_king).count_lanes();
        let shift = promotes & at(2);
        let choices = targets.count_lanes().shl_each(shift).add(rights);
        let zeros = choices.sub(at(1)).leading_zeros();
        let choice = word.shr_each(zeros);
        let to = nth(token, targets, choice.shr_each(shift));
        let word = word.shl_each(at(64).sub(zeros));
        let used = used.add(at(64).sub(zeros));
        let [pa, pb, pc] = piece.placed(choice & promotes & at(3));
        let placed = [pa & to, pb & to, pc & to];

        // Find whether the king is attacked after the move.
        let king_bit = select(is_king, to, a & c & us);
        let theirs = them & !to;
        let attacked = attacks(king_bit, [a, b, c], theirs, occupied & !from | to, black);

        // Read the score.
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
        let doubts = attacked | may_pass | last.empty_lanes() | least;
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
            // A lane in which a capture en passant may be legal is in doubt.
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
