//! The fast path gives the answers of `Position::from_fen`.

use crate::common::{Rng, random_games, suites};
use proptest::prelude::*;
use setwise_formats::{parse_fen, parse_fens};
use setwise_moves::{FenStyle, Position};

fn same(fen: &str) -> bool {
    let found = parse_fen(fen);
    assert_eq!(found, Position::from_fen(fen), "{fen:?}");
    found.is_ok()
}

fn corpus() -> Vec<String> {
    let games = random_games(12, 120, 6)
        .into_iter()
        .map(|record| record.position);
    let positions = suites().into_iter().chain(games);
    positions
        .flat_map(|position| {
            [FenStyle::Standard, FenStyle::X, FenStyle::Shredder]
                .map(|style| position.fen(style).to_string())
        })
        .collect()
}

#[test]
fn valid_fens() {
    let fens = corpus();
    assert!(fens.iter().all(|fen| same(fen)));
    let mut positions = Vec::new();
    parse_fens(fens.iter().map(String::as_str), &mut positions).unwrap();
    assert_eq!(positions.len(), fens.len());
    for fen in &fens {
        let four: Vec<_> = fen.split(' ').take(4).collect();
        assert!(same(&four.join(" ")));
        assert!(same(&format!("  {} ", fen.replace(' ', "  "))));
    }
}

#[test]
fn special_cases() {
    for fen in [
        "",
        " ",
        "/",
        "8/8/8/8/8/8/8/8",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "k7/8/8/8/8/8/8/K7/ w - - 0 1",
        "k7/8/8/8/8/8/8/K6/ w - - 0 1",
        "k34/8/8/8/8/8/8/K7 w - - 0 1",
        "k16/8/8/8/8/8/8/K7 w - - 0 1",
        "k7/44/8/8/8/8/8/K7 w - - 0 1",
        "k7/8/8/8/8/8/8/K7 w - - 0 0",
        "k7/8/8/8/8/8/8/K7 w - - 00 1",
        "k7/8/8/8/8/8/8/K7 w - - 65535 65535",
        "k7/8/8/8/8/8/8/K7 w - - 65536 1",
        "k7/8/8/8/8/8/8/K7 w - - 9999 10000",
        "k7/8/8/8/8/8/8/K7 w - - 0",
        "k7/8/8/8/8/8/8/K7 w - - 0 1 x",
        "k7/8/8/8/8/8/8/K7 w - - +1 1",
        "k7/8/8/8/8/8/8/K7 w -- - 0 1",
        "k7/8/8/8/8/8/8/K7 w -k - 0 1",
        "k7/8/8/8/8/8/8/K7\tw\t-\t-\t0\t1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkqK - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQHkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w x - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq e3 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq e9 0 1",
        "pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp w - - 0 1",
        "88888888888888888/8/8/8/8/8/8/8 w - - 0 1",
        "k7/8/8/8/8/8/8/K6ü w - - 0 1",
        "ük7/8/8/8/8/8/8/K7 w - - 0 1",
    ] {
        same(fen);
    }
    same(&"8".repeat(1000));
    same(&"/".repeat(1000));
}

/// Changes a few characters. A few percent of the texts stay valid.
#[test]
fn mutated_fens() {
    const CHARACTERS: &[u8] = b"pnbrqkPNBRQK12345678//--  wbKQkqAHahe3609x\t\xc3\xbc";
    let mut rng = Rng(7);
    let fens = corpus();
    let mut valid = 0;
    for _ in 0..200_000 {
        let mut fen = fens[rng.below(fens.len())].clone().into_bytes();
        for _ in 0..1 + rng.below(3) {
            if fen.is_empty() {
                break;
            }
            let at = rng.below(fen.len());
            let byte = CHARACTERS[rng.below(CHARACTERS.len())];
            let other = rng.below(fen.len());
            match rng.below(5) {
                0 => fen[at] = byte,
                1 => fen.insert(at, byte),
                2 => drop(fen.remove(at)),
                3 => fen.swap(at, other),
                _ => fen.truncate(at + 1),
            }
        }
        if let Ok(fen) = String::from_utf8(fen) {
            valid += u32::from(same(&fen));
        }
    }
    assert!(valid > 5_000, "{valid}");
}

proptest! {
    #[test]
    fn any_text(fen in "[pnbrqkPNBRQK1-8/]{0,80} [wbx]? [-KQkqA-Ha-h]{0,5} (-|[a-i][0-9]) [0-9]{0,6} [0-9]{0,6}.{0,3}") {
        same(&fen);
    }
}
