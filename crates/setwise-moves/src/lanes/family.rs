//! What the children of the positions of a batch have in common, and the children themselves.

use super::list::{CASTLES_EAST, CASTLES_WEST, Chunk, DIAGONAL, KING, KNIGHT, ORTHOGONAL, PAWN};
use super::ranks::Ranks;
use super::{every, sides};
use crate::Frame;
use crate::sets::AttackMap;
use alloc::vec::Vec;
use setwise_core::{Boards, Lanes, Pack, Sliced};

/// Positions as their children will see them: the other side is to move and moves up the board. One board per kind and
/// colour, so that a child has to change little.
pub(super) struct Family<L> {
    /// By the constants below, rank by rank.
    boards: [[L; 8]; BOARDS],
    /// The same as words, for registers that cannot pick bytes.
    words: Vec<[u64; 64]>,
    castling: L,
    their_castling: L,
    /// Files of the squares, on the third rank, where the moves of the parents capture en passant.
    en_passant: L,
    /// By parent: what its children need.
    classes: L,
}

const OCCUPIED: usize = 0;
const OWN: usize = 1;
const OWN_KING: usize = 2;
const PAWNS: usize = 3;
const KNIGHTS: usize = 4;
const DIAGONALS: usize = 5;
const ORTHOGONALS: usize = 6;
const THEIR_KING: usize = 7;
const THEIR_PAWNS: usize = 8;
const THEIR_KNIGHTS: usize = 9;
const THEIR_DIAGONALS: usize = 10;
const THEIR_ORTHOGONALS: usize = 11;
/// What two knights of the side to move attack.
const TWICE: usize = 12;
const BOARDS: usize = 13;

/// What children need: bits of a byte.
const SECOND_RANK: u8 = 1;
const HIGHER: u8 = 2;
const MANY_KNIGHTS: u8 = 4;
const ATTACKED_TWICE: u8 = 8;

/// What the children of some parents are like at most.
#[derive(Clone, Copy)]
pub(super) struct Class {
    pub(super) kings: Kings,
    /// Are there squares that two knights of the side to move attack?
    pub(super) twice: bool,
}

/// Where the kings of the side to move are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kings {
    /// All kings of the side to move stand on their first rank; two knights at most.
    First,
    /// On the first two; two knights at most.
    FirstTwo,
    /// Anywhere, with any number of knights.
    Anywhere,
}

/// The ranks in the opposite order.
#[inline(always)]
fn flip<L: Lanes>(boards: Sliced<L>) -> [L; 8] {
    let mut ranks = boards.0;
    ranks.reverse();
    ranks
}

impl<L: Lanes> Family<L> {
    #[inline(always)]
    pub(super) fn new(parents: &Frame<Sliced<L>>) -> Self {
        let Frame {
            own: theirs,
            their: own,
            ..
        } = *parents;
        let king = own & parents.kings;
        let knights = own & parents.knights;
        let zero = own.0[0].same(0);

        // The parents' ranks are still the other way round.
        let mut higher = king.0[0];
        for rank in 1..6 {
            higher = higher | king.0[rank];
        }
        let mut many = zero;
        for rank in 0..8 {
            many = many.add_bytes(knights.0[rank].count_bytes());
        }
        // More than two: at least four of six bits and more, or both of the lowest ones.
        let many =
            (many & zero.same(0x3c3c_3c3c_3c3c_3c3c)) | many.spread_bit(0) & many.spread_bit(1);
        let bit = |there: L, value: u8| !there.empty_bytes() & every(zero, value);
        let mut map = AttackMap::none(knights);
        map.add_knights(knights);
        let twice = map.twice;
        let classes = bit(king.0[6], SECOND_RANK)
            | bit(higher, HIGHER)
            | bit(many, MANY_KNIGHTS)
            | bit(!twice.empty().0[0], ATTACKED_TWICE);

        let boards = [
            flip(own | theirs),
            flip(own),
            flip(king),
            flip(own & parents.pawns),
            flip(knights),
            flip(own & parents.diagonal),
            flip(own & parents.orthogonal),
            flip(theirs & parents.kings),
            flip(theirs & parents.pawns),
            flip(theirs & parents.knights),
            flip(theirs & parents.diagonal),
            flip(theirs & parents.orthogonal),
            flip(twice),
        ];
        let mut words = Vec::new();
        if !L::PICKS {
            words.resize(BOARDS, [0; 64]);
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
            classes,
        }
    }

