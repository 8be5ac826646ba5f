//! Pieces in the lanes of vectors: what moves, whether it gets there, and whether a king is
//! attacked.

use crate::tables::{HOME, KING, SIDES};
use setwise_core::FILE_A;
use setwise_x86::Numbers;

/// A number for each of eight positions.
pub(super) type Lane = [u64; 8];

/// The rank, the file and the diagonal of a1, without it.
const RANK: u64 = 0xfe;
const FILE: u64 = FILE_A & !1;
const DIAGONAL: u64 = 0x8040_2010_0804_0200;
/// Every seventh square after a1: shifted to another square, its antidiagonal up to the edge, and
/// more after that.
const ANTIDIAGONAL: u64 = 0x0102_0408_1020_4080;

/// Returns the rank, the file, the diagonal and the antidiagonal of a square, including it. The
/// diagonals are the main ones, shifted by ranks (G. Isenberg, Chess Programming Wiki, 2007).
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn lines<V: Numbers>(bit: V) -> [V; 4] {
    let at = |number: u64| bit.same(number);
    let square = bit.sub(at(1)).count_lanes();
    let (file, rank) = (square & at(7), square & at(56));
    let eight = file.shl(3);
    let (up, sum) = (rank.sub(eight), rank.add(eight));
    let (main, other) = (at(0x8040_2010_0804_0201), at(0x0102_0408_1020_4080));
    // A negative count is a large unsigned one, which shifts every bit out.
    [
        at(0xff).shl_each(rank),
        at(FILE_A).shl_each(file),
        main.shl_each(up) | main.shr_each(eight.sub(rank)),
        other.shl_each(sum.sub(at(56))) | other.shr_each(at(56).sub(sum)),
    ]
}

/// Returns the squares beside a square, and the steps of a knight and of a king.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn steps<V: Numbers>(bit: V) -> [V; 3] {
    let (beside, two) = (bit.beside(), bit.two_beside());
    let knight = beside.shl(16) | beside.shr(16) | two.shl(8) | two.shr(8);
    let three = beside | bit;
    [beside, knight, beside | three.shl(8) | three.shr(8)]
}

/// Returns all ones in the lanes that are not 0.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn nonzero<V: Numbers>(x: V) -> V {
    !x.empty_lanes()
}

/// Returns `a` in the lanes of a mask, and `b` in the others.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn select<V: Numbers>(mask: V, a: V, b: V) -> V {
    mask & a | b & !mask
}

/// Returns a number for White or for Black, whose lanes in `black` are all ones.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn of_side<V: Numbers>(black: V, [white_number, black_number]: [u64; 2]) -> V {
    black.same(white_number) ^ black & black.same(white_number ^ black_number)
}

/// Returns the first rank of the side to move.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn home<V: Numbers>(black: V) -> V {
    of_side(black, [HOME[0][KING as usize], HOME[1][KING as usize]])
}

/// Returns how far pawns move, as a rotation to the left.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn forward<V: Numbers>(black: V) -> V {
    black.same(8) | black & black.same(48)
}

/// The piece on a square of each lane, as masks of lanes.
pub(super) struct Piece<V> {
    /// Whether the role is in each plane.
    pub(super) roles: [V; 3],
    pub(super) is_pawn: V,
    pub(super) is_king: V,
    pub(super) promotes: V,
}

