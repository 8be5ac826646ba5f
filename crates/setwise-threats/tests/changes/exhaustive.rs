//! Each kind of move, with other pieces anywhere.

use crate::oracle::{Mailbox, attacked};
use crate::samples::{Sample, before};
use crate::{Checker, on_two_cores};
use setwise_threats::{FullThreats, FullThreats79856, Played, SquareChange, ThreatSet};

const PIECES: [u8; 12] = [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14];

/// A move on a board without other pieces, with the squares that must stay empty.
struct Bare {
    mailbox: Mailbox,
    after: Mailbox,
    played: Played,
    closed: u64,
}

fn bare(changed: &[(usize, u8, u8)], played: Played, between: u64) -> Bare {
    let (mut mailbox, mut after, mut closed) = ([0; 64], [0; 64], between);
    for &(at, old, new) in changed {
        (mailbox[at], after[at]) = (old, new);
        closed |= 1 << at;
    }
    Bare {
        mailbox,
        after,
        played,
        closed,
    }
}

/// The squares between two squares of a line.
fn between(from: usize, to: usize) -> u64 {
    let (files, ranks) = (
        to as i32 % 8 - from as i32 % 8,
        to as i32 / 8 - from as i32 / 8,
    );
    if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
        return 0;
    }
    let step = files.signum() + 8 * ranks.signum();
    let count = files.abs().max(ranks.abs());
    (1..count).fold(0, |all, i| all | 1 << (from as i32 + i * step))
}

/// All moves: every piece from every square to every one that it attacks, quietly and with captures
/// of each role; pushes; promotions; en passant; castling; squares that change to anything.
fn moves() -> impl Iterator<Item = Bare> {
    let mut all = vec![];
    for piece in PIECES {
        let (white, enemy) = (piece < 8, if piece < 8 { 8 } else { 0 });
        for from in 0..64 {
            let pawn = piece & 7 == 1;
            if pawn && !(8..56).contains(&from) {
                continue;
            }
            let last = |to: usize| pawn && !(8..56).contains(&to);
            let mut push = |to: usize, captured: u8| {
                let promoted: &[u8] = if last(to) { &[1, 4] } else { &[0] };
                for by in promoted {
                    let placed = piece + by;
                    let (f, t) = (from as u8, to as u8);
                    let played = Played::moves(f, t, piece, placed, captured);
                    let changed = [(from, piece, 0), (to, captured, placed)];
                    all.push(bare(&changed, played, between(from, to)));
                }
            };
            for to in attacked(&[0; 64], piece, from) {
                if !pawn {
                    push(to, 0);
                }
                for captured in 1..6 {
                    if captured != 1 || (8..56).contains(&to) {
                        push(to, captured + enemy);
                    }
                }
            }
            if pawn {
                let ahead = |by: usize| if white { from + by } else { from - by };
                push(ahead(8), 0);
                if from / 8 == if white { 1 } else { 6 } {
                    push(ahead(16), 0);
                }
                if from / 8 == if white { 4 } else { 3 } {
                    for to in attacked(&[0; 64], piece, from) {
                        let at = if white { to - 8 } else { to + 8 };
                        let (f, t, a, captured) = (from as u8, to as u8, at as u8, 1 + enemy);
                        let played = Played::en_passant(f, t, piece, a, captured);
                        let changed = [(from, piece, 0), (to, 0, piece), (at, captured, 0)];
                        all.push(bare(&changed, played, 0));
                    }
                }
            }
        }
    }
    // Castling to both sides, from any squares of the first rank.
    for king in 0..8 {
        for rook in (0..8).filter(|rook| *rook != king) {
            let (king_to, rook_to) = if rook > king { (6, 5) } else { (2, 3) };
            let played = Played::castles((king, king_to), (rook, rook_to), (6, 4));
            let (mut mailbox, mut after) = ([0; 64], [0; 64]);
            (mailbox[usize::from(king)], mailbox[usize::from(rook)]) = (6, 4);
            (after[usize::from(king_to)], after[usize::from(rook_to)]) = (6, 4);
            all.push(Bare {
                mailbox,
                after,
                played,
                closed: 0xff,
            });
        }
    }
    for at in 0..64 {
        for (old, new) in [(0, 5), (0, 14), (13, 0), (3, 0), (2, 12), (5, 10), (9, 11)] {
            if old & 7 == 1 && !(8..56).contains(&at) {
                continue;
            }
            let square = SquareChange {
                at: at as u8,
                before: old,
                after: new,
            };
            let played = Played::squares(&[square]).expect("one square");
            all.push(bare(&[(at, old, new)], played, 0));
        }
    }
    all.into_iter()
}