    /// One board of each of some parents, by words. The order of lanes and words is the same in all registers that
    /// cannot pick bytes.
    #[inline(always)]
    fn gather(&self, board: usize, lanes: &[u8; 64]) -> [L; 8] {
        let mut gathered = [0; 64];
        if let Some(words) = self.words.get(board) {
            for (to, lane) in gathered[..8 * L::COUNT].iter_mut().zip(lanes) {
                *to = words[usize::from(lane & 63)];
            }
        }
        let proof = self.classes.proof();
        Sliced::<L>::load(proof, &gathered[..8 * L::COUNT]).0
    }

    /// What the children of some parents are like at most.
    #[inline(always)]
    pub(super) fn class(&self, lanes: L) -> Class {
        let classes = self.classes.pick_bytes(lanes);
        let any = |value: u8| (classes & every(classes, value)).occupied_bytes() != 0;
        Class {
            kings: if !any(SECOND_RANK | HIGHER | MANY_KNIGHTS) {
                Kings::First
            } else if !any(HIGHER | MANY_KNIGHTS) {
                Kings::FirstTwo
            } else {
                Kings::Anywhere
            },
            twice: any(ATTACKED_TWICE),
        }
    }
}

/// Which moves a batch of children holds.
pub(super) const STEPS: u8 = 0;
pub(super) const SLIDES: u8 = 1;
pub(super) const ALL: u8 = 2;

/// Children of the positions of a family, one per byte; `MOVES` are moves of pawns, knights and kings but
/// castling ([`STEPS`]), of sliders ([`SLIDES`]), or [`ALL`]. With `TWO` they have two knights at most.
#[derive(Clone, Copy)]
pub(super) struct Children<'a, L, const MOVES: u8, const TWO: bool> {
    family: &'a Family<L>,
    lanes: L,
    /// The parents' boards, if they are not picked rank by rank.
    gathered: [[L; 8]; BOARDS],
    from: [L; 8],
    to: [L; 8],
    /// All ones where this kind of man has arrived.
    pawn: L,
    knight: L,
    diagonal: L,
    orthogonal: L,
    moved_king: L,
    /// The pawns captured en passant, on the fourth rank.
    captured: L,
    /// The rooks that have castled, on the last rank.
    rook_from: L,
    rook_to: L,
    twice: bool,
}

/// Squares of ranks that differ from byte to byte: rank k of `squares` where `ranks`, from bit `BIT` on, says 7 − k.
#[inline(always)]
fn on_ranks<L: Lanes, const BIT: u32>(squares: L, ranks: L) -> [L; 8] {
    let (one, two, four) = (
        ranks.spread_bit(BIT),
        ranks.spread_bit(BIT + 1),
        ranks.spread_bit(BIT + 2),
    );
    let pairs = [
        squares & !(four | two),
        squares & (two & !four),
        squares & (four & !two),
        squares & (four & two),
    ];
    [
        pairs[3] & one,
        pairs[3] & !one,
        pairs[2] & one,
        pairs[2] & !one,
        pairs[1] & one,
        pairs[1] & !one,
        pairs[0] & one,
        pairs[0] & !one,
    ]
}

