//! The threats of a position as edges: from a square, to a square, and the pair of pieces.

use super::geometry::{ATTACKS, KNIGHT, SQUARES, SQUARES_REVERSED};
use super::neighbors::Groups;
use super::tables::{Tables, roles};
use crate::inputs::Boards;
use crate::sets::pairs::edges::{Edges, WINDOW, window_mut};
use crate::sets::pairs::view::squares_of_first;
use crate::sets::pieces::{PIECES, mailbox};
use setwise_core::ByteVector;

/// The most edges of a position: eight of each piece.
pub(crate) const MAX_EDGES: usize = 512;

/// Appends the edges of a position in the order that [`Threats`](super::Threats) states. Returns
/// the new number of edges, from the old one, which is at most
/// [`FULL`](crate::sets::pairs::edges::FULL). The attacks along lines are those of a lane of
/// `groups`.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn append<V: ByteVector>(
    token: V::Token,
    tables: &Tables,
    boards: &Boards,
    groups: &Groups,
    lane: usize,
    edges: &mut Edges,
    before: usize,
) -> usize {
    let [Some(from), Some(to), Some(pair)] = [&mut edges.from, &mut edges.to, &mut edges.pair]
        .map(|column| window_mut::<_, WINDOW>(column, before))
    else {
        return before;
    };
    let mut list = List { from, to, len: 0 };
    push_group::<0, 0>(groups, lane, &mut list);
    push_group::<1, 0>(groups, lane, &mut list);
    push_group::<2, 0>(groups, lane, &mut list);
    push_group::<3, 0>(groups, lane, &mut list);
    push_group::<0, 1>(groups, lane, &mut list);
    push_group::<1, 1>(groups, lane, &mut list);
    push_group::<2, 1>(groups, lane, &mut list);
    push_group::<3, 1>(groups, lane, &mut list);
    append_jumps(tables, boards, &mut list);
    let count = list.len;
    complete::<V>(token, boards, from, to, pair, count);
    before + count
}

/// Appends the attacks along an axis, up (0) or down (1). The axis is a constant, so that its
/// tables of squares have fixed addresses.
#[cfg_attr(not(unoptimized), inline(always))]
fn push_group<const AXIS: usize, const WAY: usize>(
    groups: &Groups,
    lane: usize,
    list: &mut List<'_>,
) {
    let (squares, reversed) = (&SQUARES[AXIS], &SQUARES_REVERSED[AXIS]);
    let group = &groups[AXIS];
    let (uppers, occupied) = (group.uppers[WAY][lane], group.occupied[lane]);
    list.push_all::<LINES_AT_ONCE>(uppers, |left| {
        let below = left.wrapping_sub(1) & !left & occupied;
        let upper = squares[left.trailing_zeros() as usize];
        let lower = reversed[below.leading_zeros() as usize];
        if WAY == 0 {
            (lower, upper)
        } else {
            (upper, lower)
        }
    });
}

/// Adds the pairs of pieces to the first edges, those of a position, and turns their squares to the
/// view of the first perspective.
#[cfg_attr(not(unoptimized), inline(always))]
fn complete<V: ByteVector>(
    token: V::Token,
    boards: &Boards,
    from: &mut [u8; WINDOW],
    to: &mut [u8; WINDOW],
    pair: &mut [u8; WINDOW],
    count: usize,
) {
    let mailbox = mailbox::<V>(token, boards);
    let view = squares_of_first(boards);
    if const { V::FAST_WORDS } {
        let size = 8 * V::LANES;
        let turn = V::splat_byte(token, view);
        let mut at = 0;
        while at < count {
            let [Some(from), Some(to), Some(pair)] =
                [&mut *from, &mut *to, &mut *pair].map(|column| column.get_mut(at..at + size))
            else {
                return;
            };
            let (a, b) = (V::load_bytes(token, from), V::load_bytes(token, to));
            let first = times_pieces(a.look_up_64(&mailbox));
            first.add_bytes(b.look_up_64(&mailbox)).store_bytes(pair);
            (a ^ turn).store_bytes(from);
            (b ^ turn).store_bytes(to);
            at += size;
        }
        return;
    }
    for ((from, to), pair) in from.iter_mut().zip(to).zip(pair).take(count) {
        let [a, b] = [*from, *to].map(|square| mailbox[usize::from(square & 63)]);
        *pair = PIECES as u8 * a + b;
        *from ^= view;
        *to ^= view;
    }
}

/// Numbers of pieces times [`PIECES`]. None is shifted out of its byte.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn times_pieces<V: ByteVector>(numbers: V) -> V {
    const { assert!(PIECES == 8 + 4) }
    numbers.shl(3).add_bytes(numbers.shl(2))
}

#[cfg_attr(not(unoptimized), inline(always))]
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
        let attacked = ATTACKS[KNIGHT][usize::from(from)] & targets;
        list.push_all::<JUMPS_AT_ONCE>(attacked, |left| (from, left.trailing_zeros() as u8 & 63));
        left &= left - 1;
    }
}

/// The edges of a position, which do not have pairs yet.
struct List<'a> {
    from: &'a mut [u8; WINDOW],
    to: &'a mut [u8; WINDOW],
    len: usize,
}

impl List<'_> {
    /// Appends an edge for each bit. `edge` gets the bits that are left, and returns the edge of
    /// the lowest one. Up to `AT_ONCE` further calls get no bits.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn push_all<const AT_ONCE: usize>(&mut self, bits: u64, edge: impl Fn(u64) -> (u8, u8)) {
        let (mut left, mut at) = (bits, self.len);
        if const { AT_ONCE == 1 } {
            while left != 0 {
                (self.from[at % WINDOW], self.to[at % WINDOW]) = edge(left);
                left &= left.wrapping_sub(1);
                at += 1;
            }
            self.len = at;
            return;
        }
        // The end depends on the count of bits only, which is known before the edges.
        let end = at + bits.count_ones() as usize;
        loop {
            for _ in 0..AT_ONCE {
                (self.from[at % WINDOW], self.to[at % WINDOW]) = edge(left);
                left &= left.wrapping_sub(1);
                at += 1;
            }
            if at >= end {
                break;
            }
        }
        self.len = end;
    }
}

/// The numbers of edges that are written at once, even if there are fewer: a branch for each edge
/// would be hard to predict. (Measured on x86-64 only. Other targets save the instructions.)
const LINES_AT_ONCE: usize = if cfg!(target_arch = "x86_64") { 4 } else { 1 };
const JUMPS_AT_ONCE: usize = if cfg!(target_arch = "x86_64") { 3 } else { 1 };
