//! Writes moves of random games, with sums of what changes, for `tests/moves.c` and
//! `tests/moves.cpp`: `moves COUNT >FILE`. Half of the games are of Chess960; a few moves are null.

use fastrand::Rng;
use setwise_moves::{Color, Move, Position, Square};
use setwise_threats::{
    Before, Changed, FullThreats, FullThreats60144, FullThreats79856, Level, Perspective, Played,
    ThreatSet, Updater, View,
};
use std::io::{self, BufWriter, Write};

fn mailbox(position: &Position) -> [u8; 64] {
    let mut mailbox = [0; 64];
    for (place, square) in mailbox.iter_mut().zip(Square::all()) {
        if let Some((color, role)) = position.piece_on(square) {
            *place = role.index() as u8 + 1 + 8 * color.index() as u8;
        }
    }
    mailbox
}

/// The move as Rust tells it, and as the kind and the arguments of a function in C.
fn step(position: &Position, wanted: Option<Move>, mailbox: &[u8; 64]) -> (Played, u8, [u8; 6]) {
    let Some(wanted) = wanted else {
        return (Played::NULL, 5, [0; 6]);
    };
    let [from, to] = [wanted.source(), wanted.destination()].map(|square| square.index() as u8);
    let (moved, captured) = (mailbox[usize::from(from)], mailbox[usize::from(to)]);
    if let Some((rook_from, rook_to)) = wanted.rook_move() {
        let [rook_from, rook_to] = [rook_from, rook_to].map(|square| square.index() as u8);
        let rook = moved - 2;
        let played = Played::castles((from, to), (rook_from, rook_to), (moved, rook));
        return (played, 4, [from, to, rook_from, rook_to, moved, rook]);
    }
    if wanted.is_en_passant() {
        let white = position.turn() == Color::White;
        let at = if white { to - 8 } else { to + 8 };
        let pawn = mailbox[usize::from(at)];
        let played = Played::en_passant(from, to, moved, at, pawn);
        return (played, 3, [from, to, moved, at, pawn, 0]);
    }
    if let Some(role) = wanted.promotion() {
        let placed = role.index() as u8 + 1 + (moved & 8);
        let played = Played::moves(from, to, moved, placed, captured);
        return (played, 2, [from, to, moved, placed, captured, 0]);
    }
    let played = Played::moves(from, to, moved, moved, captured);
    (
        played,
        u8::from(captured != 0),
        [from, to, moved, captured, 0, 0],
    )
}

/// The sum over all lists, whatever their order.
fn sum<S: ThreatSet>(before: &Before, kings: [u8; 2], changed: &mut Changed<u32>) -> u64 {
    let views = Perspective::ALL.map(|side| View::new(side, kings[side as usize]));
    Updater::<S>::new(Level::best()).changes(before, views, changed);
    let mut sum = 0u64;
    for side in Perspective::ALL
        .into_iter()
        .filter(|side| !before.played.refreshes(*side))
    {
        for (list, added) in [(changed.removed(side), 0), (changed.added(side), 1)] {
            for index in list {
                let number = 4 * u64::from(*index) + 2 * side as u64 + added + 1;
                let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                sum = sum.wrapping_add(mixed ^ mixed >> 29);
            }
        }
    }
    sum
}

fn main() -> io::Result<()> {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok());
    let mut left: usize = count.expect("a number of moves");
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut rng, mut changed) = (Rng::with_seed(56), Changed::new());
    while left > 0 {
        let mut position = match rng.bool() {
            true => Position::startpos(),
            false => Position::double_chess960(rng.u16(..960), rng.u16(..960)).expect("below 960"),
        };
        while left > 0 && position.halfmoves() < 40 {
            let moves: Vec<_> = position.legal_moves().into_iter().collect();
            // Rare moves are played where they can be.
            let is_rare =
                |m: &&Move| m.is_castling() || m.promotion().is_some() || m.is_en_passant();
            let Some(&wanted) = moves.iter().find(is_rare).or_else(|| rng.choice(&moves)) else {
                break;
            };
            let next = position.play(wanted).expect("legal");
            let is_null = rng.u8(..100) == 0;
            let mailbox = mailbox(&position);
            let (played, kind, with) = step(&position, (!is_null).then_some(wanted), &mailbox);
            let occupied = (0..64).fold(0, |all, s| all | u64::from(mailbox[s] != 0) << s);
            let before = Before {
                mailbox,
                occupied,
                played,
            };
            let after = if is_null { &position } else { &next };
            let kings = [Color::White, Color::Black].map(|color| after.king(color).index() as u8);
            out.write_all(&mailbox)?;
            out.write_all(&occupied.to_ne_bytes())?;
            let refreshes = u8::from(played.refreshes(Perspective::White))
                | u8::from(played.refreshes(Perspective::Black)) << 1;
            let [a, b, c, d, e, f] = with;
            out.write_all(&[
                kind, a, b, c, d, e, f, refreshes, kings[0], kings[1], 0, 0, 0, 0, 0, 0,
            ])?;
            for sum in [
                sum::<FullThreats>(&before, kings, &mut changed),
                sum::<FullThreats60144>(&before, kings, &mut changed),
                sum::<FullThreats79856>(&before, kings, &mut changed),
            ] {
                out.write_all(&sum.to_ne_bytes())?;
            }
            left -= 1;
            position = next;
        }
    }
    out.flush()
}
