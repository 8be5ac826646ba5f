//! The threats of a position as edges: from a square, to a square, and the pair of pieces.

use super::geometry::{
    ATTACKS, Axis, BLACK_PAWN, KING, KNIGHT, LINES, SQUARES, WHITE_PAWN, orientation,
};
use super::tables::{
    DOWN_DIAGONAL, DOWN_STRAIGHT, EMPTY, NEAR, PIECES, Tables, UP_DIAGONAL, UP_STRAIGHT, kind,
};
use crate::Boards;
use alloc::boxed::Box;
use setwise_moves::Color;

/// The most edges of a position: eight of each piece.
pub(crate) const MAX_EDGES: usize = 512;
/// Entries that are overwritten behind the last edge.
const SLACK: usize = 64;
/// Edges are turned into indices when there are more than this.
pub(crate) const FULL: usize = 2048;
const ROOM: usize = FULL + 2 * MAX_EDGES + SLACK;

/// This bit of a square in [`Edges::from`] tells that one perspective is mirrored and the other is not.
pub(crate) const MIRRORED: u8 = 64;

/// Edges of some positions, one after the other: the squares as the first perspective sees them, with its own mirror.
#[derive(Debug)]
#[repr(align(64))]
pub(crate) struct Edges {
    /// Where the attacker stands, and [`MIRRORED`]. (That bit is in `to` as well.)
    pub(crate) from: [u8; ROOM],
    /// Where the attacked piece stands.
    pub(crate) to: [u8; ROOM],
    /// The pair of pieces.
    pub(crate) pair: [u8; ROOM],
}

impl Edges {
    pub(crate) fn new() -> Box<Self> {
        Box::new(Self {
            from: [0; ROOM],
            to: [0; ROOM],
            pair: [0; ROOM],
        })
    }
}

/// What the squares of a position are xored with: those of the first perspective, and [`MIRRORED`] if the other is mirrored
/// differently.
#[inline(always)]
pub(crate) const fn squares_of_first(boards: &Boards) -> u8 {
    let first = orientation(boards.king(Color::White), Color::White);
    let second = orientation(boards.king(Color::Black), Color::Black);
    first | (first ^ second) << 6 & MIRRORED
}

/// The number of the piece on each square.
#[inline(always)]
fn mailbox(boards: &Boards) -> [u8; 64] {
    let [_, black] = boards.colors;
    let [pawns, knights, bishops, rooks, queens, kings] = boards.roles;
    let white = boards.colors[0];
    let empty = !boards.occupied();
    // Bit k of the number of a piece is in plane k: 0 to 4, 5 to 9, 10, 11, and 12 for no piece.
    let in_white = [knights | rooks, bishops | rooks, queens, 0].map(|plane| plane & white);
    let in_black = [
        pawns | bishops | queens | kings,
        knights | bishops | kings,
        pawns | knights | bishops,
        rooks | queens | kings,
    ]
    .map(|plane| plane & black);
    let white_king = kings & white;
    let planes = [
        in_white[0] | in_black[0],
        in_white[1] | in_black[1] | white_king,
        in_white[2] | in_black[2] | empty,
        in_white[3] | in_black[3] | white_king | empty,
    ];
    let mut mailbox = [0; 64];
    for (rank, squares) in mailbox.chunks_exact_mut(8).enumerate() {
        let mut numbers = 0;
        for (k, plane) in planes.iter().enumerate() {
            numbers |= bits_to_bytes(plane >> (8 * rank) & 0xff) << k;
        }
        squares.copy_from_slice(&numbers.to_le_bytes());
    }
    mailbox
}