/// Calls `act` with the placements of one other piece, or of two, on a bare move: those for which
/// `chosen` returns true.
fn with_others(
    bare: &Bare,
    others: usize,
    mut chosen: impl FnMut() -> bool,
    act: &mut impl FnMut(Sample),
) {
    let stands = |piece: u8, at: usize| {
        bare.closed >> at & 1 == 0 && (piece & 7 != 1 || (8..56).contains(&at))
    };
    let mut place = |first: Option<(u8, usize)>, second: (u8, usize)| {
        let (mut mailbox, mut after) = (bare.mailbox, bare.after);
        for (piece, at) in first.into_iter().chain([second]) {
            (mailbox[at], after[at]) = (piece, piece);
        }
        let before = before(mailbox, bare.played);
        act(Sample { before, after });
    };
    for piece in PIECES {
        for at in (0..64).filter(|at| stands(piece, *at)) {
            if others == 1 && chosen() {
                place(None, (piece, at));
            }
            for other in PIECES.iter().filter(|_| others == 2) {
                for there in (at + 1..64).filter(|there| stands(*other, *there)) {
                    if chosen() {
                        place(Some((piece, at)), (*other, there));
                    }
                }
            }
        }
    }
}

/// Checks one of `stride` placements on two cores.
fn check<S: ThreatSet>(
    others: usize,
    stride: usize,
    check: impl Fn(&mut Checker<S>, &Sample) + Sync,
) {
    let counts = on_two_cores(|core| {
        let mut checker = Checker::<S>::new();
        let (mut count, mut checked) = (0_usize, 0);
        for bare in moves().skip(core).step_by(2) {
            let chosen = || {
                count += 1;
                count.is_multiple_of(stride)
            };
            with_others(&bare, others, chosen, &mut |sample| {
                checked += 1;
                check(&mut checker, &sample);
            });
        }
        [count, checked]
    });
    let [count, checked] = [0, 1].map(|of| counts[0][of] + counts[1][of]);
    println!("{checked} of {count} placements");
    assert!(count > 10_000_000, "{count}");
    assert!(checked > 1000, "{checked}");
}

/// One of how many placements is tried, in the emulator of a level or in builds without
/// optimization.
fn stride() -> usize {
    let stride = std::env::var("CONFORMANCE_STRIDE").ok();
    let stride = stride.and_then(|stride| stride.parse().ok());
    let least = if cfg!(debug_assertions) { 499 } else { 31 };
    8 * stride.unwrap_or(1) + least
}

#[test]
fn one_other_piece() {
    check::<FullThreats>(1, stride(), Checker::check);
}

#[test]
fn one_other_piece_with_kings() {
    check::<FullThreats79856>(1, stride(), Checker::check);
}

/// One of 16 placements. `STRIDE` in the environment is another number.
#[test]
#[ignore = "takes ten minutes of two cores"]
fn two_other_pieces() {
    let stride = std::env::var("STRIDE").ok();
    let stride = stride.and_then(|stride| stride.parse().ok()).unwrap_or(16);
    check::<FullThreats>(2, stride, |checker, sample| {
        checker.check_changes(sample);
    });
}
