//! The threats of a position as edges: from a square, to a square, and the pair of pieces.

use super::geometry::{ATTACKS, KNIGHT, SQUARES, orientation};
use super::neighbors::Groups;
use super::tables::{Tables, roles};
use crate::Boards;
use crate::pieces::{PIECES, mailbox};
use alloc::boxed::Box;
use core::ops::Range;
use setwise_core::ByteVector;
use setwise_moves::Color;

/// The most edges of a position: eight of each piece.
pub(crate) const MAX_EDGES: usize = 512;
/// Entries that are overwritten behind the last edge.
const SLACK: usize = 64;
/// Edges are turned into indices when there are more than this.
pub(crate) const FULL: usize = 2048;
const ROOM: usize = FULL + MAX_EDGES + SLACK;

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
pub(crate) fn window_mut<T>(column: &mut [T], at: usize) -> Option<&mut [T; 64]> {
    column.get_mut(at..)?.first_chunk_mut()
}

/// The orientation of the first perspective, which is xored to squares, and [`MIRRORED`] if the other is mirrored
/// differently.
#[inline(always)]
pub(crate) const fn squares_of_first(boards: &Boards) -> u8 {
    let first = orientation(boards, Color::White);
    let second = orientation(boards, Color::Black);
    first | (first ^ second) << 6 & MIRRORED
}

/// Appends the edges of a position in the order that [`Threats`](super::Threats) states. Returns the new number of edges, from the old
/// one, which is at most [`FULL`]. The attacks along lines are those of a lane of `groups`.
#[inline(always)]
pub(crate) fn append<V: ByteVector>(
    token: V::Token,
    tables: &Tables,
    boards: &Boards,
    groups: &Groups,
    lane: usize,
    edges: &mut Edges,
    before: usize,
) -> usize {
    let mut list = List { edges, len: before };
    push_group::<0>(groups, lane, &mut list);
    push_group::<1>(groups, lane, &mut list);
    push_group::<2>(groups, lane, &mut list);
    push_group::<3>(groups, lane, &mut list);
    push_group::<4>(groups, lane, &mut list);
    push_group::<5>(groups, lane, &mut list);
    push_group::<6>(groups, lane, &mut list);
    push_group::<7>(groups, lane, &mut list);
    append_jumps(tables, boards, &mut list);
    let end = list.len;
    complete::<V>(token, boards, edges, before..end);
    end
}

/// Appends the attacks of a group of lines. The group is a constant, so that its table of squares has a fixed address.
#[inline(always)]
fn push_group<const GROUP: usize>(groups: &Groups, lane: usize, list: &mut List<'_>) {
    let squares = &SQUARES[GROUP % 4];
    let (mut from, mut to) = (groups[GROUP][0][lane], groups[GROUP][1][lane]);
    list.push_all::<LINES_AT_ONCE>(from.count_ones(), || {
        let [a, b] = [from, to].map(|set| squares[set.trailing_zeros() as usize]);
        from &= from.wrapping_sub(1);
        to &= to.wrapping_sub(1);
        (a, b)
    });
}

/// Adds the pairs of pieces to edges of a position, and turns their squares to the view of the first perspective.
#[inline(always)]
fn complete<V: ByteVector>(
    token: V::Token,
    boards: &Boards,
    edges: &mut Edges,
    range: Range<usize>,
) {
    let mailbox = mailbox::<V>(token, boards);
    let view = squares_of_first(boards);
    if const { V::FAST_WORDS } {
        let size = 8 * V::LANES;
        let turn = V::splat_byte(token, view);
        for at in range.step_by(size) {
            let [Some(from), Some(to), Some(pair)] =
                [&mut edges.from, &mut edges.to, &mut edges.pair]
                    .map(|column| column.get_mut(at..at + size))
            else {
                return;
            };
            let (a, b) = (V::load_bytes(token, from), V::load_bytes(token, to));
            let first = times_pieces(a.look_up_64(&mailbox));
            first.add_bytes(b.look_up_64(&mailbox)).store_bytes(pair);
            (a ^ turn).store_bytes(from);
            (b ^ turn).store_bytes(to);
        }
        return;
    }
    let columns = edges.from[range.clone()]
        .iter_mut()
        .zip(&mut edges.to[range.clone()]);
    for ((from, to), pair) in columns.zip(&mut edges.pair[range]) {
        let [a, b] = [*from, *to].map(|square| mailbox[usize::from(square & 63)]);
        *pair = PIECES as u8 * a + b;
        *from ^= view;
        *to ^= view;
    }
}

/// Numbers of pieces times [`PIECES`]. None is shifted out of its byte.
#[inline(always)]
pub(crate) fn times_pieces<V: ByteVector>(numbers: V) -> V {
    const { assert!(PIECES == 8 + 4) }
    numbers.shl(3).add_bytes(numbers.shl(2))
}

/// Appends the attacks of knights.
#[inline(always)]
fn append_jumps(tables: &Tables, boards: &Boards, list: &mut List<'_>) {
    let knights = boards.roles[roles::KNIGHT];
    let mut targets = 0;
    for (role, board) in boards.roles.iter().enumerate() {
        let counts = tables.targets[roles::KNIGHT] >> role & 1;
        targets |= board & u64::from(counts).wrapping_neg();
    }
    let mut left = knights;
    while left != 0 {
        let from = left.trailing_zeros() as u8 & 63;
        // Of two knights that attack each other only the upper one counts.
        let targets = targets & !(knights & !0 << from);
        let mut attacked = ATTACKS[KNIGHT][usize::from(from)] & targets;
        list.push_all::<JUMPS_AT_ONCE>(attacked.count_ones(), || {
            let to = attacked.trailing_zeros() as u8 & 63;
            attacked &= attacked.wrapping_sub(1);
            (from, to)
        });
        left &= left - 1;
    }
}

/// The end of a list of edges, which do not have pairs yet.
struct List<'a> {
    edges: &'a mut Edges,
    len: usize,
}

impl List<'_> {
    /// Appends as many edges as `count` tells, at most 64. Calls `next` for each, and up to `AT_ONCE` times more.
    #[inline(always)]
    fn push_all<const AT_ONCE: usize>(&mut self, count: u32, mut next: impl FnMut() -> (u8, u8)) {
        let from = window_mut(&mut self.edges.from, self.len);
        let to = window_mut(&mut self.edges.to, self.len);
        let (Some(from), Some(to)) = (from, to) else {
            return;
        };
        let mut at = 0;
        while at < count as usize || (AT_ONCE > 1 && at == 0) {
            for _ in 0..AT_ONCE {
                (from[at & 63], to[at & 63]) = next();
                at += 1;
            }
        }
        self.len += count as usize;
    }
}

/// The numbers of edges that are written at once, whether there are as many or not: a branch for each would be hard to predict.
/// (Measured on x86-64 only. Elsewhere the instructions count.)
const LINES_AT_ONCE: usize = if cfg!(target_arch = "x86_64") { 4 } else { 1 };
const JUMPS_AT_ONCE: usize = if cfg!(target_arch = "x86_64") { 3 } else { 1 };