impl<'a, L: Lanes, const MOVES: u8, const TWO: bool> Children<'a, L, MOVES, TWO> {
    #[inline(always)]
    pub(super) fn new(family: &'a Family<L>, moves: Chunk<L>, twice: bool) -> Self {
        let Chunk {
            lanes,
            from,
            to,
            ranks,
            kinds,
        } = moves;
        let zero = lanes.same(0);
        let is = |kind: u8| kinds.spread_bit(kind.trailing_zeros());
        let mut gathered = [[zero; 8]; BOARDS];
        if !L::PICKS {
            let lanes = lanes.to_bytes();
            for board in 0..BOARDS {
                gathered[board] = family.gather(board, &lanes);
            }
        }
        let mut children = Self {
            family,
            lanes,
            gathered,
            to: on_ranks::<L, 0>(to, ranks),
            from: on_ranks::<L, 3>(from, ranks),
            pawn: is(PAWN),
            knight: is(KNIGHT),
            diagonal: is(DIAGONAL),
            orthogonal: is(ORTHOGONAL),
            moved_king: is(KING),
            captured: zero,
            rook_from: zero,
            rook_to: zero,
            twice,
        };
        if MOVES != SLIDES {
            children.captured =
                children.to[2] & family.en_passant.pick_bytes(lanes) & children.pawn;
        }
        if MOVES == ALL {
            let (east, west) = (is(CASTLES_EAST), is(CASTLES_WEST));
            let rights = family.their_castling.pick_bytes(lanes);
            let (rooks_east, rooks_west) = sides(children.from[7], rights);
            children.rook_from = east & rooks_east | west & rooks_west;
            children.rook_to = east & every(east, 0x20) | west & every(west, 0x08);
        }
        children
    }

    #[inline(always)]
    fn pick(&self, board: usize, rank: usize) -> L {
        if L::PICKS {
            self.family.boards[board][rank].pick_bytes(self.lanes)
        } else {
            self.gathered[board][rank]
        }
    }

    /// What the side to move still has on a rank.
    #[inline(always)]
    fn left(&self, board: usize, rank: usize) -> L {
        let left = self.pick(board, rank) & !self.to[rank];
        if MOVES != SLIDES && rank == 3 {
            left & !self.captured
        } else {
            left
        }
    }

    /// What the other side has on a rank, who has moved.
    #[inline(always)]
    fn moved(&self, board: usize, rank: usize, arrived: L) -> L {
        (self.pick(board, rank) & !self.from[rank]).or_and(arrived, self.to[rank])
    }

    /// The files of the other side's rooks that may still castle, on the last rank.
    #[inline(always)]
    fn their_castling(&self) -> L {
        let rights = self.family.their_castling.pick_bytes(self.lanes);
        rights & !(self.from[7] | self.moved_king)
    }

    /// The children as positions; nothing where `valid` has nothing.
    #[inline(always)]
    pub(super) fn frame(&self, valid: L) -> Frame<Sliced<L>> {
        let none = Sliced([valid.same(0); 8]);
        let mut frame = Frame {
            own: none,
            their: none,
            pawns: none,
            knights: none,
            diagonal: none,
            orthogonal: none,
            kings: none,
            en_passant: none,
            castling: none,
        };
        for rank in 0..8 {
            let own = self.own(rank);
            frame.own.0[rank] = own & valid;
            frame.their.0[rank] = self.occupied(rank) & !own & valid;
            frame.pawns.0[rank] = (self.pawns(rank) | self.their_pawns(rank)) & valid;
            frame.knights.0[rank] = (self.knights(rank) | self.their_knights(rank)) & valid;
            frame.diagonal.0[rank] = (self.diagonal(rank) | self.their_diagonal(rank)) & valid;
            frame.orthogonal.0[rank] =
                (self.orthogonal(rank) | self.their_orthogonal(rank)) & valid;
            frame.kings.0[rank] = (self.king(rank) | self.their_king(rank)) & valid;
        }
        frame.en_passant.0[5] = self.en_passant() & valid;
        frame.castling.0[0] = self.castling() & valid;
        frame.castling.0[7] = self.their_castling() & valid;
        frame
    }
}

