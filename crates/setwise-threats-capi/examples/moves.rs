//! Writes moves of random games, with sums of what changes, for `tests/moves.c` and
//! `tests/moves.cpp`: `moves COUNT >FILE`. Half of the games are of Chess960; a few moves are null,
//! or are given as changes of squares.

use fastrand::Rng;
use setwise_moves::{Color, Move, Position, Square};
use setwise_nnue::{Boards, Csr, Extractor};
use setwise_threats::{
    Before, Changed, FullThreats, FullThreats60144, FullThreats79856, HalfKaV2Hm, Joined, Level,
    PawnPairs, Perspective, Played, SquareChange, ThreatSet, Updater,
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

/// The move as Rust describes it, and as the kind and the arguments of a function in C.
fn step(position: &Position, wanted: Move, mailbox: &[u8; 64]) -> (Played, u8, [u8; 6]) {
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

/// The squares that differ, as Rust describes them and as bytes for C.
fn squares(before: &[u8; 64], after: &[u8; 64]) -> (Played, [u8; 12]) {
    let pieces = before.iter().zip(after).enumerate();
    let changed = pieces.filter(|(_, (before, after))| before != after);
    let squares: Vec<_> = changed
        .map(|(at, (&before, &after))| SquareChange {
            at: at as u8,
            before,
            after,
        })
        .collect();
    let mut bytes = [0; 12];
    for (bytes, square) in bytes.chunks_exact_mut(3).zip(&squares) {
        bytes.copy_from_slice(&[square.at, square.before, square.after]);
    }
    let played = Played::squares(&squares);
    (played.expect("a move changes at most four squares"), bytes)
}

/// The sums for threats with pairs of pawns and HalfKA: of what a move changes, and of all features
/// before it, which are those of `Extractor`; then the perspectives to refresh.
fn joined_sums(
    before: &Before,
    boards: &Boards,
    kings: [u8; 2],
    changed: &mut Changed<u32>,
) -> ([u64; 2], u8) {
    let threats = Updater::<FullThreats>::new(Level::best());
    let joined = Joined::new(threats, (PawnPairs, HalfKaV2Hm));
    joined.changes(before, kings, changed);
    let refreshed = Perspective::ALL.map(|side| joined.refreshes(&before.played, side));
    let of_move = sum(changed, |side| !refreshed[side as usize]);
    let pairs = setwise_nnue::Joined::new(setwise_nnue::FullThreats::new(), PawnPairs);
    let set = setwise_nnue::Joined::new(pairs, HalfKaV2Hm);
    let (mut rows, mut all) = (Csr::<u32>::new(), 0u64);
    let extracted = Extractor::new(set).append(std::slice::from_ref(boards), &mut rows);
    extracted.expect("a position of a game");
    for (side, list) in [rows.first(), rows.second()].into_iter().enumerate() {
        for index in list {
            all = all.wrapping_add(mixed(*index, Perspective::ALL[side], 1));
        }
    }
    let [white, black] = refreshed.map(u8::from);
    ([of_move, all], white | black << 1)
}

fn mixed(index: u32, side: Perspective, added: u64) -> u64 {
    let number = 4 * u64::from(index) + 2 * side as u64 + added + 1;
    let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 29
}

/// The sums over all lists in any order: of what a move changes, and of the features before it.
fn sums<S: ThreatSet>(before: &Before, kings: [u8; 2], changed: &mut Changed<u32>) -> [u64; 2] {
    let updater = Updater::<S>::new(Level::best());
    updater.changes(before, kings, changed);
    let refreshed = Perspective::ALL.map(|side| before.played.refreshes(side));
    let of_move = sum(changed, |side| !refreshed[side as usize]);
    updater.features(before, kings, changed);
    [of_move, sum(changed, |_| true)]
}

fn sum(changed: &Changed<u32>, has_meaning: impl Fn(Perspective) -> bool) -> u64 {
    let mut sum = 0u64;
    for side in Perspective::ALL {
        if !has_meaning(side) {
            continue;
        }
        for (list, added) in [(changed.removed(side), 0), (changed.added(side), 1)] {
            for index in list {
                sum = sum.wrapping_add(mixed(*index, side, added));
            }
        }
    }
    sum
}

fn boards(mailbox: &[u8; 64]) -> Boards {
    let mut boards = Boards {
        colors: [0; 2],
        roles: [0; 6],
        turn: Color::White,
    };
    for (at, piece) in mailbox.iter().enumerate().filter(|(_, piece)| **piece != 0) {
        boards.colors[usize::from(piece >> 3)] |= 1 << at;
        boards.roles[usize::from(piece & 7) - 1] |= 1 << at;
    }
    boards
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
            let mut before = Before {
                mailbox: mailbox(&position),
                ..Before::default()
            };
            let mut after = &next;
            let (kind, with);
            (before.played, kind, with) = match rng.u8(..100) {
                0 => {
                    after = &position;
                    (Played::NULL, 5, [0; 12])
                }
                // A piece is removed, or placed.
                chance @ 1..=2 => {
                    after = &position;
                    let mut without = before.mailbox;
                    let is_there = |square: &usize| !matches!(without[*square] & 7, 0 | 6);
                    let pieces: Vec<_> = (0..64).filter(is_there).collect();
                    let Some(&square) = rng.choice(&pieces) else {
                        continue;
                    };
                    let piece = std::mem::take(&mut without[square]);
                    let mut with = [0; 12];
                    with[..2].copy_from_slice(&[square as u8, piece]);
                    if chance == 1 {
                        (squares(&before.mailbox, &without).0, 7, with)
                    } else {
                        let placed = squares(&without, &before.mailbox).0;
                        before.mailbox = without;
                        (placed, 8, with)
                    }
                }
                3..=12 => {
                    let (played, with) = squares(&before.mailbox, &mailbox(&next));
                    (played, 6, with)
                }
                _ => {
                    let (played, kind, arguments) = step(&position, wanted, &before.mailbox);
                    let mut with = [0; 12];
                    with[..6].copy_from_slice(&arguments);
                    (played, kind, with)
                }
            };
            let is_there = |square: usize| u64::from(before.mailbox[square] != 0);
            before.occupied = (0..64).fold(0, |all, square| all | is_there(square) << square);
            let kings = [Color::White, Color::Black].map(|color| after.king(color).index() as u8);
            out.write_all(&before.mailbox)?;
            out.write_all(&before.occupied.to_ne_bytes())?;
            let [white, black] = Perspective::ALL.map(|side| before.played.refreshes(side));
            out.write_all(&[kind])?;
            out.write_all(&with)?;
            let (joined, refreshes) =
                joined_sums(&before, &boards(&before.mailbox), kings, &mut changed);
            let refreshed = u8::from(white) | u8::from(black) << 1 | refreshes << 4;
            out.write_all(&[refreshed, kings[0], kings[1]])?;
            let all = [
                sums::<FullThreats>(&before, kings, &mut changed),
                sums::<FullThreats60144>(&before, kings, &mut changed),
                sums::<FullThreats79856>(&before, kings, &mut changed),
            ];
            for which in [0, 1] {
                for sums in all.iter().chain([&joined]) {
                    out.write_all(&sums[which].to_ne_bytes())?;
                }
            }
            left -= 1;
            position = next;
        }
    }
    out.flush()
}
