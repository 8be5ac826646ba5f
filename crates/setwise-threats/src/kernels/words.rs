//! Scalar code: the neighbors of both squares, one after the other.

use crate::attacks::{Attack, Attacks};
use crate::geometry::{ADJACENT, JUMPS_FROM, NONE, RAYS};
use crate::lanes::{CAPTURED, COVERED, DISCOVERED, FROM, LANES, PLACED, ROWS};
use crate::step::{Codes, Step};
use crate::threat_set::{BITS, Rules, ThreatSet};

/// The nearest occupied square in each of eight directions, as bytes; 64 or more for none.
#[cfg_attr(not(unoptimized), inline(always))]
pub(crate) fn nearest(square: u8, occupied: u64) -> u64 {
    let rays = &RAYS.0[usize::from(square & 63)];
    let up = |d: usize| u64::from((rays[d] & occupied).trailing_zeros()) << (8 * d);
    let down = |d: usize| u64::from((rays[d] & occupied).leading_zeros() ^ 63) << (8 * d);
    ((up(0) | up(1)) | (up(2) | up(3))) | ((down(4) | down(5)) | (down(6) | down(7)))
}

/// The code of this crate on a square, 0 if there is none.
#[cfg_attr(not(unoptimized), inline(always))]
fn code<C: Codes>(codes: &C, mailbox: &[u8; 64], square: u8) -> u8 {
    match mailbox.get(usize::from(square)) {
        None => 0,
        Some(&code) => match codes.table() {
            None => code & 15,
            Some(table) => table[usize::from(code & 15)] & 15,
        },
    }
}

struct Board<'a, C> {
    rules: &'a Rules,
    codes: C,
    mailbox: &'a [u8; 64],
    lanes: u64,
}

impl<C: Codes> Board<'_, C> {
    /// Calls `tell` with the attacks between a piece and its neighbors.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn around(
        &self,
        lane: usize,
        (square, piece): (u8, u8),
        others: [u8; 16],
        mut tell: impl FnMut(Attack),
    ) {
        let rows = &self.rules.rows[usize::from(piece & 15)];
        let adjacent = &ADJACENT.0[usize::from(square & 63)];
        let mut left = self.lanes >> lane & 0xffff;
        while left != 0 {
            let i = left.trailing_zeros() as usize & 15;
            left &= left - 1;
            let other = others[i];
            let other_piece = code(&self.codes, self.mailbox, other);
            let bit = BITS[usize::from(other_piece)];
            let near = other == adjacent[i];
            let edge = if near { rows.near[i] } else { rows.far[i] };
            if bit & edge != 0 {
                let attack = Attack::new(square, other, piece, other_piece);
                let is_out = rows.out[i] & bit != 0;
                tell(if is_out { attack } else { attack.reversed() });
                if near && rows.both[i] & bit != 0 {
                    tell(if is_out { attack.reversed() } else { attack });
                }
            }
        }
    }

    /// Calls `tell` with the attacks across a square.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn across(&self, lane: usize, others: [u8; 16], mut tell: impl FnMut(Attack)) {
        for d in 0..4 {
            if self.lanes >> (lane + d) & 1 == 0 {
                continue;
            }
            let (other, partner) = (others[d], others[d + 4]);
            let piece = code(&self.codes, self.mailbox, partner);
            let other_piece = code(&self.codes, self.mailbox, other);
            let bit = BITS[usize::from(other_piece)];
            let table = |t: usize| self.rules.across[t][usize::from(piece & 15)];
            let (far, out) = (table(d % 2), table(2 + d % 2));
            if bit & far != 0 {
                let attack = Attack::new(partner, other, piece, other_piece);
                let is_out = out & bit != 0;
                tell(if is_out { attack } else { attack.reversed() });
            }
        }
    }
}

/// The squares that neighbors of a square may be on: the nearest pieces, then the knights' squares.
#[cfg_attr(not(unoptimized), inline(always))]
fn neighbors(square: u8, occupied: u64) -> [u8; 16] {
    let (mut all, jumps) = ([NONE; 16], JUMPS_FROM.0[usize::from(square & 63)]);
    all[..8].copy_from_slice(&nearest(square, occupied).to_le_bytes());
    all[8..].copy_from_slice(&jumps.to_le_bytes());
    all
}

#[cfg_attr(not(unoptimized), inline(always))]
fn append(attacks: &mut [u32], len: &mut usize, attack: Attack) {
    if let Some(place) = attacks.get_mut(*len) {
        *place = attack.0;
        *len += 1;
    }
}

/// Finds all attacks of a position, as those that are added. There are at most 210 adjacent squares
/// and 168 jumps, so there is room for all but those of boards full of kings.
#[inline(never)]
pub(crate) fn all<S: ThreatSet, C: Codes>(
    codes: C,
    (mailbox, occupied): (&[u8; 64], u64),
    out: &mut Attacks,
) {
    // Of two pieces, the one on the lower square lists both attacks: half of the directions and of
    // the jumps lead to greater squares.
    let board = Board {
        rules: S::RULES,
        codes,
        mailbox,
        lanes: 0xf00f,
    };
    let (mut len, mut left) = (0, occupied);
    while left != 0 {
        let square = left.trailing_zeros() as u8 & 63;
        left &= left - 1;
        let piece = code(&board.codes, mailbox, square);
        let others = neighbors(square, occupied);
        board.around(0, (square, piece), others, |attack| {
            append(&mut out.packed, &mut len, attack);
        });
    }
    (out.removed, out.len) = (0, len as u32);
}

/// Finds the attacks that a step removes and adds. Not inlined, because it has many callers.
#[inline(never)]
pub(crate) fn attacks<S: ThreatSet, C: Codes>(
    codes: C,
    (mailbox, occupied): (&[u8; 64], u64),
    step: Step,
    out: &mut Attacks,
) {
    let (from, to) = (step.from(), step.to());
    let occupied = occupied & !(1 << from);
    let (of_from, of_to) = (neighbors(from, occupied), neighbors(to, occupied));
    let lanes = LANES[step.row() % ROWS];
    let board = Board {
        rules: S::RULES,
        codes,
        mailbox,
        lanes,
    };
    let mut len = 0;
    let mut tell = |attack| append(&mut out.packed, &mut len, attack);
    board.around(FROM, (from, step.moved()), of_from, &mut tell);
    if lanes >> CAPTURED & 0xffff != 0 {
        board.around(CAPTURED, (to, step.captured()), of_to, &mut tell);
    }
    board.across(COVERED, of_to, &mut tell);
    let removed = len;
    let mut tell = |attack| append(&mut out.packed, &mut len, attack);
    board.around(PLACED, (to, step.placed()), of_to, &mut tell);
    board.across(DISCOVERED, of_from, &mut tell);
    (out.removed, out.len) = (removed as u32, len as u32);
}