impl<V: Numbers> Piece<V> {
    /// Finds the pieces of the side to move on one square of each lane.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn on(from: V, [a, b, c]: [V; 3], black: V) -> Self {
        let (ra, rb, rc) = (a.has(from), b.has(from), c.has(from));
        let is_pawn = ra & !(rb | rc);
        let last = of_side(black, [SIDES[0].last, SIDES[1].last]);
        Self {
            roles: [ra, rb, rc],
            is_pawn,
            is_king: ra & rc,
            promotes: is_pawn & last.has(from),
        }
    }

    /// Returns whether the role after the move is in each plane. Pawns that promote become a
    /// knight, bishop, rook or queen by the numbers 0 to 3. The other lanes of `promoted` are 0.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn placed(&self, promoted: V) -> [V; 3] {
        let two = promoted.same(2);
        let [ra, rb, rc] = self.roles;
        [
            ra & promoted.empty_lanes(),
            rb | self.promotes & !promoted.equal_lanes(two),
            rc | promoted.has(two),
        ]
    }

    /// Returns all ones in the lanes whose piece reaches another square, castling and captures en
    /// passant left out. The square has none of its own pieces. `captures` says whether there is an
    /// enemy.
    ///
    /// Both squares being known, the files and ranks between them tell what may move, and only one
    /// line is looked at.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn reaches(
        &self,
        [source, target]: [V; 2],
        [from, to]: [V; 2],
        (occupied, captures): (V, V),
        black: V,
    ) -> V {
        let at = |number: u64| source.same(number);
        let (seven, rank) = (at(7), source.shr(3));
        let files = (target & seven).sub(source & seven);
        let ranks = target.shr(3).sub(rank);
        let distance = files.mul(files).add(ranks.mul(ranks));
        let same_file = files.empty_lanes();

        let [ra, rb, rc] = self.roles;
        let straight = ranks.empty_lanes() & at(RANK) | same_file & at(FILE);
        let diagonal = files.equal_lanes(ranks) & at(DIAGONAL)
            | files.add(ranks).empty_lanes() & at(ANTIDIAGONAL);
        let line = straight & (rc & !ra | self.is_pawn) | diagonal & rb & !ra;
        // From the lower square, included, to the higher one.
        let span = from.sub(at(1)) ^ to.sub(at(1));
        let between = line.shl_each(source.min_bytes(target)) & span;
        let is_free = (between & occupied).empty_lanes();

        let ahead = (ranks ^ black).sub(black);
        let begins = (rank ^ black & seven).equal_lanes(at(1));
        let one = ahead.equal_lanes(at(1)) & distance.equal_lanes(at(1).sub(captures));
        let two = ahead.equal_lanes(at(2)) & same_file & begins & is_free & !captures;

        let slides = is_free & !ra & !line.empty_lanes();
        let knight = rb & distance.equal_lanes(at(5));
        let king = rc & at(3).greater_lanes(distance);
        slides | self.is_pawn & (one | two) | ra & (knight | king)
    }
}

/// Returns what is not 0 where pieces in `them` attack a square. Pawns attack as enemies of the
/// side to move.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn attacks<V: Numbers>(bit: V, [a, b, c]: [V; 3], them: V, occupied: V, black: V) -> V {
    let [beside, knight, king] = steps(bit);
    let (low, high) = (them & a, them & !a);
    let near =
        knight & low & b | king & low & c | beside.rotate_each(forward(black)) & low & !(b | c);
    let [rank, file, diagonal, antidiagonal] = lines(bit);
    let (straight, slanted) = (high & c, high & b);
    let (shields, others) = (occupied & !straight, occupied & !slanted);
    near | sees(bit, rank, straight, shields)
        | sees(bit, file, straight, shields)
        | sees(bit, diagonal, slanted, others)
        | sees(bit, antidiagonal, slanted, others)
}

/// Returns what is not 0 where the first piece on a line from a square is one of `sliders`, not one
/// of `shields`, which include the piece on the square.
#[cfg_attr(not(unoptimized), inline(always))]
fn sees<V: Numbers>(bit: V, line: V, sliders: V, shields: V) -> V {
    let (sliders, shields) = (sliders & line, shields & line);
    // The subtraction sets the bits above the square up to the first shield, and moves no slider
    // into them. Below, the greater number has the highest piece.
    let above = shields.sub(bit.add(bit)) & sliders;
    let below = bit.sub(bit.same(1));
    above | (sliders & below).greater_lanes(shields & below)
}