/// Bit i of eight bits as byte i, 0 or 1.
#[inline(always)]
const fn bits_to_bytes(bits: u64) -> u64 {
    let apart = (bits * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (apart + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101
}

/// The kind of each piece.
static KIND_OF: [u8; 16] = {
    let mut kinds = [7; 16];
    let mut piece = 0;
    while piece < PIECES {
        kinds[piece] = kind(piece) as u8;
        piece += 1;
    }
    kinds
};

/// Which attackers are listed together: by the direction of the attack and the place of the pair's lower square.
#[derive(Clone, Copy)]
struct Group {
    /// The bit of [`Tables::attributes`].
    attribute: u8,
    axes: [Axis; 2],
    up: bool,
}

const GROUPS: [Group; 4] = [
    Group {
        attribute: UP_STRAIGHT,
        axes: [Axis::Ranks, Axis::Files],
        up: true,
    },
    Group {
        attribute: UP_DIAGONAL,
        axes: [Axis::Diagonals, Axis::AntiDiagonals],
        up: true,
    },
    Group {
        attribute: DOWN_STRAIGHT,
        axes: [Axis::Ranks, Axis::Files],
        up: false,
    },
    Group {
        attribute: DOWN_DIAGONAL,
        axes: [Axis::Diagonals, Axis::AntiDiagonals],
        up: false,
    },
];

/// Appends the edges of a position in the order that [`Threats`](super::Threats) states, with plain words. Returns the new number of
/// edges, from the old one, which is at most [`FULL`] plus [`MAX_EDGES`].
#[inline(always)]
pub(crate) fn append_scalar(
    tables: &Tables,
    boards: &Boards,
    edges: &mut Edges,
    before: usize,
) -> usize {
    let mailbox = mailbox(boards);
    let occupied = boards.occupied();
    let mut list = List {
        mailbox: &mailbox,
        view: squares_of_first(boards),
        edges,
        len: before,
    };
    let ordered = Axis::ALL.map(|axis| axis.ordered(occupied));
    for group in GROUPS {
        for axis in group.axes {
            let attackers = attackers(tables, boards, axis, group.up);
            let mut places = axis.ordered(attackers);
            let (squares, lines) = (&SQUARES[axis as usize], &LINES[axis as usize]);
            while places != 0 {
                let place = places.trailing_zeros() as usize & 63;
                places &= places - 1;
                let line = lines[place] & ordered[axis as usize];
                let (others, other) = if group.up {
                    let others = line & !1 << place;
                    (others, others.trailing_zeros() as usize & 63)
                } else {
                    let others = line & !(!0 << place);
                    (others, others.checked_ilog2().unwrap_or(0) as usize)
                };
                let (from, to) = (squares[place] as usize & 63, squares[other] as usize & 63);
                let [a, b] = [from, to].map(|square| KIND_OF[mailbox[square] as usize & 15]);
                let (lower, upper) = if group.up { (a, b) } else { (b, a) };
                let attributes = tables.attributes[(8 * lower + upper) as usize & 63];
                let near = (from ^ to).count_ones() != 0 && ATTACKS[KING][from] >> to & 1 != 0;
                let attributes = attributes >> (NEAR * u32::from(near));
                list.push(from, to, others != 0 && attributes & group.attribute != 0);
            }
        }
    }
    let knights = boards.roles[1];
    let mut targets = 0;
    for role in [0, 2, 3, 4, 5] {
        let counts = tables.knight_targets >> (role + 1) & 1;
        targets |= boards.roles[role] & u64::from(counts).wrapping_neg();
    }
    let second_knights = u64::from(tables.knight_targets >> KNIGHT & 1).wrapping_neg() & knights;
    let mut left = knights;
    while left != 0 {
        let from = left.trailing_zeros() as usize & 63;
        let lower_knights = second_knights & !(!0 << from);
        let mut attacked = ATTACKS[KNIGHT][from] & (targets | lower_knights);
        while attacked != 0 {
            list.push(from, attacked.trailing_zeros() as usize & 63, true);
            attacked &= attacked - 1;
        }
        left &= left - 1;
    }
    list.len
}

/// The pieces that may attack along an axis: sliders, and pawns and kings that attack a piece of a role that counts.
#[inline(always)]
fn attackers(tables: &Tables, boards: &Boards, axis: Axis, up: bool) -> u64 {
    let [pawns, _, bishops, rooks, queens, kings] = boards.roles;
    let kings = if tables.kings_attack { kings } else { 0 };
    let pawn_targets = |squares: u64| {
        let mut targets = 0;
        for (role, board) in boards.roles.iter().enumerate() {
            if tables.pawn_targets >> role & 1 != 0 {
                targets |= board;
            }
        }
        targets & squares
    };
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = NOT_A >> 1;
    let [white, black] = boards.colors;
    let pawns = match (axis, up) {
        (Axis::Ranks | Axis::Files, _) => return rooks | queens | kings,
        (Axis::Diagonals, true) => pawns & white & pawn_targets(NOT_A) >> 9,
        (Axis::AntiDiagonals, true) => pawns & white & pawn_targets(NOT_H) >> 7,
        (Axis::Diagonals, false) => pawns & black & pawn_targets(NOT_H) << 9,
        (Axis::AntiDiagonals, false) => pawns & black & pawn_targets(NOT_A) << 7,
    };
    bishops | queens | kings | pawns
}

/// The end of a list of edges.
struct List<'a> {
    mailbox: &'a [u8; 64],
    view: u8,
    edges: &'a mut Edges,
    len: usize,
}

impl List<'_> {
    /// Appends an edge if it counts.
    #[inline(always)]
    fn push(&mut self, from: usize, to: usize, counts: bool) {
        let at = self.len.min(ROOM - 1);
        let pair = PIECES as u8 * self.mailbox[from & 63] + self.mailbox[to & 63];
        self.edges.from[at] = from as u8 ^ self.view;
        self.edges.to[at] = to as u8 ^ self.view;
        self.edges.pair[at] = pair;
        self.len += usize::from(counts);
    }
}

const _: () = assert!(EMPTY as usize == PIECES && WHITE_PAWN == 0 && BLACK_PAWN == 1);