impl<L: Lanes, const MOVES: u8, const TWO: bool> Ranks<L> for Children<'_, L, MOVES, TWO> {
    const PASSING: bool = MOVES != SLIDES;
    const TWO_KNIGHTS: bool = TWO;

    #[inline(always)]
    fn occupied(&self, rank: usize) -> L {
        let mut left = self.pick(OCCUPIED, rank) & !self.from[rank];
        if MOVES != SLIDES && rank == 3 {
            left = left & !self.captured;
        }
        if MOVES == ALL && rank == 7 {
            left = (left & !self.rook_from) | self.rook_to;
        }
        left | self.to[rank]
    }

    #[inline(always)]
    fn own(&self, rank: usize) -> L {
        self.left(OWN, rank)
    }

    #[inline(always)]
    fn king(&self, rank: usize) -> L {
        self.pick(OWN_KING, rank)
    }

    #[inline(always)]
    fn pawns(&self, rank: usize) -> L {
        self.left(PAWNS, rank)
    }

    #[inline(always)]
    fn knights(&self, rank: usize) -> L {
        self.left(KNIGHTS, rank)
    }

    #[inline(always)]
    fn diagonal(&self, rank: usize) -> L {
        self.left(DIAGONALS, rank)
    }

    #[inline(always)]
    fn orthogonal(&self, rank: usize) -> L {
        self.left(ORTHOGONALS, rank)
    }

    #[inline(always)]
    fn their_king(&self, rank: usize) -> L {
        if MOVES == SLIDES {
            return self.pick(THEIR_KING, rank);
        }
        self.moved(THEIR_KING, rank, self.moved_king)
    }

    #[inline(always)]
    fn their_pawns(&self, rank: usize) -> L {
        if MOVES == SLIDES {
            return self.pick(THEIR_PAWNS, rank);
        }
        self.moved(THEIR_PAWNS, rank, self.pawn)
    }

    #[inline(always)]
    fn their_knights(&self, rank: usize) -> L {
        if MOVES == SLIDES {
            return self.pick(THEIR_KNIGHTS, rank);
        }
        self.moved(THEIR_KNIGHTS, rank, self.knight)
    }

    #[inline(always)]
    fn their_diagonal(&self, rank: usize) -> L {
        // Of pawns, knights and kings only a promoting pawn makes a slider.
        if MOVES == STEPS && rank > 0 {
            return self.pick(THEIR_DIAGONALS, rank);
        }
        self.moved(THEIR_DIAGONALS, rank, self.diagonal)
    }

    #[inline(always)]
    fn their_orthogonal(&self, rank: usize) -> L {
        if MOVES == STEPS && rank > 0 {
            return self.pick(THEIR_ORTHOGONALS, rank);
        }
        let rooks = self.moved(THEIR_ORTHOGONALS, rank, self.orthogonal);
        if MOVES == ALL && rank == 7 {
            return (rooks & !self.rook_from) | self.rook_to;
        }
        rooks
    }

    #[inline(always)]
    fn castling(&self) -> L {
        self.family.castling.pick_bytes(self.lanes) & !self.to[0]
    }

    #[inline(always)]
    fn en_passant(&self) -> L {
        self.to[4] & self.from[6] & self.pawn
    }

    #[inline(always)]
    fn may_attack_twice(&self) -> bool {
        self.twice
    }

    #[inline(always)]
    fn twice(&self, rank: usize) -> L {
        self.pick(TWICE, rank)
    }

    #[inline(always)]
    fn knight_missing(&self, free: &[L; 8]) -> L {
        let mut missing = self.lanes.same(0);
        for rank in 0..8 {
            missing = missing | free[rank] ^ self.pick(KNIGHTS, rank);
        }
        !missing.empty_bytes()
    }
}
