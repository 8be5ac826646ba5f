//! The threats of a position as edges: from a square, to a square, and the pair of pieces.

use super::geometry::{ATTACKS, Axis, KNIGHT, LINES, SQUARES, orientation};
use super::tables::{
    DOWN_DIAGONAL, DOWN_STRAIGHT, EMPTY, PIECES, Tables, UP_DIAGONAL, UP_STRAIGHT,
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
    /// The square of the attacker, and [`MIRRORED`]. (That bit is in `to` as well.)
    pub(crate) from: [u8; ROOM],
    /// The square of the attacked piece.
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

/// The 64 entries from a place on, if there are as many. Their fixed number spares the vectors a path for fewer.
#[inline(always)]
pub(crate) fn window<T>(column: &[T], at: usize) -> Option<&[T; 64]> {
    column.get(at..)?.first_chunk()
}

/// [`window`] to write to.
#[inline(always)]
pub(crate) fn window_mut<T>(column: &mut [T], at: usize) -> Option<&mut [T; 64]> {
    column.get_mut(at..)?.first_chunk_mut()
}

/// The orientation of the first perspective, which is xored to squares, and [`MIRRORED`] if the other is mirrored
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

/// Attackers that are listed together: those along an axis whose attack goes up, or down, the order of the axis. In a row the four
/// groups that go up come first.
#[derive(Clone, Copy, Default)]
struct Group {
    /// The attackers at their places. Pawns and kings are among them only if there is a piece next to them in this direction.
    places: u64,
    /// The occupied places.
    occupied: u64,
    /// The number of the axis.
    axis: usize,
    /// The bit of [`Tables::counting`].
    attribute: u8,
}

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = NOT_A >> 1;

/// Returns the groups in the order of a row.
#[inline(always)]
fn groups(tables: &Tables, boards: &Boards) -> [Group; 8] {
    let [pawns, _, bishops, rooks, queens, kings] = boards.roles;
    let [white, black] = boards.colors.map(|color| color & pawns);
    let occupied = boards.occupied();
    let ordered = Axis::ALL.map(|axis| axis.ordered(occupied));
    let mut targets = 0;
    for (role, board) in boards.roles.iter().enumerate() {
        let counts = u64::from(tables.pawn_targets >> role & 1);
        targets |= board & counts.wrapping_neg();
    }
    let kings = if tables.kings_attack { kings } else { 0 };
    // Pawns that attack a role which counts: the targets, moved one step back. Kings next to a piece: the pieces, moved back.
    let pawns = [
        white & (targets & NOT_A) >> 9,
        white & (targets & NOT_H) >> 7,
        black & (targets & NOT_H) << 9,
        black & (targets & NOT_A) << 7,
    ];
    let kings = [
        kings & (occupied & NOT_A) >> 1,
        kings & occupied >> 8,
        kings & (occupied & NOT_A) >> 9,
        kings & (occupied & NOT_H) >> 7,
        kings & (occupied & NOT_H) << 1,
        kings & occupied << 8,
        kings & (occupied & NOT_H) << 9,
        kings & (occupied & NOT_A) << 7,
    ];
    let (straight, diagonal) = (rooks | queens, bishops | queens);
    let group = |axis: Axis, up: bool, attackers: u64| {
        let attribute = match (axis, up) {
            (Axis::Ranks | Axis::Files, true) => UP_STRAIGHT,
            (Axis::Ranks | Axis::Files, false) => DOWN_STRAIGHT,
            (_, true) => UP_DIAGONAL,
            (_, false) => DOWN_DIAGONAL,
        };
        Group {
            places: axis.ordered(attackers),
            occupied: ordered[axis as usize],
            axis: axis as usize,
            attribute,
        }
    };
    [
        group(Axis::Ranks, true, straight | kings[0]),
        group(Axis::Files, true, straight | kings[1]),
        group(Axis::Diagonals, true, diagonal | kings[2] | pawns[0]),
        group(Axis::AntiDiagonals, true, diagonal | kings[3] | pawns[1]),
        group(Axis::Ranks, false, straight | kings[4]),
        group(Axis::Files, false, straight | kings[5]),
        group(Axis::Diagonals, false, diagonal | kings[6] | pawns[2]),
        group(Axis::AntiDiagonals, false, diagonal | kings[7] | pawns[3]),
    ]
}

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
    let mut list = List {
        mailbox: &mailbox,
        view: squares_of_first(boards),
        edges,
        len: before,
    };
    let groups = groups(tables, boards);
    let (up, down) = groups.split_at(4);
    append_groups::<true>(tables, up, &mut list);
    append_groups::<false>(tables, down, &mut list);
    append_jumps(tables, boards, &mut list);
    list.len
}

/// Appends the attacks of some groups that all go up, or down.
#[inline(always)]
fn append_groups<const UP: bool>(tables: &Tables, groups: &[Group], list: &mut List<'_>) {
    for group in groups {
        let (squares, lines) = (&SQUARES[group.axis & 3], &LINES[group.axis & 3]);
        let mut places = group.places;
        while places != 0 {
            let place = places.trailing_zeros() as usize & 63;
            let line = lines[place] & group.occupied;
            let (others, other) = if UP {
                let others = line & !1 << place;
                (others, others.trailing_zeros())
            } else {
                let others = line & !(!0 << place);
                (others, 63 - (others | 1).leading_zeros())
            };
            let (from, to) = (squares[place], squares[other as usize & 63]);
            let pair = list.pair(from, to);
            let counts = tables.counting[usize::from(pair)] & group.attribute != 0;
            list.push(from, to, pair, counts & (others != 0));
            places &= places - 1;
        }
    }
}

/// Appends the attacks of knights.
#[inline(always)]
fn append_jumps(tables: &Tables, boards: &Boards, list: &mut List<'_>) {
    let knights = boards.roles[1];
    let mut targets = 0;
    for role in [0, 2, 3, 4, 5] {
        let counts = u64::from(tables.knight_targets >> (role + 1) & 1);
        targets |= boards.roles[role] & counts.wrapping_neg();
    }
    let mut left = knights;
    while left != 0 {
        let from = left.trailing_zeros() as u8 & 63;
        let mut attacked = ATTACKS[KNIGHT][usize::from(from)] & (targets | knights & !(!0 << from));
        let end = list.len + attacked.count_ones() as usize;
        // Four at a time, of which the last may not exist: fewer branches that are hard to predict.
        while attacked != 0 {
            for _ in 0..4 {
                let to = attacked.trailing_zeros() as u8 & 63;
                list.push(from, to, list.pair(from, to), true);
                attacked &= attacked.wrapping_sub(1);
            }
        }
        list.len = end;
        left &= left - 1;
    }
}

/// The end of a list of edges.
struct List<'a> {
    mailbox: &'a [u8; 64],
    view: u8,
    edges: &'a mut Edges,
    len: usize,
}

impl List<'_> {
    /// The pair of pieces on two squares.
    #[inline(always)]
    fn pair(&self, from: u8, to: u8) -> u8 {
        let [a, b] = [from, to].map(|square| self.mailbox[usize::from(square & 63)]);
        PIECES as u8 * a + b
    }

    /// Appends an edge if it counts. Else its memory may be overwritten.
    #[inline(always)]
    fn push(&mut self, from: u8, to: u8, pair: u8, counts: bool) {
        let at = self.len.min(ROOM - 1);
        self.edges.from[at] = from ^ self.view;
        self.edges.to[at] = to ^ self.view;
        self.edges.pair[at] = pair;
        self.len += usize::from(counts);
    }
}

const _: () = assert!(EMPTY as usize == PIECES);
