//! Mirrored positions and attacks of one piece.

use crate::common::known;
use crate::common::rng::{Rng, random_setup};
use setwise_core::Square;
use setwise_moves::{Color, Move, Position, Role, piece_attacks};

/// The Shredder-FEN with ranks, colors and the side to move exchanged.
fn mirrored_fen(position: &Position) -> String {
    let swap = |text: &str| -> String {
        let swapped = text.chars().map(|letter| match letter.is_uppercase() {
            true => letter.to_ascii_lowercase(),
            false => letter.to_ascii_uppercase(),
        });
        swapped.collect()
    };
    let fen = position.to_shredder_fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let ranks: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let (white, black): (String, String) = swap(fields[2])
        .chars()
        .partition(|letter| letter.is_uppercase());
    let en_passant = match fields[3].as_bytes() {
        [file, b'3'] => format!("{}6", char::from(*file)),
        [file, b'6'] => format!("{}3", char::from(*file)),
        _ => "-".to_string(),
    };
    let (ranks, clocks) = (ranks.join("/"), fields[4..].join(" "));
    format!("{ranks} {turn} {white}{black} {en_passant} {clocks}")
}

fn compare(position: &Position) {
    let mirrored = position.mirror();
    assert_eq!(mirrored.to_shredder_fen(), mirrored_fen(position));
    assert_eq!(mirrored.mirror(), *position);
    let flipped = |found: Move| {
        let [source, target] = [found.source(), found.target()].map(Square::flip_ranks);
        Move::new(source, target, found.kind()).expect("a move")
    };
    let mut expected: Vec<Move> = position.legal_moves().into_iter().map(flipped).collect();
    let mut moves: Vec<Move> = mirrored.legal_moves().into_iter().collect();
    expected.sort();
    moves.sort();
    assert_eq!(moves, expected, "{position}");
    for found in position.legal_moves() {
        let next = mirrored.play_unchecked(flipped(found));
        let expected = position.play_unchecked(found).mirror();
        assert!(next.same_moves(&expected), "{found} in {position}");
    }
}

#[test]
fn mirrored_positions() {
    let mut rng = Rng::new(0x3177);
    for known in known() {
        let mut position = known.position();
        for _ in 0..5 {
            compare(&position);
            let moves: Vec<Move> = position.legal_moves().into_iter().collect();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(moves[rng.below(moves.len())]);
        }
    }
    for _ in 0..5000 {
        if let Ok(position) = Position::new(random_setup(&mut rng)) {
            compare(&position);
        }
    }
}

/// The squares that a piece attacks, by cozy-chess.
fn cozy_attacks(color: Color, role: Role, square: Square, occupied: u64) -> u64 {
    let from = cozy_chess::Square::index(square.index());
    let blockers = cozy_chess::BitBoard(occupied);
    let color = match color {
        Color::White => cozy_chess::Color::White,
        Color::Black => cozy_chess::Color::Black,
    };
    let attacked = match role {
        Role::Pawn => cozy_chess::get_pawn_attacks(from, color),
        Role::Knight => cozy_chess::get_knight_moves(from),
        Role::Bishop => cozy_chess::get_bishop_moves(from, blockers),
        Role::Rook => cozy_chess::get_rook_moves(from, blockers),
        Role::Queen => {
            cozy_chess::get_bishop_moves(from, blockers)
                | cozy_chess::get_rook_moves(from, blockers)
        }
        Role::King => cozy_chess::get_king_moves(from),
    };
    attacked.0
}

#[test]
fn attacks_of_one_piece() {
    let mut rng = Rng::new(0xa77);
    for round in 0..200 {
        let occupied = match round {
            0 => 0,
            1 => !0,
            _ if round % 2 == 0 => rng.next_u64() & rng.next_u64(),
            _ => rng.next_u64(),
        };
        for square in Square::all() {
            for role in Role::ALL {
                for color in Color::ALL {
                    let found = piece_attacks(color, role, square, occupied);
                    let expected = cozy_attacks(color, role, square, occupied);
                    assert_eq!(found, expected, "{color} {role} {square} {occupied:x}");
                }
            }
        }
    }
}
