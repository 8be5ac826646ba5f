//! Moves of random games, and changes of random boards.

use crate::oracle::{Mailbox, attacked};
use fastrand::Rng;
use setwise_moves::{Color, Move, Position};
use setwise_threats::{Before, Played, SquareChange};

/// A position with a move, and the mailbox after it.
pub(crate) struct Sample {
    pub(crate) before: Before,
    pub(crate) after: Mailbox,
}

pub(crate) fn before(mailbox: Mailbox, played: Played) -> Before {
    Before {
        mailbox,
        occupied: (0..64).fold(0, |all, s| all | u64::from(mailbox[s] != 0) << s),
        played,
    }
}

pub(crate) fn mailbox(position: &Position) -> Mailbox {
    let mut mailbox = [0; 64];
    for (s, square) in setwise_moves::Square::all().enumerate() {
        if let Some((color, role)) = position.piece_on(square) {
            mailbox[s] = role.index() as u8 + 1 + 8 * color.index() as u8;
        }
    }
    mailbox
}

/// The move as an engine describes it.
fn played(position: &Position, wanted: Move, mailbox: &Mailbox) -> Played {
    let [from, to] = [wanted.source(), wanted.destination()].map(|s| s.index() as u8);
    let moved = mailbox[usize::from(from)];
    let captured = mailbox[usize::from(to)];
    if let Some((rook_from, rook_to)) = wanted.rook_move() {
        let rook = moved - 6 + 4;
        let squares = (rook_from.index() as u8, rook_to.index() as u8);
        return Played::castles((from, to), squares, (moved, rook));
    }
    if wanted.is_en_passant() {
        let at = if position.turn() == Color::White {
            to - 8
        } else {
            to + 8
        };
        return Played::en_passant(from, to, moved, at, mailbox[usize::from(at)]);
    }
    let placed = match wanted.promotion() {
        Some(role) => role.index() as u8 + 1 + (moved & 8),
        None => moved,
    };
    Played::moves(from, to, moved, placed, captured)
}

/// Any squares of which the pieces differ.
fn difference(before: &Mailbox, after: &Mailbox) -> Vec<SquareChange> {
    let squares = (0..64).filter(|s| before[*s] != after[*s]);
    let square = |s: usize| SquareChange {
        at: s as u8,
        before: before[s],
        after: after[s],
    };
    squares.map(square).collect()
}

/// Moves of random games, half of them of Chess960; each as a move, as a set of squares, and taken
/// back.
pub(crate) fn games(seed: u64, count: usize) -> Vec<Sample> {
    let mut rng = Rng::with_seed(seed);
    let mut samples: Vec<Sample> = vec![];
    let mut kinds = [0; 3];
    while samples.len() < count {
        let mut position = match rng.bool() {
            true => Position::startpos(),
            false => Position::double_chess960(rng.u16(..960), rng.u16(..960)).expect("below 960"),
        };
        for _ in 0..150 {
            let moves: Vec<_> = position.legal_moves().into_iter().collect();
            // Rare moves are played where they can be.
            let rare = moves
                .iter()
                .find(|m| m.is_castling() || m.promotion().is_some() || m.is_en_passant());
            let Some(&wanted) = rare.or_else(|| rng.choice(&moves)) else {
                break;
            };
            kinds[0] += usize::from(wanted.is_castling());
            kinds[1] += usize::from(wanted.promotion().is_some());
            kinds[2] += usize::from(wanted.is_en_passant());
            let next = position.play(wanted).expect("legal");
            let [old, new] = [&position, &next].map(mailbox);
            let forward = match rng.u8(..4) {
                0 => Played::squares(&difference(&old, &new)).expect("at most four squares"),
                _ => played(&position, wanted, &old),
            };
            let mut push = |mailbox: Mailbox, played, after| {
                let before = before(mailbox, played);
                samples.push(Sample { before, after });
            };
            push(old, forward, new);
            if rng.u8(..4) == 0 {
                let back = Played::squares(&difference(&new, &old)).expect("at most four squares");
                push(new, back, old);
            }
            position = next;
            if position.halfmoves() > 40 {
                break;
            }
        }
    }
    let all_kinds = kinds.iter().all(|kind| *kind > 0);
    assert!(count < 2000 || all_kinds, "{kinds:?}");
    samples
}

/// Random boards of up to 64 pieces, of which a piece moves, or up to four squares change to
/// anything.
pub(crate) fn random(seed: u64, count: usize) -> Vec<Sample> {
    let mut rng = Rng::with_seed(seed);
    let mut samples = vec![];
    while samples.len() < count {
        let mut mailbox = [0; 64];
        let tries = rng.usize(..100);
        for _ in 0..tries {
            let (at, piece) = (rng.usize(..64), rng.u8(1..6) + 8 * rng.u8(..2));
            if piece & 7 != 1 || (8..56).contains(&at) {
                mailbox[at] = piece;
            }
        }
        for king in [6, 14] {
            let free: Vec<usize> = (0..64).filter(|s| mailbox[*s] & 7 != 6).collect();
            mailbox[free[rng.usize(..free.len())]] = king;
        }
        let (mut after, any) = (mailbox, rng.u8(..3) == 0);
        let played = if any {
            for _ in 0..rng.usize(..=4) {
                let (at, piece) = (rng.usize(..64), rng.u8(..6) + 8 * rng.u8(..2));
                let stands = piece & 7 != 1 || (8..56).contains(&at);
                if mailbox[at] & 7 != 6 && stands {
                    after[at] = if piece & 7 == 0 { 0 } else { piece };
                }
            }
            Played::squares(&difference(&mailbox, &after)).expect("at most four squares")
        } else {
            let from = rng.usize(..64);
            let moved = mailbox[from];
            if moved == 0 {
                continue;
            }
            let targets = attacked(&mailbox, moved, from);
            if targets.is_empty() {
                continue;
            }
            let to = targets[rng.usize(..targets.len())];
            let captured = mailbox[to];
            if captured & 7 == 6 {
                continue;
            }
            let placed = match moved & 7 {
                1 if !(8..56).contains(&to) => moved - 1 + rng.u8(2..6),
                _ => moved,
            };
            (after[from], after[to]) = (0, placed);
            Played::moves(from as u8, to as u8, moved, placed, captured)
        };
        let before = before(mailbox, played);
        samples.push(Sample { before, after });
    }
    samples
}
