//! Serialization, with JSON as the format.

use crate::common::known;
use crate::common::rng::{Rng, random_setup};
use serde::{Deserialize, Serialize};
use serde_json::{from_str, json, to_string, to_value};
use setwise_moves::{Color, Move, Position, Role, Square};

/// Positions of games and set-ups come back as they were, with all clocks and castling rooks.
#[test]
fn positions() {
    let mut rng = Rng::new(0x5e7de);
    let compare = |position: &Position| {
        let text = to_string(position).expect("a text");
        assert_eq!(text, format!("\"{}\"", position.to_fen()));
        assert_eq!(from_str::<Position>(&text).expect("a position"), *position);
    };
    for known in known() {
        let mut position = known.position();
        for _ in 0..10 {
            compare(&position);
            let moves: Vec<Move> = position.legal_moves().into_iter().collect();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(moves[rng.below(moves.len())]);
        }
    }
    for _ in 0..20_000 {
        if let Ok(position) = Position::new(random_setup(&mut rng)) {
            compare(&position);
        }
    }
    let inner_rook = Position::from_fen("4k3/8/8/8/8/8/8/4K1RR w G - 7 70000");
    assert!(inner_rook.is_err(), "moves have 16 bits");
    let inner_rook = Position::from_fen("4k3/8/8/8/8/8/8/4K1RR w G - 7 65535").expect("a FEN");
    assert!(to_string(&inner_rook).expect("a text").contains(" G "));
    compare(&inner_rook);
}

/// All 65,536 numbers: exactly the moves are read.
#[test]
fn moves() {
    for bits in 0..=u16::MAX {
        let read = from_str::<Move>(&bits.to_string());
        assert_eq!(read.as_ref().ok().copied(), Move::from_bits(bits));
        match read {
            Ok(read) => assert_eq!(to_value(read).expect("a value"), json!(bits)),
            Err(error) => {
                let message =
                    format!("invalid value: integer `{bits}`, expected the bits of a move");
                assert_eq!(error.to_string(), message);
            }
        }
    }
    assert_eq!(from_str::<Option<Move>>("null").expect("none"), None);
    assert!(from_str::<Move>("70000").is_err() && from_str::<Move>("-1").is_err());
    assert!(from_str::<Move>("\"e2e4\"").is_err());
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Named {
    #[serde(with = "setwise_moves::serde::square")]
    square: Square,
    color: Color,
    role: Role,
}

#[test]
fn names() {
    for square in Square::all() {
        for color in Color::ALL {
            for role in Role::ALL {
                let value = Named {
                    square,
                    color,
                    role,
                };
                let names = json!({
                    "square": square.to_string(),
                    "color": color.to_string().to_lowercase(),
                    "role": role.to_string().to_lowercase(),
                });
                assert_eq!(to_value(&value).expect("a value"), names);
                assert_eq!(from_str::<Named>(&names.to_string()).expect("names"), value);
            }
        }
    }
}

#[test]
fn mistakes() {
    let message = |found: Result<(), serde_json::Error>| found.expect_err("a mistake").to_string();
    let position = |text: &str| message(from_str::<Position>(text).map(|_| ()));
    assert!(position("\"8/8/8/8/8/8/8/8 w - - 0 1\"").contains("0 kings"));
    assert!(position("5").contains("expected a FEN"));
    let color = |text: &str| message(from_str::<Color>(text).map(|_| ()));
    assert!(color("\"White\"").contains("a color is white or black"));
    assert!(color("0").contains("expected a color"));
    let role = |text: &str| message(from_str::<Role>(text).map(|_| ()));
    assert!(role("\"n\"").contains("a role is a name such as knight"));
    let square = |text: &str| {
        let value = format!(r#"{{"square":{text},"color":"white","role":"king"}}"#);
        message(from_str::<Named>(&value).map(|_| ()))
    };
    assert!(square("\"e9\"").contains("such as e4"));
    assert!(square("12").contains("expected a square"));
}
