//! Keys of opening books.

use crate::common::{known, rng::Rng};
use setwise_moves::{Color, FenStyle, Move, Position, Squares};
use std::collections::HashMap;

/// The test positions of the description of the format.
#[test]
fn published_keys() {
    let games: [(&[&str], u64); 9] = [
        (&[], 0x463b_9618_1691_fc9c),
        (&["e2e4"], 0x823c_9b50_fd11_4196),
        (&["e2e4", "d7d5"], 0x0756_b944_61c5_0fb0),
        (&["e2e4", "d7d5", "e4e5"], 0x662f_afb9_65db_29d4),
        (&["e2e4", "d7d5", "e4e5", "f7f5"], 0x22a4_8b5a_8e47_ff78),
        (
            &["e2e4", "d7d5", "e4e5", "f7f5", "e1e2"],
            0x652a_607c_a3f2_42c1,
        ),
        (
            &["e2e4", "d7d5", "e4e5", "f7f5", "e1e2", "e8f7"],
            0x00fd_d303_c946_bdd9,
        ),
        (
            &["a2a4", "b7b5", "h2h4", "b5b4", "c2c4"],
            0x3c81_23ea_7b06_7637,
        ),
        (
            &["a2a4", "b7b5", "h2h4", "b5b4", "c2c4", "b4c3", "a1a3"],
            0x5c3f_9b82_9b27_9560,
        ),
    ];
    for (names, key) in games {
        let mut position = Position::startpos();
        for name in names {
            let found = position.parse_move(name).expect("a move");
            position = position.play(found).expect("a legal move");
        }
        assert_eq!(position.polyglot_key(), key, "{names:?}");
    }
}

/// What a key depends on, as text: the pieces, the side to move, castling rights by side, and the
/// en passant square if a pawn attacks it.
fn parts(position: &Position) -> String {
    let fen = position.fen(FenStyle::X);
    let fields: Vec<&str> = fen.split(' ').collect();
    let rights = Squares(position.castling()).map(|rook| {
        let color = Color::ALL[rook.rank() / 7];
        (color, rook > position.king(color))
    });
    let mut rights: Vec<(Color, bool)> = rights.collect();
    rights.sort();
    format!("{} {} {rights:?} {}", fields[0], fields[1], fields[3])
}

/// Equal parts have equal keys, different ones different keys.
#[test]
fn keys_stand_for_their_parts() {
    let mut rng = Rng::new(0x781);
    let mut by_parts: HashMap<String, u64> = HashMap::new();
    let mut by_key: HashMap<u64, String> = HashMap::new();
    for known in known() {
        let mut position = known.position();
        for _ in 0..30 {
            let (parts, key) = (parts(&position), position.polyglot_key());
            assert_eq!(
                *by_parts.entry(parts.clone()).or_insert(key),
                key,
                "{parts}"
            );
            assert_eq!(*by_key.entry(key).or_insert(parts.clone()), parts);
            let moves: Vec<Move> = position.legal_moves().into_iter().collect();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(moves[rng.below(moves.len())]);
        }
    }
    assert!(by_key.len() > 20_000, "{}", by_key.len());
}

/// En passant captures that are not legal, and castling rights of inner rooks.
#[test]
fn a_pinned_pawn_stands_ready_too() {
    let key = |fen: &str| Position::from_fen(fen).expect("a FEN").polyglot_key();
    let pinned = "4r2k/8/8/3pP3/8/8/8/4K3 w - ";
    assert_ne!(
        key(&format!("{pinned}d6 0 1")),
        key(&format!("{pinned}- 0 1"))
    );
    let nobody = "7k/8/8/3p4/8/8/8/4K3 w - ";
    assert_eq!(
        key(&format!("{nobody}d6 0 1")),
        key(&format!("{nobody}- 0 1"))
    );
    // The rook on g1 may castle instead of the one on h1: no other key.
    let rooks = "4k3/8/8/8/8/8/8/4K1RR w ";
    assert_eq!(
        key(&format!("{rooks}H - 0 1")),
        key(&format!("{rooks}G - 0 1"))
    );
    assert_ne!(
        key(&format!("{rooks}H - 0 1")),
        key(&format!("{rooks}- - 0 1"))
    );
}
